"""The pair sweep as a plain loop, one pair at a time: what the fast one is measured against, and its proof.

    python -m benchmarks.plain [MAP [UNICODE]]

runs it over every candidate, some minutes, and says whether it finds the same pairs; MAP must not fold case.
"""

import sys
import time
from collections.abc import Iterable, Iterator

import numpy as np
import unicodedata2
from rich.progress import track

from hebrus_analysis.charsmap import generations
from hebrus_analysis.divergence.pairs import pairs
from hebrus_analysis.unicode import composition, forms, properties


def candidates(charsmap_name: str, unicode: str) -> tuple[list[str], list[str]]:
    """Return the characters that can stand first and second, where map and NFKC agree on each alone."""
    charsmap, met = generations.load(charsmap_name), composition.meetings(unicode)
    population = properties.population(unicode)
    agreeing = population[charsmap.sweep(population) == forms.nfkc(population, unicode)]
    firsts, seconds = (sorted(np.intersect1d(part, agreeing).tolist()) for part in (met.firsts, met.seconds))
    return list(map(chr, firsts)), list(map(chr, seconds))


def longest_match(rules: dict[str, str], text: str, longest: int) -> str:
    """Apply rules to a text: at each place the longest key that begins there."""
    made, at = [], 0
    while at < len(text):
        for end in range(min(at + longest, len(text)), at, -1):
            if (value := rules.get(text[at:end])) is not None:
                made.append(value)
                break
        else:
            end = at + 1
            made.append(text[at])
        at = end
    return "".join(made)


def divergent(rules: dict[str, str], firsts: Iterable[str], seconds: list[str]) -> Iterator[str]:
    """Yield each pair on which the longest match and NFKC part; all characters must be assigned at the version."""
    longest = max(map(len, rules))
    for first in firsts:
        for second in seconds:
            pair = first + second
            if longest_match(rules, pair, longest) != unicodedata2.normalize("NFKC", pair):
                yield pair


def main() -> int:
    """Run the loop over everything, and compare."""
    name, unicode = (*sys.argv[1:], *(generations.STOCK, "15.0")[len(sys.argv) - 1 :])
    firsts, seconds = candidates(name, unicode)
    rules = generations.load(name).rules()
    start = time.perf_counter()
    found = set(divergent(rules, track(firsts, "plain loop"), seconds))
    took = time.perf_counter() - start
    start = time.perf_counter()
    frame = pairs(name, unicode)
    fast = time.perf_counter() - start
    ours = {chr(a) + chr(b) for a, b in zip(frame["first"].tolist(), frame["second"].tolist(), strict=True)}
    print(f"{name} at {unicode}: {len(firsts) * len(seconds):,} pairs")
    print(f"plain loop {took:.1f} s, {len(found):,} divergent; pairs() {fast:.2f} s, {len(ours):,} divergent")
    print(f"{took / fast:.0f} times as fast")
    print("the same pairs" if found == ours else f"NOT the same: {len(found ^ ours):,} differ")
    return found != ours


if __name__ == "__main__":
    sys.exit(main())
