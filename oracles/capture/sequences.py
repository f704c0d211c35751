"""Random text that is rich in what normalization moves: marks, jamo, composites and young characters.

The same text is made by the capture, which gives it to real releases, and by the tests, which give it to this package.
Lines are independent: U+000A is a starter that nothing combines with.
"""

import random
from collections.abc import Sequence

#: A million lines of 2 to 8 characters.
N_SEQUENCES = 1_000_000
SEED = 20_15_08_00
#: unicodedata2 before 15 takes these for jamo that compose, one beyond their ranges: a fault, not a version.
BEYOND_THE_JAMO = (0x1176, 0x11A7, 0x11C3)
JAMO = tuple(cp for cp in range(0x1100, 0x1200) if cp not in BEYOND_THE_JAMO)
#: Each behind a letter that must compose, since a text that is normal already is handed back unread.
PROBES = ("e\u0301\u1100\u1176", "e\u0301\uac00\u11a7", "e\u0301\uac00\u11c3")
SYLLABLES = range(0xAC00, 0xD7A4, 28)


def groups(combining: Sequence[int], decomposable: Sequence[int], young: Sequence[int]) -> list[list[int]]:
    """Return the groups that a character is drawn from, each with the same chance."""
    basic = [*range(0x41, 0x5B), *range(0x61, 0x7B), 0x20, 0x0391, 0x0410, 0x0915, 0x05D0, 0x0627, 0x3042]
    return [basic, sorted(combining), [*JAMO, *SYLLABLES], sorted(decomposable), sorted(young)]


def text(alphabet: list[list[int]]) -> str:
    """Return the sequences, one per line."""
    draw = random.Random(SEED).random
    lines = []
    for _ in range(N_SEQUENCES):
        line = []
        for _ in range(2 + int(draw() * 7)):
            group = alphabet[int(draw() * len(alphabet))]
            line.append(chr(group[int(draw() * len(group))]))
        lines.append("".join(line))
    return "\n".join(lines)


def every_character() -> str:
    """Return every scalar value, one per line."""
    return "\n".join(map(chr, (*range(0xD800), *range(0xE000, 0x110000))))
