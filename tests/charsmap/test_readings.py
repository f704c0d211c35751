"""The readings, beside the implementations that they are said to be, and beside plain transcriptions."""

import json
import random
import re
from collections.abc import Iterator
from functools import lru_cache

import craft
import pytest
import unicodedata2
from hypothesis import given
from hypothesis import strategies as st
from strategies import JAMO, MARKS, SPACES, texts
from tokenizers import normalizers

from hebrus_analysis import oracle
from hebrus_analysis.charsmap import generations, readings
from hebrus_analysis.charsmap.blob import decode
from hebrus_analysis.divergence.corpus import corpus
from hebrus_analysis.errors import NotText, UnknownName
from hebrus_analysis.unicode import forms, properties, steps
from hebrus_analysis.unicode.clusters import clusters
from hebrus_analysis.unicode.codepoints import spell

STOCK, NEWEST = generations.load(), generations.load("nmt_nfkc@0.2.3")
MAPS = {generations.STOCK: STOCK, "nmt_nfkc@0.2.3": NEWEST}
#: Marks of one cluster; what reads it in more than linear time will not come back.
CROWD = 100_000
_AT_ONCE = 500

sentencepiece = lru_cache(maxsize=4)(craft.sentencepiece)
tokenizers = lru_cache(maxsize=4)(normalizers.Precompiled)


stock_rules = lru_cache(maxsize=1)(STOCK.rules)


@lru_cache(maxsize=1)
def corpus_texts() -> list[str]:
    return corpus().text.tolist()


@lru_cache(maxsize=1)
def alphabet() -> tuple[list[str], ...]:
    """Kinds of pieces that random strings are made of, each as likely as the other."""
    assigned = list(map(chr, properties.population("18.0").tolist()))
    marks = [char for char in assigned if unicodedata2.combining(char)]
    other = [char for char in assigned if unicodedata2.category(char) in ("Mn", "Mc", "Me", "Cf")]
    jamo = [*JAMO, *map(chr, [*range(0x1100, 0x1200), *range(0xA960, 0xA980), *range(0xD7B0, 0xD800)])]
    ages = properties.ages()
    unassigned = [chr(cp) for cp in range(0x110000) if not ages[cp] and not 0xD800 <= cp < 0xE000]
    pictures = [chr(cp) for cp in range(0x1F1E6, 0x1F700)] + ["\u200d", "\ufe0f", "\xa9"]
    return list(STOCK.rules()), list(NEWEST.rules()), assigned, marks, other, jamo, unassigned, pictures, list(SPACES)


def random_texts(size: int, seed: int) -> list[str]:
    rng, kinds = random.Random(seed), alphabet()
    return ["".join(rng.choice(rng.choice(kinds)) for _ in range(rng.randint(1, 6))) for _ in range(size)]


def lumps(given: list[str]) -> Iterator[str]:
    """Join texts by U+0000, which no map changes and no cluster holds beside anything."""
    for start in range(0, len(given), _AT_ONCE):
        yield "\0".join(given[start : start + _AT_ONCE])


def same(given: list[str], ours, theirs) -> None:
    for lump in lumps([text.replace("\0", "") for text in given]):
        made, wanted = ours(lump), theirs(lump)
        if made != wanted:
            rows = zip(*(map(spell, text.split("\0")) for text in (lump, made, wanted)), strict=True)
            assert [row for row in rows if row[1] != row[2]] == []


def reading(name: str, charsmap=STOCK):
    return lambda text: readings.find(name).normalize(charsmap, text)


def test_leftmost_longest_is_sentencepiece_on_every_rule() -> None:
    keys = list(stock_rules())
    same(keys, STOCK.normalize, sentencepiece(STOCK.blob).Normalize)
    same(keys[::5], reading("leftmost-longest"), sentencepiece(STOCK.blob).Normalize)


@pytest.mark.exhaustive
def test_leftmost_longest_step_by_step_is_sentencepiece_on_every_rule() -> None:
    same(list(stock_rules()), reading("leftmost-longest"), sentencepiece(STOCK.blob).Normalize)


def test_grapheme_shortest_is_tokenizers_on_every_rule() -> None:
    same(list(stock_rules()), reading("grapheme-shortest"), tokenizers(STOCK.blob).normalize_str)


def new_keys() -> list[str]:
    return [key for key, value in NEWEST.rules().items() if stock_rules().get(key) != value]


def both_are_real_by_the_newest(keys: list[str]) -> None:
    same(keys, reading("leftmost-longest", NEWEST), sentencepiece(NEWEST.blob).Normalize)
    same(keys, reading("grapheme-shortest", NEWEST), tokenizers(NEWEST.blob).normalize_str)


def test_both_are_the_real_ones_on_each_new_rule_of_the_newest_map() -> None:
    both_are_real_by_the_newest([*new_keys(), *list(NEWEST.rules())[::40]])


@pytest.mark.exhaustive
def test_both_are_the_real_ones_on_every_rule_of_the_newest_map() -> None:
    same(list(NEWEST.rules()), reading("grapheme-shortest", NEWEST), tokenizers(NEWEST.blob).normalize_str)
    same(list(NEWEST.rules()), NEWEST.normalize, sentencepiece(NEWEST.blob).Normalize)


