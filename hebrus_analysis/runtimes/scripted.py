"""Lanes that an interpreter runs from one of our programs."""

import json
import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from hebrus_analysis.runtimes.places import PROGRAMS, built, home, installed, on_path, said
from hebrus_analysis.runtimes.program import Program
from hebrus_analysis.runtimes.runtime import Runtime
from hebrus_analysis.runtimes.wire import connect

_BIN: Final = "debian/usr/bin"
_MONO: Final = {"MONO_CFG_DIR": str(home() / "debian/etc")}


def perl() -> Runtime:
    """Perl of PATH."""
    return connect("perl", Program([on_path("perl"), _program("perl.pl")]))


def ruby() -> Runtime:
    """Ruby, as Debian packages it."""
    folders = [*home().glob("debian/usr/lib/ruby/[0-9]*"), *home().glob("debian/usr/lib/*/ruby/[0-9]*")]
    paths = {"RUBYLIB": os.pathsep.join(map(str, folders)), "LC_ALL": "C.UTF-8"}
    command = [installed(f"{_BIN}/ruby[0-9]*"), "--disable-gems", _program("ruby.rb")]
    return connect("ruby", Program(command, _environment(paths)))


def php() -> Runtime:
    """PHP with its extensions for Unicode, as Debian packages them."""
    intl = Path(installed("debian/usr/lib/php/*/intl.so"))
    settings = [
        f"extension_dir={intl.parent}",
        "memory_limit=1G",
        *(f"extension={n}" for n in ("intl", "mbstring", "ctype")),
    ]
    flags = [part for setting in settings for part in ("-d", setting)]
    return connect(
        "php", Program([installed(f"{_BIN}/php[0-9]*"), "-n", *flags, _program("php.php")], _environment({}))
    )


def pypy() -> Runtime:
    """PyPy, as Debian packages it."""
    return connect("pypy", Program([installed(f"{_BIN}/pypy3"), _program("python.py")], _environment({})))


def cpython(version: str) -> Runtime:
    """CPython of a version like 3.12: of pyenv, or of PATH."""
    root = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    found = sorted(root.glob(f"versions/{version}.*/bin/python"))
    command = str(found[-1]) if found else on_path(f"python{version}")
    return connect(f"python{version}", Program([command, "-S", _program("python.py")]))


def erlang() -> Runtime:
    """Erlang, as Debian packages it; it compiles our program each time that it starts."""
    start = Path(installed("debian/usr/lib/erlang/erts-*/bin/erlexec"))
    paths = {"ROOTDIR": str(start.parents[2]), "BINDIR": str(start.parent), "EMU": "beam", "PROGNAME": "erl"}
    run = f'{{ok,M,B}}=compile:file("{_program("otp.erl")}",[binary]),code:load_binary(M,"",B),M:main().'
    return connect("erlang", Program([str(start), "-noshell", "-noinput", "-eval", run], _environment(paths)))


def guile() -> Runtime:
    """GNU Guile, as Debian packages it; it keeps what it compiles beside the other things that are built."""
    paths = {
        "GUILE_LOAD_PATH": installed("debian/usr/share/guile/3*"),
        "GUILE_LOAD_COMPILED_PATH": installed("debian/usr/lib/*/guile/3*/ccache"),
        "XDG_CACHE_HOME": str(home() / "built" / "guile"),
        "LC_ALL": "C.UTF-8",
    }
    command = [installed("debian/usr/lib/*/guile/3*/bin/guile"), "-s", _program("guile.scm")]
    return connect("guile", Program(command, _environment(paths)))


def tcl() -> Runtime:
    """Tcl of PATH."""
    return connect("tcl", Program([on_path("tclsh"), _program("tcl.tcl")]))


