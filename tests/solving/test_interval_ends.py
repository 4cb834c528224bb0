"""Ends of intervals: values next to an end are met, or the interval is told as no more than bounds;
single values are put into all relations.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
import sympy

from derive.equations import AtMost, Constraint, Eq, Max, Min, Relation, Var
from derive.equations.var import REAL
from derive.library import solve
from derive.program.tolerances import NEAR, SEARCHES, TRIALS
from derive.results.answer import Answer
from derive.results.conflict import Conflict
from derive.results.known import Known, Origin
from derive.results.solution import ValueInterval
from derive.solving import judged_answer
from derive.solving.admitted import vanishes
from derive.solving.consistency import Knowledge, knowledge
from derive.solving.interval_ends import EndSearch
from derive.solving.open_ends import reaching_open_ends
from derive.solving.sharp_ends import with_sharp_ends
from derive.solving.value_search import SearchWork
from derive.solving.value_sets import last_admitted
from derive.system import System

share, top, rate, rest, room = (Var(name) for name in ("share", "top", "rate", "rest", "room"))
part = Var("part", within="[0, 1]")


def asked(many: Var) -> Answer:
    """A share of at most five by one relation, which another keeps below three however many."""
    longest = Relation("longest", Eq(top, Max(5, share)), "The largest sets it.")
    crowded = Relation("crowded", Eq(share, 60 * many / (20 * many + 3)), "It grows ever less.")
    return System([longest, crowded]).solve(share, {top: 5})


def test_an_end_moves_inwards_as_far_as_values_are_refuted() -> None:
    """A variable that occurs twice hides from propagation how far the share can go."""
    answer = asked(part)
    assert answer.status == "solved"
    (found,) = answer.intervals
    assert found.low == 0 and found.high == pytest.approx(60 / 23, rel=1e-6)


@pytest.mark.parametrize(("left", "most"), [(20, 24), (SEARCHES, 2 * TRIALS)])
def test_the_search_for_ends_stops_when_its_trials_are_used_up(
    left: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of all ends, or those of one value; what is open then is no proof."""
    longest = Relation("longest", Eq(top, Max(5, share)), "The largest sets it.")
    crowded = Relation("crowded", Eq(share, 60 * rate / (20 * rate + 3)), "It grows ever less.")
    state = knowledge(System([longest, crowded]), {top: Known(top, 5.0, Origin.GIVEN)})
    narrowed, count = Knowledge.narrowed, 0

    def counted(*arguments: Any) -> Knowledge:
        nonlocal count
        count += 1
        return narrowed(*arguments)

    monkeypatch.setattr(Knowledge, "narrowed", counted)
    _, met = EndSearch(state, share, left).proven(ValueInterval(0.0, 5.0, True, False))
    assert not met and 20 <= count <= most


def test_an_end_next_to_which_no_value_is_met_is_a_bound() -> None:
    answer = asked(rate)
    assert answer.status == "underdetermined" and not answer.intervals
    (found,) = answer.between
    assert found.low == 0 and found.high >= 3
    assert any("neither found nor refuted" in text for text in answer.warnings)
    assert not any("every share in this interval" in text for text in answer.warnings)


def test_a_contradiction_keeps_no_remark_on_bounds() -> None:
    """Where the givens are found to clash after all, there are no bounds left to speak of."""
    bounds = asked(rate)
    clash = Conflict(("top", "share"), "longest", "5", "6", 1.2)
    assert len(bounds.warnings) == 1 and not bounds.contradicted(clash).warnings


def test_a_factor_of_both_sides_leaves_the_only_value() -> None:
    """The share is the same whatever the top is, which the smallest leaves open."""
    own = Relation("own", Eq(top, share * top * sympy.sqrt(rate)), "It returns as it was.")
    least = Relation("least", Eq(rest, Min(1, sympy.sqrt(top), rate)), "The smallest sets it.")
    answer = System([own, least]).solve(share, {rate: 6.124, rest: 1})
    assert answer.status == "solved" and answer.number == pytest.approx(6.124**-0.5, rel=1e-9)


@pytest.mark.parametrize("left", [0, 20, 100, 200])
def test_a_search_whose_work_is_spent_leaves_bounds(
    monkeypatch: pytest.MonkeyPatch, left: int
) -> None:
    """They hold all values that the search would find, and the answer says that it is not done."""
    monkeypatch.setattr(judged_answer, "SearchWork", lambda: SearchWork(left))
    answer = asked(part)
    assert answer.status == "underdetermined" and not answer.intervals and not answer.values
    assert min(i.low for i in answer.between) == 0
    assert max(i.high for i in answer.between) >= 60 / 23
    assert any("neither found nor refuted" in text for text in answer.warnings)


