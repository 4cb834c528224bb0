"""Missing sets: each determines the target; identifiable combinations are reported."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import cast

import pytest
import sympy
from hypothesis import Phase, given
from hypothesis import strategies as st

from derive.analysis.missing_question import find_missing
from derive.equations import Eq, Max, Relation, Var, Vocabulary
from derive.equations.plain import plain
from derive.equations.relation import Variant
from derive.library import accelerator, library_system, missing, model, solve
from derive.results.gap import EqualGiven
from derive.results.known import Known, Origin
from derive.results.missing import Missing, MissingSet, Need, NeedKind
from derive.results.status import Status
from derive.solving.amounts import example
from derive.solving.bundle import Bundle
from derive.solving.equal_given import equal_given
from derive.solving.missing import MOST_SETS, _weighed, needed_inputs
from derive.solving.missing_candidates import Candidate
from derive.solving.missing_reach import Reach
from derive.solving.query import make_query
from derive.solving.query_preparation import query_or_none
from derive.system import System
from derive.units.text import parse_quantity
from tests.calls import calls
from tests.sampling import sampled

a, b, c, x, y = (Var(name) for name in "abcxy")
CASE = {
    "active_params": "37e9 param", "total_params": "671e9 param", "bytes_per_param": "1 byte/param",
    "gpus": "72 GPU", "hbm_bandwidth": "8 TB/s/GPU", "peak_flops": "5 PFLOP/s/GPU",
    "hbm_capacity": "192 GB/GPU", "batch_size": "1024 sequence",
    "context_length": "8192 token/sequence", "kv_bytes_per_token": "70272 byte/token",
    "gpu_price": "4 USD/hour/GPU", "output_length": "500 token/sequence",
}  # fmt: skip
TARGETS = (
    "step_time", "throughput", "cost_per_token", "batch_size", "kv_bytes_per_token", "gpus",
    "context_length", "mfu", "balance_batch", "crossover_context",
)  # fmt: skip


UNSHRUNK = (Phase.explicit, Phase.reuse, Phase.generate)  # smaller questions take as long


def sets_of(found: Missing) -> list[set[str]]:
    return [set(one.names) for one in found.sets]


def fixed_of(found: Missing) -> dict[str, str]:
    return {plain(fixed.expression): fixed.text for fixed in found.fixed}


def test_a_cliff_alone_pins_the_cache_against_the_machine() -> None:
    """A crossover of 200k determines only cache times balance per active parameter."""
    found = missing("kv_bytes_per_token", {"crossover_context": "200e3 token/sequence"})
    assert fixed_of(found) == {
        "kv_bytes_per_token*peak_flops/(active_params*hbm_bandwidth)": "1e-5 FLOP/(param·token)"
    }
    assert found.fixed[0].by == ("crossover_context",)
    assert {"a model", "an accelerator with a precision"} in sets_of(found)
    assert {"active_params", "peak_flops", "hbm_bandwidth"} in sets_of(found)
    assert found.cut_off


def test_the_catalogue_comes_first_and_outputs_last() -> None:
    """Sets of looked-up values come before measured ones, and sets with outputs last, however
    small.
    """
    ranks = [
        one.rank
        for one in missing("kv_bytes_per_token", {"crossover_context": "200e3 token/sequence"}).sets
    ]
    assert ranks == sorted(ranks)
    first = missing("step_time", {}).sets[0]
    assert (
        first.names
        == (
            "an accelerator with a precision",
            "a model",
            "gpus",
            "batch_size",
            "context_length",
        )
        or "a model" in first.names
    )
    assert {need.kind for need in first.needs} <= {"catalogue", "input"}


SHAPE = {
    "d_model": "8192", "d_ff": "28672", "n_heads": "64", "n_kv_heads": "8", "d_head": "128",
    "vocab": "128256",
}  # fmt: skip


@pytest.mark.slow
def test_the_one_number_that_is_left_comes_first() -> None:
    """A model's shape lacks its layers; peak rate and precision lack the balance point of both."""
    layers = missing("total_params", SHAPE)
    assert layers.sets[0].names == ("n_layers",)
    assert ("attention_params",) in [one.names for one in layers.sets]
    assert layers.sets[0].beside == tuple(SHAPE)
    assert layers.sets[0].subjects == ("llm.shape",)
    balance = missing(
        "hbm_bandwidth", {"peak_flops": "1 PFLOP/s/GPU", "bytes_per_param": "1 byte/param"}
    )
    assert balance.sets[0].names == ("balance_tokens",)
    assert ("machine_balance",) in [one.names for one in balance.sets]


