"""Sense: a bound only where all that is left out or taken as ideal goes one way, else an
estimate.
"""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from derive import Direction, Eq, Max, Neglected, Relation, System, Var
from derive.errors import DeclarationError
from derive.library import solve
from derive.results.answer import Answer
from derive.results.pull import Sense

UP, DOWN, EITHER = Direction.RAISES, Direction.LOWERS, Direction.EITHER
a, b, p, q, s, x, y, z = (Var(name) for name in "abpqsxyz")
t = Var("t", within="[0, oo)")
eta = Var("eta", within="(0, 1]", default="1", ideal=True)


def off(term_size: object, direction: Direction | None, **more: object) -> Neglected:
    return Neglected("a term", term_size, direction, **more)  # type: ignore[arg-type]


def asked(relations: list[Relation], target: Var, given: dict[Var, float]) -> Answer:
    answer = System(relations, variables=(t,)).solve(target, given)
    assert answer.status == "solved"
    return answer


# --- one term ---


@pytest.mark.parametrize(
    ("direction", "sense", "inverse"),
    [
        (UP, "lower bound", "upper bound"),
        (DOWN, "upper bound", "lower bound"),
        (EITHER, "estimate", "estimate"),
        (None, "estimate", "estimate"),
    ],
)
@pytest.mark.parametrize("size", [0.5, 2.0])
def test_a_term_pulls_at_what_its_relation_defines_and_against_what_is_solved_for(
    direction: Direction | None, sense: str, inverse: str, size: float
) -> None:
    """y = a·x leaves something out: y is moved by it, and x the other way if y is given."""
    relation = Relation("r", Eq(y, a * x), neglects=(off(t, direction),))
    assert asked([relation], y, {a: 2, x: 3, t: size}).sense == sense
    assert asked([relation], x, {a: 2, y: 6, t: size}).sense == inverse


@pytest.mark.parametrize(
    ("stated", "sense"),
    [({}, "lower bound"), ({"loss": 0}, "equality"), ({"t": 0}, "equality")],
)
def test_a_term_that_is_nothing_only_since_a_value_is_taken_as_ideal_pulls_all_the_same(
    stated: dict[str, float], sense: str
) -> None:
    """No loss is stated: the term may have any size, but beside what is stated as nothing."""
    loss = Var("loss", within="[0, 1)", default="0", ideal=True)
    relation = Relation("r", Eq(y, a * x), neglects=(off(loss * t, UP),))
    answer = System([relation], variables=(t, loss)).solve(y, {"a": 2, "x": 3, "t": 0.5, **stated})
    assert answer.sense == sense


def test_a_pull_is_named_and_sized() -> None:
    """A tenth left out of x is a tenth of y, and 21 % of its square."""
    relations = [
        Relation("first", Eq(x, a * b), neglects=(off(t, UP),)),
        Relation("second", Eq(y, x**2)),
    ]
    (pull,) = asked(relations, y, {a: 2, b: 3, t: 0.1}).pulls
    assert (pull.source, pull.what, pull.way, pull.ideal) == ("first", "a term", "raises", False)
    assert (pull.size, pull.moves) == (0.1, pytest.approx(0.21))
    assert pull.text == "first leaves out a term (21 %)"


@pytest.mark.parametrize(("size", "moves"), [(0.25, 0.25), (1.5, 0.6), (4.0, 0.8)])
def test_a_term_that_lowers_takes_no_more_than_all(size: float, moves: float) -> None:
    """A quarter too much is a quarter less; what is larger than what is counted divides it."""
    relation = Relation("r", Eq(y, a * x), neglects=(off(t, DOWN),))
    (pull,) = asked([relation], y, {a: 2, x: 3, t: size}).pulls
    assert (pull.way, pull.moves) == ("lowers", pytest.approx(moves))


@pytest.mark.parametrize("size", [0.0, 1e-13])
def test_a_term_that_is_nothing_pulls_at_nothing(size: float) -> None:
    """Exactly zero, or below what floats tell apart."""
    relation = Relation("r", Eq(y, a * x), neglects=(off(t, UP),))
    answer = asked([relation], y, {a: 2, x: 3, t: size})
    assert (answer.sense, answer.pulls) == ("equality", ())
    assert asked([relation], y, {a: 2, x: 3, t: 1e-3}).sense == "lower bound"


def test_a_term_of_unknown_size_pulls() -> None:
    """What cannot be sized may still be there."""
    relation = Relation("r", Eq(y, a * x), neglects=(off(t, DOWN),))
    (pull,) = asked([relation], y, {a: 2, x: 3}).pulls
    assert (pull.way, pull.size, pull.moves) == ("lowers", None, None)
    assert "size not known" in pull.text


