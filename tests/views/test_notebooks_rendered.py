"""A notebook as a page: executed, whole, the same twice, and nothing loaded from elsewhere."""

import re
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from hebrus_analysis.errors import NotebookFailed
from hebrus_analysis.views import notebooks

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning", "ignore::FutureWarning"),
]

TABLE = """import pandas as pd
from hebrus_analysis.views import interactive
interactive.begin()
interactive.show(pd.DataFrame({"codepoint": ["U+200D"]}))
6 * 7"""


def _write(path: Path, code: str) -> Path:
    cells = [new_markdown_cell("# A title\n\n[another](01-another.ipynb)"), new_code_cell(code)]
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
    nbformat.write(new_notebook(cells=cells), path)
    return path


def test_is_executed_whole_and_the_same_twice(tmp_path: Path) -> None:
    path = _write(tmp_path / "00-first.ipynb", TABLE)
    before = path.read_bytes()
    text = notebooks.rendered(path)
    assert notebooks.rendered(path) == text
    assert path.read_bytes() == before
    assert "<title>00-first</title>" in text
    assert "U+200D" in text
    assert ">42<" in re.sub(r"\s", "", text)
    assert 'href="01-another.html"' in text
    loaded = re.findall(r"<(?:script|link|img|iframe)[^>]*(?:src|href)=.(?:https?:)?//[^>]*", text)
    assert loaded == []
    assert "cdnjs" not in text


def test_a_cell_that_raises_is_named(tmp_path: Path) -> None:
    path = _write(tmp_path / "00-first.ipynb", "1 / 0")
    with pytest.raises(NotebookFailed, match=r"00-first\.ipynb: ZeroDivisionError: division by zero; open it"):
        notebooks.rendered(path)
