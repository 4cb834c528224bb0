"""derive optimise: what people see, its JSON, its exit codes, its errors."""

from __future__ import annotations

import json

import pytest

RACK = (
    "-g", "active_params=100e9 param", "-g", "total_params=800e9 param", "-g",
    "bytes_per_param=0.5 byte/param", "-g", "hbm_bandwidth=8 TB/s/GPU", "-g",
    "peak_flops=10 PFLOP/s/GPU", "-g", "hbm_capacity=192 GB/GPU", "-g", "gpu_price=3 USD/hour/GPU",
)  # fmt: skip
CACHE = (
    "-g",
    "kv_bytes_per_token=1667 byte/token",
    "-g",
    "kv_bytes_stored_per_token=1667 byte/token",
)
SHORT = (*RACK, "-g", "gpus=72 GPU", "-g", "context_length=0 token/sequence")
LONG = (*RACK, *CACHE, "-g", "gpus=72 GPU", "-g", "context_length=150e3 token/sequence")
FLAT = ("optimise", "cost_per_token", *SHORT, "--over", "batch_size")
BINDING = (
    "optimise",
    "cost_per_token",
    *LONG,
    "--over",
    "batch_size",
    "--subject-to",
    "step_time <= 20 ms",
)
IMPOSSIBLE = (
    "optimise",
    "cost_per_token",
    *LONG,
    "--over",
    "batch_size",
    "--subject-to",
    "step_time <= 1 ms",
    "--subject-to",
    "throughput >= 1e6 token/s",
)
UNBOUNDED = ("optimise", "step_time", *SHORT, "--over", "batch_size", "--maximise")
OPEN = ("optimise", "cost_per_token", *CACHE, "--over", "batch_size", "-g", "gpus=72 GPU")
FEWEST = (
    "optimise", "gpus", *RACK, *CACHE, "-g", "batch_size=1000 sequence", "-g",
    "context_length=150e3 token/sequence", "--over", "gpus=1 GPU to 72 GPU", "--subject-to",
    "step_time <= 25 ms",
)  # fmt: skip
KEYS = [
    "objective", "sense", "status", "value", "unit", "value_sense", "attained", "approach",
    "decisions", "equally_good", "whole_value", "whole_how", "subject_to", "reasons", "regime",
    "formula", "binding", "excluded_by", "missing", "numeric", "checked", "warnings", "answer",
    "routes",
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "words", "code"),
    [
        ("optimise_flat.txt", FLAT, 0),
        ("optimise_binding.txt", BINDING, 0),
        ("optimise_infeasible.txt", IMPOSSIBLE, 1),
        ("optimise_unbounded.txt", UNBOUNDED, 1),
        ("optimise_fewest_gpus.txt", FEWEST, 0),
        ("optimise_open.txt", OPEN, 3),
    ],
)
@pytest.mark.slow
def test_what_people_see(run, golden, name, words, code):
    result = run(*words)
    assert (result.exit_code, result.stderr) == (code, "")
    golden(name, result.stdout)


@pytest.mark.slow
def test_json_has_the_same_keys_in_the_same_order_for_every_status(run):
    found = [
        json.loads(run(*words, "--json").stdout)
        for words in (FLAT, BINDING, IMPOSSIBLE, UNBOUNDED, OPEN)
    ]
    assert [list(data) for data in found] == [KEYS] * 5
    assert [data["status"] for data in found] == [
        "solved",
        "solved",
        "infeasible",
        "unbounded",
        "underdetermined",
    ]


def test_json_gives_the_interval_of_equally_good_decisions_and_never_one_of_them(run):
    (decision,) = json.loads(run(*FLAT, "--json").stdout)["decisions"]
    assert (decision["value"], decision["interval"]) == (None, [pytest.approx(2500.0), "inf"])


def test_json_gives_the_shadow_price_in_declared_units(run):
    found = json.loads(run(*BINDING, "--json").stdout)
    (binding,) = found["binding"]
    assert (binding["name"], binding["price_unit"]) == ("step_time ≤ 20 ms", "USD/token per s")
    assert binding["price"] * binding["limit"] / found["value"] == pytest.approx(
        binding["elasticity"]
    )
    assert found["routes"][0]["target"] == "batch_size"


