"""derive scenario: everything that follows, and whether it fits."""

from __future__ import annotations

import json

import pytest
from click.testing import Result

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("scenario")]

MODEL = (
    "scenario",
    "--model",
    "deepseek_v3",
    "--precision",
    "fp8",
    "-g",
    "batch_size=256 sequence",
    "-g",
    "context_length=4096 token/sequence",
)
SMALL = (*MODEL, "--accelerator", "h100_sxm", "-g", "gpus=7 GPU")
LARGE = (*MODEL, "--accelerator", "gb200_nvl72", "-g", "gpus=72 GPU")


_ASKED: dict[tuple[str, ...], Result] = {}


@pytest.fixture
def run(run):
    """The same as everywhere, each question asked once."""

    def asked(*words: str) -> Result:
        if words not in _ASKED:
            _ASKED[words] = run(*words)
        return _ASKED[words]

    return asked


def outputs(run, *words):
    result = run(*words, "--json")
    data = json.loads(result.stdout)
    return data, {row["target"]: row for row in data["outputs"]}, result.exit_code


def test_deepseek_v3_does_not_fit_on_seven_h100_and_the_first_line_says_so(run):
    result = run(*SMALL)
    assert result.exit_code == 1
    assert result.stdout.splitlines()[0].startswith("Does not fit: 671 GB of 598.5 GB")


def test_what_would_fit_is_told(run):
    data, _, _ = outputs(run, *SMALL)
    limits = {limit["variable"]: limit["value"] for limit in data["limits"]}
    assert limits == {"gpus": 9, "batch_size": None, "context_length": None}


def test_deepseek_v3_fits_on_72_gb200(run):
    data, rows, code = outputs(run, *LARGE)
    assert (data["fits"], code) == (True, 0)
    assert rows["step_time"]["value"] == pytest.approx(rows["memory_time"]["value"])
    assert rows["throughput"]["value"] == pytest.approx(256 / rows["step_time"]["value"])
    assert rows["cost_per_token"]["missing"][0] == ["gpu_price"]


def test_what_binds_in_a_step_and_the_speed_of_one_user_are_told(run):
    data, rows, _ = outputs(run, *LARGE)
    found = data["bottleneck"]
    assert (found["binding"], found["of"]) == ("reading the weights", "the step in this estimate")
    step = rows["step_time"]["value"]
    assert found["share"] == pytest.approx(rows["weight_fetch_time"]["value"] / step)
    assert rows["sequence_speed"]["value"] == pytest.approx(1 / step)


def test_a_lower_compute_efficiency_slows_only_the_arithmetic(run):
    _, ideal, _ = outputs(run, *LARGE)
    _, real, _ = outputs(run, *LARGE, "-g", "compute_efficiency=0.4")
    assert real["compute_time"]["value"] == pytest.approx(ideal["compute_time"]["value"] / 0.4)
    assert real["memory_time"]["value"] == pytest.approx(ideal["memory_time"]["value"])
    # The arithmetic of attention and the table of the input are left out of both.
    assert ideal["compute_time"]["sense"] == real["compute_time"]["sense"] == "estimate"


def test_a_price_gives_the_cost(run):
    _, rows, _ = outputs(run, *LARGE, "--rental", "3-year")
    assert rows["cost_per_token"]["status"] == "solved"


def test_gpus_are_never_assumed_but_the_domain_is_offered(run):
    result = run(*MODEL, "--accelerator", "gb200_nvl72")
    assert "gpus is missing" in result.stdout
    assert '-g "gpus=72 GPU"' in " ".join(result.stdout.split())
    _, rows, code = outputs(run, *MODEL, "--accelerator", "gb200_nvl72")
    assert (rows["step_time"]["status"], rows["balance_tokens"]["status"], code) == (
        "underdetermined",
        "solved",
        0,
    )


def test_gpus_that_follow_are_shown_and_used(run):
    words = (*MODEL, "--accelerator", "gb200_nvl72", "-g", "domain_bandwidth=576 TB/s")
    _, rows, code = outputs(run, *words)
    assert (rows["gpus"]["value"], rows["step_time"]["status"], code) == (
        pytest.approx(72),
        "solved",
        0,
    )


def test_more_than_one_domain_is_remarked(run):
    data, _, _ = outputs(run, *MODEL, "--accelerator", "h100_sxm", "-g", "gpus=16 GPU")
    assert any("more than one scale-up domain" in line for line in data["advice"])


def test_nothing_that_follows_is_exit_3(run):
    assert run("scenario", "-g", "d_model=7168").exit_code == 3


def test_contradicting_givens_are_the_first_line(run):
    result = run(*LARGE, "-g", "weight_bytes=9 TB")
    assert result.exit_code == 4
    assert result.stdout.startswith("The givens contradict each other")


def test_sources_and_assumptions_are_listed(run):
    data, _, _ = outputs(run, *LARGE)
    assert data["defaults"]["compute_efficiency"] == "1"
    assert data["conventions"]["flops_per_param"] == "2 FLOP/param/token"
    assert data["looked_up"]["hbm_bandwidth"] == "8.0 TB/s/GPU"
    assert "cfg_dsv3" in data["sources"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("scenario_does_not_fit.txt", SMALL),
        ("scenario_gpus_missing.txt", (*MODEL, "--accelerator", "gb200_nvl72")),
    ],
)
def test_what_people_see_of_a_scenario(run, golden, name, words):
    golden(name, run(*words).stdout)


def test_brief_prints_the_verdict_and_the_outputs_that_are_asked_for_most(run):
    done = run(*LARGE, "--brief")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Fits: ") and lines[1].startswith("step_time ≈ ")
    assert len(lines) == 3 and lines[2].startswith("throughput ≈ ")
