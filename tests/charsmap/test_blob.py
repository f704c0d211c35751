"""A map decoded and applied, always beside SentencePiece's own reading of the same bytes."""

import struct

import craft
import numpy as np
import pytest
from craft import charsmap, is_accepted, pack, tree
from hypothesis import given
from hypothesis import strategies as st
from strategies import malformed, texts

from hebrus_analysis import oracle
from hebrus_analysis.charsmap import generations
from hebrus_analysis.charsmap.blob import MAX_BLOB_BYTES, decode
from hebrus_analysis.errors import InvalidCodePoint, MalformedCharsmap, NotText

INDEX = oracle.document("charsmaps/index.json")
NAMES = [entry["name"] for entry in INDEX["generations"] + INDEX.get("elsewhere", [])]
STOCK = generations.load()
SECOND = craft.sentencepiece(STOCK.blob)
AB = tree({b"a": 0, b"ab": 2})


# What is refused.

#: What is wrong, the blob, the message, and whether SentencePiece takes it all the same.
UNSOUND: dict[str, tuple[bytes, str, bool]] = {
    "header alone": (STOCK.blob[:4], "4 bytes, too short for a header", False),
    "header cut": (b"\0", "1 bytes, too short for a header", False),
    "trie cut": (STOCK.blob[:1000], "do not fit in 1,000 bytes", False),
    "pool cut off": (STOCK.blob[: 4 + len(STOCK.trie.label) * 4], "do not fit in", False),
    "huge header": (b"\xff\xff\xff\xff" + STOCK.blob[4:], "trie of 4,294,967,295 bytes and a pool do not fit", False),
    "pool without NUL": (pack(AB, b"x\0yy"), "does not end with NUL", False),
    "pool not UTF-8": (pack(AB, b"x\0\xffy\0"), r"byte 4102 is not UTF-8", True),
    "pool not UTF-8 where no rule points": (pack(AB, b"x\0yy\0\xed\xa0\x80\0"), "byte 4105 is not UTF-8", True),
    "value inside a replacement": (
        pack(tree({b"a": 1}), b"xyz\0"),
        "into the middle of a replacement .byte 1 of",
        True,
    ),
    "value outside": (pack(tree({b"a": 4}), b"xyz\0"), "points to byte 4 of the pool, which has 4", False),
    "replacement of a kilobyte": (charsmap({"a": "x" * 1025}), "at byte 0 of the pool has over 1,024 bytes", True),
}


@pytest.mark.parametrize(("blob", "message", "sentencepiece_accepts"), UNSOUND.values(), ids=UNSOUND)
def test_unsound_blobs_are_refused(blob: bytes, message: str, sentencepiece_accepts: bool) -> None:
    with pytest.raises(MalformedCharsmap, match=message):
        decode(blob)
    assert is_accepted(blob) == sentencepiece_accepts


def test_an_empty_blob_is_refused() -> None:
    """SentencePiece has no map then, and applies none."""
    with pytest.raises(MalformedCharsmap, match="0 bytes, too short for a header and a trie; it is empty"):
        decode(b"")


def test_a_blob_over_the_bound_is_refused_unread() -> None:
    size = MAX_BLOB_BYTES // 1024 * 1024
    with pytest.raises(MalformedCharsmap, match="16,777,217 bytes; maps over 16,777,216 bytes are refused unread"):
        decode(struct.pack("<I", size) + bytes(size - 3))


def test_the_longest_replacement_that_is_taken() -> None:
    assert decode(charsmap({"a": "x" * 1024})).normalize("aa") == "x" * 2048


@pytest.mark.parametrize("cut", range(1, 200_000, 9973))
def test_a_blob_cut_short_is_never_a_map(cut: int) -> None:
    with pytest.raises(MalformedCharsmap):
        decode(STOCK.blob[:-cut])


# What a map says.


@pytest.mark.parametrize("name", NAMES)
def test_rules_are_what_sentencepiece_decompiles(name: str) -> None:
    known = generations.load(name)
    rules = known.rules()
    assert list(rules.items()) == craft.sentencepiece(known.blob).Decompile()
    assert known.n_rules == len(rules)


@pytest.mark.parametrize("name", NAMES)
def test_each_key_becomes_its_replacement(name: str) -> None:
    """U+0000 is in no key, so it keeps each key by itself."""
    known = generations.load(name)
    rules = known.rules()
    text = "\0".join(rules)
    made = known.normalize(text)
    assert made == "\0".join(rules.values())
    assert made == craft.sentencepiece(known.blob).Normalize(text)


