"""The step at which an implementation that shows ids alone parts from the reference of a file.

The steps are taken out of the file one after the other, from the first on, and what the reference makes of a text by
them is put in their place. The step without which both give the same ids is the one that the implementation does in
another way; where even the bare model gives other ids, it is the model. Each answer is of the implementation itself,
run on the shortened file; and a cut counts only where the reference gives its own ids across it.
"""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from hebrus_analysis.runtimes.encoders import CONFIG, Encoder, Ids, encoder, reference
from hebrus_analysis.runtimes.runtime import Failure, NotInstalled
from hebrus_analysis.tokenization import document
from hebrus_analysis.tokenization.cuts import MAP, cuts, normalizers
from hebrus_analysis.tokenization.trace import parted, trace

#: What is said where an implementation cannot be run.
UNTOLD: Final = "not told"
#: What is said of an implementation that takes U+0000 for the end.
INPUT: Final = "input: ended at U+0000"
#: The longest part of a text that is tried as the shortest on which two differ.
_LONGEST: Final = 12

Answer = Ids | Failure


def steps(texts: Sequence[str], path: Path | str, other: str | Path) -> list[str]:
    """Return for each text the step at which a file, or an implementation, parts from the reference; "" if nowhere.

    It is ``added_tokens``, ``normalizer: NFC``, ``pre_tokenizer: Split``, ``model``. Between two files it is the first
    one, or ``vocab`` where they number the same pieces otherwise. Of an implementation it is the last one that it does
    in another way; several joined by " + ", where no cut between these can be made; or ``input``, where it ends a text
    at U+0000.

    Args:
        texts: what to ask.
        path: the file.
        other: another file of the same model, the name of an implementation, or a file of answers, of which no step
            can be told.

    Raises:
        MalformedContainer, MalformedCharsmap, NoCharsmap, MalformedTokenizer: a file cannot be used.
        UnknownName: no such implementation; the message lists all.
        NotInstalled: it is not here, or it does not load the file.
    """
    if Path(other).suffix == ".jsonl":
        return [UNTOLD] * len(texts)
    if Path(other).is_file():
        return _between_files(texts, Path(path), Path(other))
    found = document.read(path)
    said = [""] * len(texts)
    # Place of a text that is not answered yet: steps since the last cut at which the two could be held together.
    waiting: dict[int, list[str]] = {place: [] for place in range(len(texts))}
    expected: dict[int, Answer] = {}
    with TemporaryDirectory() as folder:
        shortened = Path(folder) / Path(path).name
        if (beside := Path(path).with_name(CONFIG)).is_file():
            (Path(folder) / CONFIG).write_bytes(beside.read_bytes())
        for cut in cuts(found, str(other), shortened):
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
            if not cut.step:
                for place in _ended({place: texts[place] for place in waiting}, shortened, found.spec.container, two):
                    said[place] = INPUT
                    del waiting[place]
            if not waiting:
                break
    for place, untold in waiting.items():
        said[place] = " + ".join([*untold, "model"])
    return said


def _ended(texts: Mapping[int, str], path: Path, container: str, answers: Mapping[int, Answer]) -> list[int]:
    """Return of which texts an implementation gives what the reference gives of the part before U+0000."""
    heads = {place: [text.partition("\0")[0]] for place, text in texts.items() if "\0" in text}
    made = _ids(reference(container), path, container, heads) if heads else {}
    return [place for place, ids in made.items() if ids == answers[place]]


def _between_files(texts: Sequence[str], path: Path, other: Path) -> list[str]:
    """Return the first step at which two files part, a normalizer by its name."""
    found = [document.read(each) for each in (path, other)]
    mine, theirs = (normalizers(each) for each in found)
    said = []
    for text in texts:
        step = parted(trace(text, path), trace(text, other))
        if step == "normalizer" and found[0].spec.container == found[1].spec.container:
            pairs = zip_longest(mine, theirs, fillvalue=("nothing", lambda text: text))
            names = next(((a, b) for (a, make), (b, remake) in pairs if make(text) != remake(text)), ("", ""))
            step = f"normalizer: {' against '.join(dict.fromkeys(names))}"
        elif step == "normalizer":
            maps = [make(text) for steps in (mine, theirs) for name, make in steps if name in (MAP, "Precompiled")]
            if len(maps) == 2:  # else the models are others, and no step of one stands for a step of the other
                step = f"normalizer: {MAP if maps[0] != maps[1] else 'whitespace'}"
        said.append(step)
    return said


def shortest(text: str, one: Encoder, other: Encoder) -> str:
    """Return the shortest part of a text of which two implementations make other ids; the text if none is short."""
    for size in range(1, min(_LONGEST, len(text))):
        parts = list(dict.fromkeys(text[start : start + size] for start in range(len(text) - size + 1)))
        for part, first, second in zip(parts, one.encode(parts), other.encode(parts), strict=True):
            if first != second:
                return part
    return text


def _ids(name: str, path: Path, container: str, pieces: Mapping[int, Sequence[str]]) -> dict[int, Answer]:
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
