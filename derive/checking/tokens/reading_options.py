"""Where one text can be read in several ways: the way that is usual, and the others that have to be
looked at beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product

USUAL, WIDE, NARROW = 0, 1, 2


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """How the places of one statement are read that can be read in several ways; what stands first
    is usual.

    `extent`: sin ω t is sin(ωt), or of all that follows, or of ω alone. `call`: x(t) is x at t and
    a(b + c) a product, or both products, or both functions. `slash`: E/kT divides by kT, or by k
    alone. `change`: Δu is a change of u, or its Laplacian. `unit`: 5 m/s is 5 times names, or a
    quantity. `small`: dU is d times U, or a small change of U.
    """

    extent: int = USUAL
    call: int = USUAL
    slash: int = USUAL
    change: int = USUAL
    unit: int = USUAL
    small: int = USUAL


AS_USUAL = ReadingOptions()


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """A place that can be read in several ways: `field` of Ways, the `choices` other than the
    usual, where, and the words for it.

    Of some `either` reading will do: all of a side is 5 m, where m is a name too.
    """

    field: str
    choices: tuple[int, ...]
    position: int
    words: str
    either: bool = False


def other_ways(forks: Iterable[Ambiguity]) -> Iterator[ReadingOptions]:
    """Every way but the usual one to read what has these forks; places of one kind are read
    alike.
    """
    choices: dict[str, dict[int, None]] = {}
    for fork in forks:
        choices.setdefault(fork.field, {USUAL: None}).update(dict.fromkeys(fork.choices))
    for picked in product(*choices.values()):
        if any(picked):
            yield replace(AS_USUAL, **dict(zip(choices, picked, strict=True)))
