"""Two thousand of the mutations, the same ones every time."""

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.slow
def test_no_mutation_is_half_normalized_hangs_or_breaks_the_interpreter() -> None:
    script = Path(__file__).parent / "mutate.py"
    arguments = ["--count", "2000", "--seed", "2000", "--jobs", "2"]
    done = subprocess.run([sys.executable, script, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]
    assert "2,000 cases" in done.stdout
