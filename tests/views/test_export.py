"""Exported code compiles without a warning and is the rule: by all 1,114,112 values, and by every golden vector."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import pytest

from hebrus_analysis import oracle
from hebrus_analysis.errors import MissingPackage, UnknownName
from hebrus_analysis.unicode.trims import RULES
from hebrus_analysis.views.export import EXPORTED, LANGUAGES, export

DRIVERS = Path(__file__).parent / "export_drivers"
SIDES = ("left", "right", "both")


@dataclass(frozen=True)
class Toolchain:
    """How code and driver of one language become a program; each first word must be on PATH."""

    sources: tuple[str, ...]
    build: tuple[tuple[str, ...], ...]
    run: tuple[str, ...]
    folder: str = "."


GCC = ("gcc", "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror")
TOOLCHAINS = {
    "c": Toolchain(("driver.c",), ((*GCC, "-o", "driver", "driver.c"),), ("./driver",)),
    "rust": Toolchain(
        ("driver.rs",),
        (("rustc", "--edition", "2021", "-D", "warnings", "-C", "debug-assertions", "driver.rs"),),
        ("./driver",),
    ),
    "csharp": Toolchain(
        ("Driver.cs",), (("mcs", "-warn:4", "-warnaserror", "Driver.cs", "Whitespace.cs"),), ("mono", "Driver.exe")
    ),
    "go": Toolchain(
        ("driver.go", "go.mod"), (("go", "vet", "./..."), ("go", "build", "-o", "driver")), ("./driver",), "whitespace"
    ),
    "java": Toolchain(("Driver.java",), (("javac", "-Xlint:all", "-Werror", "Driver.java"),), ("java", "Driver")),
    "javascript": Toolchain(("driver.mjs",), (), ("node", "driver.mjs")),
    "python": Toolchain(("driver.py",), (), (sys.executable, "-W", "error", "driver.py")),
}


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rule", EXPORTED)
def test_the_exported_code_is_the_rule(rule: str, language: str, root: Path, tmp_path: Path) -> None:
    toolchain = TOOLCHAINS[language]
    environment, commands = commands_of(toolchain, root)
    write(rule, language, tmp_path)
    for command in commands[:-1]:
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    vectors = golden(root)
    asked = "".join(f"{vector['input']}\n" for vector in vectors)
    done = subprocess.run(
        commands[-1], input=asked, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    members, *trimmed = done.stdout.splitlines()
    assert {int(number, 16) for number in members.split()} == RULES[rule].codepoints
    assert len(trimmed) == len(vectors)
    expected = {vector["id"]: [vector["expected"][rule][side] for side in SIDES] for vector in vectors}
    found = {vector["id"]: line.split("\t") for vector, line in zip(vectors, trimmed, strict=True)}
    assert {id_: found[id_] for id_ in found if found[id_] != expected[id_]} == {}


@pytest.mark.skipif(shutil.which("gofmt") is None, reason="there is no gofmt on PATH")
@pytest.mark.parametrize("rule", EXPORTED)
def test_go_code_is_as_gofmt_writes_it(rule: str) -> None:
    done = subprocess.run(["gofmt"], input=export(rule, "go"), capture_output=True, text=True, check=True)
    assert done.stdout == export(rule, "go")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rule", EXPORTED)
def test_the_header_says_what_it_is_and_how_to_make_it_again(rule: str, language: str) -> None:
    code = export(rule, language)
    head = "\n".join(code.splitlines()[:16])
    for fact in (
        f"the rule {rule}:",
        f"{len(RULES[rule].codepoints or ())} code points.",
        oracle.MANIFEST_SHA256,
        f"hebrus-analysis export whitespace --rule {rule} --lang {language}",
    ):
        assert fact in head
    assert code.isascii()
    assert code.endswith("\n")
    assert max(map(len, code.splitlines())) <= 120
    assert not any(line != line.rstrip() for line in code.splitlines())
    assert code == export(rule, language)


def test_every_rule_of_code_points_is_exported_and_no_other() -> None:
    assert set(EXPORTED) == {rule.name for rule in RULES.values() if rule.codepoints is not None}
    assert TOOLCHAINS.keys() == LANGUAGES.keys()


def test_what_cannot_be_exported_is_refused_with_what_can() -> None:
    with pytest.raises(UnknownName, match=r"unknown language 'cobol'; use one of: c, rust"):
        export("ascii", "cobol")
    for rule in ("latin1-bytes", "unicode"):
        with pytest.raises(UnknownName, match=r"rule of code points '[\w-]+'; use one of: python-strip, white-space"):
            export(rule, "c")


def test_without_jinja2_the_cure_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(MissingPackage, match=r"pip install -e '\.\[report\]'"):
        export("ascii", "c")


def commands_of(toolchain: Toolchain, root: Path) -> tuple[dict[str, str], list[list[str]]]:
    """Return environment and commands; skip where a command is neither on PATH nor in ``.runtimes``."""
    environment = os.environ | {"GOPROXY": "off", "GOFLAGS": "-mod=mod", "GOTOOLCHAIN": "local"}
    commands = [list(command) for command in (*toolchain.build, toolchain.run)]
    debian = root / ".runtimes/debian/usr"
    for command in commands:
        if command[0] == "./driver" or shutil.which(command[0]):
            continue
        if command[0] not in ("mcs", "mono") or not (debian / "lib/mono/4.5/mcs.exe").exists():
            pytest.skip(f"there is no {command[0]} on PATH")
        # Debian's package unpacked in a folder: Mono must be told where the rest of it is.
        environment |= {"MONO_PATH": str(debian / "lib/mono/4.5"), "MONO_CFG_DIR": str(debian.parent / "etc")}
        compiler = [str(debian / "lib/mono/4.5/mcs.exe")] if command[0] == "mcs" else []
        command[:1] = [str(debian / "bin/mono-sgen"), *compiler]
    return environment, commands


def write(rule: str, language: str, folder: Path) -> None:
    """Put code and driver into a folder."""
    toolchain = TOOLCHAINS[language]
    (folder / toolchain.folder).mkdir(exist_ok=True)
    (folder / toolchain.folder / LANGUAGES[language]).write_text(export(rule, language), encoding="ascii", newline="\n")
    for source in toolchain.sources:
        shutil.copy(DRIVERS / source, folder / source)


@lru_cache(maxsize=1)
def golden(root: Path) -> list[dict]:
    lines = (root / "oracles/trim-vectors.jsonl").read_text(encoding="ascii").splitlines()
    return [json.loads(line) for line in lines]
