"""Verify: a line that is not true of the solution, or true of anything, is never printed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import sympy

from derive.algebra.branch import Branch, solve_block
from derive.algebra.regimes import Guard
from derive.algebra.verify import verify
from derive.equations import Eq, Max, Min, Relation, Var
from derive.equations.expression import replace as put_in
from derive.errors import InternalError
from derive.library import library_system, solve
from derive.results.derivation import LineVerdict, Step, StepRule
from derive.system import System

x, y, z, a, b = (Var(name) for name in "xyzab")
LENGTH = Var("length", "m")


def blocks() -> list[tuple[str, Branch]]:
    """A branch of every kind: one relation, several, regimes, point relations, irrational powers, a
    flat stretch.
    """
    system = library_system()
    kinds = {
        "cliff": (["kv_crossover"], "kv_bytes_per_token"),
        "memory": (["weight_fetch", "kv_fetch", "memory"], "batch_size"),
        "step": (
            ["compute", "weight_fetch", "kv_fetch", "memory", "step_overlap", "throughput"],
            "batch_size",
        ),
        "balance": (["batch_balance_with_kv"], "balance_batch_with_kv"),
    }
    found = []
    for kind, (names, target) in kinds.items():
        relations = [system.relation(name) for name in names]
        subjects = {
            r.subject
            for r in relations
            if r.subject is not None and r.name not in ("step_overlap", "throughput")
        }
        unknown = {
            system.find(target),
            *(subjects - {system.find("throughput")}),
            system.find("step_time"),
        }
        if kind in ("memory",):
            unknown -= {system.find("memory_time")}
        for k, branch in enumerate(solve_block(relations, unknown, system.find(target))):
            found.append((f"{kind}-{k}", branch))
    root = solve_block([Relation("cube", Eq(y, a * x**3 + b))], {x}, x)[0]
    return [*found, ("root", root)]


BLOCKS = blocks()


def mutations(equation: Any) -> list[Any]:
    """The equation with a factor doubled, a side turned over, a term dropped, a sign turned, an
    exponent raised.
    """
    left, right = equation.args
    made = [Eq(left, 2 * right), Eq(left, 1 / right), Eq(left, right**2), Eq(left, -right)]
    for side, other in ((right, left), (left, right)):
        for node in sympy.preorder_traversal(side):
            if node.is_Add:
                made.extend(Eq(other, put_in(side, {node: node - term})) for term in node.args)
                made.extend(Eq(other, put_in(side, {node: node - 2 * term})) for term in node.args)
            if node.is_Mul:
                made.extend(
                    Eq(other, put_in(side, {node: node * factor})) for factor in node.free_symbols
                )
    return made


@pytest.mark.parametrize(
    ("name", "branch"), BLOCKS, ids=lambda item: item if isinstance(item, str) else ""
)
def test_every_line_of_a_sound_branch_is_verified(name: str, branch: Branch) -> None:
    """Exactly, or to 60 digits where a power is irrational; none is left to the question's own
    numbers.
    """
    steps = verify(branch, {})
    assert len(steps) == len(branch.steps)
    assert {step.verdict for step in steps} <= {"exact", "60 digits"}


@pytest.mark.parametrize(
    ("name", "branch"), BLOCKS, ids=lambda item: item if isinstance(item, str) else ""
)
@pytest.mark.slow
def test_every_mutated_line_is_caught(name: str, branch: Branch) -> None:
    """A factor, a term, a sign or an exponent changed in any derived line: InternalError."""
    derived = [k for k, step in enumerate(branch.steps) if step.rule != "relation"]
    assert derived
    for k in derived:
        for mutated in mutations(branch.steps[k].equation):
            steps = (
                *branch.steps[:k],
                replace(branch.steps[k], equation=mutated),
                *branch.steps[k + 1 :],
            )
            with pytest.raises(InternalError):
                verify(replace(branch, steps=steps), {})


@pytest.mark.parametrize(
    "wrong", [a * y / b, y / a - b, (y - b) / a**2, b - y / a, y / a + b], ids=str
)
def test_a_wrong_formula_is_caught_by_the_relation_itself(wrong: Any) -> None:
    """y = a x + b does not give any of these for x, at whatever numbers."""
    branch = solve_block([Relation("line", Eq(y, a * x + b))], {x}, x)[0]
    false = replace(
        branch, formula=wrong, steps=(branch.steps[0], Step("divide", Eq(x, wrong), ""))
    )
    with pytest.raises(InternalError):
        verify(false, {y: 7.0, a: 2.0, b: 1.0, x: 3.0})


def test_a_line_that_is_true_of_anything_is_no_step() -> None:
    """x + a = a + x says nothing; nor does a line without dimensions that agree."""
    branch = solve_block([Relation("line", Eq(y, a * x))], {x}, x)[0]
    idle = Step("idle", Eq(x + a, sympy.Add(a, x, evaluate=False)), "")
    with pytest.raises(InternalError, match="holds whatever"):
        verify(replace(branch, steps=(*branch.steps, idle)), {})


def test_a_line_is_tried_beside_a_value_of_zero() -> None:
    """x = 0 does not hold at other values; x a = a x does, at zero and elsewhere."""
    u, w = Var("u", within="(-oo, oo)"), Var("w", within="(-oo, oo)")
    least = Relation("least", Eq(w, Min(2, u)))
    zero = System([least]).solve(u, {w: 0})
    assert zero.number == 0 and zero.derivation.verified
    (branch, *_) = solve_block([Relation("none", Eq(0, u))], {u}, u)
    idle = Step("idle", Eq(u + a, sympy.Add(a, u, evaluate=False)), "")
    with pytest.raises(InternalError, match="holds whatever"):
        verify(replace(branch, steps=(*branch.steps, idle)), {})


def test_a_line_that_mixes_units_is_no_step() -> None:
    """Metres equal to a pure number, even if the numbers agree."""
    branch = solve_block([Relation("twice", Eq(LENGTH, 2 * Var("half", "m")))], {LENGTH}, LENGTH)[0]
    mixed = Step("mixed", Eq(LENGTH, 2 * y), "")
    with pytest.raises(InternalError, match="no consistent dimensions"):
        verify(replace(branch, steps=(*branch.steps, mixed)), {})


def test_what_could_not_be_checked_anywhere_is_not_called_verified() -> None:
    """Guards that no point meets and no numbers of one's own: an error, not a verdict."""
    branch = solve_block([Relation("line", Eq(y, a * x))], {x}, x)[0]
    impossible = replace(branch, guards=(*branch.guards, _never()))
    with pytest.raises(InternalError):
        verify(impossible, {})
    assert {step.verdict for step in verify(impossible, {y: 6.0, a: 2.0, x: 3.0})} == {"numeric"}


