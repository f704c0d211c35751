"""Mutate real maps and model files and compare what we make of each with what SentencePiece makes of it.

    python tests/fuzz/mutate.py --count 100000 --seed 1 --jobs 2

Each case must end in an error of this package or in a map that normalizes as SentencePiece does, within a bounded time
and memory. Exits with 1 if one does not. ``--only N`` runs a single case and says what happened.
"""

import argparse
import json
import os
import pickle
import re
import resource
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

# One thread each: the jobs already share the cores, and threads reserve memory that the bound would count.
os.environ |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
HERE: Final = Path(__file__).parent
sys.path.insert(0, str(HERE.parent.parent))

import mutations  # noqa: E402
import probes  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402

from hebrus_analysis.charsmap import containers  # noqa: E402
from hebrus_analysis.charsmap.blob import Charsmap, decode  # noqa: E402
from hebrus_analysis.errors import HebrusAnalysisError  # noqa: E402

SECONDS: Final = 5
MEMORY: Final = 2 << 30
#: Every so many cases a map is asked for all keys of the stock map.
DEEP: Final = 50
_CRASHED: Final = {
    -signal.SIGALRM: "hangs",
    -signal.SIGABRT: "aborts",
    -signal.SIGSEGV: "crashes",
    1: "runs out of memory",
}


