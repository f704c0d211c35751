"""Write candidates: beside the target first, then in its place, so that a killed capture leaves no half file."""

import json
import os
from pathlib import Path


def write(path: Path, data: bytes) -> None:
    """Write a file atomically, making its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + ".part")
    beside.write_bytes(data)
    os.replace(beside, path)


def write_json(path: Path, value: object) -> None:
    """Write JSON that a person can read and diff."""
    write(path, (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode())


def write_table(path: Path, about: list[str], rows: list[tuple[str, ...]]) -> None:
    """Write tab-separated rows below a header of ``#`` lines that name source and meaning."""
    lines = [f"# {line}" for line in about] + ["\t".join(row) for row in rows]
    write(path, ("\n".join(lines) + "\n").encode())


def ranges(values: list[str]) -> list[tuple[str, ...]]:
    """Fold a value per code point (from U+0000 on, "" for none) into (start..end, value) rows."""
    rows: list[tuple[str, ...]] = []
    start = 0
    for codepoint in range(1, len(values) + 1):
        if codepoint == len(values) or values[codepoint] != values[start]:
            if values[start]:
                rows.append((span(start, codepoint - 1), values[start]))
            start = codepoint
    return rows


def span(start: int, end: int) -> str:
    """Write a range as the Unicode data files do."""
    return f"{start:04X}" if start == end else f"{start:04X}..{end:04X}"
