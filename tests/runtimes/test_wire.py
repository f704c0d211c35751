"""A runtime that is missing, hangs, dies, answers out of order or prints garbage is named; the others go on."""

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from hebrus_analysis.runtimes import asking
from hebrus_analysis.runtimes import program as running_program
from hebrus_analysis.runtimes.program import HANGS, Program
from hebrus_analysis.runtimes.runtime import Failure, NotInstalled
from hebrus_analysis.runtimes.wire import BATCH, DEATHS, connect

FAULTY = Path(__file__).parent / "faulty.py"
KILLER = "\U0001f4a9"


def program(fault: str = "", timeout: float = 30) -> Program:
    return Program([sys.executable, str(FAULTY), fault], timeout=timeout)


@pytest.fixture
def start():
    """Connect to a faulty runtime, and end it afterwards."""
    started = []

    def connected(fault: str = "", timeout: float = 30):
        started.append(connect("faulty", program(fault, timeout)))
        return started[-1]

    yield connected
    for runtime in started:
        runtime.close()


def test_texts_come_back_as_they_are(start) -> None:
    runtime = start()
    texts = ["a", " a\0b ", "\u200b", "\ud800", "\U0010ffff\u3000", ""]
    assert runtime.trims["trim"](texts) == [text.strip() for text in texts]
    assert runtime.predicates["is space"]([" ", "x", "\x85"]) == [True, False, True]
    assert runtime.normalizers["NFC"](texts) == texts


def test_more_than_one_batch(start) -> None:
    texts = [chr(0x20 + place % 0x50) for place in range(2 * BATCH + 3)]
    assert start().trims["trim"](texts) == [text.strip() for text in texts]


@pytest.mark.parametrize(("fault", "message"), [("dies", "it ended with status 3"), ("aborts", "it died of signal 6")])
def test_a_text_that_kills_it_is_found_and_the_others_are_answered(start, fault: str, message: str) -> None:
    texts = [*map(chr, range(0x20, 0x60)), KILLER, " b ", "c"]
    answers = start(fault).trims["trim"](texts)
    assert answers == [Failure(message) if text == KILLER else text.strip() for text in texts]


def test_a_batch_on_which_it_hangs_is_lost_and_the_next_is_answered(start) -> None:
    texts = [KILLER, *["x"] * (BATCH - 1), " y "]
    answers = start("hangs", 1.5).trims["trim"](texts)
    assert set(answers[:BATCH]) == {Failure("it did not answer in 1.5 s")}
    assert answers[BATCH:] == ["y"]


def test_one_that_ends_after_each_answer_is_started_again(start) -> None:
    runtime = start("tires")
    assert [runtime.trims["trim"]([f" {number}"]) for number in range(3)] == [["0"], ["1"], ["2"]]


@pytest.mark.parametrize("fault", ["prints garbage", "leaves out", "out of order"])
def test_garbage_is_named_and_given_up_in_the_end(start, fault: str) -> None:
    answers = start(fault).trims["trim"]([str(number) for number in range(3 * DEATHS)])
    assert all(isinstance(answer, Failure) for answer in answers)
    assert answers[0].message.startswith("garbage: ")
    assert answers[-1].message == f"it died {DEATHS} times and was given up"


def test_an_error_is_a_value(start) -> None:
    assert start("fails").trims["trim"]([" a", " b"]) == [Failure("no"), "b"]


@pytest.mark.parametrize(
    ("command", "message"),
    [(["/nowhere/at/all"], "could not be started"), ([sys.executable, str(FAULTY), "no json"], "garbage")],
)
def test_what_cannot_be_started_or_is_no_runtime_is_not_installed(command: list[str], message: str) -> None:
    with pytest.raises(NotInstalled, match=message):
        connect("none", Program(command, timeout=10))


def test_killed_between_two_calls_it_loses_nothing() -> None:
    running = program()
    runtime = connect("faulty", running)
    assert running._process
    os.kill(running._process.pid, signal.SIGKILL)
    running._process.wait()
    assert runtime.trims["trim"]([" a ", "b"]) == ["a", "b"]
    runtime.close()


def test_a_runtime_that_fails_everywhere_is_recorded_as_such(start) -> None:
    chars = [chr(0x20), "a", KILLER]
    found = asking.ask(start("dies"), chars)
    assert found.predicates["is space"] == {"members": ["U+0020"], "failed": {"it ended with status 3": ["U+1F4A9"]}}
    assert found.normalizers["NFC"]["differences"] == {"! it ended with status 3": ["U+1F4A9"]}


@pytest.mark.parametrize("fault", ["deep", "infinite", "no failures", "below", "beyond", "truth", "astral", "surplus"])
def test_answers_of_a_wrong_shape_are_garbage(start, fault: str) -> None:
    answers = start(fault).trims["trim"](["a", " b"])
    assert all(isinstance(answer, Failure) for answer in answers), answers


@pytest.mark.parametrize("fault", ["no names", "no form", "deep about"])
def test_what_says_nonsense_of_itself_is_not_installed(fault: str) -> None:
    with pytest.raises(NotInstalled):
        connect("nonsense", program(fault, 10))


def test_one_that_prints_without_end_is_stopped(start, monkeypatch) -> None:
    monkeypatch.setattr(running_program, "_LONGEST", 1 << 20)
    for fault in ("floods", "babbles"):
        answers = start(fault).trims["trim"](["a"])
        assert isinstance(answers[0], Failure)
        assert "garbage" in answers[0].message


def test_one_that_keeps_hanging_is_given_up_for_every_question(start) -> None:
    runtime = start("hangs", 0.3)
    answers = [runtime.trims["trim"]([KILLER])[0] for _ in range(HANGS + 1)]
    assert answers == [Failure("it did not answer in 0.3 s")] * HANGS + [
        Failure(f"it hung {HANGS} times and was given up")
    ]
    assert runtime.predicates["is space"]([" "]) == answers[-1:]


def test_one_that_reads_nothing_is_timed_out(start) -> None:
    answers = start("reads nothing", 1.5).trims["trim"](["\U00012345" * 20] * BATCH)
    assert set(answers) == {Failure("it did not answer in 1.5 s")}


def test_its_children_end_with_it() -> None:
    running = program("has a child", 10)
    runtime = connect("parent", running)
    child = int(runtime.version)
    runtime.close()
    for _ in range(100):
        if not Path(f"/proc/{child}").exists() or "Z" in Path(f"/proc/{child}/stat").read_text().split()[2]:
            return
        time.sleep(0.05)
    raise AssertionError("the child lives")
