"""The pack as it is in its folder, without its installation."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from derive_queueing import pack

import derive


@pytest.fixture(autouse=True, scope="session")
def _units() -> None:
    """The units of the pack are read before its variables are made."""
    with derive.use(pack):
        pass
