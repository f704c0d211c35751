import base64
import json
import os
import re
import subprocess
import sys
import time
import zlib
from collections import Counter
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pandas as pd
import pytest

from hebrus_analysis import oracle
from hebrus_analysis.charsmap import generations
from hebrus_analysis.divergence import rules as every_rule
from hebrus_analysis.unicode.codepoints import label
from hebrus_analysis.views import page as contents
from hebrus_analysis.views import report, tables, writers
from hebrus_analysis.views.templates import template

VOID = {"meta", "img", "link", "br", "hr", "input"}


class Page(HTMLParser):
    """Reads a page, a command as one text, and fails on a tag that is closed wrongly."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "code":
            self.texts.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "code" in self.open:  # whose words are elements of their own
            self.texts[-1] += data
        else:
            self.texts.append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    paths = report.write_report(folder)
    assert sorted(paths) == sorted(path for path in folder.rglob("*") if path.is_file())
    return folder


@pytest.fixture(scope="module")
def text(folder: Path) -> str:
    return (folder / "index.html").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def page(text: str) -> Page:
    return Page(text)


def test_writes_every_table_as_it_is_committed(folder: Path) -> None:
    for name in tables.TABLES:
        assert (folder / "tables" / f"{name}.tsv").read_bytes() == oracle.read(f"tables/{name}.tsv")


def test_every_divergence_has_its_card_and_its_row(page: Page, text: str) -> None:
    divergent = tables.stock_divergences()
    codepoints = [label(codepoint) for codepoint in divergent.codepoint]
    cards = [attributes["id"] or "" for attributes in page.all("div") if "id" in attributes]
    assert sorted(cards) == sorted([*codepoints, "rule"])
    folded = [attributes for attributes in page.all("details") if attributes.get("class") == "card"]
    assert len(codepoints) == len(folded) == 181
    rows = [link["href"] for link in page.all("a") if (link["href"] or "").startswith("#U+")]
    assert rows == ["#U+FF5E", *(f"#{codepoint}" for codepoint in codepoints)]
    for name in divergent.name:
        assert name.replace("<", "&lt;").replace(">", "&gt;") in text


def test_anchors_are_unique_and_links_lead_somewhere(folder: Path, page: Page) -> None:
    ids = Counter(attributes["id"] for _, attributes in page.tags if "id" in attributes)
    assert max(ids.values()) == 1
    for link in page.all("a"):
        target = link["href"] or ""
        assert target[1:] in ids if target.startswith("#") else (folder / target).is_file(), target


def test_the_numbers_and_the_published_reading(page: Page) -> None:
    cells = [cell.strip() for cell in page.texts if cell.strip()]
    for row in (
        ["dropped", "30", "30"],
        ["spaced", "15", "15"],
        ["exempt", "1", "0"],
        ["post-freeze", "135", "136"],
        ["other", "0", "0"],
        ["divergent", "181", "181"],
        ["identical", "149,070", "149,070"],
        ["population", "149,251", "149,251"],
    ):
        at = [i for i in range(len(cells)) if cells[i : i + 3] == row]
        assert at, row
    prose = " ".join(" ".join(page.texts).split())
    assert "counts 30 / 15 / 136 where this suite counts 30 / 15 / 1 / 135" in prose
    assert "U+FF5E" in prose


def test_every_generation_with_its_counts_and_command(page: Page) -> None:
    cells = [cell.strip() for cell in page.texts if cell.strip()]
    locked = oracle.document("counts.json")
    for name in generations.catalogue():
        for unicode in tables.LOCKED_VERSIONS:
            at = cells.index(f"hebrus-analysis families --map {name} --unicode {unicode}")
            numbers = [locked[name][unicode][key] for key in ("population", "identical", "divergent")]
            assert cells[at - 10] == name
            assert cells[at - 8 : at - 5] == [f"{number:,}" for number in numbers]


def test_the_page_carries_the_map_and_every_name(text: str) -> None:
    packed = re.findall(r'<script type="application/octet-stream" id="(\w+)">(.*?)</script>', text)
    carried = {name: zlib.decompress(base64.b64decode(data)) for name, data in packed}
    assert carried["map"] == generations.load(generations.STOCK).blob
    facts = json.loads(carried["facts"])
    assert Counter(facts["families"].values()) == {"dropped": 30, "spaced": 15, "exempt": 1, "post-freeze": 135}
    assert facts["characters"]["U+200D"] == ["ZERO WIDTH JOINER", "General Punctuation", "ZWJ"]
    rules = generations.load(generations.STOCK).rules()
    characters = {label(ord(char)) for text in (*rules, *rules.values()) for char in text}
    assert characters | set(facts["families"]) == set(facts["characters"])


def test_every_rule_without_a_card_agrees_with_nfkc() -> None:
    # The card that the page makes of such a rule says so.
    frame = every_rule.rules()
    divergent = {chr(codepoint) for codepoint in tables.stock_divergences().codepoint}
    assert set(frame.key[~frame.agrees]) <= divergent


def test_links_to_the_notebooks_it_was_given(stock: pd.DataFrame) -> None:
    values = contents.page(stock) | {"figures": [], "notebooks": ["00-first"]}
    assert '<a href="notebooks/00-first.html">00-first</a>' in template("report.html.jinja").render(values)


def test_provenance_is_whole(page: Page) -> None:
    assert set(oracle.provenance().values()) <= {text.strip() for text in page.texts}


def test_loads_nothing_from_the_network(page: Page, text: str) -> None:
    for _, attributes in page.tags:
        for name in ("src", "href", "srcset", "data", "poster", "action"):
            assert not re.match(r"\s*(?:[a-z]+:)?//", attributes.get(name) or "", re.I)
    assert not [tag for tag, _ in page.tags if tag in ("iframe", "object", "embed")]
    assert not [attributes for attributes in page.all("script") if "src" in attributes]
    assert page.all("link") == [{"rel": "icon", "href": "data:,"}]
    assert not re.search(r"url\(|@import", text)
    # A browser holds the page to it, too.
    (policy,) = [meta["content"] for meta in page.all("meta") if meta.get("http-equiv") == "Content-Security-Policy"]
    assert policy == "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"


def test_figures_are_inline_with_alt_text(folder: Path, page: Page) -> None:
    images = page.all("img")
    assert len(images) == len(list((folder / "figures").glob("*.svg"))) == 13
    for image in images:
        assert (image["src"] or "").startswith("data:image/svg+xml;base64,")
        assert len(image["alt"] or "") > 80


def test_is_accessible(page: Page, text: str) -> None:
    assert page.all("html") == [{"lang": "en"}]
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert len(page.all("table")) == len(page.all("caption")) == len(page.all("thead"))
    assert {header.get("scope") for header in page.all("th")} == {"row", "col"}
    assert "prefers-color-scheme: dark" in text
    assert all("aria-label" in region for region in page.all("div") if region.get("role") == "region")


def test_colours_have_contrast(text: str) -> None:
    pairs = re.findall(r"--(\w+): light-dark\((#\w+), (#\w+)\)", text)
    assert len(pairs) == 7
    for scheme in (1, 2):
        colour = {pair[0]: pair[scheme] for pair in pairs}
        for ink in ("ink", "soft", "link"):
            for ground in ("paper", "shade", "mark"):
                assert _contrast(colour[ink], colour[ground]) >= 4.5, (ink, ground)


def test_is_small(folder: Path) -> None:
    assert (folder / "index.html").stat().st_size < 5_000_000


@pytest.mark.exhaustive
def test_is_the_same_twice_and_silent_where_nobody_watches(folder: Path, tmp_path: Path) -> None:
    # Another process, another hash seed: no set or memory address may order anything.
    with _start(tmp_path, PYTHONHASHSEED="7") as again:
        assert again.communicate() == (b"", b"")
    assert again.returncode == 0
    assert _files(tmp_path) == _files(folder)


@pytest.mark.slow
def test_killed_in_the_middle_it_leaves_no_half_file(folder: Path, tmp_path: Path) -> None:
    with _start(tmp_path) as process:
        deadline = time.monotonic() + 120
        while not (tmp_path / "tables" / "actions-by-predicate.tsv").exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        process.kill()
        process.communicate()
    whole, left = _files(folder), _files(tmp_path)
    assert left
    assert "index.html" not in left
    assert all(whole[name] == data for name, data in left.items() if not name.endswith(".part"))


def test_an_interrupted_write_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tables").mkdir()
    old = tmp_path / "tables" / "stock-divergences.tsv"
    old.write_text("old")

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(writers.os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        report.write_report(tmp_path)
    assert _files(tmp_path) == {"tables/stock-divergences.tsv": b"old"}


def test_everything_is_escaped(stock: pd.DataFrame) -> None:
    hostile = contents.Table("<b>", "a & b", ("<i>",), (("<script>",),), (False,), (False,))
    values = contents.page(stock) | {"families": hostile, "figures": [], "notebooks": []}
    rendered = template("report.html.jinja").render(values)
    assert not re.search("<(b|i)>", rendered)
    assert rendered.count("<script>") == 2
    assert "&lt;script&gt;" in rendered
    assert "a &amp; b" in re.sub("</?span>", "", rendered)


def _start(folder: Path, **environment: str) -> "subprocess.Popen[bytes]":
    code = (
        "import pathlib, sys; from hebrus_analysis.views import report; report.write_report(pathlib.Path(sys.argv[1]))"
    )
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", code, str(folder)],
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def _files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _contrast(one: str, other: str) -> float:
    """Return the contrast ratio of WCAG 2.1, section 1.4.3."""
    bright, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    parts = [value / 255 for value in bytes.fromhex(digits)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
