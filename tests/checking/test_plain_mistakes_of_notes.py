"""Mistakes of notes on capacity and cost that nothing beside them explains, and their twins."""

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
    text = "Wrong: $12 \\times 3 = 37$\n\n{}"
    assert levels(text.format("All agree that $12 \\times 3 = 37$ here.")) == ["none", "error"]
    assert levels(text.format("Wrong again: $12 \\times 3 = 37$")) == ["none", "none"]


@pytest.mark.parametrize(
    "exercise",
    [
        "## Error hunt\n\n$$13 \\times 4 = 53$$",
        "Find the mistake in this line:\n\n$$13 \\times 4 = 53$$",
        "Which of these is wrong?\n\n- $13 \\times 4 = 53$\n- $13 \\times 5 = 65$",
        "**Original text:**\n> 13 × 4 = 53 GB",
        "What is it?\n\n- [ ] $13 \\times 4 = 53$\n- [x] $13 \\times 4 = 52$",
        "**A.** $13 \\times 4 = 52$\n**B.** $13 \\times 4 = 53$",
        "Then 13 × 4 = 53 is a false statement.",
        "A claim such as `13 × 4 = 53` is not true.",
        "# Sums in binary\n\n$11+10=101$",
    ],
)
def test_what_a_text_asks_about_or_denies_is_no_error(exercise: str) -> None:
    assert "error" not in levels(exercise)


@pytest.mark.parametrize(
    "stated",
    [
        "## Costs\n\n$$13 \\times 4 = 53$$",
        "## What is the right number of shards?\n\n$$13 \\times 4 = 53$$",
        "Here is the line:\n\n$$13 \\times 4 = 53$$",
        "## Error hunt\n\nDone.\n\n## Costs\n\n$$13 \\times 4 = 53$$",
        "Find the mistake in the log.\n\nIt is there.\n\nNext.\n\n$$13 \\times 4 = 53$$",
        "- [x] $13 \\times 4 = 53$\n- [x] $13 \\times 5 = 65$",
        "Then 13 × 4 = 53 is true.",
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
        "Entropy `S` (J/K), the constant `k_B` (J/K).\n\n`S = k_B × ln(W)`",
    ],
)
def test_letters_in_brackets_that_the_formulas_use_are_no_units(text: str) -> None:
    """They were litres, newtons and watts."""
    (found,) = findings(text)
    assert found.level in ("none", "note")
    assert found.bindings.get("k_B", "J/K") == "J/K"


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("- 200K active users × 2Mbps = 400 Tbps", "- 200K active users × 2Mbps = 400 Gbps"),
        ("- 3B posts/day × 300B text × 365 days = 328.5GB", "- 3B posts × 300B text = 900GB"),
        ("- Reads: 400M views/day × 5KB avg = 2TB/day = 23GB/s", "- 400M × 5KB = 2TB"),
        ("- 20M plays/day × 30 minutes × 2GB/hour = 20TB/day", "- 20M × 1GB = 20PB"),
        ("- 2M orders/day = ~500 orders/second", "- 2M orders/day = ~23 orders/second"),
        (
            "Storage for images = 70 million x 300 KB = 21,000,000,000 KB = 21,000 TB",
            "Storage for images = 70 million x 300 KB = 21,000,000,000 KB = 21 TB",
        ),
        ("In three copies: 402 × 3 = 1,217 TB", "In three copies: 402 × 3 = 1,207 TB"),
    ],
)
def test_amounts_of_data_and_rates_that_are_wrong_are_errors(wrong: str, right: str) -> None:
    """All but the last were warnings; of that the right one was an error: 402.4 is cut to 402."""
    assert levels(wrong) == ["error"]
    assert set(levels(right)) <= {"none", "note"}


@pytest.mark.parametrize(
    "text",
    [
        "- 2M orders/day = 90 orders/second",
        "- write bandwidth = 44K * 300B = 13.2MB/s",
        "- Peak QPS = 8,148 × 5 = 40,741 QPS",
        "Naive: 3 × 3 × 3 × 3 = 4 factors",
        "Backup of audio: 1M x avg 5 MB = 5 TB",
        "Ratios: decode 25.37 /\n(1000/41.79) = 1.06× behind.",
        "- sqrt(7.744e-5) = 8.8 meV",
        "```\n2D* - 1 = D*\n3D* - 1 = 2D*\n```",
        "With $e$ the energy density in J/m^3, $m$ in kg: $e \\sim m \\cdot m^3 = m^4$",
        "Naive: 3 × 3 × 3 × 3 = 3 multiplications",
        "```text\n10 - 2k >= 0\n```",
        "A page.\n\n<script>\nx = '13 × 4 = 53';\n</script>",
    ],
)
def test_peaks_names_counts_and_scripts_are_no_errors(text: str) -> None:
    assert "error" not in levels(text)


