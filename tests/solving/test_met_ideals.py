"""Givens that the ideal values meet: they leave no ideal value to be solved for."""

from __future__ import annotations

import math
import random

import pytest

import derive
from derive.equations import Eq, Max, Relation, Var
from derive.results.known import Known, Origin
from derive.solving.effort import MOST_COUPLED
from derive.solving.query_preparation import determined_or_none, query_by_ideals
from derive.system import System

pace, work, bulk, share = (Var(name) for name in ("pace", "work", "bulk", "share"))
fast, wide = (Var(name, within="(0, 1]", default="1", ideal=True) for name in ("fast", "wide"))
OWN = System(
    [
        Relation("pace", Eq(pace, Max(work / fast, bulk / wide))),
        Relation("share", Eq(share, work * wide / (bulk * fast))),
    ]
)
MODELS = "llama31_70b", "mixtral_8x22b", "deepseek_v3", "gpt_oss_120b"
CHIPS = "h100_sxm", "mi325x", "tpu_v5p"
PUT_BACK = "step_time", "memory_time", "weight_fetch_time", "kv_fetch_time", "throughput", "mbu"
ASKED = "batch_over_balance", "balance_batch", "crossover_context", "compute_time", "step_time"


@pytest.mark.parametrize("given", [6, 6.0, "6.0", "6.01"])
def test_a_step_as_fast_as_it_can_be_leaves_the_answer_at_ideal_values(given: object) -> None:
    answer = OWN.solve(share, {"work": 3, "bulk": "6.0", "pace": given})
    assert answer.status == "solved" and answer.number == pytest.approx(0.5, rel=0.01)


def test_a_slower_step_leaves_open_which_ideal_value_is_not_reached() -> None:
    answer = OWN.solve(share, {"work": 3, "bulk": 6, "pace": 8})
    assert answer.status == "underdetermined"


def test_what_met_the_ideal_values_is_told() -> None:
    answer = OWN.solve(share, {"work": 3, "bulk": "5.999", "pace": "6.00"})
    assert answer.number == pytest.approx(3 / 5.999)
    told = "pace = 6 meets the ideal values assumed: share follows from the others"
    assert told in answer.warnings
    assert {k.var.name for k in answer.of_origin("default")} == {"fast", "wide"}


def test_a_value_that_meets_the_ideals_by_another_output_is_left_out_too() -> None:
    """The work is one of each and of how many there are, which nothing tells."""
    made = Relation("made", Eq(work, Var("met_each") * Var("met_many")))
    system = System([*OWN.relations, made])
    answer = system.solve(share, {"work": 3, "bulk": "5.999", "pace": "6.00"})
    assert answer.number == pytest.approx(3 / 5.999)
    assert "pace = 6 meets the ideal values assumed: share follows from the others" in (
        answer.warnings
    )


def test_a_value_beside_it_still_contradicts() -> None:
    assert OWN.solve(share, {"work": 3, "bulk": 6, "pace": 5}).status == "contradiction"


def test_a_value_given_back_leaves_the_other_answers(seed: int) -> None:
    """With all digits or with four, as the tool itself has told it."""
    rng = random.Random(seed)
    for _ in range(12):
        name, chip = rng.choice(MODELS), rng.choice(CHIPS)
        model = derive.model(name)
        given: dict[str, object] = {
            **derive.accelerator(chip, precision=rng.choice(("fp8", "bf16"))),
            **model,
            "gpus": f"{rng.choice((8, 16))} GPU",
            "batch_size": f"{rng.choice((1, 32, 256))} sequence",
            "context_length": "8192 token/sequence",
        }
        back, target = rng.choice(PUT_BACK), rng.choice(ASKED)
        first, plain = (derive.solve(t, given, variants=model.variants) for t in (back, target))
        if plain.status != "solved" or first.number is None or back == target:
            continue
        digits = rng.choice((4, 16))
        value = f"{first.number:.{digits}g} {first.target.unit.text}"
        again = derive.solve(target, {**given, back: value}, variants=model.variants)
        told = name, chip, given, back, value, target
        assert again.status == "solved", told
        if again.interval is None:
            assert again.number == pytest.approx(plain.number, rel=3e-3), told
        else:  # whichever regime holds
            assert again.interval[0] <= plain.number * 1.001 <= again.interval[1] * 1.002, told


def test_a_digit_at_which_another_equation_fails_first_tells_nothing() -> None:
    """At a fetch time a digit off, the way fails before the sides that are compared: an error."""
    model = derive.model("qwen3_235b_a22b")
    given: dict[str, object] = {
        **derive.accelerator("trainium2", precision="fp8"),
        **model,
        "gpus": "72 GPU",
        "batch_size": "8 sequence",
        "context_length": "8192 token/sequence",
        "weight_fetch_time": "0.000477 s",
        "mbu": "1",
    }
    answer = derive.solve("batch_over_balance", given, variants=model.variants)
    assert answer.number == pytest.approx(0.003373, rel=1e-3)


