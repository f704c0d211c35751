"""Grapheme clusters, beside Unicode's own test and a real segmenter."""

import lzma

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import normalizers

from hebrus_analysis import oracle
from hebrus_analysis.charsmap.rebuild import compile_rules
from hebrus_analysis.errors import UnknownName
from hebrus_analysis.unicode import forms, properties
from hebrus_analysis.unicode.clusters import clusters

#: U+2701 was Extended_Pictographic at Unicode 15.0 and is no longer; old characters have the newest properties here, so
#: a joiner holds two of them together no more. Nor does it for tokenizers, as a test below shows.
CHANGED = ["\u2701\u200d\u2701"]
TELLING = (
    "a\r\n\0\u0301\u0308\u200d\u200c\u1100\u1161\u11a8\uac00\uac01\u0600\u0903\u0915\u094d\u0937"
    "\U0001f1e6\U0001f469\U0001f3fd\ufe0f\xa9\u2701"
)
telling = st.lists(st.one_of(st.sampled_from(TELLING), st.characters())).map("".join)


def break_test() -> list[list[str]]:
    lines = lzma.decompress(oracle.read("unicode/GraphemeBreakTest.txt.xz")).decode().splitlines()
    rows = [line.partition("#")[0].strip() for line in lines]
    return [
        [forms.unspell(cluster.replace("\xd7", " ")) for cluster in row.strip("\xf7 \t").split("\xf7")]
        for row in rows
        if row
    ]


def test_unicode_s_own_test_but_for_what_changed_since() -> None:
    rows = break_test()
    assert len(rows) == 602
    failed = ["".join(wanted) for wanted in rows if clusters("".join(wanted), "15.0") != wanted]
    assert failed == CHANGED
    assert not regex.match(r"\p{Extended_Pictographic}", "\u2701")


def test_tokenizers_cuts_there_too() -> None:
    """A cluster of five bytes is replaced whole by a rule that begins it, and a mark is lost, so its edges show."""
    for char, cut in (("\u2701", True), ("\u2702", False)):
        text = f"{char}\u200d{char}\u0301"
        real = normalizers.Precompiled(compile_rules({char: "x"}).blob).normalize_str(text)
        assert real == ("x\u200dx" if cut else "x\u200dx\u0301")
        assert clusters(text) == ([f"{char}\u200d", f"{char}\u0301"] if cut else [text])


@given(telling, st.sampled_from(["1.1", "9.0", "15.0", "17.0", "18.0"]))
@settings(deadline=None)
def test_clusters_joined_are_the_text(text: str, unicode: str) -> None:
    found = clusters(text, unicode)
    assert "".join(found) == text
    assert all(found)


@given(telling)
@settings(deadline=None)
def test_a_cluster_is_one_cluster(text: str) -> None:
    for cluster in clusters(text):
        assert clusters(cluster) == [cluster]


@given(telling, telling)
@settings(deadline=None)
def test_a_control_parts_what_stands_around_it(before: str, after: str) -> None:
    assert clusters(f"{before}\0{after}") == [*clusters(before), "\0", *clusters(after)]


def test_a_young_character_stands_alone() -> None:
    young = next(
        chr(cp)
        for cp in properties.population("18.0").tolist()
        if regex.match(r"\p{M}", chr(cp)) and properties.age(cp) == "17.0"
    )
    assert clusters(f"a{young}\u0301", "17.0") == [f"a{young}\u0301"]
    assert clusters(f"a{young}\u0301", "16.0") == ["a", f"{young}\u0301"]


def test_nothing_has_no_cluster() -> None:
    assert clusters("") == []


def test_an_unknown_version_is_refused() -> None:
    with pytest.raises(UnknownName, match="unknown Unicode version '99'"):
        clusters("a", "99")
