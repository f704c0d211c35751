"""Implementations that make ids of text from a tokenizer file, behind one face: a batch of texts in one call.

No special tokens are added; literals of special tokens in a text are what each implementation makes of them unasked.
"""

import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from hebrus_analysis.errors import UnknownName
from hebrus_analysis.runtimes import python
from hebrus_analysis.runtimes.places import PROGRAMS, installed, on_path
from hebrus_analysis.runtimes.program import Died, Program
from hebrus_analysis.runtimes.runtime import Failure, NotInstalled, each, failed

Ids = tuple[int, ...]
Encode = Callable[[Sequence[str]], "list[Ids | Failure]"]
#: Texts that go to a program in one line.
_BATCH: Final = 2048
#: What names the class of a tokenizer, beside its file.
CONFIG: Final = "tokenizer_config.json"


@dataclass(frozen=True)
class Encoder:
    """An implementation with one file loaded.

    Attributes:
        name: what the registry calls it.
        version: its own.
        encode: a batch of texts to ids.
        close: end it.
    """

    name: str
    version: str
    encode: Encode
    close: Callable[[], None] = lambda: None


class NotForThis(NotInstalled):
    """An implementation that is here, and cannot load this file; the message says why."""


def _each(function: Callable[[str], Sequence[int]]) -> Encode:
    def ids(text: str) -> Ids:
        return tuple(function(text))

    encode = each(ids)

    def quietly(texts: Sequence[str]) -> list[Ids | Failure]:
        with python.silenced():
            return encode(texts)

    return quietly


def _tokenizers(path: Path, container: str) -> Encoder:
    package = python.imported("tokenizers")
    if container != "tokenizer.json":
        raise NotForThis("tokenizers reads no spiece.model")
    loaded = _load(lambda: package.Tokenizer.from_str(path.read_text(encoding="utf-8-sig")))
    # A file may ask for padding and cutting, which say nothing about text.
    loaded.no_padding()
    loaded.no_truncation()
    return Encoder(
        "tokenizers", version("tokenizers"), _each(lambda text: loaded.encode(text, add_special_tokens=False).ids)
    )


def _sentencepiece(path: Path, container: str) -> Encoder:
    if container != "spiece.model":
        raise NotForThis("SentencePiece reads no tokenizer.json")
    loaded = _load(lambda: python.processor(path.read_bytes()))
    return Encoder("sentencepiece", version("sentencepiece"), _each(loaded.EncodeAsIds))


def _kitoken(path: Path, container: str) -> Encoder:
    package = python.imported("kitoken").Kitoken
    load = package.from_tokenizers_file if container == "tokenizer.json" else package.from_sentencepiece_file
    loaded = _load(lambda: load(str(path)))
    # Told to do as the reference of the container does with the literal of a special token in a text.
    literals = container == "tokenizer.json"
    return Encoder("kitoken", version("kitoken"), _each(lambda text: loaded.encode(text, encode_specials=literals)))


def _onnxruntime(path: Path, container: str) -> Encoder:
    package, numpy = python.imported("onnxruntime_extensions"), python.imported("numpy")
    if container == "tokenizer.json":
        return _onnxruntime_json(path)
    loaded = _load(lambda: package.OrtPyFunction.from_customop("SentencepieceTokenizer", model=path.read_bytes()))
    nbest, alpha, off = numpy.zeros(1, numpy.int64), numpy.zeros(1, numpy.float32), numpy.zeros(1, bool)

    def encode(text: str) -> list[int]:
        made = loaded(numpy.array([text]), nbest, alpha, off, off, off, off)
        return [int(number) for number in (made[0] if isinstance(made, list | tuple) else made).ravel()]

    return Encoder("onnxruntime-extensions", version("onnxruntime-extensions"), _each(encode))


def _onnxruntime_json(path: Path) -> Encoder:
    """Load a folder of a tokenizer.json and the class of its tokenizer_config.json, which this library goes by."""
    package = python.imported("onnxruntime_extensions.pp_api")
    unigram = json.loads(path.read_text(encoding="utf-8-sig"))["model"].get("type") == "Unigram"
    beside = path.with_name(CONFIG)
    named = json.loads(beside.read_text(encoding="utf-8-sig")).get("tokenizer_class") if beside.is_file() else None
    # A class of Python that it does not know is loaded as the general one, and Unigram as the one that adds nothing.
    classes = ["XLMRobertaTokenizer"] if unigram else [*filter(None, [named]), "PreTrainedTokenizerFast"]
    for number, each_class in enumerate(classes, 1):
        with TemporaryDirectory() as folder:
            shutil.copy(path, Path(folder) / "tokenizer.json")
            config = {"tokenizer_class": each_class, "add_bos_token": False, "add_eos_token": False}
            (Path(folder) / CONFIG).write_text(json.dumps(config), encoding="utf-8")
            try:
                loaded = _load(partial(package.Tokenizer, folder))
            except NotForThis:
                if number == len(classes):
                    raise
                continue
            break
    return Encoder("onnxruntime-extensions", version("onnxruntime-extensions"), _each(loaded.tokenize))


def _javascript(path: Path, container: str) -> Encoder:
    module = installed("npm-hf-tokenizers/node_modules/@huggingface/tokenizers/dist/tokenizers.cjs")
    if container != "tokenizer.json":
        raise NotForThis("@huggingface/tokenizers reads no spiece.model")
    program = Program([on_path("node"), str(PROGRAMS / "tokens.js"), module, str(path)])
    try:
        about = program.request(ask="about")["version"]
    except Died as error:
        raise NotForThis(f"@huggingface/tokenizers does not load it: {error}") from None

    def encode(texts: Sequence[str]) -> list[Ids | Failure]:
        answers: list[Ids | Failure] = []
        for start in range(0, len(texts), _BATCH):
            part = list(texts[start : start + _BATCH])
            try:
                said = program.request(ask="encode", strings=part)["ids"]
                answers += [Failure(one) if isinstance(one, str) else tuple(one) for one in said]
            except Died as error:
                answers += [Failure(str(error))] * len(part)
        return answers

    return Encoder("hf-tokenizers", str(about), encode, program.close)


def _load(load: Callable[[], Any]) -> Any:
    try:
        with python.silenced():
            return load()
    except BaseException as error:  # a panic of Rust is no Exception
        raise NotForThis(failed(error).message) from None


#: The reference of each container first.
ENCODERS: Final[dict[str, Callable[[Path, str], Encoder]]] = {
    "tokenizers": _tokenizers,
    "sentencepiece": _sentencepiece,
    "kitoken": _kitoken,
    "onnxruntime-extensions": _onnxruntime,
    "hf-tokenizers": _javascript,
}


def reference(container: str) -> str:
    """Return whose ids are those of a container."""
    return "tokenizers" if container == "tokenizer.json" else "sentencepiece"


def encoder(name: str, path: Path | str, container: str) -> Encoder:
    """Load a file into an implementation.

    Raises:
        UnknownName: no such implementation; the message lists all.
        NotInstalled: it is not here, or it does not load this file; the message says why.
    """
    if name not in ENCODERS:
        raise UnknownName("implementation of tokenizers", name, ENCODERS)
    return ENCODERS[name](Path(path), container)
