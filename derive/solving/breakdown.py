"""Breakdown of a variable into the terms of sums and the binding arguments of Max and Min, with
their shares.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import neg, pos
from typing import Any

import sympy

from derive.equations.dimensions import dimension_of
from derive.equations.plain import plain
from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.program.reader import NO_VALUE, Values
from derive.results.bottleneck import TIME, Part, Rival
from derive.solving.part_words import factors, words, words_of
from derive.solving.propagate import CandidateSolution
from derive.solving.query import Query
from derive.structure.coupling import coupled_groups
from derive.units.dimension import PURE, Dimension


@dataclass(frozen=True)
class Breakdown:
    """The relations on the way to an answer as sums and extrema of their terms, at one solution."""

    query: Query
    candidate: CandidateSolution

    @cached_property
    def defining(self) -> dict[Var, Relation]:
        """The relation that defines each variable on the way, if one does; none of those that
        define each other in a circle.
        """
        found: dict[Var, Relation] = {}
        for relation in self.query.used:
            if relation.subject is not None:
                found.setdefault(relation.subject, relation.made)
        slots = self.query.system.slots
        needs = {
            slots[var]: [slots[v] for v in relation.right.free_symbols if v in found]
            for var, relation in found.items()
        }
        apart = {group[0] for group in coupled_groups(needs) if len(group) == 1}
        return {var: relation for var, relation in found.items() if slots[var] in apart}

    def whole(self, var: Var) -> Part | None:
        """A variable with its parts; None where one of their values is not known."""
        node = self._node(self.defining[var].right, var.unit.dimension)
        value = self.value(var)
        if node is None or not value:
            return None
        parts = self._parts(node, 1.0, value, var.unit.dimension)
        return Part(words_of(var), 1.0, value, var, parts)

    def least(self, var: Var) -> bool:
        """Whether a variable is the least of its arguments, such as a rate, which gains if it
        rises.
        """
        return isinstance(_inline(self.defining[var].right), sympy.Min)

    @cached_property
    def roots(self) -> tuple[Var, ...]:
        """The variables with parts that are part of no other, the nearest to the target first."""
        found = [var for var in self.defining if self._is_root(var)]
        below = {other for var in found for other in self._below([var]) if other != var}
        near = self._distances()
        far = len(near)
        tops = [var for var in found if var not in below]
        return tuple(sorted(tops, key=lambda v: (near.get(v, far), v.rank, v.name)))

    def below(self, expressions: Iterable[Any]) -> frozenset[Var]:
        """The variables that these expressions depend on, by the definitions on the way."""
        return self._below(v for e in expressions for v in e.free_symbols)

    def _below(self, variables: Iterable[Var]) -> frozenset[Var]:
        waiting, found = list(variables), set[Var]()
        while waiting:
            var = waiting.pop()
            if var not in found:
                found.add(var)
                if var in self.defining:
                    waiting += self.defining[var].right.free_symbols
        return frozenset(found)

    def _distances(self) -> dict[Var, int]:
        """The least number of relations between the target and each variable."""
        found = {self.query.target: 0}
        edge = {self.query.target}
        while edge:
            touched = [r for r in self.query.used if edge.intersection(r.variables)]
            edge = {v for r in touched for v in r.variables} - found.keys()
            found.update(dict.fromkeys(edge, max(found.values()) + 1))
        return found

    # --- values ---

    @cached_property
    def _values(self) -> Values:
        """The values of the solution, and of what the definitions on the way make of them."""
        system = self.query.system
        values = list(self.candidate.values)
        waiting = [v for v in self.defining if values[system.slots[v]] is None]
        while waiting:
            for var in waiting:
                values[system.slots[var]] = self._evaluated(self.defining[var].right, values)
            left = [v for v in waiting if values[system.slots[v]] is None]
            waiting = left if len(left) < len(waiting) else []
        return values

    def value(self, expression: Any) -> float | None:
        """The value of an expression; None where a variable of it is open."""
        return self._evaluated(expression, self._values)

    def _evaluated(self, expression: Any, values: Values) -> float | None:
        slots = self.query.system.slots
        if expression.is_Symbol:
            value: float | None = values[slots[expression]]
            return value
        if any(values[slots[v]] is None for v in expression.free_symbols):
            return None
        try:
            return self.query.value_of(expression, values)
        except NO_VALUE:
            return None

    # --- structure ---

    def _is_root(self, var: Var) -> bool:
        """Whether a definition is an extremum, a sum of times, or a sum with such a time in it."""
        right, own = self.defining[var].right, var.unit.dimension
        node = _inline(right)
        if node is None or self._node(right, own) is not node:
            return False
        if own == TIME:
            return True
        return node is right and (_is_extremum(node) or any(map(self._leads_to_root, node.args)))

    def _leads_to_root(self, term: Any) -> bool:
        """Whether a term is a multiple of a time that has parts."""
        times = [v for v in factors(term) if v.is_Symbol and v.unit.dimension == TIME]
        return any(self._node(v, TIME) is not None for v in times)

    def _node(self, expression: Any, dimension: Dimension) -> Any:
        """The sum or extremum of which an expression is a multiple, through definitions of times
        and of variables of this dimension; None if there is none.
        """
        if expression.is_Symbol:
            alike = expression.unit.dimension in (TIME, dimension)
            defined = self.defining.get(expression) if alike else None
            return None if defined is None else self._node(defined.right, dimension)
        if expression.is_Mul:
            factor = self._factor(expression, dimension)
            return None if factor is None else self._node(factor, dimension)
        return expression if self._divisible(expression) else None

    def _factor(self, product: Any, dimension: Dimension) -> Any:
        """The factor of a product that has parts: a variable before a sum or an extremum; None if
        there is none, or several.
        """
        symbols = [f for f in product.args if f.is_Symbol and self._node(f, dimension) is not None]
        inline = [f for f in product.args if not f.is_Symbol and self._divisible(f)]
        found = symbols or [f for f in inline if dimension_of(f) != PURE]
        return found[0] if len(found) == 1 else None

    def _divisible(self, node: Any) -> bool:
        """Whether it is a sum of what is not negative, or an extremum between what varies, with
        known values and a value of its own.
        """
        if not (node.is_Add or _is_extremum(node)):
            return False
        found = [self.value(argument) for argument in node.args]
        values = [v for v in found if v is not None and 0.0 <= v < math.inf]
        constant = any(not argument.free_symbols for argument in node.args)
        if constant or len(values) < len(found):
            return False
        return (min if isinstance(node, sympy.Min) else max)(values) > 0.0

    # --- parts ---

    def _parts(
        self, node: Any, share: float, value: float, dimension: Dimension
    ) -> tuple[Part, ...]:
        """The terms of a sum that are not zero, the largest first; the argument that sets an
        extremum.
        """
        valued = [(self.value(argument) or 0.0, argument) for argument in node.args]
        if node.is_Add:
            total = sum(amount for amount, _ in valued)
            ranked = sorted((p for p in valued if p[0]), key=lambda p: (-p[0], plain(p[1])))
            shares = ((amount / total, argument) for amount, argument in ranked)
            return tuple(
                self._part(argument, node.args, share * own, value * own, dimension)
                for own, argument in shares
            )
        rank = neg if isinstance(node, sympy.Max) else pos
        (most, first), *others = sorted(valued, key=lambda p: (rank(p[0]), plain(p[1])))
        rivals = tuple(
            Rival(words(argument, node.args), amount / most, argument)
            for amount, argument in others
        )
        won = self._part(first, node.args, share, value, dimension)
        return (replace(won, rivals=(*rivals, *won.rivals)),)

    def _part(
        self, term: Any, beside: Sequence[Any], share: float, value: float, dimension: Dimension
    ) -> Part:
        """A term among those beside it, with its own parts."""
        node = self._node(term, dimension)
        parts = () if node is None else self._parts(node, share, value, dimension)
        if node is None and (other := self._renamed(term)) is not None:
            parts = (self._part(other, (other,), share, value, dimension),)
        if parts and _is_extremum(node) and _inline(term) is node:
            return parts[0]
        return Part(words(term, beside), share, value, term, parts)

    def _renamed(self, term: Any) -> Any:
        """The variable that a variable is equal to, by its definition."""
        relation = self.defining.get(term)
        same = relation is not None and relation.right.is_Symbol and term.is_Symbol
        return relation.right if same and relation is not None else None


def _is_extremum(node: Any) -> bool:
    return isinstance(node, (sympy.Max, sympy.Min))


def _inline(expression: Any) -> Any:
    """The one sum or extremum that an expression is or has as a factor; None without one."""
    found = [f for f in factors(expression) if f.is_Add or _is_extremum(f)]
    return found[0] if len(found) == 1 else None
