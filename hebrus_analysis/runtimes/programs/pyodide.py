"""How a line of runtimes/wire.py is answered by the CPython inside Pyodide; see pyodide.cjs."""

import json
import platform
import unicodedata
from collections.abc import Callable
from functools import partial

PREDICATES: dict[str, Callable[[str], object]] = {"str.isspace": str.isspace}
TRIMS: dict[str, Callable[[str], str]] = {"str.strip": str.strip, "str.lstrip": str.lstrip, "str.rstrip": str.rstrip}
NORMALIZERS: dict[str, Callable[[str], str]] = {
    form: partial(unicodedata.normalize, form) for form in ("NFC", "NFD", "NFKC", "NFKD")
}


def answer_line(line: str, pyodide: str) -> str:
    """Return the line that answers a line."""
    asked = json.loads(line)
    if asked["ask"] == "about":
        about = {
            "version": f"CPython {platform.python_version()}, Pyodide {pyodide}",
            "unicode": unicodedata.unidata_version,
            "predicates": list(PREDICATES),
            "trims": list(TRIMS),
            "normalizers": list(NORMALIZERS),
        }
        return json.dumps({"id": asked["id"], **about})
    members: list[int] = []
    changed: list[list[int]] = []
    failed: dict[int, str] = {}
    for place, codepoints in enumerate(asked["texts"]):
        text = "".join(map(chr, codepoints))
        try:
            if asked["ask"] == "predicate":
                members += [place] if PREDICATES[asked["name"]](text) else []
                continue
            made = (TRIMS if asked["ask"] == "trim" else NORMALIZERS)[asked["name"]](text)
        except Exception as error:
            failed[place] = f"{type(error).__name__}: {error}"
            continue
        if made != text:
            changed.append([place, *map(ord, made)])
    return json.dumps({"id": asked["id"], "true": members, "changed": changed, "failed": failed})
