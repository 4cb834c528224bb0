"""Words for the parts of a bottleneck."""

from __future__ import annotations

from typing import Any

import pytest

from derive.equations import Var
from derive.solving.part_words import words

disk = Var("disk", "s", activity="reading the disk")
wait, pause = Var("wait", "s"), Var("pause", "s", activity="waiting")
jobs, size = Var("jobs", activity="taking jobs"), Var("size", activity="moving data")
speed, plain = Var("speed", activity="being slow"), Var("plain")


@pytest.mark.parametrize(
    ("term", "beside", "told"),
    [
        (disk, (), "reading the disk"), (wait, (), "wait"), (jobs * wait, (), "wait"),
        (jobs * disk, (jobs,), "reading the disk"), (disk * pause, (), "disk*pause"),
        (jobs * plain, (), "taking jobs"), (jobs * size, (jobs * plain,), "moving data"),
        (jobs * size, (), "jobs*size"), (size / speed, (), "moving data"),
        (size / speed, (size,), "being slow"), (size / speed, (size, speed), "moving data"),
        (size / plain, (size,), "moving data"), (plain / size, (plain,), "moving data"),
        (2 * plain, (), "2*plain"),
    ],
    ids=str,
)  # fmt: skip
def test_a_term_is_called_by_what_it_alone_has(
    term: Any, beside: tuple[Any, ...], told: str
) -> None:
    """Its time, else what stands above its fraction bar and in no other term, else below it, else
    what stands above it at all; where several could be meant, the term as it is.
    """
    assert words(term, (term, *beside)) == told
