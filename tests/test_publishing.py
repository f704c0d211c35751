"""What other machines read, workflows, Binder, Jupyter's configuration, names only what is here."""

import os
import re
import runpy
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

INDEX = "notebooks/00-read-me-first.ipynb"


def _workflows(root: Path) -> dict[str, Any]:
    return {path.name: yaml.safe_load(path.read_text(encoding="utf-8")) for path in (root / ".github").rglob("*.yml")}


def _steps(root: Path) -> list[dict[str, Any]]:
    return [step for flow in _workflows(root).values() for job in flow["jobs"].values() for step in job["steps"]]


def _targets(root: Path) -> set[str]:
    return set(re.findall(r"^([a-z][\w-]*):", (root / "Makefile").read_text(encoding="utf-8"), flags=re.M))


def test_every_action_has_a_version(root: Path) -> None:
    used = [step["uses"] for step in _steps(root) if "uses" in step]
    assert len(used) > 6
    assert [action for action in used if not re.fullmatch(r"actions/[\w-]+@v\d+", action)] == []


def test_workflows_and_ci_make_what_the_makefile_makes(root: Path) -> None:
    commands = [step["run"] for step in _steps(root) if "run" in step]
    commands += re.findall(r"^make .*", (root / ".ci/run").read_text(encoding="utf-8"), flags=re.M)
    made = [command.split()[-1] for command in commands if command.startswith("make ")]
    assert {"test", "site", "test-browser", "capture", "exhaustive"} == set(made)
    assert set(made) <= _targets(root)


def test_every_target_has_its_line_of_help(root: Path) -> None:
    text = (root / "Makefile").read_text(encoding="utf-8")
    (phony,) = re.findall(r"^\.PHONY: (.*)", text, flags=re.M)
    assert set(phony.split()) == _targets(root)
    helped = set(re.findall(r'@echo "make ([\w-]+)', text))
    assert set(phony.split()) - helped <= {"help", "lint", "clean"}


def test_the_site_is_what_is_uploaded(root: Path) -> None:
    jobs = _workflows(root)["pages.yml"]["jobs"]
    (upload,) = [step for step in jobs["build"]["steps"] if "upload-pages-artifact" in step.get("uses", "")]
    makefile = (root / "Makefile").read_text(encoding="utf-8")
    assert f"hebrus-analysis report -o {upload['with']['path']} --notebooks notebooks" in makefile
    assert jobs["deploy"]["needs"] == "build"
    assert jobs["deploy"]["permissions"] == {"pages": "write", "id-token": "write"}


def _configured(root: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    from traitlets.config import Config

    config = Config()
    monkeypatch.chdir(folder)
    runpy.run_path(str(root / "jupyter_config.py"), {"get_config": lambda: config})
    return config


def test_jupyter_is_told_of_a_notebook_that_is_there(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = _configured(root, root, monkeypatch)
    assert config.LabApp.default_url == config.ServerApp.default_url == f"/lab/tree/{INDEX}"
    assert (root / INDEX).is_file()


def test_jupyter_opens_as_ever_elsewhere(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _configured(root, tmp_path, monkeypatch) == {}


def test_make_links_what_jupyter_reads(root: Path, tmp_path: Path) -> None:
    (link,) = re.findall(r"ln -sf (\S+) (\S+)", (root / "Makefile").read_text(encoding="utf-8"))
    there = tmp_path / link[1]
    there.parent.mkdir(parents=True)
    there.symlink_to(link[0])
    shutil.copy(root / "jupyter_config.py", tmp_path)
    assert there.resolve() == (tmp_path / "jupyter_config.py").resolve()
    assert there.is_file()


def test_binder_copies_it_into_its_environment(root: Path, tmp_path: Path) -> None:
    # Binder looks into binder/ alone if there is one, so that environment.yml would have to lie there.
    assert not (root / "binder").exists()
    assert (root / "environment.yml").is_file()
    assert os.access(root / "postBuild", os.X_OK)
    environment = {"PATH": os.environ["PATH"], "NB_PYTHON_PREFIX": str(tmp_path)}
    subprocess.run([root / "postBuild"], cwd=root, env=environment, check=True)
    assert (tmp_path / "etc/jupyter/jupyter_config.py").read_bytes() == (root / "jupyter_config.py").read_bytes()


def test_without_chromium_one_line_says_that_the_browser_tests_are_skipped(root: Path, tmp_path: Path) -> None:
    # A path with a shell's needs and no apt-get: nothing is there, nothing can be installed.
    (tmp_path / "sh").symlink_to("/bin/sh")
    done = subprocess.run(
        [root / "tests/browser/chromium.sh"], env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("browser tests skipped: ")
    assert done.stdout.count("\n") == 1


def test_plain_pytest_leaves_the_browser_alone(root: Path) -> None:
    text = (root / "pyproject.toml").read_text(encoding="utf-8")
    assert "--ignore=tests/browser" in text
    assert "--override-ini=addopts= tests/browser" in (root / "Makefile").read_text(encoding="utf-8")
