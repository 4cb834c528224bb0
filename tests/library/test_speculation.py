"""Speculation: what drafting takes, what is kept of it, and what it gains."""

from __future__ import annotations

import pytest

import derive
from derive.library.relations import speculation

# DeepSeek-R1 on 8 B200, one sequence, 111 token/s without drafts (TensorRT-LLM blog 1): drafts,
# tokens kept, token/s; speed-up, pass over plain step, acceptance, a draft over a plain step.
MEASURED = (
    (1, 1.92, 198, 1.784, 1.076, 0.9200, 0.0763),
    (2, 2.58, 250, 2.252, 1.146, 0.8528, 0.0728),
    (3, 2.82, 253, 2.279, 1.237, 0.7701, 0.0791),
)
PLAIN = 1 / 111
DENSE = {
    "gpus": "8 GPU", "peak_flops": "1 PFLOP/s/GPU", "hbm_bandwidth": "3 TB/s/GPU",
    "bytes_per_param": "1 byte/param", "kv_bytes_per_token": "100 kB/token",
    "context_length": "2000 token/sequence", "batch_size": "8 sequence",
    "active_params": "70e9 param", "total_params": "70e9 param",
}  # fmt: skip
DRAFTS = {"draft_length": "4 token/sequence", "acceptance_rate": "0.8"}


def measured(drafts: int, kept: float, speed: int) -> dict[str, str]:
    return {
        "draft_length": f"{drafts} token/sequence",
        "emitted_tokens_per_pass": f"{kept} token/sequence",
        "sequence_speed": f"{speed} token/s/sequence",
        "plain_step_time": f"{PLAIN!r} s",
    }


@pytest.mark.parametrize(
    ("drafts", "kept", "speed", "gain", "ratio", "acceptance", "draft"), MEASURED
)
def test_measured_speeds_give_away_the_pass_and_the_acceptance(
    drafts: int, kept: float, speed: int, gain: float, ratio: float, acceptance: float, draft: float
) -> None:
    """Acceptance falls with the drafts, so it is not constant; a draft takes 7.3 to 7.9 % of a
    plain step if checking takes a whole one.
    """
    given = measured(drafts, kept, speed)
    assert derive.solve("speculation_speed_up", given).number == pytest.approx(gain, abs=5e-4)
    assert derive.solve("step_time", given).number / PLAIN == pytest.approx(ratio, abs=5e-4)
    assert derive.solve("acceptance_rate", given).number == pytest.approx(acceptance, abs=5e-5)
    drafted = derive.solve("draft_step_time", {**given, "verify_time": f"{PLAIN!r} s"})
    assert drafted.number / PLAIN == pytest.approx(draft, abs=5e-4)


@pytest.mark.parametrize(
    ("drafts", "kept", "speed", "gain", "ratio", "acceptance", "draft"), MEASURED
)
def test_the_pass_and_the_acceptance_give_back_the_speed(
    drafts: int, kept: float, speed: int, gain: float, ratio: float, acceptance: float, draft: float
) -> None:
    """Forwards from the acceptance and the draft's time; backwards from the speed-up."""
    given = {
        "draft_length": f"{drafts} token/sequence",
        "acceptance_rate": str(acceptance),
        "verify_time": f"{PLAIN!r} s",
        "draft_step_time": f"{draft * PLAIN!r} s",
        "plain_step_time": f"{PLAIN!r} s",
    }
    assert derive.solve("emitted_tokens_per_pass", given).number == pytest.approx(kept, rel=1e-3)
    assert derive.solve("sequence_speed", given).number == pytest.approx(speed, rel=2e-3)
    back = derive.solve(
        "emitted_tokens_per_pass",
        {
            "draft_length": f"{drafts} token/sequence",
            "speculation_speed_up": str(gain),
            "plain_step_time": f"{PLAIN!r} s",
            "step_time": f"{ratio * PLAIN!r} s",
        },
    )
    assert back.number == pytest.approx(kept, rel=1e-3)


