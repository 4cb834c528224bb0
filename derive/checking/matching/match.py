"""Matches: the library's relation for an equation of a text, and the difference."""

from __future__ import annotations

from dataclasses import dataclass, replace

from derive.display import Label, enumeration
from derive.units.display import format_number


class MatchKind(Label):
    """Kind of a match with a relation of the library."""

    SAME = "same"
    REARRANGED = "rearranged"
    DROPPED = "factor dropped"
    WRITTEN = "factor written as a number"
    INVERTED = "factor inverted"
    FACTOR = "another number"
    NEW = "new"


@dataclass(frozen=True, slots=True)
class Match:
    """A match with a relation of the library: its kind, the relation's name, the factors concerned.

    `taken` are replacements needed for it, as in "batch_size as balance_batch".
    """

    kind: MatchKind
    relation: str = ""
    factors: tuple[str, ...] = ()
    number: float = 1.0
    taken: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.taken:
            return f"{str(replace(self, taken=())).removesuffix('.')} ({', '.join(self.taken)})."
        factors = enumeration(self.factors)
        number, relation = format_number(self.number), f"the library's relation {self.relation}"
        return {
            MatchKind.SAME: f"It is {relation}.",
            MatchKind.REARRANGED: f"It is {relation}, rearranged.",
            MatchKind.DROPPED: f"It is {relation} with {factors} left out.",
            MatchKind.WRITTEN: f"It is {relation} with {number} in place of {factors}.",
            MatchKind.INVERTED: (
                f"It contradicts {relation}: {factors} stands on the other side of the fraction"
                " bar there."
            ),
            MatchKind.FACTOR: f"It contradicts {relation} by the number {number}.",
            MatchKind.NEW: "The library has no such relation.",
        }[self.kind]

    @property
    def contradicts(self) -> bool:
        """Whether the library contradicts the equation."""
        return self.kind in (MatchKind.INVERTED, MatchKind.FACTOR)
