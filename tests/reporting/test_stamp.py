"""The stamp at the end of a report's files: who wrote it, whether it was changed, and what it
says.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derive.rendering.formats.registry import FIGURE_KINDS, FORMATS, Fence
from derive.reporting.stamp import parted, stamped, unchanged

FENCES = {name: row.fence for name, row in (FIGURE_KINDS | FORMATS).items()}
MD = FENCES["md"]
SAYS = ['{"asked": "a"}', '{"asked": "b"}']


@pytest.mark.parametrize("fence", FENCES.values(), ids=list(FENCES))
def test_a_stamped_file_is_known_as_derives_and_a_changed_one_as_changed(fence: Fence) -> None:
    made = stamped("first\nsecond\n", fence)
    assert unchanged(made) is True
    assert unchanged(made.replace(b"second", b"third")) is False
    assert unchanged(b"first\nsecond\n") is None


@pytest.mark.parametrize("fence", FENCES.values(), ids=list(FENCES))
def test_what_a_file_says_can_be_read_back_and_its_text_too(fence: Fence) -> None:
    text, says = parted(stamped("first\nsecond\n", fence, SAYS), fence)
    assert (text.strip(), says) == ("first\nsecond", SAYS)
    assert parted(stamped("first\nsecond\n", fence), fence) == (text, [])


def test_a_change_of_what_it_says_is_a_change_of_the_file() -> None:
    made = stamped("text", MD, SAYS)
    assert unchanged(made.replace(b'"b"', b'"c"')) is False


def test_line_ends_of_another_system_do_not_hide_what_it_says() -> None:
    assert parted(stamped("text", MD, SAYS).replace(b"\n", b"\r\n"), MD) == parted(
        stamped("text", MD, SAYS), MD
    )


@given(st.binary(max_size=300))
def test_any_bytes_at_all_can_be_asked(data: bytes) -> None:
    assert unchanged(data) in (None, False)
    assert parted(data, MD)[1] == []
    assert unchanged(stamped(data, FENCES["pdf"])) is True
