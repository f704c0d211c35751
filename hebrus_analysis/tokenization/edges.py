"""The raw edges: texts on which ports of tokenizers go wrong, each with its reason; the golden vectors are of them."""

from collections.abc import Iterator
from typing import Final

#: Group: reason to text. All characters are as old as Unicode 9.0, which every engine asked knows.
_EDGES: Final = {
    "plain": {
        "nothing": "",
        "words": "The children drink water every morning.",
        "numbers": "In 1998 there were 3,500 people",
        "code": 'if (x == y && z != 0) { return "a"; }',
    },
    "scripts": {
        "Hindi, letters and their marks": "\u0939\u093f\u0928\u094d\u0926\u0940 \u092d\u093e\u0937\u093e",
        "Bengali": "\u09ac\u09be\u0982\u09b2\u09be \u09ad\u09be\u09b7\u09be",
        "Tamil": "\u0ba4\u0bae\u0bbf\u0bb4\u0bcd",
        "Thai": "\u0e19\u0e49\u0e33\u0e43\u0e19\u0e1a\u0e48\u0e2d",
        "Arabic with vowels": "\u0627\u0644\u0633\u0651\u064e\u0644\u0627\u0645",
        "Hebrew with points": "\u05e9\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd",
        "Khmer": "\u1791\u17b9\u1780\u1780\u17d2\u1793\u17bb\u1784",
        "Korean": "\ubb3c\uc740 \ucc28\uac11\uace0",
        "Japanese": "\u6c34\u306f\u51b7\u305f\u304f\u3066",
        "Chinese": "\u6211\u4e0d\u77e5\u9053",
        "Vietnamese": "Ti\u1ebfng Vi\u1ec7t",
        "Yoruba": "\u00e0\u00e1r\u1ecd\u0300",
    },
    "normalization": {
        "Vietnamese, half composed": "Ti\u00ea\u0301ng",
        "Vietnamese, decomposed": "Tie\u0302\u0301ng",
        "two marks out of order": "e\u0301\u0323",
        "a composition over a mark": "e\u0329\u0301",
        "Korean, a syllable and a final": "\uac00\u11a8",
        "Korean, conjoining jamo": "\u1112\u1161\u11ab",
        "half-width kana with its voicing mark": "\uff76\uff9e",
        "ligatures and full width": "\ufb01ne \uff21\uff22",
        "a deletion between base and mark": "e\u00ad\u0301",
    },
    "whitespace": {
        "a tab stays a character where no map makes a space of it": "a\tb",
        "a line break": "a\nb",
        "CR LF": "a\r\nb",
        "runs of line breaks": "a \n\n \n b",
        "spaces at the edges and inside": "  a  b  ",
        "spaces alone": "   ",
        "no-break space": "a\u00a0b",
        "ideographic space": "a\u3000b",
        "next line": "a\u0085b",
        "information separators": "a\u001cb\u001fc",
        "zero width space": "a\u200bb",
        "byte order mark": "\ufeffa",
        "line separator": "a\u2028b",
    },
    "symbol of the space": {
        "U+2581 in the input": "a\u2581b",
        "U+2581 alone": "\u2581",
        "U+2581 beside a space": "a \u2581 b",
    },
    "unknown": {
        "a run of uncovered characters": "\u13a0\u13a1\u13a2",
        "two runs, a space between": "\u13a0\u13a1 \u13a2",
        "uncovered between letters": "a\u13a0\u13a1b",
        "a private character": "\ue000",
        "a character of plane 2": "\U00020000",
    },
    "contractions": {
        "upper case": "I'M SURE WE'LL SEE",
        "long s": "it'\u017f old",
        "a curly apostrophe": "it\u2019s",
        "Kelvin sign": "3 \u212a",
    },
    "controls": {
        "U+0000 inside": "a\u0000b",
        "U+0000 alone": "\u0000",
        "U+0001": "a\u0001b",
        "delete": "a\u007fb",
        "U+FFFD, which stands for bad bytes": "a\ufffdb",
    },
    "special tokens": {
        "the literal of an end token": "a<|end|>b",
        "the literal of the unknown token": "<unk>",
        "the literal of a sentence's end": "</s>",
    },
    "emoji": {
        "a joiner": "\U0001f469\u200d\U0001f680",
        "a flag": "\U0001f1ef\U0001f1f5",
        "a skin tone": "\U0001f44d\U0001f3fd",
        "a variation selector": "\u2764\ufe0f",
    },
}


#: Ill-formed UTF-8: reason to bytes. What stands for it is U+FFFD for each byte, or for each maximal subpart (The
#: Unicode Standard, section 3.9, table 3-8), which is fewer where a sequence is cut short.
_BYTES: Final = {
    "a byte that begins nothing": b"a\xffb",
    "a sequence of three cut after two": b"a\xe2\x81b",
    "a sequence of four cut after three": b"a\xf0\x9f\x98b",
    "a surrogate": b"a\xed\xa0\x80b",
    "an overlong U+0000": b"a\xc0\x80b",
    "beyond U+10FFFF": b"a\xf4\x90\x80\x80b",
    "a continuation alone": b"a\x80b",
    "Latin-1 letters": b"caf\xe9 gr\xfc\xdfe",
}


def byte_texts() -> Iterator[tuple[str, bytes]]:
    """Yield reason and bytes of each ill-formed text."""
    yield from _BYTES.items()


def texts() -> Iterator[tuple[str, str, str]]:
    """Yield group, text and reason of each edge.

    >>> ("whitespace", "a\\tb", "a tab stays a character where no map makes a space of it") in texts()
    True
    """
    for group, rows in _EDGES.items():
        for reason, text in rows.items():
            yield group, text, reason
