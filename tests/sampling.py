"""Sizes of random samples: small in a usual run, DERIVE_SAMPLES times as large where that is set,
and drawn anew each time then.
"""

from __future__ import annotations

import os
from typing import Any

from hypothesis import settings

TIMES = int(os.environ.get("DERIVE_SAMPLES") or 1)


def samples(usual: int) -> int:
    """The size of a sample."""
    return usual * TIMES


def sampled(usual: int, **others: Any) -> settings:
    """Settings for so many examples: the same ones each time, unless more are asked for."""
    return settings(max_examples=samples(usual), derandomize=TIMES == 1, **others)
