"""A workshop for arrays: solved blocks made ready for them, with the constants put in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from dataclasses import replace as replace_fields
from typing import Any

import sympy

from derive.analysis.sweep.blocks import ArrayBlock, ArrayBranch
from derive.analysis.sweep.formulas import Extremum, Formula, Pairs
from derive.equations.array_arithmetic import fold, sharp
from derive.equations.expression import regime_nodes, replace
from derive.equations.plain import plain
from derive.equations.relation import Relation
from derive.equations.var import NOT_NEGATIVE, POSITIVE, Var
from derive.solving.evaluate import Compiled

Pair = tuple[Any, Any]


@dataclass
class Workshop:
    """Makes blocks for arrays: every variable has a slot, and constants are put in if it `folds`.

    Putting them in may change the last bit of a value: not to be done where a formula `jumps`.
    """

    slots: dict[Any, int]
    constants: dict[Any, float]
    folds: bool = True
    jumps: bool = False
    positive: set[Any] = field(default_factory=set)

    def branched(self, further: Mapping[Any, float]) -> Workshop:
        """The same with further constants."""
        return replace_fields(self, constants={**self.constants, **further})

    def formula(self, expression: Any) -> Formula:
        """An expression with the constants put in."""
        self.jumps = self.jumps or sharp(expression)
        return Formula(fold(expression, self.constants) if self.folds else expression, self.slots)

    def block(
        self, items: Sequence[Compiled], relations: Sequence[Relation], have: frozenset[Var]
    ) -> ArrayBlock | None:
        """A block whose regimes are all formulas or conditions; None if only the scalar way can
        answer it.
        """
        kinds = [item for item in items if not item.branch.indeterminate]
        indeterminate = [item for item in items if item.branch.indeterminate]
        if (
            not kinds
            or any(item.formula is None for item in kinds)
            or not all(_reads(item, have) for item in items)
        ):
            return None
        if any(item.branch.formula.has(sympy.Piecewise) for item in kinds):
            return None  # which case holds is told point by point
        unknown = items[0].branch.unknown
        checked = len(relations) > 1 or relations[0].subject != unknown
        made = [self._branch(item, have) for item in kinds]
        sides = tuple(
            self._sides(relations if checked else (), known_after(item, have)) for item in kinds
        )
        return ArrayBlock(
            items[0].slot,
            tuple(made),
            tuple(self._pairs(item.branch.side_conditions) for item in indeterminate),
            sides,
        )

    def _branch(self, item: Compiled, have: frozenset[Var]) -> ArrayBranch:
        branch, unknown = item.branch, item.branch.unknown
        extrema, formula = self._extrema(branch.formula)
        made = self.formula(formula)
        sign = {POSITIVE: self._is_positive(made), NOT_NEGATIVE: made.expression.is_nonnegative}
        if sign[POSITIVE] and not (branch.cancelled or branch.guards or branch.side_conditions):
            self.positive.add(unknown)
        after, here = known_after(item, have), known_after(item, have, locally=True)
        guards = [
            guard
            for guard in branch.guards
            if guard.larger.free_symbols | guard.smaller.free_symbols <= here
        ]
        side_conditions = [
            tie
            for tie in branch.side_conditions
            if tie[0].free_symbols | tie[1].free_symbols <= after
        ]
        return ArrayBranch(
            unknown,
            item.slot,
            branch.regime,
            extrema,
            made,
            tuple(tuple(map(self.formula, node.args)) for node, _ in item.differences),
            self._pairs((guard.larger, guard.smaller) for guard in guards),
            len(guards) < len(branch.guards),
            self._pairs(side_conditions),
            tuple(
                (var, self.slots[var], self.formula(value))
                for var, value in reversed(branch.definitions)
                if var in here
            ),
            item.cancelled_slots,
            bool(sign.get(unknown.within)),
        )

    def _extrema(self, formula: Any) -> tuple[tuple[Extremum, ...], Any]:
        """The Max and Min of a formula, innermost first, and the formula with their slots in their
        place.
        """
        found: list[Extremum] = []
        put: dict[Any, Any] = {}
        for node in regime_nodes(formula):
            if isinstance(node, (sympy.Max, sympy.Min)):
                ordered = sorted(node.args, key=plain)
                arguments = tuple(self.formula(replace(argument, put)) for argument in ordered)
                bound = any if isinstance(node, sympy.Max) else all
                put[node] = sympy.Dummy(
                    "extremum", positive=bound(map(self._is_positive, arguments)) or None
                )
                self.slots[put[node]] = len(self.slots)
                positive = all(a.expression.is_nonnegative for a in arguments)
                found.append(
                    Extremum(
                        self.slots[put[node]],
                        arguments,
                        isinstance(node, sympy.Max),
                        tuple(map(plain, ordered)),
                        positive,
                    )
                )
        return tuple(found), replace(formula, put)

    def _is_positive(self, formula: Formula) -> bool:
        """Whether its sign follows from the signs of what stands in it."""
        return bool(formula.expression.is_positive) or formula.expression in self.positive

    def _pairs(self, pairs: Iterable[Pair]) -> Pairs:
        return tuple((self.formula(a), self.formula(b)) for a, b in pairs)

    def _sides(self, relations: Sequence[Relation], known: frozenset[Var]) -> Pairs:
        return self._pairs(
            (relation.left, relation.right)
            for relation in relations
            if known.issuperset(relation.variables)
        )


def _reads(item: Compiled, have: frozenset[Var]) -> bool:
    """Whether what is known suffices to evaluate the branch's formula, or its conditions."""
    branch = item.branch
    read = (
        [branch.formula]
        if branch.formula is not None
        else [side for tie in branch.side_conditions for side in tie]
    )
    return bool(read) and all(have.issuperset(side.free_symbols) for side in read)


def known_after(item: Compiled, have: frozenset[Var], locally: bool = False) -> frozenset[Var]:
    """What is known with the unknown's value: also what was eliminated, where it follows.

    What cancelled stands for one, and what follows from it holds `locally`, within the branch's own
    guards.
    """
    known = have | {item.branch.unknown}
    if item.cancelled_slots and not locally:
        return known
    known |= {var for var, slot in item.slots.items() if slot in item.cancelled_slots}
    for var, value in reversed(item.branch.definitions):
        known |= {var} if known.issuperset(value.free_symbols) else set()
    return known
