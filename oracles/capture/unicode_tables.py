"""Capture what Unicode says, version by version, and reduce it to one set of tables plus a digest per version.

Authorities: unicodedata2 (one release per Unicode version: category, combining class, decomposition, NFKC, names),
unicode-age and Debian's unicode-data (ages, against each other), fonttools (blocks, scripts), Debian's NameAliases.
"""

import hashlib
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile
from itertools import pairwise
from pathlib import Path

import files
import packages

HERE = Path(__file__).parent
N_CODEPOINTS = 0x110000

Row = tuple[str, str, str, str]
"""Category, combining class, decomposition, NFKC: each as text."""


def releases() -> list[str]:
    """Return the newest unicodedata2 release of each Unicode version from 9.0 on; older ones are Python 2 only."""
    answer = subprocess.run(
        [sys.executable, "-m", "pip", "index", "versions", "unicodedata2"], capture_output=True, text=True, check=True
    )
    listed = re.findall(r"[\w.]+", answer.stdout.partition("Available versions:")[2].partition("\n")[0])
    newest: dict[str, str] = {}
    for release in sorted(listed, key=packages.version_key):
        major, minor = release.split(".")[:2]
        if int(major) >= 9:
            newest[f"{major}.{minor}"] = release
    return list(newest.values())


def install(release: str, cache: Path) -> Path:
    """Install one release into a folder of its own; those before 15 are built from source, unpatched."""
    folder = cache / f"unicodedata2-{release}"
    if not folder.exists():
        from_source = int(release.split(".", maxsplit=1)[0]) < 15
        include = HERE / "compat"
        flags = f"-w -I{include} -include {include / 'assignable_type.h'}"
        fetch = packages.fetch_sdist if from_source else packages.fetch_wheel
        artefact = fetch("unicodedata2", release, cache)
        command = [sys.executable, "-m", "pip", "install", "--no-deps", "--target", str(folder), str(artefact.path)]
        environment = os.environ | ({"CFLAGS": flags} if from_source else {})
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            raise LookupError(f"unicodedata2 {release} does not build: {done.stderr.strip().splitlines()[-1]}")
    return folder


def dump(folder: Path) -> tuple[str, dict[int, Row], dict[int, str]]:
    """Ask one installed release: its version, a row per code point with a category, and the names."""
    command = [sys.executable, str(HERE / "dump_unicode.py")]
    answer = subprocess.run(command, env=os.environ | {"PYTHONPATH": str(folder)}, capture_output=True, check=True)
    data = json.loads(answer.stdout)
    rows = {cp: (category, str(ccc), decomposition, nfkc) for cp, category, ccc, decomposition, nfkc, _ in data["rows"]}
    return data["version"].rpartition(".")[0], rows, {row[0]: row[5] for row in data["rows"] if row[5]}


def digest(rows: dict[int, Row]) -> str:
    """The SHA-256 that `check.py` must reproduce from the reduced tables."""
    lines = (f"{cp:04X};{';'.join(rows[cp])}\n" for cp in sorted(rows))
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def ages(cache: Path) -> tuple[list[str], str]:
    """Return the age of every code point ("" for none), agreed by unicode-age and Debian's unicode-data."""
    wheel = packages.fetch_wheel("unicode_age", packages.released_versions("unicode-age")[-1], cache)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "zipfile", "-e", str(wheel.path), folder], check=True)
        spec = importlib.util.spec_from_file_location("ages", f"{folder}/unicode_age/unicode_age_db.py")
        assert spec
        assert spec.loader
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        table = [""] * N_CODEPOINTS
        for start, end, major, minor in module.iter_spans():
            table[start : end + 1] = [f"{major}.{minor}"] * (end - start + 1)
    debian = packages.fetch_deb("unicode-data", cache)
    text = debian_file(debian.path, "DerivedAge.txt")
    for start, end, age in re.findall(r"^(\w+)(?:\.\.(\w+))?\s*;\s*([\d.]+)", text, flags=re.M):
        for cp in range(int(start, 16), int(end or start, 16) + 1):
            if table[cp] != age:
                raise ValueError(f"U+{cp:04X}: unicode-age says {table[cp]}, Debian's unicode-data says {age}")
    limit = max(float(age) for age in re.findall(r";\s*([\d.]+)", text))
    extra = [cp for cp in range(N_CODEPOINTS) if table[cp] and float(table[cp]) <= limit]
    assert len(extra) == sum(
        int(end or start, 16) - int(start, 16) + 1
        for start, end in re.findall(r"^(\w+)(?:\.\.(\w+))?\s*;", text, flags=re.M)
    ), "unicode-age gives an age to a code point that Debian's unicode-data leaves out"
    source = f"unicode-age {wheel.version}, equal to DerivedAge.txt of Debian's unicode-data {debian.version}"
    return table, source


