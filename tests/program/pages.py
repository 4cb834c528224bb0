"""Questions of a dozen explorer pages in all directions, with their programs, for the tests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import derive
from derive.equations.var import Var
from derive.library.choices import system_for
from derive.program.javascript import ProgramBundle
from derive.program.question import QuestionProgram
from derive.results.answer import Answer
from derive.results.known import Known, Origin
from derive.solving.answer import answer_at
from derive.solving.givens import read_givens
from derive.solving.question_program import question_program


@dataclass(frozen=True)
class Asked:
    """What a page asks: a target, what is given, and the quantities that may be opened besides."""

    target: str
    given: dict[str, str]
    opened: tuple[str, ...]
    chip: tuple[str, str] | None = None
    model: str = ""
    variants: dict[str, str] = field(default_factory=dict)


MODEL = {"active_params": "100e9 param", "total_params": "800e9 param"}

PAGES: dict[str, Asked] = {
    "decode": Asked(
        "batch_size",
        {
            **MODEL,
            "gpus": "72 GPU",
            "context_length": "50000 token/sequence",
            "kv_bytes_per_token": "1667 byte/token",
            "step_time": "2 ms",
        },
        ("step_time", "context_length", "hbm_bandwidth"),
        ("gb200_nvl72", "fp4"),
    ),
    "cost": Asked(
        "cost_per_token",
        {
            "gpus": "8 GPU",
            "active_params": "37e9 param",
            "total_params": "671e9 param",
            "context_length": "8000 token/sequence",
            "kv_bytes_per_token": "70 kB/token",
            "batch_size": "64 sequence",
            "gpu_price": "2 USD/hour/GPU",
        },
        ("batch_size",),
        ("h100_sxm", "fp8"),
    ),
    "cliff": Asked(
        "kv_bytes_per_token",
        {
            **MODEL,
            "kink_context": "200e3 token/sequence",
            "batch_size": "6000 sequence",
            "balance_tokens": "300 token",
            "bytes_per_param": "1 byte/param",
        },
        ("kink_context", "batch_size"),
    ),
    "drain": Asked(
        "drain_time",
        {"hbm_capacity": "288 GB/GPU", "hbm_bandwidth": "20 TB/s/GPU"},
        ("hbm_bandwidth",),
    ),
    "experts": Asked(
        "step_time",
        {"gpus": "8 GPU", "batch_size": "128 sequence", "context_length": "4096 token/sequence"},
        ("batch_size", "gpus", "total_params", "context_length"),
        ("h200", "fp8"),
        "deepseek_v3",
    ),
    "tariff": Asked(
        "request_price",
        {
            "prompt_length": "250e3 token/sequence",
            "output_length": "2000 token/sequence",
            "tier_threshold": "200e3 token/sequence",
            "input_price": "5 USD/Mtoken",
            "output_price": "25 USD/Mtoken",
            "long_input_price": "10 USD/Mtoken",
            "long_output_price": "37.5 USD/Mtoken",
        },
        ("prompt_length", "input_price", "tier_threshold", "long_output_price"),
        variants={"tariff": "whole_request"},
    ),
    "margin": Asked(
        "margin_on_cost",
        {
            "input_traffic": "608e9 token/day",
            "cached_traffic": "342e9 token/day",
            "output_traffic": "168e9 token/day",
            "fleet_gpus": "1814 GPU",
            "gpu_price": "2 USD/hour/GPU",
            "input_price": "0.55 USD/Mtoken",
            "cache_read_price": "0.14 USD/Mtoken",
            "output_price": "2.19 USD/Mtoken",
        },
        ("output_price", "cached_traffic", "fleet_gpus"),
    ),
    "budget": Asked(
        "rl_tokens",
        {
            "training_tokens": "200e12 token",
            "rl_trained_share": "0.25",
            "rl_mfu_ratio": "0.3333333333",
            "rl_training_cost_ratio": "1",
        },
        ("training_tokens", "rl_training_cost_ratio", "rl_trained_share"),
    ),
    "queue": Asked(
        "percentile_first_token_time",
        {
            "batch_size": "256 sequence",
            "step_time": "20 ms",
            "output_length": "500 token/sequence",
            "wait_percentile": "0.99",
            "prefill_time": "200 ms",
            "prefill_load": "0.5",
            "load": "0.95",
        },
        ("load", "batch_size", "step_time"),
    ),
    "layout": Asked(
        "pipeline_memory_per_gpu",
        {
            "total_params": "1e12 param",
            "bytes_per_param": "1 byte/param",
            "stage_gpus": "64 GPU",
            "n_stages": "4",
            "n_microbatches": "4",
            "microbatch_size": "2000 sequence",
            "context_length": "100e3 token/sequence",
            "kv_bytes_stored_per_token": "1667 byte/token",
        },
        ("n_stages", "stage_gpus", "context_length", "microbatch_size"),
    ),
    "fleet": Asked(
        "racks",
        {"global_throughput": "500e6 token/s", "throughput": "128e3 token/s"},
        ("global_throughput", "throughput"),
    ),
    "use": Asked(
        "mfu",
        {
            "batch_size": "2400 sequence",
            "step_time": "20 ms",
            "gpus": "72 GPU",
            "active_params": "100e9 param",
        },
        ("batch_size", "step_time", "gpus"),
        ("gb200_nvl72", "fp4"),
    ),
}


@dataclass(frozen=True)
class Page:
    """A page's questions in all directions."""

    system: Any
    known: dict[Var, Known]
    targets: tuple[Var, ...]
    moved: tuple[tuple[Var, ...], ...]
    programs: tuple[QuestionProgram, ...]
    bundle: ProgramBundle
    text: str

    def stated(self, question: int, values: Sequence[float]) -> dict[Var, Known]:
        """What is stated where the moved quantities of a question have these values."""
        target = self.targets[question]
        moved = zip(self.moved[question], values, strict=True)
        return {v: k for v, k in self.known.items() if v != target} | {
            v: Known(v, x, Origin.GIVEN, 1e-9) for v, x in moved
        }

    def answer(self, question: int, values: Sequence[float]) -> Answer:
        """The answer of `solve`."""
        return answer_at(self.system, self.targets[question], self.stated(question, values))


