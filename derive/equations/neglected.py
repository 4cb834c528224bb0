"""Neglected terms: what a relation leaves out, and which way that moves what it defines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from derive.display import Label
from derive.equations.expression import replace as put_in
from derive.equations.var import Var
from derive.errors import DeclarationError


class Direction(Label):
    """The way in which counting a term moves a value."""

    RAISES = "raises"
    LOWERS = "lowers"
    EITHER = "either"


@dataclass(frozen=True, slots=True)
class Neglected:
    """A term that a relation neglects; `size` is its ratio to the terms kept.

    Counting it `direction` (raises, lowers, either; None: not stated, taken as either) the
    relation's subject, by that share of it; or the variable `of`, by a share that is not stated.
    `most` marks a size that it can at most reach. A term that is left out `under` some choices of a
    variant alone names group and choices: ("KV layout", "hybrid"); one that is left out only where
    a variable is `stated`, since nothing else says that there is such a thing, names the variable.
    `counted` are the variables whose own relations count the term: answers for them do not leave it
    out, even where the path to them passes here.
    """

    what: str
    size: Any
    direction: Direction | None = None
    of: Var | None = None
    most: bool = False
    under: tuple[str, ...] = ()
    stated: Var | None = None
    counted: tuple[Var, ...] = ()

    def __post_init__(self) -> None:
        if self.direction is None:
            return
        if self.direction not in list(Direction):
            raise DeclarationError(
                self.what,
                f"“{self.direction}” is no direction",
                f"There are: {', '.join(Direction)}.",
            )
        object.__setattr__(self, "direction", Direction(self.direction))

    def renamed(self, variables: Mapping[Var, Var]) -> Neglected:
        """The term with variables called otherwise."""
        return replace(
            self,
            size=put_in(self.size, variables),
            of=None if self.of is None else variables.get(self.of, self.of),
            stated=None if self.stated is None else variables.get(self.stated, self.stated),
            counted=tuple(variables.get(var, var) for var in self.counted),
        )

    def left_out(self, variants: Mapping[str, str]) -> bool:
        """Whether the term is left out under these choices."""
        return not self.under or variants.get(self.under[0]) in self.under[1:]

    def at(
        self,
        point: Mapping[Any, Any],
        *,
        direction: Direction | None = None,
        of: Var | None = None,
    ) -> Neglected:
        """The term in another relation, its size at a point."""
        size, way = put_in(self.size, dict(point)), direction or self.direction
        return replace(self, size=size, direction=way, of=of)
