"""Ways to damage maps and model files; everything follows from the seed and the number of the case."""

import base64
import json
import random
import struct
from collections.abc import Callable
from typing import Final

from google.protobuf.message import DecodeError
from sentencepiece import sentencepiece_model_pb2
from sources import blobs, models, tokenizers

Random = random.Random
Mutator = Callable[[bytes, Random], bytes]

# Damage to any file.


def flip_bits(data: bytes, rng: Random) -> bytes:
    out = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 8, 64))):
        out[rng.randrange(len(out))] ^= 1 << rng.randrange(8)
    return bytes(out)


def overwrite(data: bytes, rng: Random) -> bytes:
    at, length = rng.randrange(len(data)), rng.choice((1, 2, 4, 16, 256, 4096))
    run = rng.choice((bytes(length), b"\xff" * length, b"\x20" * length, rng.randbytes(length)))
    return (data[:at] + run + data[at + length :])[: len(data)]


def truncate(data: bytes, rng: Random) -> bytes:
    return data[: rng.randrange(len(data))] if rng.random() < 0.7 else data[rng.randrange(1, len(data)) :]


def splice(data: bytes, rng: Random) -> bytes:
    """Move, repeat, drop or bring in a piece."""
    other = rng.choice((data, *blobs().values()))
    low = rng.randrange(len(other))
    piece = other[low : low + rng.choice((1, 4, 64, 1024, 65536))]
    at = rng.randrange(len(data))
    return data[:at] + piece + data[at + rng.choice((0, len(piece), 1, 1024)) :]


# Damage to a map, aimed at its structure.


def edit_header(blob: bytes, rng: Random) -> bytes:
    (size,) = struct.unpack_from("<I", blob)
    step = rng.choice((1, -1, 4, -4, 1024, -1024, 10240, -10240, rng.randrange(-size, size), 1 << 31))
    edited = rng.choice((size + step, 0, len(blob) - 4, len(blob) - 5, rng.getrandbits(32)))
    return struct.pack("<I", edited % (1 << 32)) + blob[4:]


def edit_units(blob: bytes, rng: Random) -> bytes:
    """Edit the offset, the value, the label, the leaf bit or the whole of one or a few units."""
    (size,) = struct.unpack_from("<I", blob)
    units = list(struct.unpack_from(f"<{size // 4}I", blob, 4))
    pool = blob[4 + size :]
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        at, far = rng.choice((0, *(rng.randrange(len(units)) for _ in range(9)))), rng.randrange(len(units))
        unit, other = units[at], units[far]
        target = far ^ (other >> 10 << ((other & 0x200) >> 6)) & 0x1FFFFF
        string = pool.find(b"\0", rng.randrange(len(pool))) + 1
        value = rng.choice((0, 1, string, string, rng.randrange(len(pool)), len(pool), rng.getrandbits(31)))
        edited = rng.choice(
            (
                unit & 0x800001FF | (at ^ target) << 10,  # another's children
                unit & 0x800001FF | (at ^ target) << 10,
                unit & 0x800001FF | rng.getrandbits(22) << 9,
                unit & 0xFFFFFF00 | rng.choice((0, 0x80, rng.randrange(256))),
                unit ^ 0x100,
                unit ^ 0x200,
                unit ^ 1 << 31,
                1 << 31 | value,
                1 << 31 | value if unit >> 31 else unit,
                1 << 31 | string if unit >> 31 else unit,
                other,
                unit + rng.choice((1, -1, 1 << 10, -1 << 10)),
            )
        )
        units[at] = edited % (1 << 32)
    return struct.pack(f"<I{len(units)}I", size, *units) + pool


def swap_values(blob: bytes, rng: Random) -> bytes:
    """Give rules each other's replacements: a sound map, but another one."""
    (size,) = struct.unpack_from("<I", blob)
    units = list(struct.unpack_from(f"<{size // 4}I", blob, 4))
    values = [index for index, unit in enumerate(units) if unit >> 31]
    for _ in range(rng.choice((1, 10, 1000))):
        one, other = rng.choice(values), rng.choice(values)
        units[one], units[other] = units[other], units[one]
    return struct.pack(f"<I{len(units)}I", size, *units) + blob[4 + size :]


def edit_letters(blob: bytes, rng: Random) -> bytes:
    """Change ASCII letters of the replacements: a sound map, but another one."""
    (size,) = struct.unpack_from("<I", blob)
    out = bytearray(blob)
    for at in rng.choices(range(4 + size, len(out)), k=rng.choice((2, 20, 200))):
        if 0x20 <= out[at] < 0x7F:
            out[at] = rng.randrange(0x20, 0x7F)
    return bytes(out)


def edit_pool(blob: bytes, rng: Random) -> bytes:
    """Edit the replacements, their ends, or what stands behind them."""
    (size,) = struct.unpack_from("<I", blob)
    start, pool = blob[: 4 + size], bytearray(blob[4 + size :])
    for _ in range(rng.choice((1, 1, 3))):
        at = rng.randrange(len(pool))
        pool[at : at + rng.choice((0, 1, 1, 3))] = rng.choice(
            (b"", b"\0", b"a", b"\xff", b"\xc3\xa9", "\ufffd".encode())
        )
    return start + bytes(pool) + rng.choice((b"", b"", b"", b"tail", b"tail\0", b"\0"))


