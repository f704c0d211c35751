"""A notebook in JupyterLab, run to its end by the menu."""

from typing import Any

from conftest import Lab
from playwright.sync_api import Page

MINUTES = 60_000
EXPLORER = "06-explore-a-character.ipynb"
CELLS = "[...window.jupyterapp.shell.currentWidget.content.model.cells].filter(cell => cell.type === 'code')"
_KERNEL = "window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status"
_RUN = f"{CELLS}.every(cell => cell.executionCount)"
#: Jupyter stops at the first error, and the cells behind it are never run.
_FAILED = f"{CELLS}.some(cell => cell.outputs.toJSON().some(output => output.output_type === 'error'))"


def run_all(page: Page, lab: Lab, name: str) -> None:
    """Open a notebook, choose Run All Cells, wait until its kernel has nothing left to do, and look for errors."""
    page.goto(f"{lab.url}/lab/tree/notebooks/{name}?reset&token={lab.token}")
    page.wait_for_function(f"{_KERNEL} === 'idle'", timeout=2 * MINUTES)
    page.locator(".lm-MenuBar-itemLabel", has_text="Run").first.click()
    page.locator(".lm-Menu-itemLabel").get_by_text("Run All Cells", exact=True).click()
    page.wait_for_function(f"({_RUN} || {_FAILED}) && {_KERNEL} === 'idle'", timeout=5 * MINUTES)
    outputs: list[list[dict[str, Any]]] = page.evaluate(f"{CELLS}.map(cell => cell.outputs.toJSON())")
    assert sum(map(len, outputs)) > 0
    failed = [output for cell in outputs for output in cell if output["output_type"] == "error"]
    assert [f"{output['ename']}: {output['evalue']}" for output in failed] == []
