"""Mistakes of notes on capacity and cost that nothing beside them explains, and what looks alike."""

import pytest

from derive.checking.check import check_document
from derive.checking.extraction.document import document_of
from tests.checking.judged_text import findings, levels


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("Cost: 21.4M + 30.2M = 50.6M (mostly attention)", "Cost: 21.4M + 30.2M = 51.6M (mostly)"),
        ("- 4B requests × 25 KB = 100 PB/day", "- 4B requests × 25 KB = 100 TB/day"),
        ("- 2B pulls × 400MB avg = 800EB/year", "- 2B pulls × 400MB avg = 800PB/year"),
        ("- 2K/second × 86,400 × 30 = 5.184M calls", "- 2K/second × 86,400 × 30 = 5.184B calls"),
        ("- 3 Gbps × $0.10/GB = $8,100/month", "- 3 Gbps × $0.10/GB = $97,200/month"),
        ("- Ratio: 47/20 = 2.37", "- Ratio: 47/20 = 2.35"),
        (r"So $36/12\,\text{k} = 5\,\text{k}$.", r"So $36/12\,\text{k} = 3\,\text{k}$."),
        ("$1 - 0.998^{1000} = 0.665$", "$1 - 0.998^{1000} = 0.865$"),
    ],
)
def test_plain_mistakes_are_errors(wrong: str, right: str) -> None:
    """They were warnings, or not judged."""
    assert levels(wrong) == ["error"]
    assert set(levels(right)) <= {"none", "note"}


@pytest.mark.parametrize(
    "explained",
    [
        "Cost: 21.4M + 30.2M = 50.6M (with rounding)",
        "Cost: 21.4M + 30.2M = 50.6M (after compression)",
        "- 4B requests of 12 pages × 25 KB = 100 PB/day",
        r"So $I = 24/18\,\text{k} = 1.33\ \text{mA}$.",
        "- Score: 3/4 = 8",
    ],
)
def test_what_may_be_explained_is_none(explained: str) -> None:
    assert "error" not in levels(explained)


def test_a_k_of_tokens_may_be_1024() -> None:
    """It was a warning: 128,000 tokens, not 131,072."""
    assert levels("- 64K tokens = 65,536 tokens") == ["note"]
    assert levels("$64K = 65{,}536$ tokens") == ["note"]
    assert levels("- 64K tokens = 67,536 tokens") == ["warning"]


@pytest.mark.parametrize("sign", [r"$\times$", r"$\cdot$"])
def test_computations_that_go_on_in_the_next_line_of_latex_are_read(sign: str) -> None:
    """They were skipped."""

    def judged(text: str) -> list[tuple[str, int]]:
        found = check_document(document_of(text, "a.tex"))
        return [(str(one.level), one.line) for one in found]

    assert judged(f"We need 7 GPUs {sign}\n72\\,GB = 514\\,GB in all.") == [("error", 1)]
    assert judged(f"In all we need 7 GPUs {sign} 72\\,GB\n= 514\\,GB.") == [("error", 1)]
    assert judged(f"We need 7 GPUs {sign}\n72\\,GB = 504\\,GB in all.") == [("note", 1)]
    assert judged(f"A line.\n\nSee Section 2.3 {sign} 4 = 12 of it.") == [("warning", 3)]


def test_equal_statements_are_judged_by_what_stands_around_each() -> None:
    """The second had the verdict of the first."""
    text = "Wrong: $2 \\times 3 = 7$\n\n{}"
    assert levels(text.format("All agree that $2 \\times 3 = 7$ here.")) == ["none", "error"]
    assert levels(text.format("Wrong again: $2 \\times 3 = 7$")) == ["none", "none"]


@pytest.mark.parametrize(
    "exercise",
    [
        "## Error hunt\n\n$$3 \\times 4 = 13$$",
        "Find the mistake in this line:\n\n$$3 \\times 4 = 13$$",
        "Which of these is wrong?\n\n- $3 \\times 4 = 13$\n- $3 \\times 5 = 15$",
        "**Original text:**\n> 3 × 4 = 13 GB",
        "What is it?\n\n- [ ] $3 \\times 4 = 13$\n- [x] $3 \\times 4 = 12$",
        "**A.** $3 \\times 4 = 12$\n**B.** $3 \\times 4 = 13$",
        "Then 3 × 4 = 13 is a false statement.",
        "A claim such as `3 × 4 = 13` is not true.",
        "# Sums in binary\n\n$11+10=101$",
    ],
)
def test_what_a_text_asks_about_or_denies_is_no_error(exercise: str) -> None:
    assert "error" not in levels(exercise)


@pytest.mark.parametrize(
    "stated",
    [
        "## Costs\n\n$$3 \\times 4 = 13$$",
        "Here is the line:\n\n$$3 \\times 4 = 13$$",
        "## Error hunt\n\nDone.\n\n## Costs\n\n$$3 \\times 4 = 13$$",
        "Find the mistake in the log.\n\nIt is there.\n\nNext.\n\n$$3 \\times 4 = 13$$",
        "- [x] $3 \\times 4 = 13$\n- [x] $3 \\times 5 = 15$",
        "Then 3 × 4 = 13 is true.",
        "# Sums\n\n$11+10=101$",
    ],
)
def test_the_same_computations_stated_are(stated: str) -> None:
    assert "error" in levels(stated)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (
            "Time: 1024 tokens * (2 MB/token) / (32 GB/s) = 62.5 ms",
            "Time: 1024 tokens * (2 MB/token) / (32 GB/s) = 69.5 ms",
        ),
        ("It has 2×4×8 = 64 chips = 128 devices.", "It has 2×4×8 = 66 chips = 132 devices."),
    ],
)
def test_sizes_in_powers_of_1024_and_parts_of_things_are_no_errors(right: str, wrong: str) -> None:
    assert "error" not in levels(right)
    assert levels(wrong) in (["error"], ["warning"])


@pytest.mark.parametrize(
    "text",
    [
        "| `num_layers` (L) | 20 |\n|---|---|\n\n- `L` = `num_layers`",
        "It turns N sequential steps into log₂(N) steps.\n\nN = 8 steps",
    ],
)
def test_letters_in_brackets_that_the_formulas_use_are_no_units(text: str) -> None:
    """They were litres and newtons."""
    assert [one.level for one in findings(text)] == ["none"]