def _never() -> Any:

    return Guard(-x, x)


@pytest.mark.parametrize(
    ("target", "given"),
    [
        ("batch_size", {"throughput": "1.8e6 token/s"}),
        ("batch_size", {"throughput": "1.2e6 token/s"}),
        ("gpus", {"step_time": "3 ms", "batch_size": "3000 sequence"}),
        ("context_length", {"step_time": "3 ms", "batch_size": "3000 sequence"}),
    ],
)
@pytest.mark.slow
def test_every_line_of_an_answer_has_a_verdict(
    serving: dict[str, str], target: str, given: dict[str, str]
) -> None:
    """Through regimes, flat stretches and blocks: verified, and the last line is the target's."""
    known = {name: value for name, value in serving.items() if name != target}
    answer = solve(target, {**known, **given})
    assert answer.derivation.verified
    if answer.interval is None:
        last = answer.derivation.steps[-1]
        assert last.rule == "evaluate"
        assert last.result.value == answer.number


def test_the_numbers_of_an_evaluation_are_those_of_the_question(cliff: dict[str, str]) -> None:
    """Each value that is put in is a given, a convention or a default, and putting them in gives
    the result.
    """
    answer = solve("kv_bytes_per_token", cliff)
    line = answer.derivation.steps[-1]
    by_hand = line.equation.rhs.subs({known.var: known.value for known in line.values})
    assert float(by_hand) == pytest.approx(line.result.value)
    assert {known.origin for known in line.values} == {"given", "convention", "default"}


def test_what_rounding_leaves_of_equal_numbers_is_verified() -> None:
    """What is left of numbers that agree to the last digit is zero, and no line is wrong."""
    rest = Var("rest", within="[0, oo)")
    answer = System([Relation("sum", Eq(a, rest + y + b**2))]).solve(
        rest, {"a": "4.494676869669", "y": "4.404400000000", "b": "0.3004610951009"}
    )
    assert answer.number == 0 and answer.derivation.verified


def test_a_root_of_what_rounding_leaves_of_equal_numbers_is_verified() -> None:
    """1 + 0.15 - 1.15 is no zero in floats, and its root is seen: 2e-8, where zero is the value."""
    inner = Var("inner", within="[0, oo)")
    system = System([
        Relation("square", Eq(y, 1 + b - inner**2)),
        Relation("beside", Eq(x, 3 * (1 + inner))),
    ])  # fmt: skip
    answer = system.solve(x, {"y": "1.150000000000", "b": "0.1500000000000"})
    assert answer.number == 3 and answer.derivation.verified


