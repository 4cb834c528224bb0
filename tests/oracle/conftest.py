"""A fresh seed for every run, printed with whatever fails; DERIVE_SEED repeats a run."""

from __future__ import annotations

import os
import random

import pytest


@pytest.fixture
def seed() -> int:
    """The seed of this run."""
    found = int(os.environ.get("DERIVE_SEED") or random.SystemRandom().randrange(10**6))
    print(f"again with DERIVE_SEED={found}")
    return found