@pytest.mark.parametrize(
    "wrong",
    [
        "- Bandwidth: 44 KB * 300 = 18.2MB",
        "- Peak QPS = 8,148 × 5 = 41,740 QPS",
        "Naive: 3 × 3 × 3 × 3 = 91 in all.",
        "We need 4 × 5 × 7 = 120 GPUs.",
        "14 - 10 >= 8",
        "Ratios of decoding:\n(1000/41.79) = 21.06 of it.",
        "Bandwidth: 1B × 10 min × 3 Mbps / 86400s = 23TB/s",
        "- sqrt(7.744e-5) = 9.8 meV",
        "With $e$ the energy density in J/m^3, $m$ in kg: $e = m \\cdot m^3$",
    ],
)
def test_their_twins_are(wrong: str) -> None:
    assert "error" in levels(wrong)


_TABLE = "| What I thought | Reality | {} |\n|---|---|---|\n"
_MISTAKEN = "| 60M × 300 bytes = 2 TB | 60M × 300 bytes = 18 GB | units |"


@pytest.mark.parametrize(
    ("text", "twin"),
    [
        (
            "```text\n30        336/365            ≈ 0.29368            0.70632\n```",
            "```text\n30        336/365 ≈ 0.29368            0.70632\n```",
        ),
        (
            "```\n  400       200       √400/2 = 10              0.5       1/(2·20) = 0.025\n```",
            "```\n  400       200       √400/2 = 12              0.5       1/(2·20) = 0.025\n```",
        ),
        (
            "```\n  3        0.0614                e^(−1)/6 = 0.0613   0.0001\n```",
            "```\n  3        0.0614                e^(−1)/6 = 0.0813   0.0001\n```",
        ),
        ("```\nceiling(7)=9   floor(7)=5\n```", "- Blocks: ceil(7/2) = 5"),
        ("- Side 2: 7/12 ≥ 6 (majority)", "- Side 2: 1 × 5 × 1 ≥ 6 (majority)"),
        (_TABLE.format("Why I Was Wrong") + _MISTAKEN, _TABLE.format("Remark") + _MISTAKEN),
        (
            "$λ = 6/(1-p)$ of\n\n| p | E[T] |\n|---|---|\n| 0.2 | 3 |",
            "$λ = 6/(1-p)$ with a power p [W].",
        ),
        (
            "Step 4: 2.93 GB / 4 tasks = 735 MB per task",
            "Step 4: 2.93 GB / 4 tasks = 745 MB per task",
        ),
        (
            "E[tokens] = (1 - 0.7^5) / (1 - 0.7) = 2.77 tokens per pass",
            "E[tokens] = (1 - 0.7^5) / (1 - 0.7) = 2.53 tokens per pass",
        ),
    ],
)
def test_rows_sets_votes_and_thoughts_are_no_errors(text: str, twin: str) -> None:
    """Rows of tables in text, ordered sets, so many of several, thoughts called wrong, an
    expectation, E[T], and a result rounded to the nearest five are no errors, but their twins are;
    the last of them was a warning.
    """
    assert "error" not in levels(text)
    assert "error" in levels(twin)


_OTHER_SUBJECT = """# Spanning trees

The drawn tree of the example connects all towns of the island, and every edge has a weight.
"""


@pytest.mark.parametrize(
    ("line", "level"),
    [
        ("The edges weigh 25*600 = 150,000 together.", "warning"),
        ("The edges weigh $25 \\times 600 = 150{,}000$ together.", "error"),
        ("- Boats: 19 TB × $500/TB = $95,000", "error"),
    ],
)
def test_numbers_in_a_document_about_another_subject(line: str, level: str) -> None:
    """The first was an error, as it is where the document names the subject or binds a name."""
    assert levels(f"{_OTHER_SUBJECT}\n{line}") == [level]
    assert levels(f"{_OTHER_SUBJECT}\nIt costs GPU hours.\n\n{line}") == ["error"]
    assert levels(f"{_OTHER_SUBJECT}\n{line}", {"w": "s"}) == ["error"]


def test_names_of_frames_may_stand_for_their_time() -> None:
    """It was an error: SIFS has s, not byte."""
    said = "SIFS = 10 µs, CTS = 20 µs, ACK = 20 µs, and DATA = 1500 byte.\n\n"
    assert levels(f"{said}NAV = SIFS + DATA + SIFS + ACK")[-1] == "warning"
    assert levels(f"{said}NAV = SIFS + DATA")[-1] == "error"
    # That of bytes stands on the other side: it stopped with an internal error.
    assert levels(f"{said}DATA = SIFS + CTS + ACK")[-1] == "error"
