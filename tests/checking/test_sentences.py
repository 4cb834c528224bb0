"""Equations within a sentence: found where it is certain where they begin and end, else left
alone.
"""

import pytest

from derive.checking.extraction.document import document_of
from derive.checking.extraction.sentences import equations_within
from tests.checking.judged_text import levels

WITHIN = [
    ("so t_mem = N_total / mem_bw, which grows", ["t_mem = N_total / mem_bw"]),
    ("Since FLOPs = 6 N D, a 7B model needs more.", ["FLOPs = 6 N D"]),
    ("Here T = 2 N B / C and B ≥ 300 N are two.", ["T = 2 N B / C", "B ≥ 300 N"]),
    ("the bandwidth (BW = 3.35 TB/s) is what counts", ["BW = 3.35 TB/s"]),
    ("we get 16 × 8192 = 131 kB. Then", ["16 × 8192 = 131 kB"]),
    ("it is t = max(t_c, t_mem) at best", ["t = max(t_c, t_mem)"]),
    ("that 2*(n-1)/n * P = 2*(32-1)/32 * P = 7 GB, so", ["2*(n-1)/n * P = 2*(32-1)/32 * P = 7 GB"]),
    ("where t ≈ 15 ms", ["t ≈ 15 ms"]),
    ("Then throughput = batch_size / step_time.", ["throughput = batch_size / step_time"]),
    ("so price_per_token = rate / throughput, which", ["price_per_token = rate / throughput"]),
    ("They have 8 GB = 8000 MB.", ["8 GB = 8000 MB"]),
]


@pytest.mark.parametrize(("line", "equations"), WITHIN)
def test_an_equation_is_found_within_a_sentence(line: str, equations: list[str]) -> None:
    """From its first symbol to its last."""
    assert [line[begin:end] for begin, end in equations_within(line)] == equations


UNCERTAIN = [
    "the higher throughput = batch_size / step_time", "cost_total = price * hours used up",
    "about 8 GB = 500 tokens.",
    "the arithmetic intensity = 2 N", "t = N active parameters", "x = 3 GB per second of it",
    "with TP=8 and DP = 4 we", "a pod with 16x20x28 = 8960 chips", "H100 BW = 3 TB/s of",
    "use TP=4 + PP=4 for", "typically α=0.7-0.9 or", "KV BW = N / T as", "for N=2048 (GPT-2) or",
    "we have t = N / and so", "t = N[0] + 2 for", "2 bytes per param × N = 14 GB",
    "so it = what we have", "for x = y.z we", "t = (N / mem_bw so", "B = 16, D = 8192",
    "it ~= H100 or so", "a = b - c-d is", "t = 3 % of N", "= N / D is", "we set t =",
]  # fmt: skip


@pytest.mark.parametrize("line", UNCERTAIN)
def test_what_is_not_certain_is_left_alone(line: str) -> None:
    """Words of the sentence, settings, units that go on, brackets left open."""
    assert list(equations_within(line)) == []


def test_a_sentence_that_goes_on_in_the_next_line_is_left_alone() -> None:
    """Unless the next line goes on in words."""
    line = "so t = N / D"
    assert [
        list(equations_within(line, following)) for following in ("+ 3 for", "D again", "/ 2")
    ] == [[], [], []]
    assert [
        len(list(equations_within(line, following))) for following in ("", "which is", "and so")
    ] == [1, 1, 1]


def test_equations_in_sentences_have_their_places() -> None:
    """In Markdown and in plain text."""
    for file, text in (
        ("a.md", "It is long.\n\nSo **here** t = N / D, and `x` is 3.\n"),
        ("a.txt", "It is long.\n\nSo we have t = N / D, and x is 3.\n"),
    ):
        (passage,) = document_of(text, file).passages
        assert (passage.text, passage.line, passage.column) == (
            "t = N / D",
            3,
            13 if file == "a.md" else 12,
        )


@pytest.mark.parametrize(
    ("text", "equations"),
    [
        ("They have $8$ GB = 8000 MB.", ["8  GB = 8000 MB"]),
        ("So $8 \\times 80$ GB = 640 GB.", ["8 ×      80  GB = 640 GB"]),
        ("Eight hold 8 * 80 GB = 640 GB.", ["8 * 80 GB = 640 GB"]),
        ("Weights of Llama 2 × 70 = 140", ["Weights of Llama 2 × 70 = 140"]),
    ],
)
def test_figures_go_on_beyond_the_marks_of_maths_and_behind_words(
    text: str, equations: list[str]
) -> None:
    found = document_of(text, "a.md").passages
    assert [each.text for each in found if not each.skipped] == equations


