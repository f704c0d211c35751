import ast
from pathlib import Path

import nbformat
import pytest
from _pytest.mark import ParameterSet
from nbclient import NotebookClient

FOLDER = Path(__file__).parent.parent / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
#: The stock map as it is published; a map with nothing dropped, spaced or exempt; one that agrees everywhere.
PARAMETERS = [("nmt_nfkc@0.1.95", "15.0"), ("nfkc@0.2.1", "18.0"), ("nfkc_cf@0.2.3", "15.0")]
#: Two tokenizers of our own.
_OURS = tuple(str(FOLDER.parent / "oracles/tokenization" / name) for name in ("unigram.model", "byte-level.json"))
#: The notebooks whose parameters are others: by number, the names and the sets that it is executed with.
OWN = {
    "03": (
        ["FIRST", "SECOND", "TEXT"],
        [("jinja2: trim", "node: trim", "\x1c x\u00e0\ufeff"), ("c-glibc: isspace C", "tcl: string trim", "\u3000\0")],
    ),
    "04": (
        ["MAP", "UNICODE", "TEXT"],
        [("nmt_nfkc@0.1.95", "15.0", "a\u0302\u0301"), ("nfkc_cf@0.2.3", "18.0", "\U00016d67" * 3)],
    ),
    "06": (
        ["MAP", "UNICODE", "TEXT", "ONE", "OTHER"],
        [
            ("nmt_nfkc@0.1.95", "15.0", "\ufb01\u200d", "go: unicode.IsSpace", "rust: trim"),
            ("nfkc_cf@0.2.3", "15.0", "", "NFKC of 8.0", "NFKC of 18.0"),
            ("nfkc@0.2.1", "18.0", "U+0065", "nmt_nfkc@0.1.95", "mono: NFKC"),
        ],
    ),
    "08": (["TEXT", "ONE", "OTHER"], [("\u0939\u093f\u0928\u094d\u0926\u0940", "", ""), ("", *_OURS)]),
    "09": (["FILE", "OTHER"], [("", ""), (_OURS[1], _OURS[0])]),
    "05": (["RULE", "UNICODE"], [("nmt_nfkc", "15.0"), ("nfkc_cf", "18.0")]),
}
ALLOWED = {"hebrus_analysis", "itables", "matplotlib"}


def _parameters(path: Path) -> tuple[list[str], list[tuple[str, ...]]]:
    return OWN.get(path.name[:2], (["MAP", "UNICODE"], PARAMETERS))


def _run(path: Path, given: tuple[str, ...], is_last: bool) -> ParameterSet:
    """As stored, `make test-browser` runs it too; so `make test` runs each with its last parameters alone."""
    name = "@".join((path.stem, *(ascii(value)[1:-1] for value in given)))
    return pytest.param(path, given, id=name, marks=() if is_last else pytest.mark.exhaustive)


RUNS = [
    _run(path, given, is_last=given == _parameters(path)[1][-1]) for path in NOTEBOOKS for given in _parameters(path)[1]
]
every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def _read(path: Path) -> nbformat.NotebookNode:
    return nbformat.read(path, as_version=nbformat.NO_CONVERT)


def _code(path: Path) -> list[nbformat.NotebookNode]:
    return [cell for cell in _read(path).cells if cell.cell_type == "code"]


def test_there_are_notebooks_and_the_index_knows_each() -> None:
    numbers = [path.name[:2] for path in NOTEBOOKS]
    assert numbers == sorted(set(numbers))
    assert numbers[0] == "00"
    index = NOTEBOOKS[0].read_text(encoding="utf-8")
    assert all(f"]({path.name})" in index for path in NOTEBOOKS[1:])


@every_notebook
def test_is_valid_and_stored_without_outputs(path: Path) -> None:
    notebook = _read(path)
    nbformat.validate(notebook)
    assert (notebook.nbformat, notebook.nbformat_minor) >= (4, 5)
    assert len({cell.id for cell in notebook.cells}) == len(notebook.cells)
    assert all(cell.outputs == [] and cell.execution_count is None for cell in _code(path))


@every_notebook
def test_says_on_top_what_you_will_see_and_need(path: Path) -> None:
    first = _read(path).cells[0]
    assert first.cell_type == "markdown"
    assert first.source.startswith("# ")
    assert "What you will see" in first.source
    assert "What you need" in first.source


@every_notebook
def test_has_one_parameters_cell(path: Path) -> None:
    (cell,) = [cell for cell in _read(path).cells if "parameters" in cell.metadata.get("tags", [])]
    names = [target.id for node in ast.parse(cell.source).body for target in node.targets]  # type: ignore[attr-defined]
    assert names == _parameters(path)[0]


@every_notebook
def test_ends_with_the_provenance(path: Path) -> None:
    last = _read(path).cells[-1]
    assert last.cell_type == "code"
    assert "provenance()" in last.source


@every_notebook
def test_is_thin(path: Path) -> None:
    kinds = (
        ast.FunctionDef,
        ast.AsyncFunctionDef,
        ast.ClassDef,
        ast.Lambda,
        ast.For,
        ast.While,
        ast.ListComp,
        ast.SetComp,
        ast.DictComp,
        ast.GeneratorExp,
    )
    for cell in _code(path):
        tree = ast.parse(cell.source)
        assert not [node for node in ast.walk(tree) if isinstance(node, kinds)], cell.source
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                assert {alias.name.split(".")[0] for alias in node.names} <= ALLOWED
            elif isinstance(node, ast.ImportFrom):
                assert (node.module or "").split(".")[0] in ALLOWED


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning", "ignore::FutureWarning")
@pytest.mark.parametrize(("path", "parameters"), RUNS)
def test_executes(path: Path, parameters: tuple[str, str]) -> None:
    notebook = _read(path)
    for cell in notebook.cells:
        if "parameters" in cell.metadata.get("tags", []):
            cell.source = f"{', '.join(_parameters(path)[0])} = {parameters!r}"
    client = NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(FOLDER)}})
    client.execute()
    complaints = [
        output.text for cell in notebook.cells for output in cell.get("outputs", []) if output.get("name") == "stderr"
    ]
    assert not complaints
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    drawn = [output.metadata["image/png"] for output in outputs if "image/png" in output.get("data", {})]
    assert len(drawn) == sum(cell.source.count("interactive.picture(") for cell in _code(path))
    printed = "".join(output.text for output in outputs if output.get("name") == "stdout")
    assert all(said["alt"] and said["alt"] in printed for said in drawn)