def debian_file(deb: Path, name: str) -> str:
    """Read one data file out of the unicode-data package."""
    return debian_bytes(deb, name).decode()


def debian_bytes(deb: Path, name: str) -> bytes:
    """Read one file out of the unicode-data package, whatever it holds."""
    archive = subprocess.run(["dpkg-deb", "--fsys-tarfile", str(deb)], capture_output=True, check=True).stdout
    member = f"./usr/share/unicode/{name}"
    return subprocess.run(["tar", "-xO", member], input=archive, capture_output=True, check=True).stdout


def capture(cache: Path, out: Path) -> None:
    """Write ``unicode/*``."""
    versions: dict[str, dict[int, Row]] = {}
    digests = {}
    names: dict[int, str] = {}
    for release in releases():
        try:
            folder = install(release, cache)
        except LookupError as error:
            packages.failures.append(f"unicode: {error}")
            continue
        version, rows, names = dump(folder)
        versions[version] = rows
        digests[version] = {"release": f"unicodedata2 {release}", "sha256": digest(rows), "code points": len(rows)}
        print(f"unicode: {version} from unicodedata2 {release}: {len(rows):,} code points")
    newest = list(versions)[-1]
    age, age_source = ages(cache)
    for version, rows in versions.items():
        for cp in range(N_CODEPOINTS):
            listed = bool(age[cp]) and tuple(map(int, age[cp].split("."))) <= tuple(map(int, version.split(".")))
            noncharacter = 0xFDD0 <= cp <= 0xFDEF or cp & 0xFFFE == 0xFFFE
            if (listed and not noncharacter and cp not in rows) or (cp in rows and not listed):
                raise ValueError(f"U+{cp:04X} at {version}: the age table and unicodedata2 disagree")

    now = versions[newest]
    source = f"Unicode {newest}: {digests[newest]['release']}"
    table = out / "unicode"
    files.write_json(
        table / "digests.json",
        {
            "about": "SHA-256 over one line 'XXXX;category;combining class;decomposition;NFKC' per code point that has "
            "a category, in code point order, as each real release answers.",
            "versions": digests,
        },
    )
    files.write_table(
        table / "ages.tsv", ["The version that assigned each code point.", f"Source: {age_source}."], files.ranges(age)
    )
    for position, name, about in (
        (0, "categories", "General_Category; Cn where a code point is in no range."),
        (1, "combining", "Canonical_Combining_Class, where it is not 0."),
    ):
        values = [now[cp][position] if cp in now else "" for cp in range(N_CODEPOINTS)]
        values = ["" if value == "0" else value for value in values]
        files.write_table(table / f"{name}.tsv", [about, f"Source: {source}."], files.ranges(values))
    files.write_table(
        table / "decompositions.tsv",
        ["Decomposition_Type and Decomposition_Mapping; Hangul syllables decompose by rule.", f"Source: {source}."],
        [(f"{cp:04X}", row[2]) for cp, row in now.items() if row[2]],
    )
    files.write_table(
        table / "nfkc.tsv",
        ["NFKC of each code point that NFKC changes.", f"Source: {source}."],
        [(f"{cp:04X}", row[3]) for cp, row in now.items() if row[3] != f"{cp:04X}"],
    )
    files.write_table(
        table / "changes.tsv",
        [
            "Where a property once was other than in the tables beside this one: code point, property, the last",
            "version with the old value, the old value. Source: all releases in digests.json against the newest;",
            "before 9.0 NormalizationCorrections.txt in Debian's unicode-data (Corrigenda 3 and 4).",
        ],
        corrections(cache) + changes(versions),
    )
    files.write_table(
        table / "names.tsv",
        [
            "Name; in a range, * stands for the code point in hexadecimal. Hangul syllables are named by rule.",
            f"Source: {source}.",
        ],
        named(names),
    )
    display(cache, table)


