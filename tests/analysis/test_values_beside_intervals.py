"""Values at some points of interval givens alone: none is lost, whatever the others have."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import pytest
from sympy import Piecewise, exp, sqrt

import derive
from derive.equations import Constraint, Eq, Max, Min, Relation, Var
from derive.program.interval import Interval
from derive.results.answer import Answer
from derive.solving import answer, bounded_answer
from derive.solving.consistency import Knowledge
from derive.solving.further_limits import refuted_ends
from derive.system import System

v0, v1, v2, v3, v4, v5 = (Var(f"v{number}") for number in range(6))


def holds(answer: Answer, value: float) -> bool:
    """Whether an answer has a value, or leaves it open within its bounds."""
    spans = [(s.low, s.high) for s in (*answer.intervals, *answer.between)]
    points = [(one.value * (1 - 1e-6), one.value * (1 + 1e-6)) for one in answer.values]
    return any(low <= value <= high for low, high in (*spans, *points))


@pytest.mark.parametrize(("target", "value"), [(v2, 0.13), (v4, 50.9901951359278)])
def test_a_branch_that_the_middles_do_not_have_is_not_lost(target: Var, value: float) -> None:
    """At v0 = 10, v1 = 26 and v3 = 260.13 v4 is the larger; at the middles it cannot be."""
    system = System([
        Relation("sum", Eq(v3, v0 * v1 + v2)),
        Relation("root", Eq(v4, v0 * sqrt(v1))),
        Relation("larger", Eq(v5, Max(v2, v4))),
    ])  # fmt: skip
    given = {v5: "50.9901951359278", v3: "208.104 to 286.143", v0: "9 to 11"}
    assert holds(system.solve(target, given), value)


@pytest.mark.parametrize("beside", [False, True])
def test_values_at_the_end_of_an_interval_alone_are_not_lost(beside: bool) -> None:
    """Where v4 is v3, v1 may be anything below it, and v0 8 as well as 29.9; a relation beside them
    changes nothing.
    """
    more = [Relation("share", Eq(v5, v3 / (v1 + v3)))] if beside else []
    system = System([
        Relation("sum", Eq(v2, v0 * (v1 + 1) / v1)),
        Relation("larger", Eq(v3, Max(v0, v2))),
        Relation("largest", Eq(v4, Max(v1, v3))),
        *more,
    ])  # fmt: skip
    given = {v2: "30.8571428571429", v4: "30.8571428571429 to 33.9428571428572"}
    answer = system.solve(v0, given)
    assert holds(answer, 8.0) and holds(answer, 29.9)


def test_bounds_hold_where_the_last_digits_of_the_givens_decide() -> None:
    """At the end of what is left of mfu computing sets the step, whatever reading takes."""
    given = {
        "crossover_context": "1006778.34535 token/sequence", "gpus": "72 GPU",
        "kv_bytes_per_token": "1600 byte/token", "peak_flops": "3.12e+14 FLOP/s/GPU",
        "batch_size": "500 sequence", "step_time": "0.00392850783476 s", "mfu": "0.4 to 0.96",
        "total_params": "70600000000 param", "mbu": "0.0649190065536",
        "context_length": "32768 token/sequence", "compute_efficiency": "0.8",
    }  # fmt: skip
    answer = derive.solve("bandwidth_efficiency", given)
    assert holds(answer, 0.0649190065536) and holds(answer, 0.85)


@pytest.mark.parametrize(
    ("formula", "within", "expected"),
    [
        ((Max(v0, v1), v0**3 + v0 * v1), ("0.41 to 5.15", "2.27 to 19.4"), (1.05183, 5.15)),
        (
            (Min(v0, 3 * v1 / 2), v0**2 + v0 * v1),
            ("2.11 to 6.82", "6.42 to 19.1"),
            (0.8383, 3.3853),
        ),
    ],
)
def test_an_end_where_two_regimes_cross_is_found_beside_numeric_roots(
    formula: tuple[object, object], within: tuple[str, str], expected: tuple[float, float]
) -> None:
    """Answered point by point: around the best of these, closer and closer."""
    crossing, known = formula
    system = System([Relation("crossing", Eq(v2, crossing)), Relation("known", Eq(v3, known))])
    (found,) = system.solve(v2, {v1: within[0], v3: within[1]}).intervals
    assert (found.low, found.high) == pytest.approx(expected, rel=2e-3)


def test_an_interval_is_not_told_where_a_value_in_it_is_refuted() -> None:
    """v2 = (v0 + 3)/(2 v0 + 3) lies from 0.5843 to 0.6563, since v1 keeps v0 above 3.298; that v3
    occurs twice hides it.
    """
    system = System([
        Relation("least", Eq(v1, v0 + v0 * exp(-v0))),
        Relation("sum", Eq(v3, v0 + 3)),
        Relation("share", Eq(v2, v3 / (v3 + v0))),
    ])  # fmt: skip
    answer = system.solve(v2, {v3: "2.65 to 10.4", v1: "3.42 to 7.96"})
    assert answer.status == "underdetermined" and holds(answer, 0.5844) and holds(answer, 0.6563)
    assert not holds(answer, 0.8)


def test_a_part_that_one_end_of_a_given_alone_leads_to_is_not_lost() -> None:
    """v1 = max(1, v0) is one for every v0 below it, where v2 is v0 itself."""
    cases = Piecewise((v0, v0 < 2), (v4 + 3, True))
    system = System([Relation("cases", Eq(v2, cases)), Relation("least", Eq(v1, Max(1, v0)))])
    answer = system.solve(v2, {v4: "0.438 to 1.3", v1: "0.552 to 2.43"})
    ends = [end for i in answer.intervals for end in (i.low, i.high)]
    assert answer.status == "solved" and ends == pytest.approx([0, 2, 3.438, 4.3])


def test_points_beyond_what_the_relations_leave_are_no_ends() -> None:
    """v0 = v3 - v2 lies from 1.01 to 3.25, since v1/(1 + v1) is a share; no point judges that."""
    system = System([
        Relation("share", Eq(v2, v0 + 5 - v1 / (1 + v1))),
        Relation("sum", Eq(v3, v2 + v0)),
    ])  # fmt: skip
    answer = system.solve(v0, {v2: "4.58 to 14.6", v3: "7.02 to 10.5"})
    assert answer.status == "underdetermined"
    assert holds(answer, 1.011) and holds(answer, 3.249) and not holds(answer, 1.0)


CLUSTER = {
    **derive.model("llama31_70b"),
    **derive.accelerator("h100_sxm", precision="bf16"),
    "gpus": "8 GPU",
    "context_length": "4096 token/sequence",
}  # the cache of 404 sequences fits, and 20,000 token/s are never reached


@pytest.mark.parametrize("target", ["batch_size", "step_time"])
@pytest.mark.parametrize(
    ("throughput", "status", "told"),
    [("18000 to 25000 token/s", "infeasible", False), ("15000 to 25000 token/s", "solved", True)],
)
def test_constraints_are_judged_where_the_middles_are_not_reached(
    target: str, throughput: str, status: str, told: bool
) -> None:
    answer = derive.solve(target, {**CLUSTER, "throughput": throughput})
    assert answer.status == status and answer.intervals[0].high == math.inf
    failing = [c.name for c in answer.constraints if not c.satisfied]
    remarks = [text for text in answer.warnings if "weights_and_cache_fit fails at" in text]
    assert (bool(remarks), bool(failing)) == (told, not told)


@pytest.mark.slow
def test_the_bounds_of_one_point_of_many_are_not_looked_for_closely(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Points at which the values clash took three seconds each."""
    asked: list[str] = []

    def counted(state: Knowledge, target: Var) -> tuple[Interval, tuple[str, ...]]:
        asked.append(target.name)
        return refuted_ends(state, target)

    monkeypatch.setattr(bounded_answer, "refuted_ends", counted)
    given = {
        **derive.accelerator("h100_sxm", precision="fp8"),
        **derive.model("llama31_70b"),
        "peak_flops": "0.989 PFLOP/s/GPU",
        "context_length": "500 token/sequence",
        "gpu_price": "1.6 to 4 USD/hour/GPU",
        "hbm_bandwidth": "3.35 TB/s/GPU",
        "batch_size": "0.5 to 2 sequence",
        "throughput": "160.96 to 378.72 token/s",
        "compute_time": "0.030339 to 0.071385 ms",
    }
    assert derive.solve("gpus", given).intervals
    assert not asked


