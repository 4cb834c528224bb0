"""Relations that elimination leaves coupled for one unknown, solved by way of another."""

from __future__ import annotations

import itertools

import pytest
import sympy

from derive.equations import Eq, Max, Relation, Var
from derive.solving.coupled_blocks import _saying_more
from derive.structure.plan import Block, Plan
from derive.system import System

a, b, k, t, u, x, y = (Var(name, within="(0, oo)") for name in "abktuxy")

# In each no rule isolates y, while y = 2 is the only root above zero.
TWO = {"cubic": Eq(x, y**3 + y), "falling": Eq(x, k - y**2 - y)}
THREE = {"cubic": Eq(x, y**3 + t), "linear": Eq(t, 2 * y), "falling": Eq(x, k - y**2 - t)}
ROOTS = {"power": Eq(x, y**3 + sympy.sqrt(y)), "inverse": Eq(x, k / y + sympy.sqrt(2))}


@pytest.mark.parametrize("equations", [TWO, THREE, ROOTS])
def test_every_unknown_of_coupled_relations_is_found_in_any_order(
    equations: dict[str, Eq],
) -> None:
    at = {y: sympy.Integer(2), t: sympy.Integer(4)}
    at[x] = next(iter(equations.values())).rhs.subs(at)
    at[k] = sympy.solve(list(equations.values())[-1].subs(at), k)[0]
    unknown = sorted({v for e in equations.values() for v in e.free_symbols} - {k}, key=str)
    for order in itertools.permutations(equations.items()):
        system = System([Relation(name, equation) for name, equation in order])
        for target in unknown:
            answer = system.solve(target, {k: float(at[k])})
            assert answer.status == "solved", (order, target)
            assert answer.value == pytest.approx(float(at[target]), rel=1e-9)
            assert answer.derivation.verified


def test_every_root_of_another_unknown_gives_a_value() -> None:
    """y is 1, 2 or 4: what is left of the relations is (y - 1)(y - 2)(y - 4) = 0."""
    cubic, square = Eq(x, y**3 - 6 * y**2 + 15 * y + 1), Eq(x, y**2 + y + k)
    system = System([Relation("cubic", cubic), Relation("square", square)])
    found = system.solve(x, {k: 9}).values
    assert sorted(value.value for value in found) == pytest.approx([11, 15, 29], rel=1e-9)


def test_coupled_relations_that_no_value_meets_are_not_solved() -> None:
    system = System([Relation(name, equation) for name, equation in TWO.items()])
    assert system.solve(x, {k: 1e-3}).status == "solved"
    assert system.solve(x, {k: 16, y: 3}).status == "contradiction"
    never = System([Relation("r", Eq(x, y**3 + y + 1)), Relation("s", Eq(x, k - y**2 - y))])
    assert never.solve(x, {k: 0.5}).status != "solved"


def dead_end_beside_an_unsolved_regime() -> System:
    """A value of x0 that leads nowhere, while values of y4 lie in other regimes."""
    c2, c5, c8 = Var("c2"), Var("c5", within="(-oo, oo)"), Var("c8")
    x0, x3 = Var("x0", within="(-oo, oo)"), Var("x3", within="[1, oo)")
    x1, x2 = Var("x1", within="[0, oo)"), Var("x2")
    y0, y1, y3 = Var("y0", within="[0, oo)"), Var("y1"), Var("y3")
    y4 = Var("y4", within="(-oo, oo)")
    root = sympy.sqrt(x3)
    return System([
        Relation("sum", Eq(y4, c2 + x3 + y3)),
        Relation("square", Eq(y0, x1**2 - x1 * x3)),
        Relation("root", Eq(Max(root, y0), y1)),
        Relation("part", Eq(c2 * x2, sympy.Abs(x3 - root + 1))),
        Relation("largest", Eq(y3, Max(x0, 1 / x3, y1))),
        Relation("steps", Eq(x0, c5 * sympy.ceiling(3 * y1**2))),
        Relation("rest", Eq(c8 * y3, sympy.Abs(sympy.sqrt(x2) - x2 + 1))),
    ])  # fmt: skip


def test_a_dead_end_beside_a_regime_that_stays_unsolved_is_not_called_unreachable() -> None:
    system = dead_end_beside_an_unsolved_regime()
    c2, c5, c8, x0, x1, x2, x3, y0, y1, y3, y4 = map(
        system.find, ["c2", "c5", "c8", "x0", "x1", "x2", "x3", "y0", "y1", "y3", "y4"]
    )
    given = {c2: 7.434995573935, c5: -0.04322727272727, c8: 0.8462522727025}
    answer = system.solve(y4, {x1: 0, **given})
    assert answer.status == "underdetermined"
    assert answer.warnings == ("x0 could not be isolated: its equations stay coupled",)
    known = {**given, y0: 0, x3: 2.181, x2: 0.229, y1: 1.4768, y3: 1.4768, x0: 7 * given[c5]}
    for relation in system.relations[2:]:  # values that meet them, to three digits
        sides = (side.subs(known) for side in (relation.left, relation.right))
        assert float(next(sides)) == pytest.approx(float(next(sides)), rel=1e-3)


