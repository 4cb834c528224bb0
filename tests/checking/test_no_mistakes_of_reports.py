"""Lines of reports and notes that are no mistakes, and twins of them that are."""

import pytest

from tests.checking.judged_text import findings, levels


@pytest.mark.parametrize(
    ("text", "twin"),
    [
        ("Step 3: 217 × 4 = 878  ← ERROR! Should be 868", "Step 3: 217 × 4 = 878  ← so far"),
        ("- 217 × 4 = 878 (wrong, it is 868)", "- 217 × 4 = 878 (so far)"),
        ("Hits by line: 0-999 = 62, 1000-1999 = 31.", "Hits by line: 1999-1000 = 998."),
        ("```\nstate 2: n= 512  pi=0.271\n```", "```\nstate 2: n = 3 pi = 9.52\n```"),
        (
            "- Together: 9 days + (60 hours × 4) = 9 days + 240 hours = 39 days",
            "- Together: 9 days + (60 hours × 4) = 9 days + 240 hours = 29 days",
        ),
    ],
)
def test_what_is_called_wrong_counted_or_listed_is_no_error(text: str, twin: str) -> None:
    """The first of each were errors: a step that the text itself calls wrong, how many are in a
    range, a row of values one of which is called pi, and days of eight hours of work.
    """
    assert "error" not in levels(text)
    assert "error" in levels(twin)


def test_one_less_than_a_letter_is_no_unit() -> None:
    """N was read in “N-1”, one per newton."""
    assert "error" not in levels("Pairs: `Q = N(N-1)/2` of them.")
    assert [found.bindings for found in findings("It needs $F = N a$ with a force N (N).")]


_RATES = """| CPU BW (GB/s) | Best GPU % | Best CPU % | Time per layer |
|---|---|---|---|
| 30 | 70% | 30% | 1 |

"""
_SPLIT = "- 30% CPU at 30 GB/s: GPU 70% = 9.6 ms, CPU = 9 ms → max(9.6, 9) + 3 ms = 12.6 ms"


def test_the_name_of_a_thing_may_stand_for_another_of_its_figures() -> None:
    """The header gave the CPU a rate, and its time was an error; what is bound holds."""
    assert "error" not in levels(_RATES + _SPLIT)
    assert "error" in levels(_RATES + _SPLIT, {"CPU": "GB/s"})


def test_a_calculation_goes_on_with_what_it_has_counted() -> None:
    """The first was an error."""
    line = "- Held: 128 × 32 = 4,096 tokens × 125 KB = {} MB in all"
    assert levels(line.format(512)) == ["note"]
    assert levels(line.format(612)) == ["error"]


def test_a_number_below_a_name_may_have_its_unit() -> None:
    """The first was an error."""
    text = "The pitch of a frequency $f$ (Hz) is\n\n$$m = 1127 \\ln\\left(1 + {}\\right)$$"
    assert "error" not in levels(text.format(r"\frac{f}{700}"))
    assert "error" in levels(text.format(r"\frac{f}{2}"))
