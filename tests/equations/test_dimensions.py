"""The dimension of an expression, and the first term that cannot be right."""

import pytest
import sympy

from derive.equations import Max, Min, OpaqueFunction, Vocabulary
from derive.equations.dimensions import Mismatch, dimension_of
from derive.units.dimension import PURE
from tests.calls import calls

v = Vocabulary("a test")
t = v("t", "s", "a time")
u = v("u", "ms", "another time")
size = v("size", "byte", "a size")
rate = v("rate", "byte/s", "a rate")
share = v("share", "1", "a share")
batch = v("batch", "sequence", "a batch")


@pytest.mark.parametrize(
    ("expression", "unit"),
    [
        (t + size / rate, "s"),
        (t + u, "s"),
        (t - u, "s"),
        (2 * t * rate, "byte"),
        (size / (rate * t), "1"),
        (t**2 / u, "s"),
        (sympy.sqrt(size * rate), "byte/s^(1/2)"),
        (t**0.5, "s^(1/2)"),
        (t ** sympy.Rational(2, 3), "s^(2/3)"),
        (Max(t, u), "s"),
        (Min(t, size / rate), "s"),
        (Max(0, t - u), "s"),
        (Max(t, Min(u, t + u)), "s"),
        (sympy.Abs(t - u), "s"),
        (sympy.exp(t / u), "1"),
        (sympy.log(share), "1"),
        (sympy.ceiling(t / u), "1"),
        (sympy.floor(share * 3), "1"),
        (share**share, "1"),
        (2**share, "1"),
        (sympy.Integer(7), "1"),
        (sympy.pi * t, "s"),
        (sympy.Piecewise((t, t > u), (u, True)), "s"),
        (sympy.Piecewise((0, t > u), (u, True)), "s"),
        (sympy.Piecewise((t, (t > u) & (size > rate * t)), (u, True)), "s"),
        (sympy.Piecewise((t, share > 1), (u, True)), "s"),
        (sympy.Piecewise((t, (t > u) | ~sympy.Symbol("case")), (u, True)), "s"),
        (sympy.Piecewise((0, t > u), (0, True), evaluate=False), "1"),
        (t ** sympy.Float("0.333333333"), "s^(1/3)"),
        (sympy.Mul(t, sympy.Pow(size, -2, evaluate=False), 3, evaluate=False), "s/byte²"),
    ],
    ids=str,
)
def test_an_expression_has_the_dimension_its_parts_give_it(expression, unit) -> None:
    """Products multiply, powers raise, sums and extrema keep; a zero goes with anything."""
    assert str(dimension_of(expression)) == unit


@pytest.mark.parametrize(
    ("expression", "term", "why"),
    [
        (t + size, t, "terms of a sum"),
        (t + 1, 1, "terms of a sum"),
        (Max(t, size), t, "arguments of max"),
        (Min(t, u, size), size, "arguments of min"),
        (Max(t, u, batch), batch, "arguments of max"),
        (sympy.exp(t), t, "logarithm or an exponential"),
        (sympy.log(size), size, "logarithm or an exponential"),
        (sympy.ceiling(batch), batch, "rounded to a whole one"),
        (sympy.floor(t), t, "rounded to a whole one"),
        (share**t, t, "be an exponent"),
        (t**share + t, t, "terms of a sum"),
        (2**batch, batch, "be an exponent"),
        (t ** sympy.sqrt(2), t, "variable power"),
        (sympy.Piecewise((t, share > 1), (size, True)), t, "branches of a case distinction"),
        (sympy.Piecewise((t, t > size), (u, True)), t, "two sides of a condition"),
        (sympy.Piecewise((t, (t > u) & (t > size)), (u, True)), t, "two sides of a condition"),
        (sympy.erf(share), sympy.erf(share), "no rule"),
        (sympy.sin(t), t, "sine or a cosine"),
    ],
    ids=str,
)
def test_the_term_that_cannot_be_right_is_named(expression, term, why) -> None:
    """The mismatch holds the odd term out and says which rule it breaks."""
    with pytest.raises(Mismatch, match=why) as caught:
        dimension_of(expression)
    assert term in (caught.value.term, caught.value.other)


