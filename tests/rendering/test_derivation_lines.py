"""Lines of a derivation as printed: nothing is restated, and every step names the lines it uses."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

import derive
from derive.equations.layout import layout
from derive.rendering.document.document import Document, Ref
from derive.rendering.document.inline_writer import plain_words
from derive.rendering.layouts.derivation import numbered_lines
from derive.rendering.layouts.derivation_lines import LineNumbers, folded
from derive.results.answer import Answer

GIVEN = {
    "crossover_context": "200e3 token/sequence",
    "active_params": "100e9 param",
    "balance_tokens": "300 token",
    "bytes_per_param": "1 byte/param",
}


@pytest.fixture(scope="module")
def cliff() -> Answer:
    return derive.solve("kv_bytes_per_token", GIVEN)


def reasons(answer: Answer, numbers: LineNumbers) -> list[str]:
    lines = numbered_lines(answer.derivation, numbers)
    return [plain_words(Document("", ()), line.reason) for line in lines]


def test_no_line_restates_the_one_above_it(cliff: Answer) -> None:
    lines = folded(cliff.derivation)
    shown = [layout(line.step.equation) for line in lines]
    assert all(one != other for one, other in pairwise(shown))
    assert lines[-1].step.result == cliff.derivation.steps[-1].result
    assert len(lines) < len(cliff.derivation.steps)


def test_a_step_names_earlier_lines_only(cliff: Answer) -> None:
    lines = numbered_lines(cliff.derivation, LineNumbers())
    told = [
        (line.number, int(re.sub(r"\D", "", part.text)))
        for line in lines
        for part in line.reason
        if isinstance(part, Ref)
    ]
    assert told and all(used < number for number, used in told)


def test_what_is_put_in_is_named_by_its_line(cliff: Answer) -> None:
    found = reasons(cliff, LineNumbers())
    assert any(re.fullmatch(r"Put R from \(\d\) into \(\d\)\.", reason) for reason in found)
    assert any(re.match(r"In \(3\), B and S cancel", reason) for reason in found)
    assert found[-1].endswith("Put in the numbers.")


def test_a_relation_is_stated_once_in_a_document(cliff: Answer) -> None:
    numbers = LineNumbers()
    first, again = reasons(cliff, numbers), reasons(cliff, numbers)
    assert len(again) < len(first) and again[-1] == first[-1]
