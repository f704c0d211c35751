"""Capture the sequences that Unicode names: emoji, named sequences, and its own test of grapheme clusters.

All are files of Debian's unicode-data 15.0.0, reduced to code points and names.
"""

import lzma
from pathlib import Path

import files
import packages
import unicode_tables

_TEST = "auxiliary/GraphemeBreakTest.txt"


def capture(cache: Path, out: Path) -> None:
    """Write ``sequences/emoji.tsv``, ``sequences/named.tsv`` and ``unicode/GraphemeBreakTest.txt.xz``."""
    debian = packages.fetch_deb("unicode-data", cache).path

    def rows(name: str) -> list[list[str]]:
        text = unicode_tables.debian_bytes(debian, name).decode()
        lines = (line.partition("#")[0].strip() for line in text.splitlines())
        return [[field.strip() for field in line.split(";")] for line in lines if line]

    emoji = [
        (points, kind, name)
        for file in ("emoji/emoji-sequences.txt", "emoji/emoji-zwj-sequences.txt")
        for points, kind, name in rows(file)
        if " " in points  # one code point alone is no sequence
    ]
    files.write_table(
        out / "sequences/emoji.tsv",
        ["Emoji sequences of several code points: code points, type, name.",
         "Source: emoji-sequences.txt and emoji-zwj-sequences.txt of Debian's unicode-data 15.0.0."],
        emoji,
    )  # fmt: skip
    files.write_table(
        out / "sequences/named.tsv",
        [
            "Named character sequences: code points, name.",
            "Source: NamedSequences.txt of Debian's unicode-data 15.0.0.",
        ],
        [(points, name) for name, points in rows("NamedSequences.txt")],
    )
    test = unicode_tables.debian_bytes(debian, _TEST)
    files.write(out / "unicode/GraphemeBreakTest.txt.xz", lzma.compress(test, preset=9 | lzma.PRESET_EXTREME))
    print(f"sequences: {len(emoji)} of emoji")
