"""A scenario asked in Python, which has all that the command has."""

from __future__ import annotations

from pathlib import Path

import pytest

import derive
from derive.errors import GivenError, OutputError, UnknownName

CHIP = {"hbm_capacity": "288 GB/GPU", "hbm_bandwidth": "20 TB/s/GPU"}


@pytest.fixture(scope="module")
def found() -> derive.Scenario:
    """What follows from a memory alone."""
    return derive.scenario(CHIP)


@pytest.mark.slow
def test_givens_are_named_as_elsewhere_and_answers_by_their_targets(
    found: derive.Scenario,
) -> None:
    """An output that is open is no answer."""
    drain = found.answer("drain_time")
    assert drain is not None and drain.text == "14.4 ms"
    assert found.value("drain_time") == pytest.approx(0.0144)
    assert found.answer("step_time") is None


@pytest.mark.slow
def test_it_prints_as_the_command_prints_it(found: derive.Scenario) -> None:
    """And in a notebook as Markdown."""
    assert "What follows" in str(found)
    assert "drain_time" in found._repr_mimebundle_()["text/markdown"]


@pytest.mark.slow
def test_it_is_written_as_a_document_that_is_not_replaced_unasked(
    found: derive.Scenario, tmp_path: Path
) -> None:
    """The suffix names the format."""
    path = found.report(tmp_path / "rack.md")
    assert "time to read the whole memory once" in path.read_text(encoding="utf-8")
    found.report(path)
    path.write_text("mine")
    with pytest.raises(OutputError):
        found.report(path)
    with pytest.raises(UnknownName, match="format of a document"):
        found.report(tmp_path / "rack.docx")


@pytest.mark.parametrize(
    ("given", "problem"),
    [({}, "nothing is known"), ({"hbm_capacity": "80 to 96 GB/GPU"}, "one value is needed")],
)
def test_what_it_cannot_start_from_is_refused(given: dict[str, str], problem: str) -> None:
    """As on the command line."""
    with pytest.raises(GivenError, match=problem):
        derive.scenario(given)


@pytest.mark.slow
@pytest.mark.parametrize(
    "said",
    [
        {"attention_tensor_gpus": "1 GPU"}, {"tensor_parallel_gpus": "8 GPU"},
        {"expert_parallel_gpus": "8 GPU", "attention_tensor_gpus": "8 GPU"},
    ],
    ids=["copied", "split", "experts dealt out"],
)  # fmt: skip
def test_a_layout_has_limits_of_memory_of_its_own(said: dict[str, str]) -> None:
    """The longest context fills the memory of eight GPUs with weights, copies counted, and caches;
    what has no part in the layout is not listed.
    """
    given = {
        **derive.accelerator("h200_sxm", "fp8"), **derive.model("deepseek_v3"), "gpus": "8 GPU",
        "batch_size": "64 sequence", "context_length": "4096 token/sequence", **said,
    }  # fmt: skip
    found = derive.scenario(given)
    limits = {limit.var.name: limit for limit in found.limits}
    known = {**given, "context_length": f"{limits['context_length'].value!r} token/sequence"}
    full = derive.solve("step_time", known)
    assert full.status == "solved"
    more = {**given, "context_length": f"{1.01 * limits['context_length'].value!r} token/sequence"}
    assert derive.solve("step_time", more).status == "infeasible"
    assert not any("plays no part" in remark for remark in found.remarks)
    assert "needs gpu_price and" not in str(found)  # the price alone is enough


@pytest.fixture(scope="module")
def serving() -> derive.Scenario:
    """A model served on eight GPUs."""
    given = {
        **derive.accelerator("h200_sxm", "fp8"), **derive.model("llama31_70b"), "gpus": "8 GPU",
        "batch_size": "64 sequence", "context_length": "16384 token/sequence",
    }  # fmt: skip
    return derive.scenario(given)


@pytest.mark.slow
def test_a_caution_names_the_outputs_that_it_concerns(serving: derive.Scenario) -> None:
    """What a relation neglects may move a point of balance and nothing else."""
    lines = " ".join(str(serving).split("What binds")[0].split())
    cautions = [line for line in lines.split("•") if " neglects " in line]
    assert cautions
    assert all("; it concerns " in line or "; it moves none of these" in line for line in cautions)


@pytest.mark.slow
def test_its_page_says_what_the_values_in_the_box_are(
    serving: derive.Scenario, tmp_path: Path
) -> None:
    """A symbol stands behind its meaning."""
    page = serving.report(tmp_path / "scenario.html").read_text(encoding="utf-8")
    box = page.partition('<div class="result">')[2].partition("</div>")[0]
    assert "Time of one decode step: " in box


TRAINING = {
    **CHIP, "peak_flops": "1e15 FLOP/s/GPU", "active_params": "70e9 param",
    "training_tokens": "15e12 token", "training_gpus": "16000 GPU", "training_mfu": "0.4",
}  # fmt: skip


@pytest.mark.slow
def test_a_training_run_is_told_alone() -> None:
    """Of serving nothing is asked: no group, no limit, nothing that is missing."""
    told = derive.scenario({**TRAINING, "gpu_price": "2 USD/hour/GPU"})
    assert list(told.groups) == ["A training run"]
    assert not told.limits and not told.needs
    time = 6 * 70e9 * 15e12 / (16e3 * 1e15 * 0.4)
    assert told.value("training_time") == pytest.approx(time)
    assert told.value("training_cost") == pytest.approx(time * 16e3 * 2 / 3600)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("stated", "groups"),
    [
        ({"gpus": "8 GPU"}, {"One step", "A training run"}),
        ({"prompt_length": "2000 token/sequence"}, {"One step", "A request", "A training run"}),
        ({"sharding_gpus": "64 GPU"}, {"A training run", "Memory in training"}),
    ],
)
def test_groups_are_told_that_a_given_speaks_of(stated: dict[str, str], groups: set[str]) -> None:
    """Serving and training side by side, where both are spoken of."""
    told = set(derive.scenario({**TRAINING, **stated}).groups)
    called = {"One step", "A request", "A training run", "Memory in training"}
    assert told & called == groups


@pytest.mark.slow
def test_what_is_looked_up_calls_for_nothing() -> None:
    """A model's entry has the tokens it was trained on."""
    told = derive.scenario({**derive.model("deepseek_v3"), "gpus": "8 GPU"})
    assert "A training run" not in told.groups