def test_an_unknown_that_cancels_and_is_defined_is_computed() -> None:
    """z cancels, and another relation defines it: at the question's own numbers, where random ones
    lie outside of the guard, that line is checked at its value, not at one.
    """
    lines = (Eq(a, 2 * z), Eq(x, y))
    branch = Branch(
        x,
        formula=y,
        definitions=((z, a / 2),),
        cancelled=(z,),
        guards=(Guard(y, 10**7 * b),),
        steps=tuple(Step(StepRule.SUBSTITUTE, line, "") for line in lines),
    )
    steps = verify(branch, {a: 8.0, b: 1.0, x: 1e9, y: 1e9})
    assert [step.verdict for step in steps] == [LineVerdict.NUMERIC] * 2


def test_extraneous_roots_do_not_upset_the_check() -> None:
    """√x = y - a is squared on the way; points at which y < a are no solutions and are not used."""
    system = System([Relation("square", Eq(sympy.sqrt(x) + a, y))])
    answer = system.solve(x, {a: 1, y: 4})
    assert answer.number == pytest.approx(9)
    assert answer.derivation.verified
    assert system.solve(x, {a: 4, y: 1}).outcomes == ()


def test_a_product_of_two_zeros_is_no_line_that_is_true_of_anything() -> None:
    """v √u = 0 at u = v = 0 holds whichever of them is changed alone, and not with both."""
    u, v, w = Var("u", within="[0, oo)"), Var("v", within="(-oo, oo)"), Var("w", within="(-oo, oo)")
    sides = (v * sympy.sqrt(u), v <= 1), (u**2 + v + 1, True)
    rounded = Relation("rounded", Eq(v, sympy.floor(3 * a * u)))
    system = System([rounded, Relation("cases", Eq(w, sympy.Piecewise(*sides)))])
    answer = system.solve(v, {a: "0.2", w: 0})
    assert answer.number == 0 and answer.derivation.verified


def test_a_line_whose_terms_cancel_to_zero_is_held_against_their_sizes() -> None:
    """What sixty digits leave of √c₁/√c₂ - 1/x₄ - √(1/c₂ + √x₄ - 1) is small beside each term."""
    real, least = ("(-oo, oo)", "[1, oo)")
    c1, c2, x1 = Var("tc_c1"), Var("tc_c2"), Var("tc_x1", within="[0, oo)")
    x0, x4 = Var("tc_x0", within=least), Var("tc_x4", within=least)
    x3, x5 = Var("tc_x3", within=real), Var("tc_x5", within="[0, oo)")
    system = System([
        Relation("roots", Eq(sympy.sqrt(x5) - x0 - 1 / x4, 0)),
        Relation("size", Eq(x5, c1 * sympy.Abs(x0**2 - sympy.sqrt(x4) + 1))),
        Relation("largest", Eq(c1, c2 * Max(x1, x3, x5))),
    ])  # fmt: skip
    answer = system.solve(c1, {x1: "0.196", x3: "-1.884", x4: "1", c2: "1"})
    assert answer.number == pytest.approx(4) and answer.derivation.verified


def test_an_answer_without_values_has_no_derivation_of_some() -> None:
    """Of a regime that the convention y₅ = 0 excludes: y₅ = y₀² - y₀ y₁."""
    real, positive = "(-oo, oo)", "[0, oo)"
    x0, x1 = Var("nd_x0", within=positive), Var("nd_x1", within=real)
    x2 = Var("nd_x2", within="(0, 1]", convention="1")
    y0, y1 = Var("nd_y0", within=positive), Var("nd_y1")
    y5 = Var("nd_y5", within=positive, convention="0")
    c3, c4 = Var("nd_c3"), Var("nd_c4", within=real)
    cases = sympy.Piecewise((x0 * x1**2 * sympy.sqrt(x2), x2 <= x1), (x0 + x1 + x2 + 1, True))
    system = System([
        Relation("cases", Eq(y0, cases)),
        Relation("least", Eq(Min(x0, x1, y0), y1)),
        Relation("product", Eq(y1, c3 * Min(2, x0, x1**2, y1))),
        Relation("difference", Eq(c3, c4 * (x0 - x1))),
        Relation("beside", Eq(y5, y0**2 - y0 * y1)),
    ])  # fmt: skip
    answer = system.solve(x1, {c4: "-1.228501228501"})
    assert answer.status == "underdetermined" and not answer.values
    assert answer.derivation.steps == ()
