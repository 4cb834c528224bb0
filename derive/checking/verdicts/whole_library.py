"""Findings on the library's own relations, constraints and theorems."""

from __future__ import annotations

from typing import Any

from derive.checking.verdicts.finding import Finding, judged
from derive.checking.verdicts.levels import Outcome
from derive.equations.dimension_check import dimension_error
from derive.equations.dimensions import dimension_of
from derive.equations.plain import plain
from derive.library.content import content, vocabulary


def judge_library() -> list[Finding]:
    """A finding for every relation, constraint and theorem of the library."""
    findings = []
    for module in map(content().subject, content().subjects):
        statements = [(r.name, r.equation) for r in module.RELATIONS]
        statements += [(c.name, c.inequality) for c in module.CONSTRAINTS]
        statements += [(t.name, t.equation) for t in module.THEOREMS]
        findings += [_judge_stated(name, statement) for name, statement in statements]
    return findings


def _judge_stated(name: str, statement: Any) -> Finding:
    """The finding for an equation of the library."""
    text = f"{name}: {plain(statement)}"
    variables = sorted(statement.free_symbols, key=lambda var: var.rank)
    shown = {str(var.name): str(var.name) for var in variables}
    error = dimension_error(name, statement.lhs, statement.rhs, (vocabulary(),))
    if error is not None:
        return judged(
            text,
            Outcome.UNBALANCED,
            str(error),
            bindings=shown,
            expected=error.expected,
            found=error.found,
            mend=error.mend,
        )
    dimension = str(dimension_of(statement.lhs))
    message = f"{text}\nEvery side has the dimension {dimension}."
    return judged(
        text,
        Outcome.BALANCED,
        message,
        bindings=shown,
        expected=dimension,
        found=dimension,
    )
