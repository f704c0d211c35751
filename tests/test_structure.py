"""The house stands as drawn: floors import only from below, modules stay small, nothing heavy loads early."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import hebrus_analysis

#: From the ground up; a module may import from its own floor and from those before it.
FLOORS = [
    "errors",
    "oracle",
    "unicode",
    "charsmap",
    "runtimes",
    "divergence",
    "tokenization",
    "views",
    "upstream",
    "locks",
    "accept",
    "cli",
    "__main__",
]


def modules(root: Path) -> list[Path]:
    return sorted((root / "hebrus_analysis").rglob("*.py"))


def floor(dotted: str) -> int:
    return FLOORS.index(dotted.split(".")[1])


def test_nothing_runs_back_up(root: Path) -> None:
    wrong = []
    for path in modules(root):
        here = ".".join(path.relative_to(root).with_suffix("").parts)
        if here == "hebrus_analysis.__init__":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [node.module] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module == "hebrus_analysis":
                names = [f"hebrus_analysis.{alias.name}" for alias in node.names]
            ours = [name for name in names if name and name.startswith("hebrus_analysis.")]
            wrong += [f"{here} imports {name}" for name in ours if floor(name) > floor(here)]
    assert wrong == []


def test_modules_are_at_most_250_lines(root: Path) -> None:
    long = {path.name: n for path in modules(root) if (n := len(path.read_text(encoding="utf-8").splitlines())) > 250}
    assert long == {}


@pytest.mark.parametrize("heavy", ["pandas", "numpy", "matplotlib", "google.protobuf", "sentencepiece", "rich"])
def test_importing_the_package_loads_nothing_heavy(heavy: str) -> None:
    code = f"import sys, hebrus_analysis; sys.exit({heavy!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_face_is_a_dozen_names_and_each_is_there() -> None:
    assert len(hebrus_analysis.__all__) == 12
    for name in hebrus_analysis.__all__:
        assert getattr(hebrus_analysis, name).__doc__
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        hebrus_analysis.nothing  # noqa: B018