def test_a_unit_that_converts_to_another_is_no_name() -> None:
    wrong = "They have $8$ GB = 6.4 TB. A read takes 80 GB / 3.35 TB/s = 90 ms."
    assert levels(wrong) == ["warning", "error"]
    assert levels(wrong.replace("6.4", "0.008").replace("90", "24")) == ["none", "none"]


COMPUTED = [
    ("Reading 92 GB / 7 = 15 GB per GPU.", ["92 GB / 7 = 15 GB"]),
    ("Each node keeps 54 GB / 4 = 12 GB of states", ["54 GB / 4 = 12 GB"]),
    ("so 6 × 40 = 240 stored pages remain", ["6 × 40 = 240"]),
    ("it has 24 × 50 = 1.2 thousand pages", ["24 × 50 = 1.2 thousand"]),
    ("and 60^7 = 2.8 trillion possible orders", ["60^7 = 2.8 trillion"]),
    ("Per server (10 Gbps) = 10 × 1000 / 8 = 1250 MB/s", ["10 × 1000 / 8 = 1250 MB/s"]),
    ("it runs at 36 tokens / 0.5 s = 72 tokens per second here", [
        "36 tokens / 0.5 s = 72 tokens per second"]),
    ("a read of 90 GB / 3 TB/s = 30 ms per token", ["90 GB / 3 TB/s = 30 ms"]),
    ("or 90 GB / 3 GPUs = 30 GB per GPU", ["90 GB / 3 GPUs = 30 GB per GPU"]),
    ("that is 75 / 30 = 2.5x faster", ["75 / 30 = 2.5"]),
    ("that leaves 30 / 40 = 75% of it", ["30 / 40 = 75%"]),
    ("延迟 90 GB / 3 TB/s = 30 ms，再", ["90 GB / 3 TB/s = 30 ms"]),
    ("pages in 5 min = (40 + 60) × 300 = 30,000", ["(40 + 60) × 300 = 30,000"]),
    ("x y z = 4 × 16 = 64 slots", ["4 × 16 = 64"]),
    ("it is $3 × 24 = $72 per day", ["$3 × 24 = $72 per day"]),
    ("it grows by (6 / 2)² = 9 at once", ["(6 / 2)² = 9"]),
]  # fmt: skip


@pytest.mark.parametrize(("line", "equations"), COMPUTED)
def test_a_computation_with_figures_is_found_among_any_words(
    line: str, equations: list[str]
) -> None:
    """Its figures say where it begins and ends."""
    assert [line[begin:end] for begin, end in equations_within(line)] == equations


NOT_COMPUTED = [
    "10 % of 80 GB = 8 GB of it", "half of 3 × 80 GB = 120 GB of it", "3-4 × 8 GB = 32 GB of it",
    "it is $3 × 2 = $6 per 10 pages",
    "it has 3 × 4 = 1.2 万 of them", "2 × 8 = 16 to 20 of them",
]  # fmt: skip


@pytest.mark.parametrize("line", NOT_COMPUTED)
def test_a_computation_that_may_go_on_is_left_alone(line: str) -> None:
    """Shares, ranges, sizes in words, units that are not read."""
    assert list(equations_within(line)) == []


@pytest.mark.parametrize("following", ["x", "GB of", "thousand", "/ 2", "% of", "万"])
def test_a_computation_may_go_on_in_the_next_line(following: str) -> None:
    """In a unit, a size or an operation; words and other lines do not continue it."""
    line = "so 6 × 40 = 240"
    assert list(equations_within(line, following)) == []
    assert len(list(equations_within(line, "Pages follow"))) == 1


def test_only_computations_are_found_in_a_fence_with_words() -> None:
    """Names in it may belong to a program or a drawing."""
    text = (
        "```\n│ per page: 2 × 64 × 16 = 2048 bytes = 2 KiB  │\n│ in all t = N / D, ok    │\n```\n"
    )
    found = document_of(text, "a.md").passages
    assert [each.text for each in found if not each.skipped] == ["2 × 64 × 16 = 2048 bytes = 2 KiB"]


def test_a_wrong_computation_before_words_is_an_error() -> None:
    wrong = "Each GPU holds 92 GB / 7 = 15 GB of weights. Reading 92 GB / 7 = 15 GB per GPU."
    assert levels(wrong) == ["error", "error"]
    assert levels(wrong.replace("15", "13.1")) == ["none", "none"]
    per_token = "That is 80 × 8 × 128 × 2 bytes × 2 = 400 kB per token."
    assert levels(per_token) == ["error"]
    assert levels(per_token.replace("400", "328")) == ["none"]


def test_figures_in_one_multiple_of_a_unit_need_no_other_prefix() -> None:
    assert levels("8 * 80 GB = 690 GB") == ["error"]
    assert levels("8 * 80 GB/s = 690 GB/s") == ["error"]
    assert levels("8 * 80 GB = 687,195 MB") == ["warning"]
