"""Whitespace predicates and trims as source code, to paste into other languages.

Each file is one predicate over a decoded code point and three trims over UTF-8 bytes, by the policy of
`unicode.trims`: an ill-formed sequence is never whitespace, is kept and stops a trim.
"""

import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from hebrus_analysis import oracle
from hebrus_analysis.errors import UnknownName
from hebrus_analysis.runtimes import recorded
from hebrus_analysis.unicode.codepoints import label, parse_range, spans
from hebrus_analysis.unicode.names import name
from hebrus_analysis.unicode.trims import RULES, Rule
from hebrus_analysis.views.templates import template

#: The file that each language's template makes, as its compiler wants it named.
LANGUAGES: Final = {
    "c": "whitespace.h",
    "rust": "whitespace.rs",
    "csharp": "Whitespace.cs",
    "go": "whitespace.go",
    "java": "Whitespace.java",
    "javascript": "whitespace.mjs",
    "python": "whitespace.py",
}
_NAMED: Final = 3
#: The rules that are a set of code points; a bytewise rule is a fault to find, not code to paste.
EXPORTED: Final = ("python-strip", "white-space", "ecmascript", "ascii", "ascii-no-vt")


@dataclass(frozen=True)
class Range:
    """Neighbouring members of a rule.

    Attributes:
        first: the first code point as hexadecimal digits.
        last: the last one, equal to the first where there is one alone.
        names: the names of both, for a comment.
    """

    first: str
    last: str
    names: str


def export(rule: str, language: str) -> str:
    """Return the source code of one rule in one language.

    Raises:
        UnknownName: no such language, or no such rule of code points; the message lists all.
        MissingPackage: jinja2 is not installed.

    >>> print(export("ascii", "python").splitlines()[0])
    \"\"\"Whitespace by the rule ascii: the six of C isspace, as code points.
    """
    if language not in LANGUAGES:
        raise UnknownName("language", language, LANGUAGES)
    if rule not in EXPORTED:
        raise UnknownName("rule of code points", rule, EXPORTED)
    found = RULES[rule]
    members = found.codepoints or frozenset()
    longest = len(chr(max(members)).encode())
    text: str = template(f"export/{LANGUAGES[language]}.jinja", is_html=False).render(
        ranges=ranges(members), longest=longest, header=_header(found, language)
    )
    return text


def _header(rule: Rule, language: str) -> list[str]:
    """Return what a reader of the pasted code must know, line by line."""
    return [
        f"Whitespace by the rule {rule.name}: {rule.title}.",
        "",
        f"{len(rule.codepoints or ())} code points.",
        f"Source: {rule.source}.",
        *_equal(rule),
        "Bytes are UTF-8, well-formed or not: an ill-formed sequence is never whitespace, is kept and stops a trim.",
        "",
        "Made by hebrus-analysis from the oracles with the manifest",
        f"{oracle.provenance()['oracles']} (SHA-256). Make it again:",
        f"hebrus-analysis export whitespace --rule {rule.name} --lang {language}",
    ]


def _equal(rule: Rule) -> list[str]:
    """Name some of the recorded runtimes that take exactly these code points, with their versions."""
    known = recorded.predicates().items()
    # A backslash would be an escape in some language's comment.
    same = [name for name, members in known if members == rule.codepoints and "\\" not in name]
    first = {name.partition(": ")[0]: name for name in same[::-1]}
    shown = [f"{name} ({recorded.record(runtime).version})" for runtime, name in sorted(first.items())[:_NAMED]]
    return textwrap.wrap(f"The same set, every value asked: {', '.join(shown)}.", 110) if shown else []


def ranges(members: Iterable[int]) -> list[Range]:
    """Return a set of code points as ascending ranges, with names."""
    found = []
    for span in map(parse_range, spans(members)):
        first, last = span[0], span[-1]
        names = name(first) if first == last else f"{name(first)}..{name(last)}"
        found.append(Range(label(first)[2:], label(last)[2:], names))
    return found
