"""UTF-8 as a state machine, and as SentencePiece decodes it when it is malformed."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from hebrus_analysis.errors import NotText

#: The state between two characters; a key may end here and nowhere else.
BOUNDARY: Final = 0
#: The state that no continuation can leave.
REJECT: Final = 8
N_STATES: Final = 9

REPLACEMENT: Final = "\ufffd"


def _transitions() -> NDArray[np.uint8]:
    """Return the next state for (state, byte), shape (9, 256), uint8.

    Source: The Unicode Standard, table 3-7, "Well-Formed UTF-8 Byte Sequences".
    """
    table = np.full((N_STATES, 256), REJECT, dtype=np.uint8)
    one, two, three, after_e0, after_ed, after_f0, after_f4 = range(1, 8)
    table[BOUNDARY, 0x00:0x80] = BOUNDARY
    table[BOUNDARY, 0xC2:0xE0] = one
    table[BOUNDARY, 0xE0:0xF0] = two
    table[BOUNDARY, 0xE0] = after_e0
    table[BOUNDARY, 0xED] = after_ed
    table[BOUNDARY, 0xF0] = after_f0
    table[BOUNDARY, 0xF1:0xF4] = three
    table[BOUNDARY, 0xF4] = after_f4
    table[one, 0x80:0xC0] = BOUNDARY
    table[two, 0x80:0xC0] = one
    table[three, 0x80:0xC0] = two
    table[after_e0, 0xA0:0xC0] = one
    table[after_ed, 0x80:0xA0] = one
    table[after_f0, 0x90:0xC0] = two
    table[after_f4, 0x80:0x90] = two
    return table


TRANSITIONS: Final = _transitions()


def malformed(data: bytes) -> NDArray[np.intp]:
    r"""Return the positions of the bytes that begin no character, ascending; SentencePiece makes U+FFFD of each.

    Python's own ``errors="replace"`` gives one U+FFFD per maximal subpart instead.

    >>> malformed(b"\xe2\x82a").tolist(), b"\xe2\x82a".decode(errors="replace")
    ([0, 1], '�a')
    """
    try:
        data.decode()
        return np.empty(0, dtype=np.intp)
    except UnicodeDecodeError:
        # surrogateescape makes one lone surrogate of each such byte; no well-formed text holds any.
        text = data.decode(errors="surrogateescape").encode("utf-32-le", errors="surrogatepass")
    codes = np.frombuffer(text, dtype="<u4")
    escaped = codes >> 8 == 0xDC
    width = np.select([escaped, codes < 0x80, codes < 0x800, codes < 0x10000], [1, 1, 2, 3], 4)
    positions: NDArray[np.intp] = (np.cumsum(width) - width)[escaped]
    return positions


def encode(text: str) -> bytes:
    """Encode text as UTF-8.

    Raises:
        NotText: the text holds a lone surrogate, which no UTF-8 can say.
    """
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise NotText(
            f"the text holds the lone surrogate U+{ord(text[error.start]):04X} at index {error.start}, which UTF-8 "
            "cannot say; pass bytes to see what a runtime makes of it"
        ) from None