class Opinion:
    """SentencePiece in a child process, started again when it dies."""

    def __init__(self) -> None:
        self._child: subprocess.Popen[bytes] | None = None

    def ask(self, kind: str, data: bytes, more: list[bytes]) -> tuple[Any, ...]:
        """Return ("refused", reason), ("accepted", map, texts, singles) or ("died", how)."""
        if self._child is None:
            self._child = subprocess.Popen(
                [sys.executable, HERE / "opinion.py"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
            self._send((probes.texts(), [chr(codepoint).encode() for codepoint in probes.codepoints()]))
        self._send((kind, data, more))
        try:
            reply: tuple[Any, ...] = pickle.load(self._child.stdout)
            return reply
        except (EOFError, pickle.UnpicklingError):
            code = self._child.wait()
            self._child = None
            return "died", _CRASHED.get(code, f"exits with {code}")

    def _send(self, message: object) -> None:
        pickle.dump(message, self._child.stdin)
        self._child.stdin.flush()


def ours(kind: str, data: bytes, more: list[bytes]) -> tuple[Any, ...]:
    """Return what this package makes of a case, in the words of `Opinion.ask`."""
    try:
        if kind == "blob":
            charsmap: Charsmap | None = decode(data)
        else:
            charsmap = containers.parse(data).charsmap
    except HebrusAnalysisError as error:
        return "refused", str(error)
    asked = probes.texts() + more
    if charsmap is None:
        return "accepted", None, [repaired(text) for text in asked], [chr(n).encode() for n in probes.codepoints()]
    made = charsmap.sweep(probes.codepoints()).tolist()
    return "accepted", charsmap.blob, [charsmap.normalize(text) for text in asked], [text.encode() for text in made]


def repaired(text: bytes) -> bytes:
    """Do what is left to do where there is no map: U+FFFD for each byte that begins no character."""
    return re.sub("[\udc80-\udcff]", "\ufffd", text.decode(errors="surrogateescape")).encode()


def verdict(mine: tuple[Any, ...], theirs: tuple[Any, ...]) -> tuple[str, str, str]:
    """Return the outcome of a case, our reason, and theirs."""
    reasons = (reason(mine[1]) if mine[0] == "refused" else "", reason(theirs[1]) if theirs[0] != "accepted" else "")
    if mine[0] == "refused":
        return {"refused": "both refuse", "accepted": "we refuse"}.get(theirs[0], "they die, we refuse"), *reasons
    if theirs[0] != "accepted":
        return {"refused": "they refuse"}.get(theirs[0], "they die, we accept"), *reasons
    if theirs[2] is None:  # a tokenizer.json without a map
        return ("equal" if mine[1] is None else "VIOLATION"), *reasons
    return ("equal" if mine[1:] == theirs[1:] else "VIOLATION"), *reasons


def reason(message: str) -> str:
    """Reduce a message to its kind."""
    kind = re.sub(r"'[^']*'|\b\d[\d,]*\b", "N", message.partition(";")[0])
    kind = re.sub(r"at line N column N|\(char N\)|line N column N|byte 0x\w+ in", "", kind)
    return re.sub(r"\s+", " ", re.sub(r"normalizer(\.normalizers\[N\])+", "normalizer", kind)).strip()[:150]


def run(seed: int, numbers: range) -> Iterator[dict[str, Any]]:
    """Run cases, and yield what came of each."""
    opinion = Opinion()
    opinion.ask(*mutations.case(seed, 0)[::2], [])
    probes.every_key()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for number in numbers:
        kind, what, data = mutations.case(seed, number)
        more = [probes.every_key()] if number % DEEP == 0 else []
        signal.alarm(SECONDS)  # a hang is the end of this process, which the parent sees
        try:
            mine = ours(kind, data, more)
        except Exception as error:  # whatever it is, it is no error of this package
            mine = ("broken", f"{type(error).__name__}: {error}")
        signal.alarm(0)
        theirs = opinion.ask(kind, data, more)
        outcome = ("VIOLATION", mine[1], "") if mine[0] == "broken" else verdict(mine, theirs)
        yield {"number": number, "kind": kind, "what": what, "outcome": outcome}


def work(seed: int, numbers: range) -> Iterator[dict[str, Any]]:
    """Run cases in a child process; where it dies, say at which case, and go on behind it."""
    while numbers:
        child = subprocess.Popen(
            [
                sys.executable,
                __file__,
                "--seed",
                str(seed),
                "--range",
                json.dumps([numbers.start, numbers.stop, numbers.step]),
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        done = 0
        for line in child.stdout:
            yield json.loads(line)
            done += 1
        numbers = numbers[done:]
        code = child.wait()
        if code > 0:
            raise RuntimeError(f"the fuzzer itself broke before case {[*numbers][:1]}; its traceback stands above")
        if numbers:
            how = "hangs" if code == -signal.SIGALRM else f"dies of signal {-code}"
            yield {"number": numbers[0], "kind": "", "what": "", "outcome": ("VIOLATION", f"the interpreter {how}", "")}
            numbers = numbers[1:]


def gather(count: int, seed: int, jobs: int) -> list[dict[str, Any]]:
    """Run all cases on some processes."""
    with ThreadPoolExecutor(jobs) as pool:
        done = pool.map(lambda job: list(work(seed, range(job, count, jobs))), range(jobs))
        return [result for results in done for result in results]


def report(results: list[dict[str, Any]]) -> int:
    """Print the table; return the number of violations."""
    console = Console(width=200 if not sys.stdout.isatty() else None)
    kinds = ("blob", "model", "json")
    outcomes = Counter((result["outcome"][0], result["kind"]) for result in results)
    table = Table("outcome", *kinds, "all", title=f"{len(results):,} cases")
    for outcome in sorted({outcome for outcome, _ in outcomes}):
        counts = [outcomes[outcome, kind] for kind in kinds]
        table.add_row(outcome, *(f"{n:,}" for n in counts), f"{sum(counts):,}")
    console.print(table)
    differing = Counter(
        tuple(result["outcome"]) for result in results if result["outcome"][0] not in ("equal", "both refuse")
    )
    if differing:
        table = Table("outcome", "our reason", "their reason", "cases", title="where the two differ")
        for (outcome, mine, theirs), number in sorted(differing.items(), key=lambda item: (item[0][0], -item[1])):
            table.add_row(outcome, mine, theirs, f"{number:,}")
        console.print(table)
    violations = [result for result in results if result["outcome"][0] == "VIOLATION"]
    for result in violations[:20]:
        console.print(
            f"VIOLATION in case {result['number']} ({result['what']}): {result['outcome'][1]}", style="bold red"
        )
    return len(violations)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", type=int)
    parser.add_argument("--range", type=json.loads, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.range:
        for result in run(options.seed, range(*options.range)):
            print(json.dumps(result), flush=True)
        return 0
    if options.only is not None:
        return report(list(work(options.seed, range(options.only, options.only + 1)))) > 0
    return report(gather(options.count, options.seed, options.jobs)) > 0


if __name__ == "__main__":
    sys.exit(main())
