"""Who agrees with whom on whitespace: predicates of one class, code points that tell classes apart, and how few do."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pandas as pd

from hebrus_analysis.charsmap import generations
from hebrus_analysis.divergence.compare import predicates
from hebrus_analysis.divergence.sweep import ACTIONS, sweep
from hebrus_analysis.runtimes import recorded
from hebrus_analysis.runtimes.asking import members as asked_members
from hebrus_analysis.unicode import names, properties, trims
from hebrus_analysis.unicode.codepoints import label, parse_range, spans

#: A set with more members than this is not about spaces: a trim over bytes takes parts of thousands of characters.
LARGEST = 1000


def classes() -> dict[frozenset[int], tuple[str, ...]]:
    """Return the distinct recorded sets of spaces, the largest first, each with all that are it."""
    grouped: dict[frozenset[int], list[str]] = {}
    for name, found in predicates().items():
        if len(found) <= LARGEST:
            grouped.setdefault(found, []).append(name)
    order = sorted(grouped, key=lambda found: (-len(found), sorted(found)))
    return {found: tuple(grouped[found]) for found in order}


def groups(sets: Sequence[frozenset[int]]) -> dict[tuple[bool, ...], tuple[int, ...]]:
    """Return the code points by which sets they are in; a code point that is in none or in all tells nothing.

    >>> groups([frozenset({9, 32}), frozenset({32, 160, 161})])
    {(True, False): (9,), (False, True): (160, 161)}
    """
    found: dict[tuple[bool, ...], list[int]] = {}
    for codepoint in sorted(frozenset[int]().union(*sets)):
        found.setdefault(tuple(codepoint in members for members in sets), []).append(codepoint)
    return {membership: tuple(members) for membership, members in found.items() if not all(membership)}


def telling(sets: Sequence[frozenset[int]]) -> tuple[int, ...]:
    """Return a smallest set of code points that tells all sets apart: no two of them hold the same of these.

    Exact, by iterative deepening: the pair that the fewest groups of code points separate is settled first.

    >>> telling([frozenset({9}), frozenset({9, 32}), frozenset({32}), frozenset({9, 32, 160})])
    (9, 32, 160)
    """
    columns = {
        sum(1 << place for place, inside in enumerate(key) if inside): cps[0] for key, cps in groups(sets).items()
    }
    pairs = [
        frozenset(mask for mask in columns if (mask >> one & 1) != (mask >> other & 1))
        for one, other in combinations(range(len(sets)), 2)
    ]
    # A pair that is separated whenever another is asks for nothing of its own.
    needed = [pair for pair in set(pairs) if not any(other < pair for other in pairs)]
    for size in range(len(columns) + 1):
        if (chosen := _hit(needed, size)) is not None:
            return tuple(sorted(columns[mask] for mask in chosen))
    raise AssertionError("distinct sets are told apart by all code points together")


def _hit(pairs: list[frozenset[int]], size: int) -> frozenset[int] | None:
    """Return so many columns that hit every pair, or None."""
    if not pairs:
        return frozenset()
    if size == 0 or _disjoint(pairs) > size:
        return None
    fewest = min(pairs, key=len)
    for mask in sorted(fewest):
        chosen = _hit([pair for pair in pairs if mask not in pair], size - 1)
        if chosen is not None:
            return chosen | {mask}
    return None


def _disjoint(pairs: list[frozenset[int]]) -> int:
    """Return how many pairs have no column in common, taken greedily: each needs a column of its own."""
    taken: set[int] = set()
    count = 0
    for pair in sorted(pairs, key=len):
        if taken.isdisjoint(pair):
            taken |= pair
            count += 1
    return count


def matrix() -> pd.DataFrame:
    """Return code points by predicate class: one row per group of code points that no predicate tells apart.

    Columns: codepoints (ranges), count (int), name (of the first), action (what the stock map does to all of them; the
    different ones joined), and one truth value per class, named by the first of its predicates.
    """
    found, actions = classes(), _actions()
    rows = []
    for membership, codepoints in groups(list(found)).items():
        said = " / ".join(dict.fromkeys(actions.get(codepoint, "not assigned") for codepoint in codepoints))
        rows.append((" ".join(spans(codepoints)), len(codepoints), names.name(codepoints[0]), said, *membership))
    frame = pd.DataFrame(rows, columns=["codepoints", "count", "name", "action", *(who[0] for who in found.values())])
    runtimes = {name.partition(": ")[0] for who in found.values() for name in who if ": " in name}
    frame.attrs = {
        "predicates": sum(map(len, found.values())),
        "runtimes": len(runtimes),
        "map": generations.STOCK,
        "largest": LARGEST,
    }
    return frame


def by_action() -> pd.DataFrame:
    """Return how many members of each class the stock map keeps, deletes, makes a space of and replaces.

    Columns: class (int), size, predicates (how many are this set), first (of them), then one per action.
    """
    actions = _actions()
    rows = []
    for number, (found, who) in enumerate(classes().items(), 1):
        counted = Counter(actions.get(codepoint) for codepoint in found)
        rows.append((number, len(found), len(who), who[0], *(counted[action] for action in ACTIONS)))
    return pd.DataFrame(rows, columns=["class", "size", "predicates", "first", *ACTIONS])


def _actions() -> dict[int, str]:
    """Return what the stock map does to each code point that the newest Unicode assigns."""
    frame = sweep(generations.STOCK, properties.versions()[-1])
    return dict(zip(frame.codepoint.tolist(), frame.action.tolist(), strict=True))


def members() -> pd.DataFrame:
    """Return every recorded predicate and trim: class (int), size, predicate, members as ranges."""
    rows = [
        (number, len(found), name, " ".join(spans(found)))
        for number, (found, who) in enumerate(classes().items(), 1)
        for name in who
    ]
    return pd.DataFrame(rows, columns=["class", "size", "predicate", "members"])


def against(name: str) -> pd.DataFrame:
    """Return every set of spaces beside one of them, the nearest to it first.

    Columns: predicate (the first whose set it is), size, leaves (what the one has and the set has not), takes (the
    other way round), all (whose set it is, by runtime); code points as ranges.

    Args:
        name: a recorded predicate or trim.

    >>> against("jinja2: trim").leaves[0], against("jinja2: trim").takes[0]
    ('', '')
    """
    one = predicates()[name]
    rows = [
        (who[0], len(found), " ".join(spans(one - found)), " ".join(spans(found - one)), _by_runtime(who))
        for found, who in sorted(classes().items(), key=lambda item: len(item[0] ^ one))
    ]
    return pd.DataFrame(rows, columns=["predicate", "size", "leaves", "takes", "all"])


def _by_runtime(names: Sequence[str]) -> str:
    """Write names with each runtime once: ``node: trim, \\s; White_Space``."""
    grouped: dict[str, list[str]] = {}
    for name in names:
        runtime, _, what = name.partition(": ")
        grouped.setdefault(runtime, []).extend([what] if what else [])
    return "; ".join(f"{runtime}: {', '.join(whats)}" if whats else runtime for runtime, whats in grouped.items())


def tells() -> pd.DataFrame:
    """Return the smallest set of code points that tells all classes apart, with names."""
    found = telling(list(classes()))
    return pd.DataFrame([(label(cp), names.name(cp)) for cp in found], columns=["code point", "name"])


def _when(version: str) -> tuple[int, ...]:
    return properties.key(version) if version else ()


def lanes() -> pd.DataFrame:
    """Return the recorded NFKC of each runtime on the axis of Unicode versions, the oldest first.

    Columns: what, kind ("runtime"), identity (its version), oldest, newest, residue (code points that its own version
    does not explain, as ranges), why ("" where there is nothing to explain).
    """
    rows = []
    for name in recorded.names():
        found = recorded.record(name)
        if lane := found.normalizers.get("NFKC"):
            residue = spans(cp for ranges in lane["differences"].values() for cp in asked_members(ranges))
            why = "it changes nothing" if not lane["oldest"] else ""
            if residue:
                why = recorded.explanation(name, "NFKC", parse_range(residue[0])[0])
            rows.append((name, "runtime", found.version, lane["oldest"], lane["newest"], " ".join(residue), why))
    frame = pd.DataFrame(rows, columns=["what", "kind", "identity", "oldest", "newest", "residue", "why"])
    order = sorted(range(len(frame)), key=lambda row: (*_when(frame.oldest[row]), *_when(frame.newest[row])))
    return frame.iloc[order].reset_index(drop=True)


def trimmed(data: bytes, rule: str, side: trims.Side = "both") -> dict[str, object]:
    """Return what a rule leaves of some bytes, as plain values; a byte of broken UTF-8 shows as ``\\xNN``.

    >>> trimmed("\\x1cà".encode(), "latin1-bytes")["left_over"]
    '"\\\\x1c\\\\xc3"'
    """
    left = trims.trim_bytes(data, rule, side)
    shown = left.decode(errors="surrogateescape")
    return {
        "rule": rule,
        "title": trims.find(rule).title,
        "side": side,
        "input": data.hex(" "),
        "output": left.hex(" "),
        "left_over": f'"{escaped(shown)}"',
        "codepoints": [label(ord(char)) for char in left.decode(errors="replace")],
        "well_formed": left.decode(errors="ignore").encode() == left,
    }


def trims_of(text: str) -> pd.DataFrame:
    """Return what each rule leaves of a text: rule, title, left over (escaped), bytes (hexadecimal)."""
    rows = [trimmed(text.encode(errors="surrogatepass"), rule) for rule in trims.RULES]
    return pd.DataFrame(
        [(row["rule"], row["title"], row["left_over"], row["output"]) for row in rows],
        columns=["rule", "title", "left over", "bytes"],
    )


def escaped(text: str) -> str:
    """Write a text so that every character but printable ASCII shows as its number, and nothing shows as another.

    >>> escaped("a\\xa0\\U0001f600")
    'a\\\\u00a0\\\\U0001f600'
    """
    return "".join(char if " " <= char <= "~" and char not in '"\\' else _escape(ord(char)) for char in text)


def _escape(codepoint: int) -> str:
    if chr(codepoint) in '"\\':
        return f"\\{chr(codepoint)}"
    if codepoint < 0x80 or codepoint >> 7 == 0xDC80 >> 7:  # a broken byte is a surrogate (PEP 383)
        return f"\\x{codepoint & 0xFF:02x}"
    return f"\\u{codepoint:04x}" if codepoint <= 0xFFFF else f"\\U{codepoint:08x}"
