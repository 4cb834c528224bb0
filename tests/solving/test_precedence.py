"""What is stated replaces what conventions, absent features and usual choices alone would make of
it; only stated values contradict each other.
"""

from __future__ import annotations

import pytest
from sympy import ceiling

from derive.analysis.solve import ask
from derive.equations import Eq, Max, Relation, Var
from derive.equations.relation import Variant
from derive.library import library_system, missing, solve
from derive.results.known import Known, Origin
from derive.solving.precedence import precedence
from derive.system import System

STATE = {
    "training_state_per_gpu": "60 GB/GPU",
    "training_state_bytes_per_param": "12 byte/param",
}
REPLACED = (
    "training_state_bytes_per_param = 12 byte/param replaces 16 byte/param, its value by the usual"
    " choice adam_bf16 for training state"
)
OTHER_STATE = {"training state": "adam_8bit"}


@pytest.mark.parametrize(
    ("target", "given", "value", "remark"),
    [
        (
            "gpus_with_experts",
            {"n_experts": "256", "experts_placed": "300", "whole_experts_per_gpu": "4/GPU"},
            75.0,
            "redundant_experts = 44 replaces 0, its value by convention",
        ),
        (
            "electricity_bill",
            {"fleet_power": "10 MW", "fleet_energy": "1 GWh", "electricity_price": "80 USD/MWh"},
            80_000.0,
            "powered_time = 0.01141 year replaces 1 year, its value by convention",
        ),
    ],
)
def test_a_convention_yields_to_what_fixes_it(
    target: str, given: dict[str, str], value: float, remark: str
) -> None:
    """Copies of experts and hours of power are what the numbers around them say."""
    answer = solve(target, given)
    assert (answer.status, answer.number) == ("solved", pytest.approx(value))
    assert any(text.startswith(remark) for text in answer.warnings)


def test_what_replaces_a_usual_choice_says_nothing_of_its_conventions() -> None:
    """Seven operations per parameter of training leave two of inference."""
    given = {"inference_tokens": "1e12 token", "active_params": "70e9 param"}
    answer = solve("inference_flops", {**given, "training_flops_per_param": "7 FLOP/param/token"})
    assert (answer.status, answer.number) == ("solved", 140e21)


def test_a_given_replaces_the_usual_choice_of_a_variant() -> None:
    """Twelve bytes of state for each parameter: 60 GB hold 5 billion, and the sixteen of the usual
    optimizer are named.
    """
    answer = solve("total_params", STATE)
    assert (answer.status, answer.number) == ("solved", 5e9)
    assert answer.warnings == (REPLACED,)


@pytest.mark.parametrize("target", ["total_params", "gpu_price", *STATE])
@pytest.mark.slow
def test_nobody_contradicts_a_given(target: str) -> None:
    """Whatever is asked, the given stands and the remark is made."""
    answer = solve(target, STATE)
    assert answer.status in ("solved", "underdetermined")
    assert REPLACED in answer.warnings


@pytest.mark.slow
def test_what_the_replaced_choice_said_besides_is_not_known() -> None:
    """Of twelve bytes nobody knows the optimizer's part; a given part replaces its own alone."""
    twelve = {"training_state_bytes_per_param": "12 byte/param"}
    assert solve("optimizer_bytes_per_param", twelve).status == "underdetermined"
    gradient = {"gradient_bytes_per_param": "4 byte/param"}
    assert solve("training_state_bytes_per_param", gradient).number == pytest.approx(18)


def test_a_given_that_repeats_the_usual_value_changes_nothing() -> None:
    """Sixteen bytes leave the optimizer its twelve, without a remark."""
    answer = solve("optimizer_bytes_per_param", {"training_state_bytes_per_param": "16 byte/param"})
    assert (answer.number, answer.warnings) == (12, ())


def test_a_choice_that_was_made_is_stated() -> None:
    """With the optimizer chosen, its ten bytes and the given twelve contradict each other, and the
    message has one name and two routes.
    """
    answer = solve("total_params", STATE, variants=OTHER_STATE)
    assert answer.status == "contradiction"
    assert answer.conflict.names == ("training_state_bytes_per_param",)
    text = str(answer)
    assert "training_state_bytes_per_param cannot hold. Two routes" in " ".join(text.split())
    assert "From the relations alone to" in text


