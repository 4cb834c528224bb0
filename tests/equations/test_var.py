"""Variables: symbols whose unit is part of what they are."""

import copy
import pickle
from typing import Any

import pytest
import sympy

from derive.equations import Eq, Max, Relation, Var, Vocabulary
from derive.equations.var import (
    AT_LEAST_ONE,
    AT_LEAST_TWO,
    CLOSED_SHARE,
    FRACTION,
    NOT_NEGATIVE,
    POSITIVE,
    REAL,
    SHARE,
    tex_of,
)
from derive.errors import DeclarationError, GivenError, TextError, UnknownName
from derive.system import System


@pytest.mark.parametrize(
    "name",
    [
        "name",
        "kind",
        "args",
        "func",
        "assumptions0",
        "unit",
        "is_number",
        "free_symbols",
        "subs",
        "S",
        "E",
        "I",
        "beta",
        "lambda_",
        "Δt",
    ],
)
def test_any_identifier_names_a_variable(name: str) -> None:
    """No name is taken by sympy or by us."""
    made = Var(name, "s")
    assert (made.name, str(made), made.unit.text) == (name, name, "s")
    assert (2 * made).free_symbols == {made}
    assert Max(made, 2 * made).free_symbols == {made}


@pytest.mark.parametrize("name", ["", "2x", "a b", "a-b", "a.b", "x\n", "$", "a(b)", None, 3])
def test_what_is_no_identifier_names_nothing(name: object) -> None:
    """A name that could not be typed back is refused."""
    with pytest.raises(DeclarationError):
        Var(name, "s")  # type: ignore[arg-type]


def test_the_unit_is_part_of_the_identity() -> None:
    """Two variables of one name and different units never compare equal, and do not cancel."""
    seconds, hours, gpus = Var("x", "s"), Var("x", "hour"), Var("x", "GPU")
    assert len({seconds, hours, gpus}) == 3
    assert seconds - gpus != 0
    assert Var("x", "s") == seconds and hash(Var("x", "s")) == hash(seconds)


def test_the_range_is_part_of_the_identity() -> None:
    """What may be negative is not the same as what may not."""
    assert Var("x", "s", within=REAL) != Var("x", "s")


@pytest.mark.parametrize(
    "again",
    [lambda var: pickle.loads(pickle.dumps(var)), copy.copy, copy.deepcopy],
    ids=["pickle", "copy", "deepcopy"],
)
def test_a_copy_is_the_same_variable(again) -> None:
    """Pickled or copied, a variable equals itself and keeps what it knows."""
    made = Vocabulary("v")(
        "share",
        "USD/hour",
        "a price",
        tex="p",
        aliases=("pr",),
        within=NOT_NEGATIVE,
        whole=True,
        default="2 USD/hour",
        figure=3,
    )
    same = again(made)
    assert same == made and hash(same) == hash(made)
    for attribute in (
        "meaning",
        "tex",
        "aliases",
        "within",
        "whole",
        "at",
        "conversion",
        "figure",
        "rank",
    ):
        assert getattr(same, attribute) == getattr(made, attribute)
    assert same.default.value == made.default.value
    assert (same - made) == 0


@pytest.mark.parametrize(
    ("within", "inside", "outside"),
    [
        (POSITIVE, (1e-300, 1, 1e300), (0, -1)),
        (NOT_NEGATIVE, (0, 1), (-1e-9,)),
        (FRACTION, (1e-9, 0.5, 1), (0, 1.001)),
        (SHARE, (0, 0.5), (1, -0.1)),
        (CLOSED_SHARE, (0, 0.5, 1), (1.001, -0.1)),
        (AT_LEAST_ONE, (1, 18.1), (0.999, 0)),
        (AT_LEAST_TWO, (2, 18.1), (1.999, 1)),
        (REAL, (-1, 0, 1), ()),
    ],
)
def test_a_range_admits_what_lies_in_it(
    within: str, inside: tuple[float, ...], outside: tuple[float, ...]
) -> None:
    """Open ends are outside, closed ends inside."""
    made = Var("x", "1", within=within)
    assert all(made.admits(value) for value in inside)
    assert not any(made.admits(value) for value in outside)
    assert made.takes_zero == (0 in inside)


