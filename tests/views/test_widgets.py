"""The widgets do what the functions do, without a browser: what a person picks, points at and writes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from hebrus_analysis.divergence.card import card
from hebrus_analysis.divergence.search import search
from hebrus_analysis.unicode.codepoints import label
from hebrus_analysis.views import boxes, cards, interactive, widgets
from hebrus_analysis.views.codespace import codespace, page, place
from hebrus_analysis.views.figures import hilbert

# ipywidgets counts on a kernel that is not there, and says so.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture
def explorer() -> widgets.Explorer:
    return widgets.Explorer()


def pick(explorer: widgets.Explorer, **values: object) -> None:
    for name, value in values.items():
        (explorer._conditions | explorer._sources)[name].value = value


def event(explorer: widgets.Explorer, kind: str, codepoint: int) -> None:
    column, row = map(int, hilbert.positions(codepoint % 65536))
    content = {"event": kind, "plane": codepoint // 65536, "column": column, "row": row}
    explorer._view._handle_custom_msg(content, [])


def test_everything_follows_what_is_picked(explorer: widgets.Explorer) -> None:
    assert "149,251 of 149,251 code points of Unicode 15.0; the first 500 are shown" in explorer._said.value
    assert len(explorer._table.df) == 500
    pick(explorer, family=("spaced",), codepoints="U+2000..U+200F")
    wanted = search(family="spaced", codepoints="U+2000..U+200F")
    assert explorer.rows.equals(wanted)
    assert explorer._table.df.codepoint.tolist() == [label(codepoint) for codepoint in wanted.codepoint]
    assert explorer._view.html == page(codespace(wanted))
    assert "5 of 149,251" in explorer._said.value


def test_another_map_and_version_bring_their_own_values(explorer: widgets.Explorer) -> None:
    pick(explorer, family=("spaced",), block=("Specials",))
    pick(explorer, unicode="1.1")
    assert "Emoticons" not in dict(explorer._conditions["block"].options)
    assert explorer.rows.equals(search(unicode="1.1", family="spaced", block="Specials"))
    pick(explorer, charsmap="nfkc@0.2.1", unicode="18.0")
    assert "spaced" not in dict(explorer._conditions["family"].options)
    assert explorer._conditions["family"].value == ()  # is no value here, so no condition any more
    assert explorer.rows.equals(search("nfkc@0.2.1", "18.0", block="Specials"))


def test_two_implementations_are_held_against_each_other(
    explorer: widgets.Explorer, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[dict[str, str]] = []
    monkeypatch.setattr(explorer._view, "send", sent.append)
    one, other = explorer._differ
    one.value = "rust: trim"
    assert len(explorer.rows) == 149251  # one alone is held against nothing
    other.value = "jinja2: trim"
    assert explorer.rows.codepoint.tolist() == [0x1C, 0x1D, 0x1E, 0x1F]
    assert explorer._table.df.differ.tolist() == ["only jinja2: trim"] * 4
    event(explorer, "hover", 0x1C)
    assert sent[0]["told"].endswith("\nonly jinja2: trim")
    other.value = "NFKC of 15.0"
    assert "compare two of one kind" in explorer._said.value


def test_what_cannot_be_read_is_said_and_the_last_stays(explorer: widgets.Explorer) -> None:
    pick(explorer, codepoints="U+200D")
    pick(explorer, name="(<b>")
    assert "is no regular expression" in explorer._said.value
    assert "<b>" not in explorer._said.value
    assert explorer.rows.codepoint.tolist() == [0x200D]
    pick(explorer, name="")
    assert "1 of 149,251" in explorer._said.value


def test_pointing_tells_and_clicking_opens_the_card(
    explorer: widgets.Explorer, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[dict[str, str]] = []
    monkeypatch.setattr(explorer._view, "send", sent.append)
    pick(explorer, codepoints="U+200D")
    event(explorer, "hover", 0x200D)
    assert sent[0]["told"].startswith("U+200D ZERO WIDTH JOINER\n")
    event(explorer, "click", 0x1F600)
    assert explorer._view.card == cards.page(card(0x1F600))
    event(explorer, "click", 0xD800)
    assert "is a surrogate" in explorer._view.card


def test_a_row_opens_its_card(explorer: widgets.Explorer) -> None:
    pick(explorer, name="joiner")
    explorer._table.selected_rows = [1]
    assert explorer._view.card == cards.page(card(int(explorer.rows.codepoint[1])))


def test_copying_and_writing_take_all_that_was_found(
    explorer: widgets.Explorer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    pick(explorer, category=("So",))
    explorer._notation.value, explorer._form.value = "Rust", "json"
    sent: list[dict[str, str]] = []
    monkeypatch.setattr(widgets.CopyButton, "send", lambda _, content: sent.append(content))
    explorer._copy(widgets.CopyButton())
    assert sent[0]["text"].count("\\u{") == len(explorer.rows) > interactive.MOST
    explorer._write(None)
    assert len(json.loads((tmp_path / "found.json").read_text(encoding="utf-8"))["rows"]) == len(explorer.rows)
    assert "wrote 6,634 code points to found.json" in explorer._done.value
    pick(explorer, codepoints="U+0378")
    explorer._write(None)
    assert "finds no code point" in explorer._done.value


def test_the_two_boxes_show_what_the_functions_say() -> None:
    shown = boxes.comparison("200C", "U+200D").children[1]
    assert shown.value == cards.compared(card(0x200C), card(0x200D))
    box = boxes.explanation("U+0061 U+0302 U+0301")
    assert "U+1EA5" in box.children[1].value
    box.children[0].children[0].value = "\ud800"
    assert 'role="alert"' in box.children[1].value


@pytest.mark.parametrize("missing", ["ipywidgets", "anywidget"])
def test_without_the_package_the_cure_is_named(missing: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; import hebrus_analysis.views.widgets"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "MissingPackage" in done.stderr.splitlines()[-1]
    assert "pip install -e '.[notebooks]'" in done.stderr


def test_what_a_picker_shows_is_what_is_asked(explorer: widgets.Explorer) -> None:
    """The browser is told the place of a value, and tells it."""
    block = explorer._conditions["block"]
    block.set_state({"index": next(n for n, (label, _) in enumerate(block.options) if label == "Specials")})
    pick(explorer, unicode="17.0")
    assert (block.value, block.label) == (("Specials",), "Specials")
    assert block.options[block.index] == ("Specials", ("Specials",))
    block.set_state({"index": 0})
    assert block.value == ()
    assert len(explorer.rows) == explorer.rows.attrs["population"]


def test_the_card_follows_what_is_found_and_what_is_picked(explorer: widgets.Explorer) -> None:
    pick(explorer, codepoints="U+200D")
    assert explorer._view.card == cards.page(card(0x200D))
    assert explorer._view.marked == place(0x200D)
    explorer._table.selected_rows = [0]
    pick(explorer, codepoints="U+200C..U+200D")
    assert explorer._table.selected_rows == []
    assert explorer._view.card == cards.page(card(0x200D))
    pick(explorer, unicode="17.0")
    assert explorer._view.card == cards.page(card(0x200D, unicode="17.0"))
    pick(explorer, codepoints="U+2000..U+2001")
    assert (explorer._view.card, explorer._view.marked) == ("", {})
    event(explorer, "click", 0x32FF)
    pick(explorer, codepoints="U+2001..U+2002")
    event(explorer, "click", 0x32FF)
    assert explorer._view.card == cards.page(card(0x32FF, unicode="17.0"))


def test_what_was_found_before_an_error_is_neither_copied_nor_written(
    explorer: widgets.Explorer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[dict[str, str]] = []
    monkeypatch.setattr(widgets.CopyButton, "send", lambda _, content: sent.append(content))
    pick(explorer, name="joiner")
    pick(explorer, name="(")
    explorer._file.value = str(tmp_path / "a.tsv")
    explorer._write(None)
    assert "mend it first" in explorer._done.value
    explorer._copy(widgets.CopyButton())
    assert (sent, list(tmp_path.iterdir())) == ([], [])
    pick(explorer, name="joiner")
    explorer._write(None)
    assert [path.name for path in tmp_path.iterdir()] == ["a.tsv"]


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "", "/dev/null/x"])
def test_a_name_that_no_file_can_have_is_said(explorer: widgets.Explorer, name: str) -> None:
    pick(explorer, codepoints="U+200D")
    explorer._file.value = name
    explorer._write(None)
    assert 'role="alert"' in explorer._done.value


def test_everything_is_cleared_at_once(explorer: widgets.Explorer) -> None:
    pick(explorer, name="joiner", family=("spaced",), codepoints="U+2000..U+2FFF")
    explorer._differ[0].value = "rust: trim"
    explorer._clear(None)
    assert len(explorer.rows) == 149251
    assert explorer._differ[0].value == ""
    assert explorer._conditions["family"].label == "any"


def test_a_pointer_over_a_plane_that_has_gone_is_not_answered(
    explorer: widgets.Explorer, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[dict[str, str]] = []
    monkeypatch.setattr(explorer._view, "send", sent.append)
    pick(explorer, unicode="1.1")
    event(explorer, "hover", 0x1F600)
    assert sent == []


def test_a_text_too_long_to_be_explained_while_it_is_typed_is_said() -> None:
    box = boxes.explanation("a")
    grid, shown = box.children
    grid.children[0].value = "a" * (boxes.MOST + 1)
    assert "a text of 4,001 characters takes too long" in shown.value
