"""Regimes of equations: one per argument of every Max or Min that contains an unknown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy

from derive.equations.expression import regime_nodes, replace
from derive.equations.plain import plain

MOST_REGIMES = 64


@dataclass(frozen=True, slots=True)
class Guard:
    """The condition `larger ≥ smaller` of a regime."""

    larger: Any
    smaller: Any

    @property
    def text(self) -> str:
        """The condition as plain text."""
        return f"{plain(self.larger)} ≥ {plain(self.smaller)}"


@dataclass(frozen=True, slots=True)
class Regime:
    """Equations with every extremum that contains an unknown replaced by one argument, and their
    guards; `chosen` are the index of the equation, the extremum and its argument.
    """

    equations: tuple[tuple[Any, Any], ...]
    guards: tuple[Guard, ...] = ()
    chosen: tuple[tuple[int, Any, Any], ...] = ()

    @property
    def text(self) -> str:
        """The name of the regime: its guards."""
        return " and ".join(dict.fromkeys(guard.text for guard in self.guards))


def regimes(equations: list[tuple[Any, Any]], unknown: set[Any]) -> list[Regime]:
    """All regimes of the equations, innermost extrema first; one if no extremum contains an
    unknown.
    """
    done: list[Regime] = []
    waiting = [Regime(tuple(equations))]
    while waiting:
        current = waiting.pop(0)
        found = _first_node(current, unknown)
        if found is None or len(done) + len(waiting) >= MOST_REGIMES:
            done.append(current)
            continue
        index, node = found
        waiting.extend(_split(current, index, node))
    return done


def _first_node(regime: Regime, unknown: set[Any]) -> tuple[int, Any] | None:
    for index, (left, right) in enumerate(regime.equations):
        for side in (left, right):
            for node in regime_nodes(side):
                if node.free_symbols & unknown:
                    return index, node
    return None


def _split(regime: Regime, index: int, node: Any) -> list[Regime]:
    branches = []
    for argument, guards in arguments_of(node):
        equations = tuple(
            (replace(a, {node: argument}), replace(b, {node: argument}))
            for a, b in regime.equations
        )
        branches.append(
            Regime(equations, regime.guards + guards, (*regime.chosen, (index, node, argument)))
        )
    return branches


def arguments_of(node: Any) -> list[tuple[Any, tuple[Guard, ...]]]:
    """The possible values of a node, each with its guards."""
    if isinstance(node, sympy.Max):
        return [(a, tuple(Guard(a, b) for b in node.args if b != a)) for a in node.args]
    if isinstance(node, sympy.Min):
        return [(a, tuple(Guard(b, a) for b in node.args if b != a)) for a in node.args]
    if isinstance(node, sympy.Abs):
        inner = node.args[0]
        return [(inner, (Guard(inner, sympy.S.Zero),)), (-inner, (Guard(sympy.S.Zero, inner),))]
    branches: list[tuple[Any, tuple[Guard, ...]]] = []
    before: tuple[Guard, ...] = ()
    cases = ((value, one) for value, given in node.args for one in sympy.Or.make_args(given))
    for value, condition in cases:
        if condition == sympy.true:
            branches.append((value, before))
            break
        upward = isinstance(condition, (sympy.Ge, sympy.Gt))
        large, small = (condition.lhs, condition.rhs) if upward else (condition.rhs, condition.lhs)
        branches.append((value, (*before, Guard(large, small))))
        before = (*before, Guard(small, large))
    return branches
