"""Relations, constraints and theorems: a wrong one cannot be made."""

from dataclasses import replace

import pytest
import sympy

from derive.equations import (
    AtLeast,
    AtMost,
    Constraint,
    Eq,
    Max,
    Neglected,
    Relation,
    Theorem,
    Var,
    Variant,
    Vocabulary,
)
from derive.errors import DeclarationError, DimensionError
from derive.library.nomenclature.conversions import (
    bytes_per_param,
    flops_per_param,
    tokens_per_pass,
    training_flops_per_param,
)
from derive.library.nomenclature.decode import (
    batch_size,
    compute_time,
    context_length,
    cost_per_token,
    kv_bytes_per_token,
    memory_time,
    step_time,
)
from derive.library.nomenclature.hardware import (
    balance_tokens,
    domain_bandwidth,
    domain_flops,
    gpus,
    hbm_bandwidth,
    peak_flops,
)
from derive.library.nomenclature.model import active_params, sparsity, total_params
from derive.library.nomenclature.training import training_flops, training_tokens

v = Vocabulary("a test")
x, y = v("x", "s", "a time"), v("y", "s", "another time")


@pytest.mark.parametrize(
    ("equation", "mends"),
    [
        (
            Eq(compute_time, batch_size * active_params / (gpus * peak_flops)),
            (flops_per_param, tokens_per_pass),
        ),
        (
            Eq(compute_time, batch_size * active_params / domain_flops),
            (flops_per_param, tokens_per_pass),
        ),
        (
            Eq(
                memory_time,
                (total_params + batch_size * context_length * kv_bytes_per_token)
                / domain_bandwidth,
            ),
            (bytes_per_param,),
        ),
        (Eq(memory_time, bytes_per_param * total_params / hbm_bandwidth), (gpus,)),
        (
            Eq(kv_bytes_per_token, active_params / (300 * context_length)),
            (balance_tokens, bytes_per_param, tokens_per_pass),
        ),
        (Eq(training_flops, 6 * active_params * training_tokens), (training_flops_per_param,)),
        (Eq(batch_size, 300 * sparsity), (balance_tokens, tokens_per_pass)),
        (Eq(sparsity, total_params), ()),
        (Eq(cost_per_token, step_time), ()),
    ],
    ids=str,
)
def test_a_relation_whose_sides_differ_cannot_be_made(equation, mends) -> None:
    """Dimensions are checked when a relation is made, and the error names what would mend it."""
    with pytest.raises(DimensionError) as caught:
        Relation("wrong", equation)
    assert all(var.name in caught.value.mend for var in mends)
    assert ("Mend" in caught.value.mend) == bool(mends)
    assert caught.value.found != caught.value.expected.partition(" ")[0]


@pytest.mark.parametrize(
    ("equation", "problem"),
    [
        (sympy.Eq(x, x), "decided"),
        (sympy.Eq(x + 1, x), "decided"),
        (True, "decided"),
        (x + y, "is an equation"),
        (sympy.Le(x, y), "is an equation"),
        (Eq(x, sympy.Symbol("z")), "z has no unit"),
        (Eq(sympy.Integer(1), sympy.Integer(2)), "no variable"),
    ],
    ids=str,
)
def test_what_is_no_equation_between_variables_is_no_relation(equation, problem: str) -> None:
    """Each refusal says what is wrong with it, by the relation's name."""
    with pytest.raises(DeclarationError, match=problem) as caught:
        Relation("odd", equation)
    assert caught.value.name == "odd"


def test_an_equation_stays_as_written() -> None:
    """Nothing is decided, collected or cancelled: a positive side set to zero is still an
    equation.
    """
    assert Eq(x, 0).args == (x, sympy.S.Zero)
    assert Max(x, x + y).args == Max(x, x + y).args and isinstance(Max(x, x + y), sympy.Max)
    assert Relation("same", Eq(Max(x, x + y), x)).equation == Eq(Max(x, x + y), x)


def test_a_neglected_term_is_a_pure_number() -> None:
    """Its size is a ratio to what is kept."""
    with pytest.raises(DimensionError, match="neglected tail"):
        Relation("r", Eq(x, y), neglects=(Neglected("tail", y),))
    assert Relation("r", Eq(x, y), neglects=(Neglected("tail", y / x),)).neglects[0].what == "tail"


def test_the_subject_is_what_a_relation_defines() -> None:
    """A bare left side is defined, unless it also stands on the right."""
    assert Relation("r", Eq(x, 2 * y)).subject == x
    assert Relation("r", Eq(x, x * y / x)).subject == x
    assert Relation("r", Eq(x, Max(x, y))).subject is None
    assert Relation("r", Eq(x / y, y / x)).subject is None


def test_a_relation_at_a_point_keeps_everything_else() -> None:
    """`at` replaces variables and expands definitions, and nothing more."""
    inner, outer = Relation("inner", Eq(x, 3 * y)), Relation("outer", Eq(y, Max(x, 2 * x)))
    assert outer.at({x: y}) == Max(y, 2 * y)
    assert outer.at({}, through=(inner,)).atoms(sympy.Symbol) == {y}


