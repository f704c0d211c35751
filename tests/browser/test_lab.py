"""Each notebook in a real JupyterLab, by its own menu: Run All Cells ends, and no cell failed."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, Lab
from playwright.sync_api import Browser, Page, expect

#: One worker starts JupyterLab, once.
pytestmark = pytest.mark.xdist_group("lab")

NOTEBOOKS = sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))
MINUTES = 60_000
_CELLS = "[...window.jupyterapp.shell.currentWidget.content.model.cells].filter(cell => cell.type === 'code')"
_KERNEL = "window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status"
_RUN = f"{_CELLS}.every(cell => cell.executionCount)"
#: Jupyter stops at the first error, and the cells behind it are never run.
_FAILED = f"{_CELLS}.some(cell => cell.outputs.toJSON().some(output => output.output_type === 'error'))"


@pytest.fixture
def page(browser: Browser, lab: Lab) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": 1280, "height": 1000}, extra_http_headers={"Authorization": f"token {lab.token}"}
    )
    yield context.new_page()
    context.close()
    for kernel in json.loads(lab.ask("/api/kernels")):
        lab.ask(f"/api/kernels/{kernel['id']}", "DELETE")


def test_starts_at_the_index(page: Page, lab: Lab) -> None:
    page.goto(f"{lab.url}/?token={lab.token}")
    page.wait_for_url("**/lab/tree/notebooks/00-read-me-first.ipynb*", timeout=MINUTES)
    expect(page.get_by_role("tab", name="00-read-me-first.ipynb")).to_be_visible(timeout=MINUTES)


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_runs_all(page: Page, lab: Lab, name: str, screenshots: Path) -> None:
    page.goto(f"{lab.url}/lab/tree/notebooks/{name}?reset&token={lab.token}")
    page.wait_for_function(f"{_KERNEL} === 'idle'", timeout=2 * MINUTES)
    page.locator(".lm-MenuBar-itemLabel", has_text="Run").first.click()
    page.locator(".lm-Menu-itemLabel").get_by_text("Run All Cells", exact=True).click()
    page.wait_for_function(f"({_RUN} || {_FAILED}) && {_KERNEL} === 'idle'", timeout=5 * MINUTES)
    outputs: list[list[dict[str, Any]]] = page.evaluate(f"{_CELLS}.map(cell => cell.outputs.toJSON())")
    assert sum(map(len, outputs)) > 0
    failed = [output for cell in outputs for output in cell if output["output_type"] == "error"]
    assert [f"{output['ename']}: {output['evalue']}" for output in failed] == []
    stem = name.removesuffix(".ipynb")
    page.screenshot(path=screenshots / f"lab-{stem}-end.png")
    page.evaluate("window.jupyterapp.shell.currentWidget.content.scrollToItem(0, 'start')")
    page.wait_for_timeout(500)  # the view draws what is scrolled to
    page.screenshot(path=screenshots / f"lab-{stem}-top.png")
