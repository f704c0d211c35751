"""The card is for the version and the map that it says."""

import pytest

from hebrus_analysis.divergence.card import card
from hebrus_analysis.errors import InvalidCodePoint


def test_nfkc_is_that_of_the_version() -> None:
    assert card(0x32FF, unicode="12.0").nfkc == "U+32FF"
    assert card(0x32FF, unicode="12.1").nfkc == "U+4EE4 U+548C"


def test_family_is_that_of_the_map() -> None:
    assert card(0x200D).family == "spaced"
    assert card(0x200D, "nmt_nfkc@0.2.3").family == ""
    assert card(0x061C, "nmt_nfkc@0.2.3").family == "spaced"


@pytest.mark.parametrize("wrong", [0xD800, 0xDFFF, 0x110000, -1])
def test_what_is_no_scalar_value_has_no_card(wrong: int) -> None:
    with pytest.raises(InvalidCodePoint):
        card(wrong)
