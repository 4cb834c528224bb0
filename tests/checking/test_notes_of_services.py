"""Notes on services and hardware as their authors write them: rates behind figures, labels in
brackets, capitals; each with a twin that is wrong.
"""

import pytest

from tests.checking.judged_text import findings, is_accused, levels


@pytest.mark.parametrize(
    "wrong",
    [
        "Peak QPS = 10,000 × 3 = 3,000 QPS",
        "Peak RPS = 50 × 3 = 15 RPS",
        "Peak = 10,000 QPS × 3 = 3,000 QPS",
        "Peak = 10,000 requests/s × 3 = 3,000 requests/s",
        r"$52,200 \text{ RPS} / 700 \text{ RPS} = 7.46$",
    ],
)
def test_wrong_figures_before_a_rate_are_told(wrong: str) -> None:
    """They were consistent: as a unit of the library, the rate hid its figures."""
    assert levels(wrong) == ["error"]


@pytest.mark.parametrize(
    "right",
    [
        "Peak QPS = 10,000 × 3 = 30,000 QPS",
        "Peak = 10,000 QPS × 3 = 30,000 QPS",
        "Peak = 10,000 requests/s × 3 = 30,000 requests/s",
        r"$52,200 \text{ RPS} / 700 \text{ RPS} = 74.6$",
    ],
)
def test_right_figures_before_a_rate_are_not(right: str) -> None:
    assert set(levels(right)) <= {"none", "note"}


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("530 MB/s × 2 (replicas) = 1.06 GB/s", "530 MB/s × 2 (replicas) = 10.6 GB/s"),
        ("70B x 2 bytes (FP16) = 140 GB", "70B x 2 bytes (FP16) = 280 GB"),
        ("20 KB * 50 * 0.2 (cache factor) = 200 KB", "20 KB * 50 * 0.2 (cache factor) = 900 KB"),
        ("50 (prefill) + 99 (decode) = 149", "50 (prefill) + 99 (decode) = 159"),
    ],
)
def test_labels_behind_figures_do_not_end_a_computation(right: str, spoilt: str) -> None:
    for text, found in ((right, findings(f"- {right}")), (spoilt, findings(f"- {spoilt}"))):
        assert [one.text for one in found] == [text]
    assert levels(right) == ["none"]
    assert is_accused(spoilt, unlike=right)


def test_a_label_between_figures_that_are_not_computed_makes_no_equation() -> None:
    assert findings("In all 3 GB (FP16) = 4 GB (FP8) here.") == []


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("5 Petabytes = 5000 TB", "5 Petabytes = 500 TB"),
        ("8 Gigabit = 1 GB", "8 Gigabit = 8 GB"),
        ("10,000 mAh / 500 mA = 20 h", "10,000 mAh / 500 mA = 30 h"),
        ("2000 mAh × 3.7 V = 7.4 Wh", "2000 mAh × 3.7 V = 74 Wh"),
        ("60 mph × 2 h = 120 miles", "60 mph × 2 h = 12 miles"),
    ],
)
def test_units_of_batteries_roads_and_capitals_are_read(right: str, spoilt: str) -> None:
    assert levels(right) == ["none"]
    assert is_accused(spoilt, unlike=right)


@pytest.mark.parametrize(
    "wrong", ["50M × 288 messages × 1 KB = 144 TB/day", "50M × 288 × 1 KB = 144 TB/day"]
)
def test_wrong_figures_of_an_amount_per_day_are_told_as_such(wrong: str) -> None:
    """With and without the word that says what is counted; the first was not judged."""
    (found,) = findings(wrong)
    assert found.level == "warning"
    assert "the figures come to 14.4 TB, not 144 TB" in found.message
    (right,) = findings(wrong.replace("144", "14.4"))
    assert right.level == "note"


def test_a_decimal_point_elsewhere_parts_no_thousands() -> None:
    """A factor of a thousand was excused as the point of a German text."""
    assert is_accused("0.014467 PB/s = 14.467 GB/s")
    assert levels("2 × 262.144 = 524.288 bytes") != ["error"]


def test_a_temperature_is_no_library_time() -> None:
    """“If T is step_time” was told of a gas."""
    (found,) = findings("A gas at $T = 300$ K in a box.")
    assert found.level == "none"


def test_figures_that_come_to_degrees_are_degrees() -> None:
    assert levels("90 - 41 = 49 degrees") == ["note"]
    assert is_accused("90 - 41 = 59 degrees")