def test_a_search_between_samples_that_came_to_no_end_leaves_one_bound() -> None:
    """A rounding on the way leaves more values than the search has parts."""
    cases = sympy.Piecewise((share, share <= 1), (1 + 1 / share, True), evaluate=False)
    relations = [
        Relation("cases", Eq(top, 640 * cases), "It rises to one and falls."),
        Relation("whole", Eq(top, sympy.floor(rate)), "Things are counted."),
        Relation("least", Eq(rest, Min(room, top)), "The smaller one sets it."),
    ]
    answer = System(relations).solve(share, {rest: 0.06, room: 0.06})
    assert answer.status == "underdetermined"
    (found,) = answer.between
    assert all(found.low <= top / 640 <= found.high for top in (1, 249, 640))
    assert any("within these bounds" in text for text in answer.warnings)


def test_an_end_next_to_zero_is_zero() -> None:
    """A product that is the size of another has its sign: what is sought is not zero."""
    signed, free = (Var(name, within="(-oo, oo)") for name in ("signed", "free"))
    relations = [
        Relation("product", Eq(signed * free, sympy.Abs(top**2 - top + 1)), "They go together."),
        Relation("longest", Eq(Max(1, free), top), "The largest sets it."),
    ]
    answer = System(relations).solve(signed, {top: 1})
    first = answer.intervals[0]
    assert first.high == 0.0 and first.high_open


@pytest.mark.parametrize("off", [0.0, 1e-10, 5e-10])
def test_an_end_does_not_move_with_a_given_that_is_off_by_its_last_digits(off: float) -> None:
    """Computing a batch takes 0.3 s each, reading it 0.7 s and 0.1 s each: from 3.5 on computing
    takes longer, and the cost of one is that of 0.3 s, whatever the batch.
    """
    names = ("compute", "cache", "memory", "step", "per", "computed", "fetched", "read", "price")
    compute, cache, memory, step, per, computed, fetched, read, price = map(Var, names)
    batch, cost = Var("batch"), Var("cost")
    equations = {
        "computing": Eq(compute, computed * batch),
        "caches": Eq(cache, read * batch),
        "reading": Eq(memory, fetched + cache),
        "longest": Eq(step, Max(compute, memory)),
        "speed": Eq(per * step, batch),
        "prices": Eq(cost * per, price),
    }
    system = System([Relation(name, equation, "So.") for name, equation in equations.items()])
    given = {computed: 0.3, fetched: 0.7, read: 0.1, price: 2, cost: 0.6 * (1 - off)}
    answer = system.solve(batch, given)
    (found,) = answer.intervals
    assert answer.status == "solved" and found.low == pytest.approx(3.5, rel=1e-12)


@pytest.mark.slow
def test_a_library_interval_whose_end_cannot_be_reached_is_a_bound() -> None:
    """However many rows, three by two numbers a row allow 1.46 operations per byte."""
    answer = solve(
        "kernel_intensity",
        {
            "peak_flops": "1850 TFLOP/s/GPU",
            "kernel_memory_time": "56 ps",
            "kernel_time": "56 ps",
            "matmul_inner": "3",
            "matmul_columns": "2",
            "input_bytes_per_element": "1.488 byte",
            "output_bytes_per_element": "1.8898 byte",
        },
    )
    ends = [i.high for i in (*answer.intervals, *answer.between)]
    least = 2 * 3 * 2 / (3 * 1.488 + 2 * 1.8898)
    assert answer.status == "underdetermined" and least <= max(ends) < 1.03 * least


@pytest.mark.slow
def test_a_value_found_by_a_scan_is_put_into_the_relations_beside_its_way() -> None:
    """A root of the optimum that another given, the loss there, refutes."""
    answer = solve(
        "token_loss_scale",
        {
            "optimal_params": "3.625739467481e+11 param",
            "optimal_param_loss": "1.471166013685e-02 nat/token",
            "training_tokens": "3.75e+09 token",
            "token_loss": "8.021286865273e-03 nat/token",
            "param_loss": "3.795035485174e-02 nat/token",
            "total_params": "2.907433558500e+10 param",
            "sparsity": "1.221068687732e+00",
            "pretraining_per_inference_token": "3.858947644169e-06",
            "lifetime_optimal_tokens": "1.549947754473e+10 token",
            "inference_mfu_ratio": "1.092421688509e+03",
        },
    )
    assert not any(v.value == pytest.approx(1.706, rel=1e-2) for v in answer.values)
    assert answer.status == "contradiction" and "lifetime_optimal_tokens" in answer.conflict.names