def changes(versions: dict[str, dict[int, Row]]) -> list[tuple[str, ...]]:
    """List every value that differs from the newest version's, with the last version that had it."""
    order = list(versions)
    rows = []
    for cp in versions[order[-1]]:
        for position, name in enumerate(("category", "combining", "decomposition", "nfkc")):
            for version, following in pairwise(order):
                before = versions[version].get(cp)
                if before and before[position] != versions[following][cp][position]:
                    rows.append((f"{cp:04X}", name, version, before[position]))
    return rows


def corrections(cache: Path) -> list[tuple[str, ...]]:
    """List the six decompositions that corrigenda changed, with the last version that had the old one."""
    text = debian_file(packages.fetch_deb("unicode-data", cache).path, "NormalizationCorrections.txt")
    before = {"3.2.0": "3.1", "4.0.0": "3.2"}
    found = re.findall(r"^(\w+);(\w+);\w+;([\d.]+)", text, flags=re.M)
    return [(cp, name, before[fixed], old) for cp, old, fixed in found for name in ("decomposition", "nfkc")]


def named(names: dict[int, str]) -> list[tuple[str, ...]]:
    """Fold the names that end in their own code point into ranges, and leave out the Hangul syllables."""
    patterns = [""] * N_CODEPOINTS
    for cp, name in names.items():
        if not 0xAC00 <= cp <= 0xD7A3:
            patterns[cp] = re.sub(rf"-{cp:04X}$", "-*", name)
    return files.ranges(patterns)


def display(cache: Path, table: Path) -> None:
    """Write blocks and scripts from fonttools, and formal aliases from Debian's unicode-data."""
    wheel = packages.fetch_wheel("fonttools", packages.released_versions("fonttools")[-1], cache)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "zipfile", "-e", str(wheel.path), folder], check=True)
        for name, about in (("Blocks", "Block."), ("Scripts", "Script, by its ISO 15924 code.")):
            path = f"{folder}/fontTools/unicodedata/{name}.py"
            spec = importlib.util.spec_from_file_location(name, path)
            assert spec
            assert spec.loader
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
            match = re.search(rf"{name}-([\d.]+)\.txt", Path(path).read_text(encoding="utf-8"))
            assert match
            ends = [*module.RANGES[1:], N_CODEPOINTS]
            rows = [
                (files.span(start, end - 1), value)
                for start, end, value in zip(module.RANGES, ends, module.VALUES, strict=True)
                if value not in ("No_Block", "Zzzz")
            ]
            source = f"Source: Unicode {match[1]}: {name}.txt in fonttools {wheel.version}."
            files.write_table(table / f"{name.lower()}.tsv", [about, source], rows)
    debian = packages.fetch_deb("unicode-data", cache)
    aliases = re.findall(r"^(\w+);([^;]+);(\w+)$", debian_file(debian.path, "NameAliases.txt"), flags=re.M)
    source = f"Source: NameAliases.txt in Debian's unicode-data {debian.version}."
    files.write_table(table / "aliases.tsv", ["Formal name aliases: code point, alias, type.", source], aliases)
