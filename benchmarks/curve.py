"""One grapheme cluster of up to 10 MB through every reading; ``python -m benchmarks.curve`` shows how time grows."""

import time

from rich.console import Console
from rich.table import Table

from hebrus_analysis.charsmap import generations, readings
from hebrus_analysis.unicode.clusters import clusters

MEGABYTES = (1, 2, 5, 10)


def main() -> None:
    """Print seconds by size."""
    charsmap = generations.load()
    subjects = {"Charsmap.normalize": charsmap.normalize, "clusters": clusters}
    for reading in readings.READINGS.values():
        subjects[reading.name] = lambda text, reading=reading: reading.normalize(charsmap, text)
    table = Table("seconds for a cluster of", *(f"{size} MB" for size in MEGABYTES), box=None)
    for name, apply in subjects.items():
        spent = []
        for size in MEGABYTES:
            text = "e" + "\u0301" * (size * 500_000)
            start = time.perf_counter()
            apply(text)
            spent.append(f"{time.perf_counter() - start:.2f}")
        table.add_row(name, *spent)
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
