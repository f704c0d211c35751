"""What moved upstream: a fresh capture against the frozen oracles, told in terms of what it means.

Reads the candidates that ``make capture`` wrote and touches no oracle. The first line of a report is "upstream drift".
"""

import json
import lzma
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hebrus_analysis.charsmap.blob import Charsmap, decode
from hebrus_analysis.charsmap.rules import difference
from hebrus_analysis.divergence.drift import divergences
from hebrus_analysis.divergence.moves import move
from hebrus_analysis.errors import OracleDamaged
from hebrus_analysis.unicode import properties
from hebrus_analysis.unicode.codepoints import label, spell

#: So many code points are named; the rest is counted.
_NAMED = 12


@dataclass(frozen=True)
class Finding:
    """One thing that a fresh capture has and the oracles have not, or the other way round.

    Attributes:
        what: one line.
        details: what enters and leaves, and which tables that moves.
    """

    what: str
    details: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "\n".join([self.what, *(f"  {line}" for line in self.details)])


def findings(oracles: Path, candidates: Path) -> list[Finding]:
    """Compare candidates with oracles; both are folders of the same layout.

    Raises:
        OracleDamaged: there are no candidates.
    """
    if not candidates.is_dir():
        raise OracleDamaged("there are no candidates to compare with; run `make capture` first")
    if not (candidates / "failures.json").is_file():
        raise OracleDamaged("the capture did not end; run `make capture` again")
    try:
        return _findings(oracles, candidates)
    except (ValueError, LookupError, TypeError, AttributeError, EOFError, OSError, lzma.LZMAError) as error:
        raise OracleDamaged(f"the candidates cannot be read: {error}; run `make capture` again") from error


def _findings(oracles: Path, candidates: Path) -> list[Finding]:
    found = [*_failures(candidates), *_new_maps(oracles, candidates), *_new_unicode(oracles, candidates)]
    return found + [
        Finding(f"moved: oracles/{path}", lines) for path, lines in moved_files(oracles, candidates).items()
    ]


def moved_files(oracles: Path, candidates: Path) -> dict[str, tuple[str, ...]]:
    """Return the candidates that hold other facts than the oracle of that name, and how many lines enter and leave."""
    moved = [path for path in _files(candidates) if not _same(oracles / path, candidates / path)]
    return {path: _lines(oracles / path, candidates / path) for path in moved}


def _failures(candidates: Path) -> list[Finding]:
    return [Finding(f"not captured: {reason}") for reason in _json(candidates / "failures.json")]


def _new_maps(oracles: Path, candidates: Path) -> list[Finding]:
    if not (candidates / "charsmaps/index.json").exists():
        return []
    old, new = _json(oracles / "charsmaps/index.json"), _json(candidates / "charsmaps/index.json")
    known = {entry["sha256"]: entry["name"] for entry in old["generations"]}
    found = [
        Finding(f"new wheel: sentencepiece {version} carries {_carried(wheel['maps'], known)}")
        for version, wheel in new["wheels"].items()
        if version not in old["wheels"]
    ]
    for entry in new["generations"]:
        if entry["sha256"] not in known:
            last = [other for other in old["generations"] if other["rule"] == entry["rule"]]
            before = _blob(oracles, last[-1]["name"]) if last else None
            found.append(_new_map(entry, last[-1]["name"] if last else "", before, _blob(candidates, entry["name"])))
    return found


def _new_map(entry: Any, name: str, before: Charsmap | None, after: Charsmap) -> Finding:
    what = f"new generation: {entry['name']}, {entry['bytes']:,} bytes, sha256 {entry['sha256']}"
    if before is None:
        return Finding(what, ("there was no map of this rule",))
    added, removed, changed = difference(before.rule_arrays(), after.rule_arrays())
    rules = [f"{len(added):,} rules enter, {len(removed):,} leave, {len(changed):,} change against {name}"]
    rules += [
        f"rule enters: {spell(key)} to {spell(value) or 'nothing'}" for key, value in list(added.items())[:_NAMED]
    ]
    rules += [f"rule leaves: {spell(key)}" for key in list(removed)[:_NAMED]]
    newest = [properties.DEFAULT_VERSION, properties.versions()[-1]]
    for was, now in zip(divergences(before, newest), divergences(after, newest), strict=True):
        moved = move(was, now)
        rules.append(
            f"tables at Unicode {now.unicode}: {len(was.codepoints)} divergent become {len(now.codepoints)}"
            f"{_some('enter', sorted(moved.entered))}{_some('leave', sorted(moved.left))}"
        )
    return Finding(what, tuple(rules))


