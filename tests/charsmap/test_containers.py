"""Model files as the real packages write them, whole and damaged."""

import base64
import contextlib
import json
import os
import re
import threading
from pathlib import Path
from typing import Any

import craft
import pytest
from sentencepiece import sentencepiece_model_pb2
from tokenizers import Tokenizer, models, normalizers

from hebrus_analysis import oracle
from hebrus_analysis.charsmap import containers, generations
from hebrus_analysis.charsmap.containers import NormalizerSpec, disagreement, parse, read
from hebrus_analysis.errors import HebrusAnalysisError, MalformedCharsmap, MalformedContainer, NoCharsmap

STOCK = generations.load().blob
OTHER = generations.load("nfkc@0.2.3").blob
NAMES = ["identity", "user_defined", "stock"]


def model(name: str = "stock", **fields: Any) -> bytes:
    """Return one of the frozen models, with other fields in its normalizer_spec."""
    proto = sentencepiece_model_pb2.ModelProto.FromString(oracle.read(f"models/{name}.model"))
    for field, value in fields.items():
        setattr(proto.normalizer_spec, field, value)
    return proto.SerializeToString()


def tokenizer(normalizer: normalizers.Normalizer | None) -> bytes:
    """Return a tokenizer.json as `tokenizers` writes it."""
    made = Tokenizer(models.Unigram([("<unk>", 0.0), ("a", -1.0)], 0))
    if normalizer is not None:
        made.normalizer = normalizer
    return made.to_str().encode()


def edited(normalizer: Any) -> bytes:
    """Return a tokenizer.json with anything in the place of its normalizer."""
    document = json.loads(tokenizer(None))
    document["normalizer"] = normalizer
    return json.dumps(document).encode()


# spiece.model


@pytest.mark.parametrize("name", NAMES)
def test_a_model_says_what_sentencepiece_reads_in_it(name: str) -> None:
    data = oracle.read(f"models/{name}.model")
    spec = parse(data)
    theirs = sentencepiece_model_pb2.ModelProto.FromString(data).normalizer_spec
    assert spec.container == "spiece.model"
    assert spec.name == theirs.name
    assert spec.precompiled_charsmap == theirs.precompiled_charsmap
    assert spec.add_dummy_prefix == theirs.add_dummy_prefix
    assert spec.remove_extra_whitespaces == theirs.remove_extra_whitespaces
    assert spec.escape_whitespaces == theirs.escape_whitespaces
    assert spec.normalization_rule_tsv == theirs.normalization_rule_tsv
    assert spec.denormalizer is None


def test_the_three_models_carry_what_they_were_made_for() -> None:
    specs = {name: read(oracle.root() / "models" / f"{name}.model") for name in NAMES}
    assert specs["identity"].charsmap is None
    stock = specs["stock"].charsmap
    assert stock is not None
    assert stock.blob == STOCK
    user = specs["user_defined"].charsmap
    assert user is not None
    assert user.rules() == {"\u00ad": "", "\u00df": "ss", "\u2019": "'"}
    assert specs["user_defined"].normalization_rule_tsv == "user_defined.tsv"


@pytest.mark.parametrize("name", NAMES)
def test_a_model_cut_short_is_refused_or_still_says_the_same(name: str) -> None:
    data = oracle.read(f"models/{name}.model")
    whole = parse(data)
    for length in range(0, len(data), 97):
        try:
            spec = parse(data[:length])
            assert spec.charsmap is None or spec.precompiled_charsmap == whole.precompiled_charsmap
            assert spec.name == whole.name
        except HebrusAnalysisError:
            continue


def test_flags_and_denormalizer_are_read() -> None:
    proto = sentencepiece_model_pb2.ModelProto.FromString(model(add_dummy_prefix=False, escape_whitespaces=False))
    proto.denormalizer_spec.precompiled_charsmap = OTHER
    spec = parse(proto.SerializeToString())
    assert (spec.add_dummy_prefix, spec.remove_extra_whitespaces, spec.escape_whitespaces) == (False, True, False)
    assert spec.denormalizer is not None
    assert spec.denormalizer.precompiled_charsmap == OTHER
    assert spec.precompiled_charsmap == STOCK


def test_flags_left_out_have_the_defaults_of_the_format() -> None:
    proto = sentencepiece_model_pb2.ModelProto.FromString(model())
    for flag in ("add_dummy_prefix", "remove_extra_whitespaces", "escape_whitespaces"):
        proto.normalizer_spec.ClearField(flag)
    spec = parse(proto.SerializeToString())
    assert (spec.add_dummy_prefix, spec.remove_extra_whitespaces, spec.escape_whitespaces) == (True, True, True)


@pytest.mark.parametrize("name", ["nmt_nfkc", "nfkc", "user_defined", "no such rule"])
def test_a_named_normalizer_without_a_map_is_refused(name: str) -> None:
    with pytest.raises(NoCharsmap, match=f"names '{name}' but carries no precompiled_charsmap"):
        _ = parse(model(name="stock", precompiled_charsmap=b"") if name == "nmt_nfkc" else _named(name, b"")).charsmap


def _named(name: str, blob: bytes) -> bytes:
    proto = sentencepiece_model_pb2.ModelProto.FromString(model())
    proto.normalizer_spec.name = name
    proto.normalizer_spec.precompiled_charsmap = blob
    return proto.SerializeToString()


@pytest.mark.parametrize("name", ["nfkc", "identity", "", "nmt_nfkc_cf"])
def test_a_name_that_lies_decides_nothing(name: str) -> None:
    charsmap = parse(_named(name, STOCK)).charsmap
    assert charsmap is not None
    assert generations.by_content(charsmap.sha256) == generations.resolve("nmt_nfkc@0.1.95")


def test_no_name_and_no_map_is_no_normalizer() -> None:
    assert parse(_named("", b"")).charsmap is None


def test_a_name_that_is_not_utf8_is_shown_as_it_is() -> None:
    data = _named("nfkc", STOCK).replace(b"\x0a\x04nfkc", b"\x0a\x04nf\xff\x00")
    assert parse(data).name == "nf\\xff\0"


def test_a_spec_that_comes_twice_is_merged_as_protobuf_does() -> None:
    twice = sentencepiece_model_pb2.ModelProto()
    twice.normalizer_spec.precompiled_charsmap = OTHER
    spec = parse(model() + twice.SerializePartialToString())
    assert spec.precompiled_charsmap == OTHER
    assert spec.name == "nmt_nfkc"


@pytest.mark.parametrize("field", ["pieces", "trainer_spec", "normalizer_spec"])
def test_a_model_without_one_of_its_parts_is_none(field: str) -> None:
    proto = sentencepiece_model_pb2.ModelProto.FromString(model())
    proto.ClearField(field)
    with pytest.raises(MalformedContainer, match=f"have no {field}"):
        parse(proto.SerializeToString())


def test_a_map_that_cannot_be_applied_is_refused_though_the_model_parses() -> None:
    spec = parse(_named("nmt_nfkc", STOCK[:-1]))
    with pytest.raises(MalformedCharsmap):
        _ = spec.charsmap


# tokenizer.json


@pytest.mark.parametrize(
    ("normalizer", "steps"),
    [
        (normalizers.Precompiled(STOCK), ("Precompiled",)),
        (normalizers.Sequence([normalizers.Precompiled(STOCK)]), ("Precompiled",)),
        (
            normalizers.Sequence([normalizers.Strip(), normalizers.Precompiled(STOCK), normalizers.Replace("a", "b")]),
            ("Strip", "Precompiled", "Replace"),
        ),
        (
            normalizers.Sequence(
                [
                    normalizers.Sequence([normalizers.Sequence([normalizers.Precompiled(STOCK)]), normalizers.NFC()]),
                    normalizers.Precompiled(STOCK),
                ]
            ),
            ("Precompiled", "NFC", "Precompiled"),
        ),
    ],
)
def test_precompiled_is_found_wherever_it_stands(normalizer: normalizers.Normalizer, steps: tuple[str, ...]) -> None:
    spec = parse(tokenizer(normalizer))
    assert (spec.container, spec.name, spec.steps) == ("tokenizer.json", "", steps)
    assert spec.precompiled_charsmap == STOCK
    assert spec.charsmap is not None


