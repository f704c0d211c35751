"""Time callables against each other: by turns, so that a busy moment hits all of them, and by median."""

import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True)
class Result:
    """One comparison: medians in seconds, and the ratio that must stay on the right side of its target.

    `ours / theirs` is at most the target; where `faster` is set, `theirs / ours` is at least the target.
    """

    task: str
    ours: float
    peer: str
    theirs: float
    target: float
    faster: bool = False

    @property
    def ratio(self) -> float:
        return self.theirs / self.ours if self.faster else self.ours / self.theirs

    @property
    def met(self) -> bool:
        return self.ratio >= self.target if self.faster else self.ratio <= self.target


def race(runners: Mapping[str, Callable[[], object]], repetitions: int) -> dict[str, float]:
    """Return each runner's median time in seconds, after one untimed round."""
    times: dict[str, list[float]] = {name: [] for name in runners}
    for turn in range(repetitions + 1):
        for name, runner in runners.items():
            start = time.perf_counter()
            runner()
            if turn:
                times[name].append(time.perf_counter() - start)
    return {name: median(taken) for name, taken in times.items()}


def process(*arguments: str) -> None:
    """Run this Python with arguments, output thrown away."""
    subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True)


def peak(*arguments: str) -> int:
    """Return the peak memory in bytes of this Python with arguments.

    A child's peak counts from its parent's size, so a small process starts it.
    """
    launcher = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True); "
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    command = [sys.executable, "-S", "-c", launcher, sys.executable, *arguments]
    measured = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(measured.stdout) * (1 if sys.platform == "darwin" else 1024)
