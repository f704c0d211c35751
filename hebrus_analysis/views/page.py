"""What the page of the report prints: its numbers and tables, each with the command that makes it again."""

from dataclasses import dataclass, replace
from typing import Any, Final

import pandas as pd

from hebrus_analysis import oracle
from hebrus_analysis.charsmap import generations
from hebrus_analysis.divergence import agreement
from hebrus_analysis.divergence.card import card
from hebrus_analysis.divergence.families import FAMILIES, counts, divergent
from hebrus_analysis.tokenization import published
from hebrus_analysis.views import cards, packed, tables, writers

_MEANINGS: Final = {
    "dropped": "the map deletes it; NFKC keeps it",
    "spaced": "the map makes a space of it; NFKC does not",
    "exempt": "the map leaves it alone, though its Unicode knew the character",
    "post-freeze": "NFKC changes it; it is younger than the map, which leaves it alone",
    "other": "anything else",
}
_HASH_DIGITS: Final = 12
#: The trim of chat templates, which is what ports are held against.
_TEMPLATES: Final = "jinja2: trim"


@dataclass(frozen=True)
class Table:
    """A table of the page.

    Attributes:
        caption: what it shows.
        command: what prints it, or writes it, again.
        head: the column headings.
        rows: the cells as text; the first of each row is its heading.
        numeric: which columns hold numbers.
        code: which columns hold a command.
        looks: ``linked`` where the first cell of a row names a card, ``matrix`` where most cells say yes or nothing,
            ``sets`` where the last cell of a row is a long list.
    """

    caption: str
    command: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[bool, ...]
    code: tuple[bool, ...]
    looks: str = ""


@dataclass(frozen=True)
class PageCard:
    """A card of the page.

    Attributes:
        codepoint: ``U+XXXX``, its anchor.
        name: of the character.
        rows: what is said of it.
    """

    codepoint: str
    name: str
    rows: dict[str, str]


