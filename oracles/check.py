"""Regenerate every locked count and trim from the blobs and the frozen tables, with the standard library alone.

This is a second transcription: it imports nothing from the package, so that an error in one of the two shows. Run
``python oracles/check.py`` with any Python from 3.9 on; it needs no network and no other package, and what it prints on
standard output does not depend on the interpreter's own Unicode. Where that takes other characters for whitespace than
the frozen tables, a note on standard error says which.

First line "local drift" on standard error, and status 1: a frozen file or a count is not what it was locked as, or is
so damaged that a part of the check stopped; a line then says which part, and why. That an authority moved is found by a
fresh capture, not here.
"""

from __future__ import annotations  # what an annotation says is newer than what 3.9 can run

import hashlib
import json
import lzma
import struct
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import combinations, permutations
from pathlib import Path
from typing import Any, Final, TypeVar

HERE = Path(__file__).parent
MANIFEST_SHA256: Final = "00592065ab5bbfa7c197f7979f357bf119ee72d02f1a3067228f0921b33035ce"

T = TypeVar("T")
Text = dict[int, str]
#: A piece of bytes and what it stands for; -1 where it is ill-formed.
Unit = tuple[int, bytes]
#: The input of a trim vector, and its tags.
Vector = tuple[bytes, list[str]]


def attempt(what: str, findings: Iterable[str]) -> Iterator[str]:
    """Pass on what a part of the check finds; that it could not go on is a finding too, and the next part runs."""
    try:
        yield from findings
    except Exception as error:
        yield f"cannot {what}: {reason(error)}"


def reason(error: Exception) -> str:
    """Say in one line what was wrong."""
    if isinstance(error, KeyError):
        return f"there is no {error}"
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


def parsed(name: str, parse: Callable[[bytes], T]) -> T:
    """Read a frozen file; what is wrong with it is said with its name, which no parser knows."""
    try:
        return parse((HERE / name).read_bytes())
    except Exception as error:
        raise ValueError(f"{name}: {reason(error)}") from error


