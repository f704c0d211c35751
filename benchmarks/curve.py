"""How long one grapheme cluster without end takes: ``a`` and a growing run of marks, by everything that reads text.

    python -m benchmarks.curve [MB ...]

prints seconds per size and the growth of the last step, which is the growth of the size where time is linear; exits
with 1 where it is half as much again. The default sizes are 1, 2, 5 and 10 MB of UTF-8.
"""

import sys
import time
from collections.abc import Callable

from rich.console import Console
from rich.table import Table

from benchmarks.tasks import BLOB, sentencepiece
from hebrus_analysis.charsmap import generations, readings
from hebrus_analysis.unicode import forms
from hebrus_analysis.unicode.clusters import clusters

MARK = "\u0301"


def cluster(megabytes: float) -> str:
    """Return one grapheme cluster of so many megabytes."""
    return "a" + MARK * round(megabytes * 1e6 / len(MARK.encode()))


def forms_of() -> dict[str, Callable[[str], object]]:
    """Return what is timed: the peer, the fast form, the cutting into clusters, NFKC, and every reading in steps."""
    charsmap, peer = generations.load(), sentencepiece(BLOB)
    stepwise = {
        f"{name}, step by step": lambda text, read=reading: read.normalize(charsmap, text)
        for name, reading in readings.READINGS.items()
    }
    return {
        "sentencepiece": peer.Normalize,
        "Charsmap.normalize": charsmap.normalize,
        "clusters": clusters,
        "NFKC": lambda text: forms.normalize("NFKC", text, "15.0"),
        **stepwise,
    }


def main() -> int:
    """Time each at each size; the growth of the last step must not be half as much again as that of the size."""
    sizes = [float(size) for size in sys.argv[1:]] or [1.0, 2.0, 5.0, 10.0]
    if len(sizes) < 2 or sizes != sorted(sizes) or sizes[0] <= 0:
        print("give two sizes or more in MB, ascending", file=sys.stderr)
        return 2
    table = Table("one cluster of", *(f"{size:g} MB" for size in sizes), "growth, last step", box=None)
    grown, linear = sizes[-1] / sizes[-2], True
    for name, run in forms_of().items():
        run(cluster(0.001))
        spent = []
        for size in sizes:
            text = cluster(size)
            start = time.perf_counter()
            run(text)
            spent.append(time.perf_counter() - start)
        growth = spent[-1] / spent[-2]
        linear &= growth < 1.5 * grown
        table.add_row(name, *(f"{took:.2f} s" for took in spent), f"{growth:.2f} x (size {grown:g} x)")
    Console(width=None if sys.stdout.isatty() else 140).print(table)
    return not linear


if __name__ == "__main__":
    sys.exit(main())
