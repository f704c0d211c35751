"""The page in a real browser: search, sort, anchors, themes, print; and that it asks nobody for anything."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import axe_playwright_python
import pypdfium2
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from hebrus_analysis.charsmap import generations
from hebrus_analysis.views import tables

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
Open = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser, atlas: Path) -> Iterator[Open]:
    """Opens the page in a fresh profile; at the end nothing may have been complained of or asked for elsewhere."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(anchor: str = "", **settings: Any) -> Page:
        context = browser.new_context(**({"viewport": DESKTOP} | settings))
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: asked(request.url))
        page.goto(atlas.as_uri() + anchor)
        return page

    def asked(url: str) -> None:
        if not url.startswith(("data:", atlas.as_uri())):
            complaints.append(url)

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def page(open_page: Open) -> Page:
    return open_page()


def search(page: Page, query: str) -> list[str]:
    page.locator("#query").fill(query)
    expect(page.locator("#status")).to_contain_text("found", timeout=30_000)
    return page.locator("#found li").all_inner_texts()


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("U+200D", "U+200D ZERO WIDTH JOINER becomes U+0020 spaced"),
        ("200d", "U+200D ZERO WIDTH JOINER becomes U+0020 spaced"),
        ("\u200d", "U+200D ZERO WIDTH JOINER becomes U+0020 spaced"),
        ("fullwidth tilde", "U+FF5E FULLWIDTH TILDE is left alone exempt"),
        ("halfwidth and fullwidth exempt", "U+FF5E FULLWIDTH TILDE is left alone exempt"),
        ("post-freeze", "U+32FF SQUARE ERA NAME REIWA is left alone post-freeze"),
        ("START OF HEADING", "U+0001 <START OF HEADING> is deleted dropped"),
        ("zwj", "U+200D ZERO WIDTH JOINER becomes U+0020 spaced"),
        ("U+AD", "U+00AD is left alone, by NFKC too"),
        ("0xff", "U+00FF LATIN SMALL LETTER Y WITH DIAERESIS is left alone, by NFKC too"),
        ("\ufb01", "U+FB01 LATIN SMALL LIGATURE FI becomes U+0066 U+0069"),
        ("U+0085", "U+0085 is left alone, by NFKC too"),
        ("\u00e9", "U+00E9 LATIN SMALL LETTER E WITH ACUTE is left alone, by NFKC too"),
        ("deleted escape", "U+0010 <DATA LINK ESCAPE> is deleted dropped"),
        ("U+0061 U+0302", "U+0061 LATIN SMALL LETTER A, U+0302 COMBINING CIRCUMFLEX ACCENT becomes U+00E2"),
    ],
)
def test_search_finds(page: Page, query: str, first: str) -> None:
    assert search(page, query)[0] == first


def test_search_says_how_many_and_shows_more(page: Page) -> None:
    assert len(search(page, "post-freeze")) == 50
    assert page.inner_text("#status") == "135 found: 135 divergent, 0 on which the map and NFKC agree."
    page.locator("#more").click()
    page.locator("#more").click()
    expect(page.locator("#found li")).to_have_count(135)
    expect(page.locator("#more")).to_be_hidden()


def test_search_that_finds_nothing_says_so(page: Page) -> None:
    assert search(page, "no such name") == []
    assert page.inner_text("#status").startswith("0 found: 0 divergent")


def test_the_page_reads_the_rules_that_python_reads(page: Page) -> None:
    # As one text, since no rule holds U+0000 and a list of so many takes long to be handed over.
    texts = page.evaluate("async () => [...rulesOf(await unpack('map'))].flat().join('\\0')").split("\0")
    rules = generations.load(generations.STOCK).rules()
    assert list(zip(texts[::2], texts[1::2], strict=True)) == list(rules.items())


def test_a_result_leads_to_its_card(page: Page) -> None:
    search(page, "zero width joiner")
    page.locator("#found a").first.click()
    card = page.locator("[id='U+200D']")
    expect(card).to_be_visible()
    expect(card).to_be_in_viewport()
    assert "spaced: nmt makes a space of this invisible format character" in card.inner_text()


@pytest.mark.parametrize("anchor", ["#U+200D", "#u+200d", "#U%2B200D", "#U+0200D", "#U+00200D"])
def test_an_anchor_opens_the_card(open_page: Open, anchor: str) -> None:
    card = open_page(anchor).locator("[id='U+200D']")
    expect(card).to_be_in_viewport()
    assert "hebrus-analysis show U+200D" in card.inner_text()


def test_an_anchor_opens_the_card_without_javascript(open_page: Open) -> None:
    page = open_page("#U+200D", java_script_enabled=False)
    expect(page.locator("[id='U+200D']")).to_be_in_viewport()
    expect(page.locator("#find")).to_be_hidden()
    expect(page.locator("noscript")).to_be_visible()


def test_an_anchor_shows_a_rule_that_agrees(open_page: Open) -> None:
    card = open_page("#U+0061_U+0302").locator("[id='U+0061_U+0302']")
    expect(card).to_be_in_viewport(timeout=30_000)
    expect(card).to_be_focused()
    text = card.inner_text()
    assert "U+00E2 LATIN SMALL LETTER A WITH CIRCUMFLEX" in text
    assert 'hebrus-analysis explain "U+0061 U+0302"' in text


@pytest.mark.parametrize(
    ("anchor", "said"),
    [("#U+110000", "the last code point is U+10FFFF"), ("#U+D800", "half a pair of UTF-16"), ("#%", None)],
)
def test_an_anchor_of_nothing_says_so(open_page: Open, anchor: str, said: str | None) -> None:
    page = open_page(anchor)
    if said:
        expect(page.locator("#rule")).to_contain_text(said, timeout=30_000)
    else:
        expect(page.locator("#rule")).to_be_empty()


