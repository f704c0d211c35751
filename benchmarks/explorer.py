"""How long the explorer takes from a changed condition to the new picture, over all of code space.

    python -m benchmarks.explorer [RUNS]

prints minimum and median in milliseconds, for the search, the layout and the pictures as a page; exits with 1 where
a median is above the target. What a browser adds is not in it.
"""

import sys
import time
from statistics import median

from rich.console import Console
from rich.table import Table

from hebrus_analysis.divergence.families import FAMILIES
from hebrus_analysis.divergence.search import search
from hebrus_analysis.views.codespace import codespace, page

TARGET = 0.2
CHANGES: dict[str, dict[str, str | tuple[str, ...]]] = {
    "no condition": {},
    "one code point": {"codepoints": "U+200D"},
    "a range of all": {"codepoints": "U+0000..U+10FFFF"},
    "a part of a name": {"name": "joiner"},
    "an expression": {"name": "^ZERO|JOINER$"},
    "a block": {"block": "Hangul Syllables"},
    "every family": {"family": FAMILIES},
    "two implementations": {"differ": ("nmt_nfkc@0.1.95", "NFKC of 15.0")},
}


def change(conditions: dict[str, str | tuple[str, ...]]) -> tuple[float, float, float]:
    """Return the seconds that search, layout and page take."""
    times = [time.perf_counter()]
    rows = search(**conditions)
    times.append(time.perf_counter())
    space = codespace(rows)
    times.append(time.perf_counter())
    page(space)
    times.append(time.perf_counter())
    return times[1] - times[0], times[2] - times[1], times[3] - times[2]


def main() -> int:
    """Time each change; the first run, which sweeps and names code space, is not counted."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    table = Table(
        "change", "found", "search", "layout", "page", "least", "median", f"at most {1000 * TARGET:.0f} ms", box=None
    )
    met = True
    for name, conditions in CHANGES.items():
        change(conditions)
        taken = [change(conditions) for _ in range(runs)]
        totals = list(map(sum, taken))
        in_time = median(totals) <= TARGET
        met &= in_time
        parts = (*map(median, zip(*taken, strict=True)), min(totals), median(totals))
        times = (f"{1000 * part:.1f} ms" for part in parts)
        table.add_row(name, f"{len(search(**conditions)):,}", *times, "met" if in_time else "MISSED")
    Console(width=None if sys.stdout.isatty() else 140).print(table)
    return not met


if __name__ == "__main__":
    sys.exit(main())
