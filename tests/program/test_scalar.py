"""A solved block at numbers: what holds, what lies outside its range, what fails its guard, and
where any value will do.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
import sympy

from derive.equations import Eq, Max, Min, Relation, Var
from derive.equations.lowering import lower
from derive.program import spans
from derive.program.block_result import BlockResult
from derive.program.scalar import evaluate_block, satisfies
from derive.program.spans import crossovers
from derive.solving.compilation import CompiledBlock, compiled_block, reader_of
from derive.solving.equation_system import EquationSystem
from derive.structure.plan import Block

REAL = "(-oo, oo)"
x, y, a, b, c, d = (Var(name) for name in "xyabcd")
r, s, u = (Var(name, within=REAL) for name in "rsu")
share, part = Var("share", within="(0, 1]"), Var("part", within="[0, 1)")
VARIABLES = (x, y, a, b, c, d, r, s, u, share, part)


class Solved:
    """Equations solved for one variable, the `hidden` ones being unknown too."""

    def __init__(self, equations: list[sympy.Eq], unknown: Var, *hidden: Var) -> None:
        relations = [Relation(f"r{number}", equation) for number, equation in enumerate(equations)]
        self.system = EquationSystem(relations, variables=VARIABLES)
        self.slots, self.unknown = self.system.slots, unknown
        block = Block(tuple(range(len(relations))), self.slots[unknown])
        known = {slot for var, slot in self.slots.items() if var not in (unknown, *hidden)}
        self.compiled: CompiledBlock = compiled_block(self.system, block, known)

    def numbers(self, values: dict[Var, float]) -> list[float | None]:
        return [values.get(var) for var in self.system.structure.variables]

    def at(self, values: dict[Var, float], *branches: int) -> BlockResult:
        data = self.compiled.data
        if branches:
            data = replace(data, branches=tuple(data.branches[k] for k in branches))
        return evaluate_block(reader_of(self.system), data, self.numbers(values))

    def crossovers(self, branch: int, values: dict[Var, float]) -> list[tuple[object, float]]:
        data, guards = self.compiled.data.branches[branch], self.compiled.branches[branch].guards
        slot, numbers = self.slots[self.unknown], self.numbers(values)
        found = crossovers(reader_of(self.system), data, slot, numbers)
        return [((guards[k].larger, guards[k].smaller), at) for k, at in found]


def evaluated(equation: sympy.Eq, unknown: Var, values: dict[Var, float]) -> BlockResult:
    return Solved([equation], unknown).at(values)


def both(
    first: sympy.Eq, second: sympy.Eq, unknown: Var, hidden: Var, values: dict[Var, float]
) -> BlockResult:
    return Solved([first, second], unknown, hidden).at(values)


def values_of(found: BlockResult) -> list[float]:
    return [result.value for result in found.results]


def spans_of(found: BlockResult) -> list[tuple[float, float]]:
    return [span for _, span in found.indeterminate]


def reasons_of(found: BlockResult) -> list[str]:
    return [why for _, why in found.rejected]


@pytest.mark.parametrize("level", [5.0, 0.0, -5.0])
def test_a_flat_regime_beats_its_neighbour_at_the_boundary(level: float) -> None:
    """Where any value will do, its end is not a value apart, whatever its sign."""
    for extremum, span in ((Max, (-math.inf, level)), (Min, (level, math.inf))):
        found = evaluated(Eq(s, extremum(r, u)), r, {s: level, u: level})
        assert (values_of(found), spans_of(found)) == ([], [span])


def test_the_regime_whose_guard_holds_gives_the_value() -> None:
    """The other is set aside with its reason."""
    found = evaluated(Eq(y, Max(2 * x, a)), x, {y: 8, a: 3})
    assert values_of(found) == [4]
    assert reasons_of(found) == ["its condition on the givens fails"]
    found = evaluated(Eq(y, Max(2 * x, x + a)), x, {y: 8, a: 3})
    assert (values_of(found), reasons_of(found)) == ([4], ["its guard fails"])


@pytest.mark.parametrize(
    ("off", "holds"), [(0, True), (1e-11, True), (1e-10, True), (1e-8, False), (1e-3, False)]
)
def test_a_guard_holds_within_a_billionth(off: float, holds: bool) -> None:
    """What floats leave of an equality is one; more is not. At the kink two regimes are one
    value.
    """
    solved = Solved([Eq(y, Max(x, x + a - b))], x)
    found = solved.at({y: 4, a: 3, b: 3 + 3 * off}, 1)
    assert bool(found.results) == holds
    kinked = Solved([Eq(y, Max(2 * x, x + a))], x)
    at_the_kink = kinked.at({y: 6, a: 3 * (1 + 1e-11)})
    assert values_of(at_the_kink) == pytest.approx([3])
    assert at_the_kink.results[0].values[kinked.slots[y]] == 6


def test_a_guard_that_cannot_be_evaluated_makes_the_value_conditional() -> None:
    """Without a, the value holds if its regime does, and the other regime stays unsolved."""
    for other in (a, x + a):
        found = evaluated(Eq(y, Max(2 * x, other)), x, {y: 8})
        assert [(result.value, result.condition) for result in found.results] == [
            (4, f"2*x ≥ {other}".replace("x + a", "a + x"))
        ]
        assert len(found.unsolved) == 1


@pytest.mark.parametrize(
    ("level", "values", "spans"),
    [(2, [], [(0, 2)]), (3, [3], []), (4, [], [(4, math.inf)]), (1, [], []), (5, [], [])],
)
def test_between_two_bounds_there_is_one_value_and_at_each_an_interval(
    level: float, values: list[float], spans: list[tuple[float, float]]
) -> None:
    """A clamp: flat below, flat above, beyond them nothing."""
    found = evaluated(Eq(y, Max(a, Min(x, b))), x, {y: level, a: 2, b: 4})
    assert (values_of(found), spans_of(found)) == (values, [pytest.approx(span) for span in spans])


def test_a_flat_stretch_ends_where_its_guards_cross() -> None:
    """On both sides, within the range of the unknown."""
    assert spans_of(evaluated(Eq(y, Max(a, 2 - x, x - 5)), x, {y: 2, a: 2})) == [
        (0, pytest.approx(7))
    ]
    assert spans_of(evaluated(Eq(y, Max(a, 4 - x, x - 5)), x, {y: 2, a: 2})) == [
        pytest.approx((2, 7))
    ]
    assert spans_of(evaluated(Eq(y, Max(a, -4 - r, r - 5)), r, {y: 2, a: 2})) == [
        pytest.approx((-6, 7))
    ]


@pytest.mark.parametrize("level", [3.0, 0.1 + 0.2])
def test_something_over_nothing_is_no_value_and_nothing_over_nothing_is_any(level: float) -> None:
    """A difference below the noise of floats is nothing."""
    known = {y: level, b: 3.0 if level == 3 else 0.3}
    quotient = Eq(r * (y - b), a - c)
    pole = evaluated(quotient, r, {**known, a: 1, c: 2})
    assert (values_of(pole), spans_of(pole)) == ([], [])
    free = evaluated(quotient, r, {**known, a: 2, c: 2})
    assert (values_of(free), spans_of(free)) == ([], [(-math.inf, math.inf)])
    assert values_of(evaluated(quotient, r, {y: 5, b: 3, a: 2, c: 4})) == [-1]
    assert values_of(evaluated(quotient, r, {y: 5, b: 3, a: 0.1 + 0.2, c: 0.3})) == [0]


@pytest.mark.parametrize(
    ("product", "spans"), [(1.0, []), (-1.0, []), (0.0, [(-math.inf, math.inf)])]
)
def test_dividing_by_a_given_zero_is_no_value_and_zero_by_zero_is_any(
    product: float, spans: list[tuple[float, float]]
) -> None:
    """Where there is no difference to vanish."""
    found = evaluated(Eq(r * u, s), r, {u: 0.0, s: product})
    assert (values_of(found), spans_of(found), found.unsolved) == ([], spans, [])


def test_an_equation_with_a_root_leaves_nothing_unsolved() -> None:
    """And one that says nothing of its unknown has no root made up for it."""
    assert evaluated(Eq(x + sympy.exp(x), y), x, {y: 5}).unsolved == []
    assert (
        values_of(
            evaluated(
                Eq(sympy.exp(x) + sympy.exp(x * y), sympy.exp(x) + sympy.exp(x * a)),
                x,
                {y: 2, a: 2},
            )
        )
        == []
    )


def test_what_lies_outside_the_range_is_kept_apart() -> None:
    """With its value; the end of a closed range may be missed by the noise of floats."""
    found = evaluated(Eq(x * (y - b), a - c), x, {y: 5, b: 3, a: 2, c: 4})
    assert (values_of(found), [result.value for result in found.outside]) == ([], [-1])
    assert values_of(evaluated(Eq(share * a, b), share, {a: 1, b: 1 + 1e-12})) == pytest.approx([1])
    assert values_of(evaluated(Eq(share * a, b), share, {a: 1, b: 1 + 1e-10})) == [1]
    assert evaluated(Eq(share * a, b), share, {a: 1, b: 1 + 1e-7}).outside
    assert evaluated(Eq(part * a, b), part, {a: 1, b: 1 + 1e-10}).outside


def test_a_root_at_zero_where_both_sides_vanish_is_found() -> None:
    """x² - x a = 0 has zero beside a. One that is divided by x has lost it, which is told."""
    equation = Eq(s, part**2 - part * a)
    assert values_of(evaluated(equation, part, {s: 0.0, a: 0.5})) == pytest.approx([0, 0.5])
    assert values_of(evaluated(equation, part, {s: 0.14, a: 0.5})) == pytest.approx([0.7])
    divided = Eq(s * part, part**2 - part * a)
    assert values_of(evaluated(divided, part, {s: 0.0, a: 0.5})) == pytest.approx([0.5])


def test_zero_satisfies_what_cancels_within_noise() -> None:
    """And no other number does, nor zero what is left of less."""
    block = Solved([Eq(s, x * y - b)], s)
    satisfied = [
        satisfies(
            reader_of(block.system), block.compiled.data, block.numbers({x: 1, y: 3, b: at, s: v})
        )
        for at, v in ((3 + 1e-11, 0.0), (3 + 1e-11, 1e-11), (3 + 1e-6, 0.0), (2.0, 0.0))
    ]
    assert satisfied == [True, False, False, False]


def test_what_floats_do_not_give_is_unsolved() -> None:
    """An odd root of a negative number exists; an even one does not, and neither is guessed. An
    unknown given is not a number either.
    """
    for equation, values in ((Eq(r**3, s), {s: -8.0}), (Eq(r * a, s), {a: 2.0})):
        found = evaluated(equation, r, values)
        assert (values_of(found), len(found.unsolved)) == ([], 1)


def test_every_root_is_a_value() -> None:
    """Of an absolute value both, of an equation without a rule the one there is."""
    assert sorted(values_of(evaluated(Eq(y, sympy.Abs(r)), r, {y: 5}))) == [-5, 5]
    (root,) = values_of(evaluated(Eq(x + sympy.exp(x), y), x, {y: 5}))
    assert root + math.exp(root) == pytest.approx(5)
    assert evaluated(Eq(x + sympy.exp(x), y), x, {y: 0.5}).unsolved


def test_a_crossover_is_where_the_sides_of_a_guard_are_equal() -> None:
    """With the two sides; one whose numbers are not known has none."""
    solved = Solved([Eq(y, Max(2 * x, x + a))], x)
    assert solved.crossovers(0, {y: 8, a: 3}) == [((2 * x, a + x), pytest.approx(3))]
    assert solved.crossovers(1, {y: 8, a: 3}) == [((a + x, 2 * x), pytest.approx(3))]
    assert solved.crossovers(0, {y: 8}) == []


def test_what_was_eliminated_follows_from_the_unknown() -> None:
    """Its value is told with it, and judged by its range."""
    solved = Solved([Eq(y, x + a), Eq(b, x * y)], x, y)
    (result,) = solved.at({a: 1, b: 6}).results
    slots = solved.slots
    assert (result.values[slots[x]], result.values[slots[y]], result.condition) == (
        pytest.approx(2),
        pytest.approx(3),
        "",
    )
    found = both(Eq(y, a - x), Eq(b, 2 * x + y), x, y, {a: 1, b: 6})
    assert (values_of(found), reasons_of(found)) == (
        [],
        ["it puts another variable outside its range"],
    )


@pytest.mark.parametrize(
    ("factors", "value", "regime"), [((1, 2), 3, "b*x ≥ a*x"), ((4, 2), 1.5, "a*x ≥ b*x")]
)
def test_what_cancels_in_value_and_guard_needs_no_number(
    factors: tuple[float, float], value: float, regime: str
) -> None:
    """The guard is judged with one in its place, and nothing that hangs on it is given a value."""
    solved = Solved([Eq(y, Max(a * x, b * x)), Eq(c * y, d * x)], c, x, y)
    (result,) = solved.at({a: factors[0], b: factors[1], d: 6}).results
    taken = solved.compiled.data.branches[result.branch]
    assert (result.value, taken.regime, result.condition) == (value, regime, "")
    assert (result.values[solved.slots[x]], result.values[solved.slots[y]]) == (None, None)


def test_what_cancels_in_the_value_alone_leaves_the_guard_open() -> None:
    """Whether a*x exceeds b hangs on x, so the value holds on that condition and the regime without
    it stays unsolved.
    """
    found = Solved([Eq(y, Max(a * x, b)), Eq(y, c * x)], c, x, y).at({a: 1, b: 2})
    assert [(result.value, result.condition) for result in found.results] == [(1, "a*x ≥ b")]
    assert len(found.unsolved) == 1


@pytest.mark.parametrize(
    ("other", "holds"), [(1.0, True), (1 + 1e-8, True), (1 + 1e-5, False), (2.0, False)]
)
def test_a_second_condition_on_the_unknown_is_judged(other: float, holds: bool) -> None:
    """To a millionth."""
    found = Solved([Eq(x, a), Eq(x, b)], x).at({a: 1, b: other})
    assert (bool(found.results), reasons_of(found)) == (
        holds,
        [] if holds else ["a further condition fails"],
    )


def test_what_guards_share_is_computed_once_at_each_place(monkeypatch: pytest.MonkeyPatch) -> None:
    places, filled = Counter[tuple[int, Any]](), spans._Places._filled

    def counted(self: Any, at: Any) -> Any:
        places[id(self), at] += 1
        return filled(self, at)

    monkeypatch.setattr(spans._Places, "_filled", counted)
    assert spans_of(evaluated(Eq(y, Max(a, 2 - x, x - 5)), x, {y: 2, a: 2}))
    assert len(places) > 1
    assert set(places.values()) == {1}


def test_a_guard_that_the_unknown_does_not_move_is_not_scanned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    solved = Solved([Eq(y, Max(a, 2 - x))], x)
    sides = tuple(lower(side, solved.slots, solved.system.compiled.nodes) for side in (a + b, c))
    branch = replace(solved.compiled.data.branches[0], guards=(sides,))
    numbers, slot = solved.numbers({y: 2, a: 2, b: 1, c: 3}), solved.slots[x]
    monkeypatch.setattr(spans, "roots", lambda *_: pytest.fail("it is scanned"))
    assert crossovers(reader_of(solved.system), branch, slot, numbers) == []