def test_both_are_the_real_ones_on_the_corpus() -> None:
    same(corpus_texts()[::6], reading("leftmost-longest"), sentencepiece(STOCK.blob).Normalize)
    same(corpus_texts(), reading("grapheme-shortest"), tokenizers(STOCK.blob).normalize_str)
    same(corpus_texts(), NEWEST.normalize, sentencepiece(NEWEST.blob).Normalize)


@pytest.mark.exhaustive
def test_both_are_the_real_ones_on_the_corpus_by_the_newest_map() -> None:
    both_are_real_by_the_newest(corpus_texts()[::2])


@pytest.mark.parametrize(("name", "size"), [(generations.STOCK, 25_000), ("nmt_nfkc@0.2.3", 10_000)])
def test_both_are_the_real_ones_on_random_strings(name: str, size: int) -> None:
    charsmap, drawn = MAPS[name], random_texts(size, size)
    same(drawn, reading("grapheme-shortest", charsmap), tokenizers(charsmap.blob).normalize_str)
    same(drawn, charsmap.normalize, sentencepiece(charsmap.blob).Normalize)
    same(drawn[:5_000], reading("leftmost-longest", charsmap), sentencepiece(charsmap.blob).Normalize)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(10))
def test_both_are_the_real_ones_on_a_million_random_strings(seed: int) -> None:
    drawn = random_texts(100_000, seed)
    same(drawn, reading("grapheme-shortest"), tokenizers(STOCK.blob).normalize_str)
    same(drawn, STOCK.normalize, sentencepiece(STOCK.blob).Normalize)


@given(texts())
def test_leftmost_longest_is_the_fast_form_and_sentencepiece(text: str) -> None:
    for charsmap in MAPS.values():
        made = readings.find("leftmost-longest").normalize(charsmap, text)
        assert made == charsmap.normalize(text) == sentencepiece(charsmap.blob).Normalize(text)


@given(texts())
def test_grapheme_shortest_is_tokenizers_on_any_text(text: str) -> None:
    for charsmap in MAPS.values():
        made = readings.find("grapheme-shortest").normalize(charsmap, text)
        assert made == tokenizers(charsmap.blob).normalize_str(text)


@given(
    st.dictionaries(st.text("ae\u0301\u0323\u200d", min_size=1, max_size=4), st.text("xy", max_size=2), min_size=1),
    st.text("ae\u0301\u0323\u200d\r\n", max_size=12),
)
def test_readings_of_any_small_map(rules: dict[str, str], text: str) -> None:
    charsmap = decode(craft.charsmap(rules))
    assert reading("leftmost-longest", charsmap)(text) == craft.sentencepiece(charsmap.blob).Normalize(text)
    assert reading("grapheme-shortest", charsmap)(text) == normalizers.Precompiled(charsmap.blob).normalize_str(text)


@given(st.lists(st.one_of(st.sampled_from(MARKS), texts(2)), max_size=12).map("".join))
def test_readings_by_cluster_are_what_they_say(text: str) -> None:
    rules = stock_rules()

    def alone(cluster: str) -> str:
        return "".join(rules.get(char, char) for char in cluster)

    def whole(cluster: str) -> str:
        keys = [cluster[:end] for end in range(len(cluster), 0, -1) if cluster[:end] in rules]
        return rules[keys[0]] if keys and len(cluster.encode()) < 6 else alone(cluster)

    parts = clusters(text)
    assert reading("grapheme-longest-whole-cluster")(text) == "".join(map(whole, parts))
    assert reading("grapheme-then-longest")(text) == "".join(map(STOCK.normalize, parts))


def transcribed(text: str) -> str:
    """By `Precompiled.normalize` of transformers.js, with the NFKC of Unicode 15.0."""
    text = re.sub("[\u0001-\u0008\u000b\u000e-\u001f\u007f\u008f\u009f]", "", text)
    text = re.sub("[\t\n\f\r\xa0\u1680\u2000-\u200f\u2028\u2029\u202f\u205f\u2581\u3000\ufeff\ufffd]", " ", text)
    return "\uff5e".join(forms.normalize("NFKC", part, "15.0") for part in text.split("\uff5e"))


@given(st.lists(st.one_of(st.sampled_from("\uff5e\u0301e"), texts(3)), max_size=12).map("".join))
def test_rules_ignored_is_a_list_and_nfkc(text: str) -> None:
    assert reading("rules-ignored")(text) == transcribed(text)


def test_rules_ignored_is_a_list_and_nfkc_for_what_nfkc_changes_and_the_corpus() -> None:
    changed = list(map(chr, forms.nfkc_changes("15.0")[0].tolist()))
    other = list(map(chr, [*range(0x3100), *range(0xFE00, 0x10000)]))
    for part in (changed, other, corpus_texts()[::25], ["\uff5e\u0301", "e\uff5e\u0301", "\uff5e\uff5e", "\uff5e"]):
        text = "\n".join(part)
        assert reading("rules-ignored")(text) == transcribed(text)