@pytest.mark.slow
def test_the_rest_of_a_shape_is_named_in_its_own_subject() -> None:
    """Without layers and cached heads, these two are missing together."""
    shape = {name: SHAPE[name] for name in ("d_model", "d_ff", "n_heads", "vocab")}
    several = [one.names for one in missing("total_params", shape).sets if len(one.names) > 1]
    assert several[0] == ("n_layers", "n_kv_heads")


@pytest.mark.slow
def test_no_set_is_told_twice() -> None:
    """All inputs of the shortest path are among the sets found by search, in another order."""
    given = {**model("llama31_8b"), **accelerator("h100", "bf16"), "gpus": "1 GPU"}
    sets = [frozenset(one.names) for one in missing("first_token_time", given).sets]
    assert len(set(sets)) == len(sets)


@pytest.mark.slow
def test_a_set_that_leaves_every_given_idle_comes_after_all_others() -> None:
    """Training memory gives away the parameters whatever the shape; a chip's bandwidth in another
    generation ignores its peak rate.
    """
    found = missing("total_params", SHAPE)
    idle = [not one.beside for one in found.sets]
    assert any(idle)
    assert idle == sorted(idle)
    assert {"training_state_bytes"} in sets_of(found)


RUN = {"training_tokens": "15e12 token", "gpu_price": "2 USD/hour/GPU"}


@pytest.mark.parametrize(
    ("target", "given", "first"),
    [
        ("training_time", {}, {"training_tokens", "training_gpus", "training_mfu"}),
        ("training_cost", RUN, {"training_mfu"}),
        ("gpus", {"step_time": "20 ms"}, {"batch_size", "context_length"}),
        ("step_time", {"batch_size": "64 sequence"}, {"context_length", "gpus"}),
        (
            "first_token_time",
            {},
            {"prompt_length", "prefill_batch", "prefill_gpus", "prefill_load"},
        ),
    ],
)
@pytest.mark.slow
def test_what_a_person_would_state_comes_first(
    target: str, given: dict[str, str], first: set[str]
) -> None:
    """Inputs, and outputs on which others build; a result such as an energy comes after them."""
    case = {**model("llama31_70b"), **accelerator("h100_sxm", "bf16"), **given}
    assert set(missing(target, case).sets[0].names) == first


def test_a_figure_that_a_ratio_could_give_away_needs_its_own_inputs() -> None:
    """A GPU of one's own costs what its capital, life and power say, not what rents it."""
    first = missing("owned_gpu_price").sets[0].names
    assert first == ("gpu_capital", "gpu_life", "electricity_price", "tdp")


def test_a_catalogue_figure_needs_what_acts_with_the_stated_value() -> None:
    """The bandwidth for a throughput: a set that leaves the throughput idle comes after it."""
    found = missing("hbm_bandwidth", {**model("llama31_70b"), "throughput": "5000 token/s"})
    assert {"batch_size", "gpus", "context_length"} < set(found.sets[0].names)
    assert "throughput" in found.sets[0].beside
    assert [one.given for one in found.sets] == sorted(one.given for one in found.sets)[::-1]


@pytest.mark.slow
def test_an_answer_names_the_sets_that_the_question_of_what_is_missing_names() -> None:
    """Both are tried: neither names a set after which a block stays unsolved."""
    given = {"peak_flops": "1 PFLOP/s/GPU", "hbm_bandwidth": "3 TB/s/GPU"}
    answer = solve("cost_per_token", given)
    assert answer.missing == tuple(one.names for one in missing("cost_per_token", given).sets)


def test_a_formula_of_unknown_functions_lacks_no_variable() -> None:
    """What is unknown is the function itself, and no variable stands for it."""
    ratios = {"left_by_right": "8", "right_half_out": "8", "right_by_right": "8"}
    found = missing("volume_factor", ratios)
    assert (found.determined, found.sets) == (False, ())


def test_a_chip_alone_fixes_nothing_that_would_hold_for_any_chip() -> None:
    """Every product depends on looked-up values and names them: no bare 1."""
    found = missing("cost_per_token", accelerator("h100_sxm", precision="fp8"))
    assert found.fixed
    assert "1" not in fixed_of(found).values()
    assert all(fixed.by for fixed in found.fixed)
    assert ("peak_flops",) in {fixed.by for fixed in found.fixed}
    plain_answer = solve("cost_per_token", accelerator("h100_sxm", precision="fp8"))
    assert plain_answer.fixed is None or plain_answer.fixed.by


