"""Systems of one's own: any names, any shape, nothing of the library."""

from __future__ import annotations

import math
import subprocess
import sys

import pytest
import sympy

from derive.equations import Eq, Max, Min, Relation, Var, Vocabulary
from derive.errors import DeclarationError, UnknownName
from derive.system import System

x, y, z, a, b, c = (Var(name) for name in "xyzabc")
r, q = Var("r", within="(-oo, oo)"), Var("q", within="(-oo, oo)")


def test_two_variables_and_one_relation_are_a_system() -> None:
    """Asked both ways, with units."""
    speed, path = Var("speed", "m/s"), Var("path", "m")
    lap = Var("lap", "s")
    system = System([Relation("motion", Eq(path, speed * lap))])
    assert system.solve("lap", {"path": "100 m", "speed": "8 m/s"}).value.magnitude == 12.5
    assert system.solve("speed", {"path": "1 km", "lap": "100 s"}).value.magnitude == 10


@pytest.mark.slow
def test_a_system_of_ones_own_imports_nothing_of_the_library() -> None:
    """The engine does not need the subject."""
    program = (
        "import sys\nfrom derive import Eq, Relation, System, Var\nd, v = Var('d', 'm'), Var('v',"
        " 'm')\nanswer = System([Relation('double', Eq(d, 2 * v))]).solve('v', {'d': '4"
        " m'})\nassert answer.value.magnitude == 2.0, answer.value\nassert len(answer.derivation)"
        " == 3 and answer.derivation.verified\nprint([name for name in sys.modules if"
        " name.startswith('derive.library') or name.startswith('derive.cli')])\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert result.stdout.strip() == "[]", result.stderr


ODD = [
    "name",
    "kind",
    "args",
    "func",
    "is_Symbol",
    "equation",
    "lambda_",
    "E",
    "I",
    "S",
    "N",
    "oo",
    "pi",
    "gamma",
    "rank",
    "unit",
    "ß",
    "λ",
]


@pytest.mark.parametrize("name", ODD)
def test_any_name_can_be_a_variable(name: str) -> None:
    """Names that mean something to Python or sympy are names like any other."""
    odd = Var(name)
    system = System([Relation(name, Eq(odd, 2 * x))])
    assert system.solve(name, {"x": 3}).number == 6
    answer = system.solve("x", {name: 8})
    assert answer.number == 4
    assert answer.derivation.verified


@pytest.mark.parametrize("name", ["", "1x", "a b", "a-b", "x;y", None, 3])
def test_what_cannot_be_a_name_is_refused_in_words(name: object) -> None:
    """DeclarationError, not a traceback from sympy."""
    with pytest.raises(DeclarationError, match="letters, digits"):
        Var(name)


def test_an_unknown_name_gets_a_suggestion() -> None:
    """did you mean."""
    speed = Var("speed")
    with pytest.raises(UnknownName, match="Did you mean speed"):
        System([Relation("double", Eq(speed, 2 * x))]).solve("speeed", {})


def test_a_variable_of_another_system_is_found_by_its_name() -> None:
    """One without a namesake is unknown; one with a namesake stands for it."""
    speed = Var("speed")
    system = System([Relation("double", Eq(speed, 2 * x))])
    with pytest.raises(UnknownName, match="Did you mean speed"):
        system.solve(x, {Var("speeed"): 4})
    assert system.solve(x, {Var("speed", within="[0, oo)"): 4}).number == 2


def test_two_variables_of_one_name_and_different_units_are_refused() -> None:
    """A name means one thing in a system."""
    with pytest.raises(DeclarationError, match="two different variables"):
        System(
            [
                Relation("one", Eq(Var("w", "m"), 2 * Var("v", "m"))),
                Relation("two", Eq(Var("w", "s"), 2 * Var("u", "s"))),
            ]
        )


def test_two_relations_of_one_name_are_refused() -> None:
    """They would look the same in a derivation."""
    with pytest.raises(DeclarationError, match="two relations"):
        System([Relation("same", Eq(x, y)), Relation("same", Eq(x, z))])


def test_two_relations_that_say_the_same_are_harmless() -> None:
    """x = a b twice, under two names, and once turned round: same answer, no contradiction, a true
    value closed.
    """
    system = System(
        [
            Relation("first", Eq(x, a * b)),
            Relation("second", Eq(x, a * b)),
            Relation("third", Eq(a, x / b)),
        ]
    )
    assert system.solve(x, {a: 2, b: 3}).number == 6
    assert system.solve(a, {x: 6, b: 3}).number == 2
    assert system.solve(x, {a: 2}).status == "underdetermined"
    assert system.solve(b, {x: 6, a: 2}).status == "solved"
    assert system.solve(x, {x: 6, a: 2, b: 4}).status == "contradiction"


def test_a_relation_and_a_variable_may_share_a_name() -> None:
    """Nodes of the graph have their kind and their name."""
    system = System([Relation("x", Eq(x, a * b)), Relation("a", Eq(a, 2 * c))])
    assert system.solve("b", {"x": 12, "c": 3}).number == 2
    assert len(system.graph) == 6


@pytest.mark.slow
@pytest.mark.parametrize("length", [2_000])
def test_a_long_chain_is_asked_from_either_end(length: int) -> None:
    """Two thousand relations, forwards and backwards, without recursion; the
    derivation says every line.
    """
    chain = [Var(f"v{k}") for k in range(length + 1)]
    system = System([Relation(f"r{k}", Eq(chain[k + 1], chain[k] + 1)) for k in range(length)])
    forwards = system.solve(chain[-1], {chain[0]: 1.0})
    backwards = system.solve(chain[0], {chain[-1]: length + 1.0})
    nothing = system.solve(chain[length // 2], {})
    assert forwards.number == pytest.approx(length + 1)
    assert backwards.number == pytest.approx(1)
    assert nothing.status == "underdetermined"
    assert len(forwards.derivation) == 2 * length
    assert backwards.derivation.verified


def test_a_tree_is_planned_along_its_one_path() -> None:
    """A binary tree of products: a leaf from the root and all other leaves takes only the relations
    above it.
    """
    nodes = [Var(f"t{k}") for k in range(255)]
    system = System(
        [Relation(f"r{k}", Eq(nodes[k], nodes[2 * k + 1] * nodes[2 * k + 2])) for k in range(127)]
    )
    given = dict.fromkeys(nodes[128:], 1.01) | {nodes[0]: 5.0}
    answer = system.solve(nodes[127], given)
    assert answer.number == pytest.approx(5.0 / 1.01**127)


@pytest.mark.slow
def test_a_question_in_a_large_system_touches_only_its_neighbourhood() -> None:
    """A thousand copies of a triangle: the plan for one of them uses that one's relations."""
    relations = []
    for k in range(1_000):
        p, s, t = Var(f"p{k}"), Var(f"s{k}"), Var(f"t{k}")
        relations += [Relation(f"sum{k}", Eq(p, s + t)), Relation(f"ratio{k}", Eq(s, 3 * t * x))]
    system = System(relations)
    answer = system.solve("t77", {"p77": 8, "x": 1})
    assert answer.number == pytest.approx(2)
    assert {r.name for r in answer.relations} == {"sum77", "ratio77"}


def test_coupled_lines_are_solved() -> None:
    """x + y = a, x - y = b."""
    system = System([Relation("plus", Eq(x + y, a)), Relation("minus", Eq(x - y, b))])
    assert system.solve(x, {a: 10, b: 4}).number == pytest.approx(7)
    assert system.solve(y, {a: 10, b: 4}).number == pytest.approx(3)
    assert system.solve(y, {a: 10, b: 4}).derivation.verified


def test_parallel_lines_contradict_or_stay_open() -> None:
    """x + y = a, 2x + 2y = b: open if b = 2a, and never a number."""
    system = System([Relation("once", Eq(x + y, a)), Relation("twice", Eq(2 * x + 2 * y, b))])
    assert system.solve(x, {a: 5, b: 10}).status == "underdetermined"
    assert system.solve(x, {a: 5, b: 11}).status in ("underdetermined", "contradiction")
    assert system.solve(b, {a: 5}).number == pytest.approx(10)


def test_a_cycle_of_definitions_is_solved_as_one_block() -> None:
    """x = a y, y = b + x / z: each needs the other."""
    system = System([Relation("first", Eq(x, a * y)), Relation("second", Eq(y, b + x / z))])
    answer = system.solve(x, {a: 2, b: 3, z: 4})
    assert answer.number == pytest.approx(12)
    assert {r.name for r in answer.relations} == {"first", "second"}


def test_a_quadratic_has_two_values() -> None:
    """x² + 6 = 5 x: two and three, both shown, and no single number claimed."""
    answer = System([Relation("roots", Eq(x**2 + a, b * x))]).solve(x, {a: 6, b: 5})
    assert answer.status == "solved"
    assert sorted(o.value for o in answer.outcomes) == pytest.approx([2, 3])
    assert answer.value is None
    assert answer.number is None


def test_zero_that_was_divided_out_is_told() -> None:
    """x = c(x^2 - 3x) has two values; the one that dividing by x loses is told beside the other."""
    root = Var("x", within="(-oo, oo)")
    c = Var("c", within="(-oo, oo)")
    answer = System([Relation("twice", Eq(root, c * (root**2 - 3 * root)))]).solve(root, {"c": "1"})
    assert answer.number == 4 and "x = 0 satisfies twice as well" in answer.warnings


def test_zero_that_a_case_divides_out_is_told() -> None:
    """y = c y^2 where y is at most one: y is 1/c or zero, whatever is asked of it."""
    y, c = (Var(name, within="(-oo, oo)") for name in "yc")
    cases = sympy.Piecewise((y**2, y <= 1), (y + 1, True))
    system = System([
        Relation("cases", Eq(y, c * cases)),
        Relation("double", Eq(Var("twice", within="(-oo, oo)"), 2 * y)),
    ])  # fmt: skip
    answer = system.solve("twice", {"c": "-0.04"})
    assert (
        answer.number == pytest.approx(-50) and "y = 0 satisfies cases as well" in answer.warnings
    )


def test_zero_that_a_regime_divides_out_is_told_where_the_regime_is_decided_without_it() -> None:
    """w = 2 √w where c is at most one; but w is not zero as the larger of 4 and w²/8."""
    c, w = Var("c"), Var("w", within="[0, oo)")
    cases = sympy.Piecewise((2 * sympy.sqrt(w), c <= 1), (w + 1, True))
    answer = System([Relation("cases", Eq(w, cases))]).solve(w, {c: 0.5})
    assert answer.number == 4 and answer.warnings == ("w = 0 satisfies cases as well",)
    largest = System([Relation("largest", Eq(w, Max(4, w**2 / 8)))]).solve(w, {})
    assert [value.value for value in largest.values] == [4, 8]
    assert not any("as well" in text for text in largest.warnings)


def test_zero_beside_a_rounding_is_found() -> None:
    """r = v ⌈3 r⌉ holds at v and at zero."""
    rounded = Var("rounded", within="[0, oo)")
    system = System([Relation("steps", Eq(Var("v") * sympy.ceiling(3 * rounded), rounded))])
    answer = system.solve(rounded, {"v": "0.137"})
    assert answer.status == "solved"
    assert [v.value for v in answer.values] == pytest.approx([0, 0.137])


def test_zero_that_the_smallest_of_coupled_relations_leaves_is_found() -> None:
    """y = ⌊0.8 y⌋ 1.5 at zero, where the largest that it may be is 1.389."""
    y, x, most = (Var(name, within="[0, oo)") for name in ("y", "x", "most"))
    system = System([
        Relation("least", Eq(Min(x, most), y)),
        Relation("steps", Eq(x, sympy.floor(sympy.Rational(4, 5) * y) * sympy.Rational(3, 2))),
    ])  # fmt: skip
    answer = system.solve(y, {"most": 1.389})
    assert sorted(v.value for v in answer.values) == pytest.approx([0, 1.389])


def test_zero_of_an_unknown_that_cancels_is_told() -> None:
    """n = c n fixes c unless n is zero; of a positive n nothing is told."""
    for within, warnings in (("[0, oo)", ("n = 0 satisfies same as well",)), ("(0, oo)", ())):
        n = Var("n", within=within)
        answer = System([Relation("same", Eq(n, Var("c") * n))]).solve("c", {})
        assert (answer.number, answer.warnings) == (1, warnings)


def test_zero_that_was_divided_out_is_no_contradiction() -> None:
    """y is 0 or 3 by one relation and the floor of 0.2 by another, whatever is asked."""
    whole = Var("whole", within="(-oo, oo)")
    system = System([
        Relation("twice", Eq(Var("rest", within="[0, oo)"), whole**2 - 3 * whole)),
        Relation("floor", Eq(whole, sympy.floor(Var("part")))),
        Relation("beside", Eq(Var("other"), Var("third") ** 2)),
    ])  # fmt: skip
    given = {"rest": "0", "part": "0.2"}
    assert system.solve("other", given).status == "underdetermined"


def test_roots_that_all_lie_outside_the_range_are_no_values() -> None:
    """x² + 5x + 6 = a with x above 0 and a = 1 has no root."""
    answer = System([Relation("roots", Eq(x**2 + 5 * x + 6, a))]).solve(x, {a: 1})
    assert answer.outcomes == ()
    assert answer.status != "solved"


def test_real_variables_take_either_sign() -> None:
    """r = q - a, with signs as they fall."""
    system = System([Relation("sum", Eq(r, q - a))])
    assert system.solve(r, {q: 1, a: 4}).number == pytest.approx(-3)
    assert system.solve(q, {r: -10, a: 4}).number == pytest.approx(-6)


def test_a_coefficient_of_zero_does_not_divide() -> None:
    """a x + q y = c with q = 0: x follows, y stays open."""
    system = System([Relation("line", Eq(a * x + q * y, c))])
    assert system.solve(x, {a: 2, q: 0, c: 6}).number == pytest.approx(3)
    assert system.solve(y, {a: 2, q: 0, c: 6, x: 3}).status == "underdetermined"


def test_a_factor_that_turns_out_to_be_zero_fixes_nothing() -> None:
    """x k = k^2 leaves x open where the largest of k and a negative number is zero."""
    k = Var("k", within="[0, oo)")
    x, top, low, left = (Var(name, within="(-oo, oo)") for name in ("x", "top", "low", "left"))
    system = System(
        [Relation("square", Eq(k**2 - x * k, left)), Relation("largest", Eq(top, Max(k, low)))]
    )
    (interval,) = system.solve(x, {"left": "0", "low": "-1", "top": "0"}).intervals
    assert (interval.low, interval.high) == (-math.inf, math.inf)
    assert system.solve(x, {"left": "0", "low": "-1", "top": "2"}).number == 2.0


def test_a_variable_that_no_relation_holds_stays_open() -> None:
    """Declared, asked for, and honest."""
    vocabulary = Vocabulary("mine")
    lone = vocabulary("lone", "byte", "nobody's")
    assert (
        System([Relation("double", Eq(x, 2 * y))], variables=vocabulary).solve(lone, {}).status
        == "underdetermined"
    )


def test_a_system_without_relations_answers_that_nothing_is_known() -> None:
    """No special case."""
    assert System([], variables=[x]).solve(x, {}).status == "underdetermined"


def test_a_target_given_twice_through_equal_relations_is_one_value() -> None:
    """max(x, x) is x."""
    assert System([Relation("twice", Eq(y, Max(x, x)))]).solve(x, {y: 3}).number == pytest.approx(3)


def test_the_closed_form_of_a_short_path_is_one_formula_of_the_givens() -> None:
    """Composed through two relations, and equal to the value."""
    system = System([Relation("one", Eq(y, a * x)), Relation("two", Eq(z, y**2 + b))])
    answer = system.solve(z, {a: 2, x: 3, b: 4})
    assert answer.formula.free_symbols == {a, x, b}
    assert float(answer.formula.subs({a: 2, x: 3, b: 4})) == answer.number == 40


def test_a_value_that_a_range_alone_leaves_is_a_line_of_the_derivation() -> None:
    """No more than nothing is left of x, which a ceiling of zero leaves open down to -1/3."""
    x, y, z = Var("x", within="[0, oo)"), Var("y", within="(-oo, oo)"), Var("z")
    pieces, rest = Relation("pieces", Eq(y, sympy.ceiling(3 * x))), Relation("rest", Eq(z, x + 1))
    answer = System([pieces, rest]).solve(z, {"y": 0})
    assert answer.number == 1
    assert [str(step.equation) for step in answer.derivation][2:] == [
        "Eq(x, 0)", "Eq(z, x + 1)", "Eq(z, x + 1)",
    ]  # fmt: skip


def test_constants_in_a_relation_are_kept_exactly() -> None:
    """A rational and a float in one equation."""
    answer = System([Relation("mix", Eq(y, sympy.Rational(3, 2) * x + 0.25))]).solve(x, {y: 3.25})
    assert answer.number == pytest.approx(2)
    assert answer.derivation.verified


def test_an_unknown_name_in_a_system_of_ones_own_is_told_the_names_of_that_system() -> None:
    v, d, t = Var("v", "m/s"), Var("d", "m"), Var("t", "s")
    with pytest.raises(UnknownName, match=r"named “w”. There are: d, t, v\.$"):
        System([Relation("speed", Eq(d, v * t))]).solve("w", {})
    many = [Var(f"x{k}", "m") for k in range(30)]
    far = System([Relation(f"r{k}", Eq(many[k], 2 * many[k + 1])) for k in range(29)])
    with pytest.raises(UnknownName, match=r"There are: (x\d+, ){20}…$"):
        far.solve("w", {})


C0, C1, C3, C4 = (Var(f"c{k}") for k in (0, 1, 3, 4))
X0, X1, X2 = (Var(f"x{k}") for k in (0, 1, 2))
Y1, Y2, Z1 = (Var(name, within="(-oo, oo)") for name in ("y1", "y2", "z1"))


@pytest.mark.parametrize("first", [0, 1])
def test_a_check_by_one_of_several_values_is_made_the_other_way_around(first: int) -> None:
    """|1 + y - x| leaves two values of y, of which its definition tells one."""
    relations = [
        Relation("difference", Eq(C3 * Y2, sympy.Abs(-X1 + Y1 + 1))),
        Relation("definition", Eq(Y1, C0 * X0 * sympy.sqrt(X1))),
        Relation("product", Eq(C0 * C4, C3)),
        Relation("roots", Eq(sympy.sqrt(X0) + sympy.sqrt(X1), C0 * X1)),
        Relation("largest", Eq(Max(sympy.sqrt(C0), X0), Y2)),
    ]
    relations[:2] = relations[first], relations[1 - first]
    system = System(relations)
    given = {"x0": "0.261", "c0": "2.167790111466", "c4": "5.292393780618e-01"}
    for target in (C3, X1, Y1, Y2):
        answer = system.solve(target, given)
        assert answer.status == "contradiction"
        assert {"c0", "c4", "x0"} == set(answer.conflict.names)
    half = {**given, "c4": "2.646196890309e-01"}
    assert system.solve(C3, half).status == "solved"


def test_a_value_under_a_condition_breaks_no_relation() -> None:
    """Zero solves the equation of the target alone, and nothing behind it."""
    relations = [
        Relation("r0", Eq(Z1, C0 * sympy.ceiling(3 * X0 * Z1 * X2))),
        Relation("r1", Eq(C0, C1 * Z1**2)),
        Relation("r3", Eq(C0, C3 * Min(sympy.sqrt(C1), Z1, Y2))),
        Relation("r2", Eq(C0 * (-C0 + X0 + 1), Y2)),
    ]
    given = {"x2": "6.97", "c1": "0.2405002405002", "c3": "0.3213588890164"}
    answer = System(relations).solve(Z1, given)
    assert [v.value for v in answer.values] == pytest.approx([0.297])


def test_a_check_is_made_the_other_way_around_only_where_the_definition_is_known() -> None:
    """The definition of y0 needs x5, which needs y0."""
    c1, c7, x2, x4, z3, y6 = (Var(name) for name in ("c1", "c7", "x2", "x4", "z3", "y6"))
    x5, y0 = (Var(name, within="(-oo, oo)") for name in ("x5", "y0"))
    relations = [
        Relation("r6", Eq(y6, 1 / c1)),
        Relation("r0", Eq(y0, sympy.Abs(x2**2 - x5**2 + 1))),
        Relation("r1", Eq(sympy.Abs(-sympy.sqrt(x4) + y0 + 1), c1 * x4)),
        Relation("r3", Eq(z3, sympy.Piecewise((sympy.sqrt(x2), x2 <= 1), (x2 + 1, True)))),
        Relation("r7", Eq(c7 * y0, -x4 - x5 + y0)),
    ]
    given = {"x4": "1.258", "c1": "9.900418130823", "z3": "0.6942621983084", "c7": "1.195446494256"}
    assert System(relations).solve(y6, given).status == "solved"


@pytest.mark.parametrize("first", [0, 1])
def test_a_relation_that_values_break_is_no_answer_where_a_zero_might_meet_it(first: int) -> None:
    """x = 0 solves the cases as well, which was told beside a value of c4 that another relation
    breaks: 2.411 or 24.57, by the order of the relations. Neither holds, nor does zero.
    """
    c0, c3, c4, c5, x2, y2, y7 = (Var(n) for n in ("c0", "c3", "c4", "c5", "x2", "y2", "y7"))
    x1, y1 = (Var(name, within="(-oo, oo)") for name in ("x1", "y1"))
    over = (y2**2 + 1 / c3, y2 <= 1), (c3 * y2 + 1, True)
    relations = [
        Relation("r1", Eq(Min(x1**2, x2), y1)),
        Relation("r0", Eq(sympy.Piecewise((x1, x1 <= 1), (x1 + 1, True)), c0 * x1)),
        Relation("r5", Eq(x1, c5 * Min(2, c4, x2, y1**2))),
        Relation("r4", Eq(c4 * x1, x1 * y1)),
        Relation("r3", Eq(c3 * y1, x2 * y2)),
        Relation("r7", Eq(y7, sympy.Piecewise(*over))),
        Relation("r2", Eq(y2, c0 * x2 * y1**2)),
    ]
    given = {"c3": "33.72879155463", "c0": "1.201734920315", "y7": "569.3156898678"}
    answer = System(relations if first else relations[::-1]).solve(c4, given)
    assert answer.status == "contradiction" and answer.number is None


def test_the_derivation_of_a_set_is_verified_within_the_part_that_it_is_of() -> None:
    """Of two sizes on the way each has its own part, above 1.721 to 2.152 and above 2.434 to 3.043:
    lines were verified at five points up to 2.
    """
    size, part, count, share = Var("size"), Var("part"), Var("count"), Var("share")
    relations = [
        Relation("count", Eq(count, sympy.ceiling(3 * part * sympy.sqrt(size)))),
        Relation("share", Eq(share * sympy.floor(3 * sympy.sqrt(size)), size)),
    ]
    answer = System(relations).solve(part, {"count": "5", "share": "0.3"})
    ends = [end for i in answer.intervals for end in (i.low, i.high)]
    assert ends == pytest.approx([1.72132593165, 2.15165741456, 2.4343224778, 3.04290309725])
    assert answer.derivation.verified


@pytest.mark.parametrize("first", [0, 1])
def test_a_divisor_that_cancels_in_a_formula_may_vanish_at_the_givens(first: int) -> None:
    """Both sides are divided by share - 1, which cancels: 0.835 alone was told."""
    part, size, share, most = Var("part", within="[0, oo)"), Var("size"), Var("share"), Var("most")
    left = Var("left")
    relations = [
        Relation("part", Eq(part, size**2 - size * left)),
        Relation("least", Eq(part, share * Min(most, part))),
    ]
    system = System(relations[first:] + relations[:first])
    given = {"size": "0.835", "most": "0.91"}
    answer = system.solve(left, {**given, "share": "1"})
    (interval,) = answer.intervals
    assert (interval.low, interval.high) == pytest.approx((0.0, 0.835)) and interval.low_open
    assert system.solve(left, {**given, "share": "1.01"}).number == pytest.approx(0.835)


def test_no_root_is_taken_beyond_the_end_of_its_domain() -> None:
    """The search for values went on where what is beneath a root is negative, and told a range."""
    x, y, a, b = (Var(name) for name in "xyab")
    system = System([Relation("r", Eq(x + sympy.log(x) + sympy.sqrt(a**2 - b * x), y))])
    answer = system.solve(x, {"a": "0.270468013762", "b": "0.1267815363404", "y": "0.1"})
    assert answer.status == "contradiction" and set(answer.conflict.names) == {"a", "b", "y"}


def test_a_relation_that_vanishes_on_the_way_leaves_its_unknown_open() -> None:
    """Of gap · x = gap², x = gap says nothing where the gap is zero: -1.333 was told."""
    p, q, b, gap, x, z, w = (Var(n, within="(-oo, oo)") for n in ("p", "q", "b", "gap", *"xzw"))
    relations = [
        Relation("gap", Eq(gap, p - q)),
        Relation("square", Eq(gap * x, gap**2)),
        Relation("product", Eq(z, w * (x - b))),
    ]
    system = System(relations)
    answer = system.solve(w, {"p": "3", "q": "3", "b": "3", "z": "4"})
    assert [(i.low, i.high) for i in answer.intervals] == [(-math.inf, 0.0), (0.0, math.inf)]
    assert system.solve(w, {"p": "4", "q": "3", "b": "3", "z": "4"}).number == -2.0


def test_roots_between_a_point_of_a_scan_and_a_pole_are_found() -> None:
    """The residual falls below zero and rises again right before the pole at x0² = 4 - y0."""
    c1, x1, y3 = Var("c1"), Var("x1"), Var("y3")
    x0, (y0, y2) = Var("x0", within="[0, oo)"), (Var(n, within="(-oo, oo)") for n in ("y0", "y2"))
    relations = [
        Relation("r1", Eq(x0, c1 * x1 * (4 - x1))),
        Relation("r2", Eq(-c1 + x1 - y0, y2)),
        Relation("r3", Eq(Min(c1, y2**2), y3)),
        Relation("r0", Eq(y0, -(x0**2) + x1)),
    ]
    answer = System(relations).solve(c1, {"y0": "0.843224", "y3": "0.4393219017085"})
    assert [v.value for v in answer.values] == pytest.approx([0.439322, 2.297022, 3.697806], 1e-4)


def test_a_power_of_zero_in_a_product_is_one() -> None:
    """y = z x⁰, left as it is written, beside c = y x."""
    c, x, y, z = (Var(name) for name in "cxyz")
    product = sympy.Mul(z, sympy.Pow(x, 0, evaluate=False), evaluate=False)
    system = System([Relation("kept", Eq(y, product)), Relation("scaled", Eq(c, y * x))])
    assert system.solve(c, {z: 2, x: 3}).value == 6
    assert system.solve(x, {z: 2, c: 3}).value == 1.5
