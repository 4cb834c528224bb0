"""The catalogue: shipped figures have sources and units, faulty entries are refused, precision
alone sets rates.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

import derive
from derive.data_files import shipped
from derive.equations.var import normal
from derive.errors import DataError, GivenError, UnknownName
from derive.library import catalogue
from derive.library.catalogue import entries, entry, entry_kinds, source
from derive.library.catalogue.location import Location
from derive.library.catalogue.precision import FORMATS
from derive.library.catalogue.sources import read_source
from derive.library.entries import (
    accelerator,
    cross_checks,
    memory_tier,
    model,
    price,
    scaling_law,
    variant_of,
    variants_for,
)
from derive.library.entries.accelerators import KV_ASSUMED
from derive.library.nomenclature import vocabulary
from derive.library.nomenclature.budget import tdp
from derive.library.nomenclature.conversions import bytes_per_element, bytes_per_param
from derive.library.nomenclature.hardware import (
    domain_gpus,
    gpu_price,
    gpus,
    hbm_bandwidth,
    hbm_capacity,
    peak_flops,
)
from derive.library.nomenclature.model import d_head, kv_latent_dim, n_layers, total_params
from derive.library.nomenclature.networks import scale_out_bandwidth, scale_up_bandwidth
from derive.library.nomenclature.tiers import (
    tier_link_bandwidth,
    tier_purchase_price,
    tier_storage_price,
)
from derive.library.nomenclature.training import training_flops, training_tokens
from derive.results.known import Origin

ALL = [(kind, id) for kind in entry_kinds() for id in entries(kind)]


@pytest.fixture
def own(tmp_path: Path) -> Callable[[str], None]:
    """Adds a text as a data file of the user's; gone after the test."""

    def add(text: str) -> None:
        path = tmp_path / "my.toml"
        path.write_text(text, encoding="utf-8")
        catalogue.add_data(path)

    return add


# --- what is shipped ---


def test_every_shipped_value_has_a_unit_and_a_source_that_exists() -> None:
    """Each shipped entry reads without fault, and each of its figures cites a declared source."""
    for kind, id in ALL:
        for figure in entry(kind, id).figures:
            assert source(figure.source).id == figure.source, (kind, id)
            assert figure.written, (kind, id)


def test_what_is_recalled_is_never_called_verified() -> None:
    """A figure whose source was not opened says verified = false, and so does the value made from
    it.
    """
    assert not [
        (kind, id)
        for kind, id in ALL
        for figure in entry(kind, id).figures
        if source(figure.source).kind == "memory" and figure.verified
    ]


def test_no_document_is_listed_as_two_sources() -> None:
    """Every source once: an address belongs to one id."""
    tables = tomllib.loads(shipped("quantities/sources.toml").read_text(encoding="utf-8"))
    addresses = [
        table["address"]
        for table in tables.values()
        if not table["address"].startswith(("no ", "none"))
    ]
    assert len(addresses) == len(set(addresses))
    assert not any("file index entry" in table["address"] for table in tables.values())
    assert len(tables) == len({normal(id) for id in tables}), (
        "hyphens, underscores and case do not tell ids apart"
    )


@pytest.mark.parametrize("id", entries("accelerator"))
def test_an_accelerator_says_what_one_gpu_has_and_never_how_many_run(id: str) -> None:
    """Per-GPU facts and the size of the domain; the number of GPUs in use is the user's to say, and
    so is the price.
    """
    known = accelerator(id)
    assert gpus not in known and gpu_price not in known and peak_flops not in known
    assert set(known) <= {
        hbm_bandwidth,
        hbm_capacity,
        domain_gpus,
        scale_up_bandwidth,
        scale_out_bandwidth,
        tdp,
    }


@pytest.mark.parametrize("id", entries("model"))
def test_a_model_never_sets_a_precision(id: str) -> None:
    """Shape and counts only, each looked up in base units with its tolerance and the entry it comes
    from.
    """
    known = model(id)
    assert not set(known) & {
        bytes_per_param,
        bytes_per_element,
        peak_flops,
        training_tokens,
        training_flops,
    }
    for var, value in known.items():
        assert var in vocabulary and var.admits(value.value)
        assert value.tolerance == (0.0 if var.whole else 0.02)  # layers are counted
        assert (value.origin, value.entry) == (Origin.LOOKED_UP, f"model {id}")


