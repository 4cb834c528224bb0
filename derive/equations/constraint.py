"""Constraints: inequalities that an answer must satisfy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

import sympy

from derive.equations.citation import Citation, read_citations
from derive.equations.dimension_check import check_dimensions
from derive.equations.expression import Eq, replace, variables_of
from derive.equations.plain import plain
from derive.equations.relation import Variant, check_kinds, fill
from derive.equations.var import Var, ordered
from derive.errors import DeclarationError


@dataclass(frozen=True, eq=False, repr=False, init=False)
class Constraint:
    """A named inequality that must hold, e.g. stored bytes fit in memory; checked where its
    variables are known, under the choices of its `variant`.
    """

    name: str
    inequality: Any
    why: str
    citations: tuple[Citation, ...]
    variables: tuple[Var, ...]
    variant: Variant | None

    def __init__(
        self,
        name: str,
        inequality: Any,
        why: str = "",
        *,
        source: str = "",
        variant: Variant | None = None,
    ) -> None:
        check_kinds(name, (why, source), variant)
        if not isinstance(inequality, (sympy.Le, sympy.Lt, sympy.Ge, sympy.Gt)):
            raise DeclarationError(
                name,
                "a constraint is an inequality",
                "Write sympy.Le(a, b, evaluate=False), or use derive's AtMost(a, b).",
            )
        fill(
            self,
            name=name,
            inequality=inequality,
            why=why,
            citations=read_citations(source),
            variables=ordered(variables_of(inequality)),
            variant=variant,
        )
        check_dimensions(name, inequality.lhs, inequality.rhs, self.variables)

    def renamed(self, name: str, variables: Mapping[Var, Var]) -> Constraint:
        """The constraint under another name, with variables called otherwise."""
        sides = (replace(side, variables) for side in (self.inequality.lhs, self.inequality.rhs))
        inequality = self.inequality.func(*sides, evaluate=False)
        made = object.__new__(Constraint)
        own = {field.name: getattr(self, field.name) for field in fields(self)}
        own |= {"name": name, "inequality": inequality}
        fill(made, **own | {"variables": ordered(variables_of(inequality))})
        return made

    @property
    def source(self) -> str:
        """The id of the first source cited."""
        return self.citations[0].source if self.citations else ""

    @property
    def limit(self) -> Any:
        """The equation at the boundary of the constraint."""
        return Eq(self.inequality.lhs, self.inequality.rhs)

    def __repr__(self) -> str:
        return f"Constraint({self.name}: {plain(self.inequality)})"


def AtMost(left: Any, right: Any) -> Any:
    """The inequality left ≤ right, unevaluated."""
    return sympy.Le(left, right, evaluate=False)


def AtLeast(left: Any, right: Any) -> Any:
    """The inequality left ≥ right, unevaluated."""
    return sympy.Ge(left, right, evaluate=False)