def given_of(asked: Asked) -> dict[Any, Any]:
    """What is given, with chip and model."""
    given: dict[Any, Any] = dict(derive.accelerator(*asked.chip)) if asked.chip else {}
    given |= {**derive.model(asked.model)} if asked.model else {}
    return given | asked.given


@lru_cache
def written_page(name: str) -> str:
    """The page of that name as it is written, made once."""
    asked = PAGES[name]
    return str(derive.page(asked.target, given_of(asked), variants=asked.variants))


@lru_cache
def page(name: str) -> Page:
    """A page of that name, made once."""
    asked = PAGES[name]
    given = given_of(asked)
    system = system_for(given, asked.variants)
    known, _ = read_givens(given, system.vocabulary)
    return page_of(system, known, system.find(asked.target), map(system.find, asked.opened))


def page_of(
    system: Any,
    known: dict[Var, Known],
    target: Var,
    opened: Iterable[Var],
    moved: Iterable[Var] | None = None,
) -> Page:
    """The page of a question whose answer is a value, in all directions; what it uses is moved,
    unless said otherwise.
    """
    first = answer_at(system, target, known)
    assert first.number is not None, str(first)
    used = [k.var for k in first.known if k.stated] if moved is None else list(moved)
    known = {**known, target: Known(target, first.number, Origin.GIVEN, 1e-9)}
    targets = (target, *opened)
    others = tuple(tuple(v for v in (*used, target) if v != t) for t in targets)
    programs = tuple(
        question_program(system, t, {v: k for v, k in known.items() if v != t}, m)
        for t, m in zip(targets, others, strict=True)
    )
    bundle = ProgramBundle(programs)
    return Page(system, known, targets, others, programs, bundle, bundle.printed())
