"""The templates of pages and of source code, filled by jinja2."""

from typing import Any

from hebrus_analysis.errors import MissingPackage


def template(name: str, is_html: bool = True) -> Any:
    """Return a template of this folder.

    Args:
        name: its path below ``views``.
        is_html: whether what is filled in must be escaped; source code must not be.

    Raises:
        MissingPackage: jinja2 is not installed.
    """
    try:
        import jinja2  # an extra
    except ImportError:
        raise MissingPackage("pages and exports need jinja2", "report") from None
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("hebrus_analysis", "views"),
        autoescape=is_html,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template(name)