def test_a_looked_up_value_counts_as_stated() -> None:
    """A figure of the catalogue replaces the usual one as a given does."""
    system = library_system()
    var = system.find("training_state_bytes_per_param")
    known = {var: Known(var, 12.0, Origin.LOOKED_UP, entry="a model")}
    found = ask(
        system, system.find("total_params"), {**known, "training_state_per_gpu": "60 GB/GPU"}
    )
    assert (found.status, found.number) == ("solved", 5e9)
    assert found.warnings == (REPLACED,)


def test_a_given_replaces_what_conventions_make_of_it() -> None:
    """Eight operations instead of six: the tokens of a budget follow from eight; a convention that
    is asked for follows from them.
    """
    budget = {
        "training_flops": "8e24 FLOP", "active_params": "1e12 param",
        "training_flops_per_param": "8 FLOP/param/token",
    }  # fmt: skip
    answer = solve("training_tokens", budget)
    assert answer.number == pytest.approx(1e12)
    assert answer.warnings == (
        "training_flops_per_param = 8 FLOP/param/token replaces 6 FLOP/param/token, its value by"
        " the usual choice full for tuning",
    )
    eight = {"training_flops_per_param": "8 FLOP/param/token"}
    assert solve("backward_flops_per_param", eight).number == pytest.approx(6)


def test_givens_on_both_sides_still_contradict_each_other() -> None:
    """Operations, parameters and tokens that make twelve of the six."""
    given = {
        "training_flops": "12e24 FLOP", "active_params": "1e12 param",
        "training_tokens": "1e12 token",
    }  # fmt: skip
    answer = solve("gpu_price", given)
    assert answer.status == "contradiction"
    assert set(answer.conflict.names) == set(given)


# --- systems of one's own ---

a, b, c, s, t = Var("a"), Var("b"), Var("c"), Var("s"), Var("t")
held = Var("held", convention="2")


def test_a_convention_yields_to_the_givens_that_define_it() -> None:
    """held = a b with both given: the convention of two is replaced by six, and said."""
    system = System([Relation("made", Eq(held, a * b)), Relation("used", Eq(t, 5 * held))])
    answer = system.solve(t, {a: 2, b: 3})
    assert (answer.status, answer.number) == ("solved", pytest.approx(30))
    assert answer.warnings == ("held = 6 replaces 2, its value by convention",)
    assert system.solve(t, {a: 2}).number == pytest.approx(10)
    assert system.solve(b, {a: 2}).number == pytest.approx(1)
    assert system.solve(held, {a: 2, b: 3, held: 5}).status == "contradiction"


def test_a_convention_that_givens_define_but_leave_open_is_told_to_be_replaced() -> None:
    """b is nothing but at most one: its product with 1.5 is not known, but it is not by convention
    two either.
    """
    answer = _LARGER.solve(t, {a: 1.5, c: 1})
    assert [(i.low, i.high) for i in answer.intervals] == [(0.0, pytest.approx(7.5))]
    assert answer.warnings[0] == "what is given replaces held = 2, its value by convention"


_DEFINED = Relation("made", Eq(held, a * b)), Relation("used", Eq(t, 5 * held))
_LARGER = System([*_DEFINED, Relation("larger", Eq(c, Max(b, 1)))])
_WHOLE = System([*_DEFINED, Relation("whole", Eq(c, ceiling(b)))])


@pytest.mark.parametrize("system", [_LARGER, _WHOLE], ids=["larger", "whole"])
def test_a_convention_that_givens_leave_open_holds(system: System) -> None:
    """At a = 4 the two by convention need half of b, which the given one admits."""
    answer = system.solve(t, {a: 4, c: 1})
    assert (answer.status, answer.number, answer.warnings) == ("solved", pytest.approx(10), ())
    assert "held" in [known.var.name for known in answer.known]
    assert system.solve(b, {a: 4, c: 1}).number == pytest.approx(0.5)


