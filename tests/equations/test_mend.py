"""Mends: conversions only, at most three, and no guess beyond."""

from typing import Any

import pytest
import sympy

from derive.equations import Max, Vocabulary
from derive.equations.conversions import MOST_FACTORS, Conversions, mending_factors
from derive.equations.dimension_check import dimension_error
from derive.equations.suggestions import Mends, suggestion
from derive.library import subjects
from derive.library.nomenclature import vocabulary
from derive.library.nomenclature.conversions import (
    bytes_per_element,
    bytes_per_param,
    flops_per_param,
    tokens_per_pass,
    vectors_per_token,
)
from derive.library.nomenclature.decode import (
    batch_size,
    context_length,
    cost_per_token,
    kv_bytes_per_token,
    memory_time,
    step_time,
    throughput,
)
from derive.library.nomenclature.hardware import domain_bandwidth, gpu_price, gpus
from derive.library.nomenclature.model import active_params, total_params
from derive.library.nomenclature.training import training_flops, training_tokens
from derive.units.dimension import PURE
from derive.units.text import parse_unit

X = sympy.Symbol("x", positive=True)
CONVERSIONS = Conversions.of(var for var in vocabulary if var.conversion)


def removable() -> list[tuple[str, object, object, object]]:
    """Every conversion that is a factor of a relation's right side only: (relation, left, right
    without it, conversion).
    """
    cases = []
    for relation in (relation for module in subjects() for relation in module.RELATIONS):
        for factor in relation.right.args if relation.right.is_Mul else ():
            var = factor.base if factor.is_Pow else factor
            if var in CONVERSIONS.variables and var not in relation.left.free_symbols:
                rest = sympy.Mul(
                    *(other for other in relation.right.args if other != factor), evaluate=False
                )
                cases.append((relation.name, relation.left, rest, var))
    return cases


@pytest.mark.parametrize(
    ("name", "left", "right", "missing"),
    removable(),
    ids=lambda part: str(part) if isinstance(part, str) else "",
)
def test_a_conversion_taken_from_a_relation_is_named_as_its_mend(
    name: str, left, right, missing
) -> None:
    """Whatever conversion is left out of a relation of the library, the message asks for it."""
    error = dimension_error(name, left, right, (vocabulary,))
    assert error is not None
    assert "Mend" in error.mend and missing.name in error.mend


def test_sides_that_agree_need_no_mend() -> None:
    """No error, and a zero agrees with anything."""
    assert (
        dimension_error(
            "r", memory_time, total_params * bytes_per_param / domain_bandwidth, (vocabulary,)
        )
        is None
    )
    assert dimension_error("r", memory_time, sympy.S.Zero, (vocabulary,)) is None


def test_what_no_three_conversions_make_is_not_guessed() -> None:
    """The missing dimension is stated and nothing proposed."""
    others = Vocabulary.of([var for var in vocabulary if var.figure != 20], "the others")
    error = dimension_error("r", training_tokens, 20 * active_params, (others,))
    assert error is not None
    assert (
        error.mend
        == f"It is short of token/param; no product of up to {MOST_FACTORS} conversions has that"
        " dimension."
    )


def test_bytes_do_not_come_in_with_one_factor_and_go_out_with_another() -> None:
    """bytes_per_param/bytes_per_element has a dimension that could be missing, but such a mend is a
    guess.
    """
    assert (
        mending_factors(
            parse_unit("1/param").dimension, Conversions.of([bytes_per_param, bytes_per_element])
        )
        is None
    )


def test_no_two_factors_of_one_unit_are_proposed() -> None:
    """Squares of a unit are not mended by two variables that share it."""
    twice = tokens_per_pass.unit.dimension**2
    assert mending_factors(twice, CONVERSIONS) is None


def test_vectors_per_token_mend_only_what_is_stored() -> None:
    """A cost per second is not made one per token by counting keys and values; bytes are."""
    assert mending_factors(parse_unit("USD/token/s").dimension, CONVERSIONS) is None
    assert mending_factors(parse_unit("1/token").dimension, CONVERSIONS) == (
        (vectors_per_token, 1),
    )
    assert mending_factors(parse_unit("byte/token").dimension, CONVERSIONS) == (
        (bytes_per_element, 1),
        (vectors_per_token, 1),
    )


