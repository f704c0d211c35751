"""Regenerate every locked count and trim from the blobs and the frozen tables, with the standard library alone.

This is a second transcription: it imports nothing from the package, so that an error in one of the two shows. Run
``python oracles/check.py`` with any Python from 3.9 on; it needs no network and no other package, and what it prints on
standard output does not depend on the interpreter's own Unicode. Where that takes other characters for whitespace than
the frozen tables, a note on standard error says which.

First line "local drift": a frozen file or a count is not what it was locked as. That an authority moved is found by a
fresh capture, not here.
"""

from __future__ import annotations  # what an annotation says is newer than what 3.9 can run

import hashlib
import json
import lzma
import struct
import sys
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from typing import Any, Final

HERE = Path(__file__).parent
MANIFEST_SHA256: Final = "ce70f97797295872d24a0c94c6742af94c4209a8e6a65a7e2e4d1534e2d899c2"

Text = dict[int, str]
#: A piece of bytes and what it stands for; -1 where it is ill-formed.
Unit = tuple[int, bytes]


def rows(name: str) -> list[list[str]]:
    """Read a tab-separated table, comments left out."""
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


def by_codepoint(name: str) -> Text:
    """Read a table of ranges."""
    found = {}
    for span, value in rows(name):
        start, _, end = span.partition("..")
        for codepoint in range(int(start, 16), int(end or start, 16) + 1):
            found[codepoint] = value
    return found


@cache
def version(text: str) -> tuple[int, ...]:
    """Order versions as numbers."""
    return tuple(int(part) for part in text.split("."))


AGE = by_codepoint("unicode/ages.tsv")
TABLES = {
    "category": by_codepoint("unicode/categories.tsv"),
    "combining": by_codepoint("unicode/combining.tsv"),
    "decomposition": by_codepoint("unicode/decompositions.tsv"),
    "nfkc": by_codepoint("unicode/nfkc.tsv"),
}


@cache
def tables_at(unicode: str) -> dict[str, Text]:
    """Return the four tables with the old values that a version still had."""
    tables = {name: dict(table) for name, table in TABLES.items()}
    for codepoint, name, last, value in reversed(rows("unicode/changes.tsv")):
        if version(unicode) <= version(last):
            tables[name][int(codepoint, 16)] = value
    return tables


@cache
def known(unicode: str) -> list[int]:
    """Return the code points that have a category at a version."""
    return [cp for cp in TABLES["category"] if version(AGE[cp]) <= version(unicode)]


@cache
def population(unicode: str) -> list[int]:
    """Return the code points assigned at a version: neither surrogate nor private use."""
    category = tables_at(unicode)["category"]
    return [cp for cp in known(unicode) if category[cp] not in ("Cs", "Co")]


@cache
def nfkc(unicode: str) -> Text:
    """Return what NFKC makes of each code point that it changes."""
    return {cp: text(value) for cp, value in tables_at(unicode)["nfkc"].items()}


def digest(unicode: str) -> str:
    """Hash what the tables say of a version, in the form that the real release was hashed in."""
    table = tables_at(unicode)
    lines = (
        f"{cp:04X};{table['category'][cp]};{table['combining'].get(cp, '0')};{table['decomposition'].get(cp, '')};"
        f"{table['nfkc'].get(cp, f'{cp:04X}')}\n"
        for cp in known(unicode)
    )
    return hashlib.sha256("".join(lines).encode()).hexdigest()