def reported() -> list[dict[str, str]]:
    return list(map(json.loads, oracle.read("sequences/reported.jsonl").decode().splitlines()))


def test_reported_cases_have_all_columns() -> None:
    assert len(reported()) >= 12
    assert {frozenset(case) for case in reported()} == {
        frozenset(["source", "about", "text", "leftmost_longest", "newest_map", "grapheme_shortest", "nfkc_15"])
    }


@pytest.mark.parametrize("case", reported(), ids=lambda case: case["text"])
def test_a_reported_case_is_what_was_measured(case: dict[str, str]) -> None:
    text = forms.unspell(case["text"].replace("U+", ""))
    made = {
        "leftmost_longest": reading("leftmost-longest")(text),
        "newest_map": reading("leftmost-longest", NEWEST)(text),
        "grapheme_shortest": reading("grapheme-shortest")(text),
        "nfkc_15": forms.normalize("NFKC", text, "15.0"),
    }
    theirs = {
        "leftmost_longest": sentencepiece(STOCK.blob).Normalize(text),
        "newest_map": sentencepiece(NEWEST.blob).Normalize(text),
        "grapheme_shortest": tokenizers(STOCK.blob).normalize_str(text),
    }
    if all("" != properties.age(ord(char)) <= "15.0" for char in text):
        theirs["nfkc_15"] = unicodedata2.normalize("NFKC", text)
    assert {column: spell(text) for column, text in made.items()} == {column: case[column] for column in made}
    assert {column: spell(text) for column, text in theirs.items()} == {column: case[column] for column in theirs}


def executable(text: str) -> None:
    for each in readings.READINGS.values():
        for charsmap in MAPS.values():
            found = each.explain(charsmap, text)
            assert steps.apply(found, text) == each.normalize(charsmap, text)
            assert all(piece.source == piece.made for stage in found for piece in stage.pieces if not piece.why)
            assert all(piece.source.endswith(piece.lost) for stage in found for piece in stage.pieces)


def test_the_stages_of_a_reading_give_its_result() -> None:
    for text in corpus_texts()[::97]:
        executable(text)


@pytest.mark.exhaustive
def test_the_stages_of_a_reading_give_its_result_for_the_whole_corpus() -> None:
    for text in corpus_texts():
        for each in readings.READINGS.values():
            assert steps.apply(each.explain(STOCK, text), text) == each.normalize(STOCK, text)


@given(texts(8))
def test_the_stages_of_a_reading_give_its_result_for_any_text(text: str) -> None:
    executable(text)


def test_what_a_rule_loses_is_said() -> None:
    (stage,) = readings.find("grapheme-shortest").explain(STOCK, "A\u0302\u0300")
    assert [(piece.source, piece.made, piece.why, piece.lost) for piece in stage.pieces] == [
        ("A\u0302\u0300", "\xc2", "rule U+0041 U+0302", "\u0300")
    ]
    (stage,) = readings.find("leftmost-longest").explain(STOCK, "A\u0302\u0300x")
    assert [(piece.why, piece.lost) for piece in stage.pieces] == [("rule U+0041 U+0302 U+0300", ""), ("", "")]


def test_matches_are_all_keys_that_begin_a_text() -> None:
    rules = stock_rules()
    for text in random_texts(3_000, 8):
        found = list(readings.matches(STOCK, text))
        assert found == [text[:end] for end in range(1, len(text) + 1) if text[:end] in rules]


@pytest.mark.parametrize("name", readings.READINGS)
@pytest.mark.parametrize("text", ["\ud800", "a\udfff", "\ud83d\ude00", "\uff5e\udc80"])
def test_a_lone_surrogate_is_no_text_in_any_reading(name: str, text: str) -> None:
    for charsmap in MAPS.values():
        with pytest.raises(NotText, match="lone surrogate"):
            readings.find(name).normalize(charsmap, text)


@pytest.mark.parametrize("name", readings.READINGS)
def test_of_deletions_nothing_is_left(name: str) -> None:
    each = readings.find(name)
    for text in ("\x01", "\x01\x02\x7f", "\x0b" * 1000):
        assert each.normalize(STOCK, text) == ""
        assert steps.apply(each.explain(STOCK, text), text) == ""
    assert each.normalize(STOCK, "") == ""


@pytest.mark.parametrize("name", readings.READINGS)
@pytest.mark.parametrize("mark", ["\u0301", "\u200d"])
def test_a_crowded_cluster_is_read_to_its_end(name: str, mark: str) -> None:
    text = "e" + mark * CROWD
    made = readings.find(name).normalize(STOCK, text)
    if name == "leftmost-longest":
        assert made == sentencepiece(STOCK.blob).Normalize(text)
    if name == "grapheme-shortest":
        assert made == tokenizers(STOCK.blob).normalize_str(text)
    if name == "rules-ignored":
        assert made == transcribed(text)
    assert made[:1] in ("e", "\xe9")


def test_an_unknown_reading_is_refused() -> None:
    with pytest.raises(UnknownName, match="unknown reading 'nothing'; use one of: leftmost-longest, "):
        readings.find("nothing")
