"""Draw the picture of the README; a test holds it to what the code says now.

The picture carries its own alt text, so that it can be compared without comparing pixels.
"""

from pathlib import Path

from hebrus_analysis.divergence.families import families
from hebrus_analysis.divergence.sweep import sweep
from hebrus_analysis.views import figures


def main() -> None:
    """Write ``planes.png`` beside this file."""
    frame = families(sweep())
    picture = figures.planes(frame).figure
    metadata = {"Description": figures.planes.alt_text(frame), "Software": None}
    picture.savefig(Path(__file__).parent / "planes.png", dpi=110, metadata=metadata)


main()
