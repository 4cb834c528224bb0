"""Formats of weights: what scales add, and checkpoints whose parts have formats of their own."""

from __future__ import annotations

import pytest

import derive

R1 = derive.model("deepseek_r1", shape=True)
PARTS = {"weight formats": "by_part"}
NVFP4 = {"routed_bytes_per_param": "0.5625 byte/param", "rest_bytes_per_param": "2 byte/param"}


@pytest.mark.parametrize(
    ("precision", "element", "scale", "group", "number"),
    [
        ("mxfp4", 4, 8, 32, 0.53125),
        ("nvfp4", 4, 8, 16, 0.5625),
        ("int4_g128", 4, 16, 128, 0.515625),
        ("int4_g32", 4, 16, 32, 0.5625),
        ("mxfp8", 8, 8, 32, 1.03125),
    ],
)
def test_a_scaled_format_takes_its_share_of_the_scale(
    precision: str, element: int, scale: int, group: int, number: float
) -> None:
    """By the relation and as a precision of a chip; the group comes back from the bytes."""
    parts = {
        "weight_element_size": f"{element} bit",
        "weight_scale_size": f"{scale} bit",
        "weight_group_size": str(group),
    }
    found = derive.solve("bytes_per_param", parts)
    assert found.number == pytest.approx(number, rel=1e-12)
    chip = derive.accelerator("h100_sxm", precision)
    assert derive.solve("bytes_per_param", chip).number == pytest.approx(number, rel=1e-12)
    back = {**parts, "bytes_per_param": f"{number} byte/param"}
    del back["weight_group_size"]
    assert derive.solve("weight_group_size", back).number == pytest.approx(group)


@pytest.mark.parametrize(
    ("chip", "precision", "rate"),
    [
        ("b200_sxm", "nvfp4", "dense fp4, while the weights are in nvfp4"),
        ("h100_sxm", "mxfp4", "dense bf16, while the weights are in mxfp4"),
        ("b200_sxm", "int4_g128", "dense bf16, while the weights are in int4_g128"),
        ("h200_sxm", "fp8", "dense fp8"),
    ],
)
def test_a_format_without_a_unit_is_computed_in_16_bits(
    chip: str, precision: str, rate: str
) -> None:
    """The chip's own unit where there is one; where weights and rate differ, it is said."""
    from derive.library.nomenclature.hardware import peak_flops

    assert derive.accelerator(chip, precision)[peak_flops].note == rate


def test_experts_in_four_bits_leave_the_rest_in_sixteen() -> None:
    """R1 with its experts in NVFP4: 402.1 GB (about 400 published), not the 335.5 of 4 bits
    throughout.
    """
    found = derive.solve("weight_bytes", {**R1, **NVFP4}, variants=PARTS)
    assert found.number == pytest.approx(402.1e9, rel=1.3e-4)
    flat = derive.solve("weight_bytes", {**R1, "bytes_per_param": "0.5 byte/param"})
    assert flat.number == pytest.approx(335.5e9, rel=1.5e-4)


def test_the_format_of_the_experts_comes_back_from_the_bytes() -> None:
    """Backwards: the bytes of a weight of the experts, and what the rest takes."""
    stored = derive.solve("weight_bytes", {**R1, **NVFP4}, variants=PARTS).number
    asked = {**R1, "weight_bytes": f"{stored!r} byte"}
    rest = {**asked, "routed_bytes_per_param": NVFP4["routed_bytes_per_param"]}
    assert derive.solve("rest_bytes_per_param", rest, variants=PARTS).number == pytest.approx(2)
    ratio = {**asked, "rest_bytes_per_param": NVFP4["rest_bytes_per_param"]}
    found = derive.solve("routed_bytes_ratio", ratio, variants=PARTS)
    assert found.number == pytest.approx(0.5625 / 2)


def test_the_mean_format_serves_all_that_reads_weights() -> None:
    """With feed-forward blocks in NVFP4 and the rest in BF16, a weight of R1 takes 0.5958 byte on
    average, and one outside the experts 1.677.
    """
    given = {**R1, **NVFP4, "common_bytes_per_param": "0.5625 byte/param"}
    whole = derive.solve("bytes_per_param", given, variants=PARTS)
    outside = derive.solve("dense_bytes_per_param", given, variants=PARTS)
    stored = derive.solve("weight_bytes", given, variants=PARTS)
    total = derive.solve("total_params", R1)
    assert whole.number == pytest.approx(stored.number / total.number)
    assert outside.number == pytest.approx(1.677, rel=5e-4)
