"""Ask every runtime that is here everything; what is not here keeps its record."""

from pathlib import Path

from hebrus_analysis.runtimes import asking, recorded
from hebrus_analysis.runtimes.registry import RUNTIMES
from hebrus_analysis.runtimes.runtime import NotInstalled
from hebrus_analysis.views import writers


def capture(_cache: Path, out: Path) -> None:
    """Write ``runtimes/NAME.json`` for each."""
    for name, lane in RUNTIMES.items():
        try:
            runtime = lane.open()
        except NotInstalled as reason:
            print(f"runtimes: {name} is not here: {reason}")
            continue
        try:
            found = asking.ask(runtime)
        finally:
            runtime.close()
        writers.write_text(out / f"runtimes/{name}.json", recorded.to_json(found))
        print(f"runtimes: {name}: {found.version}")
