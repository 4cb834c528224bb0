"""The bottleneck of an answer: what binds, the shares of its parts, what would move it."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest
import sympy
from click.testing import CliRunner

import derive
from derive import Eq, Max, Min, Relation, System, Var
from derive.cli.main import main
from derive.results.bottleneck import Bottleneck, Part

H100 = {
    "peak_flops": "989 TFLOP/s/GPU", "hbm_bandwidth": "3.35 TB/s/GPU", "gpus": "8 GPU",
}  # fmt: skip
LLAMA = {
    **H100, "active_params": "70.6e9 param", "total_params": "70.6e9 param",
    "bytes_per_param": "2 byte/param", "kv_bytes_per_token": "327680 byte/token",
    "batch_size": "64 sequence", "context_length": "8192 token/sequence",
}  # fmt: skip
DEEPSEEK = {
    "peak_flops": "5 PFLOP/s/GPU", "hbm_bandwidth": "8 TB/s/GPU", "gpus": "72 GPU",
    "active_params": "37e9 param", "total_params": "671e9 param",
    "bytes_per_param": "1 byte/param", "kv_bytes_per_token": "70272 byte/token",
    "batch_size": "4096 sequence", "context_length": "8192 token/sequence",
}  # fmt: skip
PREFILL = {
    **H100, "prefill_gpus": "8 GPU", "prefill_batch": "1 sequence",
    "prompt_length": "8192 token/sequence", "active_params": "70e9 param",
    "total_params": "70e9 param", "bytes_per_param": "2 byte/param",
}  # fmt: skip
SHORT = {**LLAMA, "batch_size": "2000 sequence", "context_length": "100 token/sequence"}
PRICE = {"gpu_price": "2 USD/hour/GPU"}
NETWORK = {"layer_overhead": "20 us", "n_layers": "61"}


def bottleneck(target: str, given: dict[str, str], **variants: str) -> Bottleneck:
    named = {name.replace("_", " "): choice for name, choice in variants.items()}
    found = derive.solve(target, given, variants=named).bottleneck
    assert found is not None
    return found


def shares(found: Bottleneck) -> dict[str, float]:
    return {leaf.words: leaf.share for leaf in found.whole.leaves}


def without(given: dict[str, str], *names: str) -> dict[str, str]:
    return {name: text for name, text in given.items() if name not in names}


WEIGHTS, CACHE = 2 * 70.6e9 / (8 * 3.35e12), 64 * 8192 * 327680 / (8 * 3.35e12)
DENSE = {"reading the KV cache": CACHE, "reading the weights": WEIGHTS}
MIXTURE = {
    "reading the KV cache": 4096 * 8192 * 70272 / (72 * 8e12),
    "reading the weights": 671e9 / (72 * 8e12),
}
LAUNCHED = {**MIXTURE, "launching kernels": 61 * 20e-6}
COMPUTED = 2 * 70.6e9 * 64 / (8 * 989e12)


@pytest.mark.parametrize(
    ("target", "given", "variants", "parts", "text"),
    [
        ("step_time", LLAMA, {}, DENSE,
         "Reading the KV cache takes 55 % of the step at this bound.\n"
         "Computing takes 9.8 % as long as reading memory."),
        ("step_time", DEEPSEEK, {"weight_read": "all"}, MIXTURE,
         "Reading the KV cache takes 78 % of the step in this estimate.\n"
         "Computing takes 16 % as long as reading memory."),
        ("throughput", {**DEEPSEEK, **NETWORK},
         {"weight_read": "all", "step_time": "with_network"}, LAUNCHED,
         "Reading the KV cache takes 63 % of the step in this estimate.\n"
         "Computing takes 16 % as long as reading memory."),
        ("step_time", SHORT, {}, {"computing": 1.0},
         "Computing sets the step at this bound.\n"
         "Reading memory takes 22 % as long as computing."),
        ("cost_per_token", {**SHORT, **PRICE}, {}, {"computing": 1.0},
         "Computing sets the step at this bound.\n"
         "Reading memory takes 22 % as long as computing."),
        ("step_time", LLAMA, {"step_time": "none"}, {**DENSE, "computing": COMPUTED},
         "Reading the KV cache takes 50 % of the step in this estimate."),
        ("step_time", LLAMA, {"step_time": "kv_apart"}, DENSE,
         "Reading the KV cache takes 55 % of the step at this bound.\n"
         "Computing takes 22 % as long as reading the weights."),
        ("mean_wait", LLAMA, {}, DENSE,
         "Reading the KV cache takes 55 % of the mean wait at this bound.\n"
         "Computing takes 9.8 % as long as reading memory."),
        ("step_time", {**LLAMA, "context_length": "0 token/sequence"}, {},
         {"reading the weights": 1.0},
         "Reading the weights sets the step at this bound.\n"
         "Computing takes 22 % as long as reading memory."),
        ("prefill_time", PREFILL, {"prefill_compute": "flat"}, {"computing the prompts": 1.0},
         "Computing the prompts sets the prefill in this estimate.\n"
         "Reading the weights takes 3.6 % as long as computing the prompts."),
        ("batch_size", {**without(LLAMA, "batch_size"), "step_time": "20 ms"}, {},
         {"reading the KV cache": 20e-3 - WEIGHTS, "reading the weights": WEIGHTS},
         "Reading the KV cache takes 74 % of the step at this bound.\n"
         "Computing takes 13 % as long as reading memory."),
    ],
)  # fmt: skip
def test_what_binds_is_told_with_its_share_as_computed_by_hand(
    target: str, given: dict[str, str], variants: Any, parts: dict[str, float], text: str
) -> None:
    """Times by hand from the givens; each share is its time over their sum."""
    found = bottleneck(target, given, **variants)
    total = sum(parts.values())
    assert shares(found) == pytest.approx({name: part / total for name, part in parts.items()})
    assert str(found) == text


QUESTIONS: list[tuple[str, dict[str, str], dict[str, str]]] = [
    ("step_time", LLAMA, {}),
    ("throughput", {**DEEPSEEK, **NETWORK}, {"step_time": "with_network"}),
    ("cost_per_token", {**SHORT, **PRICE}, {}),
    ("mean_wait", LLAMA, {"step_time": "kv_apart"}),
    ("gpus", {**without(LLAMA, "gpus"), "step_time": "20 ms"}, {}),
    ("hbm_bandwidth", {**without(LLAMA, "hbm_bandwidth"), "step_time": "20 ms"}, {}),
    (
        "context_length",
        {
            **without(DEEPSEEK, "context_length"),
            "n_experts": "256",
            "active_experts": "8",
            "batch_size": "512 sequence",
            "step_time": "3 ms",
        },
        {"weight_read": "experts_touched"},
    ),
]


def sums_up(part: Part) -> bool:
    within = sum(inner.share for inner in part.parts)
    return not part.parts or (
        within == pytest.approx(part.share, rel=1e-12) and all(map(sums_up, part.parts))
    )


@pytest.mark.parametrize(("target", "given", "variants"), QUESTIONS)
@pytest.mark.slow
def test_shares_add_up_and_improvements_are_what_a_solve_says(
    target: str, given: dict[str, str], variants: dict[str, str]
) -> None:
    """Every part is the sum of its parts; a given halved or doubled and solved anew moves the
    answer as told, and one without gain does not.
    """
    named = {name.replace("_", " "): choice for name, choice in variants.items()}
    answer = derive.solve(target, given, variants=named)
    found = answer.bottleneck
    assert found is not None and answer.number
    assert sums_up(found.whole) and sum(shares(found).values()) == pytest.approx(1.0)
    assert found.whole.share == 1.0 and len(found.improvements) <= 3 and found.improvements
    tried = [(k, i.factor, i.effect) for i in found.improvements for k in i.knowns[:2]]
    tried += [(k, 1.5, 0.0) for item in found.without_gain for k in item.knowns[:1]]
    for known, factor, effect in tried:
        quantity = known.var.unit.quantity(known.number * factor)
        again = derive.solve(target, {**given, known.var.name: quantity}, variants=named).number
        assert again is not None
        assert again / answer.number - 1.0 == pytest.approx(effect, rel=1e-6, abs=1e-9)
    sizes = [abs(item.effect) for item in found.improvements]
    assert sizes == sorted(sizes, reverse=True)


def test_the_speed_of_one_user_is_told_beside_the_step() -> None:
    (speed,) = bottleneck("throughput", LLAMA).beside
    assert (speed.var.name, speed.value) == (
        "sequence_speed", pytest.approx(1 / (WEIGHTS + CACHE)),
    )  # fmt: skip
    assert bottleneck("sequence_speed", LLAMA).beside == ()


def test_half_of_less_than_one_thing_is_not_proposed() -> None:
    found = bottleneck("step_time", {**LLAMA, "batch_size": "1 sequence"})
    assert "batch_size" not in [k.var.name for item in found.improvements for k in item.knowns]


# --- systems of one's own ---

disk, net, cpu, job = (Var(name, "s") for name in ("t_disk", "t_net", "t_cpu", "t_job"))
slow, fast, rate = (Var(name, "byte/s") for name in ("first_link", "second_link", "rate"))


def own(relation: Relation, target: Var, **given: str) -> Bottleneck | None:
    answer = System([relation]).solve(target, given)
    assert answer.bottleneck is None or sums_up(answer.bottleneck.whole)
    return answer.bottleneck


def test_an_own_system_tells_its_bottleneck_by_names() -> None:
    relation = Relation("job", Eq(job, Max(disk + net, cpu)))
    found = own(relation, job, t_disk="1 s", t_net="3 s", t_cpu="2 s")
    assert str(found) == ("t_net takes 75 % of t_job.\nt_cpu takes 50 % as long as t_disk + t_net.")
    assert found and [i.effect for i in found.improvements] == [-0.375, -0.125]
    (idle,) = found.without_gain  # it shortens what does not bind
    assert [known.var for known in idle.knowns] == [cpu] and idle.ratio == 0.5
    tied = own(relation, job, t_disk="1 s", t_net="1 s", t_cpu="2 s")
    assert tied and str(tied).endswith("t_disk + t_net takes as long as t_cpu: both bind.")
    assert tied.improvements == () == tied.without_gain


def test_a_share_is_halved_where_it_cannot_be_doubled() -> None:
    share, whole = Var("share", within="(0, 1]"), Var("t_whole", "s")
    system = System(
        [Relation("job", Eq(job, disk + cpu)), Relation("disk", Eq(disk, share * whole))]
    )
    found = system.solve(job, {"share": "0.6", "t_cpu": "1 s", "t_whole": "5 s"}).bottleneck
    assert found is not None and [i.effect for i in found.improvements] == [-0.375, -0.125]
    assert {known.var for known in found.improvements[0].knowns} == {share, whole}


def test_a_share_is_raised_as_far_as_to_its_closed_end() -> None:
    share = Var("share", within="(0, 1]")
    relation = Relation("job", Eq(job, disk / share + cpu))
    found = own(relation, job, t_disk="4 s", share="0.8", t_cpu="1 s")
    raised = {i.factor: i.effect for i in found.improvements if i.knowns[0].var == share}  # type: ignore[union-attr]
    assert raised == {1.25: pytest.approx(-1 / 6)}


def test_definitions_in_a_circle_are_no_parts_of_each_other() -> None:
    price, share, factor = Var("price"), Var("share"), Var("factor")
    system = System(
        [
            Relation("price", Eq(price, factor * share * (4 - share))),
            Relation("share", Eq(share, price)),
        ]
    )
    answer = system.solve(factor, {"price": "1"})
    assert str(answer) and answer.bottleneck is None


def test_an_activity_of_an_own_variable_is_its_words() -> None:
    reading = Var("t_read", "s", activity="reading the disk")
    found = own(Relation("job", Eq(job, reading + cpu)), job, t_read="3 s", t_cpu="1 s")
    assert found and found.brief == "reading the disk, 75 % of t_job"


def test_the_least_of_two_rates_binds_and_gains_by_rising() -> None:
    found = own(
        Relation("path", Eq(rate, Min(slow, fast))), rate,
        first_link="2 byte/s", second_link="5 byte/s",
    )  # fmt: skip
    assert str(found) == "first_link sets rate.\nsecond_link is 2.5 times as large as first_link."
    assert found and [(i.factor, i.effect) for i in found.improvements] == [(2.0, 1.0)]


def test_a_cost_of_several_times_is_broken_down_by_cost() -> None:
    bill, price = Var("bill", "USD"), Var("price", "USD/s")
    fee = Var("fee", "USD")
    system = System(
        [
            Relation("job", Eq(job, Max(disk, cpu))),
            Relation("bill", Eq(bill, price * job + fee)),
        ]
    )
    given = {"price": "2 USD/s", "fee": "1 USD", "t_disk": "2 s", "t_cpu": "1 s"}
    found = system.solve(bill, given).bottleneck
    assert found is not None
    assert str(found) == "t_disk makes up 80 % of bill.\nt_cpu is 50 % as large as t_disk."


def test_the_least_of_nothing_and_something_has_no_parts() -> None:
    idle = Var("idle", "byte/s", within="[0, oo)")
    found = own(Relation("path", Eq(rate, fast + Min(slow, idle))), rate,
                first_link="2 byte/s", second_link="5 byte/s", idle="0 byte/s")  # fmt: skip
    assert found is None


def test_sums_of_anything_but_times_and_clamps_are_no_bottleneck() -> None:
    a, b, c = (Var(name, "byte") for name in "abc")
    assert own(Relation("room", Eq(c, a + b)), c, a="1 byte", b="2 byte") is None
    x, y = Var("x"), Var("y")
    assert own(Relation("clamp", Eq(y, Max(1, x))), y, x="3") is None


def test_of_several_values_the_first_is_broken_down_and_said_so() -> None:
    length, speed = Var("length", "m"), Var("speed", "m/s")
    rush = Relation("rush", Eq(job, length / speed + speed * Var("drag", "s^2/m")))
    answer = System([rush]).solve(speed, {"t_job": "3 s", "length": "2 m", "drag": "1 s^2/m"})
    assert len(answer.values) == 2 and answer.bottleneck is not None
    assert answer.bottleneck.share == pytest.approx(2 / 3)
    assert "This is at the first of the values." in str(answer)


# --- sets, uncertain givens, statuses without a value ---


def test_over_an_interval_it_is_told_whether_the_same_binds() -> None:
    """At the step that reading the weights takes, the batch may be anything up to the balance."""
    given = {**without(LLAMA, "batch_size"), "context_length": "0 token/sequence"}
    step = f"{WEIGHTS!r} s"
    flat = derive.solve("batch_size", {**given, "step_time": step})
    assert flat.interval is not None and flat.bottleneck is not None
    assert flat.bottleneck.steady and flat.bottleneck.words == "reading the weights"
    assert len(flat.bottleneck.along) == 5
    assert "the same binds throughout" in str(flat)


def test_over_an_interval_what_binds_is_told_from_one_end_to_the_other() -> None:
    """Beside a processor that takes as long as the job, a wire may take from 1 to 5 s."""
    wire = Var("t_wire", "s", within="[1, oo)")
    relation = Relation("job", Eq(job, Max(disk + wire, cpu)))
    found = own(relation, wire, t_job="6 s", t_cpu="6 s", t_disk="1 s")
    assert found is not None and found.steady and found.words == "t_cpu"
    assert [value for value, _ in found.along] == pytest.approx([1, 2, 3, 4, 5], rel=1e-5)


@pytest.mark.parametrize(
    ("name", "range", "steady", "said"),
    [
        ("batch_size", "60 to 70 sequence", True, "at its ends the same binds."),
        ("batch_size", "100 to 1000 sequence", False, "what binds changes: in part "),
        ("context_length", "100 to 1e5 token/sequence", False,
         "at its ends also reading the weights binds."),
        ("context_length", "lognormal 4e3 to 1e5 token/sequence", False,
         "at its ends also reading the weights binds."),
    ],
)  # fmt: skip
def test_of_uncertain_givens_it_is_told_whether_the_same_binds(
    name: str, range: str, steady: bool, said: str
) -> None:
    given = {**LLAMA, "context_length": "100 token/sequence", name: range}
    answer = derive.solve("step_time", given)
    assert answer.bottleneck is not None and answer.bottleneck.steady is steady
    assert said in " ".join(str(answer).split())


@pytest.mark.parametrize(
    ("target", "given"),
    [
        ("step_time", {}),
        ("batch_size", {**without(LLAMA, "batch_size"), "step_time": "1 ms"}),
        ("step_time", {**LLAMA, "memory_time": "1 ms"}),
        ("kv_bytes_per_token", {**H100, "crossover_context": "2e5 token/sequence"}),
        ("drain_time", {"hbm_capacity": "80 GB/GPU", "hbm_bandwidth": "3 TB/s/GPU"}),
    ],
)
@pytest.mark.slow
def test_without_a_value_or_parts_there_is_none(target: str, given: dict[str, str]) -> None:
    """Underdetermined, unreachable, contradictory; and a time that is one quotient."""
    answer = derive.solve(target, given)
    assert answer.bottleneck is None and "What binds" not in str(answer)


# --- printing ---


def test_json_and_pickles_carry_it() -> None:
    words = [word for name, text in LLAMA.items() for word in ("-g", f"{name}={text}")]
    printed = CliRunner().invoke(main, ["solve", "throughput", *words, "--json"]).stdout
    data = json.loads(printed)["bottleneck"]
    assert (data["binding"], data["of"], data["steady"]) == (
        "reading the KV cache", "the step at this bound", True,
    )  # fmt: skip
    memory = data["whole"]["parts"][0]
    assert memory["rivals"][0]["what"] == "computing"
    assert sum(part["share"] for part in memory["parts"]) == pytest.approx(1.0)
    assert data["beside"][0]["variable"] == "sequence_speed"
    answer = derive.solve("throughput", LLAMA)
    before = str(answer.bottleneck)
    assert str(pickle.loads(pickle.dumps(answer)).bottleneck) == before == data["text"]


def test_every_format_prints_it(tmp_path: Path) -> None:
    answer = derive.solve("step_time", LLAMA)
    for suffix in (".md", ".html", ".tex"):
        text = answer.report(tmp_path / f"a{suffix}").read_text(encoding="utf-8")
        assert "What binds" in text and "Reading the KV cache takes 55" in text


def test_every_time_in_a_sum_or_extremum_of_the_library_has_its_words() -> None:
    """Parts of a whole with words of its own are told in words, not by names."""
    rights = [
        relation.made.right
        for relation in derive.library_system().all_relations
        if relation.subject is not None and relation.subject.activity
    ]
    nodes = [node for right in rights for node in (right, *right.args)]
    found = {
        var
        for node in nodes
        if node.is_Add or isinstance(node, (sympy.Max, sympy.Min))
        for var in node.args
        if isinstance(var, Var) and var.unit.dimension == job.unit.dimension
    }
    assert len(found) > 30
    assert sorted(var.name for var in found if not var.activity) == []