class Map:
    """A charsmap as plain integers: header, trie, pool."""

    def __init__(self, blob: bytes) -> None:
        (size,) = struct.unpack_from("<I", blob)
        self.units = struct.unpack_from(f"<{size // 4}I", blob, 4)
        self.pool = blob[4 + size :]

    def base(self, node: int) -> int:
        """Return where the children of a node stand."""
        unit = self.units[node]
        return node ^ (unit >> 10) << (8 if unit & 0x200 else 0)

    def step(self, node: int, byte: int) -> int:
        """Follow one byte; 0 where no key goes on."""
        child = self.base(node) ^ byte
        return child if child < len(self.units) and self.units[child] & 0x800000FF == byte else 0

    def value(self, node: int) -> str | None:
        """Return the replacement of the key that ends at a node."""
        if not self.units[node] & 0x100:
            return None
        start = self.units[self.base(node)] & 0x7FFFFFFF
        return self.pool[start : self.pool.index(0, start)].decode()

    def lookup(self, char: str) -> str | None:
        """Return the replacement of one character."""
        node = 0
        for byte in char.encode():
            node = self.step(node, byte)
            if not node:
                return None
        return self.value(node)

    def n_rules(self) -> int:
        """Count the keys; nodes are shared, so each is counted once and its count reused."""
        children = defaultdict(list)
        for place, unit in enumerate(self.units):
            if place and not unit >> 31 and unit & 0xFF:
                children[place ^ unit & 0xFF].append(place)

        @cache
        def below(node: int) -> int:
            return (self.units[node] >> 8 & 1) + sum(below(child) for child in children[self.base(node)])

        return below(0)


def text(spelled: str) -> str:
    """Read hexadecimal code points."""
    return "".join(chr(int(number, 16)) for number in spelled.split())


def is_letter_or_mark(codepoint: int) -> bool:
    """Tell by the newest category whether a change can be a case folding."""
    return TABLES["category"].get(codepoint, "Cn")[0] in "LM"


def single_rules(charsmap: Map) -> Text:
    """Return what a map makes of every assigned character that it has a rule for."""
    assigned = (cp for cp, category in TABLES["category"].items() if category not in ("Cs", "Co"))
    return {cp: value for cp in assigned if (value := charsmap.lookup(chr(cp))) is not None}


def count(replaced: Text, unicode: str) -> dict[str, Any]:
    """Count the families of one map at one version."""
    folding = {}
    if replaced.get(ord("A")) == "a":
        folding = {
            chr(cp): value for cp, value in replaced.items() if cp not in TABLES["nfkc"] and is_letter_or_mark(cp)
        }

    frozen = max(version(AGE[cp]) for cp in replaced)
    normal = nfkc(unicode)
    found: Counter[str] = Counter()
    for cp in population(unicode):
        made = replaced.get(cp, chr(cp))
        reference = normal.get(cp, chr(cp))
        if made == (reference if not folding else "".join(folding.get(char, char) for char in reference)):
            found["identical"] += 1
        elif made == "":
            found["dropped"] += 1
        elif made == " ":
            found["spaced"] += 1
        elif made == chr(cp):
            found["post_freeze" if version(AGE[cp]) > frozen else "exempt"] += 1
        else:
            found["other"] += 1
    families = {name: found[name] for name in ("dropped", "spaced", "exempt", "post_freeze", "other")}
    divergent = sum(families.values())
    return {"population": len(population(unicode)), "identical": found["identical"], "divergent": divergent, **families}


#: The Unicode Standard, table 3-7: first and last lead, least and greatest second byte, bytes in all.
UTF8 = (
    (0x00, 0x7F, 0x00, 0x00, 1),
    (0xC2, 0xDF, 0x80, 0xBF, 2),
    (0xE0, 0xE0, 0xA0, 0xBF, 3),
    (0xE1, 0xEC, 0x80, 0xBF, 3),
    (0xED, 0xED, 0x80, 0x9F, 3),
    (0xEE, 0xEF, 0x80, 0xBF, 3),
    (0xF0, 0xF0, 0x90, 0xBF, 4),
    (0xF1, 0xF3, 0x80, 0xBF, 4),
    (0xF4, 0xF4, 0x80, 0x8F, 4),
)