# Damage to a container, aimed at its fields.


def edit_model(data: bytes, rng: Random) -> bytes:
    """Edit fields of a model and write it again."""
    model = sentencepiece_model_pb2.ModelProto.FromString(data)
    spec = model.normalizer_spec
    match rng.randrange(9):
        case 0:
            spec.precompiled_charsmap = damaged_blob(rng)
        case 1:
            spec.ClearField("precompiled_charsmap")
        case 2:
            spec.name = rng.choice(("", "identity", "nfkc", "nmt_nfkc", "nmt_nfkc_cf", "\u202e\0"))
        case 3:
            spec.precompiled_charsmap = rng.choice(list(blobs().values()))
        case 4:
            model.denormalizer_spec.precompiled_charsmap = damaged_blob(rng)
        case 5:
            model.ClearField(rng.choice(("pieces", "trainer_spec", "normalizer_spec")))
        case 6:
            # A field that comes twice is merged: the last one counts.
            twice = sentencepiece_model_pb2.ModelProto()
            twice.normalizer_spec.precompiled_charsmap = damaged_blob(rng)
            return model.SerializeToString() + twice.SerializePartialToString()
        case 7:
            spec.add_dummy_prefix = rng.random() < 0.5
            spec.normalization_rule_tsv = "rules.tsv"
        case 8:
            return model.SerializeToString() + rng.randbytes(rng.randrange(1, 12))
    return model.SerializeToString()


def edit_json(data: bytes, rng: Random) -> bytes:
    """Edit fields of a tokenizer.json and write it again."""
    document = json.loads(data)
    carried = {"type": "Precompiled", "precompiled_charsmap": base64.b64encode(damaged_blob(rng)).decode()}
    stock = document["normalizer"]
    match rng.randrange(10):
        case 0:
            document["normalizer"] = carried
        case 1:
            document["normalizer"] = {"type": "Sequence", "normalizers": [stock, carried]}
        case 2:
            carried["precompiled_charsmap"] = rng.choice((None, "", "=", "AA=A", "\u00e9", 7))
            document["normalizer"] = carried
        case 3:
            document["normalizer"] = rng.choice((None, {"type": "NFKC"}, {"type": "Sequence", "normalizers": []}))
        case 4:
            document["normalizer"] = rng.choice(
                ([], {}, "Precompiled", {"type": "Sequence"}, {"type": ["Precompiled"]})
            )
        case 5:
            for _ in range(rng.choice((1, 5, 100, 2000))):
                document["normalizer"] = {"type": "Sequence", "normalizers": [document["normalizer"]]}
            return nested_json(document)
        case 6:
            del document[rng.choice(list(document))]
        case 7:
            document["normalizer"] = {"type": "Sequence", "normalizers": [stock, stock, {"type": "NFKC"}]}
        case 8:
            return rng.choice((b"\xef\xbb\xbf", b" \n", b"\0", b"[")) + data
        case 9:
            text = json.dumps(document)
            at = text.find("precompiled_charsmap") + rng.randrange(24, 400)
            return (text[:at] + rng.choice(("A", "", "=", "\\u0041", "\\n", "%")) + text[at + 1 :]).encode()
    return json.dumps(document).encode()


def nested_json(document: dict[str, object]) -> bytes:
    """Write a document whose normalizer may be nested too deep for the encoder."""
    depth, inner = 0, document["normalizer"]
    while isinstance(inner, dict) and inner.get("type") == "Sequence" and len(inner["normalizers"]) == 1:
        depth, inner = depth + 1, inner["normalizers"][0]
    marked = json.dumps(document | {"normalizer": "@"})
    opened = '{"type": "Sequence", "normalizers": [' * depth
    return marked.replace('"@"', opened + json.dumps(inner) + "]}" * depth).encode()


ANY: Final = (flip_bits, overwrite, truncate, splice)
BLOB: Final[tuple[Mutator, ...]] = (
    *ANY,
    edit_header,
    *(edit_units,) * 5,
    edit_pool,
    edit_pool,
    swap_values,
    edit_letters,
)
MODEL: Final[tuple[Mutator, ...]] = (*ANY, *(edit_model,) * 3)
JSON: Final[tuple[Mutator, ...]] = (*ANY, *(edit_json,) * 3)


def damaged_blob(rng: Random) -> bytes:
    """Return a map, mutated once."""
    return rng.choice(BLOB)(rng.choice(list(blobs().values())), rng)


def case(seed: int, number: int) -> tuple[str, str, bytes]:
    """Return one case: what kind of file, what was done to which, and the bytes."""
    rng = Random(f"{seed}:{number}")
    kind, sources, mutators = rng.choices(
        (("blob", blobs(), BLOB), ("model", models(), MODEL), ("json", tokenizers(), JSON)), weights=(6, 2, 1)
    )[0]
    name, data = rng.choice(list(sources.items()))
    done = []
    for _ in range(rng.choice((1, 1, 1, 2))):
        mutator = rng.choice(mutators)
        try:
            data = mutator(data, rng)
        except (ValueError, KeyError, IndexError, TypeError, struct.error, RecursionError, DecodeError):
            continue  # too damaged already for an aimed edit
        done.append(mutator.__name__)
    return kind, f"{name}: {' + '.join(done)}", data
