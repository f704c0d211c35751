"""Capture every oracle anew from its outside authority: ``python oracles/capture [WHAT ...]``.

Writes candidates, never oracles, and says where they differ: first line "upstream drift", exit status 1.
Needs sentencepiece, regex, numpy, a C compiler, dpkg-deb and the package indexes.
"""

import argparse
import hashlib
import lzma
import sys
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


def main() -> int:
    """Run the steps asked for, then compare."""
    root = Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="*", help=f"any of: {', '.join(STEPS)}; default: all")
    parser.add_argument("--cache", type=Path, default=root / ".capture", help="where downloads are kept")
    parser.add_argument("--out", type=Path, default=root / "oracles/candidates", help="where candidates are written")
    given = parser.parse_args()
    if unknown := set(given.what) - set(STEPS):
        parser.error(f"unknown step {', '.join(sorted(unknown))}; use any of: {', '.join(STEPS)}")
    cache, out = given.cache.resolve(), given.out.resolve()
    cache.mkdir(parents=True, exist_ok=True)
    for name in given.what or STEPS:
        STEPS[name](cache, out)
    if not given.what:
        read = [path for path in sorted(cache.iterdir()) if path.suffix in {".whl", ".gz", ".deb"}]
        hashes = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in read}
        about = "SHA-256 of every file that the capture read."
        files.write_json(out / "provenance.json", {"about": about, "files": hashes})
    return report(out, root / "oracles")


def report(candidates: Path, oracles: Path) -> int:
    """Print which candidates are not what is frozen; 1 if any."""
    moved = [
        path.relative_to(candidates)
        for path in sorted(candidates.rglob("*"))
        if path.is_file() and not same(path, oracles / path.relative_to(candidates))
    ]
    if moved:
        print("upstream drift: a fresh capture is not what is frozen")
        print("\n".join(f"  {path}" for path in moved))
        print("review the candidates, then run `hebrus-analysis accept`")
    else:
        print("a fresh capture is what is frozen")
    return 1 if moved else 0


def same(candidate: Path, oracle: Path) -> bool:
    """Tell whether two files hold the same facts; a compressed file is compared by what is in it."""
    if not oracle.exists():
        return False
    one, other = candidate.read_bytes(), oracle.read_bytes()
    return one == other or (candidate.suffix == ".xz" and lzma.decompress(one) == lzma.decompress(other))


sys.exit(main())
