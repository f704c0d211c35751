"""Run the command line as ``python -m hebrus_analysis``."""

from hebrus_analysis.cli import main

main()
