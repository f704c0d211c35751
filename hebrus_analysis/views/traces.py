"""Two traces of one text side by side, step by step, with what differs marked."""

from collections.abc import Mapping, Sequence

import pandas as pd

from hebrus_analysis.tokenization.pipeline import Pipeline
from hebrus_analysis.tokenization.trace import Trace, comparable
from hebrus_analysis.unicode.codepoints import spell
from hebrus_analysis.views.templates import template


def page(one: Trace, other: Trace, names: Sequence[str], step: str) -> str:
    """Return both as HTML that can stand inside a page.

    Args:
        one: a trace.
        other: another of the same text; of an implementation that shows ids alone it has no container.
        names: what to call the two.
        step: where they part, "" if nowhere.

    Raises:
        MissingPackage: jinja2 is not installed.
    """
    if other.container and one.container != other.container:
        one, other = comparable(one), comparable(other)
    steps = {
        "added tokens": [list(each.added) for each in (one, other)],
        "normalized": [[spell(each.normalized)] if each.normalized else [] for each in (one, other)],
        "splits": [[spell(piece) for piece in each.splits] for each in (one, other)],
        "pieces": [[token.piece for token in each.tokens] for each in (one, other)],
        "from": [[spell(token.source) or "(nothing)" for token in each.tokens] for each in (one, other)],
        "ids": [[str(number) for number in each.ids] for each in (one, other)],
    }
    if not other.container:
        steps = {name: steps[name] for name in ("pieces", "ids")}
    rows = [{"step": name, "same": a == b, "sides": [_marked(a, b), _marked(b, a)]} for name, (a, b) in steps.items()]
    verdict = f"Other ids; they part at {step}." if step else "The same ids."
    html: str = template("traces.html.jinja").render(rows=rows, names=names, verdict=verdict)
    return html


def _marked(one: Sequence[str], other: Sequence[str]) -> list[tuple[str, bool]]:
    """Return each piece, and whether the other side has it too."""
    return [(piece, piece in other) for piece in one]


def cuts(found: Mapping[str, Sequence[str]]) -> pd.DataFrame:
    """Return what expressions cut a text into as a table: expression, pieces (int), cut (U+XXXX, "|" between)."""
    rows = [(name, len(pieces), " | ".join(map(spell, pieces))) for name, pieces in found.items()]
    return pd.DataFrame(rows, columns=["expression", "pieces", "cut"])


def steps(found: Pipeline) -> pd.DataFrame:
    """Return a pipeline as a table: stage, step, about, settings, unicode, fingerprint (object, str)."""
    rows = [
        (
            step.stage,
            step.type,
            step.about,
            ", ".join(f"{key}={value}" for key, value in step.settings.items() if value not in (None, "", {})),
            " ".join(step.unicode),
            step.fingerprint,
        )
        for step in found.steps
    ]
    return pd.DataFrame(rows, columns=["stage", "step", "about", "settings", "unicode", "fingerprint"], dtype=object)
