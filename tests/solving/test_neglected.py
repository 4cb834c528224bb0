"""Neglected terms: each has a size, and a caution before the result unless it is small."""

from __future__ import annotations

from dataclasses import replace

import pytest

import derive
from derive.equations.neglected import Direction
from derive.library.relations.ownership import fleet_draws_power
from derive.library.system import subjects
from derive.rendering.document.document import Boxed, Document, Items, Paragraph
from derive.rendering.document.inline_writer import plain_words
from derive.rendering.formats import html, markdown
from derive.rendering.formats.terminal import document_text
from derive.rendering.layouts.answer import answer_document
from derive.rendering.layouts.described_equations import describe_relation
from derive.results.answer import Answer
from derive.results.solution import AnswerValue, Solution, ValueInterval
from derive.solving.neglected_terms import with_untold_pulls

LONG_CONTEXT = {
    **derive.accelerator("gb200_nvl72", "fp4"), "gpus": "72 GPU", "batch_size": "2400 sequence",
    "context_length": "200e3 token/sequence",
    "n_layers": "60", "n_heads": "64", "d_head": "128", "n_kv_heads": "8",
    "active_params": "100e9 param", "total_params": "800e9 param",
}  # fmt: skip


def leaning(answer: Answer, relation: str) -> float:
    return next(
        term.size
        for term in answer.neglected
        if term.relation == relation and term.size is not None
    )


def test_attention_at_200_thousand_tokens_is_cautioned_below_the_result_everywhere() -> None:
    """Sixty layers 8,192 wide: 1.97 times the weights' arithmetic, though the lecture calls it
    small.
    """
    answer = derive.solve("step_time", LONG_CONTEXT)
    assert answer.cautions[0].startswith(
        "compute neglects the arithmetic of attention: 1.97 times what it counts"
    )
    document = answer_document(answer)
    box, caution = document.blocks[:2]
    assert isinstance(box, Boxed) and isinstance(caution, Paragraph)
    assert caution.tone == "warning"
    for written in (document_text(document), markdown.write(document), html.write(document)):
        assert written.index("1.97") < written.index("Question")


def test_an_answer_that_another_regime_sets_says_that_it_stands() -> None:
    """Reading binds at that context, with and without attention's arithmetic; the computing time
    itself does not stand.
    """
    assert "step_time is the same with it" in derive.solve("step_time", LONG_CONTEXT).cautions[0]
    assert "is the same" not in derive.solve("compute_time", LONG_CONTEXT).cautions[0]


@pytest.mark.parametrize(
    ("context", "verdict", "cautioned"),
    [("1e3", "small", False), ("20e3", "considerable", True), ("110e3", "violated", True)],
)
def test_a_tenth_is_cautioned_and_as_much_as_is_kept_is_violated(
    context: str, verdict: str, cautioned: bool
) -> None:
    answer = derive.solve(
        "compute_time", {**LONG_CONTEXT, "context_length": f"{context} token/sequence"}
    )
    assert [term.verdict for term in answer.neglected] == [verdict]
    assert bool(answer.cautions) == cautioned


def test_a_mixture_of_experts_at_batch_one_reads_its_active_parameters_only() -> None:
    """With all weights read, 1 − N_a/N_t of them are read for nothing at one token, none to speak
    of at a thousand; its own variant reads the experts touched.
    """
    known = {
        **derive.accelerator("h100_sxm", "fp8"),
        **derive.model("deepseek_v3"),
        "gpus": "32 GPU",
    }
    one, many = (
        derive.solve(
            "weight_fetch_time",
            {**known, "batch_size": f"{batch} sequence"},
            variants={"weight read": "all"},
        )
        for batch in (1, 1000)
    )
    assert leaning(one, "weight_fetch") == pytest.approx(1 - 37 / 671, rel=1e-2)
    assert leaning(many, "weight_fetch") < 1e-9
    exact = derive.solve("weight_fetch_time", {**known, "batch_size": "1 sequence"})
    assert one.number is not None
    assert exact.number is not None
    assert exact.number == pytest.approx(one.number * (1 - leaning(one, "weight_fetch")), rel=0.02)


