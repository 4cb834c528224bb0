"""Words cut into names."""

from __future__ import annotations

from collections.abc import Container

_MOST_CAPITALS = 5


def splits(word: str, names: Container[str]) -> list[tuple[str, ...]]:
    """The ways to cut a word into names; at most two are found."""
    found: list[tuple[str, ...]] = []
    waiting: list[tuple[tuple[str, ...], str]] = [((), word)]
    while waiting and len(found) < 2:
        before, rest = waiting.pop()
        if not rest:
            found.append(before)
        waiting.extend(
            ((*before, rest[:end]), rest[end:])
            for end in range(1, len(rest) + 1)
            if rest[:end] in names
        )
    return found


def capitals(word: str, known: Container[str]) -> tuple[str, ...]:
    """A run of capitals (`BDF`) as letters, one of which is known; else empty."""
    several = 1 < len(word) <= _MOST_CAPITALS and word.isalpha() and word.isupper()
    return tuple(word) if several and any(letter in known for letter in word) else ()
