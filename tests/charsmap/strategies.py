"""Texts that touch many rules: keys of the stock map, marks, jamo, spaces, and anything else."""

from functools import lru_cache

from hypothesis import strategies as st

from hebrus_analysis.charsmap import generations

MARKS = "\u0300\u0301\u0302\u0303\u0308\u030a\u0327\u0345\u05bc\u0653\u0655\u093c\u09be\u3099\u309a\U000110ba"
JAMO = "\u1100\u1112\u1161\u1175\u11a8\u11c2\uac00\uac01\ud7a3\u3131\uffa1\uffc2"
SPACES = " \t\n\r\0\x0b\x85\xa0\u2003\u200b\u200d\u2028\u2581\u3000\ufeff\ufffd"


@lru_cache(maxsize=1)
def keys() -> tuple[str, ...]:
    """Return the keys of the stock map."""
    return tuple(generations.load().rules())


def texts(max_pieces: int = 40) -> st.SearchStrategy[str]:
    """Draw text rich in what a charsmap changes."""
    key = st.integers(0, len(keys()) - 1).map(lambda index: keys()[index])
    piece = st.one_of(
        key,
        key.map(lambda text: text[:-1]),
        st.sampled_from(MARKS + JAMO + SPACES + "aeiouAEIOU"),
        st.characters(exclude_categories=["Cs"]),
    )
    return st.lists(piece, max_size=max_pieces).map("".join)


@st.composite
def malformed(draw: st.DrawFn) -> bytes:
    """Draw bytes that are mostly UTF-8: characters cut short, bytes that begin none, surrogates."""
    data = bytearray(draw(texts()).encode())
    for _ in range(draw(st.integers(0, 6))):
        at = draw(st.integers(0, len(data)))
        junk = draw(
            st.sampled_from([b"\x80", b"\xff", b"\xc3", b"\xe2\x82", b"\xf0\x9f\x98", b"\xed\xa0\x80", b"\xc0\xaf"])
        )
        data[at : at + draw(st.integers(0, 2))] = junk
    return bytes(data)
