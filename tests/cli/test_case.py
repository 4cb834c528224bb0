"""A case file: the question in TOML, with the command line laid over it."""

from __future__ import annotations

import json

import pytest

import derive
from derive.kept.shape import shape_of

CASE = """
target = "kv_bytes_per_token"
accelerator = "gb200_nvl72"
precision = "fp8"
unit = "kB/token"

[given]
active_params = "100e9 param"
crossover_context = "200e3 token/sequence"
"""


@pytest.fixture
def case(tmp_path):
    def write(text: str | bytes, name: str = "case.toml") -> str:
        file = tmp_path / name
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(file)

    return write


def test_a_case_is_solved_as_written(run, case):
    found = json.loads(run("solve", "-f", case(CASE), "--json").stdout)
    assert (found["value"], found["unit"]) == (pytest.approx(1.6), "kB/token")


def test_the_command_line_beats_the_file(run, case):
    file = case(CASE)
    halved = json.loads(run("solve", "-f", file, "--precision", "fp4", "--json").stdout)
    assert halved["value"] == pytest.approx(0.8)
    doubled = json.loads(run("solve", "-f", file, "-g", "n_active=200e9 param", "--json").stdout)
    assert doubled["value"] == pytest.approx(3.2)
    other = json.loads(
        run("solve", "machine_balance", "-f", file, "--unit", "FLOP/byte", "--json").stdout
    )
    assert (other["target"], other["value"]) == ("machine_balance", pytest.approx(625))


def test_a_price_sheet_its_tier_and_a_cliff_stand_in_a_case(run, case):
    text = (
        'target = "cache_write_price"\nprice = "claude_opus_4_6"\nprice_tier ='
        ' "standard"\ncache_ttl = "1h"\n'
    )
    assert json.loads(run("solve", "-f", case(text), "--json").stdout)["value"] == 10
    cliff = CASE.replace("[given]", 'cliff = "gpt_5_4"\n[given]').replace(
        'crossover_context = "200e3 token/sequence"\n', ""
    )
    assert json.loads(run("solve", "-f", case(cliff), "--json").stdout)["value"] == pytest.approx(
        1.6 * 200 / 272
    )


def test_several_targets_variants_and_own_data_stand_in_a_case(run, case):
    chip = (
        '[accelerator.my_chip]\nname = "mine"\nhbm_capacity = { value = "100 GB/GPU", source ='
        ' "lecture" }\n'
    )
    case(chip + 'hbm_bandwidth = { value = "10 TB/s/GPU", source = "lecture" }\n', "mine.toml")
    text = (
        'target = ["drain_time", "step_time"]\naccelerator = "my_chip"\ndata = "mine.toml"\nrtol ='
        " 0.05\n"
    )
    text += (
        '[given]\ncompute_time = "1 ms"\nmemory_time = "2 ms"\n[variants]\n"step time" = "none"\n'
    )
    drain, step = json.loads(run("solve", "-f", case(text), "--json").stdout)["answers"]
    assert (drain["value"], step["value"]) == (pytest.approx(0.01), pytest.approx(3e-3))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "it is empty"),
        ("# only a remark\n", "it is empty"),
        (b"\x00\xff\xfe\x01", "it is not text"),
        ("target = \n", "it is not TOML"),
        ('targt = "drain_time"', "Did you mean target?"),
        (
            'target = "step_time"\ngpus = "8 GPU"',
            'A known value stands under [given]: gpus = "8 GPU"',
        ),
        ('target = "drain_time"\ngiven = "hbm"', "it is not a table"),
        ('target = "drain_time"\n[given]\nhbm_capacity = true', "it is not text"),
        ('target = "drain_time"\n[given]\nhbm_capacity = 80', "has no unit"),
        ('target = "drain_time"\nsparse = "yes"', "it is true or false"),
        ('target = "drain_time"\nrtol = "a lot"', "it is a number"),
        ('target = ["drain_time", 3.5]', "there is no variable named “3.5”"),
        ('[given]\nhbm_capacity = "80 GB/GPU"', "Name a TARGET"),
    ],
)
def test_a_faulty_case_gets_one_helpful_paragraph(run, case, text, said):
    result = run("solve", "-f", case(text))
    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
    assert result.stdout == ""