@pytest.mark.parametrize(
    ("limit", "status", "told"),
    [
        (rest * (3 - rest), "solved", ["fails between the ends, such as at rest = 1.5"]),
        (rest + 4, "infeasible", []),
        (rest, "solved", ["fails at rest = 3"]),
    ],
)
def test_a_constraint_is_tried_between_the_ends_of_an_interval(
    limit: object, status: str, told: list[str]
) -> None:
    longest = Relation("longest", Eq(top, Max(3, rest)), "The longer sets it.")
    fits = Constraint("fits", AtMost(limit, room), "It has to fit.")
    answer = System([longest], constraints=[fits]).solve(rest, {top: 3, room: 2})
    assert answer.status == status and answer.intervals[0].high == 3
    found = [text for text in answer.warnings if "constraint fits" in text]
    assert [part in text for part, text in zip(told, found, strict=True)] == [True] * len(told)
    assert [check.name for check in answer.constraints] == ["fits"] * (status == "infeasible")


@pytest.mark.parametrize(
    ("limit", "least", "status", "met", "told"),
    [
        (3, False, "solved", False, ["5 is 1.67 times the limit of 3"]),
        (1, False, "solved", False, ["2 is above the limit of 1", "5 is above the limit of 1"]),
        (9, False, "solved", True, []),
        (4, True, "solved", True, ["0 is below the minimum of 4", "2 is 0.5 times"]),
        (6, True, "infeasible", False, []),
    ],
)
def test_a_constraint_is_tried_at_a_value_beside_an_interval(
    limit: int, least: bool, status: str, met: bool, told: list[str]
) -> None:
    """The flow is 1 up to a valve of 2 and at 5: a constraint may fail at either or at both."""
    valve, flow = Var("valve"), Var("flow")
    bends = Relation("bends", Eq(flow, sympy.Piecewise((1, valve <= 2), (valve / 5, True))))
    fits = Constraint("fits", valve >= limit if least else valve <= limit, "It has to fit.")
    answer = System([bends], constraints=[fits]).solve(valve, {flow: 1})
    assert answer.status == status and answer.intervals[0].high == 2
    assert [(one.value, one.satisfied) for one in answer.values] == [(pytest.approx(5), met)]
    found = [text for text in answer.warnings if "constraint fits fails" in text]
    assert [part in text for part, text in zip(told, found, strict=True)] == [True] * len(told)
    assert ("at 5 (a constraint fails)" in str(answer)) == (status == "solved" and not met)


@pytest.mark.parametrize(("most", "wide"), [(6, True), (2, False)])
def test_what_fails_at_any_value_stays_infeasible_where_values_are_refuted(
    most: int, wide: bool
) -> None:
    """The flow is 1 up to a valve of 2, at 5 and at 7, of which another relation leaves some."""
    valve, flow, other, twice = (Var(f"shut_{n}") for n in ("valve", "flow", "other", "twice"))
    case = sympy.Piecewise((1, valve <= 2), (valve / 5, valve < 6), (valve / 7, True))
    limit = Max(valve, 6) if wide else Min(valve, 2)
    relations = [
        Relation("bends", Eq(flow, case)),
        Relation("other", Eq(other, limit)),
        Relation("twice", Eq(twice, 2 * other)),
    ]
    fits = Constraint("fits", AtMost(3 * flow, 2), "It has to fit.")
    answer = System(relations, constraints=[fits]).solve(valve, {flow: 1, twice: 2 * most})
    assert answer.status == "infeasible" and not answer.constraints[0].satisfied
    assert bool(answer.intervals) == wide and len(answer.values) == (1 if wide else 3)


