"""Every number and every example in the README is what the code says now."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from hebrus_analysis import cli, oracle
from hebrus_analysis.charsmap import generations
from hebrus_analysis.divergence.freeze import freeze
from hebrus_analysis.divergence.reference import reference_for
from hebrus_analysis.views import figures

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```console\n\$ hebrus-analysis (.*)\n([^`]*)```", TEXT)


@pytest.mark.parametrize(("command", "output"), EXAMPLES, ids=[command for command, _ in EXAMPLES])
def test_console_examples(command: str, output: str, monkeypatch) -> None:
    monkeypatch.chdir(ROOT)
    done = CliRunner().invoke(cli.cli, shlex.split(command), catch_exceptions=False)
    assert [line.rstrip() for line in done.stdout.splitlines()] == output.splitlines()


def test_python_examples() -> None:
    assert len(EXAMPLES) == 4
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


def test_the_other_numbers() -> None:
    stock = generations.load()
    single = len(stock.single_rules()[0])
    rules = {generation.rule for generation in generations.catalogue().values()}
    assert f"carry {len(generations.catalogue())} maps under four names" in TEXT
    assert len(rules) == 4
    assert f"{stock.n_rules - single:,} of the stock map's {stock.n_rules:,} rules have more than" in TEXT
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
