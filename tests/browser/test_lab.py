"""Each notebook in a real JupyterLab, by its own menu: Run All Cells ends, and no cell failed."""

from pathlib import Path

import pytest
from conftest import ROOT, Lab
from playwright.sync_api import Page, expect
from running import EXPLORER, MINUTES, run_all

#: All but the explorer, which test_explorer.py runs before it uses it.
NOTEBOOKS = sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb") if path.name != EXPLORER)


def test_starts_at_the_index(page: Page, lab: Lab) -> None:
    page.goto(f"{lab.url}/?token={lab.token}")
    page.wait_for_url("**/lab/tree/notebooks/00-read-me-first.ipynb*", timeout=MINUTES)
    expect(page.get_by_role("tab", name="00-read-me-first.ipynb")).to_be_visible(timeout=MINUTES)


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_runs_all(page: Page, lab: Lab, name: str, screenshots: Path) -> None:
    run_all(page, lab, name)
    stem = name.removesuffix(".ipynb")
    page.screenshot(path=screenshots / f"lab-{stem}-end.png")
    page.evaluate("window.jupyterapp.shell.currentWidget.content.scrollToItem(0, 'start')")
    page.wait_for_timeout(500)  # the view draws what is scrolled to
    page.screenshot(path=screenshots / f"lab-{stem}-top.png")
