"""An error of a document needs a line that is plainly read; each with a twin that is plainly
wrong.
"""

import pytest

from derive.checking.check import check
from derive.checking.verdicts.levels import Level
from tests.checking.judged_text import findings, is_accused, levels


@pytest.mark.parametrize(
    ("doubtful", "spoilt"),
    [
        ("9k * 3.5e13 = 3.3e17", "9k * 3.5e13 = 4.3e17"),
        ("$6 \\times 1550^2 / 40,000 = 362$", "$6 \\times 1550^2 / 40,000 = 390$"),
        ("- load: 0.0006 × 2 = 0.0013 GB", "- load: 0.0006 × 2 = 0.0019 GB"),
        ("Per layer: 7B × 3 = 22 GB", "Per layer: 7B × 3 = 32 GB"),
    ],
)
def test_rounding_of_what_is_computed_with_is_a_warning(doubtful: str, spoilt: str) -> None:
    assert levels(doubtful) == ["warning"]
    assert is_accused(spoilt, unlike=doubtful)


@pytest.mark.parametrize(
    ("doubtful", "spoilt"),
    [
        ("- links: 6 × 35 GB = 420 GB", "- links: 6 × 35 GB = 320 GB"),
        ("4 * 10^6 * 1KB = 4000 Mb", "4 * 10^6 * 1KB = 7000 Mb"),
        ("41 PB/day × 30 ≈ 1.2 EB/month", "41 PB/day × 30 ≈ 2.2 EB/month"),
        ("2B * 300B = 600 GB/day", "2B * 300B = 800 GB/day"),
        ("90K * 4ms = 360 GPU-seconds/s", "90K * 4 kB = 460 MB"),
        ("12 × 10^3 × 20/100 × 8 bits = 19.2 kbps", "12 × 10^3 × 20/100 × 8 bits = 29.2 kbps"),
        ("6 × 300 KB * 8 bit = 14.4 Mb/s", "6 × 300 KB * 8 = 15.4 MB"),
        ("39 bits = 2^39 ms = 17.4 years", "2^39 ms = 17.4 years = 4 weeks"),
        ("2 jobs / 6 GPUs = 5 ms", "2 GB / 6 GPUs = 5 ms"),
    ],
)
def test_what_the_words_may_leave_out_is_a_warning(doubtful: str, spoilt: str) -> None:
    """A factor, a day of 24 hours, a time, what is counted, the bits of a byte."""
    assert "error" not in levels(doubtful)
    assert is_accused(spoilt, unlike=doubtful)


@pytest.mark.parametrize(
    ("doubtful", "spoilt"),
    [
        ("We need $2^{33} \\approx 86$ 亿 blocks", "We need $2^{33} \\approx 86$ blocks"),
        ("This is $3 \\times 5 = 16$ million", "This is $3 \\times 5 = 16$ rows"),
        ("$$2.35 = 0.7k$$", "$$2.35 = 0.7 \\times 3$$"),
        ("Target = 300 PB = 300 000 TB", "Target = 300 PB = 400,000 TB"),
        ("10^10 × 3 MB = 30 PB (3 * 10^16 bytes)", "10^10 × 3 MB = 40 PB"),
        ("An image of 512×512 = ~2k tokens", "Then 512 × 511 = ~2k tokens"),
        ("Clips of all hours at 630 MB/h = 630 TB/day", "They have 630 MB/h = 620 TB/day"),
        ("50% = 30% + 20% = 36 + 24 = 60", "30% + 20% = 60%"),
        ("20 + (50 × 0.63) = 20 + 32 = 52 jobs", "20 + (50 × 0.63) = 82"),
        ("$(30\\text{B})^{-0.34} = 1.00$", "$30^{-0.34} = 1.00$"),
    ],
)
def test_what_is_not_plainly_written_is_a_warning(doubtful: str, spoilt: str) -> None:
    """Words that go on, letters that may be names, numbers and brackets side by side."""
    assert "error" not in levels(doubtful)
    assert is_accused(spoilt, unlike=doubtful)


def test_digits_that_are_not_shown_are_petty() -> None:
    assert levels("- 7 × 8191 × 1023 × 3 = 175.7 MB") == ["warning"]
    assert levels("- 7 × 8191 × 1023 = 58,655,753") == ["error"]


_FAR = "With the energy $w$ [J] and the force $q$ [N]:" + "\n" * 150


@pytest.mark.parametrize(
    ("doubtful", "spoilt"),
    [
        (f"{_FAR}$w = q$", f"{_FAR.rstrip()} $w = q$"),
        (
            "With the time $y$ [s]: $m y = m$ units of $m$ [m]",
            "With $y$ [s] and $m$ [m]: $m y = m$",
        ),
        (
            "With the mass $y$ [kg] and $u$ [m]: $y^3 u = (3.5e-2)^3 × (2e4)^2 = 700$",
            "With the mass $y$ [kg] and $u$ [m]: $y^3 u = 700$ s",
        ),
        (
            "A block has $n$ bytes: $\\lceil n/8 \\rceil - 1 = 3$",
            "A block has $n$ bytes and $y$ [s]: $n/y - 1 = 3$",
        ),
    ],
)
def test_letters_from_afar_and_figures_without_units_warn(doubtful: str, spoilt: str) -> None:
    assert "error" not in levels(doubtful)
    assert levels(spoilt)[-1] == "error"


def test_the_loss_of_a_text_is_counted_in_nothing() -> None:
    text = r"where $L$ is the loss and $p$ [1] the chance. $L = -\log(p)$"
    assert "error" not in levels(text)


def test_a_typed_line_is_an_error_whatever_explains_it() -> None:
    """Only what a document leaves to its words is in doubt."""
    (found,) = check("9k token * 35 = 330k token")
    assert found.level == Level.ERROR
    (found,) = findings("- 9k tokens * 35 = 630k tokens")
    assert "A warning only: a factor of 2 would explain it." in found.message


def test_formulas_of_one_text_are_told_apart_by_what_stands_behind() -> None:
    text = "First $2^{13} \\approx 82$ rows.\n\nThen $2^{13} \\approx 82$ 百 rows."
    assert levels(text) == ["error", "warning"]


@pytest.mark.parametrize("behind", [(" units.", "."), (".", " units.")])
def test_a_verdict_does_not_depend_on_the_same_formula_elsewhere(behind: tuple[str, str]) -> None:
    """A unit behind a formula speaks for that formula alone."""
    first, second = behind
    given = "With the time $y$ [s] and the length $m$ [m]:"
    wanted = ["warning" if "units" in each else "error" for each in behind]
    assert levels(f"{given} $m y = m${first}\n\nThen $m y = m${second}") == wanted


def test_a_raised_word_of_a_letter_that_is_defined_nearby_is_read() -> None:
    """It ended in a KeyError."""
    text = (
        "With $L=64$.\n**L:** The denominator $$\\sum_i (q \\cdot k_i)$$\n"
        r"$$L^\text{all} = \exp(M^1 - \max(M^1, M^2)) \cdot L^1 + \exp(M^2) \cdot L^2$$"
    )
    assert "error" not in levels(text)
