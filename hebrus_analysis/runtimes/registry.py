"""Every runtime that can be asked: one line each."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from hebrus_analysis.errors import UnknownName
from hebrus_analysis.runtimes import columns, compiled, embedded, engines, javascript, jvm, python, scripted
from hebrus_analysis.runtimes.runtime import Runtime


@dataclass(frozen=True)
class Lane:
    """A runtime that may or may not be on this machine.

    Attributes:
        title: what people call it.
        brought_by: what installs it.
        open: start it; raises `NotInstalled` where it is not there.
    """

    title: str
    brought_by: str
    open: Callable[[], Runtime]


_DEBIAN: Final = "a package of Debian, by `make runtimes`"
_WHEEL: Final = "a wheel that has it inside, by `make runtimes`"
_CRATE: Final = "a crate, by `make runtimes`"
_NPM: Final = "a package of npm, by `make runtimes`"
_GO: Final = "a module of Go, by `make runtimes`"

_EXTRA: Final = "the extra `runtimes`"

RUNTIMES: Final[dict[str, Lane]] = {
    "cpython": Lane("the Python that runs this", "itself", python.cpython),
    "jinja2": Lane("Jinja2", _EXTRA, python.jinja),
    "regex": Lane("regex, for Python", _EXTRA, python.regex),
    "unicodedata2": Lane("unicodedata2, for Python", "itself", python.unicodedata2),
    "pyunormalize": Lane("pyunormalize, for Python", _EXTRA, python.pyunormalize),
    "tokenizers": Lane("Hugging Face tokenizers", _EXTRA, python.tokenizers),
    "sentencepiece": Lane("SentencePiece", _EXTRA, python.sentencepiece),
    "numpy": Lane("NumPy", "itself", columns.numpy),
    "pandas": Lane("pandas", "itself", columns.pandas),
    "pyarrow": Lane("Arrow, for Python", _EXTRA, columns.pyarrow),
    "polars": Lane("Polars", _EXTRA, columns.polars),
    "duckdb": Lane("DuckDB", _EXTRA, columns.duckdb),
    "sqlite": Lane("SQLite", "the Python that runs this", columns.sqlite),
    "node": Lane("Node.js", "a Node.js on PATH", javascript.node),
    "node-8": Lane("Node.js 8", _NPM, partial(javascript.node_of_npm, 8)),
    "node-10": Lane("Node.js 10", _NPM, partial(javascript.node_of_npm, 10)),
    "node-12": Lane("Node.js 12", _NPM, partial(javascript.node_of_npm, 12)),
    "node-14": Lane("Node.js 14", _NPM, partial(javascript.node_of_npm, 14)),
    "node-18": Lane("Node.js 18", _NPM, partial(javascript.node_of_npm, 18)),
    "node-22": Lane("Node.js 22", _WHEEL, partial(javascript.node_of_pypi, 22)),
    "node-24": Lane("Node.js 24", _WHEEL, partial(javascript.node_of_pypi, 24)),
    "deno": Lane("Deno", _WHEEL, javascript.deno),
    "bun": Lane("Bun", _WHEEL, javascript.bun),
    "hermes": Lane("Hermes", _NPM, javascript.hermes),
    "quickjs-wasm": Lane("QuickJS, WebAssembly", _NPM, javascript.quickjs),
    "quickjs-ng-wasm": Lane("QuickJS-ng, WebAssembly", _NPM, javascript.quickjs_ng),
    "pyodide": Lane("Pyodide", _NPM, javascript.pyodide),
    "unorm": Lane("unorm, for JavaScript", _NPM, javascript.unorm),
    "hf-jinja": Lane("@huggingface/jinja", _NPM, javascript.hf_jinja),
    "nunjucks": Lane("Nunjucks", _NPM, javascript.nunjucks),
    "minijinja-wasm": Lane("MiniJinja, WebAssembly", _NPM, javascript.minijinja_wasm),
    "xregexp": Lane("XRegExp", _NPM, javascript.xregexp),
    "lodash": Lane("Lodash", _NPM, javascript.lodash),
    "validator": Lane("validator.js", _NPM, javascript.validator),
    "core-js": Lane("core-js", _NPM, javascript.core_js),
    "trim-shim": Lane("string.prototype.trim", _NPM, javascript.trim_shim),
    "mini-racer": Lane("V8, mini-racer for Python", _WHEEL, embedded.mini_racer),
    "stpyv8": Lane("V8, STPyV8 for Python", _WHEEL, embedded.stpyv8),
    "pythonmonkey": Lane("SpiderMonkey, PythonMonkey for Python", _WHEEL, embedded.pythonmonkey),
    "quickjs": Lane("QuickJS, for Python", _WHEEL, embedded.quickjs),
    "quickjs-ng": Lane("QuickJS-ng, for Python", _WHEEL, embedded.quickjs_ng),
    "dukpy": Lane("Duktape, dukpy for Python", _WHEEL, embedded.dukpy),
    "pyicu": Lane("ICU, PyICU for Python", _EXTRA, embedded.pyicu),
    "lua": Lane("Lua, lupa for Python", _EXTRA, engines.lua),
    "jq": Lane("jq, for Python", _EXTRA, engines.jq),
    "rure": Lane("regex of Rust, rure for Python", _EXTRA, engines.rure),
    "re2": Lane("RE2, for Python", _EXTRA, engines.re2),
    "minijinja": Lane("MiniJinja, for Python", _EXTRA, engines.minijinja),
    "c-glibc": Lane("C, glibc", "a gcc on PATH", compiled.glibc),
    "c-glibc-locales": Lane("C, glibc, built locales", "localedef, by `make runtimes`", compiled.glibc_locales),
    "icu4c": Lane("ICU4C", _DEBIAN, compiled.icu4c),
    "glib": Lane("GLib", _DEBIAN, compiled.glib),
    "libunistring": Lane("GNU libunistring", _DEBIAN, compiled.libunistring),
    "utf8proc": Lane("utf8proc", _DEBIAN, compiled.utf8proc),
    "rust": Lane("Rust, standard library", "a rustc on PATH", compiled.rust),
    "go": Lane("Go, standard library", "a go on PATH", compiled.go),
    "perl": Lane("Perl", "a perl on PATH", scripted.perl),
    "ruby": Lane("Ruby", _DEBIAN, scripted.ruby),
    "php": Lane("PHP", _DEBIAN, scripted.php),
    "pypy": Lane("PyPy", _DEBIAN, scripted.pypy),
    "python3.6": Lane("CPython 3.6", "pyenv, or a python3.6 on PATH", partial(scripted.cpython, "3.6")),
    "python3.7": Lane("CPython 3.7", "pyenv, or a python3.7 on PATH", partial(scripted.cpython, "3.7")),
    "python3.8": Lane("CPython 3.8", "pyenv, or a python3.8 on PATH", partial(scripted.cpython, "3.8")),
    "python3.9": Lane("CPython 3.9", "pyenv, or a python3.9 on PATH", partial(scripted.cpython, "3.9")),
    "python3.10": Lane("CPython 3.10", "pyenv, or a python3.10 on PATH", partial(scripted.cpython, "3.10")),
    "python3.11": Lane("CPython 3.11", "pyenv, or a python3.11 on PATH", partial(scripted.cpython, "3.11")),
    "python3.12": Lane("CPython 3.12", "pyenv, or a python3.12 on PATH", partial(scripted.cpython, "3.12")),
    "python3.13": Lane("CPython 3.13", "pyenv, or a python3.13 on PATH", partial(scripted.cpython, "3.13")),
    "java17": Lane("Java 17, class library", "a JDK in /usr/lib/jvm", partial(jvm.java, 17)),
    "java25": Lane("Java 25, class library", _WHEEL, partial(jvm.java, 25)),
    "c-musl": Lane("C, musl", _DEBIAN, compiled.musl),
    "erlang": Lane("Erlang/OTP", _DEBIAN, scripted.erlang),
    "guile": Lane("GNU Guile", _DEBIAN, scripted.guile),
    "tcl": Lane("Tcl", "a tclsh on PATH", scripted.tcl),
    "gawk": Lane("GNU awk", _DEBIAN, partial(scripted.awk, "gawk")),
    "mawk": Lane("mawk", _DEBIAN, partial(scripted.awk, "mawk")),
    "mono": Lane("Mono", _DEBIAN, scripted.mono),
    "dotnet2.1": Lane(".NET Core 2.1", _WHEEL, partial(scripted.dotnet, "2.1")),
    "dotnet3.1": Lane(".NET Core 3.1", _WHEEL, partial(scripted.dotnet, "3.1")),
    "postgresql": Lane("PostgreSQL", _DEBIAN, scripted.postgres),
    "java11": Lane("Java 11, class library", _WHEEL, partial(jvm.java, 11)),
    "java21": Lane("Java 21, class library", _WHEEL, partial(jvm.java, 21)),
    "icu4j52": Lane("ICU4J 52", "Maven, by `make runtimes`", partial(jvm.icu4j, "52")),
    "icu4j78": Lane("ICU4J 78", "Maven, by `make runtimes`", partial(jvm.icu4j, "78")),
    "go-text": Lane("Go, x/text", _GO, partial(compiled.go_text, "go-text", "text")),
    "go-text-0.3": Lane("Go, x/text 0.3", _GO, partial(compiled.go_text, "go-text-0.3", "text-0.3.0")),
    "unicode-normalization": Lane("Rust, unicode-normalization", _CRATE, compiled.unicode_normalization),
    "unicode-normalization-0.1.8": Lane(
        "Rust, unicode-normalization 0.1.8", _CRATE, partial(compiled.unicode_normalization, "0.1.8")
    ),
    "unicode-normalization-0.1.22": Lane(
        "Rust, unicode-normalization 0.1.22", _CRATE, partial(compiled.unicode_normalization, "0.1.22")
    ),
    "unicode-normalization-alignments": Lane(
        "Rust, unicode-normalization-alignments", _CRATE, compiled.unicode_normalization_alignments
    ),
    "icu4x": Lane("Rust, icu_normalizer of ICU4X", _CRATE, compiled.icu4x),
    "rust-regex": Lane("Rust, regex", _CRATE, compiled.rust_regex),
    "dotnet3.1-invariant": Lane(".NET Core 3.1, invariant", _WHEEL, partial(scripted.dotnet, "3.1", invariant=True)),
}


def resolve(name: str) -> Lane:
    """Return a lane by name.

    Raises:
        UnknownName: there is none of this name; the message lists all.
    """
    if name not in RUNTIMES:
        raise UnknownName("runtime", name, RUNTIMES)
    return RUNTIMES[name]
