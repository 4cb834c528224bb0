"""What a route of a contradiction leaves out."""

import derive

RACK = {
    **derive.accelerator("h100_sxm", "fp8"), **derive.model("llama31_70b"), "gpus": "8 GPU",
    "batch_size": "32 sequence", "context_length": "8192 token/sequence",
    "bytes_per_element": "2 byte/element", "compute_efficiency": "1.0000",
}  # fmt: skip


def test_what_would_bring_routes_nearer_to_each_other_is_told() -> None:
    """Attention lengthens computing: a longer one may be right, a shorter one is not by that."""
    longer = derive.solve("step_time", {**RACK, "compute_time": "310 us"})
    shorter = derive.solve("step_time", {**RACK, "compute_time": "250 us"})
    assert longer.conflict is not None and shorter.conflict is not None
    assert [pull.what for pull in longer.conflict.pulls] == ["the arithmetic of attention"]
    assert "the arithmetic of attention" not in [p.what for p in shorter.conflict.pulls]
    assert "would bring the routes nearer" in str(longer)