def test_a_most_is_said_as_such() -> None:
    """A size that a term can at most reach is no caution, and its verdict is open."""
    relation = Relation("r", Eq(y, a * x), neglects=(off(t, UP, most=True),))
    answer = asked([relation], y, {a: 2, x: 3, t: 0.8})
    assert answer.pulls[0].amount == "at most 80 %"
    assert answer.neglected[0].verdict == "unknown"
    assert answer.cautions == ()


# --- several ---


def test_pulls_of_one_way_make_a_bound_and_of_both_an_estimate() -> None:
    """y = x / z: what raises z lowers y."""
    numerator = Relation("above", Eq(x, a), neglects=(off(t, UP),))
    for direction, sense in ((DOWN, "lower bound"), (UP, "estimate")):
        denominator = Relation("below", Eq(z, b), neglects=(off(t, direction),))
        answer = asked([numerator, denominator, Relation("r", Eq(y, x / z))], y, {a: 1, b: 2})
        assert answer.sense == sense
        assert len(answer.pulls) == 2


def test_what_cancels_does_not_pull() -> None:
    """The same shortfall above and below the line."""
    relations = [
        Relation("first", Eq(x, a), neglects=(off(t, UP),)),
        Relation("second", Eq(y, x * b / x)),
    ]
    answer = asked(relations, y, {a: 1, b: 2})
    assert answer.sense == "equality"


def test_an_ideal_value_pulls_beside_a_term() -> None:
    """At an efficiency of one a time is too short; a term that lowers it goes the other way."""
    relation = Relation("r", Eq(y, x / eta), neglects=(off(t, DOWN),))
    answer = asked([relation], y, {x: 3})
    assert [(pull.source, pull.way, pull.ideal) for pull in answer.pulls] == [
        ("eta", "raises", True),
        ("r", "lowers", False),
    ]
    assert answer.sense == "estimate"
    assert asked([relation], y, {x: 3, t: 0}).sense == "lower bound"
    assert asked([relation], y, {x: 3, eta: 0.5}).sense == "upper bound"


def test_two_ideal_values_that_go_both_ways_make_an_estimate() -> None:
    """As the balance of a chip: half the peak rate lowers it, half the bandwidth raises it."""
    other = Var("eta_b", within="(0, 1]", default="1", ideal=True)
    assert asked([Relation("r", Eq(y, x * eta / other))], y, {x: 3}).sense == "estimate"


# --- regimes ---


def longer(size: float, **given: float) -> Answer:
    relations = [
        Relation("first", Eq(p, a), neglects=(off(t, UP),)),
        Relation("second", Eq(q, b)),
        Relation("longer", Eq(s, Max(p, q))),
    ]
    return asked(relations, s, {a: given["a"], b: given["b"], t: size})


def test_a_term_of_the_regime_that_does_not_bind_is_spared() -> None:
    """max(1, 3): twice the one is still below the three, four times is not."""
    assert longer(1.0, a=1, b=3).sense == "equality"
    assert longer(1.0, a=1, b=3).neglected[0].spared
    assert longer(3.0, a=1, b=3).sense == "lower bound"
    assert not longer(3.0, a=1, b=3).neglected[0].spared
    assert longer(0.1, a=3, b=1).sense == "lower bound"


def test_a_term_is_spared_where_the_question_is_turned_round() -> None:
    """max(p x, q x) = 12 with q = 3 p: p may double, not quadruple."""
    relations = [
        Relation("first", Eq(y, p * x), neglects=(off(t, UP),)),
        Relation("second", Eq(z, q * x)),
        Relation("longer", Eq(s, Max(y, z))),
    ]
    given = {p: 1.0, q: 3.0, s: 12.0}
    assert asked(relations, x, {**given, t: 1.0}).sense == "equality"
    assert asked(relations, x, {**given, t: 3.0}).sense == "upper bound"
    assert asked(relations, x, given).sense == "upper bound"


def test_two_values_have_one_sense_only_if_it_is_that_of_both() -> None:
    """x² = 5 x - y: a larger y moves the two roots towards each other."""
    relations = [
        Relation("square", Eq(x**2 + y, 5 * x)),
        Relation("r", Eq(y, a * b), neglects=(off(t, UP),)),
    ]
    answer = System(relations, variables=(t,)).solve(x, {a: 2, b: 3, t: 0.01})
    assert sorted(value.value for value in answer.values) == pytest.approx([2.0, 3.0])
    assert answer.sense == "estimate"


# --- points ---


def test_a_point_relation_says_which_variable_its_term_moves() -> None:
    """a x = b y at the point x: counted, the term raises x and, at a given x, lowers a."""
    relation = Relation("point", Eq(a * x, b * y), neglects=(off(t, UP, of=x),))
    assert asked([relation], x, {a: 1, b: 2, y: 3}).sense == "lower bound"
    assert asked([relation], a, {x: 1, b: 2, y: 3}).sense == "lower bound"
    assert asked([relation], y, {x: 1, b: 2, a: 3}).sense == "upper bound"