def both_readings(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the number of each family as this suite counts and as the published analysis does.

    The published analysis has no exempt family: it counts what the map leaves alone as one thing, so that U+FF5E,
    which is Unicode 1.1, stands among the post-freeze additions. Shape (5, 2), one row per family.

    >>> from hebrus_analysis.divergence.sweep import sweep
    >>> both_readings(sweep()).T.to_dict("list")  # doctest: +NORMALIZE_WHITESPACE
    {'dropped': [30, 30], 'spaced': [15, 15], 'exempt': [1, 0], 'post-freeze': [135, 136], 'other': [0, 0]}
    """
    ours = divergent(frame).family.value_counts().reindex(list(FAMILIES))
    published = ours.copy()
    published["post-freeze"] += published["exempt"]
    published["exempt"] = 0
    return pd.DataFrame({"this suite": ours, "published": published})


def page(frame: pd.DataFrame) -> dict[str, Any]:
    """Return everything that the template prints, but for the figures and the notebooks."""
    numbers = counts(frame)
    return {
        "counts": numbers,
        "freeze": str(frame.attrs["freeze"]),
        "reference": frame.attrs["reference"],
        "charsmap": generations.resolve(frame.attrs["map"]),
        "families": _families_table(frame),
        "readings": both_readings(frame),
        "tally": [(family, numbers[family.replace("-", "_")], _MEANINGS[family]) for family in FAMILIES],
        "cards": _cards(frame),
        "packed": {"facts": packed.facts(frame), "map": packed.charsmap()},
        "divergences": _divergences_table(),
        "generations": [_generations_table(unicode) for unicode in tables.LOCKED_VERSIONS],
        "drift": [
            _plain("What each generation makes of the joiners and marks that were edited by hand", "joiners"),
            _plain("What the next recompile will change: NFKC changes it and no generation knows it", "next-recompile"),
        ],
        "sequences": [
            _plain(
                "Pairs of characters on which map and NFKC part though on each alone they agree, by cause",
                "pair-causes",
            ),
            _plain("The rules of each generation of nmt_nfkc, and how many of them NFKC contradicts", "rules"),
            _plain(
                "How far to look before a text is cut (-1: without bound), and how much comes out that is not final",
                "reach",
            ),
        ],
        "whitespace": [
            _plain(
                "How many members of each whitespace predicate the map keeps, deletes, makes a space of, replaces",
                "actions-by-predicate",
            ),
            _plain(
                "Every code point that is whitespace to anyone, or that the map deletes or makes a space of",
                "whitespace-by-action",
            ),
            _plain("The fewest code points that tell every two predicates apart that differ", "predicate-tells"),
        ],
        "runtimes": [
            _table(
                agreement.against(_TEMPLATES),
                f"Who has which set of spaces, and what a port that trims by it leaves of what {_TEMPLATES} takes, and "
                "takes of what that leaves",
                f'hebrus-analysis compare "{_TEMPLATES}" "go: strings.TrimSpace"',
                "sets",
            ),
            replace(
                _plain(
                    "Who calls what whitespace; equal answers stand under the first who gives them", "predicate-matrix"
                ),
                looks="matrix",
            ),
            _plain(
                "Which Unicode the NFKC of each runtime is, and the code points on which it is no version's",
                "nfkc-lanes",
            ),
        ],
        "tokenizers": [
            _table(
                published.parted(),
                "On how many texts a port, or the other file of a model, gives other ids than the reference, by step",
                "hebrus-analysis tokens --tokenizer FILE --against PORT",
            ),
            _table(
                published.forms(),
                "One form, three functions: the Unicode versions whose form gives all ids of a port",
                "python oracles/capture/install_tokenizers.py --record",
            ),
        ],
        "files": list(tables.TABLES),
        "provenance": oracle.provenance(),
    }


def _families_table(frame: pd.DataFrame) -> Table:
    numbers, readings = counts(frame), both_readings(frame)
    command = "hebrus-analysis families"
    rows = [
        (family, ours, published, _MEANINGS[family], command)
        for family, (ours, published) in zip(readings.index, readings.to_numpy().tolist(), strict=True)
    ]
    for key, meaning in (
        ("divergent", "the sum of the families"),
        ("identical", "the map and NFKC make the same of it"),
        ("population", "code points assigned in this Unicode version: no surrogate, no private use"),
    ):
        rows.append((key, numbers[key], numbers[key], meaning, f"{command} --json | grep {key}"))
    head = ["family", "this suite", "published", "meaning", "reproduce"]
    caption = f"{numbers['map']} against {frame.attrs['reference']} at Unicode {numbers['unicode']}"
    return _table(pd.DataFrame(rows, columns=head), caption, command)


def _divergences_table() -> Table:
    frame = tables.stock_divergences()
    caption = f"All {len(frame):,} divergences; the code point of a row leads to its card"
    return replace(_table(frame, caption, "hebrus-analysis families -o divergences.tsv"), looks="linked")


def _generations_table(unicode: str) -> Table:
    frame = tables.counts_by_map(unicode)
    frame = frame.assign(
        sha256=frame.sha256.str[:_HASH_DIGITS],
        reproduce=[f"hebrus-analysis families --map {name} --unicode {unicode}" for name in frame["map"]],
    ).drop(columns="unicode")
    return _table(frame, f"The {len(frame)} stock maps at Unicode {unicode}", "hebrus-analysis tables -o tables")


def _plain(caption: str, name: str) -> Table:
    return _table(tables.TABLES[name](), caption, "hebrus-analysis tables -o tables")


def _table(frame: pd.DataFrame, caption: str, command: str, looks: str = "") -> Table:
    """Return a frame as a table, its numbers grouped by thousands, a deletion spelled out."""
    numeric = [name != "codepoint" and pd.api.types.is_integer_dtype(frame[name]) for name in frame]
    text = writers.readable(frame)
    for name, is_number in zip(frame, numeric, strict=True):
        if is_number:
            text[name] = [f"{value:,}" for value in frame[name].tolist()]
        elif name in writers.TEXT_COLUMNS:
            text[name] = [value or "(nothing)" for value in text[name]]
    return Table(
        caption=caption,
        command=command,
        head=tuple(map(str, frame.columns)),
        rows=tuple(map(tuple, text.to_numpy().tolist())),
        numeric=tuple(numeric),
        code=tuple(name == "reproduce" for name in frame),
        looks=looks,
    )


def _cards(frame: pd.DataFrame) -> dict[str, list[PageCard]]:
    """Return the card of each divergent code point, by family, then in code point order."""
    found: dict[str, list[PageCard]] = {}
    for codepoint in divergent(frame).sort_values(["family", "codepoint"]).codepoint.tolist():
        one = card(codepoint, frame.attrs["map"], frame.attrs["unicode"])
        rows = {term: text for term, text in cards.rows(one).items() if text and term != "name"}
        found.setdefault(one.family, []).append(PageCard(one.codepoint, one.name, rows))
    return found