def sha256(data: bytes) -> str:
    """Hash, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def split(data: bytes) -> list[list[str]]:
    """Take a tab-separated table apart, comments left out."""
    return [line.split("\t") for line in data.decode().splitlines() if not line.startswith("#")]


def spread(data: bytes) -> Text:
    """Take a table of ranges apart."""
    found = {}
    for span, value in split(data):
        start, _, end = span.partition("..")
        last = int(end or start, 16)
        if last > sys.maxunicode:  # a damaged number must not fill the memory
            raise ValueError(f"{span} is beyond the last code point")
        found.update(dict.fromkeys(range(int(start, 16), last + 1), value))
    return found


def changes(data: bytes) -> list[tuple[int, str, str, str]]:
    """Take the table of old values apart, the newest first."""
    return [(int(codepoint, 16), name, last, value) for codepoint, name, last, value in reversed(split(data))]


@cache
def version(text: str) -> tuple[int, ...]:
    """Order versions as numbers."""
    return tuple(int(part) for part in text.split("."))


#: The tables that changed between versions, by the name that changes.tsv has for each.
TABLES = {"category": "categories", "combining": "combining", "decomposition": "decompositions", "nfkc": "nfkc"}


@cache
def newest(table: str) -> Text:
    """Return a table as the newest version has it."""
    return parsed(f"unicode/{table}.tsv", spread)


@cache
def tables_at(unicode: str) -> dict[str, Text]:
    """Return the four tables with the old values that a version still had."""
    tables = {name: dict(newest(table)) for name, table in TABLES.items()}
    for codepoint, name, last, value in parsed("unicode/changes.tsv", changes):
        if version(unicode) <= version(last):
            tables[name][codepoint] = value
    return tables


@cache
def known(unicode: str) -> list[int]:
    """Return the code points that have a category at a version."""
    age = newest("ages")
    return [cp for cp in newest("categories") if version(age[cp]) <= version(unicode)]


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
    return sha256("".join(lines).encode())


class Map:
    """A charsmap as plain integers: header, trie, pool."""

    def __init__(self, blob: bytes) -> None:
        (size,) = struct.unpack_from("<I", blob)
        self.units: tuple[int, ...] = struct.unpack_from(f"<{size // 4}I", blob, 4)
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
    return newest("categories").get(codepoint, "Cn")[0] in "LM"


def single_rules(charsmap: Map) -> Text:
    """Return what a map makes of every assigned character that it has a rule for."""
    assigned = (cp for cp, category in newest("categories").items() if category not in ("Cs", "Co"))
    return {cp: value for cp in assigned if (value := charsmap.lookup(chr(cp))) is not None}


def count(replaced: Text, unicode: str) -> dict[str, Any]:
    """Count the families of one map at one version."""
    folding = {}
    if replaced.get(ord("A")) == "a":
        folding = {
            chr(cp): value for cp, value in replaced.items() if cp not in newest("nfkc") and is_letter_or_mark(cp)
        }

    age = newest("ages")
    frozen = max(version(age[cp]) for cp in replaced)
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
            found["post_freeze" if version(age[cp]) > frozen else "exempt"] += 1
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
    separators = {cp for cp, category in newest("categories").items() if category in ("Zs", "Zl", "Zp")}
    controls = set(range(0x09, 0x0E))
    return {
        "python-strip": frozenset(separators | controls | {0x1C, 0x1D, 0x1E, 0x1F, 0x85}),
        "white-space": frozenset(separators | controls | {0x85}),
        "ecmascript": frozenset(separators | controls | {0xFEFF}),
        "ascii": frozenset(controls | {0x20}),
        "ascii-no-vt": frozenset(controls | {0x20}) - {0x0B},
    }


SIDES = ("both", "left", "right")


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


def code(rule: str, side: str) -> list[tuple[Any, frozenset[int]]]:
    """Return what decides at a side; two rules that have the same here are one function.

    A byte of ASCII is never a part of another character, so a rule of ASCII alone is the same over bytes.
    """
    edges = [(single_bytes if max(members) < 0x80 else read, members) for read, members in trims()[rule]]
    return edges if side == "both" else [edges[side == "right"]]


@cache
def trimmed(data: bytes, rule: str, side: str) -> bytes:
    """Return what a rule leaves."""
    (read_left, left), (read_right, right) = trims()[rule]
    parts = read_left(data)
    start = next((at for at, (value, _) in enumerate(parts) if value not in left), len(parts)) if side != "right" else 0
    parts = read_right(b"".join(part for _, part in parts[start:]))
    end = next((at for at in range(len(parts), 0, -1) if parts[at - 1][0] not in right), 0)
    return b"".join(part for _, part in parts[: end if side != "left" else None])


#: Where a text is put; every text of the design stands at the ends, some in the middle too.
ENDS = {"left": "{}x", "right": "x{}", "both": "{0}x{0}", "alone": "{}"}
PLACES = {**ENDS, "middle": "x{}y"}
RUNS = {
    "spaces-2": " " * 2,
    "spaces-64": " " * 64,
    "crlf": "\r\n",
    "ascii": "\t\n\v\f\r ",
    "separators": "\x1c\x1d\x1e\x1f",
    "no-break": "\xa0" * 3,
    "ideographic": "\u3000" * 3,
    "next-line": "\x85\n\x85",
}
LOOK_ALIKES = (
    "00AD 034F 061C 115F 1160 180E 200B 200C 200D 2060 2063 2420 2423 2581 2800 3164 FE0F FFA0 FFFC FFFD FFFE "
    "E0020 F00A0 10FFFF"
)
LAST_BYTES = (
    "00C5 00E0 0105 0120 0160 03A0 0420 0445 05E0 0645 0905 0E20 2020 3045 4E05 4E20 5145 88C5 ACE0 C8E0 "
    "1F605 1F620 1F920 1FA85"
)
ILL_FORMED = (
    "80 bf 85 a0 c2 e2 e280 e380 efbb f09f98 c080 c0a0 c1bf e080a0 e08285 f08080a0 f0828083 eda080 edbfbf "
    "eda0bdedb885 f4908080 f5808080 f8888080a0 fe ff c260 e28043 e24083 f28083 e2e28083 c2c2a0"
)


def designed_texts() -> Iterator[tuple[str, str, str, dict[str, str]]]:
    """Make the texts of the trim vectors again: part of the design, what is asked about, text, and where it stands."""
    sets = whitespace()
    every = sorted(frozenset().union(*sets.values()))
    for codepoint in every:
        yield "member", f"{codepoint:04X}", chr(codepoint), PLACES
    for codepoint in sorted({cp + step for cp in every for step in (-1, 1)}.difference(every)):
        yield "neighbour", f"{codepoint:04X}", chr(codepoint), PLACES
    for one, other in permutations(sets, 2):
        shared, own = sets[one] & sets[other], sets[one] - sets[other]
        if own:
            yield "pair", f"{one}-{other}", "".join(map(chr, (min(shared), min(own), max(shared)))), ENDS
    up = "".join(map(chr, every))
    for key, run in {"ascending": up, "descending": up[::-1], **RUNS}.items():
        yield "run", key, run, ENDS
    for spelled in LOOK_ALIKES.split():
        yield "look-alike", spelled, text(spelled), ENDS
    for spelled in LAST_BYTES.split():
        yield "last-byte", spelled, text(spelled), PLACES
        yield "last-byte", f"{spelled}-space", f" {text(spelled)} ", {"right": PLACES["right"]}


def designed() -> dict[str, Vector]:
    """Make the trim vectors again, by id; an input that two parts make stands once, where it came first."""
    made: list[tuple[str, bytes, list[str]]] = [("empty", b"", ["empty"])]
    for part, key, char, places in designed_texts():
        made += [(f"{part}-{key}-{at}", form.format(char).encode(), [part, at]) for at, form in places.items()]
    for key in ILL_FORMED.split():
        bad = bytes.fromhex(key)
        forms = {"alone": bad, "left": bad + b"x", "right": b"x" + bad}
        for beside in ("0020", "2003"):
            space = text(beside).encode()
            forms[f"left-after-{beside}"], forms[f"left-before-{beside}"] = space + bad + b"x", bad + space + b"x"
            forms[f"right-after-{beside}"], forms[f"right-before-{beside}"] = b"x" + space + bad, b"x" + bad + space
        made += [(f"ill-formed-{key}-{at}", data, ["ill-formed", at.split("-")[0]]) for at, data in forms.items()]
    for form in ("0", "0x", "x0", "x0y", "0 x", " 0x", "x0 ", "x 0", " 0 ", " x0y ", "x0\u2003"):
        data = form.replace("0", "\0").encode()
        made.append((f"nul-{data.hex()}", data, ["nul"]))
    first = {data: name for name, data, _ in reversed(made)}
    return {name: (data, tags) for name, data, tags in made if first[data] == name}


def predicates(data: bytes) -> dict[str, set[int]]:
    """Take the table of whitespace predicates apart."""
    return {name: {int(number, 16) for number in members.split()} for name, members in split(data)}


def whitespace_problems() -> Iterator[str]:
    """Check that what was captured of each predicate is what the categories give."""
    sets = whitespace()
    captured = parsed("unicode/whitespace.tsv", predicates)
    meant = {"str.isspace": "python-strip", "str.strip": "python-strip", "White_Space": "white-space"}
    for name, rule in {**meant, "C isspace": "ascii"}.items():
        if captured[name] != sets[rule]:
            yield f"{name}: its members are not those of {rule}"
    print(f"whitespace: {', '.join(f'{rule} {len(members)}' for rule, members in sets.items())} code points")


def trim_problems() -> Iterator[str]:
    """Check every vector, that they are those of the design, and that they tell every two rules apart."""
    design = designed()
    found: dict[str, Vector] = {}
    lines = parsed("trim-vectors.jsonl", bytes.splitlines)
    for number, line in enumerate(lines, 1):
        yield from attempt(f"read trim vector {number}", vector_problems(line, found))
    for names, what in (
        ([name for name in design if name not in found], "missing"),
        ([name for name in found if name not in design], "not of the design"),
        ([name for name in found if found[name] != design.get(name, found[name])], "of other input or tags"),
    ):
        if names:
            yield f"trim vectors {what}: {', '.join(names[:3])}{f' and {len(names) - 3} more' * (len(names) > 3)}"
    if set(found) == set(design) and (list(found) != list(design) or len(lines) != len(design)):
        yield "trim vectors: not in the order of the design, or one stands twice"
    for side in SIDES:
        for one, other in combinations(trims(), 2):
            apart = any(trimmed(data, one, side) != trimmed(data, other, side) for data, _ in found.values())
            if not apart and code(one, side) != code(other, side):
                yield f"trim vectors: none separates {one} from {other}, {side}"
    parts = Counter(design[name][1][0] for name in found if name in design)
    counted = ", ".join(f"{part} {number}" for part, number in parts.items())
    print(f"trims: {len(lines)} vectors by {len(trims())} rules, left, right and both: {counted}")


def vector_problems(line: bytes, found: dict[str, Vector]) -> Iterator[str]:
    """Check what one vector expects, and keep its input and tags."""
    vector = json.loads(line.decode("ascii"))
    data = bytes.fromhex(vector["input"])
    found[vector["id"]] = data, vector["tags"]
    made = {rule: {side: trimmed(data, rule, side).hex() for side in SIDES} for rule in trims()}
    expected = vector["expected"]
    moved = [rule for rule in {**made, **expected} if expected.get(rule) != made.get(rule)]
    moved += [] if vector["well_formed"] == all(value >= 0 for value, _ in units(data)) else ["well_formed"]
    if moved:
        yield f"trim vector {vector['id']}: {', '.join(moved)}"


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


def file_problems() -> Iterator[str]:
    """Check the hash of each frozen file."""
    manifest = parsed("manifest.json", bytes)
    if sha256(manifest) != MANIFEST_SHA256:
        yield "manifest.json is not the one this script locks"
    for name, locked in parsed("manifest.json", json.loads).items():
        yield from attempt(f"hash {name}", hash_problems(name, locked))


def hash_problems(name: str, locked: str) -> Iterator[str]:
    """Check one hash."""
    if sha256((HERE / name).read_bytes()) != locked:
        yield f"{name}: SHA-256 differs from the manifest"


def digest_problems() -> Iterator[str]:
    """Check that the tables give back each version of Unicode."""
    for unicode, entry in parsed("unicode/digests.json", json.loads)["versions"].items():
        if digest(unicode) != entry["sha256"]:
            yield f"unicode {unicode}: the tables do not give back {entry['release']}"
        else:
            print(f"unicode {unicode}: {len(known(unicode)):,} code points, as {entry['release']} answers")


def count_problems() -> Iterator[str]:
    """Check the catalogue of maps and the counts of each."""
    locked = parsed("counts.json", json.loads)
    # What every map needs is made first, so that damage to it is told once.
    for unicode in sorted({unicode for expected in locked.values() for unicode in expected}):
        population(unicode)
        nfkc(unicode)
    generations = parsed("charsmaps/index.json", json.loads)["generations"]
    unknown = set(locked).difference(entry["name"] for entry in generations)
    yield from (f"{name}: its counts are locked, but the index does not have it" for name in sorted(unknown))
    for entry in generations:
        yield from attempt(f"count {entry['name']}", map_problems(entry, locked.get(entry["name"], {})))


def map_problems(entry: dict[str, Any], locked: dict[str, Any]) -> Iterator[str]:
    """Check one map against its entry in the catalogue and its locked counts."""
    name = entry["name"]
    blob = parsed(f"charsmaps/{name}.bin.xz", lzma.decompress)
    charsmap = Map(blob)
    replaced = single_rules(charsmap)
    made = (sha256(blob), len(blob), charsmap.n_rules())
    if made != (entry["sha256"], entry["bytes"], entry["rules"]):
        yield f"{name}: hash, size and rules are {made}, the index says otherwise"
    for unicode, expected in locked.items():
        again = {"map": name, "sha256": made[0], "unicode": unicode, **count(replaced, unicode)}
        moved = [f"{key} {expected[key]} -> {again[key]}" for key in again if again[key] != expected[key]]
        if moved:
            yield f"{name} at Unicode {unicode}: {', '.join(moved)}"
        print(f"{name} at Unicode {unicode}: {again['divergent']} of {again['population']:,} differ")


def problems() -> Iterator[str]:
    """Check hashes, digests, catalogue, counts and trims in turn; yield one line per difference."""
    yield from attempt("check the hashes", file_problems())
    yield from attempt("regenerate the versions of Unicode", digest_problems())
    yield from attempt("regenerate the counts", count_problems())
    yield from attempt("regenerate the whitespace predicates", whitespace_problems())
    yield from attempt("regenerate the trims", trim_problems())


def main() -> int:
    """Print what was regenerated; exit 1 with the differences on standard error."""
    found = list(problems())
    if found:
        print("\n".join(["local drift: the frozen facts and what they give do not match", *found]), file=sys.stderr)
        return 1
    print("every hash, digest, count and trim is what it was locked as")
    note = host_note()
    if note:
        print(note, file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
