"""Capture what engines make of expressions and of chat templates: packages of Python, Node.js with npm, Java."""

from pathlib import Path

import files


def capture(cache: Path, out: Path) -> None:  # noqa: ARG001
    """Write ``tokenization/classes.tsv``; an engine that is not here is named and ends the step."""
    from hebrus_analysis.runtimes import classes as asking
    from hebrus_analysis.runtimes.runtime import NotInstalled
    from hebrus_analysis.tokenization.classes import rows_of

    rows: list[tuple[str, ...]] = []
    for name, ask in asking.engines().items():
        try:
            rows += rows_of(ask())
        except NotInstalled as error:
            raise LookupError(f"{name}: {error}") from None
    files.write_table(
        out / "tokenization/classes.tsv",
        [
            "What the classes of a regular expression hold: engine, its version, the Unicode version it claims, class,",
            "how many, the Unicode version whose General_Category it is exactly, else its members as ranges.",
        ],
        [("engine", "version", "claims", "class", "count", "unicode", "members"), *rows],
    )
    print(f"classes: {len(rows)} of {len(asking.engines())} engines")


def capture_templates(cache: Path, out: Path) -> None:  # noqa: ARG001
    """Write ``tokenization/templates.tsv``: where each engine renders other bytes than Jinja2."""
    from hebrus_analysis.runtimes.renderers import RENDERERS
    from hebrus_analysis.runtimes.runtime import NotInstalled
    from hebrus_analysis.tokenization import templates

    rows: list[tuple[str, ...]] = []
    for name, render in RENDERERS.items():
        try:
            said = render("", [])[0]
            found = templates.compared(name).astype(str)
        except NotInstalled as error:
            raise LookupError(f"{name}: {error}") from None
        rows += [(name, said, *row) for row in found.itertuples(index=False)]
    files.write_table(
        out / "tokenization/templates.tsv",
        ["Where an engine renders a chat template otherwise than Jinja2: by field and edge, for which characters."],
        [("engine", "version", "template", "field", "edge", "cases", "differ", "characters", "errors"), *rows],
    )
    print(f"templates: {len(rows)} rows")
