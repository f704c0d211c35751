"""What ports make of the tokenizers that packages ship, as recorded: by step, and by the Unicode of their forms."""

import pandas as pd

from hebrus_analysis import oracle


def parted() -> pd.DataFrame:
    """Return at which step each port gives other ids than the reference of a file, most texts first.

    Columns: tokenizer, against, version (of the port, "" for another file), step, differ, texts (int). A row per step;
    a port that always agrees has none.

    >>> frame = parted()
    >>> frame[(frame.tokenizer == "qwen3") & (frame.against == "kitoken")][["step", "differ"]].to_numpy().tolist()
    [['normalizer: NFC', 20]]
    """
    versions = {(row[0], row[1]): (row[2], int(row[3])) for row in oracle.table("tokenization/ids.tsv")[1:]}
    rows = [
        (name, other, versions[name, other][0], step, int(differ), versions[name, other][1])
        for name, other, by, step, _, differ, _ in oracle.table("tokenization/parted.tsv")[1:]
        if by == "step"
    ]
    frame = pd.DataFrame(rows, columns=["tokenizer", "against", "version", "step", "differ", "texts"])
    return frame.sort_values("differ", ascending=False, kind="stable", ignore_index=True)


def forms() -> pd.DataFrame:
    """Return the Unicode versions whose form gives all ids of a port, "none" where it normalizes by none.

    Columns: tokenizer, implementation, form, versions (object, str).

    >>> frame = forms()
    >>> frame[frame.tokenizer == "qwen3"].versions.tolist()
    ['9.0', '16.0 17.0 18.0', 'none', '16.0 17.0 18.0']
    """
    head, *rows = oracle.table("tokenization/forms.tsv")
    frame = pd.DataFrame(rows, columns=head, dtype=object)
    return frame.assign(versions=frame.versions.replace("", "none"))
