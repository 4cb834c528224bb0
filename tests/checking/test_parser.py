"""Reading an equation: what is written is what is built, and nothing else."""

import pytest
import sympy

from derive.checking import check
from derive.checking.grammar.expression import Builder
from derive.checking.grammar.parser import parse
from derive.checking.symbols.name_meanings import readings
from derive.checking.symbols.names import Names
from derive.equations.dimensions import dimension_of
from derive.equations.plain import plain
from derive.errors import TextError
from derive.library.nomenclature import vocabulary

NAMES = Names(vocabulary, {"a": "s", "b": "s", "c": "s", "x_1": "byte", "x_1'": "byte"})


def built(text: str) -> list[sympy.Expr]:
    statement = parse(text, NAMES)
    reading = next(
        readings({word: NAMES.find(word) or NAMES.unit(word) for word in statement.words})
    )
    builder = Builder(text, reading)
    return [builder.expression(side) for side in statement.sides]


def written(text: str) -> str:
    return " = ".join(plain(side) for side in built(text))


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("6ND", "6*active_params*training_tokens"),
        ("6 N D", "6*active_params*training_tokens"),
        ("6·N·D", "6*active_params*training_tokens"),
        ("6 × N × D", "6*active_params*training_tokens"),
        ("ND^2", "active_params*training_tokens^2"),
        ("N D²", "active_params*training_tokens^2"),
        ("N**2", "active_params^2"),
        ("(N)(D)", "active_params*training_tokens"),
        ("2(N + N)", "2*(active_params + active_params)"),
        ("a/b/c", "a/(b*c)"),
        ("a/b*c", "a*c/b"),
        ("a*b/c", "a*b/c"),
        ("a/(b c)", "a/(b*c)"),
        ("a - b - c", "a - b - c"),
        ("a - (b - c)", "a - (b - c)"),
        ("-a^2", "-a^2"),
        ("a^-2", "1/a^2"),
        ("(-a)^2", "(-a)^2"),
        ("--a", "a"),
        ("-a b", "b*(-a)"),
        ("a ÷ b", "a/b"),
        ("a − b", "a - b"),
        ("[a + b] {c}", "c*(a + b)"),
        ("1/2 * a", "a/2"),
        ("(1/300) × N / L", "active_params/(300*context_length)"),
        ("0.5 a", "a/2"),
        ("100e9 a", "1e11*a"),
        ("1,000 a", "1000*a"),
        ("2^10 a", "1024*a"),
        ("2 * 3 * a", "6*a"),
        ("Mem BW", "domain_bandwidth"),
        ("memBW", "domain_bandwidth"),
        ("batch size", "batch_size"),
        ("Batch_Size", "batch_size"),
        ("max(a, b)", "max(a, b)"),
        ("MAX(a, min(b, c))", "max(a, min(b, c))"),
        ("sqrt(a b)", "sqrt(a*b)"),
        ("ln(a/b)", "log(a/b)"),
        ("ceil(a/b) + floor(a/c)", "ceil(a/b) + floor(a/c)"),
        ("abs(a - b)", "abs(a - b)"),
        ("x_1", "x_1"),
        ("a - a + b", "a + b - a"),
        ("0 * a", "0*a"),
        ("b/2c", "b/(2*c)"),
        ("1/2 a b", "a*b/2"),
        ("a(b)", "a"),
        ("a(b, c)", "a"),
        ("a(b + c)", "a*(b + c)"),
        ("|a - b|", "abs(a - b)"),
        ("a + ... + b", "a + b"),
        ("a ± b", "a + b"),
        ("3!", "factorial(3)"),
        ("ln 2", "log(2)"),
        ("sin^2(a/b)", "sin(a/b)^2"),
        ("e^(-a/b)", "exp((-a)/b)"),
        ("x_1'", "x_1_"),
    ],
)
def test_an_expression_is_built_as_it_is_written(text: str, same: str) -> None:
    """Signs, precedence, run-together names, Unicode operators; nothing cancels."""
    assert written(text) == same


@pytest.mark.parametrize(
    ("text", "dimension"),
    [
        ("288 GB / 20 TB/s", "s"),
        ("3 GB/(s GPU) * a", "byte/GPU"),
        ("9.8 m/s²", "m/s²"),
        ("9.8 m s^-2", "m/s²"),
        ("2.5 kg (m/s)^-1", "kg·s/m"),
        ("2.5 kg/(m s)²", "kg/(m²·s²)"),
        ("6 s / a", "1"),
        ("40 % a", "s"),
        ("1T params", "param"),
        ("$2/hour/GPU", "USD/(GPU·s)"),
        ("a / $5", "s/USD"),
        ("2 B", "sequence"),
        ("2 byte", "byte"),
    ],
)
def test_a_number_with_its_unit_is_one_thing(text: str, dimension: str) -> None:
    """A unit after a number belongs to it as far as it goes, and dividing by it divides by all of
    it; a name is not a unit.
    """
    assert str(dimension_of(built(text)[0])) == dimension


@pytest.mark.parametrize("sign", ["=", ":=", "==", "≈", "~", "≥", ">=", "≤", "<=", "<", ">"])
def test_sides_are_parted_by_any_sign_of_comparison(sign: str) -> None:
    """What people write between two sides."""
    assert written(f"a {sign} b") == "a = b"


def test_a_chain_has_as_many_sides_as_are_written() -> None:
    """a = b = c holds three."""
    assert len(built("a = b = c")) == 3


