"""What many tests share: the sweep is made once."""

from pathlib import Path

import pandas as pd
import pytest

from hebrus_analysis.divergence.families import families
from hebrus_analysis.divergence.sweep import sweep

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="session")
def stock() -> pd.DataFrame:
    """The stock map at Unicode 15.0, with families."""
    return families(sweep())


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT
