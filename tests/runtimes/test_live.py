"""The runtimes that are here answer what was recorded; those that are not say what is missing."""

import pytest

from hebrus_analysis.errors import UnknownName
from hebrus_analysis.runtimes import live, recorded
from hebrus_analysis.runtimes.registry import RUNTIMES, resolve
from hebrus_analysis.runtimes.runtime import NotInstalled


@pytest.mark.slow
@pytest.mark.parametrize("name", list(RUNTIMES))
def test_a_runtime_answers_what_was_recorded(name: str) -> None:
    known = recorded.record(name)
    answer = live.ask(name, quick=True)
    if answer.record is None:
        pytest.skip(f"{name} is not here: {answer.missing}")
    if answer.record.version != known.version:
        pytest.skip(f"{name} is {answer.record.version} here; what is recorded is {known.version}")
    assert answer.moved == ()


def test_every_registered_runtime_is_recorded_and_no_other() -> None:
    assert set(recorded.names()) == set(RUNTIMES)


def test_at_least_45_predicates_and_20_lanes_are_recorded_with_version_and_command() -> None:
    assert len(recorded.predicates()) >= 45
    lanes = [name for name in recorded.names() if "NFKC" in recorded.record(name).normalizers]
    assert len(lanes) >= 20
    assert all(recorded.record(name).version for name in recorded.names())


def test_the_telling_characters_tell() -> None:
    chars = set(live.telling())
    assert {" ", "\x1c", "\x85", "\u180e", "\u200b", "\ufeff", "\ufb01"} <= chars
    assert len(chars) < 20_000


def test_a_missing_runtime_is_an_answer(monkeypatch) -> None:
    def missing():
        raise NotInstalled("there is no such thing on PATH")

    monkeypatch.setitem(RUNTIMES, "cpython", type(RUNTIMES["cpython"])("Python", "itself", missing))
    answer = live.ask("cpython")
    assert (answer.record, answer.missing) == (None, "there is no such thing on PATH")
    assert answer.as_record()["missing"] == "there is no such thing on PATH"


def test_an_unknown_runtime_lists_all() -> None:
    with pytest.raises(UnknownName, match="unknown runtime 'nothing'; use one of: cpython"):
        resolve("nothing")
    with pytest.raises(UnknownName, match="use one of"):
        live.chosen(["cpython", "nothing"])