def test_json_is_equal_bytes_for_one_question(run):
    assert run(*BINDING, "--json").stdout == run(*BINDING, "--json").stdout


def test_the_answer_is_given_in_the_unit_asked_for(run):
    found = json.loads(run(*FLAT, "--json", "--unit", "USD/Mtoken").stdout)
    assert (found["value"], found["unit"]) == (pytest.approx(1 / 60), "USD/Mtoken")


@pytest.mark.parametrize("suffix", ["md", "tex", "html", "json"])
def test_every_format_is_written(run, tmp_path, suffix):
    file = tmp_path / f"best.{suffix}"
    assert run(*BINDING, "-o", str(file)).exit_code == 0
    assert "20" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("optimise", "cost_per_token", *SHORT),
            "Say what is free: --over batch_size. See: derive optimise --help",
        ),
        (
            ("optimise", "cost_per_toke", *SHORT, "--over", "batch_size"),
            (
                "there is no variable named “cost_per_toke”. Did you mean cost_per_token or"
                " cost_per_task or min_cost_per_token? Find one by words with: derive find"
                " WORDS. List them with: derive list variables"
            ),
        ),
        (
            (*FLAT, "--over", "batch_size=1 to 9 sequence"),
            "batch_size: it is named twice as what to choose. Name it once.",
        ),
        (
            ("optimise", "cost_per_token", *SHORT, "--over", "batch_size="),
            (
                "--over: “batch_size=” has nothing after the “=”. Write --over batch_size, or"
                ' --over "batch_size=1 GPU to 72 GPU".'
            ),
        ),
        (
            ("optimise", "cost_per_token", *SHORT, "--over", "accelerator=all"),
            (
                "--over: accelerator is an entry of the catalogue; what is chosen here are"
                " numbers. `derive sweep cost_per_token --over accelerator=all ...` tells the"
                " least over entries."
            ),
        ),
        (
            ("optimise", "cost_per_token", *SHORT, "--over", "gpus=1 GPU to 72 GPU"),
            "gpus: it is given, and it is also what to choose. Leave it out of one of them.",
        ),
        (
            (*FLAT, "-g", "cost_per_token=1 USD/Mtoken"),
            (
                "cost_per_token: it is given, and it is also what to optimise. State a limit:"
                " cost_per_token <= 1 USD/Mtoken."
            ),
        ),
        (
            ("optimise", "cost_per_token", *SHORT, "--over", "batch_size=90 to 9 sequence"),
            (
                "batch_size: its range “90 to 9 sequence” has its larger end first, or one value"
                ' only. Write for example "256 sequence to 2560 sequence".'
            ),
        ),
        (
            (*FLAT, "--subject-to", "step_time 25 ms"),
            (
                "subject to: “step_time 25 ms” has no sign <= or >=. Write a name, <= or >=, and a"
                ' value: "NAME <= 25 ms".'
            ),
        ),
        (
            (*FLAT, "--subject-to", "step_time = 25 ms"),
            (
                "subject to: “step_time = 25 ms” is an equation: state it as a given. Write a name,"
                ' <= or >=, and a value: "NAME <= 25 ms".'
            ),
        ),
        (
            (*FLAT, "gpus"),
            (
                "Got unexpected extra argument (gpus). A value with spaces goes in quotes: -g"
                ' "batch_size=256 sequence". Several axes are named one by one: --over batch_size'
                " --over NAME. See: derive optimise --help"
            ),
        ),
        (
            (*FLAT, "--subject-to", "step_time <= 25"),
            "step_time: 25 has no unit, and it is measured in s. Write 25 s.",
        ),
    ],
)
def test_what_cannot_be_asked_is_said_in_one_paragraph(run, words, said):
    result = run(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"derive: {said}\n"
    told = json.loads(run(*words, "--json").stdout)["error"]
    assert said.startswith(told["message"][:40])
