"""Capture every oracle anew from its outside authority: ``python oracles/capture [WHAT ...]``.

Writes candidates, never oracles. Needs sentencepiece, regex, numpy, a C compiler, dpkg-deb and the package indexes.
"""

import argparse
import hashlib
from pathlib import Path

import charsmaps
import files
import models
import unicode_tables
import whitespace

STEPS = {
    "unicode": unicode_tables.capture,
    "charsmaps": charsmaps.capture,
    "whitespace": whitespace.capture,
    "models": models.capture,
}


def main() -> None:
    root = Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="*", help=f"any of: {', '.join(STEPS)}; default: all")
    parser.add_argument("--cache", type=Path, default=root / ".capture", help="where downloads are kept")
    parser.add_argument("--out", type=Path, default=root / "oracles/candidates", help="where candidates are written")
    given = parser.parse_args()
    if unknown := set(given.what) - set(STEPS):
        parser.error(f"unknown step {', '.join(sorted(unknown))}; use any of: {', '.join(STEPS)}")
    given.cache.mkdir(parents=True, exist_ok=True)
    for name in given.what or STEPS:
        STEPS[name](given.cache.resolve(), given.out.resolve())
    read = [path for path in sorted(given.cache.iterdir()) if path.suffix in {".whl", ".gz", ".deb"}]
    hashes = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in read}
    files.write_json(
        given.out / "provenance.json", {"about": "SHA-256 of every file that the capture read.", "files": hashes}
    )


main()
