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

import files
import numpy as np
import packages

from hebrus_analysis.charsmap.blob import Charsmap, decode
from hebrus_analysis.charsmap.trie import parse
from hebrus_analysis.errors import MalformedCharsmap

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


def capture(cache: Path, out: Path) -> None:
    """Write ``charsmaps/*.bin.xz`` and ``charsmaps/index.json``."""
    maps: dict[str, Charsmap] = {}
    carriers: dict[str, list[str]] = defaultdict(list)
    source: dict[str, dict[str, str | int]] = {}
    wheels: dict[str, dict[str, object]] = {}
    for version in packages.released_versions("sentencepiece"):
        try:
            wheel = packages.fetch_wheel("sentencepiece", version, cache)
        except LookupError as error:
            print(f"charsmaps: {error}")
            continue
        found: dict[str, str] = {}
        for name, data in members(wheel.path):
            for offset, blob in [(0, data)] if name.endswith(".bin") else carve(data):
                charsmap = decode(blob)
                maps[charsmap.sha256] = charsmap
                found[rule_of(charsmap)] = charsmap.sha256
                source[charsmap.sha256] = {"member": name, "offset": offset}
        for sha256 in found.values():
            carriers[sha256].append(version)
        wheels[version] = {"file": wheel.path.name, "sha256": wheel.sha256, "maps": found}
        print(f"charsmaps: sentencepiece {version}: {', '.join(sorted(found)) or 'no map'}")

    entries = []
    for sha256, charsmap in maps.items():
        newest = carriers[sha256][-1]
        entry = {
            "name": f"{rule_of(charsmap)}@{newest}",
            "rule": rule_of(charsmap),
            "sha256": sha256,
            "bytes": len(charsmap.blob),
            "rules": charsmap.n_rules,
            "wheels": carriers[sha256],
            "source": {"wheel": wheels[newest]["file"], **source[sha256]},
        }
        entries.append(entry)
        files.write(
            out / f"charsmaps/{entry['name']}.bin.xz", lzma.compress(charsmap.blob, preset=9 | lzma.PRESET_EXTREME)
        )
    entries.sort(key=lambda entry: (entry["rule"], packages.version_key(entry["wheels"][-1])))
    index = {
        "about": "Every precompiled_charsmap that a sentencepiece wheel carries, by content. A generation is named "
        "rule@wheel, the newest wheel that carries it.",
        "generations": entries,
        "wheels": wheels,
    }
    files.write_json(out / "charsmaps/index.json", index)
