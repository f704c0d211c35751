"""Write a frame to a file: TSV, CSV, JSON, Markdown, Parquet; atomically, and the same bytes everywhere."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np
import pandas as pd

from hebrus_analysis.errors import MissingPackage, UnknownName
from hebrus_analysis.unicode.codepoints import label, spell

#: Columns that hold text; a file shows their code points, never the characters.
TEXT_COLUMNS: Final = ("charsmap", "nfkc", "reference", "key", "value", "text", "once", "twice")
#: Columns that hold code points.
CODEPOINT_COLUMNS: Final = ("codepoint", "first", "second")


def readable(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the frame as text: ``U+XXXX`` for code points and texts, ``yes`` or empty for truth values.

    >>> import pandas as pd
    >>> readable(pd.DataFrame({"codepoint": [0xAD], "nfkc": ["\\xad"], "agrees": [True]})).to_dict("records")
    [{'codepoint': 'U+00AD', 'nfkc': 'U+00AD', 'agrees': 'yes'}]
    """
    columns = {}
    for name, column in frame.items():
        if name in CODEPOINT_COLUMNS:
            columns[name] = [label(value) for value in column.tolist()]
        elif name in TEXT_COLUMNS:
            columns[name] = [spell(value) for value in column]
        elif column.dtype == bool:
            columns[name] = np.where(column, "yes", "").tolist()
        else:
            columns[name] = ["" if pd.isna(value) else str(value) for value in column]
    out = pd.DataFrame(columns, dtype=object)
    out.attrs = frame.attrs
    return out


def tsv(frame: pd.DataFrame) -> str:
    """Return tab-separated text with a header row; no field holds a tab or a newline."""
    return _separated(frame, "\t")


def csv(frame: pd.DataFrame) -> str:
    """Return comma-separated text, RFC 4180 quoting, newline endings."""
    return str(readable(frame).to_csv(index=False, lineterminator="\n"))


def json_records(frame: pd.DataFrame) -> str:
    """Return a JSON list with one object per row."""
    records = json.loads(frame.assign(**_spelled(frame)).to_json(orient="records"))
    return json.dumps(records, indent=1, ensure_ascii=False) + "\n"


def markdown(frame: pd.DataFrame) -> str:
    """Return a table for a page in Markdown."""
    text = readable(frame)
    rows = [list(text.columns), ["---"] * len(text.columns), *text.to_numpy().tolist()]
    return "".join(
        "| " + " | ".join(str(cell).replace("|", "\\|").replace("<", "&lt;") for cell in row) + " |\n" for row in rows
    )


TEXT_FORMATS: Final[dict[str, Callable[[pd.DataFrame], str]]] = {
    ".tsv": tsv,
    ".csv": csv,
    ".json": json_records,
    ".md": markdown,
}
PARQUET: Final = ".parquet"


def check(path: Path, *others: str) -> None:
    """Check the ending of a file before what goes into it is made.

    Raises:
        UnknownName: it names no format; the message lists all.
    """
    if path.suffix.lower() not in (*TEXT_FORMATS, PARQUET, *others):
        raise UnknownName("file ending", path.suffix, [*TEXT_FORMATS, PARQUET, *others])


def write(frame: pd.DataFrame, path: Path) -> None:
    """Write a frame in the format that the file's ending names.

    Raises:
        UnknownName: the ending names no format; the message lists all.
        MissingPackage: Parquet without pyarrow.
    """
    check(path)
    if path.suffix.lower() == PARQUET:
        write_bytes(path, _parquet(frame))
    else:
        write_text(path, TEXT_FORMATS[path.suffix.lower()](frame))


def write_text(path: Path, text: str) -> None:
    """Write UTF-8 text atomically."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, data: bytes) -> None:
    """Write beside the target, then replace it, so that a killed process leaves the old file whole.

    A link is followed. What is no file, such as a device or a pipe, is written into and never replaced.
    """
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        beside.write_bytes(data)
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def _separated(frame: pd.DataFrame, separator: str) -> str:
    text = readable(frame)
    lines = [separator.join(map(str, text.columns)), *(separator.join(row) for row in text.to_numpy().tolist())]
    return "\n".join(lines) + "\n"


def _spelled(frame: pd.DataFrame) -> dict[str, list[str]]:
    text = {name: [spell(value) for value in frame[name]] for name in TEXT_COLUMNS if name in frame}
    points = {name: [label(value) for value in frame[name].tolist()] for name in CODEPOINT_COLUMNS if name in frame}
    return text | points


def _parquet(frame: pd.DataFrame) -> bytes:
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise MissingPackage("Parquet needs pyarrow, which .tsv does not", "parquet") from None
    plain = frame.assign(**_spelled(frame))
    plain.attrs = {}
    return bytes(plain.to_parquet(index=False))
