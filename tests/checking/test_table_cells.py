"""Each cell of a table is read by itself."""

from __future__ import annotations

import pytest

from tests.checking.judged_text import findings, levels


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("| a | 10 min on 5 GPUs, $210 | 2 × 3 = 6 | 5% |", ["2 × 3 = 6"]),
        ("| rows = 8 by 4 of them | 64 floats + 16 floats = 80 |", ["64 floats + 16 floats = 80"]),
        ("| a | in all: 6 × 30 GB = 180 GB |", ["6 × 30 GB = 180 GB"]),
    ],
)
def test_an_equation_in_a_cell_is_found_once(row: str, expected: list[str]) -> None:
    assert [found.text for found in findings(row) if found.level == "none"][-1:] == expected
    assert len({found.text for found in findings(row)}) == len(findings(row))


def test_a_wrong_computation_in_a_cell_is_an_error() -> None:
    assert levels("| a | in all: 6 × 30 GB = 280 GB | 5% |") == ["error"]
