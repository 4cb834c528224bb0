"""All values of coupled relations: complete, and the same in every order."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sympy

from derive import Eq, Min, Relation, System, Var
from derive.results.known import Known, Origin
from derive.results.solution import ValueInterval
from derive.solving import completed
from derive.solving.complete_search import CompleteSearch
from derive.solving.consistency import knowledge
from derive.solving.value_search import SearchWork

x, y, z = Var("x"), Var("y"), Var("z")
a, b = Var("a"), Var("b")


def test_coupled_cases_that_no_value_meets_contradict_each_other() -> None:
    """By the first case 0.2 x is x / 0.09, by the second 5 x² + 1; neither is within its case."""
    share = Var("x", within="(0, 1]")
    below = sympy.Piecewise((share * a, share <= a), (share**2 / a + 1, True))
    relations = [Relation("cases", Eq(y, below)), Relation("least", Eq(b * y, Min(2, share)))]
    answer = System(relations).solve(y, {a: "0.200000", b: "0.0900000"})
    assert answer.status == "contradiction" and set(answer.conflict.names) == {"a", "b"}
    both = System(relations).solve(y, {a: "0.200000", b: "0.200000"})
    assert [v.value for v in both.values] == pytest.approx([1.381966, 3.618034])


@pytest.mark.parametrize("first", [0, 1])
def test_a_value_that_no_others_fit_is_refuted_in_every_order(first: int) -> None:
    """x (4 - x) = 11 x leaves no x above zero."""
    relations = [Relation("same", Eq(y, x)), Relation("parabola", Eq(y * (4 - y), a * x))]
    system = System([relations[first], relations[1 - first]])
    answer = system.solve(y, {a: 11})
    assert answer.contradiction is not None and answer.contradiction.names == ("a",)


SHARE = 0.4075 / 0.9742
REGIMES = [
    Relation("step", Eq(a * x, sympy.Piecewise((x, x <= 1), (x + 1, True)))),
    Relation(
        "cases",
        Eq(0.4075 * sympy.Piecewise((a * x * y, a <= x), (a * x * y + 1, True)), a),
    ),
    Relation("least", Eq(y, 12.92 * Min(1, a, z))),
    Relation("root", Eq(0.4075, 0.9742 * Min(x, sympy.sqrt(z)))),
]


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (2, 3, 0, 1), (3, 1, 2, 0)])
def test_coupled_regimes_have_the_same_value_in_every_order(
    order: tuple[int, ...],
) -> None:
    """Some regimes stay without a value, which ones depends on the order; the derivation stays."""
    answer = System([REGIMES[k] for k in order]).solve(a, {})
    assert answer.status == "solved" and [v.value for v in answer.values] == [1.0]
    assert not answer.values[0].condition and "1 ≥ x" in answer.values[0].regime
    assert answer.derivation.steps


def test_a_value_beside_which_others_have_none_contradicts_the_givens() -> None:
    """Of the regimes x is a share and z the rest: a ratio of them leaves a = 1 or nothing."""
    system = System([*REGIMES, Relation("ratio", Eq(b, x / z))])
    rest = (1 / 0.4075 - 1) / SHARE / 12.92
    answer = system.solve(a, {b: SHARE / rest})
    assert answer.status == "solved" and answer.number == 1
    answer = system.solve(a, {b: 0.2})
    assert answer.status == "contradiction" and answer.conflict.names == ("b",)


@pytest.mark.parametrize(("most", "status"), [(5, "contradiction"), (4, "solved")])
def test_beside_too_many_relations_a_value_is_told_without_a_search(
    monkeypatch: pytest.MonkeyPatch, most: int, status: str
) -> None:
    """Of five relations, one is not behind the value that the others lead to."""
    monkeypatch.setattr(completed, "MOST_REACHED", most)
    system = System([*REGIMES, Relation("ratio", Eq(b, x / z))])
    assert system.solve(a, {b: 0.2}).status == status


@pytest.mark.parametrize(
    ("origin", "intervals", "searched"),
    [
        (Origin.GIVEN, (), True), (Origin.DEFAULT, (), False),
        (Origin.GIVEN, (ValueInterval(1.0, 2.0),), False),
    ],
)  # fmt: skip
def test_a_value_is_searched_for_beside_no_default_and_no_interval(
    monkeypatch: pytest.MonkeyPatch,
    origin: Origin,
    intervals: tuple[ValueInterval, ...],
    searched: bool,
) -> None:
    monkeypatch.setattr(completed, "MOST_REACHED", 4)
    system, ratio = System([*REGIMES, Relation("ratio", Eq(b, x / z))]), Known(b, 0.2, origin)
    answer = system.solve(a, {b: 0.2})
    solution = replace(answer.solution, intervals=intervals)
    monkeypatch.setattr(completed, "MOST_REACHED", 5)
    stated = {b: replace(ratio, origin=Origin.GIVEN)}
    told = replace(answer, known=(ratio,), solution=solution)
    assert completed.OpenAnswer(system, stated, told).open_values == ((1.0,) if searched else None)


@pytest.mark.parametrize(("most", "refuted"), [(2, True), (1, False)])
def test_where_no_value_is_found_it_is_searched_for_in_few_relations_alone(
    monkeypatch: pytest.MonkeyPatch, most: int, refuted: bool
) -> None:
    """x (4 - x) = 11 x leaves no x above zero, of which a scan is no proof."""
    monkeypatch.setattr(completed, "MOST_REACHED", most)
    relations = [Relation("same", Eq(y, x)), Relation("parabola", Eq(y * (4 - y), a * x))]
    answer = System(relations).solve(y, {a: 11})
    assert answer.status == "unreachable" and (answer.contradiction is not None) is refuted


@pytest.mark.parametrize(
    ("roots", "likely", "left", "found"),
    [
        ((-2, 2), (), 100, (-2, 2)),
        ((-1e35, 1e35), (), 100, (-1e35, 1e35)),
        ((-2, 2), (2.0000001,), 100, (-2, 2.0000001)),
        ((-2, 2), (2.000002,), 100, (-2, 2)),
        ((-2, 3), (-2.0, 1.0, 3.0), 100, (-2, 3)),
        ((1, 3), (1.0, 3.0), 300, (1, 3)),
        ((1, 3), (1.0, 3.0), 30, None),
        ((1, 3), (1.0,), 60, None),
        ((1, 3), (1.0,), 300, (1, 3 - 2.2e-11)),
        ((1, 1.000005), (1.0,), 3000, None),
        ((0, 2), (0.0, 2.0), 3000, None),
    ],
)
def test_all_values_are_found_or_none_is_told(
    roots: tuple[float, float],
    likely: tuple[float, ...],
    left: int,
    found: tuple[float, ...] | None,
) -> None:
    """The roots of x**2 = total x - product: those that are not found to the last digits, such as
    two next to each other, are none; a likely value stands for what is next to it alone.
    """
    real, own, total, product = (
        Var(name, within="(-oo, oo)") for name in ("real", "own", "total", "product")
    )
    square, line = Eq(own, real**2), Eq(own, total * real - product)
    system = System([Relation("square", square), Relation("line", line)])
    at = {total: sum(roots), product: roots[0] * roots[1]}
    given = {var: Known(var, float(value), Origin.GIVEN) for var, value in at.items()}
    state = knowledge(system, given, width=0.0)
    values = CompleteSearch(real, (real, own), likely).values(state, SearchWork(left))
    assert values == (None if found is None else pytest.approx(found, rel=1e-13))


def test_values_of_several_coupled_variables_are_found_to_the_last_digits() -> None:
    """One value was told under the condition that the other case does not hold."""
    root, share = Var("x", within="[0, oo)"), Var("s", within="(0, 1]")
    size, above = Var("v", within="[0, oo)"), Var("q", within="(-oo, oo)")
    first = root**2 + y + 1 / share, root <= y
    cases = sympy.Piecewise(first, (root**2 + share + y**2 + 1, True))
    roots = sympy.Piecewise(
        (sympy.sqrt(a) + sympy.sqrt(share), share <= a), (sympy.sqrt(a) * share + 1, True)
    )
    relations = [
        Relation("product", Eq(y, root * sympy.sqrt(share))),
        Relation("cases", Eq(cases, size)),
        Relation("roots", Eq(z, roots)),
        Relation("size", Eq(sympy.Abs(sympy.sqrt(z) - z + 1), above)),
        Relation("several", Eq(b * (size + 27 / (size + 1) ** 2), 1)),
    ]
    given = {a: "1.00000000000", above: "0.7001941781569", b: 0.02447470511409 / 0.1438057164526}
    answer = System(relations).solve(y, given)
    assert answer.status == "solved"
    assert [v.value for v in answer.values] == pytest.approx([0.20460941, 0.93675022])


def test_a_value_at_a_jump_far_from_another_is_found() -> None:
    """The ceiling of 3 (x² − 3 x) is zero at 0 and at 3 alone; a little above 3 it is one."""
    size, above = Var("x", within="[0, oo)"), Var("a", within="[0, oo)")
    steps, root = Var("b", within="[0, oo)"), Var("c", within="[0, oo)")
    whole, factor = Var("d", within="(-oo, oo)"), Var("f", within="(0, oo)")
    relations = [
        Relation("above", Eq(size**2 - 3 * size, above)),
        Relation("steps", Eq(steps, sympy.ceiling(3 * above))),
        Relation("whole", Eq(sympy.floor(3 * above), whole)),
        Relation("sum", Eq(y, sympy.sqrt(root) + above + steps)),
        Relation("square", Eq(z, abs(root**2 - y**2 + 1))),
        Relation("product", Eq(root, factor * root**2 * z)),
    ]
    answer = System(relations).solve(size, {y: 1.753567791675, factor: 0.04406174978847, whole: 0})
    assert [v.value for v in answer.values] == [0.0, 3.0]


def test_a_root_just_before_what_is_eliminated_leaves_its_range_is_found() -> None:
    """Of two roots between neighbours of a grid; behind the second the load is negative."""
    size, load, rest = Var("size"), Var("load", within="[0, oo)"), Var("rest", within="(-oo, oo)")
    cases = sympy.Piecewise((size**2 + load, load <= size), (size + sympy.sqrt(load) + 1, True))
    relations = [
        Relation("cases", Eq(a * size, cases)),
        Relation("load", Eq(sympy.sqrt(size) - rest - load**2, b * load)),
    ]
    answer = System(relations).solve(size, {a: 5.907543498157, b: 0.6767087201653, rest: -0.17})
    assert sorted(v.value for v in answer.values) == pytest.approx([0.362, 5.67954207])


def test_what_is_left_beside_a_value_found_leaves_nothing_open() -> None:
    """A box beside that of a value, too narrow to be cut and not refuted, has the same value."""
    c1, c4, c7 = (Var(f"c{k}") for k in (1, 4, 7))
    x0, x1, x2 = Var("x0"), Var("x1", within="(0, 1]"), Var("x2")
    x3, y0, y2 = (Var(name, within="[0, oo)") for name in ("x3", "y0", "y2"))
    y3, y8 = Var("y3"), Var("y8")
    y5, y6 = (Var(name, within="(-oo, oo)") for name in ("y5", "y6"))
    by_size = (x0 * sympy.sqrt(x1) * y0, x1 <= x0), (x0**2 + x1**2 + y0 + 1, True)
    by_share = (
        (sympy.sqrt(c1) + 1 / x1 + 1 / x0, x0 <= x1),
        (c1 * x0 * sympy.sqrt(x1) + 1, True),
    )
    equations = [
        Eq(x0, c1 * sympy.Piecewise(*by_size)),
        Eq(y0, x0 - x3),
        Eq(y3, sympy.Piecewise(*by_share)),
        Eq(c4 * y2, Min(2, sympy.sqrt(x2))),
        Eq(c7 * sympy.Abs(-(y2**2) + y6 + 1), y3),
        Eq(y6, Min(c1, x1**2, y5)),
        Eq(y8, y0 * y6 / c1),
        Eq(y2, x2**2),
        Eq(y5, sympy.Abs(x1 - y2 + 1)),
    ]
    system = System([Relation(f"r{k}", equation) for k, equation in enumerate(equations)])
    given = {c1: "0.738290723515", c4: "2.100589685998", c7: "1.429214596625", y8: "1.448000000000"}
    values = [v.value for v in system.solve(y6, given).values]
    assert values == pytest.approx([0.7293979, 0.7382907])
