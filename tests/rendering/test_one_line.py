"""Results in one line, and as a notebook shows them."""

from __future__ import annotations

import math
import pickle
from dataclasses import replace

import pytest

import derive
from derive import Eq, Relation, System, Var
from derive.rendering.layouts.headline import headline
from derive.results.answer import Answer
from derive.results.solution import ValueInterval

TIMES = {"compute_time": "2 ms", "weight_fetch_time": "1 ms", "kv_fetch_time": "4 ms"}


@pytest.fixture(scope="module")
def step() -> Answer:
    return derive.solve("step_time", TIMES)


def test_an_answer_is_one_line_with_what_binds(step: Answer) -> None:
    assert repr(step) == "step_time ≥ 5 ms (reading the KV cache 80 %)"
    assert repr(pickle.loads(pickle.dumps(step))) == repr(step)


def test_an_answer_without_a_value_is_its_status() -> None:
    alone = derive.solve("kv_bytes_per_token", {"crossover_context": "200e3 token/sequence"})
    assert repr(alone).startswith("kv_bytes_per_token: underdetermined, needs an accelerator")
    slow = derive.solve("compute_time", {"step_time": "2 ms", "memory_time": "3 ms"})
    assert repr(slow).startswith(f"compute_time: {slow.status}")


def test_bounds_of_several_parts_are_all_told() -> None:
    """The first of them alone was told, as if no other value could be."""
    x, y = Var("x", within="(-oo, oo)"), Var("y", within="(-oo, oo)")
    open_one = System([Relation("sum", Eq(x, y + 1))]).solve(x, {})
    spans = (ValueInterval(0.0, 0.0), ValueInterval(2.8, 2.82), ValueInterval(4.0, math.inf))
    bounded = replace(open_one, gap=replace(open_one.gap, between=spans))
    assert repr(bounded).startswith(
        "x: underdetermined, either 0, between 2.8 and 2.82 or at least 4"
    )
    assert "x is 0, at least 2.8 and at most 2.82, or at least 4." in str(bounded)


def test_what_an_answer_holds_is_one_line_each(step: Answer) -> None:
    assert repr(step.derivation) == "derivation of step_time: 4 steps, each verified"
    assert repr(step.derivation.steps[1]) == (
        "memory_time = weight_fetch_time + kv_fetch_time = 5 ms  (evaluate: Put in the numbers.)"
    )
    assert [repr(known) for known in step.known] == [
        "compute_time = 2 ms (given)",
        "weight_fetch_time = 1 ms (given)",
        "kv_fetch_time = 4 ms (given)",
    ]
    assert repr(step.bottleneck) == "reading the KV cache, 80 % of the step at this bound"
    assert [repr(pull) for pull in step.pulls] == [
        "raises: step_overlap leaves out what does not overlap (at most 40 %)"
    ]


def test_other_questions_answer_in_one_line(step: Answer) -> None:
    faster = derive.solve("step_time", {**TIMES, "kv_fetch_time": "1 ms"})
    assert repr(derive.compare(step, faster)) == "step_time: 5 ms to 2 ms, × 0.4"
    assert repr(derive.sensitivity("step_time", TIMES)) == (
        "step_time ≥ 5 ms; elasticities: kv_fetch_time 0.8, weight_fetch_time 0.2"
    )
    best = derive.optimise("step_time", {**TIMES, "compute_time": "1 ms"}, over="batch_size")
    assert "\n" not in repr(best)
    (form,) = derive.formula("drain_time", ["hbm_capacity", "hbm_bandwidth"])
    assert repr(form) == str(form).split("  where")[0]
    missing = derive.missing("drain_time", {"hbm_capacity": "80 GB/GPU"})
    assert repr(missing).startswith("drain_time needs hbm_bandwidth")
    (finding,) = derive.check("step_time = 2 * memory_time + 3 GPU")
    assert repr(finding).startswith("error: inconsistent: ") and "\n" not in repr(finding)


def test_the_reason_of_every_step_is_a_sentence() -> None:
    given = {
        **derive.accelerator("gb200_nvl72", precision="fp8"),
        "active_params": "100e9 param",
        "crossover_context": "200e3 token/sequence",
    }
    reasons = [step.reason for step in derive.solve("kv_bytes_per_token", given).derivation]
    assert reasons[3] == "batch_size and gpus cancel: both sides carry them to the same power."
    assert all(reason.endswith(".") and "{" not in reason for reason in reasons)


def test_a_notebook_shows_an_answer_first_and_its_references_last(step: Answer) -> None:
    shown = step._repr_mimebundle_()["text/markdown"]
    places = [shown.index(word) for word in ("$t$ ≥ 5 ms", "## Derivation", "## References")]
    assert places == sorted(places)


def test_a_temperature_says_how_its_difference_is_written() -> None:
    """A rise of 12 degC, meant as 12 K, is read as 285.15 K: the answer shows it."""
    rise, heat = Var("rise", "K"), Var("heat", "kJ")
    system = System([Relation("warming", Eq(heat, rise * Var("capacity", "kJ/K")))])
    answer = system.solve(heat, {"rise": "12 degC", "capacity": "3 kJ/K"})
    assert "given (a temperature; the difference is 12 delta_degC)" in str(answer)


def test_a_step_in_a_notebook_has_its_reason_equation_and_source() -> None:
    given = {"hbm_capacity": "80 GB/GPU", "hbm_bandwidth": "3.35 TB/s/GPU"}
    derivation = derive.solve("drain_time", given).derivation
    shown = derivation.steps[0]._repr_mimebundle_()["text/markdown"]
    assert shown.startswith(derivation.steps[0].reason) and "\\frac{C}{W}" in shown
    assert "\\[1, line" in shown and "## References" in shown
    assert "## References" in derivation._repr_mimebundle_()["text/markdown"]


def test_a_finding_in_one_line_has_its_equation() -> None:
    (finding,) = derive.check("$7 GB / 2 s = 9 GB/s$")
    told = "7 GB / 2 s = 9 GB/s: the figures come to 3.5 GB/s, not 9 GB/s"
    assert repr(finding) == f"error: inconsistent: {told}"


def test_closed_forms_are_a_line_each_and_formulas_in_a_notebook() -> None:
    """A tuple still."""
    forms = derive.formula("step_time", ["compute_time", "memory_time"])
    assert repr(forms) == str(forms) == "step_time = max(compute_time, memory_time)"
    assert isinstance(forms, tuple) and pickle.loads(pickle.dumps(forms)) == forms
    shown = forms._repr_mimebundle_()
    assert shown["text/plain"] == repr(forms)
    assert r"& t = \max\left(t_{\mathrm{c}},\,t_{\mathrm{mem}}\right)" in shown["text/latex"]


def test_a_headline_says_once_that_an_answer_is_infeasible() -> None:
    given = {"gpus": "8 GPU", "step_time": "20 to 40 ms", "context_length": "4096 token/sequence"}
    entries = {**derive.accelerator("h100_sxm", "fp8"), **derive.model("llama31_70b")}
    partly = derive.solve("batch_size", {**entries, **given})
    told = headline(partly)
    assert partly.status == "solved" and told.count("infeasible") == 1
    assert "in part infeasible (at the middles, weights_and_cache_fit" in told
    nowhere = derive.solve("batch_size", {**entries, **given, "step_time": "35 to 40 ms"})
    told = headline(nowhere)
    assert nowhere.status == "infeasible" and told.count("infeasible") == 1
    assert "infeasible throughout (at the middles, weights_and_cache_fit" in told
