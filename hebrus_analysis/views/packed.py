"""What the page carries for its search: the stock map itself, and what its characters are called.

Deflated and in base64, both are a tenth of the page; spelled out, the rules alone would be as large as all of it.
"""

import base64
import json
import zlib

import pandas as pd

from hebrus_analysis.charsmap import generations
from hebrus_analysis.divergence.families import divergent
from hebrus_analysis.unicode import names, properties
from hebrus_analysis.unicode.codepoints import label


def charsmap() -> str:
    """Return the stock map, from which the page reads its rules."""
    return _pack(generations.load(generations.STOCK).blob)


def facts(frame: pd.DataFrame) -> str:
    """Return, as JSON, name, block and aliases of every character that a rule or a divergence holds, and each family.

    Args:
        frame: the swept stock map with its families.
    """
    rows = divergent(frame)
    found = dict(zip(map(label, rows.codepoint.tolist()), rows.family.astype(str), strict=True))
    rules = generations.load(generations.STOCK).rules()
    codepoints = {ord(char) for text in (*rules, *rules.values()) for char in text} | set(rows.codepoint.tolist())
    characters = {label(cp): (names.name(cp), properties.block(cp), *names.aliases(cp)) for cp in sorted(codepoints)}
    return _pack(json.dumps({"families": found, "characters": characters}, separators=(",", ":")).encode())


def _pack(data: bytes) -> str:
    return base64.b64encode(zlib.compress(data, 9)).decode()
