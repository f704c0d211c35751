"""Ratios against peers, measured side by side in one run. Run with ``python -m benchmarks``."""