@pytest.mark.parametrize(
    ("limit", "least", "status", "met"),
    [
        (9, False, "solved", [True, True]),
        (3, False, "solved", [True, False]),
        (4, True, "solved", [False, True]),
        (6, True, "infeasible", [False, False]),
    ],
)
def test_a_constraint_is_tried_at_what_is_left_of_an_interval(
    limit: int, least: bool, status: str, met: list[bool]
) -> None:
    """The flow is 1 up to a valve of 2 and at 5; another relation leaves the end of these."""
    valve, flow, shut = Var("left_valve"), Var("left_flow"), Var("left_shut")
    case = sympy.Piecewise((1, valve <= 2), (valve / 5, True))
    relations = [Relation("bends", Eq(flow, case)), Relation("shut", Eq(shut, Min(valve, 2)))]
    fits = Constraint("fits", valve >= limit if least else valve <= limit, "It has to fit.")
    answer = System(relations, constraints=[fits]).solve(valve, {flow: 1, shut: 2})
    assert answer.status == status and not answer.intervals
    found = sorted((one.value, one.satisfied) for one in answer.values)
    assert [value for value, _ in found] == pytest.approx([2, 5])
    assert [satisfied for _, satisfied in found] == met
    assert ("(a constraint fails)" in str(answer)) == (sum(met) == 1)


def test_a_constraint_is_tried_at_even_differences_too() -> None:
    """It fails from 49.6 to 52.4 alone, of an interval from 1 to 101."""
    some = Var("some", within="[1, oo)")
    longest = Relation("longest", Eq(top, Max(101, some)), "The longer sets it.")
    fits = Constraint("fits", AtMost(4 - (some - 51) ** 2, room), "It has to fit.")
    answer = System([longest], constraints=[fits]).solve(some, {top: 101, room: 2})
    assert [(i.low, i.high) for i in answer.intervals] == [(1.0, 101.0)]
    assert any("between the ends, such as at some = 51" in text for text in answer.warnings)


class _UpTo(NamedTuple):
    """A search for a value in which those up to one are admitted, and nothing is narrowed."""

    most: float
    work: Any = SimpleNamespace(spent=True)

    def admits(self, value: float) -> bool:
        return value <= self.most


def test_the_last_value_is_found_from_zero() -> None:
    """By halves: there is no middle by ratio."""
    assert last_admitted(_UpTo(0.3), 0.0, 5.0) == (0.3, False)
    assert last_admitted(_UpTo(0.3), 1e-20, 5.0) == (0.3, False)


def test_the_last_value_is_found_towards_the_sample_next_to_zero() -> None:
    end, is_open = last_admitted(_UpTo(-5e-30), -1e-28, -NEAR)
    assert (end, is_open) == (pytest.approx(-5e-30), False)


def test_a_factor_that_becomes_zero_while_its_product_is_narrowed_is_left() -> None:
    """Deep in the search for an end, a factor is too small to tell from zero."""
    answer = solve(
        "cache_read_multiplier",
        {
            "whole_payback_hits": "2",
            "input_price": "0.08 USD/Mtoken",
            "write_premium": "0.08 USD/Mtoken",
        },
    )
    assert [(i.low, i.high) for i in answer.intervals] == [(0.0, 0.5)]


def test_an_interval_at_an_ideal_value_that_the_givens_refute_is_none() -> None:
    """At an efficiency of one the work is three at most, but a given leaves half of it at most."""
    work, least = Var("work"), Var("least")
    efficiency = Var("efficiency", within="(0, 1]", default="1", ideal=True)
    longest = Relation("longest", Eq(top, Max(3, work * efficiency)), "The longer sets it.")
    capped = Relation("capped", Eq(room, Max(efficiency, least)), "The larger is measured.")
    answer = System([longest, capped]).solve(work, {top: 3, room: 0.5})
    assert not answer.intervals and answer.status == "underdetermined"
    assert all(found.high > 6 for found in answer.between)


@pytest.mark.parametrize("size", [1.0, 1e6])
def test_an_end_holds_to_the_last_digits_where_moves_are_too_small_to_be_passed_on(
    size: float,
) -> None:
    """The rest creeps towards the share in ever smaller steps, and both are at most `size`
    together: the share is at most half of it. What lies right beside a narrow interval counts.
    """
    both = Relation("both", Eq(top, Max(size, share + rest)), "The larger sets it.")
    halves = Relation("halves", Eq(2 * rest, rest + share), "It is the mean of both.")
    state = knowledge(System([both, halves]), {top: Known(top, size, Origin.GIVEN)}, width=0.0)
    for low, high, expected in (
        (0.0, 0.50000008, [0.5]), (0.4999999, 0.5000001, [0.5]), (0.500001, 0.500003, []),
        (0.50000002, 0.50000008, [0.5]),
    ):  # fmt: skip
        found = ValueInterval(low * size, high * size, not low)
        ends = with_sharp_ends(state, share, [found], SearchWork())
        assert [i.high / size for i in ends] == pytest.approx(expected, rel=1e-10)


