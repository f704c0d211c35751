"""The explorer as a person uses it: type, look, point, click, filter, copy, write; and the file is read."""

import json

from conftest import Lab
from playwright.sync_api import Page, expect
from running import EXPLORER, run_all

from hebrus_analysis.divergence.families import families
from hebrus_analysis.divergence.sweep import sweep
from hebrus_analysis.unicode.codepoints import label


def pick(page: Page, name: str, value: str) -> None:
    page.locator(f".widget-dropdown:has(label:text-is('{name}')) select").first.select_option(value)


def test_a_character_is_found_a_family_filtered_and_written(page: Page, lab: Lab, screenshots) -> None:
    run_all(page, lab, EXPLORER)
    codepoints = page.locator("input[placeholder^='U+200D']").first
    codepoints.scroll_into_view_if_needed()
    codepoints.fill("U+200D")
    expect(page.get_by_text("1 of 149,251 code points of Unicode 15.0").first).to_be_visible()
    page.locator("table.dataTable tbody tr").first.click()
    card = page.locator(".cards").first
    expect(card).to_contain_text("ZERO WIDTH JOINER")
    expect(card).to_contain_text("spaced: nmt makes a space of this invisible format character")
    page.screenshot(path=screenshots / "explorer-card.png")

    codepoints.fill("")
    pick(page, "family", "post-freeze")
    frame = families(sweep())
    wanted = [label(codepoint) for codepoint in frame.codepoint[frame.family == "post-freeze"].tolist()]
    expect(page.get_by_text(f"{len(wanted)} of 149,251 code points of Unicode 15.0").first).to_be_visible()
    plane = page.locator(".codespace img[data-plane='0']").first
    plane.scroll_into_view_if_needed()
    box = plane.bounding_box()
    assert box
    page.mouse.move(box["x"] + 0.187 * box["width"], box["y"] + 0.376 * box["height"])
    expect(page.locator(".codespace-tip").first).to_contain_text("U+32FF SQUARE ERA NAME REIWA")
    page.screenshot(path=screenshots / "explorer-family.png")
    page.mouse.click(box["x"] + 0.187 * box["width"], box["y"] + 0.376 * box["height"])
    expect(page.locator(".cards").first).to_contain_text("SQUARE ERA NAME REIWA")

    pick(page, "write as", "json")
    page.locator("button:text-is('Write')").first.click()
    expect(page.get_by_text(f"wrote {len(wanted)} code points to found.json").first).to_be_visible()
    content = json.loads(lab.ask("/api/contents/notebooks/found.json?type=file&format=text"))["content"]
    written = json.loads(content)
    assert [row["codepoint"] for row in written["rows"]] == wanted
    assert "family='post-freeze'" in written["provenance"]["query"]

    pick(page, "family", "any")
    for name, implementation in (("differ: one", "node: trim"), ("and other", "jinja2: trim")):
        box = page.locator(f".widget-text:has(label:text-is('{name}')) input").first
        box.fill(implementation)
        box.press("Enter")
    expect(page.get_by_text("6 of 149,251 code points of Unicode 15.0").first).to_be_visible()
    expect(page.locator(".codespace").first).to_contain_text("only jinja2: trim (5)")
    expect(page.locator("table.dataTable").first).to_contain_text("only node: trim")
    page.screenshot(path=screenshots / "explorer-differ.png")

    for heading, name in (("Compare two characters", "compare"), ("Explain a text", "explain")):
        page.evaluate(
            "text => [...document.querySelectorAll('h2')].find(h => h.textContent.startsWith(text)).scrollIntoView()",
            heading,
        )
        page.wait_for_timeout(800)  # the view draws what is scrolled to
        page.screenshot(path=screenshots / f"explorer-{name}.png")
