"""The stamp at the end of a report's files: who wrote it, whether it was changed, and what it
says.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derive.reporting.stamp import parted, stamped, unchanged

KINDS = ("md", "html", "svg", "tex", "bib", "pdf")
SAYS = ['{"asked": "a"}', '{"asked": "b"}']


@pytest.mark.parametrize("kind", KINDS)
def test_a_stamped_file_is_known_as_derives_and_a_changed_one_as_changed(kind: str) -> None:
    made = stamped("first\nsecond\n", kind)
    assert unchanged(made) is True
    assert unchanged(made.replace(b"second", b"third")) is False
    assert unchanged(b"first\nsecond\n") is None


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_file_says_can_be_read_back_and_its_text_too(kind: str) -> None:
    text, says = parted(stamped("first\nsecond\n", kind, SAYS), kind)
    assert (text.strip(), says) == ("first\nsecond", SAYS)
    assert parted(stamped("first\nsecond\n", kind), kind) == (text, [])


def test_a_change_of_what_it_says_is_a_change_of_the_file() -> None:
    made = stamped("text", "md", SAYS)
    assert unchanged(made.replace(b'"b"', b'"c"')) is False


def test_line_ends_of_another_system_do_not_hide_what_it_says() -> None:
    assert parted(stamped("text", "md", SAYS).replace(b"\n", b"\r\n"), "md") == parted(
        stamped("text", "md", SAYS), "md"
    )


@given(st.binary(max_size=300))
def test_any_bytes_at_all_can_be_asked(data: bytes) -> None:
    assert unchanged(data) in (None, False)
    assert parted(data, "md")[1] == []
    assert unchanged(stamped(data, "pdf")) is True
