"""Random questions to the library: whatever is told is put back into all relations."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from derive.equations.var import Var
from tests.oracle.judge import contradicted
from tests.oracle.library_worlds import worlds
from tests.oracle.questions import Question, library_question
from tests.oracle.run import Run, replaceable, source_of

pytestmark = pytest.mark.slow


def test_nothing_told_breaks_a_relation(seed: int) -> None:
    """Questions with enough givens, more, fewer, and one false, in a world without losses."""
    run = Run(seed, show=3, hidden=0.0)
    run.questions(range(5))
    assert not run.errors, run.census()


def test_the_room_that_a_constraint_leaves_is_a_margin() -> None:
    """Where weights and cache do not fit there is none, and nothing is refuted by that."""
    known = worlds({})
    kv_room = next(v for v in known.variables if v.name == "kv_room")
    assert known.problem.margins == {"left_for_cache": kv_room}
    names = {tree.name for tree in known.problem.speaking_of(set()).trees}
    assert "left_for_cache" not in names and "enough_gpus" in names


def test_a_convention_that_givens_replace_proves_nothing() -> None:
    """Prompt, output and context say what share of the output a step reads on average."""
    known = worlds({})
    by_name = {v.name: v for v in known.variables}
    given = {"context_length": 3000.0, "full_prompt_length": 2000.0, "output_length": 1250.0}
    question = Question(
        known.system, known.problem, known.box, {}, by_name["decoded_share"],
        {by_name[name]: value for name, value in given.items()},
    )  # fmt: skip
    assert contradicted(question)
    assert not contradicted(question.without_conventions({"decoded_share"}))
    assert replaceable(question)
    less = question.with_given({**question.given, by_name["prompt_length"]: 2500.0})
    assert contradicted(less) and not replaceable(less)


def test_a_share_that_only_rounding_left_is_not_given(seed: int) -> None:
    """A bubble fraction may be one less one, and come to two parts in 1e16."""
    world, variants = Run(seed)._world(0)
    shares = {v for v, x in world.items() if v.bounds[:2] == (0.0, 1.0) and x > 0.0}

    def given(known: Mapping[Var, float]) -> set[Var]:
        """The shares given in some questions to the same world."""
        sources = (source_of(seed, "question", number) for number in range(100))
        asked = [library_question(source, known, variants) for source in sources]
        return {v for question in asked for v in question.given if v in shares}

    assert given(world)
    assert not given({**world, **dict.fromkeys(shares, 2.2e-16)})