def test_a_convention_is_replaced_by_givens_that_leave_no_room_for_it() -> None:
    """At a = 4 the two by convention need half of b, and three is no rounding of it."""
    answer = _WHOLE.solve(t, {a: 4, c: 3})
    assert [(i.low, i.high) for i in answer.intervals] == [(pytest.approx(40), pytest.approx(60))]
    told = "what is given replaces held = 2, its value by convention"
    assert answer.warnings[0] == told and answer.warnings.count(told) == 1
    assert _WHOLE.solve(a, {a: 4, c: 3}).warnings[0] == told  # whatever is asked
    assert _LARGER.solve(t, {a: 4, c: 3}).number == pytest.approx(60)
    assert _LARGER.solve(t, {a: 4, c: "1 to 3"}).number == pytest.approx(10)


def test_a_replaced_value_that_nobody_stated_is_told_with_its_meaning() -> None:
    """Else a share means nothing to who gave a context, a prompt and an output."""
    request = {
        "context_length": "2240 token/sequence", "prompt_length": "2000 token/sequence",
        "output_length": "300 token/sequence", "n_layers": "80", "kv_bytes_per_token": "1 kB/token",
        "batch_size": "1 sequence",
    }  # fmt: skip
    told = " ".join(solve("kv_cache_bytes", request).warnings)
    assert "decoded_share = 0.8 replaces 0.5, its value by convention (share of its" in told


def test_a_convention_that_the_found_value_replaces_is_told_and_not_assumed() -> None:
    """By the context half of the output stands for, 60 % of the prompt are cached; by the work of
    attention 70 %, and the context has 22 % of the output.
    """
    given = {
        "context_length": "800.0000000000 token/sequence",
        "output_length": "600.0000000000 token/sequence",
        "prompt_length": "200.0000000000 token/sequence",
        "prefill_batch": "50 sequence", "n_layers": "10", "attention_width": "2000.000000000",
        "prefill_flops": "2.000000000000e+15 FLOP", "prefill_attention_share": "2.266153005319e-4",
    }  # fmt: skip
    answer = solve("cached_prompt_share", given)
    assert (answer.status, answer.number) == ("solved", pytest.approx(0.7, rel=1e-9))
    assert "decoded_share = 0.2222 replaces 0.5, its value by conv" in " ".join(answer.warnings)
    assert "decoded_share" not in [known.var.name for known in answer.known]


def test_a_convention_that_zeros_leave_no_room_for_is_replaced() -> None:
    """Of nothing nothing is left: a share of one half is none of it, and the rest is nothing too,
    whether the whole is stated as zero or made zero.
    """
    share = Var("share", convention="0.5", within="[0, oo)")
    total, rest, part, size = (Var(n, within="[0, oo)") for n in ("total", "rest", "part", "size"))
    system = System(
        [
            Relation("share", Eq(share, (total - rest) / part)),
            Relation("made", Eq(size, a * total)),
        ]
    )
    for given in ({total: 0}, {size: 0}, {size: 0, part: 2}):
        assert system.solve(share, given).status != "contradiction"
        answer = system.solve(rest, given)
        assert (answer.status, answer.number) == ("solved", 0.0)
    assert system.solve(a, {size: 0, part: 2, rest: 1, share: 0.5}).status == "contradiction"
    assert system.solve(part, {total: 4, rest: 3}).number == pytest.approx(2)


def test_a_context_shorter_than_its_prompt_is_a_contradiction() -> None:
    """The same with three times the work of attention: a prompt of 1,600 in a context of 800."""
    given = {"context_length": "800 token/sequence", "output_length": "600 token/sequence"}
    longer = {**given, "full_prompt_length": "1600 token/sequence"}
    assert solve("cached_prompt_share", longer).contradiction is not None


def test_an_absent_feature_yields_to_the_givens_that_define_it() -> None:
    """Without a remark: nothing was ever said to be known of a feature that is there."""
    absent = Var("absent", default="1")
    system = System([Relation("made", Eq(absent, a * b)), Relation("used", Eq(t, 5 * absent))])
    answer = system.solve(t, {a: 2, b: 3})
    assert (answer.number, answer.warnings) == (pytest.approx(30), ())
    assert system.solve(t, {}).number == pytest.approx(5)


