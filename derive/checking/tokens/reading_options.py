"""Options for reading an ambiguous text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product

USUAL, WIDE, NARROW = 0, 1, 2


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """The option taken for each kind of ambiguity in a statement; the usual one comes first.

    `extent`: sin ω t is sin(ωt), or of all that follows, or of ω alone. `call`: x(t) is x at t and
    a(b + c) a product, or both products, or both functions. `slash`: E/kT divides by kT, or by k
    alone. `change`: Δu is a change of u, or its Laplacian. `unit`: 5 m/s is 5 times names, or a
    quantity. `small`: dU is d times U, or a small change of U. `hat`: a letter with a hat has the
    letter's unit, or is a unit vector. `letter`: K, M, B or T glued to a figure is a name or a
    unit, or a power of a thousand.
    """

    extent: int = USUAL
    call: int = USUAL
    slash: int = USUAL
    change: int = USUAL
    unit: int = USUAL
    small: int = USUAL
    hat: int = USUAL
    letter: int = USUAL

    @property
    def of_words(self) -> bool:
        """Whether words are read otherwise than usual, and not only what is made of them."""
        return bool(self.unit or self.small or self.letter)


AS_USUAL = ReadingOptions()


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """A place that can be read in several ways: the `field` of ReadingOptions, the `choices`
    besides the usual one, the position and a description.

    `either`: any one reading that balances is enough, as for a side that is all 5 m where m is also
    a name.
    """

    field: str
    choices: tuple[int, ...]
    position: int
    words: str
    either: bool = False


def other_ways(forks: Iterable[Ambiguity]) -> Iterator[ReadingOptions]:
    """The combinations of options but the usual one; ambiguities of one kind are read alike."""
    choices: dict[str, dict[int, None]] = {}
    for fork in forks:
        choices.setdefault(fork.field, {USUAL: None}).update(dict.fromkeys(fork.choices))
    for picked in product(*choices.values()):
        if any(picked):
            yield replace(AS_USUAL, **dict(zip(choices, picked, strict=True)))
