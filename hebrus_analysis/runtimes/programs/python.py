"""CPython and PyPy: one answer per line; see runtimes/wire.py. Standard library alone, and nothing newer than 3.6."""

import json
import platform
import re
import sys
import unicodedata
from typing import Any

SPACE, ASCII_SPACE = re.compile(r"\s"), re.compile(r"\s", re.ASCII)


def is_byte_space(text: str) -> bool:
    """Say whether a byte of this number is a space to ``bytes``."""
    return ord(text) < 256 and bytes([ord(text)]).isspace()


PREDICATES: Any = {
    "str.isspace": str.isspace,
    "str.split": lambda text: not text.split(),
    "str.splitlines": lambda text: len(f"x{text}x".splitlines()) > 1,
    "bytes.isspace": is_byte_space,
    r"\s": lambda text: SPACE.match(text) is not None,
    r"\s ASCII": lambda text: ASCII_SPACE.match(text) is not None,
}
TRIMS: Any = {"str.strip": str.strip, "str.lstrip": str.lstrip, "str.rstrip": str.rstrip}
FORMS: Any = ["NFC", "NFD", "NFKC", "NFKD"]


def answer(ask: str, name: Any, texts: Any) -> Any:
    """Answer one request about texts."""
    found: Any = {"true": [], "changed": [], "failed": {}}
    for place, text in enumerate("".join(map(chr, codepoints)) for codepoints in texts):
        try:
            if ask == "predicate":
                if PREDICATES[name](text):
                    found["true"].append(place)
                continue
            made = TRIMS[name](text) if ask == "trim" else unicodedata.normalize(name, text)
            if made != text:
                found["changed"].append([place, *map(ord, made)])
        except Exception as error:
            found["failed"][place] = f"{type(error).__name__}: {error}"
    return found


def about() -> Any:
    """Say what this is."""
    version = f"{platform.python_implementation()} {platform.python_version()}"
    pypy = getattr(sys, "pypy_version_info", None)
    return {
        "version": f"PyPy {pypy[0]}.{pypy[1]}.{pypy[2]}, Python {version.split()[1]}" if pypy else version,
        "unicode": unicodedata.unidata_version,
        "predicates": list(PREDICATES),
        "trims": list(TRIMS),
        "normalizers": FORMS,
    }


def main() -> None:
    """Serve."""
    for line in sys.stdin:
        request = json.loads(line)
        number = request.pop("id")
        said = about() if request["ask"] == "about" else answer(**request)
        print(json.dumps(dict(said, id=number), separators=(",", ":")), flush=True)


main()
