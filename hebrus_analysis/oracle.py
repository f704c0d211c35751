"""The frozen facts: found in the checkout or in the installed wheel, and checked before they are believed.

Every file's SHA-256 stands in ``oracles/manifest.json``, and the manifest's own stands below, so that a fact and its
hash cannot be changed together without a change of code.
"""

import hashlib
import json
import platform
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

from hebrus_analysis.errors import OracleDamaged

MANIFEST_SHA256: Final = "00592065ab5bbfa7c197f7979f357bf119ee72d02f1a3067228f0921b33035ce"

_CURE = "take the file again from the project, or, if the change is meant, run `hebrus-analysis accept`"


def root() -> Path:
    """Return the folder of the oracles: inside an installed package, beside the package in a checkout."""
    inside = Path(__file__).parent / "oracles"
    return inside if inside.is_dir() else Path(__file__).parent.parent / "oracles"


@lru_cache(maxsize=1)
def manifest() -> dict[str, str]:
    """Return the SHA-256 of each oracle file by its path below `root`.

    Raises:
        OracleDamaged: the manifest is missing or is not the one this code was written for.
    """
    data = _read("manifest.json")
    if hashlib.sha256(data).hexdigest() != MANIFEST_SHA256:
        raise OracleDamaged(f"oracles/manifest.json is not the manifest that this code locks; {_CURE}")
    listed: dict[str, str] = json.loads(data)
    return listed


def read(name: str) -> bytes:
    """Return the content of one oracle file, verified.

    Raises:
        OracleDamaged: the file is missing, is in no manifest, or has another hash.
    """
    expected = manifest().get(name)
    data = _read(name)
    if hashlib.sha256(data).hexdigest() != expected:
        raise OracleDamaged(f"oracles/{name} is not the file that the manifest locks; {_CURE}")
    return data


def table(name: str) -> list[list[str]]:
    """Return the rows of a tab-separated oracle, comments left out."""
    lines = read(name).decode().splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


def document(name: str) -> Any:
    """Return a JSON oracle."""
    return json.loads(read(name))


def provenance() -> dict[str, str]:
    """Return what a result rests on: package, oracles, interpreter and libraries, by version or hash."""
    facts = {
        "hebrus_analysis": _version("hebrus_analysis"),
        "oracles": MANIFEST_SHA256,
        "python": platform.python_version(),
    }
    return facts | {name: _version(name) for name in ("numpy", "pandas", "unicodedata2", "matplotlib", "sentencepiece")}


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _read(name: str) -> bytes:
    try:
        return (root() / name).read_bytes()
    except OSError:
        raise OracleDamaged(f"oracles/{name} cannot be read; {_CURE}") from None
