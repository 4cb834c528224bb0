"""Figures as write-ups set them: words behind them, remarks, labels, units left to the reader."""

import pytest

from derive.checking.check import check_document
from derive.checking.extraction.document import document_of
from tests.checking.judged_text import is_accused, levels


def verdicts(lines: str) -> list[tuple[str, str]]:
    """Verdict and level of the equations in a fence."""
    found = check_document(document_of(f"```\n{lines}\n```\n", "a.md"))
    return [(finding.verdict, finding.level) for finding in found]


@pytest.mark.parametrize(
    ("line", "level"),
    [
        ("10,000,000 / 93 = 107,527 batches", "none"),
        ("120 tokens × 512 dims × 2 bytes = 122,880 bytes", "note"),
        ("Read 120 tokens × 512 dims × 2 bytes/token = 122,880 bytes", "none"),
        ("$96 - $70.20 = $25.80 per run", "none"),
        ("50 + 51 + 52 + ... + 149 = 9,950 token-attention operations", "none"),
        ("10 + 8 + ... + 2 = 30", "none"),
        ("Share of work = 6 × 8 billion × 5 trillion = 2.4 × 10¹¹ TFLOPs", "warning"),
        ("Effect of all three (1.4 × 1.2 × 1.1 ≈ 1.85)", "none"),
        ("9,950 / 149 = 66.8× speedup", "none"),
        ("13.2s / 119.6 = 0.11 seconds (99.2% reduction!)", "none"),
        ("18,600 / 22.04 = 843.8 tok/s ✓ (matches measured 9,055.8)", "note"),
        ("18,600 tokens / 843.8 = 22.04 seconds", "warning"),
        ("16 GB / 8.2e11 = 19.5 ms", "warning"),
        ("32 GPU-hours × $3 = $96", "note"),
        ("$184 × 365 = $67,160/year", "note"),
        ("3.0 hours × 4 = 12 GPU-hours × $3 = $36", "warning"),
        ("Days = (2.92 × 10⁸ seconds)/(24 × 60 × 60) = 3,379 days", "note"),
    ],
)
def test_figures_with_words_and_units_left_to_the_reader_are_no_errors(
    line: str, level: str
) -> None:
    """What a word or a bare figure says is told, or a condition."""
    assert [found[1] for found in verdicts(line)] == [level]


@pytest.mark.parametrize(
    "line",
    [
        "6 m / 2 = 3 s",
        "50 + 51 + 52 + ... + 149 = 9,951",
        "Effect of all three (1.4 × 1.2 × 1.1 ≈ 2.85)",
        "45 GB * 3 = 135 s",
        "18,600 tokens / 843.8 = 23.04 seconds",
        "16 GB / 8.2e11 = 29.5 ms",
        "16 GB / 8.2e11 = 19.5 s",
        "32 GPU-hours × $3 = 96 s",
        "9,950 / 149 = 76.8× speedup",
        "13.2s / 119.6 = 0.21 seconds (99.2% reduction!)",
        "Days = (2.92 × 10⁸ seconds)/(24 × 60 × 60) = 4,379 days",
    ],
)
def test_wrong_figures_stay_accused(line: str) -> None:
    """A remark behind them or a bare figure explains no other value."""
    assert [verdict for verdict, _ in verdicts(line)] == ["inconsistent"]


def test_words_behind_wrong_figures_leave_them_unjudged() -> None:
    """The words of the factors may say why; one behind the result of bare figures does not."""
    assert verdicts("10,000,000 / 93 = 117,527 batches") == [("inconsistent", "warning")]
    for line in (
        "2 sockets × 64 cores = 256 threads",
        "1 + 4 + 9 + ... + 100 = 384",
        "1 + 1 + ... + 1 = 200",
        "Read 50 tokens = 77 KB",
    ):
        assert verdicts(line) == [("not judged", "none")]


def test_the_words_that_figures_count_are_told() -> None:
    """Nothing is read in silence."""
    text = "```\n10,000,000 / 93 = 107,527 batches\n```\n"
    (finding,) = check_document(document_of(text, "a.md"))
    assert finding.message.endswith("“batches” is read as what the figures count.")


@pytest.mark.parametrize(
    "line", ["Original (bs=32): 91,878 tok/s", "Optimized (bs=93)", "Batch=93 Speedup"]
)
def test_a_label_with_settings_is_no_equation(line: str) -> None:
    """It names a case."""
    assert verdicts(line) == []


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        (
            "1410 MHz × 512 FLOPs × 432 TCs = 312 TFLOPS",
            "1410 MHz × 512 FLOPs × 432 TCs = 352 TFLOPS",
        ),
        (
            r"$512 \text{ GB} \times 432 \text{ TCs} = 221 \text{ TB}$",
            r"$512 \text{ GB} \times 432 \text{ TCs} = 251 \text{ TB}$",
        ),
    ],
)
def test_a_plural_that_the_text_abbreviates_is_counted(right: str, spoilt: str) -> None:
    """It is no unit, whatever the letters spell; GPUs stay one."""
    for said in ("There are 432 tensor cores (TCs).\n\n", "So many FLOPs per TC.\n\n"):
        assert levels(said + right) == ["none"]
        assert is_accused(said + spoilt)
    assert levels("The processors (GPUs): 8 GPUs × 80 GB/GPU = 640 GB") == ["none"]