@pytest.mark.parametrize(("others", "told"), [(3, True), (5, True), (6, False)])
def test_a_product_of_more_than_six_is_told_only_alone(others: int, told: bool) -> None:
    """Beside a shorter one it says little; where there is no other it says what there is."""
    few, many, first = Var("few"), Var("many"), Var("first")
    long = math.prod((Var(f"v{k}") for k in range(others)), start=first)
    short = Relation("short", Eq(few, first * Var("w")), "So.")
    whole = Relation("long", Eq(many, long), "So.")
    both = System([short, whole]).missing(first, {few: "2", many: "3"}).fixed
    assert [fixed.value for fixed in both] == ([2.0, 3.0] if told else [2.0])
    (alone,) = System([whole]).missing(first, {many: "3"}).fixed
    assert (alone.expression, alone.value) == (long, 3.0)


def test_what_another_choice_would_pin_is_told_with_that_choice() -> None:
    """Of systems of one's own too; a choice that ties no given pins nothing."""
    ratio, first, second, price = (Var(name) for name in ("ratio", "first", "second", "price"))
    usual = Variant("prices", "apart", usual=True)
    apart = Relation("apart", Eq(price, 2 * ratio), "Alone.", variant=usual)
    tied = Relation("tied", Eq(ratio, first / second), "Tied.", variant=Variant("prices", "tied"))
    system = System([apart, tied, Relation("sum", Eq(Var("whole"), first + second), "Both.")])
    (fixed,) = system.missing(first, {ratio: "5"}).fixed
    assert (plain(fixed.expression), fixed.value) == ("first/second", 5.0)
    assert (fixed.by, fixed.assuming, fixed.why) == (("ratio",), ("prices", "tied"), "Tied.")
    assert not system.missing(first, {price: "5"}).fixed


def test_of_a_choice_of_several_relations_the_one_of_a_given_pins_the_combination() -> None:
    """The other relation of that choice holds no given, and says nothing more."""
    ratio, first, second, third, price = (
        Var(f"pair_of_choice_{name}") for name in ("ratio", "first", "second", "third", "price")
    )
    usual, other = Variant("prices", "apart", usual=True), Variant("prices", "tied")
    system = System([
        Relation("apart", Eq(price, 2 * ratio), "Alone.", variant=usual),
        Relation("tied", Eq(ratio, first / second), "Tied.", variant=other),
        Relation("product", Eq(third, first * second), "Beside.", variant=other),
        Relation("sum", Eq(Var("pair_of_choice_whole"), first + second), "Both."),
    ])  # fmt: skip
    (fixed,) = system.missing(first, {ratio: "5"}).fixed
    assert (fixed.value, fixed.by, fixed.why) == (5.0, ("pair_of_choice_ratio",), "Tied.")


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_path_of_inputs_goes_by_relations_that_give_one_value_each(
    order: tuple[int, int],
) -> None:
    """What only cancelling settles is found by the search for missing sets, whichever relation
    comes first.
    """
    asked, made, share, left, right = (
        Var(f"path_{name}") for name in ("asked", "made", "share", "left", "right")
    )
    tie = Relation("tie", Eq(left * made, right * made * asked))
    relations = [tie, Relation("made", Eq(made, share * asked))]
    answer = System([relations[k] for k in order]).solve(asked, {})
    assert answer.missing[0] == ("path_left", "path_right") and answer.gap.inputs == ()
    plain_tie = Relation("tie", Eq(left / right, asked))
    answer = System([plain_tie, relations[1]]).solve(asked, {})
    assert answer.gap.inputs == ("path_left", "path_right")


def test_a_set_that_settles_two_equations_only_beside_an_ideal_zero_is_none() -> None:
    """Both equations lose the target where nothing is lost, and are one."""
    loss = Var("lost_share", within="[0, oo)", default="0", ideal=True)
    kept, first, second, asked = (
        Var(f"lost_{name}") for name in ("kept", "first", "second", "asked")
    )
    system = System([
        Relation("once", Eq(first, kept + loss * asked)),
        Relation("twice", Eq(second, kept + 2 * loss * asked)),
    ])  # fmt: skip
    assert sets_of(system.missing(asked, {first: "3"})) == [{"lost_kept"}]
    assert {"lost_second"} in sets_of(system.missing(asked, {first: "3", loss: "0.1"}))


