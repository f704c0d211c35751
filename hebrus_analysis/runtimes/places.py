"""Where runtimes are found: on PATH, or below ``.runtimes``, where ``make runtimes`` puts them; how one is built."""

import hashlib
import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from hebrus_analysis.runtimes.runtime import NotInstalled

PROGRAMS: Final = Path(__file__).parent / "programs"
_CHECKOUT: Final = Path(__file__).parents[2]
_PATIENCE: Final = 30.0  # seconds for a command to say its version
_COMPILING: Final = 300.0  # seconds for a compiler


def home() -> Path:
    """Return the folder that ``make runtimes`` fills: in a checkout its own, else one in the user's cache."""
    if (_CHECKOUT / "pyproject.toml").exists():
        return _CHECKOUT / ".runtimes"
    cache = Path(os.environ.get("XDG_CACHE_HOME", ""))
    # A relative value is to be ignored (XDG Base Directory Specification).
    return (cache if cache.is_absolute() else Path.home() / ".cache") / "hebrus_analysis"


def on_path(name: str) -> str:
    """Return a command on PATH.

    Raises:
        NotInstalled: there is none.
    """
    if found := shutil.which(name):
        return found
    raise NotInstalled(f"there is no {name} on PATH")


def installed(pattern: str) -> str:
    """Return the last file below `home` that a pattern names.

    Raises:
        NotInstalled: there is none; `make runtimes` would bring it.
    """
    found = sorted(home().glob(pattern))
    if not found:
        raise NotInstalled(f"there is no {pattern} in {home().name}; `make runtimes` brings it")
    return str(found[-1])


def said(*command: str, environment: Mapping[str, str] | None = None) -> str:
    """Return what a command prints of itself, on standard output or, if it is silent there, on the other.

    Raises:
        NotInstalled: it cannot be run, or hangs.
    """
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, errors="replace", check=False, env=environment, timeout=_PATIENCE
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NotInstalled(f"{' '.join(command)}: {error}") from None
    return (done.stdout or done.stderr).strip()


def built(source: str, command: Sequence[str], product: str = "program") -> str:
    """Compile one of our programs, once for each content of it and each command.

    Args:
        source: its file name in ``programs``.
        command: the compiler and its arguments; ``{source}`` and ``{out}`` stand for the file and for the product.
        product: the file name of the product.

    Raises:
        NotInstalled: the compiler is not there, or refuses; the message has the first error that it names.
    """
    text = (PROGRAMS / source).read_bytes()
    key = hashlib.sha256(text + "\0".join(command).encode()).hexdigest()[:16]
    folder = home() / "built" / f"{source}-{key}"
    if not (folder / product).exists():
        beside = folder.with_name(f"{folder.name}.{os.getpid()}.part")
        beside.mkdir(parents=True, exist_ok=True)
        names = {"source": str(PROGRAMS / source), "out": str(beside / product)}
        try:
            done = subprocess.run(
                [part.format(**names) for part in command],
                capture_output=True,
                text=True,
                errors="replace",
                check=False,
                cwd=beside,
                timeout=_COMPILING,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            shutil.rmtree(beside)
            raise NotInstalled(f"{command[0]} does not compile {source}: {error}") from None
        if done.returncode:
            shutil.rmtree(beside)
            said = (done.stderr or done.stdout).strip().splitlines() or [f"status {done.returncode}"]
            worst = next((line for line in said if "error" in line), said[-1])
            raise NotInstalled(f"{command[0]} does not compile {source}: {worst}")
        try:
            beside.rename(folder)
        except OSError:  # another process was first
            shutil.rmtree(beside)
    return str(folder / product)
