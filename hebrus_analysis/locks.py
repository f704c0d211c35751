"""The three locks: hashes of the oracles, counts, tables; compared with what the code makes now, or accepted anew.

A difference found here is *local drift*: the code or an oracle changed. That the outside world moved, *upstream
drift*, only a capture can find.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hebrus_analysis import oracle
from hebrus_analysis.charsmap import generations
from hebrus_analysis.divergence.families import counts
from hebrus_analysis.unicode import names, properties
from hebrus_analysis.unicode.codepoints import label
from hebrus_analysis.views import tables, writers

ACCEPT = "if the change is meant, run `hebrus-analysis accept` and review the diff"
_NOT_LOCKED = ("manifest.json", "PROVENANCE.md", "check.py", "check_tokens.py", "capture/", "candidates/")


@dataclass(frozen=True)
class Drift:
    """One place where the code and a lock differ.

    Attributes:
        where: the locked file.
        what: the difference in one line.
        entered: code points with name and age that the lock does not have.
        left: those that only the lock has.
    """

    where: str
    what: str
    entered: tuple[str, ...] = ()
    left: tuple[str, ...] = ()

    def __str__(self) -> str:
        lines = [f"local drift in {self.where}: {self.what}; {ACCEPT}"]
        lines += [f"  entered: {line}" for line in self.entered]
        return "\n".join(lines + [f"  left: {line}" for line in self.left])


def local_drift() -> list[Drift]:
    """Compare every lock with what the code makes now.

    Raises:
        OracleDamaged: an oracle is not the one that was locked; nothing can be compared then.
    """
    for name in oracle.manifest():
        oracle.read(name)
    return [*_manifest_drift(), *_counts_drift(), *tables_drift()]


def tables_drift() -> list[Drift]:
    """Compare the committed tables with what the code makes now."""
    drifts = []
    for name, make in tables.TABLES.items():
        path = f"tables/{name}.tsv"
        locked, made = oracle.read(path).decode(), writers.tsv(make())
        if locked != made:
            lines = zip(locked.splitlines(), made.splitlines(), strict=False)
            first = next(
                (number for number, (a, b) in enumerate(lines, 1) if a != b), min(map(_n_lines, (locked, made))) + 1
            )
            drifts.append(Drift(f"oracles/{path}", f"first difference in line {first}", *moved_rows(locked, made)))
    return drifts


def make_counts() -> dict[str, dict[str, Any]]:
    """Return the counts of every generation at each locked version, by map and version."""
    return {
        name: {unicode: counts(tables.divergences(name, unicode)) for unicode in tables.LOCKED_VERSIONS}
        for name in generations.catalogue()
    }


def write_tables(folder: Path) -> list[Path]:
    """Write every committed table as TSV into a folder."""
    paths = []
    for name, make in tables.TABLES.items():
        path = folder / f"{name}.tsv"
        writers.write(make(), path)
        paths.append(path)
    return paths


def _counts_drift() -> list[Drift]:
    locked = oracle.document("counts.json")
    made = make_counts()
    drifts = []
    for name in sorted(locked.keys() | made.keys()):
        for unicode in tables.LOCKED_VERSIONS:
            old, new = locked.get(name, {}).get(unicode, {}), made.get(name, {}).get(unicode, {})
            moved = [
                f"{key} {old.get(key)} -> {new.get(key)}"
                for key in sorted({*old, *new})
                if old.get(key) != new.get(key)
            ]
            if moved:
                table = oracle.read(f"tables/divergences-{unicode}.tsv").decode()
                was, now = _column(table, name), _column(writers.tsv(tables.divergences_by_map(unicode)), name)
                where = f"oracles/counts.json, {name} at Unicode {unicode}"
                drifts.append(Drift(where, ", ".join(moved), _described(now - was), _described(was - now)))
    return drifts


def _manifest_drift() -> list[Drift]:
    unlisted = sorted(set(files(oracle.root())) - oracle.manifest().keys())
    return [Drift(f"oracles/{path}", "the file is in no manifest") for path in unlisted]


def _column(table: str, name: str) -> set[tuple[int, str]]:
    """Return (code point, family) of each divergence that a table lists for one map."""
    header, *rows = (line.split("\t") for line in table.splitlines())
    if name not in header:
        return set()
    at = header.index(name)
    return {(int(row[0][2:], 16), row[at]) for row in rows if row[at]}


def moved_rows(locked: str, made: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the code points of the rows that only one of two tables has; a changed row is in both."""
    lines = (set(made.splitlines()) - set(locked.splitlines()), set(locked.splitlines()) - set(made.splitlines()))
    new, old = ({match[1] for line in side if (match := re.match(r"U\+(\w+)\t", line))} for side in lines)
    entered, left = ({(int(cp, 16), "") for cp in codepoints} for codepoints in (new, old))
    return _described(entered), _described(left)


def _described(members: set[tuple[int, str]]) -> tuple[str, ...]:
    return tuple(
        f"{label(cp)} {names.name(cp)} (age {properties.age(cp) or 'none'}{', ' if family else ''}{family})"
        for cp, family in sorted(members)
    )


def _n_lines(text: str) -> int:
    return len(text.splitlines())


def is_oracle(path: str) -> bool:
    """Tell whether a path below the oracles' folder is locked: no code, no prose, no half-written or hidden file."""
    hidden = any(part.startswith((".", "__")) for part in path.split("/"))
    return not (path.startswith(_NOT_LOCKED) or path.endswith(".part") or hidden)


def files(root: Path) -> list[str]:
    """Return the paths of the oracles below a folder, in order."""
    found = (path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())
    return sorted(filter(is_oracle, found))