def test_a_choice_under_which_zeros_make_the_target_zero_pins_no_combination() -> None:
    """There is nothing left to combine."""
    ratio, first, second, price = (
        Var(f"zero_choice_{name}", within="[0, oo)") for name in ("ratio", "first", "second", "x")
    )
    usual = Variant("prices", "apart", usual=True)
    apart = Relation("apart", Eq(price, 2 * ratio), "Alone.", variant=usual)
    tied = Relation("tied", Eq(first, ratio * second), "Tied.", variant=Variant("prices", "tied"))
    whole = Relation("sum", Eq(Var("zero_choice_whole"), first + second), "Both.")
    found = System([apart, tied, whole]).missing(first, {ratio: "0"})
    assert found.fixed == ()
    assert {"zero_choice_second", "zero_choice_whole"} in sets_of(found)


@pytest.mark.slow
def test_a_price_ratio_pins_a_ratio_of_times_only_if_prices_follow_time() -> None:
    """The choice that would tie them is named, and without it nothing is claimed."""
    ratio = {"output_price_ratio": "5"}
    (fixed,) = missing("decode_gpu_time_per_token", ratio).fixed
    assert plain(fixed.expression) == "decode_gpu_time_per_token/prefill_gpu_time_per_token"
    assert (fixed.value, fixed.by, fixed.assuming) == (
        5.0,
        ("output_price_ratio",),
        ("prices", "follow_device_time"),
    )
    (taken,) = missing(
        "decode_gpu_time_per_token", ratio, variants={"prices": "follow_device_time"}
    ).fixed
    assert (taken.value, taken.assuming) == (5.0, None)
    assert (
        solve("decode_prefill_ratio", ratio, variants={"prices": "follow_device_time"}).number
        == 5.0
    )
    assert solve("decode_prefill_ratio", ratio).status == "underdetermined"


def test_what_is_said_twice_is_told_once() -> None:
    """x y = a and x² y² = b say the same, and y = c z says it of c and z."""
    z = Var("z")
    system = System(
        [
            Relation("product", Eq(a, x * y)),
            Relation("squared", Eq(b, x**2 * y**2)),
            Relation("naming", Eq(y, c * z)),
        ]
    )
    found = find_missing(system, x, {a: 6, b: 36})
    assert fixed_of(found) == {"c*x*z": "6"}


def test_several_combinations_are_told_the_smallest_first() -> None:
    """x y = a and x c/z = b are two facts about x."""
    z = Var("z")
    found = find_missing(
        System([Relation("one", Eq(a, x * y)), Relation("two", Eq(b, x * c / z))]), x, {a: 6, b: 5}
    )
    assert list(fixed_of(found).items()) == [("x*y", "6"), ("c*x/z", "5")]
    assert sets_of(found)[0] == {"y"}
    assert {"c", "z"} in sets_of(found)


def test_how_strongly_a_member_acts_is_its_power() -> None:
    """x = a b² / c."""
    (one,) = find_missing(System([Relation("law", Eq(x, a * b**2 / c))]), x, {}).sets
    assert {need.name: round(need.elasticity, 9) for need in one.needs} == {
        "a": 1.0,
        "b": 2.0,
        "c": -1.0,
    }


def test_of_sets_alike_the_one_that_acts_most_comes_first() -> None:
    """x = a + y, y = b⁴: knowing either of y and b settles it; b acts more strongly."""
    system = System([Relation("sum", Eq(x, a + y)), Relation("power", Eq(y, b**4 * c))])
    found = find_missing(system, x, {a: 1, c: 2})
    assert [one.names for one in found.sets] == [("b",), ("y",)]


def test_a_bundle_is_not_one_per_cent_more_of_anything() -> None:
    """The variables of a catalogue entry move together; a single variable keeps its power."""
    found = missing("kv_bytes_per_token", {"crossover_context": "200e3 token/sequence"})
    acts = {need.name: need.elasticity for one in found.sets for need in one.needs}
    assert acts["a model"] is acts["an accelerator with a precision"] is None
    assert acts["active_params"] == pytest.approx(1.0)


