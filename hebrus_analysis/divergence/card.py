"""One character, one card: what it is, how to write it, and what everybody makes of it."""

from dataclasses import dataclass
from functools import lru_cache

import pandas as pd

from hebrus_analysis.charsmap import generations
from hebrus_analysis.charsmap.blob import Charsmap
from hebrus_analysis.divergence.compare import predicates
from hebrus_analysis.divergence.families import divergent
from hebrus_analysis.divergence.sweep import sweep
from hebrus_analysis.errors import InvalidCodePoint
from hebrus_analysis.unicode import codepoints, forms, names, properties

SURROGATES = range(0xD800, 0xE000)


@dataclass(frozen=True)
class Card:
    """Everything this package knows of one scalar value. Texts are spelled as code points, "" for nothing.

    Attributes:
        codepoint: ``U+XXXX``.
        name: its name; a control's alias in angle brackets; "" where it has none.
        aliases: formal name aliases.
        block, script, age, category: properties; the age is "" for an unassigned code point.
        escapes: how Python, C, Rust, JavaScript and HTML write it.
        whitespace: the recorded predicates and trims that call it whitespace.
        unicode: the version that `nfkc`, `family` and `cause` are for.
        nfkc: what NFKC makes of it.
        charsmaps: what each generation makes of it.
        map: the map that `family` and `cause` are for.
        family, cause: of its divergence; "" where map and reference agree.
    """

    codepoint: str
    name: str
    aliases: tuple[str, ...]
    block: str
    script: str
    age: str
    category: str
    escapes: dict[str, str]
    whitespace: tuple[str, ...]
    unicode: str
    nfkc: str
    charsmaps: dict[str, str]
    map: str
    family: str
    cause: str


@lru_cache(maxsize=1)
def _divergent(charsmap: str, unicode: str) -> pd.DataFrame:
    """Sweep once for a range of cards."""
    return divergent(sweep(charsmap, unicode))


def _made(charsmap: Charsmap, char: str) -> str:
    replacement = charsmap.lookup(char)
    return char if replacement is None else replacement


def card(codepoint: int, charsmap: str = generations.STOCK, unicode: str = properties.DEFAULT_VERSION) -> Card:
    """Return the card of a scalar value.

    Args:
        codepoint: the code point; it need not be assigned.
        charsmap: the stock map that family and cause are for.
        unicode: the Unicode version that NFKC, family and cause are for.

    Raises:
        InvalidCodePoint: a surrogate, which no text contains, or a number beyond U+10FFFF.
        UnknownName: no such map or version.

    >>> zwj = card(0x200D)
    >>> zwj.name, zwj.family, zwj.charsmaps["nmt_nfkc@0.1.95"], zwj.charsmaps["nmt_nfkc@0.2.0"]
    ('ZERO WIDTH JOINER', 'spaced', 'U+0020', 'U+200D')
    """
    if codepoint in SURROGATES:
        raise InvalidCodePoint(f"{codepoints.label(codepoint)} is a surrogate: half a pair of UTF-16, no character")
    if not 0 <= codepoint <= codepoints.MAX:
        raise InvalidCodePoint(f"{codepoint} is beyond U+10FFFF, the last code point")
    unicode, stock = properties.version(unicode), generations.resolve(charsmap).name
    char = chr(codepoint)
    rows = _divergent(stock, unicode)
    rows = rows[rows.codepoint == codepoint]
    return Card(
        codepoint=codepoints.label(codepoint),
        name=names.name(codepoint),
        aliases=tuple(names.aliases(codepoint)),
        block=properties.block(codepoint),
        script=properties.script(codepoint),
        age=properties.age(codepoint),
        category=properties.category(codepoint, unicode),
        escapes=codepoints.escapes(codepoint),
        whitespace=tuple(name for name, members in predicates().items() if codepoint in members),
        unicode=unicode,
        nfkc=codepoints.spell(forms.nfkc([codepoint], unicode)[0]),
        charsmaps={name: codepoints.spell(_made(generations.load(name), char)) for name in generations.catalogue()},
        map=stock,
        family=rows.family.iloc[0] if len(rows) else "",
        cause=rows.cause.iloc[0] if len(rows) else "",
    )
