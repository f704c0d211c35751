"""The second transcription says the same under every Python: older, newer, PyPy, and CPython as WebAssembly."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest

from hebrus_analysis.runtimes.places import home, installed, on_path
from hebrus_analysis.runtimes.runtime import NotInstalled

#: node -e DRIVER FOLDER ORACLES: runs check.py of the oracles in the Pyodide of a folder, and ends with its status.
DRIVER = """
const path = require("path");
const [folder, root] = process.argv.slice(1);
const { loadPyodide } = require(path.join(folder, "pyodide.js"));
loadPyodide({ indexURL: folder + path.sep }).then((pyodide) => {
  pyodide.FS.mkdir("/oracles");
  pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root }, "/oracles");
  process.exitCode = pyodide.runPython(`
import runpy
try:
    runpy.run_path("/oracles/check.py", run_name="__main__")
except SystemExit as end:
    status = end.code
status
`);
});
"""


@dataclass(frozen=True)
class Python:
    """How an interpreter is started; the path of check.py, or of its folder, comes last."""

    command: list[str]
    environment: dict[str, str] = field(default_factory=dict)
    takes_folder: bool = False

    def run(self, oracles: Path) -> subprocess.CompletedProcess[bytes]:
        command = [*self.command, str(oracles if self.takes_folder else oracles / "check.py")]
        environment = {"PATH": os.environ["PATH"], **self.environment}
        return subprocess.run(command, capture_output=True, check=False, env=environment, timeout=900)


def cpython(version: str) -> Python:
    """CPython of a version like 3.12: of pyenv, or of PATH."""
    root = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    found = sorted(root.glob(f"versions/{version}.*/bin/python"))
    return Python([str(found[-1]) if found else on_path(f"python{version}"), "-I", "-S"])


def pypy() -> Python:
    """PyPy, as Debian packages it."""
    folders = [*home().glob("debian/usr/lib/*-linux-gnu"), *home().glob("debian/lib/*-linux-gnu")]
    libraries = {"LD_LIBRARY_PATH": os.pathsep.join(map(str, folders))}
    return Python([installed("debian/usr/bin/pypy3"), "-I", "-S"], libraries)


def pyodide() -> Python:
    """CPython compiled to WebAssembly, in Node.js."""
    package = Path(installed("npm/node_modules/pyodide/package.json"))
    node = shutil.which("node") or installed("pypi/node-*/*/bin/node")
    return Python([node, "-e", DRIVER, str(package.parent)], takes_folder=True)


OTHERS: dict[str, Callable[[], Python]] = {
    **{f"python{version}": partial(cpython, version) for version in ("3.9", "3.13", "3.14")},
    "pypy": pypy,
    "pyodide": pyodide,
}
HERE = Python([sys.executable, "-I", "-S"])


@pytest.fixture(scope="module")
def here(root: Path) -> subprocess.CompletedProcess[bytes]:
    """What this interpreter says of the oracles."""
    return HERE.run(root / "oracles")


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", OTHERS)
def test_every_interpreter_regenerates_the_same(
    name: str, here: subprocess.CompletedProcess[bytes], root: Path, tmp_path: Path
) -> None:
    try:
        other = OTHERS[name]()
    except NotInstalled as missing:
        pytest.skip(f"{name} is not here: {missing}")
    # Where there are no oracles it fails alike too, which takes no time.
    shutil.copy(root / "oracles/check.py", tmp_path)
    failed, known = other.run(tmp_path), HERE.run(tmp_path)
    assert known.returncode == 1
    assert (failed.returncode, failed.stdout, failed.stderr) == (1, known.stdout, known.stderr)
    done = other.run(root / "oracles")
    assert (done.returncode, done.stdout) == (here.returncode, here.stdout)
