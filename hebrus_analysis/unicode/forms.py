"""Normalization at a chosen Unicode version: NFKC of single code points, and all four forms of text.

Normalization is stable: an assigned character never normalizes otherwise later (Unicode Standard Annex #15, section
3, and the Normalization Stability Policy), so version V is the newest table with every younger character left alone.
The exceptions, Corrigenda 3 and 4, are in ``oracles/unicode/changes.tsv``.
"""

from functools import lru_cache
from typing import Final, Literal

import numpy as np
import unicodedata2
from numpy.typing import ArrayLike, NDArray

from hebrus_analysis import oracle
from hebrus_analysis.errors import NotText, UnknownName
from hebrus_analysis.unicode import properties

Form = Literal["NFC", "NFD", "NFKC", "NFKD"]
FORMS: Final[tuple[Form, ...]] = ("NFC", "NFD", "NFKC", "NFKD")
#: Text is normalized exactly from this version on: Corrigendum 5 changed composition in Unicode 4.1.
FIRST_EXACT: Final = "4.1"
_INERT: Final = 0xE000


def exact_versions() -> tuple[str, ...]:
    """Return the versions at which whole texts can be normalized: those that the engine knows, from 4.1 on."""
    engine = properties.key(unicodedata2.unidata_version)
    known = properties.versions()[properties.versions().index(FIRST_EXACT) :]
    return tuple(version for version in known if properties.key(version) <= engine)


@lru_cache
def _assigned(unicode: str) -> NDArray[np.bool_]:
    ages = properties.ages()
    return (ages > 0) & (ages <= properties.versions().index(unicode) + 1)


def normalize(form: Form, text: str, unicode: str = properties.DEFAULT_VERSION) -> str:
    """Normalize a text as a given Unicode version would.

    An unassigned code point normalizes to itself, has combining class 0 and composes with nothing. So each is masked by
    a private-use character, which is as inert in every version, and put back in order afterwards.

    Args:
        form: NFC, NFD, NFKC or NFKD.
        text: any text, lone surrogates included.
        unicode: a Unicode version from 4.1 on.

    Raises:
        UnknownName: no such form, or no version that is exact; the message lists all.

    >>> normalize("NFKC", "\u32ff", "12.0"), normalize("NFKC", "\u32ff", "12.1")
    ('㋿', '令和')
    """
    if not isinstance(text, str):
        raise NotText(f"{type(text).__name__} is no text; normalization takes str")
    if form not in FORMS:
        raise UnknownName("normalization form", form, FORMS)
    version = properties.version(unicode)
    if version not in exact_versions():
        raise UnknownName("Unicode version for whole texts", unicode, exact_versions())
    codepoints = _codepoints(text)
    inert = ~_assigned(version)[codepoints] | (codepoints == _INERT)
    masked = _text(np.where(inert, np.uint32(_INERT), codepoints))
    out = _codepoints(unicodedata2.normalize(form, masked)).copy()
    out[out == _INERT] = codepoints[inert]
    return _text(out)


def _codepoints(text: str) -> NDArray[np.uint32]:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")


def _text(codepoints: NDArray[np.uint32]) -> str:
    return codepoints.astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")


def unspell(codepoints: str) -> str:
    """Read a text from hexadecimal code points, as the Unicode data files write it."""
    return "".join(chr(int(number, 16)) for number in codepoints.split())


@lru_cache
def nfkc_changes(unicode: str) -> tuple[NDArray[np.uint32], NDArray[np.object_]]:
    """Return the code points that NFKC changes at a version, ascending, and what it makes of each."""
    table = {int(row[0], 16): unspell(row[1]) for row in oracle.table("unicode/nfkc.tsv")}
    table |= {codepoint: unspell(value) for codepoint, value in properties.changed("nfkc", unicode).items()}
    limit = properties.versions().index(unicode) + 1
    codepoints = np.array(sorted(table), dtype=np.uint32)
    known = codepoints[properties.ages()[codepoints] <= limit]
    return known, np.array([table[codepoint] for codepoint in known.tolist()], dtype=object)


def nfkc(codepoints: ArrayLike, unicode: str = properties.DEFAULT_VERSION) -> NDArray[np.object_]:
    """Return NFKC of each code point alone, shape of the input, dtype object (str).

    Args:
        codepoints: code points, any integer dtype.
        unicode: a Unicode version; younger code points stay as they are.

    >>> nfkc([0xFB01, 0x32FF], "12.0").tolist(), nfkc([0x32FF], "12.1").tolist()
    (['fi', '㋿'], ['令和'])
    """
    asked = np.asarray(codepoints, dtype=np.int64)
    out = np.array(list(map(chr, asked.ravel().tolist())), dtype=object)
    known, values = nfkc_changes(properties.version(unicode))
    at = np.minimum(np.searchsorted(known, asked.ravel()), len(known) - 1)
    hit = np.flatnonzero(known[at] == asked.ravel())
    out[hit] = values[at[hit]]
    return out.reshape(asked.shape)
