"""Complete answers to several hundred small systems, as kept in `answers.txt`.

`DERIVE_REGENERATE=1 pytest tests/golden` writes the file anew, of answers alone in which the oracle
finds no fault (`tests/oracle/judge.py`); the difference says what has changed.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.golden.questions import asked
from tests.golden.record import faults, line

FILE = Path(__file__).with_name("answers.txt")
GROUP = 12


def kept() -> list[str]:
    return FILE.read_text("utf-8").splitlines()


def groups() -> list[list[str]]:
    """The lines, a few of them a test."""
    lines = kept()
    return [lines[k : k + GROUP] for k in range(0, len(lines), GROUP)]


WRITES = "DERIVE_REGENERATE" in os.environ


@pytest.mark.skipif(not WRITES, reason="writes the file")
def test_the_file_is_written_anew() -> None:
    questions = [asked(one.partition(" | ")[0]) for one in kept()]
    for question in questions:
        assert not (found := faults(question)), (question.label, found)
    FILE.write_text("".join(f"{line(question)}\n" for question in questions), "utf-8")


@pytest.mark.skipif(WRITES, reason="the file is being written")
@pytest.mark.parametrize("lines", groups(), ids=lambda lines: lines[0].partition(" | ")[0])
def test_answers_are_as_kept(lines: list[str]) -> None:
    assert [line(asked(one.partition(" | ")[0])) for one in lines] == lines
