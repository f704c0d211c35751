"""Capture White_Space in every Unicode version that a data package brings, from 3.0 on: the property has moved."""

import json
import re
import subprocess
import tarfile
import tempfile
from pathlib import Path

import files
import packages

#: Versions that have a package; 1.1 to 2.1 had no such property, only a list in a file of its own.
VERSIONS = (
    *("3.0.0", "3.1.0", "3.2.0", "4.0.0", "4.0.1", "4.1.0", "5.0.0", "5.1.0", "5.2.0", "6.0.0", "6.1.0", "6.2.0"),
    *("6.3.0", "7.0.0", "8.0.0", "9.0.0", "10.0.0", "11.0.0", "12.0.0", "12.1.0", "13.0.0", "14.0.0", "15.0.0"),
    *("15.1.0", "16.0.0", "17.0.0", "18.0.0"),
)
_NEEDED = r"^package/(Binary_Property/White_[Ss]pace/|decode-ranges|package\.json$)"
_PRINT = """
const found = await import(process.argv[1]);
process.stdout.write(JSON.stringify(found.default.default ?? found.default));
"""


def capture(cache: Path, out: Path) -> None:
    """Write ``unicode/white_space.tsv``: version, members."""
    rows = []
    for version in VERSIONS:
        try:
            path = _fetch(version, cache)
            rows.append((version, _members(path)))
        except (LookupError, OSError, subprocess.CalledProcessError) as error:
            packages.failures.append(f"White_Space of Unicode {version}: {error}")
    about = ["White_Space in each Unicode version: version, members.", "Source: npm packages @unicode/unicode-VERSION."]
    files.write_table(out / "unicode/white_space.tsv", about, rows)
    print(f"white_space: {len(rows)} versions, {len({members for _, members in rows})} distinct sets")


def _fetch(version: str, cache: Path) -> Path:
    pattern = f"unicode-unicode-{version}-*.tgz"
    if not list(cache.glob(pattern)):
        command = ["npm", "pack", "--silent", f"@unicode/unicode-{version}"]
        subprocess.run(command, cwd=cache, check=True, capture_output=True)
    return sorted(cache.glob(pattern))[-1]


def _members(path: Path) -> str:
    with tempfile.TemporaryDirectory() as folder, tarfile.open(path) as archive:
        wanted = [member for member in archive if re.search(_NEEDED, member.name)]
        archive.extractall(folder, wanted, filter="data")
        # Before 3.2 the property is spelled with a small s.
        (ranges,) = [
            found
            for found in Path(folder).glob("package/Binary_Property/*/code-points.*js")
            if found.parent.name.lower() == "white_space"
        ]
        printed = subprocess.run(
            ["node", "--input-type=module", "-e", _PRINT, str(ranges)], check=True, capture_output=True, text=True
        )
    return " ".join(f"{codepoint:04X}" for codepoint in json.loads(printed.stdout))
