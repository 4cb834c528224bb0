"""The options that take values from the catalogue are stated once and known everywhere."""

from __future__ import annotations

import inspect
import json
from importlib import import_module

import pytest

import derive
from derive.cases.case import read_case
from derive.claims.claim import read_claims
from derive.cli.main import main
from derive.cli.sweep_axes import read_over
from derive.errors import DataError, GivenError, UnknownName
from derive.library.catalogue.kinds import entry_kinds
from derive.library.catalogue.lookups import Lookup, axes, axis_lookups, lookups
from derive.library.entries.models import variant_of
from derive.library.questions import ask
from derive.library.system import library_system

ROWS = lookups().values()
SHELF = """
LOOKUPS["shelf"] = Lookup(
    "shelf",
    "Take capacity and bandwidth from this memory tier.",
    metavar="ID",
    kind="tier",
    read="derive.library.entries.tiers.memory_tier",
    axis=True,
    say="a shelf",
)
"""


def _reader(row: Lookup):
    module, _, name = row.read.rpartition(".")
    return getattr(import_module(module), name)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_lookup_names_what_there_is(row) -> None:
    """The kind it takes entries of, the lookup it needs, the argument it sets, its variables."""
    if row.kind:
        assert row.kind in entry_kinds() and callable(_reader(row)) and not row.needs
    else:
        entry = lookups()[row.needs]
        assert entry.noun
        assert (row.read or row.name) in inspect.signature(_reader(entry)).parameters
    for member in row.members:
        assert library_system().find(member).name == member


def test_an_option_among_the_givens_of_python_is_told_how_to_be_looked_up() -> None:
    given = {"accelerator": "h100", "kv_precision": "fp8", "gpus": "8 GPU"}
    told = r'derive.accelerator\("h100", kv_precision="fp8"\), ...}'
    with pytest.raises(GivenError, match=told):
        derive.solve("step_time", given)
    with pytest.raises(GivenError, match=told):
        derive.scenario(given)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_lookup_is_an_option_of_every_question(row) -> None:
    """With its help, and as a flag where it takes no value."""
    for command in ("solve", "missing", "compare", "sweep", "sensitivity", "optimise", "scenario"):
        options = {option.name: option for option in main.get_command(None, command).params}
        assert row.option in options[row.name].opts
        assert options[row.name].help == row.full_help
        assert options[row.name].is_flag == (not row.metavar)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_lookup_is_a_key_of_a_case(row, tmp_path) -> None:
    """Text, or true and false for a flag."""
    case = tmp_path / "case.toml"
    case.write_text(f"{row.name} = {json.dumps('any' if row.metavar else True)}", encoding="utf-8")
    assert read_case(str(case)).chosen == {row.name: "any" if row.metavar else True}
    case.write_text(f"{row.name} = [1]", encoding="utf-8")
    with pytest.raises(DataError, match=row.name):
        read_case(str(case))


def test_lookups_are_keys_of_report_questions_and_of_claims() -> None:
    """The keys that messages offer contain them; claims take those that may be swept over."""
    with pytest.raises(DataError) as error:
        ask("mine", "first", {"target": "step_time", "acelerator": "h100_sxm"})
    assert set(lookups()) <= set(error.value.fix.removeprefix("There are: ")[:-1].split(", "))
    with pytest.raises(DataError) as error:
        read_claims({"claim": {"x": {"zzz": 1}}}, "claims.toml")
    assert set(axis_lookups()) <= set(error.value.fix.removeprefix("There are: ")[:-1].split(", "))


def test_an_axis_takes_ids_as_they_are() -> None:
    """No unit is looked for in them."""
    for name in axes():
        assert read_over([f"{name}=one, two"]) == {name: ["one", "two"]}
        assert read_over([f"{name}=all"]) == {name: "all"}


