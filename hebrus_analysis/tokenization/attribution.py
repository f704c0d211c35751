"""The step at which an implementation that shows ids alone parts from the reference of a file.

The steps are taken out of the file one after the other, from the first on, and what the reference makes of a text by
them is put in their place. The step without which both give the same ids is the one that the implementation does in
another way; where even the bare model gives other ids, it is the model. Each answer is of the implementation itself,
run on the shortened file; and a cut counts only where the reference gives its own ids across it.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from hebrus_analysis.charsmap import model_proto
from hebrus_analysis.runtimes.encoders import CONFIG, Encoder, Ids, encoder, reference
from hebrus_analysis.runtimes.python import imported, processor
from hebrus_analysis.runtimes.runtime import Failure, NotInstalled
from hebrus_analysis.tokenization import document
from hebrus_analysis.tokenization.trace import parted, trace

_MEMBERS: Final = {"normalizer": "normalizers", "pre_tokenizer": "pretokenizers"}
#: The longest part of a text that is tried as the shortest on which two differ.
_LONGEST: Final = 12

Answer = Ids | Failure


@dataclass(frozen=True)
class _Cut:
    """A file without its first steps.

    Attributes:
        step: the last of the steps that are left out.
        content: the file without them.
        pieces: what the reference makes of a text by the steps that are left out.
        own: whether the reference's ids may be others than before.
    """

    step: str
    content: bytes
    pieces: Callable[[str], Sequence[str]]
    own: bool = False


def steps(texts: Sequence[str], path: Path | str, other: str | Path) -> list[str]:
    """Return for each text the step at which a file, or an implementation, parts from the reference; "" if nowhere.

    Between two files it is the stage: ``normalizer``, ``pre_tokenizer``, ``model``, ``ids``. Of an implementation it is
    the step: ``added_tokens``, ``normalizer: NFC``, ``pre_tokenizer: Split``, ``model``; the last one, where it does
    several in another way; several joined by " + ", where no cut between these can be made.

    Args:
        texts: what to ask.
        path: the file.
        other: another file of the same model, or the name of an implementation.

    Raises:
        MalformedContainer, MalformedCharsmap, NoCharsmap, MalformedTokenizer: a file cannot be used.
        UnknownName: no such implementation; the message lists all.
        NotInstalled: it is not here, or it does not load the file.
    """
    if Path(other).is_file():
        return [parted(trace(text, path), trace(text, other)) for text in texts]
    found = document.read(path)
    said = [""] * len(texts)
    # Place of a text that is not answered yet: steps since the last cut at which the two could be held together.
    waiting: dict[int, list[str]] = {place: [] for place in range(len(texts))}
    expected: dict[int, Answer] = {}
    with TemporaryDirectory() as folder:
        shortened = Path(folder) / Path(path).name
        if (beside := Path(path).with_name(CONFIG)).is_file():
            (Path(folder) / CONFIG).write_bytes(beside.read_bytes())
        cuts = _of_model(found.data) if found.json is None else _of_json(found.data, str(other), shortened)
        for cut in cuts:
            shortened.write_bytes(cut.content)
            pieces = {place: cut.pieces(texts[place]) for place in waiting}
            try:
                one = _ids(reference(found.spec.container), shortened, found.spec.container, pieces)
                two = _ids(str(other), shortened, found.spec.container, pieces)
            except NotInstalled:
                if not cut.step:
                    raise
                one, two = {}, {}  # it does not load a file without these steps
            if cut.own:
                expected.update(one)
            for place in list(waiting):
                if place not in one or one[place] != expected[place]:
                    waiting[place].append(cut.step)
                elif one[place] == two[place]:
                    said[place] = " + ".join([*waiting.pop(place), cut.step])
                else:
                    waiting[place].clear()
            if not waiting:
                break
    for place, untold in waiting.items():
        said[place] = " + ".join([*untold, "model"])
    return said


def shortest(text: str, one: Encoder, other: Encoder) -> str:
    """Return the shortest part of a text of which two implementations make other ids; the text if none is short."""
    for size in range(1, min(_LONGEST, len(text))):
        parts = list(dict.fromkeys(text[start : start + size] for start in range(len(text) - size + 1)))
        for part, first, second in zip(parts, one.encode(parts), other.encode(parts), strict=True):
            if first != second:
                return part
    return text


def _ids(name: str, path: Path, container: str, pieces: dict[int, Sequence[str]]) -> dict[int, Answer]:
    """Return the ids of each text's pieces, one after the other."""
    opened = encoder(name, path, container)
    try:
        answers = iter(opened.encode([piece for row in pieces.values() for piece in row]))
        return {place: _joined([next(answers) for _ in row]) for place, row in pieces.items()}
    finally:
        opened.close()


