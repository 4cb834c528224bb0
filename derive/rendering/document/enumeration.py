"""Enumerations within a sentence."""

from __future__ import annotations

from collections.abc import Sequence


def enumeration(names: Sequence[str], last: str = "and") -> str:
    """Names within a sentence.

    >>> enumeration(["a", "b", "c"]), enumeration(["a", "b"], "or"), enumeration(["a"])
    ('a, b and c', 'a or b', 'a')
    """
    return f" {last} ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)
