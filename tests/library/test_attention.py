"""The arithmetic of attention: how much it is, where it outweighs the weights, how much of it a
byte carries.
"""

from __future__ import annotations

import pytest

from derive.library import model, prove, solve
from derive.library.relations import attention, context_points

LATENT, WITH = {"KV layout": "latent"}, {"compute": "with_attention"}
RACK = {"gpus": "72 GPU", "hbm_bandwidth": "8 TB/s/GPU", "peak_flops": "5 PFLOP/s/GPU"}
FRONTIER = {
    "active_params": "100e9 param",
    "total_params": "800e9 param",
    "bytes_per_param": "1 byte/param",
}
ORDINARY = {"n_layers": "60", "n_heads": "64", "d_head": "128"}
DEEPSEEK = {"n_layers": "61", "n_heads": "128", "kv_latent_dim": "512", "rope_dim": "64"}


@pytest.mark.parametrize(
    ("layers", "heads", "params", "expected"),
    [
        (60, 64, 100e9, 101_725),
        (80, 64, 100e9, 76_294),
        (32, 32, 100e9, 381_470),
        (10, 64, 100e9, 610_352),
        (126, 128, 405e9, 98_090),
    ],
)
def test_attention_outweighs_the_weights_from_its_parity_context_on(
    layers: int, heads: int, params: float, expected: float
) -> None:
    """Far below the million of the lecture for ordinary shapes; and the layers back from the
    context.
    """
    known = {"n_heads": str(heads), "d_head": "128", "active_params": f"{params!r} param"}
    answer = solve("parity_context", {**known, "n_layers": str(layers)})
    assert answer.number == pytest.approx(expected, rel=1e-4)
    back = solve("n_layers", {**known, "parity_context": f"{answer.number!r} token/sequence"})
    assert back.number == pytest.approx(layers)


def test_at_200_thousand_tokens_attention_is_twice_the_weights() -> None:
    """1.97 times for 60 layers of 64 heads of 128 and 100e9 parameters: not small."""
    known = {**ORDINARY, "active_params": "100e9 param", "context_length": "200e3 token/sequence"}
    assert solve("attention_over_weights", known).number == pytest.approx(1.966, abs=1e-3)


def test_with_a_latent_parity_comes_at_a_few_thousand_tokens() -> None:
    """DeepSeek-V3, absorbed: 4.4 thousand tokens."""
    assert solve(
        "parity_context", {**DEEPSEEK, "active_params": "37e9 param"}, variants=LATENT
    ).number == pytest.approx(4355, abs=1)


@pytest.mark.parametrize(
    ("given", "variants", "expected"),
    [
        ({"n_heads": "64", "n_kv_heads": "8", "bytes_per_element": "2 byte"}, None, 8),
        ({"n_heads": "64", "n_kv_heads": "1", "bytes_per_element": "1 byte"}, None, 128),
        ({**DEEPSEEK, "bytes_per_element": "2 byte"}, LATENT, 241.8),
        ({**ORDINARY, "kv_bytes_per_token": "2048 byte/token"}, None, 960),
    ],
    ids=["grouped", "one KV head in FP8", "latent", "one shared cache read once"],
)
def test_the_intensity_of_attention(
    given: dict[str, str], variants: dict[str, str] | None, expected: float
) -> None:
    """Operations per byte of cache: near the balance of a chip with a latent, beyond it where one
    cache serves all layers.
    """
    assert solve("attention_intensity", given, variants=variants).number == pytest.approx(
        expected, rel=1e-3
    )


def test_more_tokens_per_pass_raise_the_intensity() -> None:
    """Speculation reuses each cached byte."""
    known = {
        "n_heads": "64",
        "n_kv_heads": "8",
        "bytes_per_element": "2 byte",
        "tokens_per_pass": "4 token/sequence",
    }
    assert solve("attention_intensity", known).number == pytest.approx(32)


def test_computing_grows_with_the_context_when_attention_counts() -> None:
    """The flat time and the share of attention on top; flat stays the usual reading and names what
    it leaves out.
    """
    known = {
        **ORDINARY,
        **RACK,
        **FRONTIER,
        "batch_size": "3000 sequence",
        "context_length": "100e3 token/sequence",
    }
    flat, full = solve("compute_time", known), solve("compute_time", known, variants=WITH)
    share = solve("attention_over_weights", known)
    assert flat.number and full.number and share.number
    assert full.number == pytest.approx(flat.number * (1 + share.number))
    assert flat.variants["compute"] == "flat"
    assert [(term.term, term.size) for term in flat.neglected] == [
        ("the arithmetic of attention", pytest.approx(share.number))
    ]
    context = solve(
        "context_length",
        {
            **{k: v for k, v in known.items() if k != "context_length"},
            "compute_time": f"{full.number!r} s",
        },
        variants=WITH,
    )
    assert context.number == pytest.approx(100e3)


def test_the_crossover_with_attention_lies_beyond_the_one_without() -> None:
    """By one over one minus intensity over machine balance; where the intensity is larger there is
    none.
    """
    grouped = {**ORDINARY, "n_kv_heads": "8", "bytes_per_element": "1 byte", **RACK, **FRONTIER}
    flat, full = (
        solve("crossover_context", grouped).number,
        solve("crossover_context_with_attention", grouped).number,
    )
    assert flat and full
    assert full == pytest.approx(flat / (1 - 16 / 625))
    shared = {**ORDINARY, "kv_bytes_per_token": "2048 byte/token", **RACK, **FRONTIER}
    assert solve("crossover_context_with_attention", shared).status == "unreachable"


def test_what_the_crossover_of_a_latent_neglects_is_sized_by_its_own_width() -> None:
    """Attention is 0.39 of the weights' arithmetic at DeepSeek-V3's crossover: the intensity over
    the machine balance.
    """
    answer = solve(
        "crossover_context", {**model("deepseek_v3"), **RACK, "bytes_per_element": "2 byte"}
    )
    sizes = {term.term: term.size for term in answer.neglected}
    assert sizes["the arithmetic of attention"] == pytest.approx(241.8 / 625, rel=1e-3)


@pytest.mark.parametrize(
    "name", [theorem.name for theorem in (*attention.THEOREMS, *context_points.THEOREMS)]
)
def test_every_theorem_on_attention_and_its_points_is_proved(name: str) -> None:
    """Each follows from the relations it names, every line exact or to sixty digits."""
    assert prove(name).derivation.verified