def test_the_fewest_factors_are_proposed() -> None:
    """One conversion before two, two before three, multiplied before divided."""
    assert mending_factors(PURE, CONVERSIONS) == ()
    assert mending_factors(parse_unit("byte/param").dimension, CONVERSIONS) == (
        (bytes_per_param, 1),
    )
    assert mending_factors(parse_unit("USD/s").dimension, CONVERSIONS) == (
        (gpus, 1),
        (gpu_price, 1),
    )


def test_of_two_unlike_terms_the_one_that_settles_the_equation_is_mended() -> None:
    """Params beside bytes are multiplied by bytes_per_param; bytes are not divided by it."""
    cache = batch_size * context_length * kv_bytes_per_token
    for sides in ((total_params, cache), (cache, total_params)):
        error = dimension_error(
            "r", memory_time, sympy.Add(*sides, evaluate=False) / domain_bandwidth, (vocabulary,)
        )
        assert error is not None and error.term == "total_params"
        assert "multiply by bytes_per_param" in error.mend


def test_of_two_unlike_terms_that_a_mend_makes_alike_the_one_that_settles_is_named() -> None:
    """A difference whose terms become the same still has their dimension."""
    stored = total_params * bytes_per_param
    for sides in ((stored, -total_params), (-total_params, stored)):
        difference = sympy.Add(*sides, evaluate=False)
        error = dimension_error("r", memory_time, difference / domain_bandwidth, (vocabulary,))
        assert error is not None and error.term == "-total_params"
        assert error.expected == "byte"


def test_a_second_fault_is_told_with_the_first() -> None:
    """A term short of bytes per parameter in a side that also lacks the bandwidth: both are named,
    in turn.
    """
    error = dimension_error(
        "r",
        memory_time,
        total_params + batch_size * context_length * kv_bytes_per_token,
        (vocabulary,),
    )
    assert error is not None
    first, _, second = error.mend.partition(" Then ")
    assert "bytes_per_param" in first and "divide by domain_bandwidth" in second


def test_a_bare_figure_is_read_as_the_variable_it_is_known_by() -> None:
    """A 6, a 2 or a 300 among the factors, above or below the bar, stands for a variable."""
    v = Vocabulary("a test")
    known = v("known", "token/s", "known as 42", figure=42)
    time, tokens = v("time", "s", "a time"), v("tokens", "token", "tokens")
    below = dimension_error("r", time, tokens / 42, (v,))
    above = dimension_error("r", tokens, 42 * time, (v,))
    decimal = dimension_error("r", tokens, sympy.Float(42) * time, (v,))
    left = dimension_error("r", 42 * time, tokens, (v,))
    for error in (below, above, decimal, left):
        assert error is not None and f"read the bare 42 as {known.name}" in error.mend
    inverse = sympy.Mul(
        tokens,
        sympy.Pow(sympy.Mul(42, time, evaluate=False), -1, evaluate=False),
        time**2,
        evaluate=False,
    )
    assert f"read the bare 42 as {known.name}" in str(dimension_error("r", time**2, inverse, (v,)))
    squared = sympy.Mul(
        tokens,
        sympy.Pow(sympy.Mul(42, time, evaluate=False), 2, evaluate=False),
        time**-2,
        evaluate=False,
    )
    for other in (tokens / 43, squared, tokens * sympy.Rational(5, 42), tokens * sympy.pi):
        assert "bare" not in str(dimension_error("r", time, other, (v,)))


def test_a_figure_inside_a_sum_or_power_is_not_a_factor() -> None:
    """Only a number that multiplies or divides the whole term is read as a variable."""
    error = dimension_error(
        "r", training_flops, active_params * training_tokens ** sympy.Integer(6), (vocabulary,)
    )
    assert error is not None and "bare" not in error.mend


def test_variables_of_the_authors_own_may_mend() -> None:
    """What the author declared beside the equation is tried with the conversions."""
    hold = Vocabulary("the author")("hold_time", "s", "a time")
    error = dimension_error("r", memory_time, sympy.Integer(3), (vocabulary,), also=(hold,))
    assert error is not None and "multiply by hold_time [s]" in error.mend


