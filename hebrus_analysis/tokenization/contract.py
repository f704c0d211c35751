"""What the ids of a tokenizer depend on: texts that divide implementations, run through two of them.

Columns of a comparison, one row per text:

| column | dtype | meaning |
|---|---|---|
| group | object (str) | why the text is there: a family, a cause of pairs, whitespace, a group of the corpus |
| text | object (str) | the text |
| reason | object (str) | what it is |
| script | object (str) | the script of its first character that has one of its own |
| language | object (str) | the language that it is of, "" where that is not known |
| one, other | object (tuple of int, or `Failure`) | the ids of either |
| same | bool | whether they are the same |
| step | object (str) | where the two part, "" where they do not (`told`) |
"""

import json
import os
from collections.abc import Iterator
from contextlib import closing
from copy import deepcopy
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import numpy as np
import pandas as pd

from hebrus_analysis.errors import MalformedTokenizer
from hebrus_analysis.runtimes.encoders import ENCODERS, Encoder, encoder, reference
from hebrus_analysis.runtimes.runtime import NotInstalled
from hebrus_analysis.tokenization import answers, attribution, document, expressions
from hebrus_analysis.tokenization.probes import probes
from hebrus_analysis.unicode.codepoints import spell

#: What a comparison is counted by.
BY: Final = ("step", "group", "script", "language")


def compare(one: Encoder, other: Encoder, texts: pd.DataFrame | None = None) -> pd.DataFrame:
    """Return what two implementations, or two files, make of the probes.

    Args:
        one: the reference.
        other: what is held against it.
        texts: group, text, reason, script, language; the probes if not given.
    """
    frame = (probes() if texts is None else texts).reset_index(drop=True)
    asked = frame.text.tolist()
    first, second = one.encode(asked), other.encode(asked)
    same = np.array([a == b and isinstance(a, tuple) for a, b in zip(first, second, strict=True)], dtype=bool)
    out = frame.assign(one=pd.Series(first, dtype=object), other=pd.Series(second, dtype=object), same=same)
    out.attrs = {"one": f"{one.name} {one.version}", "other": f"{other.name} {other.version}"}
    return out


def texts(*paths: Path | str) -> pd.DataFrame:
    """Return the probes, and the literals of the tokens that files add, control and define themselves.

    Raises:
        MalformedContainer, MalformedCharsmap, NoCharsmap, MalformedTokenizer: a file cannot be used.
    """
    literals = dict.fromkeys(literal for path in paths for literal in document.literals(document.read(path)))
    rows = [("added tokens", f"a{literal} b", literal, "", "") for literal in literals]
    added = pd.DataFrame(rows, columns=probes().columns, dtype=object)
    return pd.concat([probes(), added]).drop_duplicates("text", ignore_index=True)


def opened(path: Path | str, other: str | Path = "") -> Encoder:
    """Return what makes ids of a file.

    Args:
        path: a tokenizer.json or spiece.model.
        other: the name of an implementation that loads it, the reference of its container if empty; or another file,
            which its own reference loads; or a file of answers, a .jsonl.

    Raises:
        MalformedContainer, MalformedCharsmap, NoCharsmap, MalformedTokenizer: a file cannot be used, is not there, or
            the implementation does not load it.
        UnknownName: no such implementation; the message lists all.
    """
    if other and Path(other).is_file():
        return answers.read(other) if Path(other).suffix == ".jsonl" else opened(other)
    if os.sep in str(other) or (other and Path(other).is_dir()):
        raise MalformedTokenizer(f"{other}: there is no such file")
    container = document.read(path).spec.container
    name = str(other) or reference(container)
    try:
        return encoder(name, path, container)
    except NotInstalled as error:
        raise MalformedTokenizer(f"{name} cannot be asked about {path}: {error}") from None


def held(path: Path | str, other: str | Path) -> pd.DataFrame:
    """Return what two make of the probes and of the literals of their files, and where they part.

    Args:
        path: a file, which its reference loads.
        other: what is held against it, as `opened` takes it.

    Raises:
        As `opened`.
    """
    with closing(opened(path)) as one, closing(opened(path, other)) as two:
        found = compare(one, two, texts(path, *([other] if is_tokenizer(other) else [])))
    return told(found, path, other)


def is_tokenizer(other: str | Path) -> bool:
    """Tell whether something to hold against a file is another tokenizer, which can be followed step by step."""
    return bool(other) and Path(other).is_file() and Path(other).suffix != ".jsonl"


def told(found: pd.DataFrame, path: Path | str, other: str | Path) -> pd.DataFrame:
    """Return a comparison with the step at which each text parts.

    Args:
        found: what `compare` returns of the reference of a file.
        path: the file.
        other: what it was held against, as `attribution.steps` takes it.

    Raises:
        NotInstalled: it is not here.
    """
    step = pd.Series("", index=found.index, dtype=object)
    step[~found.same] = attribution.steps(found.text[~found.same].tolist(), path, other)
    out = found.assign(step=step)
    out.attrs = found.attrs
    return out


