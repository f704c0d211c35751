"""Capture every oracle anew from its outside authority: ``python oracles/capture [WHAT ...]``.

Writes candidates, never oracles, and says where they differ: first line "upstream drift", exit status 1.
Needs sentencepiece, regex, numpy, a C compiler, Node.js with npm, dpkg-deb and the package indexes.
"""

import argparse
import hashlib
import subprocess
import sys
from pathlib import Path

import charsmaps
import classes
import files
import models
import named_sequences
import normalization
import packages
import runtimes
import small_tokenizers
import unicode_tables
import white_space
import whitespace

from hebrus_analysis import upstream

STEPS = {
    "unicode": unicode_tables.capture,
    "normalization": normalization.capture,
    "sequences": named_sequences.capture,
    "charsmaps": charsmaps.capture,
    "whitespace": whitespace.capture,
    "white_space": white_space.capture,
    "runtimes": runtimes.capture,
    "models": models.capture,
    "classes": classes.capture,
    "templates": classes.capture_templates,
    "tokenizers": small_tokenizers.capture,
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
    (out / "failures.json").unlink(missing_ok=True)  # written last: a capture that was killed must not look whole
    for name in given.what or STEPS:
        try:
            STEPS[name](cache, out)
        except (LookupError, OSError, ValueError, subprocess.CalledProcessError) as error:
            packages.failures.append(f"{name}: {error}")
    failures = [*packages.failures, *packages.changed_hashes(cache, root / "oracles/provenance.json")]
    for failure in failures:
        print(f"not captured: {failure}")
    if not given.what:
        read = [path for path in sorted(cache.iterdir()) if path.suffix in {".whl", ".gz", ".tgz", ".deb"}]
        hashes = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in read}
        about = "SHA-256 of every file that the capture read."
        files.write_json(out / "provenance.json", {"about": about, "files": hashes})
    files.write_json(out / "failures.json", failures)
    found = upstream.findings(root / "oracles", out)
    print(
        "\n".join(["upstream drift: a fresh capture is not what is frozen", *map(str, found)]) if found else "no drift"
    )
    return 1 if found else 0


sys.exit(main())