def test_bounds_are_in_base_units() -> None:
    """A share of a percent unit runs to 0.01 in base units."""
    assert Var("x", "%", within=FRACTION).bounds[:2] == (0.0, 0.01)


def test_sympy_knows_the_sign() -> None:
    """Positive variables simplify as such; those that may be zero or negative do not."""
    assert Var("x").is_positive
    assert (
        Var("x", within=NOT_NEGATIVE).is_nonnegative
        and not Var("x", within=NOT_NEGATIVE).is_positive
    )
    assert Var("x", within=REAL).is_real and Var("x", within=REAL).is_positive is None
    assert sympy.sqrt(Var("x") ** 2) == Var("x")


@pytest.mark.parametrize("option", [{"convention": "2 s"}, {"default": "3"}, {"default": "1 FLOP"}])
def test_a_convention_or_default_has_the_variables_unit(option: dict[str, str]) -> None:
    """A value of another dimension is refused where it is declared."""
    with pytest.raises(DeclarationError, match="unit"):
        Var("x", "FLOP/param", **option)


def test_a_convention_that_is_no_text_is_refused_with_what_to_write() -> None:
    options: dict[str, Any] = {"convention": 2}
    with pytest.raises(DeclarationError, match=r'is 2, no text\. Write "2", with its unit'):
        Var("x", "FLOP/param", **options)


def test_a_default_is_ideal_or_the_absence_of_a_feature() -> None:
    """The kind follows from what is declared, and only an absence has variables of its feature."""
    kept = Var("kept", within=FRACTION, default="1", without=("drafts",))
    assert [v.default_kind for v in (kept, Var("e", default="1", ideal=True), Var("n"))] == [
        "absent feature", "ideal", "",
    ]  # fmt: skip
    assert (kept.without, pickle.loads(pickle.dumps(kept)).without) == (("drafts",), ("drafts",))
    assert kept != Var("kept", within=FRACTION, default="1")
    fixed = Var("kept", default="1", fixed_by=("all", "left"))
    assert pickle.loads(pickle.dumps(fixed)).fixed_by == ("all", "left")
    assert fixed.called({"left": "mine.left"}).fixed_by == ("all", "mine.left")
    assert Var("kept", convention="1", fixed_by=("all", "left")).fixed_by == ("all", "left")
    refused = [(own, {"default": "1", "ideal": True}) for own in ("without", "fixed_by")]
    refused += [("without", {"convention": "1"}), ("without", {}), ("fixed_by", {})]
    for own, option in refused:
        with pytest.raises(DeclarationError, match="absence of a feature"):
            Var("kept", **{own: ("drafts",)}, **option)


def test_a_feature_has_variables_that_exist() -> None:
    """A misspelt one is found when a system is made, beside its vocabulary or without one."""
    words = Vocabulary("mine")
    kept = words("kept", default="1", without=("draughts",))
    rate = words("rate")
    with pytest.raises(DeclarationError, match="draughts"):
        System([Relation("rate", Eq(rate, 2 * kept))])
    words("draughts")
    assert System([Relation("rate", Eq(rate, 2 * kept))]).find("kept") == kept
    alone, other = Var("alone", default="1", without=("other",)), Var("other")
    with pytest.raises(DeclarationError, match="other"):
        System([Relation("rate", Eq(rate, 2 * alone))])
    assert System([Relation("rate", Eq(rate, other * alone))]).solve(rate, {}).number is None


def test_an_unknown_unit_or_range_is_refused() -> None:
    """Misspelt units and ranges never pass in silence."""
    with pytest.raises(TextError, match="tokem"):
        Var("x", "byte/tokem")
    with pytest.raises(DeclarationError, match="range"):
        Var("x", "1", within="positive")


@pytest.fixture
def vocabulary() -> Vocabulary:
    made = Vocabulary("a test")
    made("batch_size", "sequence", "sequences", aliases=("B", "batch"))
    made("step_time", "s", "time", aliases=("TPOT",))
    return made


