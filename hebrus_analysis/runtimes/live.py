"""Ask what is installed here, now, and say what it answers otherwise than was recorded."""

import contextlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from hebrus_analysis.runtimes import asking, recorded
from hebrus_analysis.runtimes.asking import Record
from hebrus_analysis.runtimes.registry import RUNTIMES, resolve
from hebrus_analysis.runtimes.runtime import Broken, NotInstalled, Runtime, failed
from hebrus_analysis.unicode import forms, properties


@dataclass(frozen=True)
class Answer:
    """What came of asking one runtime.

    Attributes:
        name: of the runtime.
        record: what it answers; None where it is not here.
        missing: why it is not here; "" where it is.
        moved: what it answers otherwise than was recorded, in lines; empty where nothing is recorded.
        is_recorded: whether there is a record to compare with.
        is_broken: whether it is here and yet could not be asked.
    """

    name: str
    record: Record | None
    missing: str
    moved: tuple[str, ...]
    is_recorded: bool
    is_broken: bool = False

    def as_record(self) -> dict[str, object]:
        """Return plain values."""
        return {
            "runtime": self.name,
            "version": self.record.version if self.record else "",
            "unicode": self.record.unicode if self.record else "",
            "missing": self.missing,
            "recorded": self.is_recorded,
            "broken": self.is_broken,
            "moved": list(self.moved),
        }


def chosen(names: Iterable[str]) -> list[str]:
    """Return the names that were asked for, all if none was.

    Raises:
        UnknownName: one is not registered; the message lists all that are.
    """
    asked = list(dict.fromkeys(names))
    for name in asked:
        resolve(name)
    return asked or list(RUNTIMES)


def ask(name: str, quick: bool = False) -> Answer:
    """Ask a runtime everything, and compare.

    Args:
        name: of a registered runtime.
        quick: ask only about `telling` characters, in seconds instead of minutes; in full what is not recorded.
    """
    known = recorded.record(name) if name in recorded.names() else None
    chars = telling() if quick and known else asking.SCALARS
    try:
        with contextlib.closing(resolve(name).open()) as runtime:
            found = asking.ask(runtime, chars, known if quick else None)
    except NotInstalled as reason:
        return Answer(name, None, str(reason), (), known is not None, isinstance(reason, Broken))
    except BaseException as error:  # whatever happens inside one must not stop the others
        return Answer(name, None, failed(error).message, (), known is not None, is_broken=True)
    if known is None:
        return Answer(name, found, "", (), False)
    before, after = (asking.restricted(each, chars) if quick else each for each in (known, found))
    return Answer(name, found, "", tuple(asking.moved(before, after)), True)


def status() -> list[dict[str, object]]:
    """Start everything that is here, and return one row per registered runtime."""
    rows: list[dict[str, object]] = []
    for name, lane in RUNTIMES.items():
        about: Runtime | None = None
        missing = ""
        try:
            about = lane.open()
            about.close()
        except NotInstalled as reason:
            missing = str(reason)
        except BaseException as error:  # one that cannot be started must not stop the others
            missing = failed(error).message
        known = recorded.record(name) if name in recorded.names() else None
        rows.append(
            {
                "runtime": name,
                "title": lane.title,
                "brought_by": lane.brought_by,
                "installed": about.version if about else "",
                "unicode": about.unicode if about else "",
                "nfkc": _dated(known),
                "missing": missing,
                "recorded": known.version if known else "",
            }
        )
    return rows


def _dated(known: Record | None) -> str:
    """Say of which Unicode the recorded NFKC is; "" where there is none."""
    lane = known.normalizers.get("NFKC") if known else None
    return "" if not lane else "..".join(dict.fromkeys((lane["oldest"], lane["newest"])))


@lru_cache(maxsize=1)
def telling() -> tuple[str, ...]:
    """Return the characters on which runtimes are known to differ: anybody's space, what NFKC changes, neighbours.

    Hangul syllables, which no runtime takes otherwise one by one, are left to the full question.
    """
    spaces = {cp for members in recorded.predicates().values() for cp in members if len(members) < 1000}
    changed = set(forms.nfkc_changes(properties.versions()[-1])[0].tolist())
    near = {cp + step for cp in spaces for step in (-1, 0, 1)}
    wanted = near | changed | {0xAC00, 0xD7A3, 0xD7A4, 0x10FFFF}
    return tuple(char for char in asking.SCALARS if ord(char) in wanted)