def test_a_dense_model_has_no_experts_to_leave_unread() -> None:
    known = {
        **derive.accelerator("h100_sxm", "fp8"),
        **derive.model("llama31_70b"),
        "gpus": "8 GPU",
        "batch_size": "1 sequence",
    }
    answer = derive.solve("weight_fetch_time", known)
    assert {term.term: term.size for term in answer.neglected} == {
        "that experts which no token chooses need not be read": 0.0,
        "that the table of the input is looked up, not read": pytest.approx(0.01488, rel=1e-3),
    }


def test_prefill_sizes_the_attention_over_half_its_own_prompt() -> None:
    known = {
        "n_layers": "60",
        "n_heads": "64",
        "d_head": "128",
        "active_params": "100e9 param",
        "prompt_length": "200e3 token/sequence",
    }
    rack = {"prefill_gpus": "8 GPU", "peak_flops": "1 PFLOP/s/GPU", "prefill_batch": "1 sequence"}
    assert leaning(
        derive.solve(
            "prefill_compute_time", {**known, **rack}, variants={"prefill compute": "flat"}
        ),
        "prefill_compute",
    ) == pytest.approx(1.97 / 2, rel=5e-3)


def test_stages_of_unequal_length_are_sized() -> None:
    """61 layers over 8 stages: the fullest holds 8 of 7.625."""
    known = {
        "n_layers": "61",
        "n_stages": "8",
        "stage_gpus": "8 GPU",
        "total_params": "671e9 param",
        "bytes_per_param": "1 byte/param",
    }
    assert leaning(
        derive.solve("pipeline_weights_per_gpu", known), "staged_weights"
    ) == pytest.approx(8 / 7.625 - 1)


def test_every_neglected_term_of_the_library_is_a_ratio_with_words() -> None:
    """Dimensions are checked when a relation is made; here, that each says what it is."""
    terms = [
        term for module in subjects() for relation in module.RELATIONS for term in relation.neglects
    ]
    assert len(terms) > 20
    shares = [(t.size, t.most) for t in terms if not t.size.free_symbols]
    assert all(term.what for term in terms)
    assert all(0 < size < 1 or (most and size == 1) for size, most in shares)


def test_a_term_that_may_reach_all_that_is_kept_says_so_in_words() -> None:
    given = {"fleet_gpus": "1024 GPU", "tdp": "700 W/GPU", "pue": "1.3"}
    terms = derive.solve("fleet_power", given).neglected
    (term,) = [term for term in terms if term.relation == fleet_draws_power.name]
    assert term.size_text == "at most all of what is counted"
    (points,) = [b for b in describe_relation(fleet_draws_power).blocks if isinstance(b, Items)]
    start = (
        "It neglects that idle GPUs draw less, at most as much as is counted; counting it lowers"
    )
    assert plain_words(Document("", ()), points.items[0]) == f"{start} P_fleet."


@pytest.mark.parametrize(
    ("values", "intervals", "wanted"),
    [
        ((AnswerValue(2.0),), (), [Direction.EITHER]),
        ((), (ValueInterval(2.0, 3.0),), [Direction.EITHER]),
        ((), (), []),
    ],
)
def test_which_way_an_ideal_value_pulls_is_not_known_without_a_formula(
    values: tuple[AnswerValue, ...],
    intervals: tuple[ValueInterval, ...],
    wanted: list[Direction],
) -> None:
    """Of a value, too, to which none leads; with one it is, and where there is neither a value nor
    an interval, nothing is pulled.
    """
    share = derive.Var("untold_share", within="(0, 1]", default="1", ideal=True)
    size, total = derive.Var("untold_size"), derive.Var("untold_total")
    system = derive.System([derive.Relation("total", derive.Eq(total, size / share))])
    answer = system.solve(total, {size: 2})
    assert with_untold_pulls(system, answer) == answer
    assert [pull.way for pull in answer.solution.pulls] == [Direction.RAISES]
    bare = Solution(values=values, intervals=intervals)
    pulls = with_untold_pulls(system, replace(answer, solution=bare)).solution.pulls
    assert [pull.way for pull in pulls] == wanted