def test_no_normalizer_is_no_map() -> None:
    for data in (tokenizer(None), tokenizer(normalizers.Sequence([]))):
        assert parse(data).charsmap is None


@pytest.mark.parametrize(
    ("normalizer", "named"),
    [
        (normalizers.NFKC(), "NFKC"),
        (normalizers.Sequence([normalizers.NFKC(), normalizers.Lowercase()]), r"NFKC \+ Lowercase"),
    ],
)
def test_a_normalizer_of_the_library_is_no_frozen_map(normalizer: normalizers.Normalizer, named: str) -> None:
    spec = parse(tokenizer(normalizer))
    with pytest.raises(NoCharsmap, match=f"is {named} and carries no precompiled_charsmap.*ask the spiece.model"):
        _ = spec.charsmap


@pytest.mark.parametrize("value", ["=", "AA=A", "A", "%%%%", "\u00c4\u00c4", "\ud800", "AAAA\nAAAA"])
def test_wrong_base64_is_refused(value: str) -> None:
    with pytest.raises(MalformedContainer, match=r"normalizer\.precompiled_charsmap is not base64"):
        parse(edited({"type": "Precompiled", "precompiled_charsmap": value}))


@pytest.mark.parametrize("value", [None, "", 7, [0, 1], {}])
def test_precompiled_without_a_map_is_refused(value: Any) -> None:
    with pytest.raises(NoCharsmap, match="normalizer is Precompiled but carries no precompiled_charsmap"):
        parse(edited({"type": "Precompiled", "precompiled_charsmap": value}))
    with pytest.raises(NoCharsmap, match=r"normalizer\.normalizers\[1\] is Precompiled but"):
        parse(edited({"type": "Sequence", "normalizers": [{"type": "NFC"}, {"type": "Precompiled"}]}))


def test_two_different_maps_are_none() -> None:
    both = normalizers.Sequence([normalizers.Precompiled(STOCK), normalizers.Precompiled(OTHER)])
    with pytest.raises(MalformedContainer, match="has 2 Precompiled normalizers with different maps"):
        parse(tokenizer(both))


@pytest.mark.parametrize(
    ("normalizer", "message"),
    [
        ([], "normalizer is no normalizer: it has no type"),
        ("Precompiled", "no type"),
        ({}, "no type"),
        ({"type": 7}, "no type"),
        ({"type": "\x1b[31m"}, "no type"),
        ({"type": "\ud800"}, "no type"),
        ({"type": "Sequence"}, "normalizer is a Sequence without a list"),
        ({"type": "Sequence", "normalizers": {}}, "Sequence without a list"),
        (
            {"type": "Sequence", "normalizers": [{"type": "Sequence", "normalizers": [5]}]},
            r"normalizers\[0\]\.norm.*\[0\]",
        ),
    ],
)
def test_what_is_no_normalizer_is_refused(normalizer: Any, message: str) -> None:
    with pytest.raises(MalformedContainer, match=message):
        parse(edited(normalizer))


@pytest.mark.parametrize("depth", [10, 200, 900, 100_000])
def test_deep_nesting_is_read_or_refused(depth: int) -> None:
    inner = json.dumps({"type": "Precompiled", "precompiled_charsmap": base64.b64encode(STOCK).decode()})
    nested = '{"type":"Sequence","normalizers":[' * depth + inner + "]}" * depth
    data = edited("@").replace(b'"@"', nested.encode())
    if depth <= 200:
        assert parse(data).precompiled_charsmap == STOCK
    else:
        # How deep Python reads JSON depends on its version.
        with contextlib.suppress(MalformedContainer):
            assert parse(data).precompiled_charsmap == STOCK


@pytest.mark.parametrize("key", ["model", "normalizer"])
def test_json_that_is_no_tokenizer_is_refused(key: str) -> None:
    document = json.loads(tokenizer(None))
    del document[key]
    with pytest.raises(MalformedContainer, match=f"has no '{key}'"):
        parse(json.dumps(document).encode())


