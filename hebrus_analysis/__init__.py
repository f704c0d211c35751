"""Measures, exhaustively and reproducibly, where Unicode makes two tokenizer implementations disagree.

The names below are all that a notebook needs. Each is imported when it is first used, so that
``import hebrus_analysis`` costs nothing.

>>> import hebrus_analysis as ha
>>> ha.counts(ha.sweep("nmt_nfkc@0.1.95", unicode="15.0"))["divergent"]
181
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from hebrus_analysis.charsmap.generations import catalogue, load
    from hebrus_analysis.divergence.card import card
    from hebrus_analysis.divergence.dating import date
    from hebrus_analysis.divergence.drift import drift
    from hebrus_analysis.divergence.explain import explain
    from hebrus_analysis.divergence.families import counts, divergent, families
    from hebrus_analysis.divergence.inspection import inspect
    from hebrus_analysis.divergence.sweep import sweep
    from hebrus_analysis.oracle import provenance

__all__ = [
    "card",
    "catalogue",
    "counts",
    "date",
    "divergent",
    "drift",
    "explain",
    "families",
    "inspect",
    "load",
    "provenance",
    "sweep",
]

_HOME: Final = {
    "card": "divergence.card",
    "catalogue": "charsmap.generations",
    "counts": "divergence.families",
    "date": "divergence.dating",
    "divergent": "divergence.families",
    "drift": "divergence.drift",
    "explain": "divergence.explain",
    "families": "divergence.families",
    "inspect": "divergence.inspection",
    "load": "charsmap.generations",
    "provenance": "oracle",
    "sweep": "divergence.sweep",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return __all__
