"""Spellings of catalogue ids: case, punctuation, the owner of a repository and the endings of
released checkpoints make no difference.
"""

from __future__ import annotations

from collections.abc import Mapping

# What repositories put behind the name of a network: the same shape, trained further or stored
# otherwise.
ENDINGS = ("instruct", "chat", "base", "hf", "it", "v01")
OWNER = "meta"  # put before "Llama-3.1-70B" in some repositories


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
    for wanted in _readings(squashed(name.rsplit("/", 1)[-1])):
        if wanted in known:
            return tuple(known[wanted])
    return ()


def _readings(wanted: str) -> list[str]:
    """The name, then without the owner's word before it and the endings behind it."""
    found = [wanted]
    if wanted.startswith(OWNER):
        found.append(wanted.removeprefix(OWNER))
    for reading in tuple(found):
        found += [reading.removesuffix(end) for end in ENDINGS if reading.endswith(end)]
    return [reading for reading in found if reading]
