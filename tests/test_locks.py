"""The locks hold, and when one breaks it says which code points moved, and what to run."""

import json
from functools import lru_cache
from pathlib import Path

from click.testing import CliRunner

from hebrus_analysis import cli, locks, oracle
from hebrus_analysis.divergence import families as families_module
from hebrus_analysis.unicode import properties
from hebrus_analysis.views import tables


def test_counts_and_tables_are_what_they_were_locked_as(tmp_path: Path) -> None:
    for arguments in (["check"], ["tables", "--check"], ["tables", "-o", str(tmp_path)]):
        done = CliRunner().invoke(cli.cli, arguments, catch_exceptions=False)
        assert done.exit_code == 0, done.output
    written = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert written == {f"{name}.tsv": oracle.read(f"tables/{name}.tsv") for name in tables.TABLES}


def test_every_generation_is_locked_at_the_published_version_and_the_newest() -> None:
    assert (properties.DEFAULT_VERSION, properties.versions()[-1]) == tables.LOCKED_VERSIONS
    locked = oracle.document("counts.json")
    index = oracle.document("charsmaps/index.json")
    assert set(locked) == {entry["name"] for entry in index["generations"]}
    assert all(set(by_version) == set(tables.LOCKED_VERSIONS) for by_version in locked.values())


def test_counts_add_up() -> None:
    for by_version in oracle.document("counts.json").values():
        for counts in by_version.values():
            assert counts["identical"] + counts["divergent"] == counts["population"]
            parts = ("dropped", "spaced", "exempt", "post_freeze", "other")
            assert sum(counts[part] for part in parts) == counts["divergent"]


def test_a_broken_family_names_the_code_points_and_the_cure(monkeypatch) -> None:
    """Break the code: let nothing be called spaced. The lock must name what moved, with name and age."""
    real = families_module.families

    def broken(frame):
        out = real(frame)
        out["family"] = out.family.where(out.family != "spaced", "other")
        return out

    monkeypatch.setattr(families_module, "families", broken)
    monkeypatch.setattr(tables, "divergences", lru_cache(tables.divergences.__wrapped__))
    monkeypatch.setattr(tables, "LOCKED_VERSIONS", (properties.DEFAULT_VERSION,))
    text = "\n".join(str(drift) for drift in locks._counts_drift())
    first = text.splitlines()[0]
    assert first.startswith("local drift in oracles/counts.json")
    assert "hebrus-analysis accept" in first
    assert "entered: U+200D ZERO WIDTH JOINER (age 1.1, other)" in text
    assert "left: U+200D ZERO WIDTH JOINER (age 1.1, spaced)" in text


def test_a_table_that_gained_and_lost_rows_names_them() -> None:
    old = "codepoint\tname\nU+200B\tZERO WIDTH SPACE\nU+FF5E\tFULLWIDTH TILDE\n"
    new = old.replace("U+FF5E\tFULLWIDTH TILDE", "U+200D\tZERO WIDTH JOINER")
    assert locks.moved_rows(old, new) == (
        ("U+200D ZERO WIDTH JOINER (age 1.1)",),
        ("U+FF5E FULLWIDTH TILDE (age 1.1)",),
    )


def test_a_changed_row_names_its_code_point() -> None:
    old = "codepoint\tcause\nU+200B\tone\n"
    described = ("U+200B ZERO WIDTH SPACE (age 1.1)",)
    assert locks.moved_rows(old, old.replace("one", "other")) == (described, described)


def test_a_table_that_is_made_otherwise_is_drift(monkeypatch) -> None:
    short = {"joiners": lambda: tables.lineage.joiners().iloc[1:]}
    monkeypatch.setattr(tables, "TABLES", short)
    (drift,) = locks.tables_drift()
    assert str(drift).startswith("local drift in oracles/tables/joiners.tsv: first difference in line 2")


def test_a_file_in_no_manifest_is_drift(monkeypatch) -> None:
    monkeypatch.setattr(locks, "files", lambda _: [*oracle.manifest(), "unicode/extra.tsv"])
    assert [drift.where for drift in locks._manifest_drift()] == ["oracles/unicode/extra.tsv"]


def test_counts_json_is_written_as_it_is_made() -> None:
    assert oracle.document("counts.json") == json.loads(json.dumps(locks.make_counts()))
