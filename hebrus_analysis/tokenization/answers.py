"""Texts with ids in a file: what a port that this package cannot load has to give, and what it gave.

A file of answers is JSON Lines. Each line has ``text``, and ``ids`` or, where the port failed, ``error``; other keys
are left alone. So the file that is written for a reference can be read by a port's own test, and the port's answers be
held against the reference.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import pandas as pd
from pydantic import BaseModel, Field, StrictInt, StrictStr, ValidationError

from hebrus_analysis.errors import MalformedContainer
from hebrus_analysis.runtimes.encoders import Encoder, Ids
from hebrus_analysis.runtimes.runtime import Failure


class _Line(BaseModel):
    text: StrictStr
    ids: tuple[Annotated[StrictInt, Field(ge=0)], ...] | None = None
    error: StrictStr = "it gives neither ids nor an error"


def written(found: pd.DataFrame) -> str:
    """Return texts with the ids of a reference as JSON Lines: group, reason, text, ids, or error where it failed.

    Args:
        found: what `contract.compare` returns, whose column ``one`` is written.
    """
    lines = []
    for row in found.itertuples():
        said = {"error": row.one.message} if isinstance(row.one, Failure) else {"ids": list(row.one)}
        lines.append(json.dumps({"group": row.group, "reason": row.reason, "text": row.text, **said}))
    return "".join(f"{line}\n" for line in lines)


def read(path: Path | str) -> Encoder:
    """Return a file of answers as an implementation, which fails on what it has no answer to.

    Raises:
        MalformedContainer: the file cannot be read, or a line is no answer; the message has its number.
    """
    known: dict[str, Ids | Failure] = {}
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise MalformedContainer(f"{path}: {error}") from None
    for number, line in enumerate(lines, 1):
        try:
            answer = _Line.model_validate_json(line)
        except ValidationError as error:
            said = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(map(str, said["loc"])) or "the line"
            raise MalformedContainer(f"{path}, line {number}: {where}: {said['msg'].lower()}") from None
        known[answer.text] = Failure(answer.error) if answer.ids is None else answer.ids

    def encode(texts: Sequence[str]) -> list[Ids | Failure]:
        return [known.get(text, Failure("the file has no answer to this text")) for text in texts]

    return Encoder(Path(path).name, f"{len(known):,} answers", encode)