def test_a_value_beside_which_another_has_none_is_left_out() -> None:
    """n = floor(0.6 x (n + 2)) grows beyond all numbers where x is above 5/3."""
    many = Var("many", within="[0, oo)")
    line = Relation("line", Eq(top, room + 2 / room), "It has two roots.")
    steps = Relation("steps", Eq(many, sympy.floor(0.6 * room * (many + 2))), "It counts itself.")
    answer = System([line, steps]).solve(room, {top: 4})
    assert answer.status == "solved"
    assert [v.value for v in answer.values] == pytest.approx([2 - 2**0.5])


def test_of_two_givens_beside_the_way_the_one_that_refutes_a_root_is_needed() -> None:
    """The number grows beyond all bounds at the other root; the third relation says nothing."""
    number = Var("growing_number", within="[0, oo)")
    rate, idle, other = (Var(f"growing_{name}") for name in ("rate", "idle", "other"))
    system = System([
        Relation("line", Eq(top, room + 2 / room)),
        Relation("steps", Eq(number, sympy.floor(rate * room * (number + 2)))),
        Relation("aside", Eq(other, 2 * idle)),
    ])  # fmt: skip
    answer = system.solve(room, {top: 4, rate: 0.6, idle: 3})
    assert [v.value for v in answer.values] == pytest.approx([2 - 2**0.5])
    assert answer.unused == ("growing_idle",)


def test_a_default_that_the_givens_withdraw_is_not_among_what_an_interval_rests_on() -> None:
    """With tokens kept after a pass given, how many of its tokens are kept is open."""
    given = {
        "prefill_batch": "780 sequence", "prompt_length": "55926.08223551 token/sequence",
        "prefill_flops": "5.103907430673e19 FLOP", "compute_time": "1.486663045516 ms",
        "step_time": "1.486663045516 ms", "prefill_attention_width": "4900", "n_layers": "65",
        "emitted_tokens_per_pass": "4.761273687444 token/sequence",
        "full_prompt_length": "55926.08223551 token/sequence",
        "prefill_attention_share": "0.029548396755",
        "attention_intensity": "613.8267145121 FLOP/byte", "plain_step_time": "0.7628588788224 ms",
    }  # fmt: skip
    answer = solve("kv_bytes_per_token_layer", given)
    assert answer.intervals[0].low == pytest.approx(4 * 4900 * 4.761273687444 / 613.8267145121)
    assert "kept_fraction" not in {known.var.name for known in answer.known}


def test_an_interval_that_may_be_one_value_is_no_more_than_bounds_with_ends_told_apart() -> None:
    """The plan leaves x2 open in the regime; a difference beside it leaves one value."""
    c5, c7, c8, x0, x1, x3, x4 = (Var(name) for name in ("c5", "c7", "c8", "x0", "x1", "x3", "x4"))
    c9, y0, y1, y2, y4 = (Var(name, within=REAL) for name in ("c9", "y0", "y1", "y2", "y4"))
    x2, y6 = (Var(name, within="[0, oo)") for name in ("x2", "y6"))
    x5 = Var("x5", within="[1, oo)")
    equations = {
        "r8": Eq(x4, c8 * (c5 - x2)),
        "r0": Eq(y0, x0 * x5),
        "r1": Eq(y1, Max(1, x1**2, x2, y0)),
        "r2": Eq(y2, -x1 + x2**2 - y1**2),
        "r6": Eq(sympy.Piecewise((y4, y4 <= 1), (y4 + 1, True)), y6),
        "r7": Eq(x5, c7 * x4),
        "r9": Eq(c9 * y4, y1 * (x3 - y1 + 1)),
    }
    system = System([Relation(name, equation) for name, equation in equations.items()])
    answer = system.solve(
        c8,
        {
            x0: 1.891, x3: 2.297, x4: 0.416, y2: "-6.512599521000e+01", c5: "2.403846153846",
            y6: "2.550434182365", c7: "6.408653846154", c9: "-2.342244122521e+01",
        },
    )  # fmt: skip
    assert answer.status == "underdetermined"
    (span,) = answer.between
    assert span.low <= 0.416 / (2.403846153846 - 0.18) <= span.high < 1.001 * span.low
    assert "between 0.1870" in str(answer) and "between 0.1871 and 0.1871" not in str(answer)


def test_the_interval_of_a_rounded_value_may_be_narrow() -> None:
    many = Var("many")
    answer = System([Relation("whole", Eq(room, sympy.ceiling(many)))]).solve(many, {room: 20_001})
    assert answer.text == "above 20,000 to 20,001"


