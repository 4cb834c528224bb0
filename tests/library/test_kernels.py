"""One kernel on one GPU, and one message on a path of links."""

from __future__ import annotations

from typing import Any

import pytest

import derive
from derive.library.relations import kernels, paths
from derive.results.answer import Answer

ATTENTION, WRITTEN = {"kernel": "attention"}, {"kernel": "attention", "scores": "written"}
ELEMENTWISE = {"kernel": "elementwise"}
# An H100 in BF16, a matrix product, causal attention over a prompt, a message of 2.25 MB.
CHIP = {"peak_flops": "989.5 TFLOP/s/GPU", "hbm_bandwidth": "3.35 TB/s/GPU"}
BF16 = {"input_bytes_per_element": "2 byte", "output_bytes_per_element": "2 byte"}
PRODUCT = {
    **CHIP, **BF16, "matmul_rows": "512", "matmul_inner": "7168", "matmul_columns": "4096",
}  # fmt: skip
CAUSAL = {
    **CHIP, **BF16, "n_heads": "64", "d_head": "128", "n_kv_heads": "8", "kernel_queries": "8192",
    "kernel_keys": "8192", "kernel_attended_share": "0.5",
}  # fmt: skip
PATH = {"path_latency": "5 us", "path_bandwidth": "450 GB/s"}


def asked(target: str, given: dict[str, str], variants: dict[str, str] | None = None) -> Answer:
    """The answer, which must be solved with every line verified."""
    answer = derive.solve(target, given, variants=variants)
    assert answer.status == "solved", (target, answer.missing, answer.warnings)
    assert answer.derivation.verified
    return answer


def number(target: str, given: dict[str, str], variants: dict[str, str] | None = None) -> float:
    found = asked(target, given, variants).number
    assert found is not None
    return found


def without(given: dict[str, str], *names: str, **more: str) -> dict[str, str]:
    return {**{name: text for name, text in given.items() if name not in names}, **more}


# --- a matrix product ---


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("kernel_flops", 30.06e9),
        ("kernel_bytes", 70.25e6),
        ("kernel_intensity", 427.9),
        ("kernel_compute_time", 30.38e-6),
        ("kernel_memory_time", 20.97e-6),
        ("kernel_time", 30.38e-6),
    ],
)
def test_a_matrix_product_of_512_rows_computes_longer_than_it_reads(
    name: str, value: float
) -> None:
    """512 x 7,168 x 4,096: 30.06 GFLOP, 70.25 MB, 30.38 against 20.97 us."""
    assert number(name, PRODUCT) == pytest.approx(value, rel=2e-4)


@pytest.mark.parametrize(
    ("name", "value"), [("matmul_rows", 512), ("matmul_inner", 7168), ("matmul_columns", 4096)]
)
def test_each_size_comes_back_from_the_bytes(name: str, value: float) -> None:
    """70,254,592 bytes and the two other sizes."""
    known = without(PRODUCT, name, kernel_bytes="70254592 byte")
    assert number(name, known) == pytest.approx(value)


def test_the_rows_come_back_from_the_time() -> None:
    """Where arithmetic binds, 30.384 us are 512 rows; where reading binds, 60 us is too few."""
    time = number("kernel_time", PRODUCT)
    known = without(PRODUCT, "matmul_rows", kernel_time=f"{time!r} s")
    assert number("matmul_rows", known) == pytest.approx(512)


def test_tiles_that_read_again_and_slow_kernels_only_raise_the_time() -> None:
    """An ideal kernel is a lower bound; half the reuse reads nearly twice as much."""
    assert asked("kernel_time", PRODUCT).sense == "lower bound"
    again = {**PRODUCT, "tile_reuse": "0.5"}
    inputs, result = 2 * 7168 * (512 + 4096), 2 * 512 * 4096
    assert number("kernel_bytes", again) == pytest.approx(2 * inputs + result)
    slow = {**PRODUCT, "kernel_compute_efficiency": "0.75"}
    assert number("kernel_time", slow) == pytest.approx(30.384e-6 / 0.75, rel=1e-4)


def test_one_row_is_bound_by_reading() -> None:
    """A product with a vector reads the matrix for two operations a weight."""
    one = {**PRODUCT, "matmul_rows": "1"}
    assert number("kernel_intensity", one) == pytest.approx(1, rel=1e-3)
    assert number("kernel_time", one) == number("kernel_memory_time", one)


# --- attention ---


def test_causal_attention_in_one_kernel_is_bound_by_arithmetic() -> None:
    """64 heads of 128, 8 KV heads, 8,192 tokens: 1.111 ms of arithmetic, 0.09015 of bytes."""
    assert number("kernel_compute_time", CAUSAL, ATTENTION) == pytest.approx(1.111e-3, rel=2e-4)
    assert number("kernel_memory_time", CAUSAL, ATTENTION) == pytest.approx(0.09015e-3, rel=1e-4)
    assert number("kernel_time", CAUSAL, ATTENTION) == pytest.approx(1.111e-3, rel=2e-4)


def test_written_scores_outweigh_the_arithmetic() -> None:
    """Four passes of 64 matrices of 8,192 squared: 10.35 ms."""
    assert number("kernel_memory_time", CAUSAL, WRITTEN) == pytest.approx(10.35e-3, rel=5e-4)
    assert number("kernel_time", CAUSAL, WRITTEN) == pytest.approx(10.35e-3, rel=5e-4)
    assert number("score_passes", {}, WRITTEN) == 4
    assert number("score_passes", {}) == 0


