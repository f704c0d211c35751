"""Pipelines of files good and bad, and what divides two of them."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from hebrus_analysis.charsmap import containers, generations, model_proto
from hebrus_analysis.errors import HebrusAnalysisError, MalformedContainer, MalformedTokenizer
from hebrus_analysis.runtimes.classes import OF_STEPS
from hebrus_analysis.tokenization.classes import tables
from hebrus_analysis.tokenization.document import functions
from hebrus_analysis.tokenization.pipeline import differences, pipeline, shared


@pytest.fixture
def document(root: Path) -> dict:
    return json.loads((root / "oracles/tokenization/byte-level.json").read_text(encoding="utf-8"))


def test_the_steps_are_in_the_order_in_which_text_meets_them(root: Path) -> None:
    found = pipeline(root / "oracles/tokenization/byte-level.json")
    assert [(step.stage, step.type) for step in found.steps] == [
        ("added_tokens", "tokens"),
        ("normalizer", "NFC"),
        ("pre_tokenizer", "Split"),
        ("pre_tokenizer", "ByteLevel"),
        ("model", "BPE"),
        ("model", "vocab"),
        ("model", "merges"),
        ("decoder", "ByteLevel"),
    ]
    assert found.at("pre_tokenizer")[0].about == "qwen3.5"


def test_a_spiece_model_and_its_json_carry_one_map(root: Path) -> None:
    model, own = (pipeline(root / "oracles/tokenization" / name) for name in ("unigram.model", "unigram.json"))
    assert model.at("normalizer")[0].settings["sha256"] == own.at("normalizer")[0].settings["sha256"]
    assert (model.at("model")[0].type, own.at("model")[0].type) == ("Unigram", "Unigram")


def test_a_file_does_not_differ_from_itself_whatever_it_is_called(root: Path, tmp_path: Path) -> None:
    source = root / "oracles/tokenization/byte-level.json"
    (tmp_path / "other").write_text(json.dumps(json.loads(source.read_text(encoding="utf-8"))), encoding="utf-8")
    assert differences(pipeline(source), pipeline(tmp_path / "other")) == []


@pytest.mark.parametrize(
    ("change", "stage"),
    [
        (lambda d: d["normalizer"].update(type="NFKC"), "normalizer"),
        (lambda d: d["added_tokens"][0].update(special=False), "added_tokens"),
        (lambda d: d["model"]["merges"].pop(), "model"),
        (lambda d: d.update(decoder=None), "decoder"),
    ],
)
def test_each_step_that_changed_is_named(
    root: Path, tmp_path: Path, document: dict, change: Callable[[dict], object], stage: str
) -> None:
    change(document)
    (tmp_path / "t.json").write_text(json.dumps(document), encoding="utf-8")
    found = differences(pipeline(root / "oracles/tokenization/byte-level.json"), pipeline(tmp_path / "t.json"))
    assert [name for name, _, _ in found] == [stage]


def _twice(document: dict) -> None:
    tokens = list(document["model"]["vocab"])
    document["model"]["vocab"][tokens[5]] = document["model"]["vocab"][tokens[6]]


def _nested(depth: int) -> list:
    return [_nested(depth - 1)] if depth else []


@pytest.mark.parametrize("key", ["added_tokens", "merges", "vocab", "model"])
@pytest.mark.parametrize("wrong", [5, True, 1.5, "x", [5], [None], [True], [[["a"], "b"]], [["a", {}]], {"a": []}])
def test_any_other_shape_is_one_sentence(tmp_path: Path, document: dict, key: str, wrong: object) -> None:
    holder = document["model"] if key in ("merges", "vocab") else document
    holder[key] = wrong
    path = tmp_path / "t.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises((MalformedTokenizer, MalformedContainer), match=r"t\.json: "):
        pipeline(path)


def test_a_token_that_is_written_twice_is_found(tmp_path: Path, document: dict) -> None:
    text = json.dumps(document)
    path = tmp_path / "t.json"
    path.write_text(text.replace('"vocab": {', '"vocab": {"!": 7, ', 1), encoding="utf-8")
    with pytest.raises(MalformedTokenizer, match="the key '!' twice"):
        pipeline(path)


@pytest.mark.parametrize(
    "rewrite",
    [
        lambda d: d["model"].update(merges=[" ".join(merge) for merge in d["model"]["merges"]]),
        lambda d: d["model"].update(merges=["#version: 0.2", *(" ".join(merge) for merge in d["model"]["merges"])]),
        lambda d: d["model"].pop("ignore_merges", None),
        lambda d: d["model"].update(fuse_unk=False, dropout=None),
    ],
)
def test_what_is_the_same_to_the_library_is_the_same(
    root: Path, tmp_path: Path, document: dict, rewrite: Callable[[dict], object]
) -> None:
    rewrite(document)
    path = tmp_path / "t.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    assert differences(pipeline(root / "oracles/tokenization/byte-level.json"), pipeline(path)) == []


def test_an_order_that_changed_is_a_difference(tmp_path: Path, document: dict) -> None:
    found = []
    for order in (["NFD", "StripAccents"], ["StripAccents", "NFD"]):
        document["normalizer"] = {"type": "Sequence", "normalizers": [{"type": name} for name in order]}
        path = tmp_path / f"{order[0]}.json"
        path.write_text(json.dumps(document), encoding="utf-8")
        found.append(pipeline(path))
    ((stage, one, other),) = differences(*found)
    assert (stage, {step.type for step in (*one, *other)}) != ("normalizer", set())


def test_two_containers_share_map_pieces_and_scores(root: Path) -> None:
    model, own = (pipeline(root / "oracles/tokenization" / name) for name in ("unigram.model", "unigram.json"))
    assert [step.type for step in shared(model, own)] == ["Precompiled", "vocab", "scores"]


@pytest.mark.parametrize("name", OF_STEPS)
def test_a_step_of_tokenizers_has_the_tables_that_were_asked_for_it(tmp_path: Path, document: dict, name: str) -> None:
    module, kind, settings = OF_STEPS[name]
    stage = module.removesuffix("s")
    document[stage] = {"type": kind, **settings}
    path = tmp_path / "t.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    (step,) = pipeline(path).at(stage)
    assert name in step.unicode
    assert name in tables()


def test_what_a_decoder_strips_is_no_function_of_unicode(tmp_path: Path, document: dict) -> None:
    document["decoder"] = {"type": "Strip", "content": " ", "start": 1, "stop": 0}
    document["post_processor"] = {"type": "Sequence", "processors": [{"type": "ByteLevel"}]}
    path = tmp_path / "t.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    found = pipeline(path)
    assert [step.unicode for step in (*found.at("decoder"), *found.at("post_processor"))] == [(), ()]


@pytest.mark.parametrize(
    ("expression", "classes"),
    [
        (r"\P{L}\W\b[[:alpha:]]\X\p{Script=Han}", (r"\p{L}", r"\w", r"\b", "[:alpha:]", r"\X", r"\p{Script=Han}")),
        (r"\\p{L}", ()),
        (r"(?i:s)\p{^M}", ("case", r"\p{M}")),
    ],
)
def test_every_class_of_an_expression_is_seen(expression: str, classes: tuple[str, ...]) -> None:
    assert functions("pre_tokenizer", {"type": "Split", "pattern": {"Regex": expression}}) == classes


def _bytes_too(model: object) -> None:
    model.trainer_spec.byte_fallback = not model.trainer_spec.byte_fallback


def _control(model: object) -> None:
    model.pieces[5].type = 3


def _surface(model: object) -> None:
    model.trainer_spec.unk_surface = b"?"


def _back(model: object) -> None:
    model.denormalizer_spec.precompiled_charsmap = generations.load("nfkc@0.1.95").blob


@pytest.mark.parametrize(
    ("change", "stage"), [(_bytes_too, "model"), (_control, "model"), (_surface, "decoder"), (_back, "decoder")]
)
def test_each_setting_of_a_spiece_model_counts(
    root: Path, tmp_path: Path, change: Callable[[object], None], stage: str
) -> None:
    source = root / "oracles/tokenization/unigram.model"
    model = model_proto.parse(source.read_bytes())
    change(model)
    path = tmp_path / "other.model"
    path.write_bytes(model.SerializeToString())
    ((found, _, _),) = differences(pipeline(source), pipeline(path))
    assert found == stage


def test_an_expression_of_the_engine_that_runs_it_is_taken_and_another_is_not(tmp_path: Path, document: dict) -> None:
    pattern = document["pre_tokenizer"]["pretokenizers"][0]["pattern"]
    path = tmp_path / "t.json"
    pattern["Regex"] = r"[\x{4E00}-\x{9FFF}]+"
    path.write_text(json.dumps(document), encoding="utf-8")
    assert pipeline(path)
    pattern["Regex"] = "(?R)"
    path.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(MalformedTokenizer, match="does not compile"):
        pipeline(path)


def test_many_steps_take_a_time_that_grows_with_their_number(tmp_path: Path, document: dict) -> None:
    document["pre_tokenizer"] = {"type": "Sequence", "pretokenizers": [{"type": "Digits"}] * 30_000}
    path = tmp_path / "t.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    assert len(pipeline(path).at("pre_tokenizer")) == 30_000


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_twice, "has the id .* twice"),
        (lambda d: d["model"]["vocab"].update(x=-1), "model.vocab.x: .*greater than or equal to 0"),
        (lambda d: d["model"]["vocab"].update(x=1 << 40), "model.vocab.x: .*less than 2147483648"),
        (lambda d: d["model"]["vocab"].update(x=True), "model.vocab.x: .*valid integer"),
        (lambda d: d["model"].pop("vocab"), "model.vocab: field required"),
        (lambda d: d["model"].update(type="Unigram", vocab=[["a", 1], ["a", 2]]), "piece 'a' twice"),
        (lambda d: d["model"].update(vocab=[["a", 1]]), "the vocab has scores, which BPE does not have"),
        (lambda d: d["model"].update(type="Unigram"), "the vocab has ids, which Unigram does not have"),
        (lambda d: d["model"].update(vocab=[["a", "1"]]), "model.vocab.0.1: .*valid number"),
        (lambda d: d["model"].update(vocab=[1, 2]), "model.vocab.0: .*valid tuple"),
        (lambda d: d["model"].update(type="Unigram", vocab=[["a", 1]], unk_id=10**6), "unk_id is 1000000"),
        (lambda d: d["model"]["merges"].append(["nowhere", "never"]), "is not of two tokens"),
        (lambda d: d["model"]["merges"].append(["!", "#"]), "into a third"),
        (lambda d: d["added_tokens"].append({"content": "x"}), r"added_tokens.1.id: field required"),
        (lambda d: d["added_tokens"].append({"content": "x", "id": -5}), "greater than or equal to 0"),
        (lambda d: d["added_tokens"].append({"content": "!", "id": 99999}), "has the id 99999"),
        (lambda d: d["model"].update(dropout=float("nan")), "holds NaN"),
        (lambda d: d.update(decoder={"type": "X", "deep": _nested(40)}), "the decoder is nested more than 32 deep"),
        (lambda d: d.update(decoder={"type": 3}), "has no type"),
        (lambda d: d["pre_tokenizer"]["pretokenizers"][0]["pattern"].update(Regex="(a"), "does not compile"),
        (lambda d: d["pre_tokenizer"].update(pretokenizers=3), "without a list"),
        (lambda d: d["pre_tokenizer"]["pretokenizers"].append(3), "has no type"),
    ],
)
def test_a_bad_file_is_one_sentence_with_its_name(
    tmp_path: Path, document: dict, change: Callable[[dict], object], said: str
) -> None:
    change(document)
    path = tmp_path / "t.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(MalformedTokenizer, match=f"t.json: .*{said}"):
        pipeline(path)


def test_a_file_that_is_cut_short_is_refused(root: Path, tmp_path: Path) -> None:
    for name in ("byte-level.json", "unigram.json", "unigram.model"):
        data = (root / "oracles/tokenization" / name).read_bytes()
        for part in (0, 1, len(data) // 3, len(data) - 2 if name.endswith("json") else len(data) // 2):
            (tmp_path / name).write_bytes(data[:part])
            with pytest.raises(HebrusAnalysisError):
                pipeline(tmp_path / name)


def test_a_raw_map_is_no_tokenizer(tmp_path: Path) -> None:
    path = tmp_path / "map.bin"
    path.write_bytes(generations.load().blob)
    with pytest.raises(MalformedContainer, match="a raw map is no tokenizer"):
        pipeline(path)


def test_a_file_of_100_megabytes_is_refused_with_its_size(tmp_path: Path) -> None:
    path = tmp_path / "big.json"
    with path.open("wb") as file:
        file.truncate(100_000_000)
    with pytest.raises(MalformedContainer, match="has 100,000,000 bytes: files over 67,108,864 bytes are refused"):
        pipeline(path)
    assert containers.MAX_FILE_BYTES == 64 << 20
