"""The Python that runs this, and packages for Python that work on one text at a time."""

import os
import platform
import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib.metadata import version
from typing import Any, cast

from hebrus_analysis.runtimes.runtime import FORMS, NotInstalled, Runtime, each, each_is


def cpython() -> Runtime:
    """The standard library of this interpreter."""
    return Runtime(
        "cpython",
        f"{platform.python_implementation()} {platform.python_version()}",
        unicodedata.unidata_version,
        {
            "str.isspace": each_is(str.isspace),
            "str.split": each_is(lambda char: len(f"x{char}x".split()) > 1),
            "str.splitlines": each_is(lambda char: len(f"x{char}x".splitlines()) > 1),
            r"re \s": each_is(re.compile(r"\s").match),
            r"re \s ASCII": each_is(re.compile(r"\s", re.ASCII).match),
        },
        {
            "str.strip": each(str.strip),
            "str.lstrip": each(str.lstrip),
            "str.rstrip": each(str.rstrip),
            "bytes.strip": each(lambda text: text.encode().strip().decode(errors="surrogateescape")),
        },
        {form: each(partial(unicodedata.normalize, form)) for form in FORMS},
    )


def jinja() -> Runtime:
    """Jinja2, which trims every chat template."""
    jinja2 = imported("jinja2")
    environment = jinja2.Environment()
    return Runtime("jinja2", version("jinja2"), "", trims={"trim": each(partial(environment.call_filter, "trim"))})


def regex() -> Runtime:
    """The regex package, which carries its own Unicode tables."""
    package = imported("regex")
    patterns = {
        r"\s": r"\s",
        r"\s ASCII": r"(?a)\s",
        r"\p{White_Space}": r"\p{White_Space}",
        "[[:space:]]": "(?V1)[[:space:]]",
    }
    return Runtime(
        "regex",
        version("regex"),
        "",
        {name: each_is(package.compile(pattern).match) for name, pattern in patterns.items()},
    )


def unicodedata2() -> Runtime:
    """The unicodedata of a newer Unicode, as a package."""
    package = imported("unicodedata2")
    return Runtime(
        "unicodedata2",
        version("unicodedata2"),
        package.unidata_version,
        normalizers={form: each(partial(package.normalize, form)) for form in FORMS},
    )


def pyunormalize() -> Runtime:
    """Normalization written in Python."""
    package = imported("pyunormalize")
    return Runtime(
        "pyunormalize",
        version("pyunormalize"),
        package.UCD_VERSION,
        normalizers={form: each(getattr(package, form)) for form in FORMS},
    )


def tokenizers() -> Runtime:
    """Hugging Face tokenizers: its normalizers, its pre-tokenizers and its regex engine."""
    package = imported("tokenizers")
    strip, bert = package.normalizers.Strip, package.normalizers.BertNormalizer
    clean = bert(clean_text=True, handle_chinese_chars=False, strip_accents=False, lowercase=False).normalize_str
    split = package.pre_tokenizers.Split
    return Runtime(
        "tokenizers",
        version("tokenizers"),
        "",
        {
            "WhitespaceSplit": each_is(partial(_splits, package.pre_tokenizers.WhitespaceSplit())),
            r"Split \s": each_is(partial(_splits, split(package.Regex(r"\s"), "removed"))),
            r"Split \p{White_Space}": each_is(partial(_splits, split(package.Regex(r"\p{White_Space}"), "removed"))),
            "BertNormalizer makes a space": each_is(lambda char: clean(char) == " "),
            "BertNormalizer deletes": each_is(lambda char: clean(char) == ""),
        },
        {
            "Strip": each(strip().normalize_str),
            "Strip left": each(strip(left=True, right=False).normalize_str),
            "Strip right": each(strip(left=False, right=True).normalize_str),
        },
        {form: each(getattr(package.normalizers, form)().normalize_str) for form in FORMS},
    )


def sentencepiece() -> Runtime:
    """SentencePiece under ``identity`` and under each generation: what becomes a space, and what it takes off."""
    package = imported("sentencepiece")
    from sentencepiece import sentencepiece_model_pb2

    from hebrus_analysis.charsmap import generations

    def normalizer(blob: bytes, trims: bool) -> Any:
        return package.SentencePieceNormalizer(
            normalizer_spec=cast(Any, sentencepiece_model_pb2).NormalizerSpec(precompiled_charsmap=blob),
            add_dummy_prefix=False,
            escape_whitespaces=False,
            remove_extra_whitespaces=trims,
        )

    blobs = {"identity": b""} | {name: generations.load(name).blob for name in generations.catalogue()}
    return Runtime(
        "sentencepiece",
        version("sentencepiece"),
        "",
        {f"{name} makes a space": partial(_spaced, normalizer(blob, False)) for name, blob in blobs.items()},
        {name: partial(_normalized, normalizer(blob, True)) for name, blob in blobs.items()},
    )


@contextmanager
def silenced() -> Iterator[None]:
    """Keep what a library's own code writes to standard error out of the way: what went wrong is said once, by us."""
    kept = os.dup(2)
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def processor(content: bytes) -> Any:
    """Return SentencePiece with a model loaded; what it has to say of one without a map is not printed.

    Raises:
        NotInstalled: sentencepiece is not there.
        RuntimeError: it does not load the model.
    """
    package = imported("sentencepiece")
    package.set_min_log_level(1)
    return package.SentencePieceProcessor(model_proto=content)


def _splits(pre_tokenizer: Any, char: str) -> bool:
    return len(pre_tokenizer.pre_tokenize_str(f"x{char}x")) > 1


def _spaced(normalizer: Any, chars: Any) -> list[Any]:
    return [made == "x x" for made in normalizer.Normalize([f"x{char}x" for char in chars])]


def _normalized(normalizer: Any, texts: Any) -> list[Any]:
    return list(normalizer.Normalize(list(texts)))


def imported(name: str) -> Any:
    """Return a package of Python.

    Raises:
        NotInstalled: it is not there; the message says how to get it.
    """
    import importlib

    try:
        return importlib.import_module(name)
    except ImportError:
        raise NotInstalled(f"run `pip install {name}`") from None