@pytest.mark.parametrize("inequality", [Eq(x, y), x + y, sympy.true, x])
def test_a_constraint_is_an_inequality(inequality) -> None:
    """Anything else is refused."""
    with pytest.raises(DeclarationError, match="inequality"):
        Constraint("c", inequality)


def test_a_constraint_has_like_sides() -> None:
    """Its dimensions are checked as a relation's are, and at its limit it is an equation."""
    with pytest.raises(DimensionError):
        Constraint("c", AtMost(x, x * y))
    assert Constraint("c", AtLeast(x, y)).limit == Eq(x, y)


def test_a_theorem_is_checked_like_a_relation() -> None:
    """What it states must have like sides."""
    premise = Relation("premise", Eq(x, 2 * y))
    with pytest.raises(DimensionError):
        Theorem("wrong", Eq(x * y, y), "no", (premise,))
    assert Theorem("right", Eq(x / y, sympy.Integer(2)), "so", (premise,)).name == "right"


def test_variables_stand_in_nomenclature_order() -> None:
    """Whatever the order in the equation."""
    assert Relation("r", Eq(y, 2 * x)).variables == (x, y)


def test_the_tokens_a_pass_emits_do_not_pass_for_params() -> None:
    """A conversion that is already in the equation is not offered once more."""
    with pytest.raises(DimensionError) as caught:
        Relation("r", Eq(compute_time, flops_per_param * active_params / domain_flops))
    assert "flops_per_param" not in caught.value.mend


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (lambda: Relation("", Eq(x, 2 * y)), "it is not a name"),
        (lambda: Relation(" ", Eq(x, 2 * y)), "it is not a name"),
        (lambda: Relation(3, Eq(x, 2 * y)), "it is not a name"),  # type: ignore[arg-type]
        (lambda: Relation("r", Eq(x, 2 * y), 3), "3 is not a text"),  # type: ignore[arg-type]
        (lambda: Relation("r", Eq(x, 2 * y), variant="on"), "'on' is not a Variant"),
        (lambda: Relation("r", Eq(x, 2 * y), neglects=[]), "neglects holds no Neglected"),
        (lambda: Relation("r", Eq(x, 2 * y), neglects=("x",)), "neglects holds no Neglected"),
    ],
)
def test_a_part_of_another_kind_is_refused_by_name(make, problem: str) -> None:
    """Name, texts, variant and neglected terms."""
    with pytest.raises(DeclarationError) as caught:
        make()
    assert caught.value.problem == problem


def test_what_is_declared_prints_its_name_and_its_equation() -> None:
    """A relation, a constraint and a theorem."""
    twice = Relation("twice", Eq(x, 2 * y))
    assert repr(twice) == "Relation(twice: x = 2*y)"
    assert repr(Constraint("late", AtLeast(x, y))) == "Constraint(late: x ≥ y)"
    proved = Theorem("again", Eq(x, 2 * y), "It is the same.", (twice,))
    assert repr(proved) == "Theorem(again: x = 2*y)"
    made = Theorem.of(twice, (twice,))
    assert (made.name, made.equation, made.follows_from) == ("twice", twice.equation, (twice,))


def test_a_variant_tells_its_condition_and_when_it_is_in_force() -> None:
    """Its own choices first, of those beside it what is not usual; `otherwise` turns it round."""
    deep = Variant("depth", ("deep", "full"), usual=False)
    both = Variant("width", "wide", beside=deep)
    assert both.told() == ("for width: wide", "for depth: deep or full")
    usual = Variant("depth", "flat", usual=True)
    assert Variant("width", "wide", beside=usual).told() == ("for width: wide",)
    for depth, whole in (("deep", True), ("full", True), ("flat", False)):
        chosen = {"width": "wide", "depth": depth}
        assert both.in_force(chosen) is whole
        assert replace(both, otherwise=True).in_force(chosen) is not whole
    assert not both.in_force({"width": "small", "depth": "deep"})
    assert not both.in_force({})
    turned = replace(both, otherwise=True)
    assert turned.told() == ("unless width wide and depth deep or full",)
    assert (both.parts, turned.parts) == ((both, deep), ())


angle = Var("angle_of")


@pytest.mark.parametrize(
    ("formula", "culprit"),
    [
        (sympy.sin(angle), "sin is"),
        (sympy.tanh(angle), "tanh is"),
        (
            sympy.Piecewise((1, sympy.And(angle > 1, angle < 3)), (2, True)),
            "the condition (angle_of > 1) & (angle_of < 3) is",
        ),
        (sympy.Piecewise((1, sympy.Ne(angle, 3)), (2, True)), "the condition Ne("),
    ],
)
def test_what_is_not_evaluated_is_refused(formula: sympy.Expr, culprit: str) -> None:
    with pytest.raises(DeclarationError, match=r"not evaluated here\. \w+ ") as raised:
        Relation("height", Eq(Var("height_of"), formula))
    assert culprit in str(raised.value)