@pytest.mark.slow
def test_drafts_leave_open_how_many_are_kept() -> None:
    """An acceptance settles it, or the tokens kept; no number stands for either."""
    drafts = {"draft_length": "4 token/sequence"}
    answer = derive.solve("speculation_speed_up", {**DENSE, **drafts})
    assert answer.status == "underdetermined"
    assert {("acceptance_rate",), ("emitted_tokens_per_pass",)} <= set(answer.missing)
    for stated in ({"acceptance_rate": "0.8"}, {"emitted_tokens_per_pass": "3.36 token/sequence"}):
        settled = derive.solve("speculation_speed_up", {**DENSE, **drafts, **stated})
        assert settled.status == "solved"


def test_a_draft_model_takes_its_own_steps() -> None:
    """Four readings of a billion parameters before the pass; the overhead of each on top."""
    one = 1e9 / (8 * 3e12)
    plain = (70e9 + 8 * 2000 * 100e3) / (8 * 3e12)
    given = {**DENSE, **DRAFTS, "draft_params": "1e9 param"}
    assert derive.solve("draft_step_time", given).number == pytest.approx(one)
    assert derive.solve("step_time", given).number == pytest.approx(plain + 4 * one)
    slow = {**given, "draft_overhead_time": "100 us"}
    assert derive.solve("step_time", slow).number == pytest.approx(plain + 4 * (one + 1e-4))
    taken = {**DENSE, **DRAFTS, "step_time": f"{plain + 4 * one!r} s"}
    back = derive.solve("draft_params", taken, variants={"step time": "with_drafts"})
    assert back.number == pytest.approx(1e9)


def test_free_drafts_are_an_ideal_that_the_answer_names() -> None:
    """Where nobody says what drafting takes, the step is at least its pass."""
    answer = derive.solve("step_time", {**DENSE, **DRAFTS})
    assert answer.sense == "lower bound"
    assert ("free_drafts", "raises") in {(p.source, str(p.way)) for p in answer.pulls}
    rate = derive.solve("speculation_speed_up", {**DENSE, **DRAFTS})
    assert ("free_drafts", "lowers") in {(p.source, str(p.way)) for p in rate.pulls}


def test_more_drafts_touch_more_experts_than_a_plain_step() -> None:
    """A mixture of experts reads more to check drafts, so that the pass is longer than a step."""
    experts = {
        **DENSE, "total_params": "600e9 param", "n_experts": "256", "active_experts": "8",
    }  # fmt: skip
    plain = derive.solve("plain_step_time", {**experts, **DRAFTS}).number
    assert derive.solve("verify_time", {**experts, **DRAFTS}).number > 1.5 * plain
    assert derive.solve("step_time", experts).number == pytest.approx(plain)


@pytest.mark.parametrize("theorem", [theorem.name for theorem in speculation.THEOREMS])
def test_every_theorem_of_the_subject_is_proved(theorem: str) -> None:
    """The geometric sum, and its worth where drafts are free."""
    assert derive.prove(theorem).derivation.verified


def test_regimes_of_a_plain_step_have_names() -> None:
    """Its two sides are variables, not expressions of the pass with drafts."""
    answer = derive.solve("speculation_speed_up", {**DENSE, **DRAFTS, "acceptance_rate": 0.7})
    assert answer.outcomes[0].regime.split(" and ")[1] == "plain_memory_time ≥ plain_compute_time"


def test_a_speed_up_is_one_of_drafts() -> None:
    """Given alone it says that there are some: of how many is asked, and nothing contradicts."""
    given = {"plain_step_time": "8.3 ms", "speculation_speed_up": 1.4}
    answer = derive.solve("step_time", given)
    assert answer.status == "underdetermined" and answer.contradiction is None
    drafts = {"draft_length": "4 token/sequence", "acceptance_rate": 0.8}
    kept = sum(0.8**k for k in range(5))
    number = derive.solve("step_time", {**given, **drafts}).number
    assert number == pytest.approx(kept * 8.3e-3 / 1.4, rel=1e-6)
