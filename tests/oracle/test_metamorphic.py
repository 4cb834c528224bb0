"""Restated questions have the same answer: other units, order and names, implied givens."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import derive
from derive.solving.judged_answer import BY_LAST_DIGITS
from tests.oracle.examine import asked
from tests.oracle.library_worlds import random_world
from tests.oracle.metamorphic import CHANGES, in_other_units, renamed, same, with_implied
from tests.oracle.own_systems import OwnWorld
from tests.oracle.questions import library_question, own_question
from tests.oracle.run import restated

pytestmark = pytest.mark.slow


def test_a_restated_question_has_the_same_answer(seed: int) -> None:
    """Questions to the library, and own systems of products and sums."""
    source = random.Random(seed)
    world, variants = random_world(source, 0.0)
    questions = [library_question(source, world, variants) for _ in range(2)]
    kinds = ("product", "product", "sum")
    questions += [own_question(OwnWorld(seed + k, kinds)) for k in range(3)]
    for question in questions:
        found = list(restated(seed)(question))
        assert not found, "\n".join([*map(str, found), question.snippet()])


def test_answers_are_the_same_as_far_as_they_say_that_their_digits_go() -> None:
    """Of two times of sixteen digits that agree to ten, six are left, and both answers say so."""
    given = {"path_latency": "3.897600672000000 s", "path_bandwidth": "2.23462658849 GB/s"}
    one, other, longer, apart = (
        derive.solve("message_bytes", {**given, "message_time": time})
        for time in (
            "3.897600672647000 s",
            "3897.600672647000 ms",
            "3.897600672900000 s",
            "3.8976007 s",
        )
    )
    assert same(one, other) and not same(one, longer) and not same(apart, one)
    remark = f"how far the values of message_bytes reach {BY_LAST_DIGITS}"
    loose = replace(longer, warnings=(*longer.warnings, remark))
    assert same(loose, replace(one, warnings=(*one.warnings, remark)))


def test_the_changes_change_the_question(seed: int) -> None:
    """Units, names and givens do differ after a change."""
    source = random.Random(seed)
    world, variants = random_world(source, 0.0)
    question = library_question(source, world, variants)
    while not any(v.unit.text.startswith("byte") for v in question.given):
        question = library_question(source, world, variants)
    other = in_other_units(question, source)
    assert other is not None and other.texts() != question.texts()
    own = own_question(OwnWorld(4, ("product",)))
    assert renamed(own, source).target.name.startswith("n")  # type: ignore[union-attr]
    more = with_implied(own, source)
    assert more is None or len(more.given) == len(own.given) + 1
    assert asked(own)[0] == "solved" and len(CHANGES) == 5
