"""Substitution of exact zeros into relations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from dataclasses import replace as with_values
from typing import Any

import sympy

from derive.equations.expression import Eq, replace
from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.solving.zero_parts import (
    ReducedRelation,
    holds_no_negative,
    is_of_point,
    is_open_product,
    not_zero,
    with_zeros,
)

VarSet = frozenset[Var]


class ZeroSubstitution:
    """Relations into which exact zeros are put, by their variables and by the one they define."""

    def __init__(self, relations: Sequence[Relation]) -> None:
        self.relations = relations
        self.with_variable: dict[Var, list[int]] = {}
        for place, relation in enumerate(relations):
            for var in relation.variables:
                self.with_variable.setdefault(var, []).append(place)
        self.kept: dict[tuple[Relation, VarSet, VarSet], ReducedRelation] = {}
        self._behind: dict[Relation, VarSet] = {}
        self._closed: dict[tuple[VarSet, VarSet], _Zeros] = {}

    def reduced(
        self, zeros: VarSet, nonzero: VarSet = frozenset()
    ) -> tuple[Sequence[Relation], VarSet]:
        """The relations with these variables zero, and the further variables that become zero, none
        of `nonzero` among them.

        A relation that would make another variable zero stays as one that cannot hold, and so does
        one by which zero is what cannot vanish. A relation that divides by zero says nothing, nor
        does one that defines a zero by what cannot vanish, one that loses the point variable it
        defines, or one by which one of several factors is zero.
        """
        put_in = self._settled(zeros, nonzero)
        sure = _Zeros(self, put_in.zeros, nonzero)
        touched = set(map(id, self.of(put_in.zeros)))
        kept: list[Relation] = []
        for own in self.relations:
            reduced = put_in.reduced(own) if id(own) in touched else own
            if reduced is None and sure.refute(own):
                reduced = own
            if reduced is not None and not is_open_product(own, reduced):
                kept.append(reduced)
        return tuple(kept), put_in.zeros - zeros

    def makes_zero(self, var: Var, zeros: VarSet, nonzero: VarSet) -> bool:
        """Whether a further variable becomes zero, in its range or not."""
        put_in = self._settled(zeros, nonzero)
        return var in put_in.zeros - zeros or any(
            r is not None and r.variables == (var,) and r.left == var and r.right == 0
            for r in map(put_in.reduced, self.of((var,)))
        )

    def may_vanish(self, zeros: VarSet, nonzero: VarSet) -> VarSet:
        """The variables that become zero with these, or that might if they were not among those
        that are not zero: for any other, `makes_zero` is False without it among them.
        """
        put_in = self._settled(zeros, nonzero)
        return frozenset(put_in.relied) | put_in.zeros - zeros

    def products(self, zeros: VarSet, nonzero: VarSet) -> tuple[Relation, ...]:
        """The relations by which, with all these variables zero, one of several factors is zero: as
        equations between their product and zero.
        """
        put_in = _Zeros(self, zeros, nonzero)
        pairs = ((relation, put_in.reduced(relation)) for relation in self.of(zeros))
        return tuple(r for own, r in pairs if r is not None and is_open_product(own, r))

    def of(self, variables: Iterable[Var]) -> list[Relation]:
        """The relations with any of some variables, in order."""
        places = {place for var in variables for place in self.with_variable.get(var, ())}
        return [self.relations[place] for place in sorted(places)]

    def defining(self, var: Var) -> Iterator[Relation]:
        """The relations that define a variable."""
        return (relation for relation in self.of((var,)) if relation.subject == var)

    def behind(self, relation: Relation) -> VarSet:
        """The variables of a relation, and those by which these are defined, and so on."""
        if relation not in self._behind:
            found, front = set(relation.variables), list(relation.variables)
            while front:
                others = {v for r in self.defining(front.pop()) for v in r.variables} - found
                found |= others
                front += others
            self._behind[relation] = frozenset(found)
        return self._behind[relation]

    def _settled(self, zeros: VarSet, nonzero: VarSet) -> _Zeros:
        """All that is zero with these variables, put in."""
        key = zeros, nonzero
        while key not in self._closed:
            put_in = _Zeros(self, zeros, nonzero).closed
            found = put_in.zeros - zeros
            loose = {v for v in found if not put_in.of(put_in.zeros - {v}).make_zero(v)}
            nonzero |= loose  # zero only as long as a variable that it is divided by was not
            if not loose:
                self._closed[key] = put_in
        return with_values(self._closed[key], relied={*self._closed[key].relied})


@dataclass(frozen=True)
class _Zeros:
    """Zeros to substitute into relations, and variables that are not zero; in `relied`, those that
    have been made zero, or that mattered as not zero, so far.
    """

    index: ZeroSubstitution
    zeros: VarSet
    nonzero: VarSet
    relied: set[Var] = field(default_factory=set)

    @property
    def closed(self) -> _Zeros:
        """With all further variables that become zero."""
        made = self.all_made_zero
        self.relied.update(made)
        able = {v for v in made - self.nonzero if v.takes_zero}
        return self if able <= self.zeros else self.of(self.zeros | able).closed

    def of(self, zeros: VarSet) -> _Zeros:
        """Other zeros, beside the same variables that are not zero."""
        return with_values(self, zeros=zeros)

    @property
    def all_made_zero(self) -> VarSet:
        """The further variables that all relations make zero."""
        return frozenset().union(
            *(self._substituted(r).made_zero for r in self.index.of(self.zeros))
        )

    def make_zero(self, var: Var) -> bool:
        """Whether any relation makes this further variable zero."""
        touched = (r for r in self.index.of((var,)) if not self.zeros.isdisjoint(r.variables))
        return any(var in self._substituted(relation).made_zero for relation in touched)

    def reduced(self, relation: Relation) -> Relation | None:
        """The relation with zeros substituted; None where nothing is left that it says."""
        untouched = self.zeros.isdisjoint(relation.variables)
        return relation if untouched else self._substituted(relation).relation

    def _substituted(self, relation: Relation) -> ReducedRelation:
        put_in = self.zeros.intersection(relation.variables)
        kept, key = self.index.kept, (relation, put_in, self.nonzero & self.index.behind(relation))
        if key not in kept:
            alone = with_values(self, relied=set())
            reduced = alone._reduced(relation)
            bare = reduced.left if reduced is not None and reduced.right == 0 else None
            made_zero = frozenset(() if bare is None else alone._bare_parts(bare))
            refuted = reduced is None and alone._refute(relation)
            kept[key] = ReducedRelation(reduced, made_zero, frozenset(alone.relied), refuted)
        self.relied.update(kept[key].relied)
        return kept[key]

    def _bare_parts(self, expression: Any) -> Iterator[Var]:
        """The variables that must be zero for an expression to be zero: the parts of a sum, or of
        the largest, of what is never negative are zero if it is, and the one case that can be.
        """
        part = self._zero_part(expression)
        if part is None:
            return
        if part.is_Symbol:
            yield part
        inside = part.args if holds_no_negative(part) else ()
        if isinstance(part, sympy.Piecewise):
            able = [value for value, _ in part.args if not self._is_nonzero(value)]
            inside = able if len(able) == 1 else ()
        for inner in inside:
            yield from self._bare_parts(inner)

    def refute(self, relation: Relation) -> bool:
        """Whether zeros make a side zero that cannot be; what a relation defines is negligible."""
        return relation.subject not in self.zeros and self._substituted(relation).refuted

    def _refute(self, relation: Relation) -> bool:
        left, right = self._put_into(relation)
        other = left if right == 0 else right if left == 0 else None
        able = other is None or is_of_point(relation, self.nonzero)
        return not able and other != 0 and self._zero_part(other) is None

    def _put_into(self, relation: Relation) -> tuple[Any, Any]:
        """The sides of a relation with zeros substituted; None for one that divides by zero."""
        put_in = self.zeros.intersection(relation.variables)
        return with_zeros(relation.left, put_in), with_zeros(relation.right, put_in)

    def _reduced(self, relation: Relation) -> Relation | None:
        left, right = self._put_into(relation)
        if left is None or right is None:
            return None
        rest = left.free_symbols | right.free_symbols
        lost = (v for v in relation.variables if v not in rest and v not in self.zeros)
        if left == right or not rest or any(v.at for v in lost):
            return None
        if left == 0:
            left, right = right, left
        part = self._zero_part(left) if right == 0 else left
        loose = part is not None and right == 0 and is_of_point(relation, self.nonzero)
        nothing = part is None or (loose and self._is_nonzero(part))
        return None if nothing else relation.restated(Eq(part, right))

    def _zero_part(self, expression: Any) -> Any:
        """The part that must be zero for an expression to be zero: of a product, or of the least of
        what is never negative, the one part that can vanish. A product of which several can stays
        as these; None where none can.
        """
        if expression.is_Pow and expression.exp.is_positive:
            return self._zero_part(expression.base)
        parts = expression.args
        least = expression.func == sympy.Min and all(part.is_nonnegative for part in parts)
        if not (expression.is_Mul or least):
            return expression
        able = [part for part in parts if not self._is_nonzero(part)]
        if len(able) > 1:
            return expression if least else sympy.Mul(*able)
        return self._zero_part(able[0]) if able else None

    def _is_nonzero(self, expression: Any, within: tuple[Any, ...] = ()) -> bool:
        """Whether an expression cannot vanish, as the definitions of its variables show."""
        if expression.is_nonzero:
            return True
        if expression in self.nonzero:
            self.relied.add(expression)
            return True
        if expression.is_Symbol:
            if expression in within:
                return False
            own = self.index.defining(expression)
            return any(self._is_nonzero(r.right, (*within, expression)) for r in own)
        able = (v for v in expression.free_symbols if not v.is_positive)
        firm = {v: not_zero(v) for v in able if self._is_nonzero(v, within)}
        return bool(replace(expression, firm).is_nonzero) if firm else False
