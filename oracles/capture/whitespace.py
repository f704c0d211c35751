"""Capture the whitespace predicates that the sweep carries, each asked of the real implementation."""

import ctypes
import platform
import sys
from collections.abc import Callable
from pathlib import Path

import files
import regex


def members(predicate: Callable[[int], object]) -> str:
    """Ask a predicate about every scalar value."""
    scalars = (*range(0xD800), *range(0xE000, sys.maxunicode + 1))
    return " ".join(f"{cp:04X}" for cp in scalars if predicate(cp))


def capture(_cache: Path, out: Path) -> None:
    """Write ``unicode/whitespace.tsv``."""
    libc = ctypes.CDLL(None)  # the C locale: this process never calls setlocale
    python = f"CPython {platform.python_version()}"
    asked: list[tuple[str, str, Callable[[int], object]]] = [
        ("str.isspace", python, lambda cp: chr(cp).isspace()),
        ("str.strip", python, lambda cp: not chr(cp).strip()),
        ("White_Space", f"regex {regex.__version__}", lambda cp: regex.fullmatch(r"\p{White_Space}", chr(cp))),
        ("C isspace", " ".join(platform.libc_ver()), lambda cp: cp < 0x100 and libc.isspace(cp)),
    ]
    about = [
        "Whitespace predicates: name, members.",
        f"Source: {'; '.join(f'{name}: {source}' for name, source, _ in asked)}.",
    ]
    files.write_table(out / "unicode/whitespace.tsv", about, [(name, members(test)) for name, _, test in asked])