@pytest.mark.parametrize("name", NAMES)
def test_single_rules_are_the_rules_of_one_code_point(name: str) -> None:
    known = generations.load(name)
    codepoints, values = known.single_rules()
    assert dict(zip(map(chr, codepoints.tolist()), values, strict=True)) == {
        key: value for key, value in known.rules().items() if len(key) == 1
    }
    assert (np.diff(codepoints.astype(int)) > 0).all()


@given(texts(3))
def test_lookup_knows_the_rules_and_nothing_else(text: str) -> None:
    rules = _rules()
    assert STOCK.lookup(text) == rules.get(text)


def test_lookup_refuses_what_is_no_text() -> None:
    with pytest.raises(NotText, match=r"U\+DC00 at index 1"):
        STOCK.lookup("a\udc00")


def test_a_small_map_is_the_same_as_sentencepiece_compiles_it() -> None:
    rules = {"a": "x", "ab": "yy", "abc": "", "\u4e00\u0300": "one", "\U0001f600": ":)"}
    assert decode(craft.compiled(rules)).rules() == dict(sorted(rules.items())) == decode(charsmap(rules)).rules()


def test_repr_shows_identity_not_bytes() -> None:
    assert repr(STOCK) == "<Charsmap 0942789e0111452f: 237,539 bytes, 224,711 rules>"


# What a map does.


@given(texts())
def test_normalize_is_sentencepieces(text: str) -> None:
    assert STOCK.normalize(text) == SECOND.Normalize(text)


@given(st.one_of(malformed(), st.binary(max_size=200)))
def test_normalize_is_sentencepieces_on_malformed_bytes(data: bytes) -> None:
    assert STOCK.normalize(data) == SECOND.Normalize(data)


@given(texts())
def test_bytes_and_text_normalize_alike(text: str) -> None:
    assert STOCK.normalize(text.encode()) == STOCK.normalize(text).encode()


@given(malformed())
def test_the_result_is_always_utf8(data: bytes) -> None:
    STOCK.normalize(data).decode()


@given(st.lists(st.characters(exclude_categories=["Cs"]), max_size=30))
def test_sweep_is_normalize_one_by_one(characters: list[str]) -> None:
    assert STOCK.sweep([ord(char) for char in characters]).tolist() == [STOCK.normalize(char) for char in characters]


@pytest.mark.slow
def test_the_whole_code_space_is_sentencepieces() -> None:
    scalars = np.r_[0:0xD800, 0xE000:0x110000]
    assert len(scalars) == 1_112_064
    assert STOCK.sweep(scalars).tolist() == SECOND.Normalize(list(map(chr, scalars.tolist())))


def test_sweep_keeps_shape_and_takes_any_integer() -> None:
    asked = np.array([[0x41, 0xFB01], [0xAD, 0x200B]], dtype=np.uint16)
    assert STOCK.sweep(asked).tolist() == [["A", "fi"], ["\xad", " "]]
    assert STOCK.sweep([]).shape == (0,)
    assert STOCK.sweep(0xFB01).shape == ()


@pytest.mark.parametrize("number", [-1, 0x110000, 2**40])
def test_sweep_refuses_what_is_no_code_point(number: int) -> None:
    with pytest.raises(InvalidCodePoint, match="0x10FFFF"):
        STOCK.sweep([0x41, number])


def test_replacement_characters_of_input_and_of_repair_differ() -> None:
    """The rule for U+FFFD makes a space of the one in the input; the one made of a broken byte stays."""
    assert STOCK.normalize(b"\xef\xbf\xbd|\xff|\xef\xbf|") == b" |\xef\xbf\xbd|\xef\xbf\xbd\xef\xbf\xbd|"
    assert SECOND.Normalize(b"\xef\xbf\xbd|\xff|\xef\xbf|") == b" |\xef\xbf\xbd|\xef\xbf\xbd\xef\xbf\xbd|"


def test_nothing_ends_at_u0000() -> None:
    assert STOCK.normalize("\0\ufb01\0\xa0\0") == "\0fi\0 \0" == SECOND.Normalize("\0\ufb01\0\xa0\0")
    assert STOCK.normalize("\0") == "\0"


def test_normalize_refuses_what_is_no_text() -> None:
    with pytest.raises(NotText, match=r"U\+D800 at index 2"):
        STOCK.normalize("ab\ud800")


def test_nothing_becomes_nothing() -> None:
    assert STOCK.normalize("") == ""
    assert STOCK.normalize(b"") == b""


def _rules() -> dict[str, str]:
    if not hasattr(_rules, "made"):
        _rules.made = STOCK.rules()
    return _rules.made