def test_of_sets_alike_in_all_else_the_first_of_the_nomenclature_comes_first() -> None:
    """x = a b = c d: with a and c known, b and d settle it alike; b is declared first."""
    v = Vocabulary("order")
    one, two, three, four, product = (v(name) for name in ("p", "q", "r", "s", "t"))
    relations = [
        Relation("first", Eq(product, one * two)),
        Relation("other", Eq(product, three * four)),
    ]
    found = find_missing(System(relations), product, {one: 1, three: 1})
    assert [each.names for each in found.sets] == [("q",), ("s",)]


def test_a_determined_question_misses_nothing() -> None:
    """Neither does one whose target was given."""
    found = missing("drain_time", {"hbm_capacity": "80 GB/GPU", "hbm_bandwidth": "2 TB/s/GPU"})
    assert (found.determined, found.sets, found.fixed, found.answer.status) == (
        True,
        (),
        (),
        "solved",
    )
    assert missing("drain_time", {"drain_time": "20 ms"}).determined
    assert "Nothing is missing" in str(found)


@pytest.mark.slow
def test_what_decides_a_regime_is_what_is_missing(rack: dict[str, str]) -> None:
    """A step of 20 ms without a cache size: the batch follows if compute binds, and the sets say
    what more there is.
    """
    found = missing(
        "batch_size", {**rack, "step_time": "20 ms", "context_length": "100e3 token/sequence"}
    )
    assert not found.determined
    assert found.answer.outcomes
    assert any({"kv_bytes_per_token"} == names for names in sets_of(found))
    assert "72,000 sequence if" in str(found)


def test_what_decides_a_regime_has_no_one_effect_on_the_target() -> None:
    """With s = t = 1, p = |p| and q = 2 p: p decides, and is not said to move q by 0 %."""
    decided, way, share = (Var(f"deciding_{n}") for n in ("target", "way", "share"))
    scale, most = Var("deciding_scale"), Var("deciding_most", within="[1, oo)")
    relations = [
        Relation("target", Eq(scale * sympy.Abs(way + 1 - sympy.sqrt(share)), decided)),
        Relation("share", Eq(share * way, sympy.Abs(way + 1 - 1 / most))),
    ]
    found = System(relations).missing(decided, {share: 1, most: 1, scale: 2})
    assert [need.elasticity for one in found.sets for need in one.needs] == [None]
    assert sets_of(found) == [{"deciding_way"}]


def test_each_need_says_how_it_is_given() -> None:
    """A bundle by its option; a single variable by a value with its unit, or by the option that
    brings it.
    """
    found = missing("kv_bytes_per_token", {"crossover_context": "200e3 token/sequence"})
    says = {need.name: need.say for one in found.sets for need in one.needs}
    assert says["a model"] == ("--model ID",)
    assert says["active_params"] == ('-g active_params="37e9 param"', "--model ID")
    assert says["an accelerator with a precision"] == ("--accelerator ID --precision P",)


def test_an_option_is_said_for_what_its_bundle_holds_in_part_or_whole() -> None:
    """Another bundle has none."""
    whole, one, two, third, more = (Var(f"said_{n}") for n in ("whole", "one", "two", "c", "d"))
    pair, silent = Bundle("a pair", (one, two), "--pair ID"), Bundle("a rest", (third, more))
    relations = [Relation("all", Eq(whole, one * two * third)), Relation("d", Eq(more, 2 * third))]
    found = System(relations, bundles=[pair, silent]).missing(whole, {})
    says = {need.name: need.say for one in found.sets for need in one.needs}
    assert says == {
        "a pair": ("--pair ID",), "a rest": (), "said_c": ('-g said_c="8"',),
        "said_d": ('-g said_d="8"',), "said_one": ('-g said_one="8"', "--pair ID"),
        "said_two": ('-g said_two="8"', "--pair ID"),
    }  # fmt: skip


def test_an_entry_of_which_a_part_is_needed_is_said_by_its_option() -> None:
    """Of an entry with three values the two on the shortest path: no value of its own has a name
    that could be given.
    """
    whole, one, two, spare = (Var(f"parted_{n}") for n in ("whole", "one", "two", "spare"))
    rest, entry = Var("parted_rest"), Bundle("a trio", (one, two, spare), "--trio ID")
    relations = [
        Relation("all", Eq(whole, one * two * rest)), Relation("spare", Eq(spare, 2 * rest)),
    ]  # fmt: skip
    query = query_or_none(System(relations, bundles=[entry]), whole, {})
    assert query is not None
    found = needed_inputs(query)
    assert found is not None and found.needs[0].variables == (one, two)
    assert [(need.say, need.elasticity) for need in found.needs] == [
        (("--trio ID",), None), (('-g parted_rest="8"',), pytest.approx(1.0)),
    ]  # fmt: skip


