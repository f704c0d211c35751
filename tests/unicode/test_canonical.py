"""Normalization in steps, held to the fast one."""

import pytest
import unicodedata2
from hypothesis import given, settings
from hypothesis import strategies as st

from hebrus_analysis.divergence.corpus import corpus
from hebrus_analysis.errors import UnknownName
from hebrus_analysis.unicode import canonical, forms, properties, steps

VERSIONS = ("4.1", "15.0", properties.versions()[-1])
TELLING = (
    "aeq\u0301\u0323\u0327\u0308\u0345\u0307\u0344\u0f71\u0f72\u0f73\u0fb2\u0f81\u1100\u1161\u1175\u1176\u11a7\u11a8\u11c2"
    "\u11c3\uac00\uac01\ud7a3\u326e\u3133\u212b\u1e9b\ufb2a\u05bc\u05c1\ufefb\u0653\u09c7\u09be\u0b47\u0b56\u3099\u304b\uff76"
    "\uff9e\U00011131\U00011127\U000113c2\U000113c5\U00016d67\U00011935\U00011930\U0001d15e\U0001d165\u034f\u200d\ue000\0"
)
rich = st.lists(
    st.one_of(st.sampled_from(TELLING), st.characters(exclude_categories=["Cs"]), st.sampled_from("\u0301\u0323\u0345"))
).map("".join)


def same(text: str, unicode: str) -> None:
    for form in forms.FORMS:
        found = canonical.stages(form, text, unicode)
        assert steps.apply(found, text) == forms.normalize(form, text, unicode), (form, unicode)
        assert [stage.name for stage in found] == ["decomposition", "canonical order", "composition"][: len(found)]
        assert len(found) == (3 if form.endswith("C") else 2)
        assert all(piece.made == piece.source for stage in found for piece in stage.pieces if not piece.why)
        assert all(piece.made != piece.source for stage in found for piece in stage.pieces if piece.why)


@given(rich, st.sampled_from(VERSIONS))
@settings(max_examples=250, deadline=None)
def test_the_steps_give_what_the_fast_form_gives(text: str, unicode: str) -> None:
    same(text, unicode)


@pytest.mark.parametrize("unicode", VERSIONS)
def test_the_steps_of_a_sample_of_the_corpus(unicode: str) -> None:
    for text in corpus().text.tolist()[::450]:
        same(text, unicode)


@pytest.mark.exhaustive
def test_the_steps_of_half_of_the_corpus() -> None:
    same("\n".join(corpus().text.tolist()[::2]), "15.0")


@given(rich)
@settings(deadline=None)
def test_the_newest_is_the_engine_itself(text: str) -> None:
    for form in forms.FORMS:
        found = canonical.stages(form, text, properties.version(unicodedata2.unidata_version))
        assert found[-1].result == unicodedata2.normalize(form, text)


def test_each_stage_says_what_it_did() -> None:
    decomposed, ordered, composed = canonical.stages("NFKC", "\ufb01q\u0307\u0323")
    assert [(piece.source, piece.made) for piece in decomposed.pieces if piece.why] == [("\ufb01", "fi")]
    assert [(piece.source, piece.made) for piece in ordered.pieces if piece.why] == [("\u0307\u0323", "\u0323\u0307")]
    assert [piece for piece in composed.pieces if piece.why] == []


def test_a_blocked_mark_does_not_compose() -> None:
    *_, composed = canonical.stages("NFC", "a\u0327\u0301\u0301")
    assert composed.result == "\xe1\u0327\u0301"
    *_, composed = canonical.stages("NFC", "\u09c7\u0334\u09be")
    assert composed.result == "\u09c7\u0334\u09be"


@pytest.mark.parametrize(("form", "unicode"), [("NFX", "15.0"), ("NFC", "4.0"), ("NFC", "99")])
def test_what_is_not_exact_is_refused(form, unicode: str) -> None:
    with pytest.raises(UnknownName, match="use one of"):
        canonical.stages(form, "a", unicode)
