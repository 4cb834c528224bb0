"""What is wrong is refused with its mend, and nothing that is sent does harm."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mcp.shared.exceptions import MCPError

from derive.mcp import questions, work
from derive.mcp.wording import INTERNAL

Refused = Callable[..., str]
WRONG = Path(__file__).parents[1] / "wrong"
CHIP = {"accelerator": "h100_sxm", "precision": "fp8"}


@pytest.mark.parametrize(
    ("given", "mend"),
    [
        ({"batch_size": "64 token"}, "Write for example 256 sequence"),
        ({"batch_size": "64"}, "Write 64 sequence"),
        ({"batch_size": 64}, "Write 64 sequence"),
        ({"context_length": "4096 token"}, "write 4096 token/sequence"),
        ({"context_length": "4096 sequence"}, "token/sequence"),
        ({"hbm_bandwidth": "3.35 TB/s"}, "write 3.35 TB/s/GPU"),
        ({"hbm_bandwidth": "3.35 TFLOP/s/GPU"}, "byte/s/GPU"),
        ({"peak_flops": "989 TB/s/GPU"}, "FLOP/s/GPU"),
        ({"active_params": "37 GB"}, "param"),
        ({"active_params": "37 B"}, "param"),
        ({"bytes_per_param": "8 bit"}, "byte/param"),
        ({"step_time": "20 kHz"}, "s"),
        ({"gpu_price": "2 USD/GPU"}, "write 2 USD/GPU/hour"),
        ({"gpu_price": "2 $/hour"}, "write 2 $/hour/GPU"),
        ({"gpus": "72 token"}, "GPU"),
        ({"training_tokens": "15e12 param"}, "token"),
        ({"mfu": "40 token"}, "mfu"),
        ({"n_layers": "-3"}, "n_layers"),
    ],
)
def test_a_unit_trap_is_an_error_with_its_mend(
    refused: Refused, given: dict[str, Any], mend: str
) -> None:
    words = refused("solve", target="cost_per_token", given=given)
    assert words.startswith(next(iter(given))) and mend in words


@pytest.mark.parametrize("path", sorted((WRONG / "quantities").glob("*.txt")), ids=lambda p: p.stem)
def test_a_quantity_that_cannot_be_read_is_refused_in_the_words_kept_for_it(
    refused: Refused, path: Path
) -> None:
    text = path.read_text(encoding="utf-8").removesuffix("\n")
    words = refused("solve", target="cost_per_token", given={"step_time": text})
    kept = path.with_suffix(".golden").read_text(encoding="utf-8").strip().rstrip(".")
    reason = kept.partition(". ")[0]
    if not text.strip() or len(text) > 20_000:  # such text is refused before it is read
        reason = "it is longer than" if text.strip() else "it is empty"
    assert reason in words


@pytest.mark.parametrize("path", sorted((WRONG / "equations").glob("*.txt")), ids=lambda p: p.stem)
def test_a_faulty_equation_is_told_as_kept_for_it(
    told: Callable[..., dict[str, Any]], path: Path
) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    bind = dict(line[6:].split(": ", 1) for line in lines if line.startswith("where "))
    text = "\n".join(line for line in lines if not line.startswith("where "))
    (finding,) = told("check", text=text, bind=bind)["findings"]
    golden = path.with_suffix(".golden").read_text(encoding="utf-8")
    assert f"{finding['verdict']}: {finding['message']}\n" == golden
    assert finding["verdict"] != "consistent" and finding["level"] != "none"


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("solve", {}, 'target: it is missing. Write "target": "step_time".'),
        ("solve", {"target": "step_tme"}, "Did you mean step_time"),
        ("solve", {"target": ["step_time"]}, "target: it is a list, not text."),
        ("solve", {"target": "step_time", "given": "gpus=8 GPU"}, "given: it is text, not an obj"),
        ("solve", {"target": "step_time", "given": {"gpus": {"value": 8}}}, "given.gpus: it is an"),
        ("solve", {"target": "step_time", "give": {}}, "no argument named “give”. Did you mean gi"),
        ("solve", {"target": "step_time", "unit": "token"}, 'Write for example "unit": "s".'),
        ("solve", {"target": "step_time", "detail": "all"}, "none of answer, derivation"),
        ("solve", {"target": "step_time", "sparse": "yes"}, "not true or false"),
        ("solve", {"target": "step_time", "compute_precision": "fp8"}, 'Add "accelerator": "ID"'),
        ("solve", {"target": "step_time", "accelerator": "h100_sxx"}, "h100_sxm"),
        ("solve", {"target": "64"}, "named “64”. Look for it with find"),
        ("solve", {"target": "step_time", **CHIP, "precision": "fp3"}, "fp8"),
        ("solve", {"target": "step_time", "variants": {"step tim": "none"}}, "step time"),
        ("formula", {"target": "step_time", "known": "gpus"}, "known: it is text, not a list"),
        ("compare", {"target": "step_time", "otherwise": {"b200": "x"}}, "no variable named"),
        ("find", {"words": "chip", "most": 0}, "whole number from 1 to 50"),
        ("find", {"words": "chip", "kind": "chips"}, "There are: variable"),
        ("check", {"text": "a = b", "bind": {"a": "no_such"}}, "no_such"),
    ],
)  # fmt: skip
def test_a_wrong_call_names_the_culprit_and_the_mend(
    refused: Refused, tool: str, arguments: dict[str, Any], words: str
) -> None:
    told = refused(tool, **arguments)
    assert words in told and not any(one in told for one in ("--", "derive list", "derive find"))


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('true') s",
        "lambda: 0",
        "9**9**9**9**9 s",
        "(" * 5_000 + "1" + ")" * 5_000 + " s",
        "1e999999999 s",
        "9" * 15_000 + " s",
        "\x1b[31m\u202e 20 ms",
        "20 ms\0",
        "{{7*7}}",
        "x" * 19_999,
    ],
)
def test_hostile_text_is_refused_in_a_few_words(refused: Refused, text: str) -> None:
    for arguments in (
        {"target": "step_time", "given": {"compute_time": text}},
        {"target": text},
        {"target": "step_time", "given": {text: "2 ms"}},
        {"target": "step_time", "model": text},
        {"target": "step_time", "unit": text},
    ):
        words = refused("solve", **arguments)
        assert len(words) < 2_000 and words.replace("\n", "").isprintable() and words != INTERNAL


def test_hostile_equations_are_findings_or_refused(told: Callable[..., dict[str, Any]]) -> None:
    for text in (
        "(" * 5_000 + "a",
        r"\frac{" * 2_000,
        "a = " + "+".join(["b"] * 5_000),
        "x^" * 4_000 + "2 = y",
        "t = __import__('os')",
        "\\input{/etc/passwd}",
        "/etc/passwd",
        "README.md",
    ):
        found = told("check", text=text)
        assert len(json.dumps(found, ensure_ascii=False).encode()) < 8_000
        assert "root:" not in str(found)


def test_a_count_may_be_written_as_a_float(told: Callable[..., dict[str, Any]]) -> None:
    """JSON schema counts 2.0 among the integers."""
    assert len(told("find", words="step time", most=2.0)["found"]) == 2


def test_what_is_too_much_is_refused(refused: Refused) -> None:
    many = {f"name_{k}": "1 s" for k in range(1_000)}
    assert "1,000 entries, and 200" in refused("solve", target="step_time", given=many)
    assert "longer than 20,000" in refused("check", text="a" * 10_000_000)
    nested: Any = "1 s"
    for _ in range(150):
        nested = {"deep": nested}
    assert "given.deep: it is an object" in refused(
        "solve", target="step_time", given={"deep": nested}
    )


def test_no_file_is_read(refused: Refused, tmp_path: Path) -> None:
    config = tmp_path / "config.json"
    config.write_text('{"hidden_size": 4096}', encoding="utf-8")
    for model in (str(config), str(tmp_path), "../config.json"):
        words = refused("solve", target="n_layers", model=model)
        assert "no file is read for an assistant" in words
    case = refused("solve", target="step_time", file="case.toml")
    assert "no argument named “file”" in case


def test_an_unknown_tool_or_resource_is_an_error_of_the_protocol(session: Any) -> None:
    for asked, words in (
        (lambda client: client.call_tool("slove", {}), "Did you mean solve?"),
        (lambda client: client.read_resource("derive://relation/kv_crosover"), "kv_crossover"),
        (lambda client: client.read_resource("file:///etc/passwd"), "there is no resource"),
        (lambda client: client.list_resources(cursor="x; drop"), "no such cursor"),
    ):
        with pytest.raises(MCPError) as caught:
            session(asked)
        assert words in caught.value.message


def test_a_fault_of_our_own_says_no_more_than_that(
    refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: object) -> dict[str, Any]:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr(questions, "find", broken)
    assert refused("find", words="step time") == INTERNAL
    assert work.done({"start": "x"}) == {"error": INTERNAL}