def _new_unicode(oracles: Path, candidates: Path) -> list[Finding]:
    if not (candidates / "unicode/digests.json").exists():
        return []
    old = _json(oracles / "unicode/digests.json")["versions"]
    new = _json(candidates / "unicode/digests.json")["versions"]
    found = [
        Finding(f"moved: {entry['release']} answers otherwise than {old[version]['release']} for Unicode {version}")
        for version, entry in new.items()
        if version in old and entry["sha256"] != old[version]["sha256"]
    ]
    added = (version for version in new if version not in old)
    return found + [_new_version(version, new[version]["release"], candidates) for version in added]


def _new_version(version: str, release: str, candidates: Path) -> Finding:
    ages, blocks = _ranges(candidates / "unicode/ages.tsv"), _ranges(candidates / "unicode/blocks.tsv")
    category, names = _ranges(candidates / "unicode/categories.tsv"), _ranges(candidates / "unicode/names.tsv")
    nfkc = _ranges(candidates / "unicode/nfkc.tsv")
    entered = [cp for cp, age in ages.items() if age == version and category.get(cp, "Cn") not in properties.UNASSIGNED]
    changed = [cp for cp in entered if cp in nfkc]
    by_block = Counter(blocks.get(cp, "no block") for cp in changed)
    details = [f"{len(entered):,} code points enter the population", f"NFKC changes {len(changed):,} of them"]
    details += [f"{block}: {count}" for block, count in by_block.items()]
    details += [f"enters: {label(cp)} {names.get(cp, '').replace('*', f'{cp:04X}')}" for cp in changed[:_NAMED]]
    if changed:
        details.append(f"every map older than Unicode {version} gains {len(changed):,} post-freeze code points")
    return Finding(f"new Unicode: {version}, from {release}", tuple(details))


def _carried(maps: dict[str, str], known: dict[str, str]) -> str:
    return ", ".join(known.get(sha256, f"a new {rule}") for rule, sha256 in maps.items()) or "no map"


def _some(verb: str, members: list[tuple[int, str]]) -> str:
    if not members:
        return ""
    shown = ", ".join(f"{label(cp)} ({family})" for cp, family in members[:_NAMED])
    return f"; {len(members)} {verb}: {shown}{' ...' if len(members) > _NAMED else ''}"


def _blob(folder: Path, name: str) -> Charsmap:
    return decode(lzma.decompress((folder / f"charsmaps/{name}.bin.xz").read_bytes()))


def _json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def _ranges(path: Path) -> dict[int, str]:
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            span, value = line.split("\t")[:2]
            start, _, end = span.partition("..")
            found.update(dict.fromkeys(range(int(start, 16), int(end or start, 16) + 1), value))
    return found


def _files(candidates: Path) -> list[str]:
    found = (path.relative_to(candidates).as_posix() for path in sorted(candidates.rglob("*")) if path.is_file())
    return [path for path in found if path != "failures.json"]


def _same(oracle: Path, candidate: Path) -> bool:
    """Tell whether two files hold the same facts; a compressed file is compared by what is in it."""
    if not oracle.exists():
        return False
    one, other = oracle.read_bytes(), candidate.read_bytes()
    return one == other or (oracle.suffix == ".xz" and lzma.decompress(one) == lzma.decompress(other))


def _lines(oracle: Path, candidate: Path) -> tuple[str, ...]:
    if not oracle.exists():
        return ("new file",)
    if oracle.suffix == ".xz" or oracle.suffix == ".model":
        return ("other content",)
    old, new = (set(path.read_text(encoding="utf-8").splitlines()) for path in (oracle, candidate))
    return (f"{len(new - old):,} lines enter, {len(old - new):,} leave",)
