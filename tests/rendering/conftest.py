"""A hand-built answer: what a price step at 200k tokens of context says about the KV cache."""

from __future__ import annotations

import pytest

from derive.equations import AtMost, Eq, Neglected, Relation, Var, Vocabulary
from derive.equations.citation import Citation
from derive.rendering.document.document import Document, Reference
from derive.rendering.layouts.answer import answer_document
from derive.results.answer import Answer, Solved
from derive.results.derivation import Derivation, LineVerdict, Step, StepRule, WrittenPath
from derive.results.known import Known, Origin
from derive.results.solution import AnswerValue, ConstraintCheck, NeglectedTerm, Solution
from derive.units.text import parse_quantity

V = Vocabulary("the tests")
M = V("flops_per_param", "FLOP/param/token", "operations per active parameter per token", tex="m")
G = V("tokens_per_pass", "token/sequence", "tokens of each sequence processed in one pass", tex="g")
B = V("batch_size", "sequence", "sequences decoded together", tex="B")
L = V(
    "crossover_context",
    "token/sequence",
    "context at which reading the KV cache takes as long as computing",
    tex=r"L_\times",
)
K = V(
    "kv_bytes_per_token",
    "byte/token",
    "KV-cache bytes read per context token",
    tex=r"b_{\mathrm{kv}}",
)
N = V("active_params", "param", "parameters used for one token", tex=r"N_{\mathrm{a}}")
T = V("total_params", "param", "all parameters", tex=r"N_{\mathrm{t}}")
S = V("gpus", "GPU", "GPUs that run the model together", tex="S")
R = V("peak_flops", "FLOP/s/GPU", "dense peak rate of one GPU", tex="R")
W = V("hbm_bandwidth", "byte/s/GPU", "memory bandwidth of one GPU", tex="W")
E = V(
    "compute_efficiency",
    "1",
    "share of the peak rate that is reached",
    tex=r"\eta_{\mathrm{c}}",
    within="(0, 1]",
)

CROSSOVER = Relation(
    "kv_crossover",
    Eq(B * L * K / (S * W), M * G * B * N / (S * R * E)),
    "At the crossover context, reading the KV cache takes as long as computing.",
    source="tour",
    holds="the weight fetch is small beside both",
    neglects=(Neglected("shared experts", N / T), Neglected("padding", G / L)),
)
SOURCES = {
    "tour": Reference("tour", "A roofline tour", "A. Lecturer", "2025", "https://example.org/tour"),
    "sheet": Reference(
        "sheet", "Data sheet of a GPU", "A maker", "2024-05", "https://example.org/sheet?a=1&b=2"
    ),
}


def known(var: Var, text: str, origin: Origin = Origin.GIVEN, **more: str) -> Known:
    read = parse_quantity(text)
    return Known(var, read.value, origin, written=text, **more)


def price_cliff() -> Answer:
    values = (
        known(L, "200k token/sequence"),
        known(N, "100B param"),
        known(R, "1.005e15 FLOP/s/GPU", Origin.LOOKED_UP, entry="h100_sxm", source="sheet"),
        known(W, "3.35 TB/s/GPU", Origin.LOOKED_UP, entry="h100_sxm", source="sheet"),
        known(M, "2 FLOP/param/token", Origin.CONVENTION),
        known(G, "1 token/sequence", Origin.DEFAULT),
        known(E, "1", Origin.DEFAULT),
    )
    formula = M * G * N * W / (L * R * E)
    value = 2 * 100e9 * 3.35e12 / (200e3 * 1.005e15)
    steps = (
        Step(
            StepRule.RELATION,
            CROSSOVER.equation,
            CROSSOVER.why,
            LineVerdict.STATED,
            CROSSOVER.name,
            (Citation("tour", "line 7"),),
        ),
        Step(
            StepRule.CANCEL,
            Eq(L * K / W, M * G * N / (R * E)),
            "{0} and {1} cancel: both sides carry them to the same power.",
            LineVerdict.EXACT,
            terms=(B, S),
        ),
        Step(
            StepRule.DIVIDE,
            Eq(K, formula),
            "Divide both sides by {0}.",
            LineVerdict.EXACT,
            terms=(L / W,),
        ),
        Step(
            StepRule.EVALUATE,
            Eq(K, formula),
            "Put in the numbers.",
            LineVerdict.NUMERIC,
            values=values,
            result=Known(K, value, Origin.COMPUTED),
        ),
    )
    return Solved(
        target=K,
        solution=Solution(
            (AnswerValue(value),),
            formula=formula,
            constraints=(
                ConstraintCheck(
                    "few_active", AtMost(N, 2 * N), True, "100e9 param is ≤ 200e9 param"
                ),
            ),
            not_judged=("weights_fit",),
            neglected=(
                NeglectedTerm("kv_crossover", "shared experts", None, ""),
                NeglectedTerm("kv_crossover", "padding", 5e-6, "0.0005 %"),
            ),
            path=WrittenPath(
                Derivation(K, steps, ("kv_bytes_per_token of nothing: outside its range",))
            ),
        ),
        known=values,
        relations=(CROSSOVER,),
        warnings=("hbm_bandwidth is a data-sheet peak.",),
    )


@pytest.fixture
def answer() -> Answer:
    return price_cliff()


@pytest.fixture
def document(answer: Answer) -> Document:
    return answer_document(
        answer,
        title="Bytes per token from a 200k price cliff",
        subtitle="What a price step says about the KV cache",
        sources=SOURCES,
    )
