"""Inversions: an equation solved for each of its variables by algebra."""

from __future__ import annotations

from collections.abc import Iterator

from derive.algebra.branch import Branch, solve_block
from derive.algebra.regimes import Guard
from derive.equations.constraint import AtLeast
from derive.equations.dimensions import Mismatch, dimension_of
from derive.equations.expression import Eq
from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.errors import InternalError
from derive.rendering.document.document import (
    Code,
    DocumentBlock,
    Equation,
    Math,
    Paragraph,
    Text,
    Words,
)
from derive.rendering.expressions.printed_quantity import unit_text

_MOST = 8  # regimes of one variable that are printed


def inversions(relation: Relation) -> Iterator[DocumentBlock]:
    """A relation solved for each variable: a formula for each regime, with its unit checked."""
    for var in relation.variables:
        if var == relation.subject:
            continue  # it is the relation as it stands
        branches = solve_block([relation], [var], var)
        for branch in branches[:_MOST]:
            yield _solved(var, branch)
        if len(branches) > _MOST:
            more = f" has {len(branches) - _MOST} further regimes."
            yield Paragraph((Math(var), Text(more)), "note")


def _solved(var: Var, branch: Branch) -> DocumentBlock:
    """One regime of a variable: its formula, or in words why there is none."""
    where = _where(branch.guards)
    if branch.formula is not None:
        named = (Code(var.name), Text(", "), *where) if where else (Code(var.name),)
        return Equation(Eq(var, branch.formula), reason=named, verdict=_unit(var, branch.formula))
    if branch.equation is not None:
        words: Words = (Math(var), Text(" has no closed form: it is found numerically"))
    elif branch.excluded:
        words = (Math(var), Text(" may be any value within what the rounding leaves open"))
    elif branch.open:
        words = (Math(var), Text(" is not isolated"))
    else:
        words = (Math(var), Text(" drops out: any value will do that leaves the rest in agreement"))
    return Paragraph((*words, Text(", "), *where, Text(".")) if where else (*words, Text(".")))


def _unit(var: Var, formula: object) -> str:
    """The unit of a formula, which is that of the variable. Raises InternalError where it is
    another; nothing where a power of a unit is a variable.
    """
    try:
        found = dimension_of(formula)
    except Mismatch:
        return ""
    if found != var.unit.dimension:
        raise InternalError(f"a formula for {var.name} has the dimension {found}")
    return unit_text(var.unit.text) or "a pure number"


def _where(guards: tuple[Guard, ...]) -> Words:
    """The conditions under which a regime holds."""
    parts: list[Text | Math] = []
    for guard in dict.fromkeys(guards):
        parts += [Text(" and " if parts else "where "), Math(AtLeast(guard.larger, guard.smaller))]
    return tuple(parts)
