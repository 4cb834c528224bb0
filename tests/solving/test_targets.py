"""Targets that are counted, stated besides, made zero or absent, and names that are none."""

from __future__ import annotations

from typing import Any

import pytest

import derive
from derive.equations import Eq, Relation, Var, Variant
from derive.errors import UnknownName
from derive.library import solve
from derive.results.answer import Answer
from derive.results.known import Known, Origin
from derive.solving.givens import read_givens
from derive.solving.path import SolutionPath
from derive.solving.unjudged_answer import unjudged_answer
from derive.system import System

x, y, z, a, b, c = (Var(name) for name in "xyzabc")
many = Var("many", "GPU", whole=True)
cost, price = Var("cost", "USD"), Var("price", "USD/GPU")
power, watt = Var("power", "W"), Var("watt", "W/GPU")
gas, each_gas = Var("gas", "kgCO2e"), Var("each_gas", "kgCO2e/GPU")
rate, each_rate = Var("rate", "token/s"), Var("each_rate", "token/s/GPU")
wait, work = Var("wait", "s"), Var("work", "GPU*s")
weight, each_weight = Var("weight", "token"), Var("each_weight", "token/GPU")


def solved(target: Var, given: dict[Var, Any], *equations: Any) -> Answer:
    relations = [Relation(f"r{k}", equation) for k, equation in enumerate(equations)]
    return System(relations).solve(target, given)


@pytest.mark.parametrize(
    ("equation", "given", "whole"),
    [
        (Eq(cost, many * price), {cost: "10 USD", price: "3 USD/GPU"}, 3),
        (Eq(cost, many * price), {cost: "9 USD", price: "3 USD/GPU"}, 3),
        (Eq(cost, many * price), {cost: "11.9 USD", price: "3 USD/GPU"}, 3),
        (Eq(cost, many * price), {cost: "2 USD", price: "3 USD/GPU"}, 1),
        (Eq(power, many * watt), {power: "10 W", watt: "3 W/GPU"}, 3),
        (Eq(gas, many * each_gas), {gas: "10 kgCO2e", each_gas: "3 kgCO2e/GPU"}, 3),
        (Eq(rate, many * each_rate), {rate: "10 token/s", each_rate: "3 token/s/GPU"}, 4),
        (Eq(wait, work / many), {wait: "3 s", work: "10 GPU*s"}, 4),
        (Eq(weight, many * each_weight), {weight: "10 token", each_weight: "3 token/GPU"}, 4),
    ],
    ids=str,
)
def test_a_counted_target_is_rounded_so_that_it_meets_the_givens(
    equation: Any, given: dict[Var, Any], whole: int
) -> None:
    """Down where one more would cost, draw or emit too much; up where one fewer would be too slow
    or hold too little; never to nothing.
    """
    (value,) = solved(many, given, equation).values
    assert value.whole == whole


def test_what_is_not_counted_has_no_whole_number() -> None:
    """And a whole result is itself, up to rounding."""
    assert solved(x, {a: "3"}, Eq(x, a / 2)).values[0].whole is None
    given = {cost: "0.3 USD", price: "0.1 USD/GPU"}
    assert solved(many, given, Eq(cost, many * price)).values[0].whole == 3.0


@pytest.mark.parametrize(
    ("stated", "status", "compared"),
    [
        ("6", "solved", "you gave 6; without it 6 follows, within the 10 % that the digits written"
         " and the tolerance allow"),
        ("6.2", "solved", "you gave 6.2; without it 6 follows, within the 5.9 % that the digits"
         " written and the tolerance allow"),
        ("6.5", "contradiction", "you gave 6.5; without it 6 follows"),
    ],
)  # fmt: skip
def test_a_stated_target_is_compared_with_what_follows(
    stated: str, status: str, compared: str
) -> None:
    """The value that follows is the answer."""
    answer = solved(x, {a: "3", x: stated}, Eq(x, 2 * a))
    assert (answer.status, answer.number, answer.compared) == (status, 6.0, compared)


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (6.1, "6.1, which agrees"),
        (7.0, "more, 7: your givens need 6, 0.8571 times that"),
        (4.0, "less, 4: your givens need 6, 1.5 times that"),
    ],
)
def test_a_looked_up_target_is_compared_and_never_contradicted(value: float, told: str) -> None:
    """The words name its entry."""
    figure = Known(x, value, Origin.LOOKED_UP, 0.05, entry="chip one")
    answer = solved(x, {a: "3", x: figure}, Eq(x, 2 * a))
    assert (answer.status, answer.number) == ("solved", 6.0)
    assert answer.beside == (f"chip one has {told}",)


@pytest.mark.parametrize(
    ("known", "words"),
    [
        ("6.2", "it is what you gave"),
        (Known(x, 6.2, Origin.LOOKED_UP, 0.0, entry="chip one"), "it is the figure of chip one"),
    ],
    ids=["given", "looked up"],
)
def test_a_stated_target_that_nothing_else_fixes_is_the_answer(known: Any, words: str) -> None:
    answer = solved(x, {a: "3", x: known}, Eq(x, y * a))
    assert (answer.status, answer.number) == ("solved", 6.2)
    assert answer.warnings == (f"nothing else fixes x; {words}",)


