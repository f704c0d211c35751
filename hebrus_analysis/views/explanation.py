"""An explanation as one HTML page that needs nothing beside itself."""

from hebrus_analysis.divergence.explain import Explained
from hebrus_analysis.unicode.codepoints import label, spell
from hebrus_analysis.unicode.names import name
from hebrus_analysis.views.templates import template


def page(found: Explained, whole: bool = True) -> str:
    """Return the page: the verdict, one section per subject, the names of all characters.

    Args:
        found: what to show.
        whole: whether it is a page of its own; else what can stand inside another.

    Raises:
        MissingPackage: jinja2 is not installed.
    """
    chars = dict.fromkeys("".join((found.text, *(each.result for each in found.explanations))))
    results = list(dict.fromkeys(each.before_flags for each in found.explanations))
    html: str = template("explanation.html.jinja").render(
        found=found,
        whole=whole,
        spell=spell,
        names=[(label(ord(char)), name(ord(char))) for char in chars],
        group={each.subject: results.index(each.before_flags) + 1 for each in found.explanations},
    )
    return html
