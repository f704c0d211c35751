"""A notebook as a page: executed, whole, the same twice, and nothing loaded from elsewhere."""

import html
import re
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from hebrus_analysis.errors import NotebookFailed
from hebrus_analysis.views import figures, notebooks, tables

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


PICTURE = """from hebrus_analysis.views import figures, interactive, tables
interactive.picture(figures.generations, tables.counts_by_map("15.0"))"""


def test_a_picture_has_its_alt_text(tmp_path: Path) -> None:
    text = notebooks.rendered(_write(tmp_path / "00-first.ipynb", PICTURE))
    (said,) = re.findall(r'<img alt="([^"]*)"\s+src="data:image/png', text)
    assert html.unescape(said) == figures.generations.alt_text(tables.counts_by_map("15.0"))


def test_a_cell_that_raises_is_named(tmp_path: Path) -> None:
    path = _write(tmp_path / "00-first.ipynb", "1 / 0")
    with pytest.raises(NotebookFailed, match=r"00-first\.ipynb: ZeroDivisionError: division by zero; open it"):
        notebooks.rendered(path)


@pytest.mark.parametrize("content", ["", "{", "[]", '{"nbformat": 4}'])
def test_what_is_no_notebook_is_named(tmp_path: Path, content: str) -> None:
    path = tmp_path / "00-first.ipynb"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(NotebookFailed, match=r"00-first\.ipynb: "):
        notebooks.rendered(path)