def test_an_anchor_without_a_rule_says_so(open_page: Open) -> None:
    expect(open_page("#U+0041").locator("[id='U+0041']")).to_contain_text("has no rule", timeout=30_000)


def test_a_table_is_sorted_by_the_keyboard(page: Page) -> None:
    table = page.locator("table.linked")
    heading = table.locator("thead th").nth(2)
    ages = tables.stock_divergences().age.tolist()

    def shown() -> list[str]:
        return table.locator("tbody tr td:nth-child(3)").all_inner_texts()

    def version(age: str) -> tuple[int, ...]:
        return tuple(map(int, age.split(".")))

    assert heading.get_attribute("aria-sort") is None
    heading.locator("button").focus()
    page.keyboard.press("Enter")
    assert heading.get_attribute("aria-sort") == "ascending"
    assert shown() == sorted(ages, key=version)
    page.keyboard.press("Space")
    assert heading.get_attribute("aria-sort") == "descending"
    assert shown() == sorted(ages, key=version, reverse=True)
    table.locator("thead button").first.click()
    assert heading.get_attribute("aria-sort") is None
    codepoints = [int(text[2:], 16) for text in table.locator("tbody th").all_inner_texts()]
    assert codepoints == sorted(codepoints)


def test_numbers_are_sorted_as_numbers(page: Page) -> None:
    table = page.locator("table").first
    table.locator("thead button").nth(1).click()
    numbers = [int(text.replace(",", "")) for text in table.locator("tbody td:nth-child(2)").all_inner_texts()]
    assert numbers == sorted(numbers)


def test_the_theme_is_switched_and_remembered(open_page: Open) -> None:
    page = open_page(color_scheme="light")
    light = _paper(page)
    page.select_option("#theme", "dark")
    dark = _paper(page)
    assert dark != light
    page.reload()
    assert _paper(page) == dark
    assert page.input_value("#theme") == "dark"
    page.select_option("#theme", "system")
    assert _paper(page) == light
    page.emulate_media(color_scheme="dark")
    assert _paper(page) == dark


def test_figures_follow_the_theme(open_page: Open) -> None:
    page = open_page(color_scheme="dark")
    filtered = "getComputedStyle(document.querySelector('figure img')).filter"
    assert "invert" in page.evaluate(filtered)
    page.select_option("#theme", "light")
    assert page.evaluate(filtered) == "none"


@pytest.mark.parametrize(("scheme", "viewport"), [("light", DESKTOP), ("dark", PHONE)], ids=["light", "dark"])
def test_axe_finds_no_violation(open_page: Open, scheme: str, viewport: dict[str, int]) -> None:
    page = open_page("#U+200D", color_scheme=scheme, viewport=viewport)
    search(page, "joiner")
    page.evaluate(AXE)
    found = page.evaluate("axe.run({ resultTypes: ['violations'] })")
    assert len(found["passes"]) > 30
    assert [(rule["id"], rule["nodes"][0]["html"]) for rule in found["violations"]] == []


def test_the_skip_link_comes_first(page: Page) -> None:
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    expect(page.locator(".skip")).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_a_phone_scrolls_in_one_direction(open_page: Open) -> None:
    page = open_page(viewport=PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_is_small(atlas: Path) -> None:
    assert atlas.stat().st_size < 5_000_000


def test_prints_on_paper_of_any_theme(open_page: Open, screenshots: Path) -> None:
    page = open_page("#U+200D", color_scheme="dark")
    page.select_option("#theme", "dark")
    printed = page.pdf(format="A4")
    document = pypdfium2.PdfDocument(printed)
    pages = [document[number].get_textpage().get_text_range() for number in range(len(document))]
    text = "".join(pages)
    assert "differ on 181 of 149,251 code points" in " ".join(text.split())
    assert "Find a character" not in text
    assert 5 < len(document) < 60
    assert sum("charsmap nfkc" in page for page in pages) > 2  # the head of a table that goes on is printed again
    for number in range(6):
        picture = document[number].render(scale=1.5).to_pil()
        picture.save(screenshots / f"print-{number + 1}.png")
    assert document[0].render().to_pil().getpixel((2, 2)) == (255, 255, 255)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("name", "viewport"), [("desktop", DESKTOP), ("phone", PHONE)])
def test_is_shown_to_a_person(
    open_page: Open, screenshots: Path, scheme: str, name: str, viewport: dict[str, int]
) -> None:
    page = open_page(color_scheme=scheme, viewport=viewport)
    page.screenshot(path=screenshots / f"top-{name}-{scheme}.png")
    search(page, "joiner")
    page.locator("#find").scroll_into_view_if_needed()
    page.screenshot(path=screenshots / f"search-{name}-{scheme}.png")
    sections = [link.removeprefix("#") for link in page.locator("nav a").evaluate_all("all => all.map(a => a.hash)")]
    for section in (*sections, *(figure.get_attribute("id") for figure in page.locator("figure").all())):
        page.evaluate("id => document.getElementById(id).scrollIntoView()", section)
        page.wait_for_timeout(150)  # pictures are decoded when they are first seen
        page.screenshot(path=screenshots / f"{section}-{name}-{scheme}.png")
    page.evaluate("location.hash = 'U+200D'")
    expect(page.locator("[id='U+200D']")).to_be_in_viewport()
    page.screenshot(path=screenshots / f"card-{name}-{scheme}.png")


def _paper(page: Page) -> Any:
    return page.evaluate("getComputedStyle(document.body).backgroundColor")
