"""Names of accelerators, which stand for a unit: 64 H100s, 2.8M H800 GPU hours, $2/A100-hour."""

from __future__ import annotations

import re

CHIP = r"(?:(?:GH|GB|MI|[HABVLP])\d{2,4}[A-Z]{0,3}|TPU(?:v\d\w?)?)"
_CHIP = re.compile(f"{CHIP}s?")


def is_chip(word: str) -> bool:
    """Whether a word is the name of an accelerator or several.

    >>> [is_chip(word) for word in ("H100", "H800s", "TPUv4", "MI300X", "GB")]
    [True, True, True, True, False]
    """
    return _CHIP.fullmatch(word) is not None
