"""The shape of a question: the words of its command, without the values that it gives."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NamedTuple

_GIVEN = ("-g", "--given")
_STDIN = ("-", "-f-", "--file=-")  # what it says is in no word
# What an answer rests on beside the words of its command: files and packs named elsewhere.
_ELSEWHERE = ("DERIVE_DATA", "DERIVE_PACKS")


class Shape(NamedTuple):
    """The words of `derive solve`, each given without its value, and the givens by name."""

    words: tuple[str, ...]
    givens: tuple[tuple[str, str], ...]


def shape_of(words: Sequence[str]) -> Shape | None:
    """The shape of a command; None for another command, for one whose answer rests on more than its
    words, and for one that is not written plainly.
    """
    if list(words[:1]) != ["solve"] or "--" in words or any(map(os.environ.get, _ELSEWHERE)):
        return None
    if not set(_STDIN).isdisjoint(words):
        return None
    kept: list[str] = []
    givens: list[tuple[str, str]] = []
    rest = iter(words)
    for word in rest:
        kept.append(word)
        if word in _GIVEN:
            name, _, value = (part.strip() for part in next(rest, "").partition("="))
            if not name or not value or name.startswith("-"):
                return None
            kept.append(f"{name}=")
            givens.append((name, value))
        elif kept[1:] and os.path.lexists(word):  # the name of an entry may name a file instead
            return None
    return Shape(tuple(kept), tuple(givens))