@pytest.mark.parametrize(
    "name", ["batch_size", "Batch-Size", "batch size", " BATCH_SIZE ", "B", "b", "batch", "BATCH"]
)
def test_names_are_found_whatever_their_case_and_joints(vocabulary: Vocabulary, name: str) -> None:
    """Hyphens, spaces and underscores are alike, and so are capitals."""
    assert vocabulary.find(name).name == "batch_size"
    assert vocabulary.find("tpot").name == "step_time"


def test_an_unknown_name_is_answered_with_candidates(vocabulary: Vocabulary) -> None:
    """The nearest names are offered."""
    with pytest.raises(UnknownName, match="Did you mean batch_size") as caught:
        vocabulary.find("batch_sise")
    assert caught.value.candidates[0] == "batch_size"


def test_nothing_is_declared_twice(vocabulary: Vocabulary) -> None:
    """A name or alias that is taken is refused, with what has it."""
    with pytest.raises(DeclarationError, match="twice"):
        vocabulary("batch_size", "sequence")
    with pytest.raises(DeclarationError, match="batch_size"):
        vocabulary("width", "1", aliases=("B",))
    with pytest.raises(DeclarationError, match="batch_size"):
        vocabulary("B", "1")
    assert len(vocabulary) == 2


def test_capitals_may_tell_two_variables_apart() -> None:
    """N and n are two names where both are declared; each is found as spelt."""
    made = Vocabulary("a test")
    large, small = made("N", "param"), made("n", "1")
    assert (made.find("N"), made.find("n")) == (large, small)


def test_variables_are_ranked_in_the_order_of_their_declaration(vocabulary: Vocabulary) -> None:
    """Documents print factors in nomenclature order."""
    assert [var.name for var in vocabulary] == ["batch_size", "step_time"]
    assert vocabulary.find("B").rank < vocabulary.find("tpot").rank
    assert [Vocabulary("first")("a").rank, Vocabulary("after", start=7)("a").rank] == [0, 7]
    assert "step_time" in vocabulary and "tpot" not in vocabulary


@pytest.mark.parametrize(
    ("options", "kind", "holds"),
    [
        ({}, "", None),
        ({"convention": "3"}, "", 3.0),
        ({"default": "1", "ideal": True}, "ideal", None),
        ({"default": "1"}, "absent feature", 1.0),
        ({"default": "1", "without": ("pace",)}, "absent feature", 1.0),
        ({"convention": "3", "default": "1", "ideal": True}, "ideal", 3.0),
    ],
)
def test_a_value_that_nobody_states_holds_unless_it_is_ideal(options, kind, holds) -> None:
    """A convention, or the absence of a feature; an ideal value yields."""
    made = Var("kept", **options)
    assert made.default_kind == kind and made.absent_feature is (kind == "absent feature")
    assert (made.holds and made.holds.value) == holds


def test_a_variable_called_otherwise_keeps_all_but_names() -> None:
    """Its own and those of the variables it names, in a pack of another name; it pickles so."""
    made = Var("lag", "ms", "a lag", tex="l", default="0 ms", within="[0, oo)", without=("pace",))
    made.rank = 7
    other = made.called({"lag": "queue.lag", "pace": "queue.pace"})
    assert (other.name, other.without, other.rank) == ("queue.lag", ("queue.pace",), 7)
    assert (other.unit, other.meaning, other.tex, other.within) == (
        made.unit,
        made.meaning,
        made.tex,
        made.within,
    )
    assert pickle.loads(pickle.dumps(other)).name == "queue.lag"
    assert made.called({}) == made != other


@pytest.mark.parametrize(
    ("name", "tex"),
    [
        ("n", "n"),
        ("rate", r"\mathrm{rate}"),
        ("n_max", r"n_{\mathrm{max}}"),
        ("hold_time_max", r"\mathrm{hold}_{\mathrm{time max}}"),
        ("_n_", "n"),
        ("__", "-"),
    ],
)
def test_a_name_makes_a_symbol_with_the_further_words_below(name: str, tex: str) -> None:
    assert tex_of(name) == tex


def test_another_name_of_two_variables_is_refused_with_both() -> None:
    names = Vocabulary.of(
        [Var("named_up", aliases=("both_named",)), Var("named_down", aliases=("both_named",))],
        "the test",
    )
    with pytest.raises(GivenError, match=r"another name of named_up .* and of named_down"):
        names.find("both_named")
