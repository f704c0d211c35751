"""Every picture: a callable that takes the data and ``ax=None``, returns the Axes, and tells its alt text."""

from hebrus_analysis.views.figures.actions import actions
from hebrus_analysis.views.figures.charts import ages, blocks, generations
from hebrus_analysis.views.figures.dating import dates
from hebrus_analysis.views.figures.drift import drift, freezes
from hebrus_analysis.views.figures.lineage import lineage
from hebrus_analysis.views.figures.pages import pages
from hebrus_analysis.views.figures.planes import planes
from hebrus_analysis.views.figures.predicates import predicates
from hebrus_analysis.views.figures.sequences import pair_causes, readings, rule_lengths
from hebrus_analysis.views.figures.style import Picture

__all__ = [
    "Picture",
    "actions",
    "ages",
    "blocks",
    "dates",
    "drift",
    "freezes",
    "generations",
    "lineage",
    "pages",
    "pair_causes",
    "planes",
    "predicates",
    "readings",
    "rule_lengths",
]