def test_a_target_that_an_entry_holds_may_be_looked_up_where_nothing_is_given() -> None:
    """Told with those of the entry's values that the relations have; beside a given it is not."""
    held, more, spare, rest = (Var(f"held_{n}") for n in ("target", "more", "spare", "rest"))
    entry = Bundle("a record", (held, more, spare), "--record ID")
    system = System([Relation("rest", Eq(held, more * rest))], bundles=[entry])
    (need,) = system.missing(held, {}).sets[0].needs
    assert (need.name, need.variables, need.say) == ("a record", (held, more), ("--record ID",))
    assert all(held not in one.variables for one in system.missing(held, {rest: 2}).sets)


def single_by_trial(system: System, target: Var, known: dict[Var, Known]) -> set[str]:
    """The variables each of which, known too, gives the question a plan: every one is tried."""
    query = query_or_none(system, target, known)
    if query is None or query.plan.determined:
        return set()
    tried = [v for v in system.variables if v not in query.known and v != target]
    return {
        v.name
        for v in tried
        if make_query(
            query.system, target, {**query.known, v: Known(v, 1.0, Origin.GIVEN)}, 0.0
        ).plan.determined
    }


def asked_with(system: System, target: Var, given: dict[Var, str], added: set[str]) -> set[Status]:
    """The statuses of the question with values of plausible sizes added, three times; a value that
    depends on a condition, and an interval, count as solved.
    """
    statuses = set()
    for scales in ((1.0, 1.0), (2.0, 0.5), (0.25, 8.0)):
        values = {}
        for k, v in enumerate(map(system.find, sorted(added))):
            usual = parse_quantity(example(v)).number
            moved = usual * scales[k % 2]
            values[v] = v.unit.quantity(moved if v.admits(moved * v.unit.factor) else usual)
        answer = system.solve(target, {**given, **values})
        conditional = answer.outcomes or answer.interval is not None
        statuses.add(Status.SOLVED if conditional else answer.status)
    return statuses


LINKS = {"collective_bandwidth": "3.35 TB/s/GPU", "exchange_time": "20 ms"}


def test_a_default_of_zero_is_put_into_coupled_relations() -> None:
    """Without latency the exchange gives the GPUs, and a reduce-scatter takes as often its time."""
    answer = solve("reduce_scatter_time", {**LINKS, "all_reduce_algorithm_bandwidth": "3.35 TB/s"})
    assert answer.status == "solved"
    assert answer.value.to("ms").magnitude == pytest.approx(40)


def test_no_set_rests_on_what_a_default_of_zero_makes_vanish() -> None:
    """Without latency the bus bandwidth is the link's, and fixes no time beside it."""
    given = {"collective_bandwidth": "3.35 TB/s/GPU", "collective_gpus": "8 GPU"}
    names = [one.names for one in missing("reduce_scatter_time", given).sets]
    assert ("collective_bytes",) in names
    assert ("all_reduce_bus_bandwidth",) not in names
    asked = solve("reduce_scatter_time", {**given, "all_reduce_bus_bandwidth": "3.35 TB/s/GPU"})
    assert asked.number is None and asked.interval == (0.0, math.inf)


@pytest.mark.slow
def test_a_set_is_not_tried_through_too_many_regimes() -> None:
    """Six coupled relations with four extrema: the search says that it is cut off."""
    d, e, f, g = (Var(name) for name in "defg")
    system = System(
        [
            Relation("r1", Eq(a, Max(b, c))),
            Relation("r2", Eq(b * c, Max(a, d))),
            Relation("r3", Eq(c + d, Max(e, a))),
            Relation("r4", Eq(d * e, Max(f, b, g))),
            Relation("r5", Eq(e + a, f * Max(b, d))),
        ]
    )
    answer, number = calls(system.solve, a, {f: "3"})
    assert answer.missing_cut_off
    assert number < 6_000_000


