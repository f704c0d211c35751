"""What a search found: in a sentence, as a literal to paste, and as files that say what they are."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pandas as pd

from hebrus_analysis import oracle
from hebrus_analysis.charsmap.rebuild import rules_tsv
from hebrus_analysis.errors import NothingFound, NotWritable, UnknownName
from hebrus_analysis.unicode.codepoints import escapes, label
from hebrus_analysis.views import export, writers
from hebrus_analysis.views.templates import template

#: The columns that a reader is shown, and that a table on file has.
COLUMNS: Final = (
    "codepoint",
    "name",
    "age",
    "category",
    "block",
    "script",
    "charsmap",
    "reference",
    "action",
    "family",
    "cause",
)
#: How a literal of each language begins and ends.
_QUOTES: Final = {"Python": '"', "C": '"', "Rust": '"', "JavaScript": '"', "HTML": ""}
NOTATIONS: Final = ("U+XXXX", *_QUOTES)


def said(found: pd.DataFrame, shown: int | None = None) -> str:
    """Say how many code points of how many were found, and how many of them are shown.

    >>> from hebrus_analysis.divergence.search import search
    >>> said(search(name="joiner", category="Cf"), shown=2)
    '5 of 149,251 code points of Unicode 15.0; the first 2 are shown'
    """
    unicode = found.attrs["unicode"]
    numbers = f"{len(found):,} of {found.attrs['population']:,} code points of Unicode {unicode}"
    if found.attrs["unassigned"]:
        numbers += f"; the two differ on {found.attrs['unassigned']:,} more that it does not assign"
    return numbers if shown is None or len(found) <= shown else f"{numbers}; the first {shown:,} are shown"


def columns(found: pd.DataFrame) -> list[str]:
    """Return what a reader is shown of a search: `COLUMNS`, and how two implementations differ where that was asked."""
    return [*COLUMNS, *found.columns.intersection(["differ"])]


def copied(found: pd.DataFrame, notation: str) -> str:
    r"""Return the code points in one notation, as one text to paste: a literal, or U+XXXX with blanks between.

    Raises:
        UnknownName: no such notation; the message lists all.
        NotWritable: the notation has no way to write one of them.

    >>> from hebrus_analysis.divergence.search import search
    >>> joiners = search(codepoints="U+200C..U+200D")
    >>> print(copied(joiners, "U+XXXX"), copied(joiners, "Rust"), copied(joiners, "HTML"))
    U+200C U+200D "\u{200C}\u{200D}" &#x200C;&#x200D;
    """
    if notation not in NOTATIONS:
        raise UnknownName("notation", notation, NOTATIONS)
    codepoints = found.codepoint.tolist()
    if notation not in _QUOTES:
        return " ".join(map(label, codepoints))
    written = [escapes(codepoint)[notation] for codepoint in codepoints]
    if "" in written:
        named = [label(codepoint) for codepoint, text in zip(codepoints, written, strict=True) if not text]
        raise NotWritable(f"{notation} has no escape for {' '.join(named)}; leave these out, or write them raw")
    return _QUOTES[notation] + "".join(written) + _QUOTES[notation]


def call(found: pd.DataFrame) -> str:
    """Return the call of `search` that finds the same, in ASCII.

    >>> from hebrus_analysis.divergence.search import search
    >>> call(search(block="Specials", category="Cf"))
    "search('nmt_nfkc@0.1.95', '15.0', block='Specials', category='Cf')"
    """
    query = {key: value[0] if len(value) == 1 else value for key, value in found.attrs["query"].items()}
    facts = (ascii(found.attrs["map"]), ascii(found.attrs["unicode"]))
    return f"search({', '.join([*facts, *(f'{key}={value!a}' for key, value in query.items())])})"


def provenance(found: pd.DataFrame, form: str) -> dict[str, str]:
    """Return what a reader of a file must know to judge it and to make it again."""
    return {
        "map": found.attrs["map"],
        "sha256": found.attrs["sha256"],
        "measured against": f"{found.attrs['reference']} of Unicode {found.attrs['unicode']}",
        "found": f"{len(found):,} of {found.attrs['population']:,} assigned code points",
        "query": call(found),
        "oracles": f"{oracle.provenance()['oracles']} (SHA-256 of the manifest)",
        "make it again": f"from hebrus_analysis.divergence.search import search; "
        f"from hebrus_analysis.views import found; print(found.written({call(found)}, {form!r}), end='')",
    }


def form_of(path: Path) -> str:
    """Return the form that the ending of a file names.

    Raises:
        UnknownName: it names none; the message lists all.

    >>> form_of(Path("spaces.rs"))
    'rust'
    """
    endings = {Path(name).suffix: form for form, name in reversed(FILES.items())}
    if path.suffix not in endings:
        raise UnknownName("file ending", path.suffix, endings)
    return endings[path.suffix]


def written(found: pd.DataFrame, form: str) -> str:
    """Return what was found as the content of a file whose header says what it is.

    Args:
        found: what `search` returns.
        form: one of `FILES`. ``c`` and ``rust`` are the set, as ranges and a test of membership; ``map rules`` and
            ``reference rules`` are for ``--normalization_rule_tsv`` of SentencePiece: what the map, or what its
            reference, changes of what was found, rule by rule.

    Raises:
        UnknownName: no such form; the message lists all.
        NothingFound: there is no row, or no rule.
        MissingPackage: C and Rust without jinja2.
    """
    if form not in _FORMS:
        raise UnknownName("form", form, _FORMS)
    if not len(found):
        raise NothingFound(f"{call(found)} finds no code point, so there is nothing to write; ask for more")
    return _FORMS[form](found, [f"{key}: {value}" for key, value in provenance(found, form).items()])


def write(found: pd.DataFrame, form: str, path: Path) -> None:
    """Write the same to a file, whole or not at all.

    Raises:
        UnknownName, NothingFound, MissingPackage: as `written`.
    """
    writers.write_text(path, written(found, form))


def _commented(found: pd.DataFrame, header: list[str], table: Callable[[pd.DataFrame], str]) -> str:
    return "".join(f"# {line}\n" for line in header) + table(found[columns(found)])


def _tsv(found: pd.DataFrame, header: list[str]) -> str:
    return _commented(found, header, writers.tsv)


def _csv(found: pd.DataFrame, header: list[str]) -> str:
    return _commented(found, header, writers.csv)


def _json(found: pd.DataFrame, header: list[str]) -> str:
    rows = json.loads(writers.json_records(found[columns(found)]))
    head = dict(line.split(": ", 1) for line in header)
    return json.dumps({"provenance": head, "rows": rows}, indent=1, ensure_ascii=False) + "\n"


def _c(found: pd.DataFrame, header: list[str]) -> str:
    return _code("code_points.h", found, header)


def _rust(found: pd.DataFrame, header: list[str]) -> str:
    return _code("code_points.rs", found, header)


def _code(name: str, found: pd.DataFrame, header: list[str]) -> str:
    ranges = export.ranges(found.codepoint.tolist())
    text: str = template(f"export/{name}.jinja", is_html=False).render(header=header, ranges=ranges)
    return text


def _map_rules(found: pd.DataFrame, header: list[str]) -> str:
    return _rules(found, header, "charsmap")


def _reference_rules(found: pd.DataFrame, header: list[str]) -> str:
    return _rules(found, header, "reference")


def _rules(found: pd.DataFrame, header: list[str], column: str) -> str:
    """Write rules with the header in the first one's third column: SentencePiece ignores that, and takes no comment."""
    chars = map(chr, found.codepoint.tolist())
    changed = [(char, made) for char, made in zip(chars, found[column], strict=True) if made != char]
    if not changed:
        one, other = ("map", "reference") if column == "charsmap" else ("reference", "map")
        raise NothingFound(
            f"the {one} changes none of the {len(found):,} code points found, so it has no rule to write; "
            f"write {other} rules, or find more"
        )
    first, *rest = rules_tsv(dict(changed)).splitlines()
    return "\n".join([f"{first}\t# {'; '.join(header)}", *rest]) + "\n"


_FORMS: Final[dict[str, Callable[[pd.DataFrame, list[str]], str]]] = {
    "tsv": _tsv,
    "csv": _csv,
    "json": _json,
    "c": _c,
    "rust": _rust,
    "map rules": _map_rules,
    "reference rules": _reference_rules,
}
#: The forms of `written`, and what a file of each is called.
FILES: Final = {
    "tsv": "found.tsv",
    "csv": "found.csv",
    "json": "found.json",
    "c": "code_points.h",
    "rust": "code_points.rs",
    "map rules": "map-rules.tsv",
    "reference rules": "reference-rules.tsv",
}
