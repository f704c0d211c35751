"""What composes and what can meet, beside the engines themselves."""

import random
import sys
import unicodedata

import numpy as np
import pytest
import unicodedata2

from hebrus_analysis.errors import UnknownName
from hebrus_analysis.unicode import composition, forms, properties

COMPOSITES = composition.composites()


def parts(char: str) -> tuple[str, str] | None:
    """What a character is composed of, by the engine: it alone, taken apart once."""
    found = unicodedata2.decomposition(char).split()
    if len(found) == 2 and not found[0].startswith("<"):
        return chr(int(found[0], 16)), chr(int(found[1], 16))
    return None


def test_each_pair_is_what_nfc_makes_of_it() -> None:
    for (first, second), made in COMPOSITES.items():
        assert unicodedata2.normalize("NFC", first + second) == made
        assert unicodedata2.normalize("NFD", first + second) == unicodedata2.normalize("NFD", made)


def test_each_pair_that_the_host_knows_is_what_its_nfc_makes_of_it() -> None:
    known = properties.key(".".join(unicodedata.unidata_version.split(".")[:2]))
    tried = 0
    for (first, second), made in COMPOSITES.items():
        if properties.key(properties.age(ord(made))) <= known:
            assert unicodedata.normalize("NFC", first + second) == made
            tried += 1
    assert tried > 12_000


def test_every_primary_composite_is_there() -> None:
    """Each character that NFC keeps and NFD takes apart is made by exactly one pair."""
    chars = [chr(cp) for cp in range(sys.maxunicode + 1) if not 0xD800 <= cp < 0xE000]
    kept = {
        char for char in chars if unicodedata2.normalize("NFC", char) == char != unicodedata2.normalize("NFD", char)
    }
    assert set(COMPOSITES.values()) == kept
    assert len(COMPOSITES) == len(kept)
    for (first, second), made in COMPOSITES.items():
        if ord(made) not in composition.SYLLABLES:
            assert parts(made) == (first, second)


def test_no_other_pair_of_their_parts_composes() -> None:
    firsts, seconds = ({pair[place] for pair in COMPOSITES} for place in (0, 1))
    whole = sorted(first for first in firsts if unicodedata2.normalize("NFD", first) == first)
    for first in random.Random(1).sample(whole, 100):
        for second in sorted(seconds):
            made = unicodedata2.normalize("NFC", first + second)
            assert ((first, second) in COMPOSITES) == (len(made) == 1), (first, second)


def test_hangul_is_all_of_it() -> None:
    found = [made for made in COMPOSITES.values() if ord(made) in composition.SYLLABLES]
    assert sorted(map(ord, found)) == list(composition.SYLLABLES)
    assert all(second != "\u11a7" for _, second in COMPOSITES)


@pytest.mark.parametrize("unicode", ["4.1", "15.0", "18.0"])
def test_what_meets_is_what_the_strings_say(unicode: str) -> None:
    """Where two do not meet they normalize apart; `meet` may say so too often, never too rarely."""
    met = composition.meetings(unicode)
    rng = np.random.default_rng(4)
    firsts = np.sort(rng.choice(len(met.firsts), 150, replace=False))
    seconds = np.arange(len(met.seconds))
    apart = ~met.meet(firsts, seconds)
    alone = {
        form: composition.each("NFKC", part, unicode) for form, part in (("first", met.firsts), ("second", met.seconds))
    }
    chosen = [(int(a), int(b)) for a, row in zip(firsts, apart, strict=True) for b in np.flatnonzero(row)]
    text = "".join(f"\0{chr(met.firsts[a])}{chr(met.seconds[b])}" for a, b in chosen)
    wanted = "".join(f"\0{alone['first'][a]}{alone['second'][b]}" for a, b in chosen)
    assert len(chosen) > 1_000
    assert forms.normalize("NFKC", text, unicode) == wanted


@pytest.mark.parametrize("unicode", ["4.1", "15.0", "18.0"])
def test_firsts_and_seconds_are_assigned_and_ascending(unicode: str) -> None:
    met = composition.meetings(unicode)
    for part in (met.firsts, met.seconds):
        assert (np.diff(part.astype(np.int64)) > 0).all()
        assert np.isin(part, properties.population(unicode)).all()


def test_each_form_of_each_code_point() -> None:
    asked = np.array([0, 0x41, 0xFB01, 0xAC00, 0x10FFFF], dtype=np.uint32)
    assert composition.each("NFKD", asked, "15.0") == ["\0", "A", "fi", "\u1100\u1161", "\U0010ffff"]


@pytest.mark.parametrize("unicode", ["4.0", "99"])
def test_a_version_that_is_not_exact_is_refused(unicode: str) -> None:
    with pytest.raises(UnknownName, match="use one of"):
        composition.meetings(unicode)