def test_a_chain_of_usual_values_is_replaced_where_it_is_stated() -> None:
    """s = held + 1 and t = 2 s: a given t leaves s, a given s makes another t."""
    system = System([Relation("first", Eq(s, held + 1)), Relation("second", Eq(t, 2 * s))])
    by_t = system.solve(s, {t: 10})
    assert (by_t.number, by_t.warnings) == (
        pytest.approx(3), ("t = 10 replaces 6, its value by held",),
    )  # fmt: skip
    by_s = system.solve(t, {s: 10})
    assert (by_s.number, by_s.warnings) == (
        pytest.approx(20), ("s = 10 replaces 3, its value by held",),
    )  # fmt: skip
    both = system.solve(c, {s: 10, t: 5}) if c in system.slots else system.solve(t, {s: 10, t: 5})
    assert both.status == "contradiction"
    assert set(both.conflict.names) == {"s", "t"}


def test_equations_without_any_usual_value_stay_laws() -> None:
    """x = 2 as a relation has no assumption behind it: another given contradicts it."""
    system = System([Relation("law", Eq(s, 2)), Relation("used", Eq(t, 5 * s))])
    assert system.solve(t, {s: 3}).status == "contradiction"


def test_the_usual_choice_of_a_variant_without_inputs_is_replaced() -> None:
    """s = 2 by a usual choice, s = 3 by another: a given four is neither, and no contradiction
    unless the choice was made.
    """
    system = System(
        [
            Relation("two", Eq(s, 2), variant=Variant("count", ("two",), usual=True)),
            Relation("three", Eq(s, 3), variant=Variant("count", ("three",))),
            Relation("used", Eq(t, 5 * s)),
        ]
    )
    answer = system.solve(t, {s: 4})
    assert (answer.number, answer.warnings) == (
        pytest.approx(20), ("s = 4 replaces 2, its value by the usual choice two for count",),
    )  # fmt: skip
    assert system.solve(t, {s: 4}, variants={"count": "three"}).status == "contradiction"


# --- other questions ---


@pytest.mark.slow
def test_every_question_sees_what_is_replaced() -> None:
    """Closed form, function, sensitivity, missing sets, optimum and spread go by the given."""
    system = library_system()
    names = ["training_state_per_gpu", "training_state_bytes_per_param"]
    (form,) = system.formula("total_params", names)
    assert {v.name for v in form.expression.free_symbols} == {*names, "one_gpu"}
    assert system.function("total_params", names)(60e9, 12) == pytest.approx(5e9)
    found = system.sensitivity("total_params", STATE)
    rows = {row.var.name: row.elasticity for row in found.points[0].elasticities}
    assert rows["training_state_bytes_per_param"] == pytest.approx(-1)
    assert missing("optimizer_bytes_per_param", STATE).sets
    best = system.optimise(
        "total_params",
        {"training_state_per_gpu": "60 GB/GPU"},
        over={"training_state_bytes_per_param": "8 byte/param to 20 byte/param"},
        sense="max",
    )
    assert best.answer.number == pytest.approx(7.5e9)
    spread = system.solve(
        "total_params", {**STATE, "training_state_bytes_per_param": "10 to 12 byte/param"}
    )
    assert spread.interval == pytest.approx((5e9, 6e9))


def test_of_values_settled_before_those_of_neither_target_nor_givens_hold() -> None:
    kept, stated, asked = (Var(f"settled_{n}", convention="2") for n in ("kept", "stated", "asked"))
    system = System([Relation("product", Eq(Var("settled_whole"), kept * stated * asked))])
    settled = system.with_held(frozenset((kept, stated, asked)))
    given = {stated: Known(stated, 3.0, Origin.GIVEN)}
    assert precedence(settled, asked, given).held == (kept,)
    assert set(precedence(settled, None, {}).held) == {kept, stated, asked}


def test_a_convention_yields_to_all_that_fix_it_together_and_to_no_fewer() -> None:
    whole, left, twice = Var("yield_whole"), Var("yield_left"), Var("yield_twice")
    kept = Var("yield_kept", convention="1", fixed_by=("yield_whole", "yield_left"))
    relations = [Relation("left", Eq(left, whole * kept)), Relation("twice", Eq(twice, 2 * kept))]
    system = System(relations)
    answer = system.solve(twice, {whole: 10, left: 5})
    assert answer.status == "solved" and answer.number == pytest.approx(1)
    assert system.solve(twice, {whole: 10}).number == pytest.approx(2)
