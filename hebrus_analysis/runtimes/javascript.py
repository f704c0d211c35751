"""JavaScript engines that are commands of their own, and packages of npm; all by way of Node.js, Deno or Bun."""

import os
import shutil
from functools import partial

from hebrus_analysis.runtimes.places import PROGRAMS, home, installed, on_path
from hebrus_analysis.runtimes.program import Program
from hebrus_analysis.runtimes.runtime import Runtime
from hebrus_analysis.runtimes.wire import connect

_ENGINE = str(PROGRAMS / "javascript.cjs")


def node() -> Runtime:
    """Node.js of PATH."""
    return connect("node", Program([on_path("node"), _ENGINE]))


def node_of_npm(major: int) -> Runtime:
    """An older Node.js, as npm carries it: another V8, another ICU, another Unicode."""
    return connect(f"node-{major}", Program([installed(f"npm-node-{major}/node_modules/*/bin/node"), _ENGINE]))


def node_of_pypi(major: int) -> Runtime:
    """A newer Node.js, as PyPI carries it."""
    return connect(f"node-{major}", Program([installed(f"pypi/node-{major}/*/bin/node"), _ENGINE]))


def deno() -> Runtime:
    """Deno; it may read our programs, and nothing else."""
    programs = PROGRAMS.resolve()
    options = ["run", "--no-prompt", "--no-config", f"--allow-read={programs}"]
    command = [installed("pypi/deno/bin/deno"), *options, str(programs / "javascript.cjs")]
    environment = {**os.environ, "DENO_DIR": str(home() / "deno"), "DENO_NO_UPDATE_CHECK": "1"}
    return connect("deno", Program(command, environment))


def bun() -> Runtime:
    """Bun."""
    return connect("bun", Program([installed("pypi/bun/*/bin/bun"), _ENGINE]))


def package(name: str, npm: str) -> Runtime:
    """A package of npm that programs/packages.cjs knows."""
    return _in_node(name, "packages.cjs", _with(npm), npm)


def quickjs_wasm(name: str, variant: str) -> Runtime:
    """QuickJS or its fork, compiled to WebAssembly."""
    return _in_node(name, "quickjs.cjs", _with(variant), variant)


def hermes() -> Runtime:
    """Hermes, the engine of React Native."""
    return _in_node("hermes", "hermes.cjs", installed("npm/node_modules/hermes-engine-cli/linux64-bin/hermes"))


def pyodide() -> Runtime:
    """CPython compiled to WebAssembly."""
    return _in_node("pyodide", "pyodide.cjs", _with("pyodide"))


def _with(npm: str) -> str:
    """Return the folder of npm packages, once this one is in it."""
    installed(f"npm/node_modules/{npm}/package.json")
    return str(home() / "npm")


def _in_node(name: str, program: str, *arguments: str) -> Runtime:
    node_js = shutil.which("node") or installed("pypi/node-*/*/bin/node")
    return connect(name, Program([node_js, str(PROGRAMS / program), *arguments]))


# Lanes that differ by a name alone.
unorm = partial(package, "unorm", "unorm")
hf_jinja = partial(package, "hf-jinja", "@huggingface/jinja")
nunjucks = partial(package, "nunjucks", "nunjucks")
minijinja_wasm = partial(package, "minijinja-wasm", "minijinja-js")
xregexp = partial(package, "xregexp", "xregexp")
lodash = partial(package, "lodash", "lodash")
validator = partial(package, "validator", "validator")
core_js = partial(package, "core-js", "core-js-pure")
trim_shim = partial(package, "trim-shim", "string.prototype.trim")
quickjs = partial(quickjs_wasm, "quickjs-wasm", "@jitl/quickjs-wasmfile-release-sync")
quickjs_ng = partial(quickjs_wasm, "quickjs-ng-wasm", "@jitl/quickjs-ng-wasmfile-release-sync")