@pytest.mark.parametrize("file", ["missing.toml", "."])
def test_a_file_that_cannot_be_read_is_named(run, file):
    result = run("solve", "-f", file)
    assert (result.exit_code, result.stderr.startswith(f"derive: {file}: it cannot be read")) == (
        2,
        True,
    )


def test_what_is_asked_for_alone_is_not_what_the_file_says_of_it(run, tmp_path):
    """Beside others it may be what they rest on."""
    file = tmp_path / "case.toml"
    file.write_text('[given]\ncompute_time = "2 ms"\nmemory_time = "3 ms"\n', encoding="utf-8")
    asked = ("solve", "compute_time", "-f", str(file), "-g", "step_time=5 ms", "--json")
    assert json.loads(run(*asked).stdout)["value"] == 0.005
    both = ("solve", "step_time", "memory_time", "-f", str(file), "--brief")
    assert run(*both).stdout == "step_time ≥ 3 ms\nmemory_time = 3 ms\n"


def test_an_option_that_looks_one_value_up_replaces_what_the_file_says_of_it(run, tmp_path):
    file = tmp_path / "case.toml"
    file.write_text(
        'accelerator = "h100_sxm"\nprecision = "fp8"\n[given]\ngpu_price = "2 USD/hour/GPU"\n'
        'throughput = "1000 token/s"\ngpus = "1 GPU"\n',
        encoding="utf-8",
    )
    asked = ("cost_per_token", "-f", str(file))
    looked_up = derive.accelerator("h100_sxm", precision="fp8", rental="1")
    offer = next(known.text for var, known in looked_up.items() if var.name == "gpu_price")
    found = json.loads(run("solve", *asked, "--rental", "1", "--json").stdout)
    assert "gpu_price" not in found["given"]
    assert found["looked_up"]["gpu_price"] == offer
    compared = json.loads(run("compare", *asked, "--with", "rental=1", "--json").stdout)
    assert [change["name"] for change in compared["changes"]] == ["gpu_price"]
    swept = run("sweep", *asked, "--over", "accelerator=h100_sxm", "--rental", "1", "--json")
    assert "gpu_price" not in json.loads(swept.stdout)["notes"].get("given", "")


def test_a_value_beside_the_option_that_looks_it_up_is_refused(run):
    priced = ("--rental", "1", "-g", "gpu_price=2 USD/hour/GPU")
    result = run("solve", "cost_per_token", "--accelerator", "h100_sxm", *priced)
    assert result.exit_code == 2
    assert "given twice" in result.stderr
    assert "--rental 1" in result.stderr


def test_a_value_on_the_command_line_replaces_the_option_of_the_file(run, tmp_path):
    file = tmp_path / "case.toml"
    file.write_text('accelerator = "h100_sxm"\nprecision = "fp8"\nrental = "1"\n', encoding="utf-8")
    given = ("-g", "gpu_price=2 USD/hour/GPU", "-g", "throughput=1000 token/s", "-g", "gpus=1 GPU")
    found = json.loads(run("solve", "cost_per_token", "-f", str(file), *given, "--json").stdout)
    assert found["given"]["gpu_price"] == "2 USD/hour/GPU"
    assert round(found["value"] * 3.6e6, 9) == 2


def test_a_case_is_read_from_standard_input(run):
    found = json.loads(run("solve", "-f", "-", "--json", input=CASE).stdout)
    assert found["value"] == pytest.approx(1.6)
    assert found["unit"] == "kB/token"
    assert shape_of(["solve", "drain_time", "-f", "-", "--json"]) is None  # not kept by its words
    refused = run("solve", "-f", "-", input="target: x")
    assert refused.exit_code == 2
    assert refused.stderr.startswith("derive: -: it is not TOML")