def test_an_absent_feature_whose_presence_would_reconcile_is_named_with_its_value() -> None:
    """Ten is six and four more; a convention or what is withdrawn does not come into it."""
    more = Var("more", within="[0, oo)", default="0", without=("pace",))
    sum_ = Eq(y, a * b + more)
    pace = Relation("pace", Eq(Var("pace"), 2 * z))
    system = System([Relation("sum", sum_), Relation("twice", Eq(z, 2 * y)), pace])
    for target in ("z", "pace"):
        conflict = system.solve(target, {y: "10", a: "2", b: "3"}).conflict
        assert conflict is not None and conflict.mend is not None
        assert conflict.mend.var == more and conflict.mend.value == pytest.approx(4, rel=0.1)
    below = system.solve("z", {y: "5.00", a: "2.00", b: "3.00"}).conflict
    assert below is not None and below.mend is None


def test_an_absent_feature_of_which_nothing_precise_follows_is_not_named() -> None:
    """Where its presence would do, but any of many values."""
    more, most = Var("more", within="[0, oo)", default="0", without=("pace",)), Var("most")
    system = System(
        [
            Relation("sum", Eq(y, a + more * most)),
            Relation("pace", Eq(Var("pace"), 2 * y)),
            Relation("least", Eq(most, 1 + z)),
        ]
    )
    conflict = system.solve("pace", {y: "10.00", a: "2.00"}).conflict
    assert conflict is not None and conflict.mend is None


def test_the_way_to_a_value_tells_what_is_on_it() -> None:
    """And nothing of what is not, or is of no such name."""
    system = System([Relation("one", Eq(x, 2 * a)), Relation("two", Eq(y, 3 * x))])
    path = system.solve(y, {a: 2}).solution.path
    assert isinstance(path, SolutionPath)
    assert (path.value(x), path.value(y), path.value(z)) == (4.0, 12.0, None)


def test_the_way_to_a_stated_target_tells_the_conflict_itself() -> None:
    """Without a look at other relations: the sum of 1 and 2 is not 4."""
    system = System([Relation("sum", Eq(x, a + b))])
    stated, _ = read_givens({a: 1, b: 2, x: 4}, system.vocabulary)
    answer = unjudged_answer(system, x, stated)
    assert answer.status == "contradiction" and answer.conflict is not None
    assert answer.conflict.names == ("x", "a", "b") and answer.conflict.relation == "sum"
    assert answer.compared == "you gave 4; without it 3 follows"


def test_a_point_that_zeros_leave_without_a_relation_is_no_value() -> None:
    """Where nothing is read, reading never takes as long as computing."""
    idle, free = Var("idle", within="[0, oo)"), Var("free", within="[0, oo)")
    point = Var("point", at="both take as long")
    meets = Relation("meets", Eq(idle * point, a + free * point))
    answer = System([meets]).solve(point, {idle: "0", a: "2", free: "0"})
    assert answer.status == "unreachable" and answer.number is None
    (told,) = [text for text in answer.warnings if "no such point" in text]
    assert told.endswith("zero, meets fixes no point: there is no such point")


def test_the_name_of_a_relation_is_answered_with_its_variables() -> None:
    """In any spelling; another name with those that are near."""
    system = System([Relation("littles_law", Eq(x, y * z))])
    with pytest.raises(UnknownName, match="solved for any of its variables: x, y or z"):
        system.solve("Littles Law", {})
    with pytest.raises(UnknownName) as caught:
        System([Relation("law", Eq(cost, many * price))]).solve("prise", {})
    assert caught.value.candidates == ("price",)


def test_a_choice_that_is_not_offered_is_refused_with_those_that_are() -> None:
    """The group first, then its choice; without a usual one the first counts."""
    way, mode = Variant("way", "short"), Variant("way", ("long", "far"), usual=True)
    system = System(
        [Relation("one", Eq(x, 2 * a), variant=way), Relation("two", Eq(x, 3 * a), variant=mode)]
    )
    assert system.variants == {"way": "long"} and system.solve(x, {a: 2}).number == 6.0
    assert system.with_variants({"way": "far"}).solve(x, {a: 2}).number == 6.0
    assert system.with_variants({"way": "short"}).solve(x, {a: 2}).number == 4.0
    with pytest.raises(UnknownName, match="There are: way"):
        system.with_variants({"path": "short"})
    with pytest.raises(UnknownName, match="There are: short, long, far"):
        system.with_variants({"way": "wide"})
    first = System([Relation("one", Eq(x, 2 * a), variant=Variant("way", ("short", "long")))])
    assert first.variants == {"way": "short"}
    with pytest.raises(UnknownName):
        system.relation("three")
    assert system.relation("one").variant == way


