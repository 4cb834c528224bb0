"""Operating points: what was measured, and under which conditions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from derive.units.text import parse_unit
from derive.units.unit import Unit

# What may be measured, with its unit. Times are bounded from below, rates from above.
QUANTITIES = {
    "sequence_speed": "token/s/sequence",
    "throughput": "token/s",
    "throughput_per_gpu": "token/s/GPU",
    "prefill_rate_per_gpu": "token/s/GPU",
    "first_token_time": "s",
    "step_time": "s",
}
# The conditions of rows of one's own, with what they are.
CONDITIONS = {
    "model": "The model of the rows, where the file does not say it.",
    "accelerator": "Their chip.",
    "gpus": 'Their GPUs: --gpus "8 GPU".',
    "layout": "Degrees of their layout: --layout tp=8,attention_tp=1.",
    "weights": 'Their number formats: --weights fp8, or "nvfp4 experts, bf16 attention".',
    "arithmetic": "The format of their products, where it is not that of the weights.",
    "attention": "The format in which attention is computed.",
    "kv": "The format of the KV cache.",
    "batch_size": 'Sequences on all GPUs: --batch-size "256 sequence".',
    "context_length": "Mean context of a step.",
    "prompt_length": "Tokens of a prompt.",
    "output_length": "Tokens of an output.",
    "tokens_per_pass": "Tokens that a pass checks: drafts and one more.",
    "emitted_tokens_per_pass": "Tokens that a pass keeps on average.",
}
TIMES = ("first_token_time", "step_time")
PREFILL = ("prefill_rate_per_gpu", "first_token_time")


@dataclass(frozen=True, slots=True)
class OperatingPoint:
    """A measured operating point: model and chip by id, its conditions, and `value` of `quantity`
    in base units; what is None or empty was not said.

    `weights`, `attention` and `kv` are number formats as written; `given` are further values by
    variable. `mixed` means that the engine computed the prompts within the same time. A point that
    is not `usable` lacks a condition; one that is not `verified` was not seen in its source.
    """

    id: str
    quantity: str
    value: float
    model: str = ""
    accelerator: str = ""
    gpus: float | None = None
    layout: Mapping[str, int] = field(default_factory=dict)
    weights: str = ""
    arithmetic: str = ""
    attention: str = ""
    kv: str = ""
    batch_size: float | None = None
    context_length: float | None = None
    prompt_length: float | None = None
    output_length: float | None = None
    mixed: bool = False
    tokens_per_pass: float | None = None
    emitted_tokens_per_pass: float | None = None
    given: Mapping[str, str] = field(default_factory=dict)
    engine: str = ""
    source: str = ""
    verified: bool = True
    usable: bool = True
    note: str = ""

    @property
    def unit(self) -> Unit:
        """The unit of its quantity."""
        return parse_unit(QUANTITIES[self.quantity])

    @property
    def is_time(self) -> bool:
        """Whether it measures a time, not a rate."""
        return self.quantity in TIMES