def by(column: str, found: pd.DataFrame) -> pd.DataFrame:
    """Return how many texts differ by group, script, language or step, most first; what is of none is left out.

    Columns: the column, texts, differ, worst (the text that differs most, as U+XXXX).

    Args:
        column: "group", "script", "language" or "step".
        found: what `compare` returns, or `told`.
    """
    rows = []
    of = {"step": len(found)}
    if column in ("language", "step"):
        found = found[found[column] != ""]
    for value, part in found.groupby(column, sort=False):
        wrong = part[~part.same]
        worst = max(wrong.itertuples(), key=lambda row: _apart(row.one, row.other), default=None)
        rows.append((value or "(none)", of.get(column, len(part)), len(wrong), spell(worst.text) if worst else ""))
    counted = pd.DataFrame(rows, columns=[column, "texts", "differ", "worst"])
    return counted.sort_values("differ", ascending=False, kind="stable", ignore_index=True)


def _apart(one: object, other: object) -> int:
    """Return how many places of two lists of ids differ; an answer that is an error is farthest."""
    if not (isinstance(one, tuple) and isinstance(other, tuple)):
        return 1 << 20
    different = [a != b for a, b in zip(one, other, strict=False)]
    return int(sum(different) + abs(len(one) - len(other)))


def counts(found: pd.DataFrame) -> dict[str, object]:
    """Return what ``tokens --against --json`` prints.

    Args:
        found: what `told` returns.
    """
    counted = {column: by(column, found) for column in BY}
    return {
        **{key: found.attrs[key] for key in ("one", "other")},
        "texts": len(found),
        "differ": int((~found.same).sum()),
        **{
            f"by_{column}": {key: int(n) for key, n in zip(rows[column], rows.differ, strict=True) if n}
            for column, rows in counted.items()
        },
    }


def asked(path: Path | str) -> Iterator[tuple[str, str, "pd.DataFrame | str"]]:
    """Yield each implementation, its version, and what it makes of a file: `held`, or why it could not be asked.

    Raises:
        As `opened`.
    """
    probed = texts(path)
    container = document.read(path).spec.container
    with closing(opened(path)) as one:
        for name in ENCODERS:
            try:
                other = encoder(name, path, container)
            except NotInstalled as error:
                yield name, "", str(error)
                continue
            with closing(other):
                found = compare(one, other, probed)
            yield name, other.version, told(found, path, name)


def verdict(path: Path | str) -> pd.DataFrame:
    """Return what each implementation makes of a file, held against the reference of its container.

    Columns: implementation, version, texts, differ (how many give other ids), parted (at which steps, how many), why
    (it could not be asked).

    Raises:
        As `opened`.
    """
    rows = []
    for name, version, found in asked(path):
        if isinstance(found, str):
            rows.append((name, "", 0, 0, "", found))
            continue
        counted = by("step", found)
        parted = "; ".join(f"{step} {n}" for step, n in zip(counted.step, counted.differ, strict=True))
        rows.append((name, version, len(found), int((~found.same).sum()), parted, ""))
    return pd.DataFrame(rows, columns=["implementation", "version", "texts", "differ", "parted", "why"])


def most_apart(found: pd.DataFrame) -> str:
    """Return the implementation of a verdict of which most texts differ; the reference where none is here."""
    asked = found[found.version != ""]
    return str(asked.implementation[asked.differ.idxmax()])


def without_marks(path: Path | str, texts: pd.DataFrame | None = None) -> pd.DataFrame | None:
    r"""Return what a tokenizer.json gives, held against itself rebuilt with ``\p{M}`` left out of its expressions.

    None where no expression of it has ``\p{M}``.

    Raises:
        MalformedContainer, MalformedCharsmap, NoCharsmap, MalformedTokenizer: the file cannot be used.
        NotInstalled: the package tokenizers is not here, or does not load the file.
    """
    found = document.read(path)
    rebuilt = deepcopy(found.json)
    changed = False
    for step in document.flatten((rebuilt or {}).get("pre_tokenizer"), "pretokenizers", "pre_tokenizer"):
        if pattern := document.expression(step):
            step["pattern"]["Regex"] = expressions.without_marks(pattern)
            changed |= step["pattern"]["Regex"] != pattern
    if not changed:
        return None
    with TemporaryDirectory() as folder:
        other = Path(folder) / "rebuilt.json"
        other.write_text(json.dumps(rebuilt), encoding="utf-8")
        one, two = (encoder("tokenizers", each, "tokenizer.json") for each in (path, other))
    compared = compare(one, two, texts)
    return compared.assign(step=np.where(compared.same, "", "pre_tokenizer"))