def units(data: bytes) -> list[Unit]:
    """Read UTF-8 by an automaton: code points, and each ill-formed sequence as its maximal subparts."""
    found: list[Unit] = []
    value, pending, missing, low, high = 0, b"", 0, 0, 0
    for byte in data:
        if missing and low <= byte <= high:
            value, pending, missing = value << 6 | byte & 0x3F, pending + bytes([byte]), missing - 1
            low, high = 0x80, 0xBF
        else:
            if missing:
                found.append((-1, pending))
            low, high, size = next((row[2:] for row in UTF8 if row[0] <= byte <= row[1]), (0, 0, 0))
            value = byte & 0x7F >> size if size > 1 else byte if size else -1
            pending, missing = bytes([byte]), max(size - 1, 0)
        if not missing:
            found.append((value, pending))
    return found + ([(-1, pending)] if missing else [])


def single_bytes(data: bytes) -> list[Unit]:
    """Take each byte for a code point, as a bytewise trim does."""
    return [(byte, bytes([byte])) for byte in data]


@cache
def whitespace() -> dict[str, frozenset[int]]:
    """Return what each rule removes that is a set of code points, from the frozen categories.

    Python asks for category Zs, or Bidi_Class WS, B or S (``Objects/unicodectype.c``); that is every separator and ten
    controls. White_Space is every separator and six controls; ECMAScript gives up one of these and takes U+FEFF.
    """
    separators = {cp for cp, category in TABLES["category"].items() if category in ("Zs", "Zl", "Zp")}
    controls = set(range(0x09, 0x0E))
    return {
        "python-strip": frozenset(separators | controls | {0x1C, 0x1D, 0x1E, 0x1F, 0x85}),
        "white-space": frozenset(separators | controls | {0x85}),
        "ecmascript": frozenset(separators | controls | {0xFEFF}),
        "ascii": frozenset(controls | {0x20}),
        "ascii-no-vt": frozenset(controls | {0x20}) - {0x0B},
    }


@cache
def trims() -> dict[str, list[tuple[Any, frozenset[int]]]]:
    """Return how each rule reads, and what it removes, at the left and at the right."""
    sets = whitespace()
    latin1 = frozenset(cp for cp in sets["python-strip"] if cp <= 0xFF)
    edges = {rule: [(units, members)] * 2 for rule, members in sets.items()}
    return edges | {
        "c-bytes": [(single_bytes, sets["ascii"])] * 2,
        "latin1-bytes": [(single_bytes, sets["ascii"] | {0x85, 0xA0})] * 2,
        "reverse-byte-scan": [(units, sets["python-strip"]), (single_bytes, latin1)],
    }


def trimmed(data: bytes, rule: str, side: str) -> bytes:
    """Return what a rule leaves."""
    (read_left, left), (read_right, right) = trims()[rule]
    parts = read_left(data)
    start = next((at for at, (value, _) in enumerate(parts) if value not in left), len(parts)) if side != "right" else 0
    parts = read_right(b"".join(part for _, part in parts[start:]))
    end = next((at for at in range(len(parts), 0, -1) if parts[at - 1][0] not in right), 0)
    return b"".join(part for _, part in parts[: end if side != "left" else None])