@st.composite
def questions(draw: st.DrawFn) -> tuple[Var, dict[Var, str]]:
    """A target of the library and a few givens of one of its subjects."""
    relations = library_system().relations
    target = draw(
        st.sampled_from([v for v in library_system().variables if v in library_system().defined])
    )
    file = draw(st.sampled_from(sorted({r.file for r in relations if target in r.variables})))
    pool = sorted({v for r in relations if r.file == file for v in r.variables} - {target}, key=str)
    chosen = draw(st.lists(st.sampled_from(pool), max_size=5, unique=True)) if pool else []
    return target, {v: example(v) for v in chosen}


@pytest.mark.slow
@sampled(4, phases=UNSHRUNK)
@given(questions())
def test_every_set_of_a_random_question_settles_it(question: tuple[Var, dict[Var, str]]) -> None:
    """Asked again with plausible values for the set, it is open no more, but in a regime that the
    set names.
    """
    target, given = question
    system = library_system()
    for one in find_missing(system, target, given).sets:
        statuses = asked_with(system, target, given, {v.name for v in one.variables})
        assert one.unless or statuses != {Status.UNDERDETERMINED}, one.names


@pytest.mark.slow
@sampled(3, phases=UNSHRUNK)
@given(st.data())
def test_no_single_variable_is_left_out(core: System, data: st.DataObject) -> None:
    """Every variable of the core subjects is tried: one with which the question has a plan is
    listed, unless it stays open nevertheless.
    """
    target = data.draw(st.sampled_from(core.variables))
    chosen = data.draw(st.lists(st.sampled_from(core.variables), max_size=5, unique=True))
    given = {v: example(v) for v in chosen if v != target}
    known = {v: Known(v, 1.0, Origin.GIVEN) for v in given}
    found = find_missing(core, target, given)
    listed = {one.names[0] for one in found.sets if one.single}
    # At ideal efficiencies one of these two is 1, so each fixes the other in the other's regime.
    limits = {"mfu", "mbu"} if target.name in ("mfu", "mbu") else set()
    for name in single_by_trial(core, target, known) - listed - limits:
        assert asked_with(core, target, given, {name}) == {Status.UNDERDETERMINED}, name


@pytest.mark.slow
def test_no_single_variable_of_the_library_is_left_out() -> None:
    """All variables of the library are tried for a model's shape without its layers."""
    system = library_system()
    known = {system.find(name): Known(system.find(name), 1.0, Origin.GIVEN) for name in SHAPE}
    found = missing("total_params", SHAPE)
    listed = {one.names[0] for one in found.sets if one.single}
    assert listed == single_by_trial(system, system.find("total_params"), known)


@pytest.mark.slow
@sampled(2)
@given(st.sampled_from(TARGETS), st.sets(st.sampled_from(sorted(CASE)), min_size=1, max_size=4))
def test_every_set_settles_the_question_at_its_true_value(target: str, dropped: set[str]) -> None:
    """A consistent case with some values withheld: given any of the offered sets at their true
    values, the truth comes out.

    Only where a set says in which regime the target drops out may that regime leave it open.
    """
    truth = solve(target, {name: value for name, value in CASE.items() if name != target})
    known = {name: value for name, value in CASE.items() if name not in dropped and name != target}
    everything = {**CASE, target: truth.value} if target not in CASE else CASE
    for one in missing(target, known).sets:
        values = {v: solve(v, everything) for v in one.variables}
        if all(found.number is not None for found in values.values()):
            answer = solve(target, {**known, **{v: found.value for v, found in values.items()}})
            low, high = answer.interval or (math.inf, -math.inf)
            expected = solve(target, everything).number
            near = [outcome.value for outcome in answer.outcomes]
            reached = low * (1 - 1e-6) <= expected <= high * (1 + 1e-6) or any(
                value == pytest.approx(expected, rel=1e-6) for value in near
            )
            at_its_limit = "mbu" in one.names  # where memory binds, it says so and no more
            assert reached or ((one.unless or at_its_limit) and answer.status != "solved"), (
                one.names
            )


def test_a_given_that_would_be_what_is_missing_is_told_with_the_ratio_that_makes_it_so() -> None:
    """All parameters are those used for one token where their ratio is one."""
    given = {"total_params": "70e9 param", "training_tokens": "2e12 token", "training_mfu": 0.4}
    given |= accelerator("h100_sxm", precision="bf16")
    found = solve("training_gpu_hours", given)
    assert found.missing[0] == ("active_params",)
    assert "If active_params is as large, add -g sparsity=1." in " ".join(str(found).split())
    assert solve("training_gpu_hours", given | {"sparsity": 1}).status == Status.SOLVED
    without = {name: value for name, value in given.items() if name != "total_params"}
    assert solve("training_gpu_hours", without).gap.equal_given is None


