"""derive missing: what people see, its JSON, its refusals."""

from __future__ import annotations

import json

import pytest

CLIFF = ("missing", "kv_bytes_per_token", "-g", "crossover_context=200e3 token/sequence")


def test_a_determined_question_ends_well(run):
    result = run(
        "missing", "drain_time", "-g", "hbm_capacity=80 GB/GPU", "-g", "hbm_bandwidth=2 TB/s/GPU"
    )
    assert result.exit_code == 0
    assert "Nothing is missing: the givens determine drain_time (solved: 40 ms)." in result.stdout


@pytest.mark.slow
def test_json_holds_sets_with_their_needs_and_what_is_fixed(run):
    result = run(*CLIFF, "--json")
    found = json.loads(result.stdout)
    assert result.exit_code == 3
    assert list(found) == ["target", "status", "determined", "sets", "cut_off", "fixed"]
    assert list(found["sets"][0]) == ["needs", "unless"]
    assert list(found["sets"][0]["needs"][0]) == ["name", "variables", "kind", "say", "elasticity"]
    assert found["fixed"] == [
        {
            "expression": "kv_bytes_per_token*peak_flops/(active_params*hbm_bandwidth)",
            "value": pytest.approx(1e-5),
            "unit": "FLOP/(param·token)",
            "by": ["crossover_context"],
            "assuming": None,
        },
    ]


@pytest.mark.slow
def test_a_variant_not_taken_is_named_with_what_it_would_fix(run):
    (fixed,) = json.loads(
        run("missing", "decode_gpu_time_per_token", "-g", "output_price_ratio=5", "--json").stdout
    )["fixed"]
    assert fixed["assuming"] == {
        "group": "prices",
        "choice": "follow_device_time",
        "why": "Prices follow device time.",
    }


def test_it_is_written_in_the_format_the_suffix_names(run, tmp_path):
    for name, start in {
        "a.md": "# What is missing: ",
        "a.tex": "\\",
        "a.html": "<!",
        "a.json": "{",
        "a.txt": "What is missing: ",
    }.items():
        assert run(*CLIFF, "-o", str(tmp_path / name)).exit_code == 3
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(start)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("missing",), 'Name one TARGET, on the command line or as target = "..." in the file.'),
        (("missing", "-g", "batch_size=32 sequence"), "still needs: derive scenario"),
        (("--pack", "queueing", "missing", "x"), "pip install ./packs/queueing"),
        (("missing", "fooo"), "there is no variable named “fooo”."),
        (
            ("missing", "step_time", "-g", "compute_time=3"),
            "compute_time: 3 has no unit, and it is measured in s. Write 3 s.",
        ),
    ],
)
def test_a_refusal_says_what_to_write(run, words, said):
    result = run(*words)
    assert result.exit_code == 2
    assert said in result.stderr


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("missing_cliff.txt", CLIFF),
        (
            "missing_price_ratio.txt",
            ("missing", "decode_gpu_time_per_token", "-g", "output_price_ratio=5"),
        ),
        (
            "missing_chip_alone.txt",
            ("missing", "cost_per_token", "--accelerator", "h100_sxm", "--precision", "fp8"),
        ),
    ],
)
@pytest.mark.slow
def test_what_people_see(run, golden, name, words):
    golden(name, run(*words).stdout)


def test_a_missing_variable_named_after_a_given_one_says_what_to_add(run):
    """The GPUs of decoding are no GPUs of prefill, and may be as many."""
    known = (
        "--model",
        "llama31_70b",
        "-g",
        "prompt_length=50e3 token/sequence",
        "-g",
        "gpus=8 GPU",
    )
    told = " ".join(run("solve", "prefill_time", *known).stdout.split())
    assert (
        'prefill_gpus is another variable. If it is as large, add -g prefill_gpus="8 GPU".' in told
    )
