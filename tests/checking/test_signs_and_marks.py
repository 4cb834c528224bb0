"""Signs, marks and words of figures that once were read as something else."""

import pytest

from tests.checking.judged_text import findings, is_accused, levels


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("6. -2 + 5 = 3 (floor)", "6. -2 + 5 = 7 (floor)"),
        ("- Scaling exponent: -3.96 ≈ -4 (quartic)", "- Scaling exponent: -3.96 ≈ -40 (quartic)"),
        ("b) 2 × 32 × 4096 = 262,144 bytes", "b) 2 × 32 × 4096 = 26,214 bytes"),
        (r"$$\frac{1.97E+14}{8.20E+11} = 240$$", r"$$\frac{1.97E+14}{8.20E+11} = 24$$"),
        ("2 crore × 5 KB = 100 GB", "2 crore × 5 KB = 10 GB"),
        ("20 lakh × 3 KB = 6 GB", "20 lakh × 3 KB = 60 GB"),
        ("1000 nodes × 24/7 × $0.50/hour = $360,000/month",
         "1000 nodes × 24/7 × $0.50/hour = $36,000/month"),
        ("2.79e6 * 1.513e15 * 60 * 60 = 1.52e25", "2.79e6 * 1.513e15 * 60 * 60 = 1.52e22"),
        ("24 × 3600 × 1000 × 0.02 = 1,728,000 items", "24 × 3600 × 1000 × 0.02 = 1,728 items"),
        ("0.001 × 0.001 × 0.001 = 1e-9", "0.001 × 0.001 × 0.001 = 1e-8"),
        ("(14TB - 4.6TB) / 14TB ≈ 67%", "(14TB - 4.6TB) / 14TB ≈ 45%"),
    ],
)  # fmt: skip
def test_figures_are_computed_as_they_are_written(right: str, spoilt: str) -> None:
    assert not {"warning", "error"} & {*levels(right)}
    assert is_accused(spoilt, unlike=right)


@pytest.mark.parametrize(
    "text",
    [
        "- G = 6.67 x 10^-11 m^3/(kg*s^2)",
        "- Coordination points = N*(N-1)/2",
        "T_US = P_US / W_US",
        "D is the number of independent parameters.\n\n$$D(D - 1) = 2D - 1$$",
        "Hmm, so we get beta'(phi) = phi - 3 = -1.382, not 1.618.",
        r"$$G = 1 + 0.9 + 0.9^2 + \cdots = \frac{1}{1 - 0.9} = 10$$",
    ],
)
def test_a_bracket_an_index_or_dots_accuse_nobody(text: str) -> None:
    """Factors are no units of the name before them, an index US is no microsecond."""
    assert not {"warning", "error"} & {*levels(text)}


def test_items_of_a_list_in_a_block_do_not_go_on_each_other() -> None:
    """The second was subtracted from the result of the first."""
    listed = "```\n   - 20 × 3 = 60\n   - 10 × 2 = 20\n```\n"
    assert [found.text for found in findings(listed)] == ["20 × 3 = 60", "10 × 2 = 20"]
    assert levels(listed) == ["none", "none"]


def test_a_question_is_not_the_unknown_of_an_equation() -> None:
    """Two of them were an internal error; the unknown stands alone."""
    asked = "**A:** 2 + 2 = 4?\n\nTotal = 2 + 1 + 1 = 4?"
    assert [found.text for found in findings(asked)] == ["2 + 2 = 4", "Total = 2 + 1 + 1 = 4"]
    open_yet = findings("A = 2 + 2 = ?\n\nB = 2 + 1 + 1 = ?")
    assert [str(found.level) for found in open_yet] == ["none", "none"]


@pytest.mark.parametrize(
    ("text", "level"),
    [
        (r"$\frac{500,000^4}{2.31^4} \approx 10^{21}$", "note"),
        (r"$0.05 \text{ eV} / 173 \text{ GeV} \approx 10^{-12}$", "note"),
        (r"$0.05 \text{ eV} / 173 \text{ GeV} \approx 10^{-15}$", "error"),
        (r"$13 \times 7 \approx 300$", "error"),
    ],
)
def test_a_power_of_ten_tells_a_size(text: str, level: str) -> None:
    """Of what is a million, or a millionth, and more, within a factor of ten."""
    assert levels(text) == [level]


def test_a_wrong_amount_of_the_month_beside_it_is_told_as_the_right_one_is() -> None:
    """The right one was a warning, the wrong one was left unjudged."""
    text = "1000 QPS × 300 tokens/req × 86400 sec/day × 30 days = {}B tokens/month"
    assert levels(text.format("777.6")) == ["note"]
    assert levels(text.format("77.7")) == ["error"]


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("2 (bf16 bytes) * 8B (num of params) = 16GB",
         "2 (bf16 bytes) * 8B (num of params) = 160GB"),
        ("2 * 8 GB (weights) = 16 GB", "2 * 8 GB (weights) = 160 GB"),
        ("2 × 8e9 (params) = 16 GB", "2 × 8e9 (params) = 160 GB"),
    ],
)  # fmt: skip
def test_a_label_says_what_a_figure_counts(right: str, spoilt: str) -> None:
    """GB was read as a name in param, and agreed with any other."""
    assert not {"warning", "error"} & {*levels(right)}
    assert is_accused(spoilt, unlike=right)


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("930 / 42 ~= 22", "930 / 42 ~= 52"),
        (r"$\frac{24}{16} = \boxed{1.5\times}$", r"$\frac{24}{16} = \boxed{2.5\times}$"),
        ("0.7x0.9 + 0.3x0.2 = 0.69", "0.7x0.9 + 0.3x0.2 = 0.99"),
        ("- The parent is at (3-2)/2 = 0", "- The weight is (3-2)/2 = 0"),
        ("- index = (3-2)/2 = 0", "- index = (9-2)/2 = 0"),
        ("- rows: 444,444 × 7 = 3,111,111", "- rows: 444,444 × 7 = 3,112,111"),
        ("- A tree: 7 + 3 = 10 (not 7 + 3 = 11)", "- A tree: (so 7 + 3 = 11)"),
        ("It gives 4 + 5 * 2 = 18 instead of 14.", "It gives 4 + 5 * 2 = 18 in all."),
    ],
)
def test_signs_decimals_and_quotients_are_read_as_they_are_meant(right: str, spoilt: str) -> None:
    assert levels(right) and not {"warning", "error"} & {*levels(right)}
    assert is_accused(spoilt, unlike=right)


def test_weights_of_edges_are_no_differences() -> None:
    assert levels("- Edges: 1-2=4, 1-4=6, 2-4=3") == []
    assert is_accused("- Edges: 7-1=2")


def test_the_name_of_a_greek_letter_behind_it_is_no_factor() -> None:
    (found,) = findings("```\nε (epsilon) ≈ 4 ms\n```", {"ε": "s"})
    assert found.verdict == "consistent"
    (spoilt,) = findings("```\nε (epsilon) ≈ 4 GB\n```", {"ε": "s"})
    assert spoilt.verdict == "inconsistent"
