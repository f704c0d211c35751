"""What differs between two maps by their arrays is what differs between two dictionaries of their rules."""

import craft
from hypothesis import given, settings
from hypothesis import strategies as st

from hebrus_analysis.charsmap.blob import decode
from hebrus_analysis.charsmap.generations import load
from hebrus_analysis.charsmap.rules import NONE, Rules, difference

# Few characters of each length in UTF-8, so that keys meet, and begin one another.
TEXTS = st.text("ab\u00e9\u0301\u20ac\uffff\U0001f600", max_size=3)
RULES = st.dictionaries(TEXTS.filter(bool), TEXTS, max_size=8)


def arrays(rules: dict[str, str]) -> Rules:
    return decode(craft.charsmap(rules)).rule_arrays() if rules else NONE


@settings(deadline=None)
@given(RULES, RULES)
def test_difference_is_that_of_dictionaries(before: dict[str, str], after: dict[str, str]) -> None:
    added, removed, changed = difference(arrays(before), arrays(after))
    assert list(added.items()) == sorted((key, value) for key, value in after.items() if key not in before)
    assert list(removed.items()) == sorted((key, value) for key, value in before.items() if key not in after)
    both = {key: (before[key], after[key]) for key in sorted(before.keys() & after.keys())}
    assert list(changed.items()) == [(key, pair) for key, pair in both.items() if pair[0] != pair[1]]


@given(RULES)
def test_some_of_the_rules_stay_as_they_are(rules: dict[str, str]) -> None:
    found = arrays(rules)
    assert found.as_dict() == dict(sorted(rules.items()))
    assert found.where(found.values >= 0).as_dict() == dict(sorted(rules.items()))
    assert found.where(found.values < 0).as_dict() == {}


def test_two_real_maps_differ_as_their_dictionaries_do() -> None:
    before, after = load("nmt_nfkc@0.1.95"), load("nfkc_cf@0.2.3")
    added, removed, changed = difference(before.rule_arrays(), after.rule_arrays())
    one, other = before.rules(), after.rules()
    assert added == {key: value for key, value in other.items() if key not in one}
    assert removed == {key: value for key, value in one.items() if key not in other}
    assert changed == {key: (one[key], value) for key, value in other.items() if one.get(key, value) != value}
    assert added
    assert removed
    assert changed
