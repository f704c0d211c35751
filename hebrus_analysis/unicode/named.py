"""Look for a part of a name, or for a regular expression, in the names and aliases of many code points."""

import time
from math import prod
from typing import Final

import numpy as np
import regex
from numpy.typing import NDArray

from hebrus_analysis.errors import BadExpression
from hebrus_analysis.unicode import names

#: Seconds that an expression may take over all names; it can backtrack without end.
TIMEOUT: Final = 5.0
#: By how much all counted repetitions of an expression may multiply.
MOST_REPEATED: Final = 100_000
#: What looks around itself, goes backwards or means the ends of the text: anything but a plain group or (?i).
_SEES_OTHERS: Final = regex.compile(r"\(\?(?!:|i\))|\\[AZGK]")
_REPEATED: Final = regex.compile(r"\{(\d*),?(\d*)\}")
_QUOTED: Final = 80


def named(codepoints: NDArray[np.uint32], titles: list[str], pattern: str) -> NDArray[np.bool_]:
    """Tell whose name or alias a pattern is found in, in any case, shape of the code points.

    Args:
        codepoints: any, each once.
        titles: the name of each.
        pattern: a part of a name, or a regular expression.

    Raises:
        BadExpression: it does not compile, or does not end.
    """
    out = _found(pattern, titles)
    aliased = [(at, alias) for at in _places(codepoints) for alias in names.aliases(int(codepoints[at]))]
    by_alias = _found(pattern, [alias for _, alias in aliased])
    out[[at for (at, _), is_found in zip(aliased, by_alias, strict=True) if is_found]] = True
    return out


def _places(codepoints: NDArray[np.uint32]) -> list[int]:
    places: list[int] = np.flatnonzero(np.isin(codepoints, names.aliased())).tolist()
    return places


def _found(pattern: str, texts: list[str]) -> NDArray[np.bool_]:
    if not regex.search(r"[^A-Za-z0-9 <>-]", pattern):  # every name is of such characters, in capitals
        wanted = pattern.upper()
        return np.fromiter((wanted in text for text in texts), dtype=bool, count=len(texts))
    deadline = time.monotonic() + TIMEOUT
    try:
        together = _together(pattern, texts, deadline)
        if together is not None:
            return together
        expression = _compiled(pattern)
        return np.fromiter(
            (bool(expression.search(text, timeout=_left(deadline))) for text in texts), dtype=bool, count=len(texts)
        )
    except TimeoutError:
        raise BadExpression(
            f"the expression {_cut(pattern)} backtracks: the names were not done in {TIMEOUT:g} s; repeat less in it"
        ) from None
    except MemoryError:
        raise BadExpression(
            f"the expression {_cut(pattern)} needs more memory than there is; nest less in it"
        ) from None


def _together(pattern: str, texts: list[str], deadline: float) -> NDArray[np.bool_] | None:
    """Look in all texts at once, a line each, which is far faster; None where an expression may see other lines."""
    if _SEES_OTHERS.search(pattern):
        return None
    expression, lines = _compiled(pattern, regex.MULTILINE), "\n".join(texts)
    out, at = np.zeros(len(texts), dtype=bool), 0
    hits = []
    while texts and (match := expression.search(lines, at, timeout=_left(deadline))):
        if "\n" in match[0]:
            return None
        hits.append(match.start())
        at = lines.find("\n", match.end()) + 1
        if not at:
            break
    ends = np.cumsum([len(text) + 1 for text in texts])
    out[np.searchsorted(ends, hits, side="right")] = True
    return out


def _left(deadline: float) -> float:
    return max(deadline - time.monotonic(), 1e-6)


def _compiled(pattern: str, flags: int = 0) -> "regex.Pattern[str]":
    # A repetition is laid out when it is compiled, so that those of these in each other exhaust memory.
    if prod(max(int(number or 1) for number in ends) or 1 for ends in _REPEATED.findall(pattern)) > MOST_REPEATED:
        raise BadExpression(f"the expression {_cut(pattern)} repeats over {MOST_REPEATED:,} times; names are short")
    # Names are in capitals: only small letters in the expression need the case to be ignored, which takes time.
    small = any(map(str.islower, regex.sub(r"\\[pPN]\{[^}]*\}|\\.", "", pattern)))
    try:
        return regex.compile(pattern, regex.V0 | flags | (regex.IGNORECASE if small else 0))
    except (regex.error, OverflowError, RecursionError, ValueError) as error:
        raise BadExpression(
            f"{_cut(pattern)} is no regular expression: {error}; put a backslash before a character that stands for "
            "itself"
        ) from None


def _cut(pattern: str) -> str:
    """Return an expression as a message quotes it, its beginning where it is long."""
    return repr(pattern) if len(pattern) <= _QUOTED else f"{pattern[:_QUOTED]!r}..."
