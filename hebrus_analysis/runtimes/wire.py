"""Runtimes that are no Python: a tiny program over standard input and output, one JSON value per line.

A text is a list of code points, so that nothing is lost on the way. The program answers each line with one line:

    {"id": 1, "ask": "about"}
    {"id": 1, "version": "20.1", "unicode": "15.1",
     "predicates": ["isSpace"], "trims": ["trim"], "normalizers": ["NFC"]}

    {"id": 2, "ask": "predicate", "name": "isSpace", "texts": [[97], [32]]}
    {"id": 2, "true": [1]}

    {"id": 3, "ask": "trim", "name": "trim", "texts": [[97], [32, 97], [55296]]}
    {"id": 3, "changed": [[1, 97]], "failed": {"2": "no scalar value"}}

``true`` and the heads of ``changed`` are places in ``texts``; what is in neither list is not a member, or came out as
it went in. ``normalize`` is asked like ``trim``. ``failed`` may be left out. Keys come in this order and without blanks
or line breaks, so that a language without JSON can read them by hand.

A program that hangs, dies or prints something else loses the texts it was given and is started again.
"""

import json
import queue
import subprocess
import threading
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import IO, Any, Final

from hebrus_analysis.runtimes.runtime import Failure, NotInstalled, Runtime

#: So many texts go in one line; a death costs no more than these.
BATCH: Final = 8192
#: A program that dies this often in one call is not started again.
DEATHS: Final = 24
TIMEOUT: Final = 60.0


class Died(Exception):
    """The program hung, ended or printed garbage; the message says which."""

    def __init__(self, message: str, hung: bool = False) -> None:
        super().__init__(message)
        self.hung = hung


class Program:
    """A program that is started when it is first asked, and again when it died.

    Args:
        command: how it is started.
        environment: its whole environment; that of this process if not given.
        timeout: seconds that one line may take.
    """

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str] | None = None, timeout: float = TIMEOUT
    ) -> None:
        self.command = list(command)
        self.environment = environment
        self.timeout = timeout
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._last_id = 0

    def request(self, texts: str = "", **asked: Any) -> dict[str, Any]:
        """Send one line and return the answer.

        Args:
            texts: what is asked about, as JSON already; nothing if empty.
            asked: the other keys of the line.

        Raises:
            Died: there was none, or not this one; the program has been stopped.
        """
        self._last_id += 1
        line = json.dumps({"id": self._last_id, **asked}, separators=(",", ":"))
        if texts:
            line = f'{line[:-1]},"texts":{texts}}}'
        try:
            return self._exchange(line.encode() + b"\n")
        except (OSError, EOFError, queue.Empty, ValueError, KeyError, TypeError) as error:
            raise Died(self._stop(error), hung=isinstance(error, queue.Empty)) from None

    def close(self) -> None:
        """End the program; the next request would start it again."""
        if self._process:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def _exchange(self, line: bytes) -> dict[str, Any]:
        process = self._process or self._start()
        assert process.stdin
        process.stdin.write(line)
        process.stdin.flush()
        answer = self._lines.get(timeout=self.timeout)
        if not answer:
            raise EOFError
        read: dict[str, Any] = json.loads(answer)
        if read["id"] != self._last_id:
            raise ValueError(f"it answered {read['id']} where it was asked {self._last_id}")
        return read

    def _start(self) -> "subprocess.Popen[bytes]":
        self._lines = queue.Queue()
        self._process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=self.environment
        )
        assert self._process.stdout
        threading.Thread(target=_read, args=(self._process.stdout, self._lines), daemon=True).start()
        return self._process

    def _stop(self, error: Exception) -> str:
        """Stop the program and say in words what it did."""
        process = self._process
        if process is None:
            return f"it could not be started: {error}"
        code = process.poll()
        if isinstance(error, EOFError | OSError) and code is None:
            try:
                code = process.wait(1)
            except subprocess.TimeoutExpired:
                code = None
        self.close()
        if code is not None:
            return f"it died of signal {-code}" if code < 0 else f"it ended with status {code}"
        return f"it did not answer in {self.timeout:g} s" if isinstance(error, queue.Empty) else f"garbage: {error}"