def _joined(answers: Sequence[Answer]) -> Answer:
    failures = [each for each in answers if isinstance(each, Failure)]
    return (
        failures[0]
        if failures
        else tuple(number for each in answers if not isinstance(each, Failure) for number in each)
    )


def _of_json(data: bytes, other: str, path: Path) -> Iterator[_Cut]:
    """Yield the cuts of a tokenizer.json: whole, without added tokens, then without one step after the other."""
    content = json.loads(data.decode("utf-8-sig"))
    yield _Cut("", data, lambda text: [text], own=True)
    bare = content | {"added_tokens": [], "post_processor": None}
    path.write_bytes(json.dumps(bare).encode())
    try:
        encoder(other, path, "tokenizer.json").close()
    except NotInstalled:
        pass  # it needs them, so they stay
    else:
        content = bare
        yield _Cut("added_tokens", path.read_bytes(), lambda text: [text], own=True)
    done: dict[str, list[dict[str, Any]]] = {stage: [] for stage in _MEMBERS}
    for stage, members in _MEMBERS.items():
        left = list(document.flatten(content[stage], members, stage))
        while left:
            done[stage].append(left.pop(0))
            content[stage] = {"type": "Sequence", members: left} if left else None
            step = f"{stage}: {done[stage][-1]['type']}"
            yield _Cut(step, json.dumps(content).encode(), _by_tokenizers(done))


def _by_tokenizers(done: dict[str, list[dict[str, Any]]]) -> Callable[[str], Sequence[str]]:
    """Return what the reference makes of a text by these steps."""
    built: dict[str, Any] = {
        stage: {"type": "Sequence", members: done[stage]} for stage, members in _MEMBERS.items() if done[stage]
    }
    model = {"type": "WordLevel", "vocab": {"": 0}, "unk_token": ""}
    loaded = imported("tokenizers").Tokenizer.from_str(json.dumps({"version": "1.0", **built, "model": model}))

    def pieces(text: str) -> Sequence[str]:
        normalized = loaded.normalizer.normalize_str(text) if loaded.normalizer else text
        if not loaded.pre_tokenizer:
            return [normalized]
        return [piece for piece, _ in loaded.pre_tokenizer.pre_tokenize_str(normalized)]

    return pieces


def _of_model(data: bytes) -> Iterator[_Cut]:
    """Yield the cuts of a spiece.model: whole, without its map, without its whitespace flags too."""
    yield _Cut("", data, lambda text: [text], own=True)
    flags = ("add_dummy_prefix", "remove_extra_whitespaces")
    model = model_proto.parse(data)
    if model.normalizer_spec.precompiled_charsmap:
        mapping = model_proto.parse(data)
        for flag in (*flags, "escape_whitespaces"):
            setattr(mapping.normalizer_spec, flag, False)
        mapped = _normalizer(mapping)
        model.normalizer_spec.ClearField("precompiled_charsmap")
        model.normalizer_spec.name = b"identity"
        yield _Cut("normalizer: the map", model.SerializeToString(), lambda text: [mapped(text)])
    normalized = _normalizer(model_proto.parse(data))
    for flag in flags:
        setattr(model.normalizer_spec, flag, False)
    yield _Cut("normalizer: whitespace flags", model.SerializeToString(), lambda text: [normalized(text)])


def _normalizer(model: Any) -> Callable[[str], str]:
    normalize: Callable[[str], str] = processor(model.SerializeToString()).Normalize
    return normalize