def test_variables_of_the_authors_own_mend_beside_a_figure() -> None:
    """But for the one that the figure is read as."""
    far = Vocabulary("the author")("far_flow", "token/byte", "known as 42", figure=42)
    pause = Vocabulary("the author")("pause_per_byte", "s/byte", "a pause")
    known = Vocabulary.of([far], "a test")
    error = dimension_error("r", time, tokens / 42, (known,), also=(far, pause))
    assert error is not None and error.mend == (
        "Mend: read the bare 42 as far_flow [token/byte], then multiply by pause_per_byte [s/byte]."
    )


def test_every_conversion_of_the_missing_unit_is_offered() -> None:
    """The dimension cannot tell processed from emitted tokens, so both are named."""
    error = dimension_error(
        "r", training_flops, flops_per_param * active_params * batch_size, (vocabulary,)
    )
    assert (
        error is not None
        and "tokens_per_pass or emitted_tokens_per_pass [token/sequence]" in error.mend
    )


def test_the_error_holds_its_facts() -> None:
    """Where, term, both dimensions and the mend are fields."""
    error = dimension_error("weights", memory_time, total_params / domain_bandwidth, (vocabulary,))
    assert error is not None
    assert (error.where, error.found, error.expected) == (
        "weights",
        "param·s/byte",
        "s  (left side: memory_time)",
    )
    assert error.term == "right side: total_params/domain_bandwidth"


OWN = Vocabulary("a test")
time = OWN("time", "s", "a time")
size = OWN("size", "byte", "a size")
tokens = OWN("tokens", "token", "tokens")
rate = OWN("rate", "byte/s", "a rate")
known = OWN("known", "token/s", "known as 42", figure=42)
PER_BYTE = OWN("per_byte", "s/byte", "a conversion", conversion=True)


def own_error(left, right, *variables):
    known = Vocabulary.of(variables, "a test") if variables else OWN
    error = dimension_error("r", left, right, (known,))
    assert error is not None
    return error


def test_money_does_not_come_in_with_one_factor_and_go_out_with_another() -> None:
    """Nor do FLOP: the quotient of two prices, or of two costs of computing, is no conversion."""
    for substance in ("USD", "FLOP", "byte"):
        pair = [
            Vocabulary("a test")("a", f"{substance}/param", "one"),
            Vocabulary("a test")("b", f"{substance}/token", "another"),
        ]
        assert mending_factors(parse_unit("token/param").dimension, Conversions.of(pair)) is None
        short = parse_unit(f"{substance}/param").dimension
        assert mending_factors(short, Conversions.of(pair)) == ((pair[0], 1),)
        timed = parse_unit(f"param*s/{substance}").dimension
        assert mending_factors(timed, Conversions.of([pair[0], time])) == (
            (pair[0], -1),
            (time, 1),
        )


def test_three_faults_are_told_in_turn_and_a_fourth_is_not() -> None:
    """Whoever has four looks again after mending three."""
    v = Vocabulary("a test")
    left = v("left", "s", "a time")
    terms = [v(f"x_{unit}", unit, "a term") for unit in ("byte", "token", "param", "sequence")]
    for unit in ("byte", "token", "param", "sequence"):
        v(f"per_{unit}", f"s/{unit}", "a conversion", conversion=True)
    for count in (1, 2, 3, 4):
        mend = own_error(left, sympy.Add(left, *terms[:count], evaluate=False), *v).mend
        assert mend.count("Then ") == mend.count("Then x_") == min(count, 3) - 1
        assert sum(
            f"multiply by per_{unit} [s/{unit}]" in mend
            for unit in ("byte", "token", "param", "sequence")
        ) == min(count, 3)


def test_no_four_factors_are_proposed() -> None:
    """Three are, in the order in which they are known; a fourth would make any dimension of
    anything.
    """
    v = Vocabulary("a test")
    four = [v(f"x_{unit}", unit, "one") for unit in ("s", "byte", "token", "param")]
    known = Conversions.of(four)
    assert mending_factors(parse_unit("byte*param/token").dimension, known) == (
        (four[1], 1),
        (four[2], -1),
        (four[3], 1),
    )
    assert mending_factors(parse_unit("s*byte*param/token").dimension, known) is None