def connect(name: str, program: Program) -> Runtime:
    """Return a runtime that asks a program.

    Raises:
        NotInstalled: the program cannot be started or does not say what it is.
    """
    try:
        about = program.request(ask="about")
        offers = {kind: list(map(str, about[kind])) for kind in ("predicates", "trims", "normalizers")}
        version, unicode = str(about["version"]), str(about["unicode"])
    except (Died, KeyError, TypeError) as error:
        program.close()
        raise NotInstalled(f"{' '.join(program.command[:2])}: {error}") from None
    return Runtime(
        name,
        version,
        unicode,
        {predicate: partial(_test, program, predicate) for predicate in offers["predicates"]},
        {trim: partial(_map, program, "trim", trim) for trim in offers["trims"]},
        {form: partial(_map, program, "normalize", form) for form in offers["normalizers"]},
        program.close,
    )


def _test(program: Program, name: str, texts: Sequence[str]) -> list[bool | Failure]:
    def read(answer: dict[str, Any], batch: Sequence[str]) -> list[bool | Failure]:
        members = set(map(int, answer["true"]))
        return _with_failures(answer, [place in members for place in range(len(batch))])

    return _in_batches(program, "predicate", name, texts, read)


def _map(program: Program, kind: str, name: str, texts: Sequence[str]) -> list[str | Failure]:
    def read(answer: dict[str, Any], batch: Sequence[str]) -> list[str | Failure]:
        made: list[str | Failure] = list(batch)
        for place, *codepoints in answer["changed"]:
            made[place] = "".join(map(chr, codepoints))
        return _with_failures(answer, made)

    return _in_batches(program, kind, name, texts, read)


def _with_failures(answer: dict[str, Any], made: list[Any]) -> list[Any]:
    for place, message in answer.get("failed", {}).items():
        made[int(place)] = Failure(str(message))
    return made


def _in_batches(program: Program, kind: str, name: str, texts: Sequence[str], read: Any) -> list[Any]:
    """Ask in batches; halve a batch that kills the program, until the text that does it stands alone.

    A batch on which it hangs is lost as a whole, since each half could take as long again.
    """
    waiting = [texts[start : start + BATCH] for start in range(0, len(texts), BATCH)][::-1]
    made: list[Any] = []
    deaths = 0
    suspect: Sequence[str] = ()
    while waiting:
        batch = waiting.pop()
        try:
            if deaths >= DEATHS:
                raise Died(f"it died {deaths} times and was given up")
            try:
                made += read(program.request(_encoded(tuple(batch)), ask=kind, name=name), batch)
            except (KeyError, TypeError, ValueError, LookupError) as error:
                program.close()
                raise Died(f"garbage: {error!r}") from None
        except Died as death:
            deaths += deaths < DEATHS
            alone = len(batch) == 1 and batch is suspect  # it died of it twice, so nobody else killed it
            suspect = batch
            if alone or deaths >= DEATHS or death.hung:
                made += [Failure(str(death))] * len(batch)
            elif len(batch) == 1:
                waiting.append(batch)
            else:
                middle = len(batch) // 2
                waiting += [batch[middle:], batch[:middle]]
    return made


@lru_cache(maxsize=512)  # all of code space, alone and at both ends of a text: each predicate asks the same
def _encoded(texts: tuple[str, ...]) -> str:
    return json.dumps([list(map(ord, text)) for text in texts], separators=(",", ":"))


def _read(stream: IO[bytes], lines: "queue.Queue[bytes]") -> None:
    """Put each line in the queue, and an empty one at the end."""
    for line in stream:
        lines.put(line)
    lines.put(b"")