@pytest.mark.slow
def test_a_new_lookup_is_known_to_every_command(checkout) -> None:
    """A row is all it takes: option, case key, axis and `compare --with`."""
    checkout.add("derive/library/entries/lookups.py", SHELF)
    asked, case = ("solve", "drain_time", "--json"), ("-f", "case.toml")
    (checkout.root / "case.toml").write_text('shelf = "hbm3_h100"', encoding="utf-8")
    option, key, axis, compared = checkout.run_each(
        (*asked, "--shelf", "hbm3_h100"),
        (*asked, *case),
        ("sweep", "drain_time", "--over", "shelf=all", "--json"),
        ("compare", "drain_time", *case, "--with", "shelf=hbm3e_gb200", "--json"),
    )
    by_option = json.loads(option.stdout)
    assert by_option["status"] == "solved"
    assert json.loads(key.stdout) == by_option
    assert "hbm3_h100" in {row["shelf"] for row in json.loads(axis.stdout)["rows"]}
    assert compared.returncode == 0, compared.stderr


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("Llama-3.1-70B", "llama31_70b"),
        ("meta-llama/Llama-3.1-70B", "llama31_70b"),
        ("meta-llama/Meta-Llama-3.1-70B-Instruct", "llama31_70b"),
        ("LLAMA 3.1 70b", "llama31_70b"),
        ("deepseek-ai/DeepSeek-R1", "deepseek_r1"),
        ("mistralai/Mixtral-8x7B-v0.1", "mixtral_8x7b"),
        ("deepseek-ai/DeepSeek-V3", "deepseek_v3"),
        ("deepseek-ai/DeepSeek-V3-0324", "deepseek_v3"),
        ("Qwen/Qwen3-235B-A22B-Instruct-2507", "qwen3_235b_a22b"),
    ],
)
def test_a_model_is_found_by_the_names_that_people_type(name: str, id: str) -> None:
    """The owner of a repository, case and punctuation make no difference, and the variants of the
    entry are those of its id.
    """
    found = derive.model(name)
    assert found.id == id
    assert found.variants == derive.model(id).variants == variant_of(name)


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("H100", "h100_sxm"), ("GB200", "gb200_nvl72"), ("NVIDIA H100", "h100_sxm"),
        ("H100 SXM5", "h100_sxm"), ("AMD MI300X", "mi300x"), ("Google TPU v5e", "tpu_v5e"),
    ],
)  # fmt: skip
def test_a_chip_is_found_by_the_name_that_people_type(name: str, id: str) -> None:
    assert derive.accelerator(name).id == id


def test_a_name_of_two_chips_is_refused_with_both() -> None:
    with pytest.raises(UnknownName, match="fits 2") as refused:
        derive.accelerator("A100")
    assert refused.value.candidates == ("a100_40gb_sxm", "a100_80gb_sxm")


@pytest.mark.parametrize(
    ("chip", "gigabytes"),
    [("h100_sxm", 85.5), ("h200_sxm", 150.8), ("b200_sxm", 192.3), ("gb200_nvl72", 198.7)],
)
def test_capacities_are_the_bytes_that_the_driver_reports(chip: str, gigabytes: float) -> None:
    """Not the 80, 141, 180 and 186 of their labels; a B300 has one and a half times a B200."""
    found = derive.solve("hbm_capacity", derive.accelerator(chip))
    assert found.number == pytest.approx(gigabytes * 1e9)
    larger = derive.solve("hbm_capacity", derive.accelerator("b300_sxm")).number or 0.0
    assert larger / 192.3e9 == pytest.approx(1.50, abs=5e-3)


def test_a_precision_without_a_chip_states_the_bytes(runner) -> None:
    """Weights in it beside a KV cache in 16 bits, or in its own; a stated value holds."""
    case = ("memory_needed", "--model", "llama31_70b", "-g", "batch_size=1 sequence", "--json")
    context = ("-g", "context_length=8192 token/sequence")
    weights = derive.solve("total_params", derive.model("llama31_70b")).number
    cached = 327_680 * 8192.0

    def needed(*words: str) -> float:
        return json.loads(runner.invoke(main, ["solve", *case, *context, *words]).stdout)["value"]

    assert needed("--precision", "fp8") == pytest.approx(weights + cached)
    assert needed("--precision", "fp8", "--kv-precision", "fp8") == pytest.approx(
        weights + cached / 2
    )
    stated = ("-g", "bytes_per_param=2 byte/param")
    assert needed("--precision", "fp8", *stated) == pytest.approx(2 * weights + cached)


def test_a_precision_alone_may_be_swept_over() -> None:
    """Of a model, without a chip."""
    over = {"precision": ["bf16", "fp8", "fp4"]}
    found = derive.sweep("weight_bytes", {"model": "llama31_70b"}, over, frame="numpy")
    sizes = found["weight_bytes"]
    assert sizes / sizes[2] == pytest.approx([4, 2, 1])