@pytest.mark.parametrize("kind", ["accelerator", "model", "tier"])
def test_shipped_values_lie_in_the_range_of_their_variables(kind: str) -> None:
    """A figure under a variable's name is in that variable's dimension and range, at every
    precision.
    """
    for id in entries(kind):
        for figure in entry(kind, id).figures:
            name = figure.key.partition(".")[0]
            if name in vocabulary:
                assert figure.value is not None and vocabulary.find(name).admits(figure.value)
                assert figure.unit.dimension == vocabulary.find(name).unit.dimension


# --- looking up ---


@pytest.mark.parametrize("spelling", ["h100_sxm", "H100-SXM", "h100 sxm", " H100_Sxm "])
def test_ids_are_case_blind_and_take_hyphens_and_spaces(spelling: str) -> None:
    """All spellings of an id are the same entry."""
    assert accelerator(spelling).id == "h100_sxm"
    assert accelerator(spelling)[hbm_bandwidth].value == 3.35e12


@pytest.mark.parametrize(
    ("ask", "candidate"),
    [
        (lambda: accelerator("h100_smx"), "h100_sxm"),
        (lambda: accelerator("a100"), "a100_80gb_sxm"),
        (lambda: model("deepseek"), "deepseek_v3"),
        (lambda: memory_tier("hbm3"), "hbm3_h100"),
        (lambda: price("gemini_2_5_prp"), "gemini_2_5_pro"),
        (lambda: source("roofline"), "roofline_tour"),
        (lambda: entries("acelerators"), "accelerator"),
        (lambda: accelerator("h100_sxm", precision="pf8"), "fp8"),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest_ones(
    ask: Callable[[], object], candidate: str
) -> None:
    """Did you mean: also when only the beginning of an id was typed."""
    with pytest.raises(UnknownName) as caught:
        ask()
    assert candidate in caught.value.candidates


def test_citations_take_hyphens_and_underscores_alike() -> None:
    """A relation's "roofline-tour" and a file's roofline_tour are one source."""
    assert source("roofline-tour") == source("Roofline_Tour")


# --- precision ---


def test_h100_at_fp8_has_its_dense_rate_and_one_byte_per_parameter() -> None:
    """1,979 TFLOP/s per GPU, dense; one byte a parameter; the KV cache stays bf16 and that is
    said.
    """
    known = accelerator("h100_sxm", precision="fp8")
    assert known[peak_flops].value == pytest.approx(1979e12)
    assert known[bytes_per_param].value == 1.0
    assert known[bytes_per_element].value == 2.0
    assert (
        known[bytes_per_element].note
        == KV_ASSUMED
        == "KV cache assumed bf16: its precision is not given"
    )
    assert KV_ASSUMED in known.notes
    assert gpus not in known


def test_gb200_at_fp4_has_half_a_byte_per_parameter() -> None:
    """10 PFLOP/s dense, 8 TB/s, 72 GPUs in the domain."""
    known = accelerator("gb200_nvl72", precision="fp4", kv_precision="fp8")
    assert known[peak_flops].value == pytest.approx(10e15)
    assert (known[bytes_per_param].value, known[bytes_per_element].value) == (0.5, 1.0)
    assert (known[hbm_bandwidth].value, known[domain_gpus].value) == (8e12, 72.0)
    assert not known.notes


@pytest.mark.parametrize("precision", list(FORMATS))
def test_bytes_follow_from_the_bits_of_the_format(precision: str) -> None:
    """Stored bytes never depend on the chip, and they cite the number format."""
    known = accelerator("h100_sxm", precision=precision, compute_precision="bf16")
    assert known[bytes_per_param].value == FORMATS[precision].bits / 8
    assert known[bytes_per_param].source == "precision" == source("precision").id


def test_integer_operations_count_as_flops() -> None:
    """INT8 rates are in OP, and an OP is a FLOP here."""
    assert accelerator("h100_sxm", precision="int8")[peak_flops].value == pytest.approx(1979e12)


def test_weights_in_fp4_with_bf16_arithmetic_is_its_own_case() -> None:
    """The storage sets the bytes, the compute precision sets the rate."""
    known = accelerator("gb200_nvl72", precision="fp4", compute_precision="bf16")
    assert (known[bytes_per_param].value, known[peak_flops].value) == (0.5, pytest.approx(2.5e15))


def test_a_chip_without_the_precision_refuses_and_says_what_it_has() -> None:
    """The A100 does not compute in fp8: its own rates are named, and how to store fp8 all the
    same.
    """
    with pytest.raises(GivenError) as caught:
        accelerator("a100_80gb_sxm", precision="fp8")
    assert "does not compute in fp8" in str(caught.value)
    assert "bf16 (312 TFLOP/s/GPU)" in str(caught.value)
    assert 'compute_precision="bf16"' in str(caught.value)
    assert (
        accelerator("a100_80gb_sxm", precision="fp8", compute_precision="bf16")[
            bytes_per_param
        ].value
        == 1.0
    )


def test_sparse_rates_are_taken_only_when_asked_for() -> None:
    """The 2:4 figure doubles the H100's rate, says so, and is refused where there is none."""
    known = accelerator("h100_sxm", precision="fp8", sparse=True)[peak_flops]
    assert known.value == pytest.approx(3958e12) and "sparsity" in known.note
    with pytest.raises(GivenError, match="no sparse figure"):
        accelerator("tpu_v4", precision="bf16", sparse=True)
    with pytest.raises(GivenError, match="needs a precision"):
        accelerator("h100_sxm", sparse=True)
    with pytest.raises(GivenError, match="only a sparse figure"):
        accelerator("cerebras_wse3", precision="fp16")


# --- models ---


def test_deepseek_v3_chooses_the_latent_kv_layout() -> None:
    """61 layers, 512 elements of latent; the choice survives spreading because each value names its
    entry.
    """
    known = {**accelerator("h800_sxm", precision="fp8"), **model("DeepSeek-V3")}
    assert known[n_layers].value == 61 and known[kv_latent_dim].value == 512 and d_head not in known
    assert known[total_params].value == 671e9
    assert (
        model("deepseek_v3").variants
        == variants_for(known[n_layers].entry)
        == {
            "KV layout": "latent",
            "attention weights": "latent",
            "weight read": "experts_touched",
        }
    )
    assert variants_for(known[hbm_capacity].entry) == {}


@pytest.mark.parametrize(
    ("id", "layout"),
    [
        ("llama31_70b", "heads"),
        ("gpt3_175b", "heads"),
        ("palm_540b", "heads"),
        ("kimi_k2", "latent"),
        ("gemma3_27b", "windowed"),
        ("minimax_text_01", "hybrid"),
    ],
)
def test_the_kv_layout_follows_from_the_attention_and_its_windows(id: str, layout: str) -> None:
    """Heads, one latent, or layers that reach differently far."""
    assert variant_of(id)["KV layout"] == layout


def test_training_facts_come_only_when_asked_for() -> None:
    """Tokens and compute of training would be a second route to each other, so they are not given
    unasked.
    """
    assert training_tokens not in model("deepseek_v3")
    known = model("deepseek_v3", training=True)
    assert known[training_tokens].value == 14.8e12 and known[training_flops].value == 3.41e24


def test_a_published_figure_that_follows_from_the_shape_is_a_cross_check() -> None:
    """Chinchilla: published 70e9, from the shape 64.7e9."""
    (text,) = cross_checks("chinchilla_70b")
    assert "70e9" in text and "64.7e9" in text


# --- rental, tiers, prices ---


def test_a_rental_offer_is_chosen_by_its_words_or_its_number() -> None:
    """gpu_price comes with what, date and source of the offer."""
    by_words, by_number = (
        accelerator("h100_sxm", rental="3-year")[gpu_price],
        accelerator("h100_sxm", rental=3)[gpu_price],
    )
    assert by_words == by_number
    assert by_words.written == "1.3 USD/hour/GPU" and by_words.number == pytest.approx(1.3)
    assert "2025-08" in by_words.note and "infx_cost" in by_words.note


@pytest.mark.parametrize(
    ("id", "chosen"),
    [
        ("h100_sxm", "on demand"),
        ("h100_sxm", "weekly"),
        ("h100_sxm", 99),
        ("h100_sxm", True),
        ("h100_sxm", ""),
    ],
)
def test_an_ambiguous_or_missing_rental_offer_lists_them_all(id: str, chosen: str | int) -> None:
    """Nothing is picked silently from a list of prices."""
    with pytest.raises(GivenError) as caught:
        accelerator(id, rental=chosen)
    assert "3-year rental" in str(caught.value) and "SemiAnalysis" in str(caught.value)


def test_a_rental_range_is_not_made_into_one_price() -> None:
    """1.10 to 1.50 is a range; the user gives it as one, or names a price within."""
    with pytest.raises(GivenError, match="is a range") as refused:
        accelerator("a100_80gb_sxm", rental="specialty")
    written = str(refused.value).split('gpu_price="')[1].partition('"')[0]
    low, high = derive.solve("gpu_price", {"gpu_price": written}).interval or (0, 0)
    assert (low * 3600, high * 3600) == (pytest.approx(1.1), pytest.approx(1.5))


def test_a_tier_gives_what_one_unit_of_it_holds_and_reads() -> None:
    """HBM gives capacity and bandwidth per GPU; any other tier those of its unit, and of the path
    to a GPU where it is narrower.
    """
    known = memory_tier("hbm3e_gb200")
    assert (known[hbm_capacity].value, known[hbm_bandwidth].value) == (186e9, 8e12)
    flash = memory_tier("nvme_qlc")
    assert {var.name: value.value for var, value in flash.items()} == {
        "tier_capacity": 61.44e12,
        "tier_bandwidth": 7.2e9,
    }
    assert memory_tier("ddr5_host_8gpu")[tier_link_bandwidth].value == 63e9


def test_a_tiers_price_is_taken_only_when_asked_for() -> None:
    """To buy or to rent, per byte; a range is not made into one price, and a missing one is
    said.
    """
    assert memory_tier("nvme_qlc", price=True)[tier_purchase_price].value == pytest.approx(0.079e-9)
    assert memory_tier("object_store", price=True)[tier_storage_price].value == pytest.approx(
        0.023e-9 / (365.25 / 12 * 86400)
    )
    with pytest.raises(GivenError, match=r"a range, 0\.10 USD/GB to 0\.13"):
        memory_tier("nvme_tlc_gen5", price=True)
    with pytest.raises(GivenError, match="no price"):
        memory_tier("cxl_module", price=True)


def test_a_tier_without_capacity_and_bandwidth_says_what_is_known_of_it() -> None:
    """An existence proof is data, but no given."""
    with pytest.raises(GivenError, match=r"hit_share 56\.3"):
        memory_tier("disk_kv_cache_production")


# --- the user's own data ---

OWN = """
[sources.my_notes]
title = "My notes"
address = "none"
date = "2026-11"
kind = "notes"

[accelerator.My-Chip]
name = "My chip"
hbm_capacity = { value = "100 GB/GPU", source = "my-notes" }
hbm_bandwidth = { value = "4 TB/s/GPU", source = "my_notes", verified = false, note = "a guess" }
peak_flops.fp8 = { value = "1 PFLOP/s/GPU", source = "my_notes" }

[accelerator.h100_sxm]
hbm_bandwidth = { value = "3 TB/s/GPU", source = "aic_h100" }
"""


def test_own_data_lies_over_the_shipped(own: Callable[[str], None]) -> None:
    """New entries join, an entry of a shipped id replaces it whole, shipped sources may be
    cited.
    """
    own(OWN)
    known = accelerator("my chip", precision="fp8")
    assert known[peak_flops].value == 1e15 and known[hbm_bandwidth].source == "my_notes"
    assert not known[hbm_bandwidth].verified and known[hbm_bandwidth].note == "a guess"
    assert accelerator("h100_sxm")[hbm_bandwidth].value == 3e12 and hbm_capacity not in accelerator(
        "h100_sxm"
    )
    assert entries("accelerator")[-1] == "my_chip"


def test_own_data_is_found_through_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """DERIVE_DATA names a file; when it is missing, the message says where the name came from."""
    path = tmp_path / "mine.toml"
    path.write_text(OWN, encoding="utf-8")
    monkeypatch.setenv("DERIVE_DATA", str(path))
    assert accelerator("my_chip")[hbm_capacity].value == 100e9
    monkeypatch.setenv("DERIVE_DATA", str(tmp_path / "none.toml"))
    with pytest.raises(DataError, match="named by DERIVE_DATA"):
        accelerator("my_chip")
    monkeypatch.delenv("DERIVE_DATA")
    assert "my_chip" not in entries("accelerator")


@pytest.mark.parametrize(
    ("text", "key", "says"),
    [
        (
            '[accelerator.x]\nhbm_bandwidth = { value = 3, source = "aic_h100" }',
            "accelerator.x.hbm_bandwidth",
            "has no unit",
        ),
        (
            '[accelerator.x]\nhbm_bandwidth = "3 TB/s/GPU"',
            "accelerator.x.hbm_bandwidth",
            'Write hbm_bandwidth = { value = "3 TB/s/GPU", source = "..." }',
        ),
        (
            '[accelerator.x]\nhbm_bandwidth = { value = "3 TB/s/GPU" }',
            "accelerator.x.hbm_bandwidth",
            "it has no source",
        ),
        (
            '[accelerator.x]\nhbm_bandwidth = { value = "3 TB/s/GPU", source = "aic_h10" }',
            "accelerator.x.hbm_bandwidth",
            "Did you mean aic_h100",
        ),
        (
            '[accelerator.x]\nhbm_bandwidth = { value = "3 TB/s", source = "aic_h100" }',
            "accelerator.x.hbm_bandwidth",
            'Write "3 TB/s/GPU"',
        ),
        (
            '[accelerator.x]\nhbm_bandwidth = { value = "3 XB/s", source = "aic_h100" }',
            "accelerator.x.hbm_bandwidth",
            "cannot be read",
        ),
        (
            '[accelerator.x]\nhbm_bandwidth = { value = "-3 TB/s/GPU", source = "aic_h100" }',
            "accelerator.x.hbm_bandwidth",
            "outside the range",
        ),
        (
            '[accelerator.x]\nhbm_bandwith = { value = "3 TB/s/GPU", source = "aic_h100" }',
            "accelerator.x.hbm_bandwith",
            "Did you mean hbm_bandwidth",
        ),
        (
            '[accelerator.x]\ngpus = { value = "8 GPU", source = "aic_h100" }',
            "accelerator.x.gpus",
            "there is no key of an accelerator",
        ),
        (
            '[accelerator.x]\ntdp = { value = "3 W/GPU", sorce = "aic_h100" }',
            "accelerator.x.tdp",
            "Did you mean source",
        ),
        (
            '[accelerator.x]\npeak_flops.fp9 = { value = "3 TFLOP/s/GPU", source = "aic_h100" }',
            "accelerator.x.peak_flops.fp9",
            "Did you mean fp8",
        ),
        (
            '[accelerator.x]\npeak_flops.fp8 = { value = "3 TFLOP/s", source = "aic_h100" }',
            "accelerator.x.peak_flops.fp8",
            'Write "3 TFLOP/s/GPU"',
        ),
        (
            '[accelerator.x]\nrental = [{ value = "3 USD/hour/GPU", source = "aic_h100" }]',
            "accelerator.x.rental.0",
            "its what is missing",
        ),
        ("[accelerator.x]\n[accelerator.X]", "accelerator.X", "twice"),
        (
            '[model.x]\nn_layers = { value = 61.5, source = "arith" }',
            "model.x.n_layers",
            "not whole",
        ),
        (
            '[model.x]\nn_layers = { low = 60, high = 61, source = "arith" }',
            "model.x.n_layers",
            "takes one value",
        ),
        (
            (
                '[model.x]\nlayers = { value = 3, source = "arith" }\nn_layers = { value = 3,'
                ' source = "arith" }'
            ),
            "model.x.n_layers",
            "two names",
        ),
        (
            '[model.x]\nattention = { value = "XXL", source = "arith" }',
            "model.x.attention",
            "MHA, GQA",
        ),
        (
            '[price.x]\ntiers = [{ tier = "all", input = "3 USD", source = "slp" }]',
            "price.x.tiers.0.input",
            "not in USD/token",
        ),
        (
            '[sources.me]\ntitle = "t"\naddress = "a"\ndate = "2026"',
            "sources.me",
            "its kind is missing",
        ),
        (
            '[sources.me]\ntitle = "t"\naddress = "a"\nkind = "k"\ndate = "yesterday"',
            "sources.me",
            "names no year",
        ),
        (
            '[sources.me]\ntitle = "t"\naddress = "a"\nkind = "k"\ndate = 2026-11-01',
            "sources.me",
            "its date is not text",
        ),
        (
            '[tier.x]\nprice = { value = "-2 USD/GB", source = "memory" }',
            "tier.x.price",
            "not above zero",
        ),
        (
            '[sources.memory]\ntitle = "t"\naddress = "a"\ndate = "2026"\nkind = "k"',
            "sources.memory",
            "taken by another source",
        ),
        ('[acelerator.x]\nname = "x"', "acelerator", "Did you mean accelerator"),
        ("accelerator = 3", "accelerator", "not a table"),
        ("x = [", "", "it is not TOML"),
        ("x = " + "[" * 5000, "", "nested too deeply"),
        ("x = " + "9" * 5000, "", "thousands of digits"),
        ("", "", "it is empty"),
    ],
)
def test_a_faulty_entry_is_refused_with_its_file_its_key_and_the_fix(
    own: Callable[[str], None], text: str, key: str, says: str
) -> None:
    """No value without unit and source, no misspelt key in silence; and nothing of a refused file
    stays.
    """
    with pytest.raises(DataError) as caught:
        own(text)
    assert caught.value.file.endswith("my.toml") and caught.value.key == key
    assert says in str(caught.value)
    assert "x" not in entries("accelerator")


def test_a_source_that_is_missing_is_added_where_its_file_keeps_sources() -> None:
    """A user's file beside its entries, the shipped ones in the file of sources alone."""
    own = Location("my.toml", "model.x", {}).at("n_layers")
    shipped = Location("quantities/models.toml", "model.x", {}).at("n_layers")
    for place, table in (
        (own, "a table [sources.x] with"),
        (shipped, "a table [x] to quantities/sources.toml with"),
    ):
        with pytest.raises(DataError, match=re.escape(f"unknown source “x”. Add {table}")):
            place.source("x")
    with pytest.raises(DataError) as caught:
        read_source("x", 3, "quantities/sources.toml")
    assert caught.value.key == "x" and "Write [x] with" in str(caught.value)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    """Missing, a folder, binary: one sentence each."""
    binary = tmp_path / "x.toml"
    binary.write_bytes(b"\xff\xfe\x00\x01")
    for path, says in (
        (binary, "not text"),
        (tmp_path, "cannot be read"),
        (tmp_path / "none.toml", "cannot be read"),
    ):
        with pytest.raises(DataError, match=says):
            catalogue.add_data(path)


def test_what_an_entry_assumes_is_told_by_answers_that_rest_on_it() -> None:
    """The format of a KV cache beside weights in eight bits, and constants rounded in print."""
    cache = {**model("llama31_8b"), **accelerator("h100_sxm", precision="fp8")}
    (told,) = derive.solve("kv_bytes_per_token", cache).warnings
    assert "bf16" in told and "fp8 is the precision of the weights" in told
    assert not derive.solve("machine_balance", accelerator("h100_sxm", precision="fp8")).warnings
    plain = {**model("llama31_8b"), **accelerator("h100_sxm", precision="bf16")}
    assert not derive.solve("kv_bytes_per_token", plain).warnings
    budget = {"training_flops": "1e24 FLOP"}
    printed = {**scaling_law("chinchilla_approach3_published"), **budget}
    assert "rounded as printed" in derive.solve("optimal_params", printed).warnings[0]
    again = {**scaling_law("chinchilla_epoch_replication"), **budget}
    assert not derive.solve("optimal_params", again).warnings


def test_a_published_figure_that_the_shape_gives_is_not_told_twice() -> None:
    assert not cross_checks("qwen25_72b") and len(cross_checks("deepseek_v3")) == 2
