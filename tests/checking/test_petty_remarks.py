"""Right arithmetic with something loose about it is a note; a wrong one is found."""

from __future__ import annotations

import pytest

from derive.checking.verdicts.levels import Level
from tests.checking.judged_text import findings


@pytest.mark.parametrize(
    ("within", "beyond"),
    [
        ("0.58 x 3 x 3,600 = 6,250", "0.58 x 3 x 3,600 = 6,150"),
        ("3.32 x $50,000 = $165,909", "3.32 x $50,000 = $156,909"),
        ("0.6309 + 0.5000 + 0.3333 = 1.4643", "0.6309 + 0.5000 + 0.3333 = 1.5643"),
    ],
)
def test_only_a_result_within_the_rounding_of_its_figures_is_a_note(
    within: str, beyond: str
) -> None:
    assert [found.level for found in findings(within)] == [Level.NOTE]
    assert [found.level for found in findings(beyond)] == [Level.ERROR]