@pytest.mark.parametrize(("given", "number"), [("3", 3), ("8.1", 8)])
def test_a_stated_target_chooses_among_several_values(given: str, number: float) -> None:
    """Of the two roots the one that agrees with what is given, with its own derivation."""
    x, area = Var("x"), Var("area")
    answer = System([Relation("area", Eq(area, x * (11 - x)))]).solve(x, {area: "24", x: given})
    assert answer.number == pytest.approx(number)
    assert answer.compared.startswith(f"you gave {given}; without it 3 or 8 follows, within the")
    last = answer.derivation.steps[-1].result
    assert last is not None and last.value == pytest.approx(number)


@pytest.mark.parametrize(
    ("exponent", "status"), [("0.3447707128289", "contradiction"), ("0.3532", "solved")]
)
def test_a_stated_target_beside_several_values_that_differ_is_a_contradiction(
    exponent: str, status: str
) -> None:
    """Propagation does not show this one: the values that the others leave are compared."""
    given = {
        "training_tokens": "4.605e9 token", "pretraining_per_inference_token": "1.031532547836e-06",
        "param_loss_scale": "159 nat/token", "token_loss_scale": "261.6815614866 nat/token",
        "param_loss_exponent": "0.363", "active_params": "12.08860891022e9 param",
        "fleet_mfu": "0.6967572217586", "training_mfu": "0.1088159441528",
        "lifetime_cost_ratio": "7.112963097559", "token_loss_exponent": exponent,
    }  # fmt: skip
    assert solve("token_loss_exponent", given).status == status


def test_variables_of_one_name_in_two_systems_keep_their_own_ranges() -> None:
    """Expressions are equal by name and unit: what is kept of one is no other system's."""
    twice = Var("ranged_y")
    found = []
    for within in ("(0, 1]", "(0, oo)", "(0, 1]"):
        x = Var("ranged_x", within=within)
        system = System(
            [Relation("sum", Eq(x + twice, 3 * twice)), Relation("more", Eq(x, 2 * twice))]
        )
        found.append(str(system.solve(x, {"ranged_y": 3}).status))
    assert found == ["unreachable", "solved", "unreachable"]


def test_a_convention_is_compared_only_where_it_is_stated() -> None:
    """What follows for it from the others replaces it, and does not contradict it."""
    usual, half = Var("usual_target", convention="3"), Var("usual_half")
    system = System([Relation("double", Eq(z, usual * half))])
    answer = system.solve(usual, {z: "8", half: "2"})
    assert (answer.status, answer.number, answer.compared) == ("solved", 4.0, "")
    stated = system.solve(usual, {usual: "4"})
    assert stated.number == 4.0
    assert stated.warnings == (f"nothing else fixes {usual}; it is what you gave",)
    alone = system.solve(usual, {})
    assert alone.number == 3.0
    assert alone.warnings == (f"nothing else fixes {usual}; it is the convention of the subject",)


def test_a_point_that_another_layout_leaves_without_a_relation_plays_no_part() -> None:
    """Whatever is zero: a dense model has no routed parameters."""
    given = {"attention_replicas": "1", "routed_params": "0 param", "total_params": "70e9 param"}
    answer = solve("crossover_context", given)
    assert answer.status == "underdetermined"
    assert "plays no part here: it does with the variant layout=split_evenly" in str(answer)


def test_a_looked_up_target_that_replaces_a_usual_value_is_the_answer() -> None:
    """Without it that value contradicts the others; where these contradict it, too, none fits."""
    share = Var("share_of_a", default="1", without=("x",))
    system = System([Relation("shared", Eq(x, share * a)), Relation("twice", Eq(b, 2 * x))])
    figure = Known(x, 6.0, Origin.LOOKED_UP, 0.0, entry="chip one")
    assert system.solve(x, {a: "4", b: "12"}).status == "contradiction"
    answer = system.solve(x, {a: "4", b: "12", x: figure})
    assert (answer.status, answer.number, answer.beside) == ("solved", 6.0, ())
    (warning,) = answer.warnings
    assert warning.startswith(
        "it is the figure of chip one; without it the other values contradict"
    )
    assert system.solve(x, {a: "4", b: "14", x: figure}).status == "contradiction"


@pytest.mark.parametrize("name", ["n_layers", "d_head", "n_experts", "vocab"])
def test_the_figure_of_an_entry_is_what_it_says_and_not_what_its_others_round_to(name: str) -> None:
    """Parameters in three digits leave 32.67 of 32 layers, and 7.985 or 86,170 of 8 experts."""
    figures = derive.model("mixtral_8x7b")
    answer = derive.solve(name, figures)
    stated = next(known for var, known in figures.items() if var.name == name)
    assert (answer.number, answer.sense) == (stated.value, "equality")
    (warning,) = answer.warnings
    assert warning.startswith("it is the figure of model mixtral_8x7b; ")
    assert warning.endswith(" follows from its other figures")


def test_a_value_of_the_users_beside_an_entry_leads_to_another_than_its_figure() -> None:
    given = derive.model("mixtral_8x7b") | {"kv_bytes_per_token": "65.536 kB/token"}
    answer = derive.solve("n_kv_heads", given | {"bytes_per_element": "2 byte"})
    assert answer.number == pytest.approx(4)
    assert answer.beside[0].startswith("model mixtral_8x7b has more, 8: your givens need 4")