def test_an_end_that_falls_below_all_floats_has_fallen_to_the_open_end_of_its_range() -> None:
    """What is at most its own square times a number, and less than one, is zero, which its range
    leaves out. Under other names another relation refutes it first.
    """
    n0, n4, n6, n7, n8 = (Var(f"n{k}", within="(0, oo)") for k in (0, 4, 6, 7, 8))
    n1, n5 = Var("n1", within="(-oo, oo)"), Var("n5", within="(-oo, oo)")
    n3 = Var("n3", within="[0, oo)")
    shifted = sympy.Piecewise((n1 + n3, n3 <= 1), (n1 + n3 + 1, True))
    rooted = sympy.Piecewise((n3, n3 <= 1), (sympy.sqrt(n3) + 1, True))
    equations = [
        Eq(n1, n8 * shifted),
        Eq(n5, sympy.sqrt(n8)),
        Eq(n8, n0 * Min(n3, n4**2, n8**2)),
        Eq(Max(n0, n5**2), n4 * n7),
        Eq(rooted, n6),
    ]
    system = System([Relation(f"r{k}", one) for k, one in enumerate(equations)])
    answer = system.solve(n8, {"n3": "0.6391", "n0": "1.160063113604"})
    assert answer.status == "contradiction" and not answer.between


@pytest.mark.parametrize(
    ("name", "wanted"), [("kept", True), ("turned", True), ("raised", False), ("doubled", False)]
)
def test_zero_alone_is_left_of_what_shrinks_towards_it_on_and_on(name: str, wanted: bool) -> None:
    """Of its own half zero is left, from either side, and one of one more; a double of what may be
    anything is left as it is.
    """
    kept, same, loose = (Var(f"{n}_end", within="[0, 1)") for n in ("kept", "same", "loose"))
    turned, raised = Var("turned_end", within="(-oo, oo)"), Var("raised_end")
    doubled = Var("doubled_end", within="[0, oo)")
    system = System([
        Relation("same", Eq(same, kept)),
        Relation("half", Eq(same, kept / 2)),
        Relation("turned", Eq(turned, -kept)),
        Relation("raised", Eq(raised, 1 + kept)),
        Relation("doubled", Eq(doubled, 2 * loose)),
    ])  # fmt: skip
    target = system.find(f"{name}_end")
    state = knowledge(system, {}, free=frozenset((target,))).narrowed(loose, (0.0, 0.5))
    assert vanishes(state.narrowed(kept, (0.0, 0.9)), target) is wanted


def test_a_span_beside_the_end_of_a_domain_is_found() -> None:
    """Between where a root begins and where a guard ceases to hold, none of the points that are
    tried lies: of two sets of values the first was lost.
    """
    c0, c2, c6, x2, y5 = (Var(name, within="(0, oo)") for name in ("c0", "c2", "c6", "x2", "y5"))
    whole = sympy.Piecewise((c0**2 + x2, c0 <= x2), (c0**2 + x2**2 + 1, True))
    relations = [
        Relation("summed", Eq(c6 * rate, c2 + sympy.sqrt(x2) + sympy.sqrt(y5))),
        Relation("cases", Eq(y5, whole)),
        Relation("largest", Eq(top, Max(1, c0))),
    ]
    given = {"rate": 0.31, "c2": 0.4978101313146, "x2": 0.2490022, "top": 1}
    answer = System(relations).solve(c6, given)
    ends = [(one.low, one.high) for one in answer.intervals]
    assert ends == [
        pytest.approx((4.8252, 5.0145), rel=1e-4),
        pytest.approx((6.6355, 7.8477), rel=1e-4),
    ]


def test_a_share_that_may_be_anything_up_to_a_half_reaches_no_end_that_is_left_out() -> None:
    """Zero is left out of the range of each share, and not looked at; the one of another is."""
    part, half, rest = (Var(f"reached_{name}", within="(0, 1]") for name in ("a", "b", "c"))
    most = Var("reached_most", within="[0, 1)")
    product = Relation("product", Eq(part, half * rest))
    system = System([product, Relation("most", Eq(most + part, Var("reached_top")))])
    state = knowledge(system, {half: Known(half, 0.5, Origin.GIVEN)})
    assert state.interval(part) == pytest.approx((0.0, 0.5)) and not reaching_open_ends(state)
    assert reaching_open_ends(state.narrowed(most, (0.5, 1.0))) == [most]
    assert reaching_open_ends(state.narrowed(rest, (0.5, 1.0))) == []  # one is not left out of it
