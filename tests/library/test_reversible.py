"""Reversible networks: every layer is undone whatever its function, keeps volumes, and collapses
without a swap.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy

import derive
from derive.equations.plain import plain
from derive.library.nomenclature.reversible import layer_function as f
from derive.library.nomenclature.reversible import left_half, right_half
from derive.library.nomenclature.reversible import second_function as g
from derive.library.relations.reversible import BLOCK, GROUP, LAYER, ROUND, SLOPES, THEOREMS

OUT = ["left_half_out", "right_half_out"]


@pytest.mark.parametrize(
    ("choice", "left", "right"),
    [
        ("round", "left_half_out", "right_half_out - f(left_half_out)"),
        ("swapped", "right_half_out", "left_half_out - f(right_half_out)"),
        (
            "block",
            "left_half_out - f(right_half_out - g(left_half_out))",
            "right_half_out - g(left_half_out)",
        ),
    ],
)
def test_a_layer_is_undone_from_what_leaves_it(choice: str, left: str, right: str) -> None:
    for target, expected in (("left_half", left), ("right_half", right)):
        (form,) = derive.formula(target, OUT, variants={GROUP: choice})
        assert plain(form.expression) == expected
        assert form.derivation.verified


@pytest.mark.parametrize("layer", [ROUND, LAYER, BLOCK], ids=["round", "swapped", "block"])
def test_the_inverse_found_undoes_the_layer_for_a_function_of_our_own(
    layer: tuple[derive.Relation, ...],
) -> None:
    """With polynomials in place of the opaque functions, forward and back is where one started."""
    choice = layer[0].variant.choice  # type: ignore[union-attr]
    start = {left_half: sympy.Rational(3, 7), right_half: sympy.Rational(-5, 11)}
    out: dict[sympy.Symbol, sympy.Rational] = {}
    for relation in layer:
        out[relation.left] = _with_polynomials(relation.right).subs({**start, **out})
    for target, value in start.items():
        (form,) = derive.formula(target, OUT, variants={GROUP: choice})
        assert _with_polynomials(form.expression).subs(out) == value


def _with_polynomials(expression: sympy.Expr) -> sympy.Expr:
    from derive.equations.opaque import Applied

    for node in sorted(expression.atoms(Applied), key=lambda node: len(str(node)), reverse=True):
        at = _with_polynomials(node.argument)
        expression = expression.subs(node, {f: at**3 - 2 * at, g: at**2 + at / 3}[node.map])
    return expression


@pytest.mark.parametrize("relation", SLOPES, ids=lambda relation: relation.name)
def test_the_slopes_are_those_of_finite_differences(relation: derive.Relation) -> None:
    """For polynomials, the slope stated is the limit of the layer's own differences."""
    choice = relation.variant.choice  # type: ignore[union-attr]
    layer = {"round": ROUND, "swapped": LAYER, "block": BLOCK}[choice]
    of, by = relation.left.name.split("_by_")
    by_var = {"left": left_half, "right": right_half}[by]
    through = {layer[0].left: layer[0].right}
    whole = _with_polynomials(
        next(r for r in layer if r.left.name == f"{of}_half_out").right.subs(through)
    )
    at = {left_half: sympy.Rational(3, 7), right_half: sympy.Rational(-5, 11)}
    step = sympy.Rational(1, 10**9)
    quotient = (whole.subs({**at, by_var: at[by_var] + step}) - whole.subs(at)) / step
    assert abs(Fraction(quotient.p, quotient.q) - _slope_value(relation.right, at)) < Fraction(
        1, 10**7
    )


def _slope_value(expression: sympy.Expr, at: dict[sympy.Symbol, sympy.Rational]) -> Fraction:
    from derive.equations.opaque import Applied

    t = sympy.Dummy("t")
    functions = {"f'": sympy.diff(t**3 - 2 * t, t), "g'": sympy.diff(t**2 + t / 3, t)}
    for node in expression.atoms(Applied):
        if node.map.name in functions:
            expression = expression.subs(
                node, functions[node.map.name].subs(t, _with_polynomials(node.argument))
            )
    value = expression.subs(at)
    return Fraction(int(value.p), int(value.q))


def test_a_theorem_that_does_not_hold_for_every_function_is_refused() -> None:
    undone = next(t for t in THEOREMS if t.name == "layer_undone")
    v = derive.library_system().find
    wrong = derive.Theorem(
        "wrong",
        derive.Eq(v("right_half"), v("left_half_out") - f(v("left_half_out"))),
        "Undone from the wrong half.",
        undone.follows_from,
    )
    with pytest.raises(derive.errors.InternalError):
        derive.prove(wrong)


def test_a_reversible_network_keeps_activations_of_one_layer_and_computes_forward_again() -> None:
    given = {
        "n_layers": "64",
        "d_model": "8192",
        "training_batch_tokens": "4e6 token",
        "recomputed_share": "1",
    }
    memory = {
        kept: derive.solve("activation_memory", given, variants={"activations": kept}).number
        for kept in ("stored", "checkpointed", "reversible")
    }
    assert memory["stored"] == pytest.approx(20 * 64 * 4e6 * 8192 * 2)
    assert memory["checkpointed"] == pytest.approx(memory["stored"] / 20)
    assert memory["reversible"] == pytest.approx(memory["checkpointed"] / 64)
    assert (
        derive.solve(
            "executed_flops_per_param", given, variants={"activations": "reversible"}
        ).number
        == 8
    )
