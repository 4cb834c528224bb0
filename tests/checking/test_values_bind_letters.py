"""Values with units that bind letters, and nouns behind numbers that are no variables."""

import pytest

from tests.checking.judged_text import findings, is_accused, levels

_SUBJECT = "A model on a GPU has many parameters and tokens.\n\n"


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        (
            r"$L = 100\mu\text{s} = 10^{-4}\text{s}$",
            r"$L = 100\mu\text{s} = 10^{-3}\text{s}$",
        ),
        (
            r"$B = 400\text{ GB/s} = 0.4\text{ TB/s}$",
            r"$B = 400\text{ GB/s} = 0.5\text{ TB/s}$",
        ),
        ("1 batch × 5 KB = 5 KB", "1 batch × 5 KB = 6 KB"),
    ],
)
def test_a_value_binds_a_letter_and_a_noun_counts(right: str, spoilt: str) -> None:
    assert levels(_SUBJECT + right) == ["none"]
    assert is_accused(_SUBJECT + spoilt)


def test_a_noun_with_a_figure_beside_it_is_no_variable() -> None:
    (found,) = findings(_SUBJECT + "1 inference = 0.01 GPU-seconds")
    assert (found.verdict, found.level) == ("not judged", "none")


def test_a_noun_without_a_number_stays_a_name() -> None:
    assert levels(_SUBJECT + "batch × 5 KB = 5 KB") == ["warning"]


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        (
            "9 devices × 100 writes/sec = 900 writes/sec",
            "9 devices × 100 writes/sec = 500 writes/sec",
        ),
        ("10 GPUs × 20 images/sec = 200 images/sec", "10 GPUs × 20 images/sec = 900 images/sec"),
    ],
)
def test_things_that_no_result_has_are_a_note(right: str, spoilt: str) -> None:
    assert levels(right) == ["note"]
    assert is_accused(spoilt)


def test_a_value_per_token_of_a_name_is_a_note() -> None:
    assert levels("sampling time = 40.5 ms / 570 tokens") == ["note"]
    assert is_accused("sampling time = 40.5 MB / 570 tokens")
