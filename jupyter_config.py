"""JupyterLab opens at the index of the notebooks when it is started in this folder.

Jupyter reads no configuration from the folder that it is started in, since whoever wrote that folder would run code.
It reads this file from the environment: `make` links it into `.venv/etc/jupyter`, and `postBuild` copies it on Binder.
"""

from pathlib import Path

_INDEX = "notebooks/00-read-me-first.ipynb"

if Path(_INDEX).is_file():
    c = get_config()  # type: ignore[name-defined]  # noqa: F821  # what Jupyter calls this file with
    c.LabApp.default_url = f"/lab/tree/{_INDEX}"
    c.ServerApp.default_url = f"/lab/tree/{_INDEX}"