def test_the_answer_at_a_corner_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Corners are asked for to compare two ways, as points, and for what belongs to the ends."""
    asked: list[object] = []

    def counted(*words: Any, **named: Any) -> Answer:
        asked.append(answer.values_of(words[2]))
        return unjudged(*words, **named)

    unjudged = answer.unjudged_answer
    monkeypatch.setattr(answer, "unjudged_answer", counted)
    system = System([Relation("larger", Eq(v3, Max(v0, v1) + v2))])
    found = system.solve(v0, {v1: "2 to 3", v2: "1 to 2", v3: "4 to 5"})
    assert found.intervals and len(set(asked)) > 10
    repeated = [one for one, many in Counter(asked).items() if many > 1]
    assert len(repeated) < 3


def test_a_constraint_tells_from_where_on_a_set_fails_it() -> None:
    """x = b/(1 + b·l) is met by every b from 0.667 on; b·l may be no more than 20."""
    seqs, length, rate = Var("seqs_lim"), Var("len_lim"), Var("rate_lim")
    system = System(
        [Relation("rate", Eq(rate, seqs / (1 + seqs * length)))],
        constraints=[Constraint("room", seqs * length <= 20)],
    )
    answer = system.solve(seqs, {length: "1 to 2", rate: "0.4 to 1"})
    assert answer.status == "solved" and answer.intervals[0].high == math.inf
    assert [text for text in answer.warnings if "room" in text] == [
        "the constraint room may fail from seqs_lim = 10 on",
        "the constraint room fails from seqs_lim = 20 on",
    ]
    held = System(system.relations, constraints=[Constraint("room", seqs * length >= 0.1)])
    assert not any(
        "room" in text for text in held.solve(seqs, {length: "1 to 2", rate: "0.4 to 1"}).warnings
    )
    least = System(system.relations, constraints=[Constraint("room", seqs * length <= 0.5)])
    assert least.solve(seqs, {length: "1 to 2", rate: "0.4 to 1"}).status == "infeasible"
    least = System(system.relations, constraints=[Constraint("room", seqs * length >= 20)])
    texts = least.solve(seqs, {length: "1 to 2", rate: "0.4 to 1"}).warnings
    assert "the constraint room may fail up to seqs_lim = 20" in texts
    assert "the constraint room fails up to seqs_lim = 10" in texts


def test_a_constraint_without_the_target_tells_from_where_on_a_set_fails_it() -> None:
    """Each value of seqs·len leaves the ends of one of them where the other has its own."""
    seqs, length, rate, held = (Var(name) for name in ("seqs_of", "len_of", "rate_of", "held_of"))
    system = System(
        [Relation("rate", Eq(rate, seqs / (1 + held))), Relation("held", Eq(held, seqs * length))],
        constraints=[Constraint("room", seqs * length <= 20)],
    )
    given = {length: "1 to 2", rate: "0.4 to 1"}
    told = {
        target: [text for text in system.solve(target, given).warnings if "room" in text]
        for target in (held, seqs)
    }
    assert told[held] == ["the constraint room fails from held_of = 20 on"]
    assert told[seqs] == [
        "the constraint room may fail from seqs_of = 10 on",
        "the constraint room fails from seqs_of = 20 on",
    ]


SEQS, LENGTH, RATE, HELD, APART = (
    Var(f"{name}_set") for name in ("seqs", "len", "rate", "held", "apart")
)
PARTS = [Var(f"part{k}_set") for k in range(5)]


def of_a_set(limit: Any) -> Answer:
    """The answer for seqs of a rate that every seqs from 0.667 on meets, within one constraint."""
    system = System(
        [Relation("rate", Eq(RATE, SEQS / (1 + HELD))), Relation("held", Eq(HELD, SEQS * LENGTH))],
        constraints=[Constraint("room", limit)],
    )
    parts = [part for part in PARTS if limit.has(part)]
    given = {LENGTH: "1 to 2", RATE: "0.4 to 1", **dict.fromkeys(parts, "1 to 2")}
    return system.solve(SEQS, given)


@pytest.mark.parametrize(
    ("limit", "told", "checks", "not_judged"),
    [
        (HELD + SEQS <= 30, ["may fail from seqs_set = 10 on", "fails from seqs_set = 15 on"], [],
         ()),
        (HELD >= 0.1, [], [True], ()),
        (SEQS * APART <= 20, [], [], ("room",)),  # nothing says how large apart is
        (SEQS + sum(PARTS[:3]) <= 20,
         ["may fail from seqs_set = 14 on", "fails from seqs_set = 17 on"], [], ()),
        (SEQS + sum(PARTS) <= 20, [], [], ("room",)),  # too many to try
    ],
)  # fmt: skip
def test_what_is_told_of_a_constraint_is_neither_held_nor_left_open(
    limit: Any, told: list[str], checks: list[bool], not_judged: tuple[str, ...]
) -> None:
    answer = of_a_set(limit)
    assert answer.status == "solved" and answer.intervals[0].high == math.inf
    assert limits(answer, "room") == told
    assert [check.satisfied for check in answer.constraints] == checks
    assert answer.not_judged == not_judged


def test_a_constraint_holds_at_its_limit() -> None:
    system = System(
        [Relation("half", Eq(RATE, HELD / 2))], constraints=[Constraint("r", HELD <= 20)]
    )
    answer = system.solve(HELD, {RATE: "1 to 10"})
    assert answer.intervals[0].high == 20 and not limits(answer, "r")
    assert [check.satisfied for check in answer.constraints] == [True]


@pytest.mark.parametrize(
    ("target", "told"),
    [
        ("step_time", ["fails from step_time = 25.52 ms on"]),
        ("kv_fetch_time", ["fails from kv_fetch_time = 22.89 ms on"]),
    ],
)
def test_memory_is_told_of_whatever_is_asked(target: str, told: list[str]) -> None:
    """468 sequences of 4,000 tokens fit, and a step of 25.52 ms fetches a full memory."""
    given = {
        **derive.model("llama31_70b"),
        **derive.accelerator("h100_sxm", precision="fp8"),
        "gpus": "8 GPU",
        "context_length": "4000 to 8000 token/sequence",
        "throughput": "10000 to 20000 token/s",
    }
    answer = derive.solve(target, given)
    assert answer.status == "solved" and limits(answer) == told


def limits(answer: Answer, name: str = "weights_and_cache_fit") -> list[str]:
    start = f"the constraint {name} "
    return [text.removeprefix(start) for text in answer.warnings if text.startswith(start)]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"batch_size": "100 to 600 sequence", "context_length": "4000 token/sequence"},
         ["fails from batch_size = 468 sequence on"]),
        ({"batch_size": "100 to 500 sequence", "context_length": "3000 to 6000 token/sequence"},
         ["may fail from batch_size = 312 sequence on",
          "may fail from context_length = 3,744 token/sequence on"]),
    ],
)  # fmt: skip
def test_what_is_infeasible_in_part_says_in_which(given: dict[str, str], told: list[str]) -> None:
    chip, model = derive.accelerator("h100_sxm", precision="fp8"), derive.model("llama31_70b")
    given = {**chip, **model, "gpus": "8 GPU", **given}
    answer = derive.solve("throughput", given)
    assert answer.status == "solved" and limits(answer) == told
    answer = derive.solve("throughput", {**given, "batch_size": "1000 to 2000 sequence"})
    assert answer.status == "infeasible" and limits(answer) == []


def test_an_end_beyond_all_points_that_were_tried_is_found() -> None:
    """Where the memory sets the step any larger peak will do, which no point tried: 7.5 PFLOP/s was
    told as the largest.
    """
    given = {
        **derive.accelerator("h100_sxm", precision="fp8"), **derive.model("llama31_70b"),
        "gpus": "4 GPU", "gpu_price": "1.5 USD/hour/GPU", "batch_size": "960 to 2400 sequence",
        "context_length": "50 to 200 token/sequence", "hbm_bandwidth": "4 to 10.4 TB/s/GPU",
        "cost_per_token": "0.0078444 to 0.016996 USD/Mtoken",
        "weight_fetch_time": "2.0959 to 4.4125 ms",
    }  # fmt: skip
    ((low, high),) = ((one.low, one.high) for one in derive.solve("peak_flops", given).intervals)
    assert low == pytest.approx(3.4616e15, rel=1e-3) and math.isinf(high)


ROOF = [Var(f"{letter}_roof") for letter in "blgfnckwst"]


@pytest.mark.parametrize(
    ("target", "given", "ends"),
    [
        # Each takes max(1/peak, (size/seqs + length)/bandwidth): 2 by the peak at any length
        # up to 3·4 − 20/128.
        (1, ("51.2 to 128", None, 3, "0.5 to 1", 20, "1.7 to 4"), (0.0, 11.84375)),
        # 0.1 by the peak at any length, and 0.225 by memory at 10·0.225 − 0.8/16.
        (1, ("4 to 16", None, 10, "10 to 25", "0.8 to 2", "0.095625 to 0.225"), (0.0, 2.2)),
        # By memory 20/1250 + 4 at a bandwidth of 1, with any peak from 1/4.242 on.
        (3, ("250 to 1250", 4, "1 to 2", None, 20, "2.424 to 4.242"), (1 / 4.242, math.inf)),
    ],
)  # fmt: skip
def test_an_end_that_one_regime_alone_reaches_is_found(
    target: int, given: tuple[object, ...], ends: Interval
) -> None:
    """The ends of what a step leaves, where the points tried are of the other regime."""
    seqs, length, bandwidth, peak, size, compute, cache, weights, step, each = ROOF
    system = System([
        Relation("compute", Eq(compute, seqs / peak)),
        Relation("weights", Eq(weights, size / bandwidth)),
        Relation("cache", Eq(cache, seqs * length / bandwidth)),
        Relation("step", Eq(step, Max(compute, weights + cache))),
        Relation("each", Eq(each, step / seqs)),
    ])  # fmt: skip
    names = (seqs, length, bandwidth, peak, size, each)
    known = {var: value for var, value in zip(names, given, strict=True) if value is not None}
    answer = system.solve(ROOF[target], known)
    (found,) = answer.intervals
    assert (found.low, found.high) == pytest.approx(ends, rel=1e-6)
    assert not any("beyond this interval" in text for text in answer.warnings)
