"""What an equation of a text is to the library's relations."""

from __future__ import annotations

from dataclasses import dataclass, replace

from derive.units.display import format_number

SAME, REARRANGED, DROPPED, WRITTEN = (
    "same",
    "rearranged",
    "factor dropped",
    "factor written as a number",
)
INVERTED, FACTOR, NEW = "factor inverted", "another number", "new"


@dataclass(frozen=True, slots=True)
class Match:
    """How an equation stands to a relation of the library: `kind`, the relation's name, the factors
    concerned.

    `taken` says what was taken for something else to see it, as in "batch_size as balance_batch".
    """

    kind: str
    relation: str = ""
    factors: tuple[str, ...] = ()
    number: float = 1.0
    taken: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.taken:
            return f"{str(replace(self, taken=())).removesuffix('.')} ({', '.join(self.taken)})."
        factors = " and ".join(filter(None, (", ".join(self.factors[:-1]), *self.factors[-1:])))
        number = format_number(self.number)
        return {
            SAME: f"It is the library's relation {self.relation}.",
            REARRANGED: f"It is the library's relation {self.relation}, rearranged.",
            DROPPED: f"It is the library's relation {self.relation} with {factors} left out.",
            WRITTEN: (
                f"It is the library's relation {self.relation} with {number} in place of {factors}."
            ),
            INVERTED: (
                f"It contradicts the library's relation {self.relation}: {factors} stands on the"
                " other side of the fraction bar there."
            ),
            FACTOR: (
                f"It contradicts the library's relation {self.relation} by the number {number}."
            ),
            NEW: "The library has no such relation.",
        }[self.kind]

    @property
    def contradicts(self) -> bool:
        """Whether the library says otherwise."""
        return self.kind in (INVERTED, FACTOR)
