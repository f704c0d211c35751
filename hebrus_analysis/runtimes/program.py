"""A program that answers one line with one line: started when needed, timed out, ended with all its children."""

import contextlib
import json
import os
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from typing import IO, Any, Final

TIMEOUT: Final = 60.0
_PATIENCE: Final = 1.0  # seconds for the last lines of a program that was ended
#: A program that hangs so often is not started again: each time costs the whole timeout.
HANGS: Final = 3
#: No answer to a batch is nearly as long; what prints more without a line break prints garbage.
_LONGEST: Final = 64 << 20
_WAITING: Final = 16  # lines that nobody has asked for


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
        self._reader = threading.Thread()
        self._hangs = 0

    def request(self, texts: str = "", **asked: Any) -> dict[str, Any]:
        """Send one line and return the answer.

        Args:
            texts: what is asked about, as JSON already; nothing if empty.
            asked: the other keys of the line.

        Raises:
            Died: there was none, or not this one; the program has been stopped.
        """
        if self._hangs >= HANGS:
            raise Died(f"it hung {HANGS} times and was given up", hung=True)
        self._last_id += 1
        line = json.dumps({"id": self._last_id, **asked}, separators=(",", ":"))
        if texts:
            line = f'{line[:-1]},"texts":{texts}}}'
        try:
            return self._exchange(line.encode() + b"\n")
        except Exception as error:  # whatever a foreign program prints must not end the run
            hung = isinstance(error, queue.Empty)
            self._hangs += hung
            raise Died(self._stop(error), hung) from None

    def close(self) -> None:
        """End the program and whatever it started; the next request would start it again."""
        if self._process:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            deadline = time.monotonic() + _PATIENCE
            while self._reader.is_alive() and time.monotonic() < deadline:
                with contextlib.suppress(queue.Empty):  # it may be waiting for room
                    self._lines.get(timeout=_PATIENCE / 100)
            for stream in (self._process.stdin, self._process.stdout):
                if stream and not self._reader.is_alive():
                    with contextlib.suppress(OSError, ValueError):
                        stream.close()
            self._process = None

    def _exchange(self, line: bytes) -> dict[str, Any]:
        process = self._process or self._start()
        # In a thread of its own: a program that does not read would block us, and the time is counted below.
        threading.Thread(target=_write, args=(process.stdin, line), daemon=True).start()
        answer = self._lines.get(timeout=self.timeout)
        if not answer:
            raise EOFError
        read: dict[str, Any] = json.loads(answer)
        if read["id"] != self._last_id:
            raise ValueError(f"it answered {read['id']} where it was asked {self._last_id}")
        return read

    def _start(self) -> "subprocess.Popen[bytes]":
        self._lines = queue.Queue(_WAITING)
        self._process = subprocess.Popen(
            self.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=self.environment,
            start_new_session=True,  # so that it can be ended together with its children
        )
        assert self._process.stdout
        self._reader = threading.Thread(target=_read, args=(self._process.stdout, self._lines), daemon=True)
        self._reader.start()
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


def _write(stream: IO[bytes], line: bytes) -> None:
    with contextlib.suppress(OSError, ValueError):  # it died or was stopped, which the reader sees
        stream.write(line)
        stream.flush()


def _read(stream: IO[bytes], lines: "queue.Queue[bytes]") -> None:
    """Put each line in the queue, and an empty one at the end."""
    with contextlib.suppress(OSError, ValueError, queue.Full):
        while line := stream.readline(_LONGEST):
            lines.put(line, timeout=TIMEOUT)
            if not line.endswith(b"\n"):
                break
    with contextlib.suppress(queue.Full):
        lines.put(b"", timeout=TIMEOUT)
