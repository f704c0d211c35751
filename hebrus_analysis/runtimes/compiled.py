"""Lanes that a compiler builds from one of our programs: C, C++, Rust and Go."""

import hashlib
import os
import re
from pathlib import Path
from typing import Final

from hebrus_analysis.runtimes.places import PROGRAMS, built, home, installed, on_path, said
from hebrus_analysis.runtimes.program import Program
from hebrus_analysis.runtimes.runtime import Runtime
from hebrus_analysis.runtimes.wire import connect

_LIBRARIES: Final = "debian/usr/lib/*"


def glibc() -> Runtime:
    """The C library of this machine, in the locales that it always has."""
    return connect("c-glibc", Program([_c("libc.c")]))


def glibc_locales() -> Runtime:
    """The C library of this machine, in locales that the installer builds from their sources."""
    folder = Path(installed("locales/en_US.UTF-8/LC_CTYPE")).parents[1]
    return connect("c-glibc-locales", Program([_c("libc.c"), "locales"], {**os.environ, "LOCPATH": str(folder)}))


def musl() -> Runtime:
    """The C library of Alpine and of static binaries."""
    libraries = Path(installed("debian/usr/lib/*-linux-musl/libc.a")).parent
    headers = installed("debian/usr/include/*-linux-musl/ctype.h").rpartition("/")[0]
    start = [str(libraries / name) for name in ("crt1.o", "crti.o")]
    last = [installed(f"{_LIBRARIES}-linux-musl/libc.a"), str(libraries / "crtn.o")]
    flags = ["-nostdinc", "-isystem", headers, "-nostdlib", "-static", *start]
    # It tells its version when it is run, and that it was not told what to run.
    version = re.search(r"Version (\S+)", said(installed("debian/lib/*-linux-musl/libc.so")))
    return connect(
        "c-musl", Program([_c("libc.c", *flags, last=last)], {"LANE_VERSION": version[1] if version else "?"})
    )


def icu4c() -> Runtime:
    """ICU for C and C++, as Debian packages it."""
    last = [installed(f"{_LIBRARIES}/lib{name}.a") for name in ("icuuc", "icudata")]
    return connect("icu4c", Program([_c("icu.cpp", "-I", _headers(), compiler="g++", last=last)]))


def glib() -> Runtime:
    """GLib, the library below GTK."""
    inner = installed(f"{_LIBRARIES}/glib-2.0/include/glibconfig.h").rpartition("/")[0]
    flags = ["-I", f"{_headers()}/glib-2.0", "-I", inner]
    last = [*(installed(f"{_LIBRARIES}/lib{name}.a") for name in ("glib-2.0", "pcre2-8")), "-lm", "-lpthread"]
    return connect("glib", Program([_c("glib.c", *flags, last=last)]))


def libunistring() -> Runtime:
    """GNU libunistring."""
    last = [installed(f"{_LIBRARIES}/libunistring.a")]
    return connect("libunistring", Program([_c("unistring.c", "-I", _headers(), last=last)]))


def utf8proc() -> Runtime:
    """utf8proc, which Julia uses."""
    last = [installed(f"{_LIBRARIES}/libutf8proc.a")]
    return connect("utf8proc", Program([_c("utf8proc.c", "-DUTF8PROC_STATIC", "-I", _headers(), last=last)]))


def rust() -> Runtime:
    """Rust's standard library."""
    return connect("rust", Program([_rust("rust_std.rs"), _version(on_path("rustc"))]))


def unicode_normalization(version: str = "") -> Runtime:
    """Return the crate unicode-normalization, of a version or the newest."""
    suffix = f"-{version}" if version else ""
    source, library = "crate_normalization.rs", "unicode_normalization"
    return _crate(f"unicode-normalization{suffix}", f"normalization{suffix}", source, library)


def unicode_normalization_alignments() -> Runtime:
    """Return the crate that Hugging Face tokenizers normalizes with."""
    library = "unicode_normalization_alignments"
    return _crate("unicode-normalization-alignments", "alignments", "crate_alignments.rs", library)


def icu4x() -> Runtime:
    """Return the normalizer of ICU4X."""
    return _crate("icu4x", "icu", "crate_icu.rs", "icu_normalizer")


def rust_regex() -> Runtime:
    """Return the crate regex."""
    return _crate("rust-regex", "regex", "crate_regex.rs", "regex")


def go() -> Runtime:
    """Go's standard library."""
    return connect("go", Program([_go("go_std.go", PROGRAMS)]))


def go_text(name: str, project: str) -> Runtime:
    """golang.org/x/text, in a module that the installer has filled."""
    installed(f"go/{project}/vendor/modules.txt")
    return connect(name, Program([_go("go_text.go", home() / "go" / project)]))


def _crate(name: str, project: str, source: str, library: str) -> Runtime:
    """Return a lane for a crate that the installer has built in a project of its own.

    Args:
        name: the lane's.
        project: its folder below ``rust``.
        source: our program that uses it.
        library: the crate's name in the language.
    """
    lock = Path(installed(f"rust/{project}/Cargo.lock")).read_text()
    found = re.search(rf'name = "({library.replace("_", "[-_]")})"\nversion = "([^"]+)"', lock)
    libraries = f"rust/{project}/target/release/deps"
    flags = ["--extern", f"{library}={installed(f'{libraries}/lib{library}-*.rlib')}", "-L", str(home() / libraries)]
    return connect(name, Program([_rust(source, *flags), f"{found[1]} {found[2]}" if found else library]))


def _version(rustc: str) -> str:
    """Return the second word of, for instance, "rustc 1.95.0 (59807616e 2026-04-14)"."""
    return "".join(said(rustc, "--version").split()[1:2])


def _headers() -> str:
    return str(home() / "debian/usr/include")


def _c(source: str, *flags: str, compiler: str = "gcc", last: list[str] | None = None) -> str:
    """Build a C or C++ program; what it shares with the others is part of its key."""
    stamp = f"-DLANE_{_hash('lane.h')}"
    command = [on_path(compiler), "-O2", stamp, *flags, "-o", "{out}", "{source}", *(last or [])]
    return built(source, command)


def _rust(source: str, *flags: str) -> str:
    compiler = on_path("rustc")
    stamp = f"metadata={_hash('lane.rs')}-{_version(compiler)}"
    return built(source, [compiler, "-O", "--edition=2021", "-C", stamp, *flags, "-o", "{out}", "{source}"])


def _go(source: str, folder: Path) -> str:
    compiler = on_path("go")
    stamp = f"lane_{_hash('lane.go')},{said(compiler, 'env', 'GOVERSION')}"
    return built(
        source,
        [compiler, "-C", str(folder), "build", "-tags", stamp, "-o", "{out}", "{source}", str(PROGRAMS / "lane.go")],
    )


def _hash(shared: str) -> str:
    return hashlib.sha256((PROGRAMS / shared).read_bytes()).hexdigest()[:12]