def test_a_tokenizer_json_cut_short_is_refused() -> None:
    data = tokenizer(normalizers.Precompiled(STOCK))
    for length in range(1, len(data), 997):
        with pytest.raises(MalformedContainer, match="no whole JSON"):
            parse(data[:length])


def test_a_byte_order_mark_is_skipped() -> None:
    assert parse(b"\xef\xbb\xbf" + tokenizer(normalizers.Precompiled(STOCK))).precompiled_charsmap == STOCK


# raw blobs and files


def test_a_raw_blob_is_told_by_its_content(tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_bytes(STOCK)
    spec = read(path)
    assert (spec.container, spec.name, spec.steps, spec.add_dummy_prefix) == ("blob", "", (), None)
    assert spec.charsmap is not None
    assert spec.charsmap.blob == STOCK


@pytest.mark.parametrize(
    ("content", "error", "message"),
    [
        (b"", MalformedContainer, "the file is empty"),
        (STOCK[:-1], MalformedCharsmap, "does not end with NUL"),
        (b"\x7fELF", MalformedContainer, "no whole SentencePiece model"),
        (b"# a text\n", MalformedContainer, "no whole SentencePiece model"),
        (b"{}", MalformedContainer, "has no 'model'"),
        (b"{", MalformedContainer, "no whole JSON"),
        (b'{"model": \xff}', MalformedContainer, "no whole JSON"),
        (_named("nfkc", b""), NoCharsmap, "names 'nfkc'"),
        (edited({"type": "NFKC"}), NoCharsmap, "is NFKC"),
    ],
)
def test_errors_name_the_file(tmp_path: Path, content: bytes, error: type[Exception], message: str) -> None:
    path = tmp_path / "some.model"
    path.write_bytes(content)
    with pytest.raises(error, match=rf"some\.model: .*{message}"):
        read(path)


def test_what_cannot_be_opened_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MalformedContainer, match="nowhere: No such file"):
        read(tmp_path / "nowhere")
    with pytest.raises(MalformedContainer, match="Is a directory"):
        read(tmp_path)


def test_a_file_over_the_bound_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(containers, "MAX_FILE_BYTES", 1000)
    path = tmp_path / "large"
    path.write_bytes(bytes(1001))
    with pytest.raises(MalformedContainer, match="files over 1,000 bytes are refused unread"):
        read(path)


def test_a_device_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(containers, "MAX_FILE_BYTES", 100_000)
    with pytest.raises(MalformedContainer, match="refused unread"):
        read("/dev/zero")


def test_a_pipe_is_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(STOCK,))
    writer.start()
    assert read(pipe).precompiled_charsmap == STOCK
    writer.join()


# two containers of one model


def test_containers_that_agree() -> None:
    assert disagreement(parse(model()), parse(tokenizer(normalizers.Precompiled(STOCK)))) is None
    assert disagreement(parse(STOCK), parse(model())) is None
    assert disagreement(parse(_named("identity", b"")), parse(tokenizer(None))) is None


@pytest.mark.parametrize(
    ("one", "other", "message"),
    [
        (
            model(),
            tokenizer(normalizers.Precompiled(OTHER)),
            r"spiece\.model carries <Charsmap 0942.*but the tokenizer\.json",
        ),
        (model(), tokenizer(normalizers.NFKC()), "but the tokenizer.json carries no map for its NFKC"),
        (model(), tokenizer(None), "but the tokenizer.json carries no map: the two files do not normalize alike"),
        (_named("identity", b""), tokenizer(normalizers.NFKC()), "carries no map, but .* no map for its NFKC"),
    ],
)
def test_containers_that_disagree(one: bytes, other: bytes, message: str) -> None:
    said = disagreement(parse(one), parse(other))
    assert said is not None
    assert re.search(message, said)


def test_a_spec_does_not_print_its_map() -> None:
    assert len(repr(parse(model()))) < 1000
    assert isinstance(parse(model()), NormalizerSpec)


def test_crafted_maps_are_read_as_blobs() -> None:
    charsmap = parse(craft.charsmap({"a": "b"})).charsmap
    assert charsmap is not None
    assert charsmap.rules() == {"a": "b"}