def awk(name: str) -> Runtime:
    """An awk, as Debian packages it, in a locale of UTF-8."""
    command = installed(f"{_BIN}/{name}")
    paths = {"LOCPATH": str(home() / "locales"), "LC_ALL": "en_US.UTF-8"}
    # mawk reads its input in blocks unless it is told that somebody waits.
    told, asked = (["-W", "interactive"], ["-W", "version"]) if name == "mawk" else ([], ["--version"])
    version = said(command, *asked, environment=_environment({})).partition(",")[0].partition("\n")[0]
    return connect(
        name, Program([command, *told, "-v", f"version={version}", "-f", _program("awk.awk")], _environment(paths))
    )


def mono() -> Runtime:
    """Mono, as Debian packages it."""
    command = [installed(f"{_BIN}/mono-sgen"), _assembly()]
    found = re.search(r"version ([0-9.]+)", said(command[0], "--version", environment=_environment({})))
    return connect("mono", Program([*command, f"Mono {found[1] if found else '?'}"], _environment(_MONO)))


def dotnet(version: str, invariant: bool = False) -> Runtime:
    """.NET Core of a version like 3.1.

    Args:
        version: which.
        invariant: run it without ICU, as small containers do; else with that of Debian.
    """
    command = installed(f"dotnet/{version}/dotnet")
    release = Path(installed(f"dotnet/{version}/shared/Microsoft.NETCore.App/*/System.Private.CoreLib.dll")).parent.name
    # It knows no ICU as new as Debian's unless it is told which.
    header = Path(installed("debian/usr/include/unicode/uvernum.h")).read_text()
    icu = ".".join(re.findall(r"^#define U_ICU_VERSION_M\w+_NUM (\d+)", header, re.MULTILINE))
    assembly = Path(_assembly())
    settings = assembly.with_name(f"{version}.runtimeconfig.json")
    framework = {"name": "Microsoft.NETCore.App", "version": release}
    settings.write_text(json.dumps({"runtimeOptions": {"framework": framework}}))
    told = {"DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1"} if invariant else {"CLR_ICU_VERSION_OVERRIDE": icu}
    title = f".NET Core {release}, {'invariant' if invariant else f'ICU {icu}'}"
    start = [command, "exec", "--runtimeconfig", str(settings), str(assembly), title]
    name = f"dotnet{version}{'-invariant' * invariant}"
    return connect(name, Program(start, _environment({"DOTNET_CLI_TELEMETRY_OPTOUT": "1", **told})))


def postgres() -> Runtime:
    """PostgreSQL, as Debian packages it: a backend without a server, as the user who owns the cluster."""
    binary, cluster = installed("debian/usr/lib/postgresql/*/bin/postgres"), home() / "postgres"
    installed("postgres/PG_VERSION")
    owner = cluster.stat()
    ids = [f"--reuid={owner.st_uid}", f"--regid={owner.st_gid}", "--clear-groups"]
    become = [] if owner.st_uid == os.getuid() else [on_path("setpriv"), *ids]
    start = [*become, binary, "--single", "-D", str(cluster), "-c", "fsync=off", "-c", "jit=off", "template1"]
    return connect(
        "postgresql",
        Program([sys.executable, _program("postgres.py"), str(cluster), *start], _environment({"LC_ALL": "C"})),
    )


def _assembly() -> str:
    """Compile the program for .NET with Mono's compiler."""
    compiler = [installed(f"{_BIN}/mono-sgen"), installed("debian/usr/lib/mono/4.5/mcs.exe")]
    variables = [
        f"{name}={value}" for name, value in _environment(_MONO).items() if name in ("LD_LIBRARY_PATH", *_MONO)
    ]
    return built("csharp.cs", ["env", *variables, *compiler, "-out:{out}", "{source}"], "lane.exe")


def _program(name: str) -> str:
    return str(PROGRAMS / name)


def _environment(more: Mapping[str, str]) -> dict[str, str]:
    """Return this process's environment, in which the libraries of unpacked packages are found, and more."""
    folders = [*home().glob("debian/usr/lib/*-linux-gnu"), *home().glob("debian/lib/*-linux-gnu")]
    return {**os.environ, "LD_LIBRARY_PATH": os.pathsep.join(map(str, folders)), **more}
