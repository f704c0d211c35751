"""Lanes on a Java virtual machine."""

import re
from pathlib import Path
from typing import Final

from hebrus_analysis.runtimes.places import built, home, installed, on_path
from hebrus_analysis.runtimes.program import Program
from hebrus_analysis.runtimes.runtime import NotInstalled, Runtime
from hebrus_analysis.runtimes.wire import connect

#: Where systems keep their JDKs.
_SYSTEM: Final = Path("/usr/lib/jvm")
#: A sweep is short; it ends before a second compiler and a parallel collector would have paid off.
_LEAN: Final = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")


def java(version: int) -> Runtime:
    """The class library of a Java, wherever one of this version is."""
    return connect(f"java{version}", Program([_java(version), *_LEAN, "-cp", _classes("JavaStd"), "JavaStd"]))


def icu4j(version: str) -> Runtime:
    """ICU for Java of a version, on the Java of PATH."""
    jar = installed(f"java/icu4j-{version}.*.jar")
    return connect(
        f"icu4j{version}", Program([on_path("java"), *_LEAN, "-cp", f"{_classes('Icu4j', jar)}:{jar}", "Icu4j"])
    )


def _java(version: int) -> str:
    for folder in [*sorted(home().glob("java/*/"), reverse=True), *sorted(_SYSTEM.glob("*"), reverse=True)]:
        release = folder / "release"
        if (folder / "bin/java").exists() and release.exists():
            found = re.search(r'JAVA_VERSION="(\d+)', release.read_text())
            if found and int(found[1]) == version:
                return str(folder / "bin/java")
    raise NotInstalled(f"there is no Java {version} in {_SYSTEM} or {home().name}/java")


def _classes(program: str, jar: str = "") -> str:
    """Compile a program for every Java from 11 on, and return the folder of its classes."""
    shared = built("Lane.java", [on_path("javac"), "--release", "11", "-d", ".", "{source}"], "Lane.class")
    command = [on_path("javac"), "--release", "11", "-cp", f"{Path(shared).parent}:{jar}", "-d", ".", "{source}"]
    return f"{Path(built(f'{program}.java', command, f'{program}.class')).parent}:{Path(shared).parent}"
