"""Capture what every real release makes of all characters and of a million sequences, in all four forms, as digests.

Also carries NormalizationTest.txt, the Unicode Consortium's own test, out of Debian's unicode-data.
"""

import bz2
import json
import lzma
import os
import subprocess
import sys
from pathlib import Path

import files
import packages
import sequences
import unicode_tables

from hebrus_analysis import oracle
from hebrus_analysis.unicode import properties


def alphabet() -> list[list[int]]:
    """Return the groups of characters, from the frozen tables of the newest version."""
    combining = _codepoints("combining")
    decomposable = _codepoints("decompositions")
    born = properties.versions().index("9.0") + 1
    young = [cp for cp in properties.population(properties.versions()[-1]).tolist() if properties.ages()[cp] >= born]
    return sequences.groups(combining, decomposable, young)


def _codepoints(table: str) -> list[int]:
    found: list[int] = []
    for span, *_ in oracle.table(f"unicode/{table}.tsv"):
        start, _, end = span.partition("..")
        found += range(int(start, 16), int(end or start, 16) + 1)
    return found


def capture(cache: Path, out: Path) -> None:
    """Write ``unicode/normalization.json`` and ``unicode/NormalizationTest.txt.xz``."""
    path = cache / "sequences.txt"
    path.write_text(sequences.text(alphabet()), encoding="utf-8", newline="")
    digests = {}
    for release in unicode_tables.releases():
        try:
            folder = unicode_tables.install(release, cache)
        except LookupError as error:
            packages.failures.append(f"normalization: {error}")
            continue
        here = Path(__file__).parent
        command = [sys.executable, str(here / "dump_normalization.py"), str(path)]
        answer = subprocess.run(command, env=os.environ | {"PYTHONPATH": str(folder)}, capture_output=True, check=True)
        version = ".".join(release.split(".")[:2])
        digests[version] = {"release": f"unicodedata2 {release}", **json.loads(answer.stdout)}
        print(f"normalization: {version} from unicodedata2 {release}")
    about = (
        "SHA-256 of the normalization of two texts by each real release: every scalar value, one per line, and a "
        "million random sequences, one per line, made by oracles/capture/sequences.py. Faults: sequences whose end NFC "
        "leaves alone and the release composes, since it takes one code point beyond the jamo for one of them."
    )
    files.write_json(out / "unicode/normalization.json", {"about": about, "versions": digests})
    debian = packages.fetch_deb("unicode-data", cache)
    packed = unicode_tables.debian_bytes(debian.path, "NormalizationTest.txt.bz2")
    test = lzma.compress(bz2.decompress(packed), preset=9 | lzma.PRESET_EXTREME)
    files.write(out / "unicode/NormalizationTest.txt.xz", test)