@pytest.mark.parametrize("order", [(0, 1, 2, 3, 4), (3, 2, 4, 1, 0), (4, 1, 3, 0, 2)])
def test_the_rest_follows_by_relations_in_which_an_unknown_can_be_isolated(
    order: tuple[int, ...],
) -> None:
    """Once one unknown is known, the target follows by two relations, and stays coupled by two
    others, of which each order of the relations tried some first.
    """
    c = Var("c", within="(-oo, oo)")
    aim, low, same = (Var(name, within="(-oo, oo)") for name in ("aim", "low", "same"))
    gap, root, made = Var("gap", within="[0, oo)"), Var("root", within="[0, oo)"), Var("made")
    relations = [
        Relation("square", Eq(aim - root**2, low)),
        Relation("size", Eq(sympy.Abs(1 + root - aim), gap)),
        Relation("same", Eq(same, low)),
        Relation("part", Eq(c * (9 * low / (gap + 1) ** 2 + gap), same)),
        Relation("product", Eq(root * low * same, made)),
    ]
    system = System([relations[k] for k in order])
    answer = system.solve(aim, {c: 0.1144342322259, made: 0.1379979646594})
    expected = [1.100746, 1.127376, 2.442657, 2.499648, 2.720892, 2.755023, 5.129345]
    assert sorted(v.value for v in answer.values) == pytest.approx(expected, rel=1e-3)


def test_another_relation_tells_the_argument_of_a_rounding_on_the_way() -> None:
    """m = r·x and n = floor(3√x) is 1 or 2, so x = √(c·n), whichever unknown comes first."""
    names = ("floored", "s_", "z_", "r_", "x_", "w_", "m_", "q_", "c_")
    n, s, z, r, v, w, m, q, c = places = [Var(name, within="(0, oo)") for name in names]
    relations = [
        Relation("square", Eq(abs(w**2 + 1 - s), s * z)),
        Relation("inverse", Eq(abs(1 + 1 / w - m), q * w)),
        Relation("product", Eq(m, r * v)),
        Relation("rounding", Eq(n, sympy.floor(3 * sympy.sqrt(v)))),
        Relation("way", Eq(m, n * r * c / v)),
    ]
    for order in (places, places[::-1]):
        system = System(relations, variables=order)
        given = {s: "2.324", q: "0.4663902921865", r: "1.928917609047", c: "0.1915805"}
        answer = system.solve(z, given)
        assert [x.value for x in answer.values] == pytest.approx([0.1254, 0.5886], rel=1e-3)


@pytest.mark.parametrize(("total", "value"), [(3, 1.0), (1, None)])
def test_a_value_that_breaks_a_regime_decided_before_it_is_none(
    total: float, value: float | None
) -> None:
    """ratio · size is the larger of 2 size and 5 size: at sizes above zero the ratio is 5, which
    leaves a size of -2 or -4. A size of zero, and below it a ratio of 2, are what there is.
    """
    size, product, whole, more = (
        Var(f"regime_{name}", within="(-oo, oo)") for name in ("size", "product", "whole", "more")
    )
    ratio = Var("regime_ratio")
    system = System([
        Relation("product", Eq(product, ratio * size)),
        Relation("larger", Eq(product, Max(2 * size, 5 * size))),
        Relation("whole", Eq(whole, size + ratio)),
        Relation("more", Eq(more, product + 1)),
    ])  # fmt: skip
    answer = system.solve(more, {whole: total})
    assert answer.status == ("underdetermined" if value is None else "solved")
    assert answer.number == (None if value is None else pytest.approx(value))


@pytest.mark.parametrize(
    ("known", "more"), [("abtuxy", False), ("abtux", False), ("abtu", False), ("abtx", True)]
)
def test_behind_an_interval_a_coupled_block_is_solved_again_for_what_is_open(
    known: str, more: bool
) -> None:
    """That of t + u = a and t - 2u = b; not one whose unknowns all have values."""
    relations = [Relation("sum", Eq(a, t + u)), Relation("less", Eq(b + 2 * u, t))]
    system = System([*relations, Relation("rounded", Eq(y, sympy.ceiling(x * t)))])
    slots = system.slots
    blocks = Block((0, 1), slots[t]), Block((2,), slots[x])
    plan = Plan(slots[x], blocks, determined=True, known=frozenset((slots[a], slots[b])))
    have = {slots[v] for v in (a, b, t, u, x, y) if v.name in known}
    assert list(_saying_more(system, plan, 1, have)) == ([blocks[0]] if more else [])


@pytest.mark.parametrize("order", [1, -1])
def test_values_behind_a_scan_among_jumps_are_all_found_or_said_to_be_open(order: int) -> None:
    """⌈3c√x·3.63⌉ = 95.3x and ⌈3x²⌉ = c·x: a c of 4.144 or 25.48, not any."""
    size, rest = Var("size_scan"), Var("rest_scan")
    steps = Eq(95.31416400426 * rest, sympy.ceiling(3 * size * sympy.sqrt(rest) * 1.9047**2))
    relations = [
        Relation("steps", steps),
        Relation("whole", Eq(sympy.ceiling(3 * rest**2), size * rest)),
    ]
    answer = System(relations[::order]).solve(size, {})
    found = [pytest.approx(4.144094, abs=1e-6), pytest.approx(25.480024, abs=1e-6)]
    others = any("there may be others" in text for text in answer.warnings)
    assert not answer.intervals
    assert [v.value for v in answer.values] == found[: 1 if others else 2]
