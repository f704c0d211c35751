"""Every runtime that can be asked: one line each."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from hebrus_analysis.errors import UnknownName
from hebrus_analysis.runtimes.places import PROGRAMS, on_path
from hebrus_analysis.runtimes.runtime import Runtime
from hebrus_analysis.runtimes.wire import Program, connect


@dataclass(frozen=True)
class Lane:
    """A runtime that may or may not be on this machine.

    Attributes:
        title: what people call it.
        brought_by: what installs it.
        open: start it; raises `NotInstalled` where it is not there.
    """

    title: str
    brought_by: str
    open: Callable[[], Runtime]


def node() -> Runtime:
    """Node.js of PATH."""
    return connect("node", Program([on_path("node"), str(PROGRAMS / "javascript.js")]))


RUNTIMES: Final[dict[str, Lane]] = {
    "node": Lane("Node.js", "a Node.js on PATH", node),
}


def resolve(name: str) -> Lane:
    """Return a lane by name.

    Raises:
        UnknownName: there is none of this name; the message lists all.
    """
    if name not in RUNTIMES:
        raise UnknownName("runtime", name, RUNTIMES)
    return RUNTIMES[name]
