"""Ratios of figures that count things, and energies of a day, a month or a year: each right, and
with a figure spoilt.
"""

import pytest

from tests.checking.judged_text import levels


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("10 MW / 1.4 kW = 7,143 GPUs", "10 MW / 1.4 kW = 71,430 GPUs"),
        ("1.2 TB / 80 GB = 15 GPUs", "1.2 TB / 80 GB = 25 GPUs"),
        ("140 GB / 80 GB = 2 GPUs", "140 GB / 80 GB = 4 GPUs"),
        ("70 GB / 1.6 GB = 43 sequences", "70 GB / 1.6 GB = 53 sequences"),
        ("64 GB / 1.34 GB = 48 sequences", "64 GB / 1.34 GB = 84 sequences"),
        ("10 s / 50 ms = 200 tokens", "10 s / 50 ms = 300 tokens"),
        ("$1,000 / $2 = 500 GPUs", "$1,000 / $2 = 600 GPUs"),
        ("2 × 40 × 5120 × 2 B = 819 kB per token", "2 × 40 × 5120 × 2 B = 918 kB per token"),
    ],
)
def test_a_ratio_counts_things(right: str, spoilt: str) -> None:
    """To its digits, or the whole number above or below."""
    assert levels(right) == ["note"]
    assert levels(spoilt) == ["error"]


def test_a_ratio_in_powers_of_1024_is_a_warning() -> None:
    assert levels("1.2 TB / 80 GB = 16 GPUs") == ["warning"]


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("5.6 kW × 24 h = 134 kWh per day", "5.6 kW × 24 h = 154 kWh per day"),
        ("5.6 kW × 24 h = 134 kWh/day", "5.6 kW × 24 h = 13.4 kWh/day"),
        ("5.6 kW × 24 h × 30 = 4,032 kWh per month", "5.6 kW × 24 h × 30 = 403 kWh per month"),
        ("5.6 kW × 720 h = 4,032 kWh/month", "5.6 kW × 720 h = 40,320 kWh/month"),
        ("5.6 kW × 8,760 h = 49 MWh per year", "5.6 kW × 8,760 h = 49 GWh per year"),
        ("5.6 kW × 24 h = 134 kWh", "5.6 kW × 24 h = 134 kW"),
    ],
)
def test_power_over_a_time_is_an_energy_of_that_time(right: str, spoilt: str) -> None:
    assert levels(right) in (["none"], ["note"])
    assert levels(spoilt) == ["warning"]


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("Speed-up: 41.8 ms / 12.5 ms = 3.34×.", "Speed-up: 41.8 ms / 12.5 ms = 4.43×."),
        ("It is 41.8 ms / 12.5 ms = 3.34× faster.", "It is 41.8 ms / 12.5 ms = 4.43× faster."),
        ("It rose (840 s / 400 s = 2.1×).", "It rose (840 s / 400 s = 1.2×)."),
        ("Use 4× 80 GB = 320 GB of memory.", "Use 4× 80 GB = 420 GB of memory."),
    ],
)
def test_a_cross_behind_a_result_says_how_many_times(right: str, spoilt: str) -> None:
    assert levels(right) == ["none"]
    assert levels(spoilt) == ["error"]


def test_gpus_may_be_a_bare_factor_of_gpu_hours() -> None:
    assert levels("104 h × 20,000 = 2.08M GPU-hours") == ["note"]
    assert levels("104 h × 20,000 = 20.8M GPU-hours") == ["warning"]
