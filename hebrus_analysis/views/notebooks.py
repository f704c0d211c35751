"""Notebooks as pages: executed, and rendered so that nothing is loaded from elsewhere."""

import re
from itertools import count
from pathlib import Path
from typing import Final

from hebrus_analysis.errors import MissingPackage, NotebookFailed

try:
    import nbformat
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError
    from nbconvert import HTMLExporter
except ImportError:
    raise MissingPackage("rendered notebooks need nbconvert", "notebooks") from None

#: JupyterLab's look without what its template fetches: a module loader, MathJax and Mermaid, none of which we use; and
#: with the alt text of a picture, which its template leaves out.
_TEMPLATE: Final = """{% extends 'lab/index.html.j2' %}
{% block html_head_js %}{% endblock %}
{% block jupyter_widgets %}{% endblock %}
{% block html_head_js_mathjax %}{% endblock %}
{% block html_head_js_mermaidjs %}{% endblock %}
{% block data_png scoped %}<div class="jp-RenderedImage jp-OutputArea-output">
<img alt="{{ output | get_metadata('alt', 'image/png') or '' | e }}"
src="data:image/png;base64,{{ output.data['image/png'] }}">
</div>{% endblock %}
"""
_UUID: Final = re.compile(r"[0-9a-f]{8}[-_](?:[0-9a-f]{4}[-_]){3}[0-9a-f]{12}")
_SECONDS: Final = 600


def rendered(path: Path) -> str:
    """Execute a notebook where it stands, and return it as an HTML page; the file stays as it is.

    Raises:
        NotebookFailed: it is no notebook, a cell raised or did not end, or the kernel died.
    """
    try:
        notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    except (ValueError, AttributeError, nbformat.ValidationError) as error:
        raise NotebookFailed(f"{path}: it is no notebook: {str(error).splitlines()[0][:80]}") from None
    client = NotebookClient(
        notebook,
        timeout=_SECONDS,
        kernel_name="python3",
        record_timing=False,
        resources={"metadata": {"path": str(path.parent)}},
    )
    try:
        client.execute()
    except CellExecutionError as error:
        raise NotebookFailed(f"{path}: {error.ename}: {error.evalue}; open it and run it to see where") from None
    except (RuntimeError, TimeoutError) as error:  # the kernel died, or a cell did not end
        raise NotebookFailed(f"{path}: {str(error).splitlines()[0]}; open it and run it to see where") from None
    exporter = HTMLExporter(raw_template=_TEMPLATE)  # type: ignore[no-untyped-call]
    body, _ = exporter.from_notebook_node(notebook, {"metadata": {"name": path.stem}})
    return _numbered(re.sub(r'(href="[^":]*)\.ipynb"', r'\1.html"', body))


def _numbered(text: str) -> str:
    """Number what was named at random, so that the same notebook is the same bytes."""
    numbers = count(1)
    known: dict[str, str] = {}
    return _UUID.sub(lambda found: known.setdefault(found[0], f"u{next(numbers)}"), text)