def test_a_count_per_something_goes_with_bytes_alone() -> None:
    """Not with one price, nor with a price and a pure number."""
    v = Vocabulary("a test")
    price, pure = v("price", "USD/s", "a price"), v("pure", "1", "a pure number")
    counted = Conversions.of([pure, price, vectors_per_token])
    assert mending_factors(parse_unit("USD/token/s").dimension, counted) is None
    paid = Conversions.of([pure, price])
    assert mending_factors(parse_unit("USD/s").dimension, paid) == ((price, 1),)


def test_what_stands_in_the_equation_is_no_mend_of_it() -> None:
    """On either side, of a side or of a term: it has been used."""
    wrong = PER_BYTE * size**2 / time
    assert "multiply by per_byte" in own_error(time, size).mend
    for left, right in (
        (time, wrong),
        (wrong, time * PER_BYTE / PER_BYTE),
        (time, sympy.Add(time, wrong, evaluate=False)),
        (wrong + size, time),
    ):
        assert "per_byte" not in own_error(left, right).mend
    assert (
        "bare"
        not in own_error(
            42 * time,
            sympy.Mul(tokens, known, sympy.Pow(known, -1, evaluate=False), evaluate=False),
        ).mend
    )


def test_a_bare_figure_on_the_left_is_told_of_the_left() -> None:
    """The side, both dimensions and the reading; where both sides have one, the right is read."""
    error = own_error(42 * time, tokens)
    assert (error.term, error.found, error.expected) == (
        "left side: 42*time",
        "s",
        "token  (right side: tokens)",
    )
    assert error.mend == "Mend: read the bare 42 as known [token/s]."
    assert own_error(42 * time, tokens / 42).term == "right side: tokens/42"


def test_a_term_without_a_conversion_is_named_by_what_could_settle_it() -> None:
    """Params beside bytes under a rate are short of byte/param, of which there is a variable,
    though no conversion.
    """
    v = Vocabulary("a test")
    params = v("params", "param", "parameters")
    v("width", "byte/param", "no conversion")
    for terms in ((params, size), (size, params)):
        error = own_error(time, sympy.Add(*terms, evaluate=False) / rate, time, size, rate, *v)
        assert error.term == "params"
        assert (
            error.mend
            == f"It is short of byte/param; no product of up to {MOST_FACTORS} conversions has that"
            " dimension."
        )


def test_a_mend_of_two_factors_settles_an_equation_as_one_of_one_does() -> None:
    """A time beside bytes where bytes are due is what is wrong, though it is divided and the bytes
    would be multiplied.
    """
    v = Vocabulary("a test")
    v("per_token", "s/token", "a conversion", conversion=True)
    v("tokens_per_byte", "token/byte", "a conversion", conversion=True)
    whole = v("whole", "byte", "another size")
    for terms in ((time, size), (size, time)):
        error = own_error(whole, sympy.Add(*terms, evaluate=False), time, size, *v)
        assert error.term == "time" and error.mend.endswith(
            "Mend: divide by per_token [s/token] and tokens_per_byte [token/byte]."
        )


def test_what_has_no_rule_is_told_what_has() -> None:
    """There is nothing to multiply by."""
    error = own_error(time, time * sympy.erf(rate * time / size))
    assert (
        error.mend
        == "Sums, products, powers, max, min, abs, ceiling, floor, log, exp and case distinctions"
        " are what has a rule."
    )
    assert error.detail == "erf has no rule for dimensions"


def test_a_term_that_stands_twice_is_mended_once() -> None:
    """What is right elsewhere is not to be changed with it, so nothing is said of what comes
    then.
    """
    error = own_error(time, sympy.Add(size, Max(time, size / rate), evaluate=False))
    assert (
        error.term == "size" and "multiply by per_byte" in error.mend and "Then" not in error.mend
    )


def test_a_second_fault_on_the_left_is_told_of_the_left() -> None:
    """As it is of the right."""
    conversion = Vocabulary("a test")(
        "tokens_per_byte", "token/byte", "a conversion", conversion=True
    )
    error = own_error(
        42 * time, sympy.Add(tokens, size, evaluate=False), time, size, tokens, known, conversion
    )
    assert error.mend.endswith(
        "Then the left side has s, not token. Mend: read the bare 42 as known [token/s]."
    )


