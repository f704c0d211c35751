"""What differs, and why."""
