"""Fetch released packages by name and version, and say exactly which file was read."""

import hashlib
import json
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

#: Newest first; old releases have wheels for old Pythons only. They are read, never imported.
PYTHONS = ("314", "313", "312", "311", "310", "39", "38", "37", "36")
PLATFORMS = (
    "manylinux_2_28_x86_64",
    "manylinux_2_17_x86_64",
    "manylinux2014_x86_64",
    "manylinux2010_x86_64",
    "manylinux1_x86_64",
    "any",
)


_ATTEMPTS = 3

#: What could not be captured, and why; the rest goes on.
failures: list[str] = []


@dataclass(frozen=True)
class Artefact:
    """One downloaded file of a release."""

    package: str
    version: str
    path: Path

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.path.read_bytes()).hexdigest()


def released_versions(package: str) -> list[str]:
    """List every version that has a wheel for any Python, oldest first."""
    found: set[str] = set()
    for python in PYTHONS:
        command = [*_pip("index", "versions", package), "--python-version", python, "--only-binary=:all:", "--pre"]
        answer = subprocess.run(command, capture_output=True, text=True, check=False)
        found.update(re.findall(r"[\w.]+", answer.stdout.partition("Available versions:")[2].partition("\n")[0]))
    return sorted(found, key=version_key)


def version_key(version: str) -> tuple[tuple[int, ...], str]:
    """Order versions; SentencePiece's 0.1.8 came before 0.1.81 and 0.1.9x, 0.1.83 before 0.1.90, as numbers say."""
    return tuple(int(part) for part in re.findall(r"\d+", version)), version


def fetch_wheel(package: str, version: str, cache: Path) -> Artefact:
    """Download one Linux wheel: for the Python that runs, else for the newest that has any."""
    for path in sorted(cache.glob(f"{package}-{version}-*.whl")):
        return Artefact(package, version, path)
    for python in (f"3{sys.version_info.minor}", *PYTHONS):
        command = [*_pip("download", f"{package}=={version}", "--no-deps", "--only-binary=:all:", "-d", str(cache))]
        command += ["--implementation", "cp", "--python-version", python]
        for platform in PLATFORMS:
            command += ["--platform", platform]
        if _downloads(command):
            (path,) = cache.glob(f"{package}-{version}-*.whl")
            return Artefact(package, version, path)
    raise LookupError(f"no Linux wheel of {package} {version} for any of Python {', '.join(PYTHONS)}")


def fetch_sdist(package: str, version: str, cache: Path) -> Artefact:
    """Download a source archive."""
    pattern = f"{package}-{version}.tar.gz"
    if not (cache / pattern).exists():
        command = _pip("download", f"{package}=={version}", "--no-deps", "--no-binary=:all:", "-d", str(cache))
        subprocess.run(command, check=True, capture_output=True)
    return Artefact(package, version, cache / pattern)


def fetch_deb(package: str, cache: Path) -> Artefact:
    """Download a Debian package of the release that this machine runs."""
    known = sorted(cache.glob(f"{package}_*.deb"))
    if not known:
        subprocess.run(["apt-get", "download", package], cwd=cache, check=True, capture_output=True)
        known = sorted(cache.glob(f"{package}_*.deb"))
    path = known[-1]
    return Artefact(package, path.name.split("_")[1], path)


def changed_hashes(cache: Path, provenance: Path) -> list[str]:
    """List the downloaded files that had another content when the oracles were frozen."""
    frozen = json.loads(provenance.read_text(encoding="utf-8"))["files"]
    return [
        f"{path.name}: the hash changed; it was {frozen[path.name]}, now it is {sha256}"
        for path in sorted(cache.iterdir())
        if path.name in frozen and (sha256 := hashlib.sha256(path.read_bytes()).hexdigest()) != frozen[path.name]
    ]


def _downloads(command: list[str]) -> bool:
    """Tell whether a release has such a file; a network that fails for a moment must not choose another one."""
    for _ in range(_ATTEMPTS):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return True
        if "No matching distribution" in done.stderr:
            return False
    raise OSError(f"{command[4]} could not be downloaded: {done.stderr.strip().splitlines()[-1]}")


def _pip(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "pip", *arguments, "--disable-pip-version-check"]
