"""Every number and every example in the README is what the code says now."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from hebrus_analysis import cli, oracle
from hebrus_analysis.charsmap import generations, readings
from hebrus_analysis.divergence.causes import CAUSES, EXAMPLES
from hebrus_analysis.divergence.freeze import freeze
from hebrus_analysis.divergence.reference import reference_for
from hebrus_analysis.tokenization import classes
from hebrus_analysis.unicode.codepoints import label
from hebrus_analysis.views import figures

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"```console\n\$ hebrus-analysis (.*)\n([^`]*)```", TEXT)

#: Of whatever version the one is that is installed.
_ENGINE = re.compile(r"(?<=cut by regex).*")


@pytest.mark.parametrize(("command", "output"), COMMANDS, ids=[command for command, _ in COMMANDS])
def test_console_examples(command: str, output: str, monkeypatch) -> None:
    monkeypatch.chdir(ROOT)
    done = CliRunner().invoke(cli.cli, shlex.split(command), catch_exceptions=False)
    said, shown = (_ENGINE.sub("", each) for each in (done.stdout, output))
    assert [line.rstrip() for line in said.splitlines()] == shown.splitlines()


def test_python_examples() -> None:
    assert len(COMMANDS) == 6
    failed, attempted = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert (failed, attempted > 3) == (0, True)


def test_the_number_table_is_the_locked_counts() -> None:
    counts = oracle.document("counts.json")[generations.STOCK]["15.0"]
    found = dict(re.findall(r"^\| \*\*([a-z-]+)\*\*.*?\| (\d+) \|", TEXT, flags=re.M))
    assert found == {name: str(counts[name.replace("-", "_")]) for name in found}
    assert len(found) == 5
    assert f"| divergent, of {counts['population']:,} assigned code points | **{counts['divergent']}** |" in TEXT
    assert f"{counts['dropped']} / {counts['spaced']} / {counts['post_freeze'] + counts['exempt']}" in TEXT


def test_the_generation_table_is_the_catalogue() -> None:
    row = r"^\| `(nmt_nfkc@[\d.]+)`.*? \| ([\d.]+)(?: to ([\d.]+))? \| (.*) \| (.*) \| (.*) \| (.*) \|$"
    rows = re.findall(row, TEXT, flags=re.M)
    counts = oracle.document("counts.json")
    expected = []
    for name, generation in generations.catalogue().items():
        if generation.rule == "nmt_nfkc":
            charsmap = generations.load(name)
            oldest, newest = generation.wheels[0], generation.wheels[-1]
            frozen = str(freeze(charsmap, reference_for(charsmap)))
            sizes = (f"{generation.size:,}", f"{generation.n_rules:,}", str(counts[name]["15.0"]["divergent"]))
            expected.append((name, oldest, newest if newest != oldest else "", frozen, *sizes))
    assert rows == expected


def test_the_table_of_pairs_is_the_locked_table() -> None:
    head, *rows = oracle.table("tables/pair-causes.tsv")
    row = next(dict(zip(head, row, strict=True)) for row in rows if row[:2] == [generations.STOCK, "15.0"])
    found = re.findall(r"^\| ([a-zA-Z +-]+) \| ([\d,]+) \| (\w+), (U\+\w+) (U\+\w+): (.*) \|$", TEXT, flags=re.M)
    assert {cause: number for cause, number, *_ in found} == {
        cause: f"{int(row[cause]):,}" for cause in CAUSES if int(row[cause])
    }
    for cause, _, language, first, second, what in found:
        pair, spoken, meaning = EXAMPLES[cause]
        assert (language, first, second, what) == (spoken, *map(label, pair), meaning)
    assert f"{int(row['divergent']):,} pairs" in TEXT
    assert f"all of {int(row['pairs tested']):,} that can interact" in TEXT


def test_the_readings_are_those_of_the_code() -> None:
    for reading in readings.READINGS.values():
        assert f"`{reading.name}`" in TEXT
        for name in reading.used_by:
            assert name.split(",")[0] in TEXT


def test_the_table_of_ids_is_what_was_recorded() -> None:
    ids = {(row[0], row[1]): row for row in oracle.table("tokenization/ids.tsv")[1:]}
    parted: dict[tuple[str, str], list[tuple[int, str]]] = {}
    for name, other, by, value, _, differ, _ in oracle.table("tokenization/parted.tsv")[1:]:
        if by == "step":
            parted.setdefault((name, other), []).append((int(differ), value))
    rows = re.findall(r"^\| ([\w.-]+) \| ([\w.-]+)(?: ([\d.]+))? \| ([\d,]+) of ([\d,]+) \| (.*) \|$", TEXT, flags=re.M)
    assert len(rows) == 14
    for name, other, version, differ, texts, at in rows:
        assert ids[name, other][2:5] == [version, texts.replace(",", ""), differ.replace(",", "")]
        said = [f"{step} {count:,}" for count, step in sorted(parted[name, other], key=lambda row: -row[0])]
        assert at == "; ".join(said)
    words = r"without \p{M}, words"
    assert f"of the {ids['gpt4o', words][3]} words of [a text of ours]" in TEXT
    assert f"{ids['gpt4o', words][4]} get other ids in gpt4o, {ids['deepseek_v3', words][4]} in\ndeepseek_v3" in TEXT
    assert f"installs {len(oracle.table('tokenization/published.tsv')) - 1} published tokenizers" in TEXT


def test_whose_unicode_each_step_is() -> None:
    known = classes.tables()
    assert known[r"\p{L}"] == "16.0"
    assert known[r"\p{M} of StripAccents"] == "9.0"
    assert known[r"\p{P} of Punctuation"].startswith("8.0")
    assert known[r"\p{N} of Digits"] == "17.0"
    found = {row[1]: row[3].split() for row in oracle.table("tokenization/forms.tsv")[1:]}
    assert {tuple(row[3].split()) for row in oracle.table("tokenization/forms.tsv")[1:]} == set(
        map(tuple, found.values())
    )
    assert found["tokenizers"] == ["9.0"]
    assert found["kitoken"] == found["hf-tokenizers"] == ["16.0", "17.0", "18.0"]
    assert found["onnxruntime-extensions"] == []


def test_the_other_numbers() -> None:
    stock = generations.load()
    single = len(stock.single_rules()[0])
    rules = {generation.rule for generation in generations.catalogue().values()}
    assert f"carry {len(generations.catalogue())} maps under four names" in TEXT
    assert len(rules) == 4
    assert f"Of the stock map's {stock.n_rules:,} rules {stock.n_rules - single:,} replace several code points." in TEXT
    assert f"same {len(stock.blob):,}-byte" in TEXT


def test_every_link_leads_somewhere() -> None:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "oracles/PROVENANCE.md"]
    missing = [
        f"{page.name}: {link}"
        for page in pages
        for link in re.findall(r"\]\((?!https?:)([^)#]+)\)", page.read_text(encoding="utf-8"))
        if not (page.parent / link).exists()
    ]
    assert missing == []


def test_the_picture_is_of_these_numbers(stock) -> None:
    picture = (ROOT / "docs/planes.png").read_bytes()
    assert figures.planes.alt_text(stock).encode("latin-1") in picture
