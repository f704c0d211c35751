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
it went in. ``{"ask": "normalize", "name": "NFC"}`` goes like ``trim``, and is asked every scalar value alone; a trim is
asked each beside the letter x, and is two predicates, ``trim (left)`` and ``trim (right)``, where its sides differ.
``unicode`` is "" where the runtime does not tell, ``failed`` may be left out. Keys come in this order and without
blanks or line breaks, so that a language without JSON can read them by hand.

A program that hangs, dies or prints something else loses the texts it was given and is started again.
"""

import json
import sys
from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any, Final

from hebrus_analysis.runtimes.program import Died, Program
from hebrus_analysis.runtimes.runtime import FORMS, Broken, Failure, Runtime

#: So many texts go in one line; a death costs no more than these.
BATCH: Final = 8192
#: A program that dies this often in one call is not started again.
DEATHS: Final = 24


def connect(name: str, program: Program) -> Runtime:
    """Return a runtime that asks a program.

    Raises:
        Broken: the program cannot be started or does not say what it is.
    """
    try:
        about = program.request(ask="about")
        offers = {kind: _names(about[kind]) for kind in ("predicates", "trims", "normalizers")}
        version, unicode = (_text(about[key]) for key in ("version", "unicode"))
        if unknown := set(offers["normalizers"]) - set(FORMS):
            raise ValueError(f"it offers {', '.join(sorted(unknown))}, which is no normalization form")
    except Exception as error:
        raise Broken(f"{' '.join(program.command[:2])}: {error or type(error).__name__}") from None
    finally:
        if sys.exc_info()[0]:  # an interrupt too must leave no child behind
            program.close()
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
        members = set(_numbers(answer["true"], len(batch)))
        return _with_failures(answer, [place in members for place in range(len(batch))])

    return _in_batches(program, "predicate", name, texts, read)


def _map(program: Program, kind: str, name: str, texts: Sequence[str]) -> list[str | Failure]:
    def read(answer: dict[str, Any], batch: Sequence[str]) -> list[str | Failure]:
        made: list[str | Failure] = list(batch)
        for place, *codepoints in answer["changed"]:
            (checked,) = _numbers([place], len(batch))
            made[checked] = "".join(map(chr, _numbers(codepoints, sys.maxunicode + 1)))
        return _with_failures(answer, made)

    return _in_batches(program, kind, name, texts, read)


def _with_failures(answer: dict[str, Any], made: list[Any]) -> list[Any]:
    for place, message in answer.get("failed", {}).items():
        (checked,) = _numbers([int(place)], len(made))
        made[checked] = Failure(_text(message))
    return made


def _numbers(values: Any, end: int) -> list[int]:
    """Check that values are a list of numbers from 0 up to an end."""
    if not isinstance(values, list) or not all(type(value) is int and 0 <= value < end for value in values):
        raise ValueError(f"{str(values)[:40]} is no list of numbers below {end}")
    return values


def _names(values: Any) -> list[str]:
    if not isinstance(values, list):
        raise ValueError(f"{str(values)[:40]} is no list of names")
    return list(map(_text, values))


def _text(value: Any) -> str:
    """Check that a value is text, and fit to be written down."""
    if not isinstance(value, str):
        raise ValueError(f"{str(value)[:40]} is no text")
    return value.encode(errors="backslashreplace").decode()


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
            except Died:
                raise
            except Exception as error:  # whatever a foreign program prints must not end the run
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