@pytest.mark.parametrize(
    ("within", "unit", "equal"),
    [("(0, 1]", "s", True), ("[0, 1)", "s", False), ("(0, 1]", "minute", False)],
)
def test_a_given_may_be_as_large_where_the_ratio_may_be_one(
    within: str, unit: str, equal: bool
) -> None:
    """In one unit; not by a relation with a fourth variable, or by a sum with the ratio, nor where
    the ratio is what is sought.
    """
    part, every, twice = Var("part", unit="s"), Var("every", unit=unit), Var("twice", unit=unit)
    share, other = Var("share", within=within), Var("other")
    equations = {
        "other": Eq(part, every * share * other),
        "sum": Eq(every, part + part * other),
        "near": Eq(part, every * share),
        "target": Eq(twice, 2 * every),
    }
    system = System([Relation(name, equation) for name, equation in equations.items()])
    for target, found in ((twice, EqualGiven(part, share) if equal else None), (share, None)):
        query = query_or_none(system, target, {part: Known(part, 3.0, Origin.GIVEN)})
        assert query is not None and equal_given(query, "an accelerator") is None
        assert equal_given(query, "every") == found


def test_an_accelerator_that_is_missing_first_is_told() -> None:
    """Of a bundle of variables no given can be as large."""
    found = solve("crossing_slowdown", {"n_domains": "300"}, variants={"kernel": "attention"})
    assert "needs an accelerator with a precision" in str(found)


def test_what_an_entry_holds_is_looked_up_where_nothing_is_given() -> None:
    """Beside a given it is asked for otherwise."""
    assert missing("total_params").sets[0].names == ("a model",)
    assert missing("total_params", accelerator("h100_sxm", "fp8")).sets[0].names == ("a model",)
    shape = {"n_layers": 32, "d_model": 4096}
    assert ("a model",) not in [one.names for one in missing("total_params", shape).sets]


def noted(sets: list[list[Candidate]], beside: bool) -> list[tuple[str, ...]]:
    """The names of the sets that are weighed, in order."""

    def weighed(members: list[Candidate]) -> MissingSet:
        needs = tuple(Need(m.name, m.variables, m.kind, (), None) for m in members)
        return MissingSet(needs, beside=("given",) if beside else ())

    reach = cast(Reach, SimpleNamespace(weighed=weighed))
    return [one.names for one in _weighed(reach, sets)]


def test_single_variables_are_weighed_before_bundles_and_these_before_pairs() -> None:
    one, two = (Candidate(v.name, (v,), NeedKind.CATALOGUE) for v in (a, b))
    both = Candidate("both", (x, y), NeedKind.INPUT)
    sets = [[one, two], [both, two], [both], [two]]
    assert noted(sets, True) == [("b",), ("both",), ("a", "b"), ("both", "b")]


@pytest.mark.parametrize(("several", "beside"), [(0, True), (-1, True), (0, False)])
def test_no_pair_is_weighed_once_enough_sets_of_several_have_givens_beside_them(
    several: int, beside: bool
) -> None:
    """Single variables are no matter for that."""
    one, two = (Candidate(v.name, (v,), NeedKind.INPUT) for v in (a, b))
    both = Candidate("both", (x, y), NeedKind.CATALOGUE)
    many = 2 * MOST_SETS + several
    found = noted([[one, two], *[[both]] * many, *[[two]] * many], beside)
    assert len(found) == 2 * many + (several < 0 or not beside)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("target", "natural"),
    [
        ("prefill_time", {"prompt_length", "prefill_batch", "prefill_gpus"}),
        ("ttft", {"prompt_length", "prefill_batch", "prefill_gpus", "prefill_load"}),
    ],
)
def test_inputs_come_before_outputs_although_a_given_acts_with_those(
    target: str, natural: set[str]
) -> None:
    """A rack that decodes is given; what a prefill takes has nothing to do with its batch."""
    given = {
        **accelerator("h100_sxm", "fp8"), **model("llama31_70b"), "gpus": "8 GPU",
        "batch_size": "32 sequence", "context_length": "8192 token/sequence",
    }  # fmt: skip
    assert set(missing(target, given).sets[0].names) == natural
