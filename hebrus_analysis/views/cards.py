"""The card of a character as labelled text and as HTML; two of them, as the lines on which they differ."""

import re
from collections.abc import Mapping
from typing import Final

from hebrus_analysis.divergence.card import Card
from hebrus_analysis.unicode import properties
from hebrus_analysis.views.templates import template

_NAMED: Final = 8


def verdict(card: Card) -> str:
    """Say in which family the map and its reference part on it and why, or that they agree."""
    if card.family:
        return f"{card.family}: {card.cause}"
    if not card.age or properties.key(card.age) > properties.key(card.unicode):
        return f"not assigned in Unicode {card.unicode}, so not counted"
    return f"agrees with its reference at {card.unicode}"


def rows(card: Card) -> dict[str, str]:
    """Return all lines of a card, label to text, "" for nothing: its map's verdict, the facts, and each rule.

    >>> from hebrus_analysis.divergence.card import card
    >>> rows(card(0x200D))["nmt_nfkc"]
    'itself @0.1.7 @0.2.0 @0.2.1 @0.2.2 @0.2.3; U+0020 @0.1.95'
    """
    made: dict[str, dict[str, list[str]]] = {}
    for name, result in card.charsmaps.items():
        rule, _, wheel = name.partition("@")
        made.setdefault(rule, {}).setdefault(_made(card, result), []).append(f"@{wheel}")
    return {
        "name": card.name or "(no name)",
        card.map: verdict(card),
        "character": _glyph(card),
        "aliases": ", ".join(card.aliases),
        "block": card.block,
        "script": card.script,
        "age": f"Unicode {card.age}" if card.age else "not assigned",
        "category": card.category,
        **card.escapes,
        "whitespace for": _callers(card.whitespace),
        f"NFKC {card.unicode}": _made(card, card.nfkc),
        **{rule: "; ".join(f"{text} {' '.join(by)}" for text, by in results.items()) for rule, results in made.items()},
    }


def differing(one: Card, other: Card) -> dict[str, tuple[str, str]]:
    """Return the lines on which two cards of one map and Unicode version differ, label to both texts.

    How to write the two is left out, for that always differs.

    >>> from hebrus_analysis.divergence.card import card
    >>> list(differing(card(0x200C), card(0x200D)))
    ['name', 'aliases', 'whitespace for', 'nmt_nfkc', 'nmt_nfkc_cf']
    """
    first, second = rows(one), rows(other)
    return {
        label: (text, second[label])
        for label, text in first.items()
        if text != second[label] and label not in (*one.escapes, "character")
    }


def page(card: Card) -> str:
    """Return a card as HTML that can stand inside a page.

    Raises:
        MissingPackage: jinja2 is not installed.
    """
    return _table([card.codepoint], {label: (text,) for label, text in rows(card).items() if text})


def compared(one: Card, other: Card) -> str:
    """Return two cards side by side as HTML, only the lines that differ.

    Raises:
        MissingPackage: jinja2 is not installed.
    """
    return _table([one.codepoint, other.codepoint], differing(one, other))


def shown(spelled: str) -> str:
    """Show a spelled text so that nothing is visible as nothing.

    >>> shown(""), shown("U+0020")
    ('(deleted)', 'U+0020')
    """
    return spelled or "(deleted)"


def _made(card: Card, spelled: str) -> str:
    """Show what is made of a character; ``itself`` is the same of two characters that are both kept."""
    return "itself" if spelled == card.codepoint else shown(spelled)


def _glyph(card: Card) -> str:
    """Return the character itself where it can be seen, a mark on a dotted circle."""
    char = chr(int(card.codepoint[2:], 16))
    return {"L": char, "N": char, "P": char, "S": char, "M": f"\u25cc{char}"}.get(card.category[0], "")


def _callers(names: tuple[str, ...]) -> str:
    """Name who calls a character whitespace; where these are many, the runtimes that they are of."""
    if len(names) <= _NAMED:
        return ", ".join(names) or "nobody that was asked"
    runtimes = ", ".join(dict.fromkeys(re.split(": | of ", name)[0] for name in names))
    return f"{len(names)} predicates and trims, of {runtimes}; `hebrus-analysis whitespace --json` has each"


def _table(codepoints: list[str], lines: Mapping[str, tuple[str, ...]]) -> str:
    html: str = template("cards.html.jinja").render(codepoints=codepoints, lines=lines)
    return html