def test_a_direction_needs_something_to_move_and_a_word_that_is_one() -> None:
    """Both are refused where the relation is made."""
    with pytest.raises(DeclarationError, match="of=variable"):
        Relation("point", Eq(a * x, b * y), neglects=(off(t, UP),))
    with pytest.raises(DeclarationError, match="of=variable"):
        Relation("point", Eq(y, b * x), neglects=(off(t, UP, of=a),))
    with pytest.raises(DeclarationError, match="raises, lowers, either"):
        off(t, "upwards")  # type: ignore[arg-type]
    assert off(t, "raises").direction is UP  # type: ignore[arg-type]


# --- against the truth ---


class _Drawn:
    """A random system twice over, with terms left out and with all of them counted, at values."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self.values: dict[Var, float] = {}
        self.sizes: set[Var] = set()
        self.short: list[Relation] = []
        self.whole: list[Relation] = []
        arms = [self.arm() for _ in range(2)]
        longest = self.defined(Max(*arms), Max(*arms))
        right = self.known() * longest ** self.draw.choice((-1, 1))
        self.top = self.short_by_a_term(right)

    def known(self) -> Var:
        var = Var(f"v{len(self.values)}")
        self.values[var] = 10 ** self.draw.uniform(-1, 1)
        return var

    def arm(self) -> Var:
        return self.short_by_a_term(self.known() * self.known() ** self.draw.choice((-1, 1, 2)))

    def short_by_a_term(self, right: Any) -> Var:
        """A variable whose definition may leave out a term that raises or lowers it."""
        size = self.known()
        self.values[size] = self.draw.choice((0.05, 0.5, 3.0))
        self.sizes.add(size)
        shapes = (
            (right, ()),
            (right * (1 + size), (off(size, UP),)),
            (right / (1 + size), (off(size / (1 + size), DOWN),)),
        )
        exact, terms = self.draw.choice(shapes)
        return self.defined(right, exact, *terms)

    def defined(self, right: Any, exact: Any, *terms: Neglected) -> Var:
        var = Var(f"w{len(self.short)}")
        self.short.append(Relation(f"r{len(self.short)}", Eq(var, right), neglects=terms))
        self.whole.append(Relation(f"r{len(self.whole)}", Eq(var, exact)))
        return var


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.slow
def test_the_true_value_lies_on_the_side_that_the_sense_says(seed: int) -> None:
    """Against the same system with every term counted, forward and for each value turned round."""
    drawn = _Drawn(seed)
    near, true = (System(r, variables=drawn.values) for r in (drawn.short, drawn.whole))
    reached = true.solve(drawn.top, drawn.values).number
    assert reached is not None
    questions = [(drawn.top, drawn.values)]
    for free in (var for var in drawn.values if var not in drawn.sizes):
        others = {var: value for var, value in drawn.values.items() if var != free}
        questions.append((free, {**others, drawn.top: reached}))
    judged = 0
    for target, given in questions:
        answer, truth = near.solve(target, given), true.solve(target, given)
        if answer.number is None or truth.number is None:
            continue
        judged += 1
        same = math.isclose(answer.number, truth.number, rel_tol=1e-9)
        sides = {
            Sense.EQUALITY: same,
            Sense.LOWER_BOUND: same or truth.number > answer.number,
            Sense.UPPER_BOUND: same or truth.number < answer.number,
            Sense.ESTIMATE: True,
        }
        assert sides[answer.sense], (target, answer.sense, answer.number, truth.number)
    assert judged


def test_the_random_systems_have_answers_of_every_sense() -> None:
    """Else the test above would judge little."""
    senses = set()
    for seed in range(60):
        drawn = _Drawn(seed)
        system = System(drawn.short, variables=drawn.values)
        senses.add(system.solve(drawn.top, drawn.values).sense)
    assert senses == set(Sense)


@pytest.mark.parametrize("size", [1e-25, 1e-13, 1.0, 1e25])
def test_the_sense_of_what_is_solved_for_does_not_depend_on_its_size(size: float) -> None:
    """A femtosecond is as much a bound as a second, and a quantity that acts on both sides moves
    neither.
    """
    relations = [Relation("beside", Eq(a, b * x * eta)), Relation("other", Eq(p, b * q))]
    answer = asked(relations, x, {a: 3.0 * size, p: 0.7, q: 0.1})
    assert answer.sense is Sense.LOWER_BOUND
    assert [pull.source for pull in answer.pulls] == ["eta"]


def test_the_whole_number_of_a_bound_lies_on_its_side() -> None:
    """Fourteen sequences are fewer than the least of 14.87 that the throughput takes."""
    given = {
        "throughput": "5000 token/s", "acceptance_rate": "0.8",
        "draft_length": "4 token/sequence", "step_time": "10 ms",
    }  # fmt: skip
    answer = solve("batch_size", given)
    assert (answer.sense, answer.values[0].whole) == (Sense.LOWER_BOUND, 15.0)