def test_literal_numbers_stay_exact() -> None:
    """A third is a third, 0.1 a tenth, and 2^100 all its digits."""
    assert built("1/3") == [sympy.Rational(1, 3)]
    assert built("0.1 + 0.2") == [sympy.Rational(3, 10)]
    assert built("2^100") == [sympy.Integer(2) ** 100]
    assert built("1e9") == [sympy.Integer(10) ** 9]


def test_cancelling_terms_are_kept() -> None:
    """a - a still holds an a, so that a wrong unit in it is seen."""
    assert built("a - a")[0].free_symbols
    assert built("a/a")[0].free_symbols
    assert built("a^0")[0].free_symbols


@pytest.mark.parametrize(
    ("text", "position", "problem"),
    [
        ("a = 8 B/s", 8, "“s”"),
        ("a = 671B", 7, "can be a number or 671 times B"),
        ("a = 3T b", 5, "can be a number or 3 times T"),
        ("a = GB/s", 4, "“GB” or “s”"),
        ("a = blubb", 4, "blubb"),
        ("a = b +", 7, "the end of the text"),
        ("a = (b", 4, "not closed"),
        ("a = [b)", 4, "not closed"),
        ("a = b)", 5, "not opened"),
        ("a = b / c a", 10, "above or below"),
        ("a = b 2", 6, "without a sign"),
        ("a = b^c^a", 7, "power of a power"),
        ("a = b/0", 6, "division by zero"),
        ("a = b^2000", 5, "exponent"),
        ("a = b, c", 5, "no place"),
        ("a = $b", 4, "$"),
        ("a = 5$", 5, "$"),
        ("a = b -> c", 6, "no place"),
        ("a = max(1,234, b)", 8, "one number or several"),
        ("a = exp(b, c)", 4, "one argument"),
        ("a = max()", 8, "expected"),
        ("a = ctxctxctxctxctx", 4, "ctxctx"),
    ],
)
def test_a_refusal_points_at_its_cause(text: str, position: int, problem: str) -> None:
    """Each refusal holds the character it is about."""
    with pytest.raises(TextError) as caught:
        built(text)
    assert caught.value.position == position
    assert problem in caught.value.problem


def test_a_word_that_can_be_cut_in_two_ways_is_refused() -> None:
    """Run-together names are split only when there is one way to do it."""
    names = Names(vocabulary, {"x": "s", "y": "s", "xy": "s", "z": "s", "yz": "s"})
    with pytest.raises(TextError, match=r"can be read as"):
        parse("x = xyz", names)
    assert parse("x = xy", names).words == ("x", "xy")


@pytest.mark.slow
def test_two_thousand_terms_are_read_and_one_more_is_refused() -> None:
    """Long sums and products are walked, not recursed into; the cap is told."""
    assert len(built("+".join(["a"] * 2000))[0].args) == 2000
    assert len(built("*".join(["a"] * 2000))[0].args) == 2000
    for sign in "+*":
        with pytest.raises(TextError, match="more than 2,000 terms"):
            built(sign.join(["a"] * 2001))


def test_a_hundred_and_twenty_brackets_are_read_and_one_more_is_refused() -> None:
    """Depth is capped well inside what Python's stack bears."""
    assert written("(" * 120 + "a" + ")" * 120) == "a"
    for text in (
        "(" * 121 + "a" + ")" * 121,
        "sqrt(" * 121 + "a" + ")" * 121,
        "(1 + " * 119 + "a" + ")*2" * 119,
    ):
        with pytest.raises(TextError, match="more than 120"):
            built(text)


@pytest.mark.parametrize(
    "text",
    [
        "16x20x28 = 8960", "2 x 32,000 x 5,120 = 327.68e6", r"22\mu\text{s} = 0.022\,\text{ms}",
        r"8\space\text{s} = 8000\,\text{ms}", r"batch\_size = B",
        "t = 1-3 ms", "$50K/year × 3 year = $150K", "$3K = 3000 USD",
        r"2 \cdot 3\text{e}9 = 6\times 10^9", "40% of 989 TFLOPS = 395.6 TFLOPS",
        "20 % of $500 = $100", "10 * sin(30°) = 5",
    ],
)  # fmt: skip
def test_figures_and_names_are_read_as_people_set_them(text: str) -> None:
    """A cross between figures, money in thousands, micro before a unit, exponents set upright,
    escaped underscores, shares of a figure, degrees.
    """
    (finding,) = check(text)
    assert finding.verdict == "consistent"


@pytest.mark.parametrize(
    "text",
    ["40% of 989 TFLOPS = 496 TFLOPS", "20 % of $500 = $150", "10 * sin(30°) = 7"],
)
def test_wrong_figures_of_shares_and_angles_are_told(text: str) -> None:
    assert check(text)[0].verdict == "inconsistent"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("T = 30 °C", "“°” has no place"),
        ("1600 Kbps = 200 kB/s", "Write kbit/s"),
        ("t = O(N^2)", "says how a thing grows and not how large it is"),
    ],
)
def test_a_word_that_cannot_be_taken_is_answered(text: str, hint: str) -> None:
    """With what to write in its place."""
    (finding,) = check(text)
    assert finding.verdict == "not judged"
    assert hint in finding.message


def test_an_exponent_of_a_thousand_is_read_and_one_more_is_refused() -> None:
    """Of a name, of a number, below the bar, in a unit; so it is for the denominator of a
    fraction.
    """
    for text in ("a^1000", "a^-1000", "1^1000", "1^-1000", "a^(1/1000)", "3 s^1000"):
        assert built(text)
    for text in ("a^1001", "a^-1001", "1^1001", "1^-1001", "a^(1/1001)", "3 s^1001"):
        with pytest.raises(TextError, match="an exponent is at most 1,000"):
            built(text)
