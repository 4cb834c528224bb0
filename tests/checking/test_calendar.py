"""Months and years of whole days between two figures, and figures that no calendar explains."""

import pytest

from tests.checking.judged_text import is_accused, levels


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("$162.50/day = $4,875/month", "$162.50/day = $4,785/month"),
        ("$2/hour = $1,440/month", "$2/hour = $1,420/month"),
        ("$2/hour = $1,488/month", "$2/hour = $1,560/month"),
        ("$3.25/day = $97.50/month = $1,186.25/year", "$3.25/day = $97.50/month = $1,286.25/year"),
        ("$10.25/day × 3 months = $922.50", "$10.25/day × 3 months = $951.50"),
        ("100 W × 1 month = 72 kWh", "100 W × 1 month = 77 kWh"),
        ("1 TB/day = 30 TB/month = 365 TB/year", "1 TB/day = 30 TB/month = 300 TB/year"),
        ("12 kW × 2 years = 210,240 kWh", "12 kW × 2 years = 220,240 kWh"),
    ],
)
def test_a_month_may_have_30_days_and_a_year_365(right: str, spoilt: str) -> None:
    assert levels(right) == ["none"]
    assert is_accused(spoilt, unlike=right)


def test_no_calendar_stands_between_two_figures_per_month() -> None:
    assert is_accused("$4,946/month = $4,875/month")
    assert levels("2 × $4,946/month = $9,750/month") == ["error"]
