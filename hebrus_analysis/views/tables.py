"""The committed tables, each made from the sweep; `tests` compare them with the files byte for byte."""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Final

import numpy as np
import pandas as pd

from hebrus_analysis.charsmap import generations
from hebrus_analysis.divergence import agreement, corpus, drift, lineage, moves, pairs, rules, stability
from hebrus_analysis.divergence.families import FAMILIES, counts, divergent, families
from hebrus_analysis.divergence.sweep import ACTIONS, sweep
from hebrus_analysis.tokenization import marks
from hebrus_analysis.unicode import names, properties, whitespace

#: The versions at which every generation is locked: the published analysis's, and the newest captured.
LOCKED_VERSIONS: Final = (properties.DEFAULT_VERSION, "18.0")


@lru_cache
def divergences(name: str, unicode: str) -> pd.DataFrame:
    """The divergent rows of a stock map at a version, with family and cause; kept, since many tables share them."""
    return divergent(sweep(name, unicode))


def stock_divergences() -> pd.DataFrame:
    """Every code point on which the stock map and NFKC differ, with name, family and cause."""
    return with_names(divergences(generations.STOCK, properties.DEFAULT_VERSION))[
        ["codepoint", "name", "age", "category", "block", "charsmap", "nfkc", "family", "cause"]
    ]


def divergences_by_map(unicode: str) -> pd.DataFrame:
    """Every code point that diverges in any generation, and its family in each; empty where map and reference agree."""
    named = {name: divergences(name, unicode) for name in generations.catalogue()}
    codepoints = np.unique(np.concatenate([frame.codepoint for frame in named.values()]))
    frame = pd.DataFrame({"codepoint": codepoints, "age": [properties.age(cp) for cp in codepoints.tolist()]})
    for name, rows in named.items():
        frame[name] = rows.set_index("codepoint").family.astype(object).reindex(codepoints).fillna("").to_numpy()
    return with_names(frame)


def counts_by_map(unicode: str) -> pd.DataFrame:
    """The counts of every generation."""
    return pd.DataFrame([counts(divergences(name, unicode)) for name in generations.catalogue()])


def whitespace_by_action() -> pd.DataFrame:
    """Every code point that is whitespace to anyone or that the stock map deletes or makes a space of."""
    frame = families(sweep())
    predicates = [*whitespace.predicates(), "becomes space"]
    rows = frame[frame[predicates].any(axis=1) | frame.action.isin(["deleted", "space"])]
    return with_names(rows)[["codepoint", "name", "category", "action", "family", *predicates]]


def actions_by_predicate() -> pd.DataFrame:
    """How many members of each predicate the stock map keeps, deletes, makes a space of, replaces."""
    frame = sweep()
    predicates = [*whitespace.predicates(), "becomes space"]
    rows = {name: frame[frame[name]].action.value_counts().reindex(list(ACTIONS)) for name in predicates}
    rows["(none of them)"] = frame[~frame[list(rows)].any(axis=1)].action.value_counts().reindex(list(ACTIONS))
    return pd.DataFrame(rows).T.rename_axis("predicate").reset_index()


def families_by_age() -> pd.DataFrame:
    """How many code points of each family each Unicode version assigned."""
    return _crosstab("age")


def families_by_block() -> pd.DataFrame:
    """How many code points of each family lie in each block."""
    return _crosstab("block")


def with_names(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the frame with a ``name`` column behind ``codepoint``."""
    out = frame.copy()
    out.insert(1, "name", [names.name(codepoint) for codepoint in frame.codepoint.tolist()])
    out.attrs = frame.attrs
    return out


def _crosstab(column: str) -> pd.DataFrame:
    rows = divergences(generations.STOCK, properties.DEFAULT_VERSION)
    found = pd.crosstab(rows[column], rows.family).reindex(columns=list(FAMILIES), fill_value=0)
    found = found[found.sum(axis=1) > 0]
    # By first code point, so that blocks stand in the order of code space and ages in order of time.
    found = found.sort_index() if column == "age" else found.loc[rows[column].drop_duplicates()]
    found.columns = list(found.columns)
    return found.assign(total=found.sum(axis=1)).rename_axis(column).reset_index()


def next_recompile() -> pd.DataFrame:
    """What the next recompile will change: code points that NFKC changes and no generation knows."""
    return with_names(drift.unknown_to_all())


#: File name to function, for every table under ``oracles/tables``.
TABLES: Final[dict[str, Callable[[], pd.DataFrame]]] = {
    "stock-divergences": stock_divergences,
    "families-by-age": families_by_age,
    "families-by-block": families_by_block,
    "whitespace-by-action": whitespace_by_action,
    "actions-by-predicate": actions_by_predicate,
    "drift": drift.drift,
    "moves": moves.moves,
    "lineage": lineage.differences,
    "joiners": lineage.joiners,
    "next-recompile": next_recompile,
    "predicates": agreement.members,
    "predicate-matrix": agreement.matrix,
    "predicate-tells": agreement.tells,
    "nfkc-lanes": agreement.lanes,
    "pair-causes": pairs.by_cause,
    "rules": rules.by_generation,
    "reach": stability.by_generation,
    "sequence-corpus": corpus.summary,
    "marks-by-script": marks.by_script,
    **{f"counts-{unicode}": partial(counts_by_map, unicode) for unicode in LOCKED_VERSIONS},
    **{f"divergences-{unicode}": partial(divergences_by_map, unicode) for unicode in LOCKED_VERSIONS},
}