def test_of_two_readings_of_a_figure_the_one_that_needs_less_is_taken() -> None:
    """Wherever it stands in the vocabulary."""
    v = Vocabulary("a test")
    far, near = (
        v("far", "token/byte", "known as 42", figure=42),
        v("near", "token/s", "known as 42", figure=42),
    )
    for first, second in ((far, near), (near, far)):
        assert (
            own_error(time, tokens / 42, first, second, PER_BYTE).mend
            == "Mend: read the bare 42 as near [token/s]."
        )
    assert (
        own_error(time, tokens / 42, far, PER_BYTE).mend
        == "Mend: read the bare 42 as far [token/byte], then multiply by per_byte [s/byte]."
    )


def test_a_second_fault_is_told_after_a_figure_is_read() -> None:
    """The term is mended by the reading before the rest is looked at."""
    error = own_error(time, sympy.Add(time, tokens / 42, size, evaluate=False))
    assert (
        "read the bare 42 as known [token/s]" in error.mend
        and "multiply by per_byte [s/byte]" in error.mend
    )
    assert error.mend.count("Then ") == 1


def test_a_variable_mends_an_equation_once() -> None:
    """What a bare figure is read as is not multiplied by again, and what is the author's own and a
    conversion is named once.
    """
    v = Vocabulary("a test")
    flow = v("flow", "token/s", "known as 42", figure=42, conversion=True)
    first, second = (
        v("first", "token/s", "a flow"),
        v("second", "token/s", "a flow", conversion=True),
    )
    assert own_error(tokens * first * first, 42 * tokens, tokens, flow, first).mend.startswith(
        "It is short of token²/s²; no product"
    )
    known = Vocabulary.of([second], "a test")
    twice = dimension_error("r", tokens, time, (known,), also=(first, second))
    assert (
        twice is not None
        and twice.mend == "It is short of token/s. Mend: multiply by first or second [token/s]."
    )


@pytest.mark.parametrize(
    ("term", "number"),
    [(300 / X, "300"), (300 * X, "300"), (2 * X, "2"), (X / 300, ""), (X, ""), (1 / X, "")],
)
def test_a_bare_number_may_have_the_whole_unit_that_is_missing(term: object, number: str) -> None:
    """Of what is counted or stored, where no more than a factor would be put in: one number above
    the fraction bar.
    """
    byte, none = parse_unit("byte").dimension, Mends({}, (), {})
    short = suggestion(sympy.sympify(term), PURE, byte, none, set(), most=1)
    assert short.whole == number
    assert (f"write the bare {number} in byte" in short.action) is bool(number)
    assert suggestion(sympy.sympify(term), PURE, byte, none, set()).whole == ""


@pytest.mark.parametrize(
    ("right", "said"),
    [
        (gpu_price * gpus * throughput, "divide by throughput instead of multiplying: gpus*"),
        (gpus / gpu_price / throughput, "multiply by gpu_price instead of dividing: gpus*"),
        (
            gpu_price / gpus / throughput,
            "multiply by gpus instead of dividing: gpus*gpu_price/throughput.",
        ),
        (
            gpu_price * batch_size * gpus / step_time,
            "divide by batch_size instead of multiplying, multiply by step_time instead of"
            " dividing: step_time*gpus*gpu_price/batch_size, then divide by tokens_per_pass or"
            " emitted_tokens_per_pass [token/sequence].",
        ),
    ],
)
def test_a_factor_on_the_wrong_side_of_the_bar_is_named(right: Any, said: str) -> None:
    error = dimension_error("r", cost_per_token, right, (vocabulary,))
    assert error is not None and said in str(error)


def test_no_three_factors_cross_the_bar_nor_one_beside_two_conversions() -> None:
    """All three would make the cost of a token, and so would one beside a time and GPUs."""
    v = Vocabulary("a test")
    inverse = v("inverse", "s*GPU*token/USD", "to turn over")
    known = [v(f"x_{unit}", unit, "one", conversion=True) for unit in ("s", "GPU")]
    for term, more in ((throughput / gpu_price / gpus, []), (inverse, known)):
        error = dimension_error("r", cost_per_token, term, (Vocabulary.of(more, "a test"),))
        assert error is not None and "instead of" not in str(error)
