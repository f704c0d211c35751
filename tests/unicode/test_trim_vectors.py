"""The golden trim vectors: as the code makes them, valid, complete by design, and able to tell the rules apart."""

import json
from itertools import combinations

import jsonschema
import pytest

from hebrus_analysis.unicode import trim_vectors
from hebrus_analysis.unicode.codepoints import parse_range, spans
from hebrus_analysis.unicode.trims import RULES, SIDES, trim_bytes

PLACES = ("{}x", "x{}", "{0}x{0}", "{}", "x{}y")
#: Two rules that are one function of bytes on these sides; `test_trims` has the laws.
ALIKE = {
    ("ascii", "c-bytes"): ("both", "left", "right"),
    ("python-strip", "reverse-byte-scan"): ("left",),
}


@pytest.fixture(scope="module")
def text(root) -> str:
    return (root / "oracles/trim-vectors.jsonl").read_text(encoding="ascii")


@pytest.fixture(scope="module")
def golden(text: str) -> list[dict]:
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture(scope="module")
def inputs(golden: list[dict]) -> set[bytes]:
    return {bytes.fromhex(vector["input"]) for vector in golden}


def test_the_file_is_what_the_code_makes(text: str) -> None:
    made = trim_vectors.jsonl()
    lines = zip(text.splitlines(), made.splitlines(), strict=False)
    assert next(((locked, now) for locked, now in lines if locked != now), None) is None
    assert text == made


def test_every_line_fits_the_schema_and_the_schema_names_every_rule(root, golden: list[dict]) -> None:
    schema = json.loads((root / "oracles/trim-vectors.schema.json").read_text(encoding="ascii"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    assert [error.message for vector in golden for error in validator.iter_errors(vector)] == []
    expected = schema["properties"]["expected"]
    assert expected["required"] == list(expected["properties"]) == list(RULES)
    titles = [rule["description"].rstrip(".") for rule in expected["properties"].values()]
    assert [title.casefold() for title in titles] == [rule.title.casefold() for rule in RULES.values()]


def test_a_damaged_line_does_not_fit_the_schema(root, golden: list[dict]) -> None:
    schema = json.loads((root / "oracles/trim-vectors.schema.json").read_text(encoding="ascii"))
    validator = jsonschema.Draft202012Validator(schema)
    vector = golden[1]
    for damage in ({"input": "0"}, {"input": "0G"}, {"expected": {}}, {"well_formed": 1}, {"tags": []}, {"more": 1}):
        assert not validator.is_valid(vector | damage)


def test_there_are_at_least_400_and_no_two_are_the_same(golden: list[dict]) -> None:
    assert len(golden) >= 400
    assert len({vector["id"] for vector in golden}) == len(golden)
    assert len({vector["input"] for vector in golden}) == len(golden)
    assert {vector["tags"][0] for vector in golden} == {
        *("empty", "member", "neighbour", "pair", "run", "look-alike", "last-byte", "ill-formed", "nul")
    }


@pytest.mark.parametrize("rule", [rule for rule in RULES.values() if rule.codepoints], ids=lambda rule: rule.name)
def test_each_member_and_each_neighbour_of_each_range_stands_in_each_place(rule, inputs: set[bytes]) -> None:
    wanted = set(rule.codepoints)
    for span in map(parse_range, spans(rule.codepoints)):
        wanted |= {span[0] - 1, span[-1] + 1}
    for codepoint in wanted:
        assert {place.format(chr(codepoint)).encode() for place in PLACES} <= inputs


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(("one", "other"), list(combinations(RULES, 2)))
def test_every_two_rules_are_separated_on_every_side(one: str, other: str, side: str, golden: list[dict]) -> None:
    apart = [vector["id"] for vector in golden if vector["expected"][one][side] != vector["expected"][other][side]]
    assert bool(apart) == (side not in ALIKE.get((one, other), ()))


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("rule", [rule.name for rule in RULES.values() if rule.codepoints])
def test_a_rule_with_one_member_more_or_less_is_caught(rule: str, side: str, golden: list[dict]) -> None:
    """The vectors tell a rule from every other set that is one step away from it within members and neighbours."""
    members = RULES[rule].codepoints
    answers = {bytes.fromhex(vector["input"]): vector["expected"][rule][side] for vector in golden}
    strip = {"left": str.lstrip, "right": str.rstrip, "both": str.strip}[side]
    for codepoint in sorted(trim_vectors.members() | trim_vectors.neighbours()):
        chars = "".join(map(chr, members ^ {codepoint}))
        singles = (place.format(chr(codepoint)).encode() for place in PLACES)
        assert any(strip(data.decode(), chars).encode().hex() != answers[data] for data in singles)


def test_well_formed_is_what_a_strict_decoder_accepts(golden: list[dict]) -> None:
    def decodes(data: bytes) -> bool:
        try:
            data.decode()
        except UnicodeDecodeError:
            return False
        return True

    assert all(vector["well_formed"] == decodes(bytes.fromhex(vector["input"])) for vector in golden)
    assert all(vector["well_formed"] == (vector["tags"][0] != "ill-formed") for vector in golden)


def test_each_last_byte_is_cut_by_each_bytewise_table(golden: list[dict]) -> None:
    cut = [vector for vector in golden if vector["tags"] == ["last-byte", "right"]]
    assert len(cut) == 2 * len(trim_vectors.LAST_BYTES)
    for vector in cut:
        for rule in ("latin1-bytes", "reverse-byte-scan"):
            left = bytes.fromhex(vector["expected"][rule]["right"])
            assert "\ufffd" in left.decode(errors="replace")


def test_the_expected_values_are_laws_of_each_other(golden: list[dict]) -> None:
    for vector in golden:
        for rule, left_over in vector["expected"].items():
            left = bytes.fromhex(left_over["left"])
            assert trim_bytes(left, rule, "right").hex() == left_over["both"]
