"""Spellings of catalogue ids: case, punctuation, the owner of a repository and the endings of
released checkpoints make no difference.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

# What repositories put behind the name of a network: the same shape, trained further or stored
# otherwise.
_DATE = re.compile(r"[-_ ]\d{4}$")  # of a later release: "DeepSeek-V3-0324"
ENDINGS = ("instruct", "chat", "base", "hf", "it", "v01")
# What people put before a name: "Meta-Llama-3.1-70B", "NVIDIA H100", "Google TPU v5e".
MAKERS = ("meta", "nvidia", "amd", "google", "aws", "huawei")


def squashed(text: str) -> str:
    """The letters and digits of a name, in lower case.

    >>> squashed("Llama-3.1-70B")
    'llama3170b'
    """
    return "".join(char for char in text.lower() if char.isascii() and char.isalnum())


def spelt(name: str, entries: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The ids that a name may mean, of `entries` with their other names: none, one, or all those
    that it fits.

    >>> spelt("meta-llama/Llama-3.1-70B", {"llama31_70b": (), "llama31_8b": ()})
    ('llama31_70b',)
    """
    known: dict[str, dict[str, None]] = {}
    for id, others in entries.items():
        for spelling in (id, *others):
            known.setdefault(squashed(spelling), {})[id] = None
    released = name.rsplit("/", 1)[-1]
    for wanted in _readings(squashed(released)) + _readings(squashed(_DATE.sub("", released))):
        if wanted in known:
            return tuple(known[wanted])
    return ()


def _readings(wanted: str) -> list[str]:
    """The name, then without the maker's word before it and the endings behind it."""
    found = [wanted, *(wanted.removeprefix(maker) for maker in MAKERS if wanted.startswith(maker))]
    for reading in tuple(found):
        found += [reading.removesuffix(end) for end in ENDINGS if reading.endswith(end)]
    return [reading for reading in found if reading]
