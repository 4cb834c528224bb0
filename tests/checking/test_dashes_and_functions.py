"""Notation of text books that was read as something else, each statement with a twin that is
plainly wrong: dashes for minus, functions that are called as a constant or a unit, entities of
HTML, amounts of substance beside masses, matrices of bits.
"""

import pytest

from derive.checking.check import check_document
from derive.checking.extraction.document import document_of
from tests.checking.judged_text import levels


def tex_levels(text: str) -> list[str]:
    return [str(found.level) for found in check_document(document_of(text, "a.tex"))]


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("After all, –$10 + $10 = $0. You are the same.", "After all, –$10 + $10 = $1. You are."),
        ("The fit is y = –55.19 + 7.39(20) = 92.61. A student", "The fit is 55.19 + 7(2) = 92.61."),
        (
            "The row is (16 &times; 1024) &divide; 2 = 8192.",
            "It is (9 &times; 8) &divide; 2 = 8.",
        ),
        (
            "So 2<sup>9</sup> &divide; 2<sup>2</sup> = 128.",
            "So 2<sup>9</sup> &divide; 2 = 5.",
        ),
    ],
)
def test_dashes_and_entities_are_signs_of_operations(right: str, spoilt: str) -> None:
    assert levels(right) == ["none"]
    assert levels(spoilt)[0] in ("warning", "error")


@pytest.mark.parametrize(
    ("doubtful", "spoilt"),
    [
        (
            "Profit = total revenues minus explicit costs = $900 – ($300 + $200) = $400.",
            "They are ($300 + $200) = $400.",
        ),
        ("It is 100 – 4 × 10 = 60.", "It is 4 × 10 = 60."),
        ("Here $π(2)=1$ and", "Here $π(2+2)=15$ and"),
        (r"This implies that $\pi(b) =0$.", r"This implies that $\pi(2)^2 = 14$."),
        ("7.77 mol Al = 210.0 g Al.", "7.77 mol Al = 210.0 s Al."),
    ],
)
def test_what_may_be_part_of_more_is_no_error(doubtful: str, spoilt: str) -> None:
    assert "error" not in levels(doubtful)
    assert "error" in levels(spoilt)


@pytest.mark.parametrize(
    ("doubtful", "spoilt"),
    [
        ("A letter crosses zero: $t - 2 = 0$ at once", "A letter crosses zero: $t - m = 0$"),
        ("Here $t(m) = t(m-1) + 1$ at most", "Here $t = t m + 1$ at most"),
    ],
)
def test_letters_put_in_without_units_are_no_error(doubtful: str, spoilt: str) -> None:
    told = "Here the time $t$ is in seconds and the mass $m$ in kg.\n\n"
    assert "error" not in levels(told + doubtful)
    assert "error" in levels(told + spoilt)


def test_a_thousand_writes_a_figure_in_its_smaller_unit() -> None:
    assert levels("I = 0.04 A × 1000 = 40 mA") == ["note"]
    assert levels("I = 0.04 A × 1000 = 50 mA") == ["error"]
    assert levels("I = 0.04 A × 10 = 40 mA") == ["error"]


def test_a_power_set_as_a_formula_belongs_to_the_unit_before_it() -> None:
    told = r"The speed $v$ is in m/s and the gravity $g$ in m/s\(^{2}\). "
    assert tex_levels(told + r"Then \(g=9.81\) m/s\(^{2}\).")[-1] == "none"
    assert tex_levels(told + r"Then \(v=9.81\) m/s\(^{2}\).")[-1] == "error"


_MATRIX = r"\begin{{bmatrix}} {} \end{{bmatrix}}"


@pytest.mark.parametrize(
    ("first", "result", "level"),
    [
        (r"1 & 1 & 0 \\ 1 & 0 & 1", r"0 \\ 1", "none"),
        (r"1 & 1 & 3 \\ 1 & 0 & 1", r"3 \\ 1", "error"),
        (r"1 & 0 & 0 \\ 1 & 0 & 1", r"0 \\ 1", "warning"),
    ],
)
def test_matrices_of_bits_are_multiplied_modulo_two(first: str, result: str, level: str) -> None:
    parts = (_MATRIX.format(each) for each in (first, r"1 \\ 1 \\ 0", result))
    left, right, product = parts
    assert level in levels(rf"$${left} \cdot {right} = {product}$$")
    named = levels(rf"$$s = H \cdot y = {left} \cdot {right} = {product}$$")
    assert ("error" in named) == (level == "error")


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("8 × 50 = 400 bytes = 0.4 KB", "8 × 50 = 400 bytes = 0.6 KB"),
        ("8*128/130=7.877GB/s=7877MB/s", "8*128/130=7.877GB/s=984.6MB/s"),
        ("1.25 PB / 86,400 = 0.000014467 PB/sec", "1.25 PB / 86,400 = 0.014467 PB/sec"),
    ],
)
def test_computed_amounts_put_into_another_unit_are_held_to_it(right: str, spoilt: str) -> None:
    assert levels(right) == ["note"]
    assert levels(spoilt) == ["error"]


@pytest.mark.parametrize(
    ("doubtful", "spoilt"),
    [
        (
            "$k = 2/(N + 1)$\n\n$N$ is the number of days (20 days).",
            "$k = 2/(N + 1)$\n\n$N$ = the delay in days",
        ),
        (r"$I = 24/18\,\text{k} = 1.33\,\text{mA}$", r"$I = (24/18)\,\text{k} = 1.33\,\text{mA}$"),
        (r"This is wrong: $3 \times 4 + 2 = 18$.", r"This is long: $3 \times 4 + 2 = 18$."),
        ("A common mistake is 3 × 4 + 2 = 18.", "A common step is 3 × 4 + 2 = 18."),
    ],
)
def test_what_is_called_wrong_or_counts_is_no_error(doubtful: str, spoilt: str) -> None:
    assert "error" not in levels(doubtful)
    assert "error" in levels(spoilt)
