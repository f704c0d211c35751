"""The two ways to install agree, and a wheel carries its oracles and works elsewhere."""

import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from hebrus_analysis import oracle

#: What conda-forge calls otherwise.
CONDA_NAMES = {"build": "python-build"}


def test_environment_yml_and_pyproject_agree(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    # What is only there to be asked, or to drive a browser, has no place in an environment to work in.
    extras = [extra for name, extra in project["optional-dependencies"].items() if name not in ("runtimes", "browser")]
    listed = [*project["dependencies"], *(requirement for extra in extras for requirement in extra)]
    wanted = [requirement for requirement in listed if not requirement.startswith("hebrus-analysis")]
    # An extra may ask for a newer release than the package itself; the later, stricter bound counts.
    wanted = set({re.split("[<>=]", requirement)[0]: requirement for requirement in wanted}.values())
    wanted = {re.sub(r"^[\w-]+", lambda name: CONDA_NAMES.get(name[0], name[0]), requirement) for requirement in wanted}
    lines = (root / "environment.yml").read_text(encoding="utf-8").splitlines()
    found = {match[1] for line in lines if (match := re.match(r"\s+- (\w[\w-]*(?:[>=]=[\w.]+)?)", line))}
    assert found - {"conda-forge", "pip", "python=3.12", "python"} == wanted


def test_the_notebooks_extra_brings_what_the_notebooks_use(root: Path) -> None:
    extras = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert "hebrus-analysis[opinions,report]" in extras["notebooks"]
    for path in (root / "notebooks").glob("*.ipynb"):
        needs = re.search(r"What you need\*\*: (.*)", path.read_text(encoding="utf-8"))
        assert needs
        assert set(re.findall(r"`([a-z]+)` extra", needs[1])) <= {"notebooks", "runtimes"}


def test_every_dependency_says_why(root: Path) -> None:
    text = (root / "pyproject.toml").read_text(encoding="utf-8")
    requirements = re.findall(r'^  "[\w-]+[>=].*$', text, flags=re.M)
    assert len(requirements) > 15
    assert [line for line in requirements if "#" not in line] == []
    lines = (root / "environment.yml").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if re.match(r"\s+- [^:]+$", line) and "#" not in line] == []


@pytest.mark.slow
def test_a_wheel_works_outside_the_checkout(root: Path, tmp_path: Path) -> None:
    build = [sys.executable, "-m", "build", "--wheel", "--outdir", str(tmp_path), str(root)]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    assert sorted(oracle.manifest()) == sorted(
        path.relative_to(site / "hebrus_analysis/oracles").as_posix()
        for path in (site / "hebrus_analysis/oracles").rglob("*")
        if path.is_file() and path.name != "manifest.json"
    )
    # -P keeps the current folder off the path, so nothing but the wheel can be found first.
    done = subprocess.run(
        [sys.executable, "-P", "-m", "hebrus_analysis", "families", "--json"],
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert '"divergent": 181' in done.stdout
