"""Meanings of a name, and the readings of several names together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from derive.equations.var import Var


@dataclass(frozen=True, slots=True)
class NameMeanings:
    """What a name can mean: its readings in order, each as (the domain's, one GPU's); both are the
    same where there is no such difference.
    """

    readings: tuple[tuple[Var, Var], ...]
    own: str = ""
    symbol_only: bool = False

    @property
    def scoped(self) -> bool:
        """Whether it means something else for one GPU than for the domain."""
        return any(whole is not each for whole, each in self.readings)


def readings(choices: Mapping[str, NameMeanings]) -> Iterator[dict[str, Var]]:
    """Every way to read the names together, the usual one first; per-GPU and domain figures are
    never mixed in one reading.
    """
    scopes = (0, 1) if any(choice.scoped for choice in choices.values()) else (0,)
    for combination in product(*(choice.readings for choice in choices.values())):
        for scope in scopes:
            yield {word: pair[scope] for word, pair in zip(choices, combination, strict=True)}
