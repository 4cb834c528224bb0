"""What capacity notes and logs write beside their figures: units apart by thousands, bars, columns,
arrows, letters for bytes.
"""

import pytest

from tests.checking.judged_text import findings, is_accused, levels


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("10 GB × 3 = 30 GB", "10 GB × 3 = 30 MB"),
        ("7 GB + 3 GB = 10 GB", "7 GB + 3 GB = 10 MB"),
        ("24 GB × 2 = 48 GB", "24 GB × 2 = 48 MB"),
        ("60 W × 5 = 300 W", "60 W × 5 = 300 kW"),
        ("30 layers × 20 MB = 600 MB", "30 layers × 20 MB = 600 GB"),
        ("2 GB/s × 30 s = 60 GB", "2 GB/s × 30 s = 60 MB"),
    ],
)
def test_a_number_of_the_clock_excuses_no_wrong_prefix(right: str, spoilt: str) -> None:
    assert not {"warning", "error"} & {*levels(right)}
    assert is_accused(spoilt, unlike=right)


def test_a_bar_before_a_bracket_is_no_symbol_with_a_unit() -> None:
    assert [found.verdict for found in findings(r"Where $p \mid [s]_p = 0$.")] == ["not judged"]