FUNCTIONS = ["exp", "log", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh"]


@pytest.mark.parametrize("function", [getattr(sympy, name) for name in FUNCTIONS], ids=FUNCTIONS)
def test_an_exponential_a_logarithm_an_angle_is_of_a_pure_number(function) -> None:
    """It gives one too, and refuses a time."""
    assert dimension_of(function(t / u, evaluate=False)) == PURE
    with pytest.raises(Mismatch, match="only a pure number has"):
        dimension_of(function(t, evaluate=False))


def test_a_variable_power_of_a_unit_goes_only_with_the_same_power() -> None:
    """Both sides of p V^n = C V^(n - 1) may carry it, and what cancels is gone."""
    more = v("more", "1", "another share")
    assert str(dimension_of(t**share)) == "s^share"
    assert str(dimension_of(t ** (2 * share + 1))) == "s·s^(2*share)"
    assert dimension_of(t**share * t ** (1 - share)) == dimension_of(t)
    assert dimension_of(t ** (share * (more + 1))) == dimension_of(t**share * t ** (share * more))
    assert dimension_of((t / u) ** share) == PURE
    assert dimension_of(t**share) != dimension_of(t**more)


def test_inside_an_absolute_value_all_is_checked() -> None:
    """As in every other function."""
    with pytest.raises(Mismatch):
        dimension_of(sympy.Abs(t - size))


@pytest.mark.parametrize(
    "condition",
    [(t > u) | (t > size), ~((t > u) & (size > t)), (t > u) & ((share > 1) | (t > size))],
    ids=str,
)
def test_every_comparison_of_a_condition_is_checked(condition) -> None:
    """However they are joined."""
    with pytest.raises(Mismatch, match=r"^the two sides of a condition differ$"):
        dimension_of(sympy.Piecewise((t, condition), (u, True)))


@pytest.mark.parametrize(
    ("expression", "term", "found", "expected", "why", "other"),
    [
        (
            sympy.Add(t, size, t * 2, evaluate=False),
            size,
            "byte",
            "s",
            "the terms of a sum differ",
            t,
        ),
        (Max(size / t, size), size, "byte", "byte/s", "the arguments of max differ", size / t),
        (
            Min(batch, t / rate),
            batch,
            "sequence",
            "s²/byte",
            "the arguments of min differ",
            t / rate,
        ),
        (sympy.Add(t, 0, 1, evaluate=False), 1, "1", "s", "the terms of a sum differ", t),
        (
            sympy.Piecewise((t, share > 1), (1, True)),
            1,
            "1",
            "s",
            "the branches of a case distinction differ",
            t,
        ),
        (sympy.ceiling(t), t, "s", "1", "only a pure number can be rounded to a whole one", None),
        (sympy.exp(t), t, "s", "1", "only a pure number has a logarithm or an exponential", None),
        (sympy.cos(t), t, "s", "1", "only a pure number has a sine or a cosine", None),
        (share**t, t, "s", "1", "only a pure number can be an exponent", None),
        (
            t ** sympy.sqrt(2),
            t,
            "s",
            "1",
            "only a pure number can be raised to a variable power",
            None,
        ),
        (sympy.erf(share), sympy.erf(share), "1", "1", "erf has no rule for dimensions", None),
        (OpaqueFunction("f", "byte", "s")(t), t, "s", "byte", "f takes byte", None),
    ],
    ids=str,
)
def test_a_mismatch_holds_its_facts(expression, term, found, expected, why, other) -> None:
    """The term at fault, what it has and should have, the rule it breaks, and what it was held
    against.
    """
    with pytest.raises(Mismatch) as caught:
        dimension_of(expression)
    error = caught.value
    assert (error.term, str(error.found), str(error.expected), error.why, error.other) == (
        term,
        found,
        expected,
        why,
        other,
    )
    assert str(error) == why


def test_the_odd_one_out_is_the_rarest() -> None:
    """Among three terms of which two agree, the third is at fault wherever it stands."""
    for terms in ((size, t, u), (t, size, u), (t, u, size)):
        with pytest.raises(Mismatch) as caught:
            dimension_of(sympy.Add(*terms, evaluate=False))
        assert caught.value.term == size


def test_two_thousand_unlike_terms_are_told_apart_at_once() -> None:
    """Finding the odd term takes work in proportion to the terms, not to their square."""
    terms = [t * sympy.Integer(i) for i in range(2, 1002)] + [
        size * sympy.Integer(i) for i in range(2, 1002)
    ]

    def judge() -> None:
        with pytest.raises(Mismatch):
            dimension_of(sympy.Add(*terms, evaluate=False))

    _, number = calls(judge)
    assert number < 200 * len(terms)