def test_two_values_that_lead_to_each_other_may_both_meet_the_ideals() -> None:
    speed = Var("speed")
    system = System([*OWN.relations, Relation("speed", Eq(speed, 1 / pace))])
    given = {"work": 3, "bulk": "5.999", "pace": "6.00", "speed": "0.1667"}
    assert system.solve(share, given).number == pytest.approx(3 / 5.999)


@pytest.mark.parametrize(
    ("name", "chip", "run", "both", "target"),
    [
        (
            "gpt3_175b",
            ("mi325x", "bf16"),
            ("8 GPU", "1 sequence", "1000 token/sequence"),
            ("135.3 token/s", "7.39 ms"),
            "crossover_context",  # at an arithmetic of 0.45 % of its peak it would be 75,180
        ),
        (
            "gemma2_27b",
            ("tpu_v6e", "fp8"),
            ("72 GPU", "256 sequence", "8192 token/sequence"),
            ("48700 token/s", "5.256 ms"),
            "compute_time",  # that of the whole step, in the other regime
        ),
    ],
)
def test_values_within_the_last_digit_of_the_ideal_ones_imply_no_others(
    name: str,
    chip: tuple[str, str],
    run: tuple[str, str, str],
    both: tuple[str, str],
    target: str,
) -> None:
    """A step of 7.3916 ms for 135.3 tokens a second is, to the digits, the 7.39 ms of reading."""
    model = derive.model(name)
    given: dict[str, object] = {
        **derive.accelerator(chip[0], precision=chip[1]),
        **model,
        **dict(zip(("gpus", "batch_size", "context_length"), run, strict=True)),
    }
    told = dict(zip(("throughput", "memory_time"), both, strict=True))
    plain, answer = (
        derive.solve(target, {**given, **more}, variants=model.variants) for more in ({}, told)
    )
    assert answer.number == pytest.approx(plain.number, rel=1e-3)
    assert any("meet the ideal values assumed" in text for text in answer.warnings)


def test_a_ratio_from_which_an_ideal_value_cancels_does_not_fix_it() -> None:
    """At 6,733 tokens reading the cache takes as long as reading the weights at any bandwidth: the
    bandwidth that is used stays the ideal one, and says so as without that point.
    """
    model = derive.model("llama31_70b")
    given = {**derive.accelerator("h100_sxm", precision="fp8"), **model, "gpus": "8 GPU",
             "batch_size": "32 sequence", "context_length": "8192 token/sequence"}  # fmt: skip
    plain = derive.solve("mfu", given)
    point = derive.solve("fetch_parity_context", given).number
    beside = derive.solve("mfu", {**given, "fetch_parity_context": f"{point:.12e} token/sequence"})
    assert beside.number == pytest.approx(plain.number, rel=1e-9)
    assert beside.sense == plain.sense


def test_a_relation_whose_unknown_cancels_is_a_check() -> None:
    """a·x = b·x says that a is b, and of x nothing: x follows from another, or is open."""
    a, b, c, x = (Var(f"both_{name}", within="(0, oo)") for name in "abcx")
    same, sized = Relation("same", Eq(a * x, b * x)), Relation("sized", Eq(c, a + x**2))
    for relations in ([same, sized], [sized, same]):
        system = System(relations)
        assert system.solve(x, {a: 2, b: 2, c: 11}).number == pytest.approx(3)
        clash = system.solve(x, {a: 2, b: 3, c: 11})
        assert clash.status == "contradiction" and clash.number == pytest.approx(3)
        assert system.solve(x, {a: 2, b: 2}).interval == (0.0, math.inf)


@pytest.mark.parametrize("many", [5, 9])
def test_no_long_block_is_solved_to_see_whether_a_value_meets_ideal_ones(many: int) -> None:
    """Of a ring of nine coupled relations 1.4 s were spent in symbols for one given of twenty."""
    parts = [Var(f"ring_{k}") for k in range(many)]
    ring = zip(parts, [*parts[1:], parts[0]], range(2, many + 2), strict=True)
    relations = [Relation(f"link_{k}", Eq(x + y, k * work / fast)) for x, y, k in ring]
    asked = System(relations), parts[0], {work: Known(work, 1.0, Origin.GIVEN)}, frozenset[Var]()
    assert determined_or_none(*asked[:3]) is not None
    assert (query_by_ideals(*asked) is None) == (many > MOST_COUPLED)