def trim_problems() -> list[str]:
    """Check the whitespace sets, every vector, and that each member and its neighbours stand in each place."""
    sets = whitespace()
    captured = {
        name: {int(number, 16) for number in members.split()} for name, members in rows("unicode/whitespace.tsv")
    }
    meant = {"str.isspace": "python-strip", "str.strip": "python-strip", "White_Space": "white-space"}
    found = [
        f"{name}: its members are not those of {rule}"
        for name, rule in {**meant, "C isspace": "ascii"}.items()
        if captured[name] != sets[rule]
    ]
    print(f"whitespace: {', '.join(f'{rule} {len(members)}' for rule, members in sets.items())} code points")
    lines = (HERE / "trim-vectors.jsonl").read_text(encoding="ascii").splitlines()
    inputs = set()
    for vector in map(json.loads, lines):
        data = bytes.fromhex(vector["input"])
        inputs.add(data)
        made = {rule: {side: trimmed(data, rule, side).hex() for side in ("both", "left", "right")} for rule in trims()}
        expected = vector["expected"]
        moved = [rule for rule in {**made, **expected} if expected.get(rule) != made.get(rule)]
        moved += [] if vector["well_formed"] == all(value >= 0 for value, _ in units(data)) else ["well_formed"]
        found += [f"trim vector {vector['id']}: {', '.join(moved)}"] if moved else []
    every = frozenset().union(*sets.values())
    for codepoint in sorted({cp + step for cp in every for step in (-1, 0, 1)}):
        char = chr(codepoint)
        placed = {form.format(char).encode() for form in ("{}", "{}x", "x{}", "{0}x{0}", "x{}y")}
        found += [] if placed <= inputs else [f"trim vectors: U+{codepoint:04X} does not stand in every place"]
    print(f"trims: {len(lines)} vectors by {len(trims())} rules, left, right and both")
    return found


def host_note() -> str:
    """Say which characters the interpreter's own ``str.isspace`` takes otherwise; empty where it agrees."""
    host = {cp for cp in range(sys.maxunicode + 1) if chr(cp).isspace()}
    frozen = whitespace()["python-strip"]
    said = [
        f"{what} {' '.join(f'U+{cp:04X}' for cp in sorted(members))}"
        for what, members in (("takes", host - frozen), ("does not take", frozen - host))
        if members
    ]
    return f"note: this interpreter's str.isspace {' and '.join(said)}" if said else ""


def problems() -> list[str]:
    """Check hashes, digests, catalogue, counts and trims; return one line per difference."""
    manifest = (HERE / "manifest.json").read_bytes()
    if hashlib.sha256(manifest).hexdigest() != MANIFEST_SHA256:
        return ["manifest.json is not the one this script locks"]
    found = [
        f"{name}: SHA-256 differs from the manifest"
        for name, sha256 in json.loads(manifest).items()
        if hashlib.sha256((HERE / name).read_bytes()).hexdigest() != sha256
    ]
    for unicode, entry in json.loads((HERE / "unicode/digests.json").read_text())["versions"].items():
        if digest(unicode) != entry["sha256"]:
            found.append(f"unicode {unicode}: the tables do not give back {entry['release']}")
        else:
            print(f"unicode {unicode}: {len(known(unicode)):,} code points, as {entry['release']} answers")
    locked = json.loads((HERE / "counts.json").read_text())
    for entry in json.loads((HERE / "charsmaps/index.json").read_text())["generations"]:
        name = entry["name"]
        blob = lzma.decompress((HERE / f"charsmaps/{name}.bin.xz").read_bytes())
        charsmap = Map(blob)
        replaced = single_rules(charsmap)
        made = (hashlib.sha256(blob).hexdigest(), len(blob), charsmap.n_rules())
        if made != (entry["sha256"], entry["bytes"], entry["rules"]):
            found.append(f"{name}: hash, size and rules are {made}, the index says otherwise")
        for unicode, expected in locked.get(name, {}).items():
            again = {"map": name, "sha256": made[0], "unicode": unicode, **count(replaced, unicode)}
            moved = [f"{key} {expected[key]} -> {again[key]}" for key in again if again[key] != expected[key]]
            found += [f"{name} at Unicode {unicode}: {', '.join(moved)}"] if moved else []
            print(f"{name} at Unicode {unicode}: {again['divergent']} of {again['population']:,} differ")
    return found + trim_problems()


def main() -> int:
    """Print what was regenerated; exit 1 with the differences on standard error."""
    sys.setrecursionlimit(10_000)
    found = problems()
    if found:
        print("\n".join(["local drift: the frozen facts and what they give do not match", *found]), file=sys.stderr)
    else:
        print("every hash, digest, count and trim is what it was locked as")
    note = host_note()
    if note:
        print(note, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
