"""A division by zero within interval givens: values without end, on one side or on both."""

from __future__ import annotations

import math
from typing import Any

import pytest
import sympy

import derive
from derive.analysis.sweep import spec
from derive.equations import Eq, Relation, Var
from derive.results.answer import Answer
from derive.solving.answer import answer_at
from derive.system import System

x, z = (Var(f"pole_{name}", within="(-oo, oo)") for name in "xz")
a, c, p, q, r = (Var(f"pole_{name}") for name in "acpqr")
COUPLED = System([
    Relation("product", Eq(p, c * a)),
    Relation("sum", Eq(q, c / p + p)),
    Relation("difference", Eq(r, q - c)),
])  # fmt: skip


def ends(answer: Answer) -> list[float]:
    return [end for interval in answer.intervals for end in (interval.low, interval.high)]


@pytest.mark.parametrize(
    ("formula", "within", "expected"),
    [
        (1 / (x - 1), "0.5 to 2", [-math.inf, -2, 1, math.inf]),
        (1 / (x - 1) ** 2, "0.5 to 2", [1, math.inf]),
        (x / (x**2 - 1), "0.5 to 3", [-math.inf, -2 / 3, 3 / 8, math.inf]),
        (1 / (x - 1) + 1 / (x - 2), "0.5 to 3", [-math.inf, math.inf]),
    ],
)
def test_the_values_beside_a_pole_have_no_end(
    formula: sympy.Expr, within: str, expected: list[float]
) -> None:
    answer = System([Relation("pole", Eq(z, formula))]).solve(z, {x: within})
    assert answer.status == "solved" and ends(answer) == pytest.approx(expected)


def test_a_steep_peak_has_an_end() -> None:
    answer = System([Relation("peak", Eq(z, 1 / (1e-6 + (x - 1) ** 2)))]).solve(z, {x: "0.5 to 2"})
    assert ends(answer) == pytest.approx([1, 1e6], rel=1e-3)


@pytest.mark.parametrize(
    ("within", "expected"),
    [
        ("0.5", [1.5 + math.sqrt(2), math.inf]),
        ("0.307 to 0.786", [0, 0.0178310502283105, 1.214 + 2 * math.sqrt(0.214), math.inf]),
    ],
)
def test_coupled_relations_confine_values_beside_a_pole_to_parts(
    within: str, expected: list[float]
) -> None:
    """c = p(p − r)/(p − 1): above p = 1 it has a least value, and below it is positive only where p
    is below r, up to 0.781 · 0.005/0.219.
    """
    answer = COUPLED.solve(c, {p: "0.781 to 2", r: within})
    assert answer.status == "solved"
    assert ends(answer) == pytest.approx(expected, rel=1e-6)
    assert answer.intervals[-1].high_open


def test_a_pole_is_not_chased_to_where_points_are_answered_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Batches grow without end towards a cost that reading the cache takes alone: 25 s were 0.6."""
    asked: list[Answer] = []

    def counted(*words: Any, **named: Any) -> Answer:
        asked.append(answer_at(*words, **named))
        return asked[-1]

    monkeypatch.setattr(spec, "answer_at", counted)
    given = {
        **derive.accelerator("h100_sxm", precision="fp8"),
        **derive.model("llama31_70b"),
        "context_length": "4000 to 9000 token/sequence",
        "gpus": "8 to 16 GPU",
        "cost_per_token": "0.5 to 1 USD/Mtoken",
        "gpu_price": "2 to 3 USD/hour/GPU",
    }
    found = derive.solve("batch_size", given)
    assert ends(found) == pytest.approx([14.96, math.inf], rel=1e-3)
    assert len(asked) < 20
