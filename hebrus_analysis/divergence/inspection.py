"""What a model file will do to text: its container, flags, map, generation and freeze."""

from dataclasses import dataclass
from pathlib import Path

from hebrus_analysis.charsmap import containers, generations
from hebrus_analysis.charsmap.containers import NormalizerSpec
from hebrus_analysis.divergence.freeze import freeze
from hebrus_analysis.divergence.reference import reference_for
from hebrus_analysis.errors import HebrusAnalysisError, MalformedContainer

#: How published models name their two containers.
SPIECE_NAMES = ("spiece.model", "tokenizer.model", "sentencepiece.bpe.model", "sentencepiece.model")
TOKENIZER_JSON = "tokenizer.json"


@dataclass(frozen=True)
class Inspection:
    """What one file says, and what its content is.

    Attributes:
        path: the file.
        spec: the normalizer that it carries.
        sha256, size, n_rules, n_single_rules: of the map; "" and 0 where there is none.
        generation: the stock map with this very content, "" for none.
        nearest: the stock map with the fewest differing rules.
        added, removed, changed: how many rules differ from the nearest.
        examples: up to eight of those rules, spelled as code points: key, value in nearest, value here.
        freeze: the Unicode versions that it may have been compiled at; "" where it does not follow NFKC.
        reference: what it would be measured against.
    """

    path: str
    spec: NormalizerSpec
    sha256: str = ""
    size: int = 0
    n_rules: int = 0
    n_single_rules: int = 0
    generation: str = ""
    nearest: str = ""
    added: int = 0
    removed: int = 0
    changed: int = 0
    examples: tuple[tuple[str, str, str], ...] = ()
    freeze: str = ""
    reference: str = ""


def inspect(path: Path | str) -> Inspection:
    """Read one spiece.model, tokenizer.json or raw blob.

    Raises:
        MalformedContainer, NoCharsmap, MalformedCharsmap: the file cannot be applied whole.
    """
    spec = containers.read(path)
    charsmap = spec.charsmap
    if charsmap is None:
        return Inspection(str(path), spec)
    found = generations.identify(charsmap.blob)
    reference = reference_for(charsmap)
    moved: list[tuple[str, str | None, str | None]] = [(key, None, value) for key, value in found.added.items()]
    moved += [(key, value, None) for key, value in found.removed.items()]
    moved += [(key, before, after) for key, (before, after) in found.changed.items()]
    return Inspection(
        path=str(path),
        spec=spec,
        sha256=charsmap.sha256,
        size=len(charsmap.blob),
        n_rules=charsmap.n_rules,
        n_single_rules=len(charsmap.single_rules()[0]),
        generation=found.generation.name if found.generation else "",
        nearest=found.nearest.name,
        added=len(found.added),
        removed=len(found.removed),
        changed=len(found.changed),
        examples=tuple((_spell(key), _rule(before), _rule(after)) for key, before, after in moved[:8]),
        freeze=str(freeze(charsmap, reference) or ""),
        reference=reference.name,
    )


def model_files(path: Path) -> list[Path]:
    """Return the containers that a path stands for: the file, or the known files in a folder and every *.spm.

    Raises:
        MalformedContainer: a folder without any of them.
    """
    if not path.is_dir():
        return [path]
    named = [path / name for name in (*SPIECE_NAMES, TOKENIZER_JSON) if (path / name).is_file()]
    found = list(dict.fromkeys([*sorted(path.glob("*.spm")), *named]))
    if not found:
        raise MalformedContainer(
            f"{path}: the folder has none of {', '.join((*SPIECE_NAMES, TOKENIZER_JSON))} or *.spm"
        )
    return found


@dataclass(frozen=True)
class Verdict:
    """Whether the containers of one model normalize alike.

    Attributes:
        files: the names of the containers compared; fewer than two where there is nothing to compare.
        disagreement: how they differ, in one sentence; None where they do not.
        other_steps: what a tokenizer.json applies besides the map.
    """

    files: tuple[str, ...]
    disagreement: str | None
    other_steps: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.disagreement:
            return f"disagreement: {self.disagreement}"
        if len(self.files) < 2:
            return ""
        rest = (
            f"; tokenizer.json also applies {' + '.join(self.other_steps)}, which is not compared"
            if self.other_steps
            else ""
        )
        return f"agreement: {' and '.join(self.files)} carry the same map{rest}"


def applicable(files: list[Path]) -> list[Path]:
    """Return the files whose normalizer can be applied; what is wrong with the others is in the `verdict`."""
    return [file for file in files if isinstance(_read(file), NormalizerSpec)]


def verdict(path: Path) -> Verdict:
    """Compare the containers of a model: those of a folder, or a file and its counterpart beside it.

    A model is often published twice, as spiece.model and as tokenizer.json; a port reads one, the original the other.
    """
    if not path.is_dir() and path.name not in (*SPIECE_NAMES, TOKENIZER_JSON) and path.suffix != ".spm":
        return Verdict((path.name,), None)
    files = model_files(path if path.is_dir() else path.parent)
    specs = [_read(file) for file in files]
    names = tuple(file.name for file in files)
    for name, spec in zip(names, specs, strict=True):
        if len(files) > 1 and isinstance(spec, HebrusAnalysisError):
            return Verdict(names, f"{name} cannot be applied: {spec}")
    for name, one, following, other in zip(names, specs, names[1:], specs[1:], strict=False):
        if isinstance(one, NormalizerSpec) and isinstance(other, NormalizerSpec):
            difference = containers.disagreement(one, other)
            if difference:
                return Verdict(names, f"{name} and {following}: {difference}")
    steps = (step for spec in specs if isinstance(spec, NormalizerSpec) for step in spec.steps)
    return Verdict(names, None, tuple(step for step in steps if step != "Precompiled"))


def _read(path: Path) -> NormalizerSpec | HebrusAnalysisError:
    try:
        return containers.read(path)
    except HebrusAnalysisError as error:
        return error


def _rule(value: str | None) -> str:
    return "no rule" if value is None else _spell(value) or "deleted"


def _spell(text: str) -> str:
    return " ".join(f"U+{ord(char):04X}" for char in text)
