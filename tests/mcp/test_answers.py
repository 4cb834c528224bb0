"""What an assistant is told is what `derive.solve` answers."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from mcp_types import CallToolResult, TextContent

import derive
from derive.claims.claim import ClaimKind, claims
from derive.library.catalogue.lookups import lookups
from derive.library.questions import known_from
from derive.mcp.size import MOST_BYTES, compact, fitted
from derive.rendering.json.amounts import in_unit
from derive.rendering.layouts.headline import headline
from derive.reporting.source import find, read, reports
from derive.results.answer import Answer
from tests.sampling import TIMES, samples

Question = dict[str, Any]
Told = Callable[..., dict[str, Any]]
RACK = {
    "accelerator": "h100_sxm",
    "precision": "fp8",
    "model": "llama31_70b",
    "given": {
        "gpus": "8 GPU",
        "batch_size": "64 sequence",
        "context_length": "4096 token/sequence",
    },
}


def questions() -> Iterator[Question]:
    """The questions of all claims and reports, as arguments."""
    for claim in claims().values():
        if claim.kind == ClaimKind.VALUE:
            yield _arguments({"target": claim.ask, "given": claim.given, **claim.entries}
                             | {"variants": claim.variants})  # fmt: skip
    for name in reports():
        yield from map(_arguments, read(find(name)).questions.values())


def _arguments(entry: Question) -> Question:
    given = entry.get("given", {})
    plain = {k: v["value"] if isinstance(v, dict) else str(v) for k, v in given.items()}
    chosen = {name: entry[name] for name in lookups() if name in entry}
    return {
        "target": entry["target"],
        "given": plain,
        "variants": dict(entry.get("variants") or {}),
        **chosen,
    }


def sample() -> list[Question]:
    draw = random.Random(1 if TIMES == 1 else None)
    every = list(questions())
    return draw.sample(every, min(samples(20), len(every)))


def answer_to(question: Question) -> Answer:
    return derive.solve(
        question["target"], known_from(question), variants=question["variants"] or None
    )


def message(result: Any) -> bytes:
    """The message that brings the result, to a client whose ids are long."""
    told = result.model_dump(by_alias=True, exclude_none=True, mode="json")
    envelope = {"jsonrpc": "2.0", "id": "0" * 36, "result": told}
    return json.dumps(envelope, ensure_ascii=False, separators=(",", ":")).encode()


@pytest.mark.slow
def test_a_client_gets_the_answers_of_solve(session: Any) -> None:
    """Status, value, sense, regime, headline, and what is missing, implied or warned of."""
    asked = sample()

    async def every(client: Any) -> list[Any]:
        return [await client.call_tool("solve", question) for question in asked]

    for question, result in zip(asked, session(every), strict=True):
        assert not result.is_error, (question, result.content)
        found, answer = result.structured_content, answer_to(question)
        assert json.loads(result.content[0].text) == found
        assert len(message(result)) < MOST_BYTES
        assert (found["status"], found["text"]) == (answer.status, headline(answer))
        assert found.get("value") == in_unit(answer.number, answer.target.unit)
        assert found["unit"] == answer.target.unit.text
        assert found.get("regime", "") == answer.regime
        if answer.outcomes:
            assert found["sense"] == answer.sense
        if "left_out" not in found:
            assert found.get("cautions", []) == [*answer.cautions, *answer.warnings]
            assert found.get("missing", []) == [list(names) for names in answer.missing[:6]]


def test_a_question_in_the_modern_and_in_the_older_protocol_is_answered_alike(told: Told) -> None:
    import anyio
    from mcp import Client

    from derive.mcp.server import make_server
    from tests.mcp.conftest import HereWorker

    async def modern() -> Any:
        async with Client(make_server(HereWorker())) as client:
            return await client.call_tool("find", {"words": "step time"})

    assert anyio.run(modern).structured_content == told("find", words="step time")


def test_an_answer_says_what_it_rests_on(told: Told) -> None:
    found = told("solve", target="step_time", **RACK)
    assert (found["status"], found["sense"], found["text"]) == (
        "solved",
        "estimate",
        "step_time ≈ 5.84 ms",
    )
    assumed = {item["name"]: item for item in found["assumptions"]}
    assert assumed["hbm_bandwidth"]["origin"] == "looked up"
    assert assumed["hbm_bandwidth"]["date"] > "2026"
    assert assumed["flops_per_param"]["origin"] == "convention"
    assert "bytes_per_param" not in found["given"]
    assert "derive://relation/kv_fetch" in found["relations"]
    assert "reading the KV cache" in found["bottleneck"]


def test_the_derivation_comes_when_it_is_asked_for(told: Told) -> None:
    found = told("solve", target="step_time", **RACK, detail="derivation", unit="ms")
    assert found["value"] == pytest.approx(5.8395, rel=1e-4) and found["unit"] == "ms"
    assert found["derivation"].count("$$") >= 10 and "left_out" not in found


def test_a_status_other_than_solved_is_an_answer(told: Told) -> None:
    chip = {"hbm_capacity": "288 GB/GPU", "hbm_bandwidth": "20 TB/s/GPU", "drain_time": "20 ms"}
    found = told("solve", target="drain_time", given=chip)
    assert found["status"] == "contradiction"
    assert set(found["conflict"]["names"]) == set(chip)
    rack = {"memory_time": "3 ms", "step_time": "2 ms"}
    found = told("solve", target="compute_time", given=rack)
    assert found["status"] == "unreachable" and "sense" not in found
    assert (found["bound"]["variable"], found["bound"]["value"]) == ("step_time", 0.003)


@pytest.mark.slow
def test_an_open_question_says_what_would_settle_it(told: Told) -> None:
    found = told("solve", target="cost_per_token", **RACK)
    assert found["status"] == "underdetermined" and ["gpu_price"] in found["missing"]
    sets = told("missing", target="cost_per_token", **RACK)["sets"]
    assert sets[0]["needs"][0]["say"] == [
        '"given": {"gpu_price": "2 USD/hour/GPU"}',
        '"accelerator": "ID", "rental": "WHAT"',
    ]


def test_given_values_that_do_not_act_are_named(told: Told) -> None:
    """A question about training knows training_gpus, not gpus."""
    known = {"training_tokens": "15e12 token", "gpus": "16384 GPU", "mfu": "0.4"}
    chip = {"accelerator": "h100_sxm", "precision": "bf16", "model": "llama31_70b"}
    found = told("missing", target="training_time", given=known, **chip)
    assert "gpus" in found["idle"]
    named = {need["name"]: need["meaning"] for one in found["sets"] for need in one["needs"]}
    assert named["training_mfu"] == "useful arithmetic over peak arithmetic in training"


def test_a_formula_has_a_form_for_each_regime(told: Told) -> None:
    known = ["kv_bytes_per_token", "active_params", "peak_flops", "hbm_bandwidth"]
    found = told("formula", target="crossover_context", known=known, detail="derivation")
    assert [form["formula"] for form in found["forms"]] == [
        str(form) for form in derive.formula("crossover_context", known)
    ]
    assert "$$" in found["derivation"]


def test_a_comparison_tells_which_input_moved_the_target(told: Told) -> None:
    swaps = {"accelerator": "b200", "batch_size": "128 sequence", "step time": "none"}
    found = told("compare", target="step_time", **RACK, otherwise=swaps)
    assert found["first"]["text"] == "step_time ≈ 5.84 ms"
    factors = [change["factor"] for change in found["changes"] if "factor" in change]
    product = 1.0
    for factor in factors:
        product *= factor
    assert product == pytest.approx(found["ratio"], rel=1e-4)


@pytest.mark.slow
def test_a_sensitivity_ranks_the_values(told: Told) -> None:
    given = {"hbm_capacity": "288 GB/GPU", "hbm_bandwidth": "20 TB/s/GPU"}
    (point,) = told("sensitivity", target="drain_time", given=given)["points"]
    rows = [(row["name"], row["elasticity"]) for row in point["elasticities"]]
    assert rows == [("hbm_bandwidth", -1.0), ("hbm_capacity", 1.0)]


def test_a_name_is_found_with_its_unit_and_address(told: Told) -> None:
    first = told("find", words="bandwidth of memory", kind="variable", most=1)["found"][0]
    assert (first["name"], first["unit"]) == ("hbm_bandwidth", "byte/s/GPU")
    assert first["address"] == "derive://variable/hbm_bandwidth"


def test_what_is_long_is_shortened_and_says_so(told: Told) -> None:
    text = "\n".join(f"t_{k} = B N_active / FLOPs" for k in range(60))
    found = told("check", text=text)
    assert found["left_out"][0].startswith("findings: ")


def test_the_whole_message_is_below_the_limit() -> None:
    """Also where the record fills it to the last byte."""
    for length in range(3_600, 4_000):
        record = fitted({"status": "solved", "text": "µ" * 20, "bottleneck": "x" * length})
        content = [TextContent(text=compact(record))]
        result = CallToolResult(content=content, structured_content=record, is_error=False)
        assert len(message(result)) < MOST_BYTES
