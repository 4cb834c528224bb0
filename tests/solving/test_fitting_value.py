"""A value that plainly fits is told as a look at all relations tells it."""

from __future__ import annotations

import pytest

from derive.equations import Eq, Max, Relation, Var
from derive.program.presolve import always_holding
from derive.rendering.json.answer import answer_json
from derive.rendering.json.text import json_text
from derive.results.answer import Answer
from derive.solving import answer as solving_answer
from derive.solving.beginning import contractor_of
from derive.system import System
from tests.oracle.own_systems import OwnWorld
from tests.oracle.questions import Question, falsified, library_question, own_question
from tests.oracle.run import Run, source_of
from tests.sampling import samples

pytestmark = pytest.mark.slow


def _told(question: Question) -> tuple[str, str]:
    try:
        found: Answer = question.system.solve(question.target, question.texts())
    except Exception as error:
        return type(error).__name__, str(error)
    return str(found), json_text(answer_json(found))


def _question(kind: str, seed: int, number: int) -> Question:
    source = source_of(seed, kind, number)
    if kind == "own":
        question = own_question(OwnWorld(source.randrange(10**9)))
    else:
        question = library_question(source, *Run(seed)._world(number, None))
    return falsified(question, source) or question if number % 3 == 0 else question


@pytest.mark.parametrize(("kind", "count"), [("own", 16), ("library", 4)])
def test_the_answer_is_that_of_all_relations(
    kind: str, count: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a value plainly fits, and where it does not."""
    questions = [_question(kind, seed, number) for number in range(samples(count))]
    shortly = list(map(_told, questions))
    monkeypatch.setattr(solving_answer, "surely_fits", lambda *_: False)
    assert shortly == list(map(_told, questions))


a, b, c, d, e = (Var(name) for name in ("aside_a", "aside_b", "aside_c", "aside_d", "aside_e"))
signed = Var("aside_signed", within="(-oo, oo)")
product, total = Relation("product", Eq(a, b * c)), Relation("total", Eq(c, d + e))
less = Relation("less", Eq(a, b - c))


@pytest.mark.parametrize(
    ("relations", "fixed", "zeros", "aside"),
    [
        ([product], {b}, set(), {"product"}),
        ([product], {a, b, c}, set(), set()),
        ([product, total], {b, d, e}, set(), {"product", "total"}),
        ([product, total], {a, b, d, e}, set(), set()),
        ([product, total], {a, b, c}, set(), set()),
        ([product], {b}, {b}, set()),
        ([less], {b, c}, set(), set()),
        ([Relation("signed", Eq(a, b * signed))], {b}, set(), set()),
        ([Relation("largest", Eq(a, Max(b, c)))], {b, c}, set(), {"largest"}),
        ([Relation("largest", Eq(a, Max(b, c)))], {a, b}, set(), set()),
        ([Relation("none", Eq(a, 0))], set(), set(), set()),
        ([Relation("lost", Eq(a * b, 0 * c + 0))], {b}, set(), set()),
        ([Relation("more", Eq(a, b + 2))], {b}, set(), {"more"}),
    ],
)
def test_relations_that_always_hold(
    relations: list[Relation], fixed: set[Var], zeros: set[Var], aside: set[str]
) -> None:
    """Each for a variable of its own that is open: as a factor, or alone on its side of a sum of
    what is never negative; those that hold for it leave one of theirs to others.
    """
    system = System(relations)
    slots = system.slots
    found = always_holding(
        contractor_of(system),
        range(len(system.relations)),
        {slots[v] for v in fixed},
        {slots[v] for v in zeros},
    )
    assert {system.relations[i].name for i in found} == aside


def test_what_vanishes_is_looked_at() -> None:
    """a = b c with c = d - e, which becomes zero: a, which no other relation has, admits none."""
    rest = Var("aside_rest", within="[0, oo)")
    system = System([Relation("product", Eq(a, b * rest)), Relation("rest", Eq(rest + e, d))])
    given = {"aside_d": "3", "aside_e": "3", "aside_b": "2"}
    assert system.solve(rest, given).status != "solved"
    assert system.solve(rest, given | {"aside_d": "4"}).status == "solved"


def test_relations_that_zeros_have_changed_count_among_those_of_a_variable() -> None:
    """The first token comes after prefill and wait, later than the percentile that is given, where
    a part of that is exactly zero: also for the load, which has nothing to do with it.
    """
    load, wait, prefill, first = (
        Var(name) for name in ("aside_q", "aside_w", "aside_p", "aside_f")
    )
    more, queue = (Var(name, within="[0, oo)") for name in ("aside_m", "aside_n"))
    late = Var("aside_l")
    system = System([
        Relation("load", Eq(wait, load * prefill)),
        Relation("first", Eq(first, prefill + wait)),
        Relation("late", Eq(late, first + more + queue)),
    ])  # fmt: skip
    given = {"aside_w": "2", "aside_p": "3", "aside_m": "0", "aside_l": "4"}
    for target in (load, first, queue):
        assert system.solve(target, given).status in ("contradiction", "unreachable")
    assert system.solve(load, given).conflict.names == ("aside_l", "aside_p", "aside_w")
    assert system.solve(load, given | {"aside_l": "6"}).status == "solved"
