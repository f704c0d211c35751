"""Print what the unicodedata2 on the path says of every code point that has a category; run in a process of its own."""

import json
import sys

import unicodedata2


def main() -> None:
    rows = []
    for codepoint in range(sys.maxunicode + 1):
        char = chr(codepoint)
        category = unicodedata2.category(char)
        if category != "Cn":
            ccc, decomposition = unicodedata2.combining(char), unicodedata2.decomposition(char)
            if 0xAC00 <= codepoint <= 0xD7A3:
                decomposition = ""  # by rule, not by table; unicodedata2 answers here from 18.0.0 on only
            nfkc = " ".join(f"{ord(c):04X}" for c in unicodedata2.normalize("NFKC", char))
            rows.append((codepoint, category, ccc, decomposition, nfkc, unicodedata2.name(char, "")))
    json.dump({"version": unicodedata2.unidata_version, "rows": rows}, sys.stdout)


main()
