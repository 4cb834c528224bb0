"""Defaults that state the absence of a feature: they hold, whatever is asked, until a variable of
the feature is given.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import count, islice
from typing import TypeVar

import pytest

from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.library import library_system, solve
from derive.results.answer import Answer
from derive.results.known import Known, Origin
from derive.solving.givens import read_givens
from derive.solving.precedence import precedence
from derive.solving.query_preparation import query_or_none
from derive.system import System

T = TypeVar("T")
WHOLE = library_system()
ABSENT = [v for v in WHOLE.variables if v.absent_feature]
FEATURES = [(v, WHOLE.find(name)) for v in ABSENT for name in v.without]


# No relation of the usual variants takes these without what withdraws them.
WITH_ITS_FEATURE = {
    "recomputed_share", "power_over_tdp", "rental_markup", "attention_rate_ratio",
    "routed_bytes_ratio", "common_bytes_ratio", "attention_bytes_ratio", "embedding_bytes_ratio",
    "cached_prompt_share", "heads_width",
}  # fmt: skip


def other(var: Var) -> float:
    """A value in the range and the unit of a variable, apart from its default."""
    low, high = var.within.bounds[:2]
    usual = var.default.value / var.unit.factor if var.default else 0.0
    return 0.5 * (low + high) if math.isfinite(high) else 2.0 * usual or max(3.0 * low, 3.0)


def quantity(var: Var, number: float) -> str:
    return f"{number!r} {'' if var.unit.text == '1' else var.unit.text}"


def stated(system: System, relation: Relation, without: Var) -> dict[str, str]:
    """The inputs of a relation but one, ideal defaults at their value; none that follows from
    others, from conventions or from absent features.
    """
    given: dict[str, str] = {}
    inputs = [v for v in relation.variables if v not in (without, relation.subject)]
    for k, var in enumerate(v for v in inputs if v.holds is None):
        if not follows(system, var, given):
            number = other(var) * (1.0 if math.isfinite(var.within.bounds[1]) else 1.0 + 0.1 * k)
            given[var.name] = var.default.text if var.ideal else quantity(var, number)
    return given


def follows(system: System, var: Var, given: dict[str, str]) -> bool:
    known, _ = read_givens(given, system.vocabulary)
    query = query_or_none(system, var, known)
    return query is not None and query.plan.determined


class Kept(Iterable[T]):
    """What an iterator gives, each item made once however often it is gone through."""

    def __init__(self, source: Iterator[T]) -> None:
        self._source, self._made = source, list[T]()

    def __iter__(self) -> Iterator[T]:
        for k in count():
            if k == len(self._made):
                try:
                    self._made.append(next(self._source))
                except StopIteration:
                    return
            yield self._made[k]


@cache
def relations_of(var: Var) -> Kept[tuple[System, Relation, dict[str, str]]]:
    """The relations that take a variable and none of its feature, each in a system that has it,
    with its inputs.
    """
    return Kept(_relations_of(var))


def _relations_of(var: Var) -> Iterator[tuple[System, Relation, dict[str, str]]]:
    for relation in WHOLE.all_relations:
        subject = relation.subject
        if var not in relation.variables or subject in (None, var):
            continue
        others = {v.name for v in relation.variables} - {var.name}
        if others & set(var.without) or others == set(var.fixed_by):
            continue
        kind = relation.variant
        parts = kind.parts if kind else ()
        system = WHOLE.with_variants({part.group: part.choices[0] for part in parts})
        given = stated(system, relation, var)
        if follows(system, subject, given):
            yield system, relation, given


def defaults(answer: Answer) -> set[Var]:
    return {known.var for known in answer.of_origin(Origin.DEFAULT)}


@pytest.mark.parametrize("var", ABSENT, ids=str)
@pytest.mark.slow
def test_the_absence_of_a_feature_holds_and_is_never_solved_for(var: Var) -> None:
    """With one relation's values given, made with the feature present, the givens contradict each
    other whatever is asked, the conflict says with which feature they would not (or another of the
    relation), and only the question for the feature itself finds it.
    """
    found = list(islice(relations_of(var), 1))
    assert bool(found) == (var.name not in WITH_ITS_FEATURE)
    for system, relation, given in found:
        subject = relation.subject
        given = dict(given)
        present = {**given, var.name: quantity(var, other(var))}
        made = system.solve(subject, present).number / subject.unit.factor
        given[subject.name] = quantity(subject, made)
        for target in (*given, "gpu_price"):
            answer = system.solve(target, given)
            assert answer.status == "contradiction", (relation, target)
            assert answer.conflict.mend.var.absent_feature, (relation, target)
            assert all(step.result is None or step.result.var != var for step in answer.derivation)
        asked = system.solve(var, given)
        assert asked.number / var.unit.factor == pytest.approx(other(var), rel=1e-6)


@pytest.mark.parametrize(("var", "feature"), FEATURES, ids=str)
@pytest.mark.slow
def test_a_given_of_a_feature_withdraws_its_absence(var: Var, feature: Var) -> None:
    """The default is nowhere among the known values, and what needs it is open unless the rest
    determines it.
    """
    checkpointed = {"activations": "checkpointed"} if var.name == "recomputed_share" else {}
    system = WHOLE.with_variants(checkpointed)
    unlike = 0.8 if math.isfinite(feature.within.bounds[1]) else 4.0 * feature.unit.factor
    known = {feature: Known(feature, unlike, Origin.GIVEN)}
    assert var not in precedence(system, None, known).held
    for own, relation, given in relations_of(var):
        if feature not in relation.variables:
            with_feature = {**given, feature.name: quantity(feature, unlike / feature.unit.factor)}
            assert var in defaults(own.solve(relation.subject, given))
            assert var not in defaults(own.solve(relation.subject, with_feature))
            break


SERVING = {
    "batch_size": "64 sequence", "step_time": "30 ms", "gpus": "8 GPU",
    "gpu_price": "2 USD/hour/GPU",
}  # fmt: skip


@pytest.mark.slow
def test_drafts_leave_open_how_many_are_kept() -> None:
    """Four drafts at an unknown acceptance have no cost; at 0.8, 3.36 tokens are kept."""
    answer = solve("cost_per_token", {**SERVING, "draft_length": "4 token/sequence"})
    assert answer.status == "underdetermined"
    assert ("acceptance_rate",) in answer.missing
    known = {**SERVING, "draft_length": "4 token/sequence", "acceptance_rate": "0.8"}
    kept = (1 - 0.8**5) / 0.2
    plain = solve("cost_per_token", SERVING).number
    assert solve("cost_per_token", known).number == pytest.approx(plain / kept)


@pytest.mark.parametrize(
    "given",
    [
        {"draft_length": "0 token/sequence"},
        {"tokens_per_pass": "1 token/sequence"},
        {"kept_fraction": "1"},
        {"emitted_tokens_per_pass": "1 token/sequence"},
    ],
    ids=str,
)
def test_stating_the_absence_changes_nothing(given: dict[str, str]) -> None:
    """No drafts, one token a pass, all kept: the same cost as without a word."""
    answer = solve("cost_per_token", {**SERVING, **given})
    assert answer.status == "solved"
    assert answer.number == pytest.approx(solve("cost_per_token", SERVING).number)


MEASURED = {
    "batch_size": "300 sequence", "step_time": "24 ms", "compute_time": "24 ms",
    "active_params": "70e9 param", "gpus": "16 GPU", "peak_flops": "1 PFLOP/s/GPU",
    "compute_efficiency": "0.4",
}  # fmt: skip


@pytest.mark.parametrize("target", ["throughput", "compute_time", "gpus", "cost_per_token"])
@pytest.mark.slow
def test_a_measured_time_is_not_explained_by_speculation(target: str) -> None:
    """Computing takes 6.56 ms at one token a pass; 24 ms would be 3.66, which nobody gave."""
    answer = solve(target, MEASURED)
    assert answer.status == "contradiction"
    assert answer.conflict.unless == "tokens_per_pass is 3.657 token/sequence"
    assert set(answer.conflict.names) == set(MEASURED) - {"step_time"}
    assert answer.conflict.factor == pytest.approx(3.657, rel=1e-3)


@pytest.mark.slow
def test_batch_and_step_time_still_say_the_throughput() -> None:
    """The value that does not need the times in conflict stands beside the contradiction."""
    assert solve("throughput", MEASURED).number == pytest.approx(300 / 24e-3)


def test_a_value_that_an_absent_feature_alone_leaves_names_it() -> None:
    """Without a cached prompt nothing lies before it, which nobody said."""
    answer = solve("prefix_length")
    assert [v.value for v in answer.values] == [0.0]
    assert [known.var.name for known in answer.known] == ["cached_prompt_share"]