def test_what_attention_takes_gives_back_its_sizes() -> None:
    """The queries from the arithmetic, the KV heads from the bytes, the passes from the bytes of
    written scores.
    """
    computing = number("kernel_compute_time", CAUSAL, ATTENTION)
    known = without(CAUSAL, "kernel_queries", kernel_compute_time=f"{computing!r} s")
    assert number("kernel_queries", known, ATTENTION) == pytest.approx(8192)
    fused = number("kernel_bytes", CAUSAL, ATTENTION)
    known = without(CAUSAL, "n_kv_heads", kernel_bytes=f"{fused!r} byte")
    assert number("n_kv_heads", known, ATTENTION) == pytest.approx(8)
    written = number("kernel_memory_time", CAUSAL, WRITTEN)
    known = without(CAUSAL, "n_heads", kernel_memory_time=f"{written!r} s")
    assert number("n_heads", known, WRITTEN) == pytest.approx(64)


def test_sequences_multiply_all_of_attention() -> None:
    """Sixteen sequences: sixteen times the operations and the bytes."""
    many = {**CAUSAL, "kernel_sequences": "16"}
    for name in ("kernel_flops", "kernel_bytes"):
        assert number(name, many, WRITTEN) == pytest.approx(16 * number(name, CAUSAL, WRITTEN))


def test_passes_of_ones_own_replace_the_usual_ones() -> None:
    """Scores that pass twice."""
    two = {**CAUSAL, "score_passes": "2"}
    assert number("kernel_bytes", two, ATTENTION) == pytest.approx(
        number("kernel_bytes", CAUSAL, ATTENTION) + 2 * 2 * 64 * 8192**2
    )


# --- elementwise ---


def test_an_elementwise_kernel_reads_and_writes() -> None:
    """67,108,864 elements of two bytes, in and out: 268 MB, 80.13 us; the passes back."""
    known = {
        **CHIP, "kernel_elements": "67108864", "elementwise_passes": "2",
        "input_bytes_per_element": "2 byte", "flops_per_element": "4 FLOP",
    }  # fmt: skip
    assert number("kernel_bytes", known, ELEMENTWISE) == 4 * 67108864
    assert number("kernel_time", known, ELEMENTWISE) == pytest.approx(80.13e-6, rel=1e-4)
    back = without(known, "elementwise_passes", kernel_time=f"{4 * 67108864 / 3.35e12!r} s")
    assert number("elementwise_passes", back, ELEMENTWISE) == pytest.approx(2)


# --- a path ---


def test_a_path_in_series_is_as_wide_as_its_narrowest_link() -> None:
    """450 and 50 GB/s: 50; latencies add; a narrower third link narrows it further."""
    two = {
        "first_link_bandwidth": "450 GB/s", "second_link_bandwidth": "50 GB/s",
        "first_link_latency": "1 us", "second_link_latency": "4 us",
    }  # fmt: skip
    assert number("path_bandwidth", two) == 50e9
    assert number("path_latency", two) == pytest.approx(5e-6)
    assert number("message_time", {**two, "message_bytes": "1 MB"}) == pytest.approx(25e-6)
    three = {**two, "third_link_bandwidth": "25 GB/s", "third_link_latency": "2 us"}
    assert number("path_bandwidth", three, {"path": "three_in_series"}) == 25e9
    assert number("path_latency", three, {"path": "three_in_series"}) == pytest.approx(7e-6)
    narrow = {"first_link_bandwidth": "450 GB/s", "path_bandwidth": "50 GB/s"}
    assert number("second_link_bandwidth", narrow) == pytest.approx(50e9)


def test_two_links_side_by_side_add_their_bandwidths() -> None:
    """Both parts of a message arrive together: the time is that of either part on its own link."""
    two = {
        "first_link_bandwidth": "50 GB/s", "second_link_bandwidth": "25 GB/s",
        "first_link_latency": "2 us", "second_link_latency": "5 us", "message_bytes": "3 MB",
    }  # fmt: skip
    parallel = {"path": "two_in_parallel"}
    assert number("path_bandwidth", two, parallel) == 75e9
    assert number("path_latency", two, parallel) == pytest.approx(3e-6)
    time = number("message_time", two, parallel)
    assert time == pytest.approx(43e-6)
    assert 50e9 * (time - 2e-6) + 25e9 * (time - 5e-6) == pytest.approx(3e6)


def test_a_message_needs_its_size_to_see_the_bandwidth() -> None:
    """5 us at 450 GB/s hold 2.250 MB: a message of that size sees half; the latency back."""
    assert number("half_bandwidth_message", PATH) == pytest.approx(2.25e6)
    message = {**PATH, "message_bytes": "2.25 MB"}
    assert number("message_bandwidth", message) == pytest.approx(225e9)
    assert number("message_time", message) == pytest.approx(10e-6)
    back = {"half_bandwidth_message": "2.25 MB", "path_bandwidth": "450 GB/s"}
    assert number("path_latency", back) == pytest.approx(5e-6)


def test_a_byte_to_a_neighbour_costs_two_thousand_operations() -> None:
    """989.5 TFLOP/s over 450 GB/s."""
    chip = {"peak_flops": "989.5 TFLOP/s/GPU"}
    assert number("link_balance", {**chip, "nvlink_bandwidth": "450 GB/s/GPU"}) == pytest.approx(
        2199, rel=1e-4
    )
    assert number("nvlink_bandwidth", {**chip, "link_balance": "2199 FLOP/byte"}) == pytest.approx(
        450e9, rel=1e-4
    )


@pytest.mark.parametrize(
    "theorem", [*kernels.THEOREMS, *paths.THEOREMS], ids=lambda theorem: theorem.name
)
def test_what_is_said_of_kernels_and_paths_is_proved(theorem: Any) -> None:
    """Every theorem of these subjects is proved."""
    assert derive.prove(theorem.name).derivation.verified
