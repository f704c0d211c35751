"""The command that says what a model file will do to text."""

import hashlib
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hebrus_analysis.cli.options import echo_json, json_option, working

if TYPE_CHECKING:
    from hebrus_analysis.divergence.inspection import Inspection
    from hebrus_analysis.tokenization.pipeline import Pipeline


@dataclass(frozen=True)
class _Looked:
    """One file: what its map is, and its steps; either may be missing, and `why` says why the steps are."""

    path: Path
    map: "Inspection | None"
    steps: "Pipeline | None"
    why: str


@click.command()
@click.argument("path", type=click.Path(path_type=Path, exists=True), metavar="FILE|FOLDER")
@click.argument("other", type=click.Path(path_type=Path, exists=True, dir_okay=False), metavar="[FILE]", required=False)
@json_option
def inspect(path: Path, other: Path | None, as_json: bool) -> None:
    """Say what a spiece.model, a tokenizer.json, a raw map, or a folder with a model in it will do to text.

    Of a tokenizer every step is shown with its fingerprint. Given two files, only the steps on which they differ. Exits
    with 1 where the two differ, or the two containers of one model disagree.
    """
    from hebrus_analysis.divergence import inspection

    if other:
        sys.exit(_differ(path, other, as_json))
    files = inspection.model_files(path)
    with working("reading"):
        # Alone, a file that cannot be applied is an error; beside its counterpart, it is what the user came to find.
        looked = [_look(file) for file in (files if len(files) == 1 else inspection.applicable(files))]
        verdict = inspection.verdict(path)
    if as_json:
        echo_json({"files": [_record(one) for one in looked], "disagreement": verdict.disagreement})
    else:
        for one in looked:
            _print(one)
        click.echo(str(verdict), nl=bool(str(verdict)))
    sys.exit(int(bool(verdict.disagreement)))


def _look(path: Path) -> _Looked:
    from hebrus_analysis.divergence import inspection
    from hebrus_analysis.errors import MalformedContainer, MalformedTokenizer
    from hebrus_analysis.tokenization.pipeline import pipeline

    steps, why = None, ""
    try:
        steps = pipeline(path)
    except (MalformedContainer, MalformedTokenizer) as error:
        why = str(error)  # a map can be applied all the same
    if steps and steps.container == "tokenizer.json" and not any(step.type == "Precompiled" for step in steps.steps):
        return _Looked(path, None, steps, "")
    return _Looked(path, inspection.inspect(path), steps, why)


def _print(looked: _Looked) -> None:
    from hebrus_analysis.views.terminal import print_inspection
    from hebrus_analysis.views.terminal_tokens import print_pipeline

    if looked.map:
        print_inspection(looked.map)
    if looked.steps:
        print_pipeline(looked.steps, has_head=not looked.map)
    elif looked.map and looked.map.spec.container != "blob":
        click.echo(f"steps not shown: {looked.why}")


def _record(looked: _Looked) -> dict[str, Any]:
    """Return a file as plain values; ``sha256`` and ``size`` are its map's, ``file_sha256`` is its own."""
    from hebrus_analysis.tokenization.classes import record

    value: dict[str, Any] = {"path": str(looked.path), "sha256": "", "size": 0}
    if looked.map:
        value = asdict(looked.map)
        spec = value.pop("spec")
        for one in (spec, spec.get("denormalizer") or {}):
            one["precompiled_charsmap_bytes"] = len(one.pop("precompiled_charsmap", b""))
        value["normalizer"] = spec
    value["file_sha256"] = hashlib.sha256(looked.path.read_bytes()).hexdigest()
    return {**value, "pipeline": [record(step) for step in (looked.steps.steps if looked.steps else ())]}


def _differ(path: Path, other: Path, as_json: bool) -> int:
    from hebrus_analysis.tokenization.classes import record
    from hebrus_analysis.tokenization.pipeline import differences, pipeline, shared
    from hebrus_analysis.views.terminal_tokens import print_differences

    one, two = pipeline(path), pipeline(other)
    found = differences(one, two)
    if as_json:
        rows = [
            {"stage": stage, "one": [record(step) for step in mine], "other": [record(step) for step in theirs]}
            for stage, mine, theirs in found
        ]
        alike = [record(step) for step in shared(one, two)]
        echo_json({"one": str(path), "other": str(other), "differences": rows, "alike": alike})
    else:
        print_differences(found, shared(one, two))
    return int(bool(found))
