"""The runtimes that are here answer what was recorded; those that are not say what is missing."""

import pytest

from hebrus_analysis.errors import UnknownName
from hebrus_analysis.runtimes import live, places, recorded
from hebrus_analysis.runtimes.registry import RUNTIMES, resolve
from hebrus_analysis.runtimes.runtime import NotInstalled, Runtime, each, failed


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
    with pytest.raises(UnknownName, match="unknown runtime 'nothing'; the nearest of"):
        resolve("nothing")
    with pytest.raises(UnknownName, match="the nearest of"):
        live.chosen(["cpython", "nothing"])


def test_no_name_is_a_predicate_and_a_trim_at_once() -> None:
    for name in recorded.names():
        found = recorded.record(name)
        assert not found.predicates.keys() & found.trims.keys()


class _Panic(BaseException):
    """What a panic of Rust is in Python."""


@pytest.mark.parametrize("error", [_Panic("panicked"), ZeroDivisionError("by zero")])
def test_what_fails_inside_a_package_is_an_answer(error: BaseException) -> None:
    def fails(_: str) -> str:
        raise error

    assert each(fails)(["a"]) == [failed(error)]


@pytest.mark.parametrize("error", [_Panic("panicked"), ZeroDivisionError("by zero"), ValueError("one too short")])
def test_what_fails_outside_of_every_call_breaks_one_runtime_alone(monkeypatch, error: BaseException) -> None:
    def in_bulk(_):
        raise error

    broken = Runtime("cpython", "1", predicates={"is": in_bulk})
    monkeypatch.setitem(RUNTIMES, "cpython", type(RUNTIMES["cpython"])("Python", "itself", lambda: broken))
    answer = live.ask("cpython", quick=True)
    assert (answer.record, answer.is_broken) == (None, True)
    assert str(error) in answer.missing


def test_an_interrupt_is_not_an_answer() -> None:
    def stops(_: str) -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        each(stops)(["a"])


def test_a_compiler_that_hangs_is_not_here(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(places, "home", lambda: tmp_path)
    monkeypatch.setattr(places, "_COMPILING", 0.2)
    monkeypatch.setattr(places, "_PATIENCE", 0.2)
    with pytest.raises(NotInstalled, match="timed out"):
        places.built("libc.c", ["sleep", "30"])
    assert not list(tmp_path.glob("built/*"))
    with pytest.raises(NotInstalled, match="timed out"):
        places.said("sleep", "30")
