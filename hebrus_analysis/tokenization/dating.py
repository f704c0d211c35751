"""Which Unicode the normalization form of a tokenizer is of in an implementation that shows ids alone.

A tokenizer.json that says NFC does not say of which Unicode. Its texts are normalized by every version here, and given
to the same file without a normalizer: the versions under which all ids are those of the implementation are the answer.
"""

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

from hebrus_analysis.runtimes.encoders import encoder, reference
from hebrus_analysis.tokenization import document
from hebrus_analysis.tokenization.probes import probes
from hebrus_analysis.unicode import forms


def form_of(path: Path | str) -> forms.Form | None:
    """Return the one normalization form that is all of a tokenizer.json's normalizer; None for any other file.

    Raises:
        MalformedContainer, MalformedCharsmap, NoCharsmap, MalformedTokenizer: the file cannot be used.
    """
    content = document.read(path).json or {}
    steps = list(document.flatten(content.get("normalizer"), document.MEMBERS["normalizer"], "normalizer"))
    named = [step["type"] for step in steps]
    return cast(forms.Form, named[0]) if len(named) == 1 and named[0] in forms.FORMS else None


def versions(path: Path | str, name: str) -> list[str]:
    """Return the Unicode versions of the form of a tokenizer.json in an implementation, oldest first; [] if of none.

    Args:
        path: a file of which `form_of` is not None.
        name: an implementation that loads it.

    Raises:
        NotInstalled: it is not here, or does not load the file.
    """
    form, texts = form_of(path), probes().text.tolist()
    if form is None:
        return []
    container = document.read(path).spec.container
    asked = encoder(name, path, container)
    with TemporaryDirectory() as folder:
        bare = Path(folder) / "bare.json"
        bare.write_text(json.dumps((document.read(path).json or {}) | {"normalizer": None}), encoding="utf-8")
        own = encoder(reference(container), bare, container)
    try:
        ids = asked.encode(texts)
    finally:
        asked.close()
    return [
        each
        for each in forms.exact_versions()
        if own.encode([forms.normalize(form, text, each) for text in texts]) == ids
    ]
