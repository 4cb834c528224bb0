"""Chains of sides: an unknown name on one of them does not silence the rest."""

import pytest

from derive.checking import check
from derive.checking.check import check_document
from derive.checking.extraction.document import document_of


@pytest.mark.parametrize(
    ("text", "verdict", "level", "rule"),
    [
        ("Copy = 6 × 1.25 GB = 8.5 GB", "inconsistent", "error", "figures"),
        ("Copy = 6 × 1.25 GB = 7.5 GB", "consistent", "none", "figures"),
        ("Copy = 6 × 1.25 = 7.5 GB", "consistent", "note", "unit-missing"),
        ("Copy = Kept = 6 × 1.25 GB = 8.5 GB", "inconsistent", "error", "figures"),
        ("6 × 1.25 GB = Copy = 8.5 GB", "inconsistent", "error", "figures"),
        ("6 × 1.25 GB = 8.5 GB = Copy", "inconsistent", "error", "figures"),
        ("Copy Kept = 6 × 1.25 GB = 8.5 GB", "inconsistent", "error", "figures"),
        ("Copy Kept = 6 × 1.25 GB = 7.5 GB", "consistent", "none", "figures"),
        ("ridge_x = 989e12 / 3.35e12 = 295", "consistent", "none", "figures"),
        ("ridge_x = 989e12 / 3.35e12 = 395", "inconsistent", "error", "figures"),
        ("Copy = step_time = compute_time", "consistent", "none", "dimensions"),
        ("Copy = step_time = total_params", "inconsistent", "error", "dimensions"),
        ("step_time = Copy = total_params", "inconsistent", "error", "dimensions"),
        ("step_time ≥ Copy = compute_time", "not judged", "none", "dimensions"),
        ("Copy = 7.5", "not judged", "none", "dimensions"),
    ],
)
def test_sides_without_unknown_names_are_judged(
    text: str, verdict: str, level: str, rule: str
) -> None:
    """Pair by pair; a wrong pair is wrong whatever the unknown name is."""
    (finding,) = check(text)
    assert (finding.verdict, finding.level, finding.rule) == (verdict, level, rule)


def test_an_unknown_side_takes_the_unit_of_the_chain() -> None:
    """Its unit is told, and it is not asked for."""
    (finding,) = check("Copy = 6 × 1.25 GB = 7.5 GB")
    assert (finding.forced, finding.unknown) == ({"Copy": "byte"}, ())
    assert finding.brief.endswith("Copy takes the unit byte.")


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (r"It saves $4 \times 32 \times 2048^2 \times 2 = 1.07$ GB per layer.", "consistent"),
        (r"It saves $4 \times 32 \times 2048^2 \times 2 = 1.47$ GB per layer.", "inconsistent"),
        (r"| all | $2 \times 128 \times 128 \times 2 = 65.5$ KB | 1 |", "consistent"),
        ("- $400/100 = 4$ ms\n\nThe time per step is kept.", "consistent"),
    ],
)
def test_a_unit_behind_bare_figures_counts_also_as_part_of_a_rate(text: str, verdict: str) -> None:
    """What is counted per layer is still counted in GB; KB is kB; the next paragraph says nothing
    of the figure.
    """
    (finding,) = check_document(document_of(f"{text}\n", "a.md"))
    assert finding.verdict == verdict


@pytest.mark.parametrize(
    ("text", "verdict", "column"),
    [
        (r"We need $4 \times 80$ GB $= 640$ GB.", "inconsistent", 29),
        (r"We need $4 \times 80$ GB $= 320$ GB.", "consistent", 10),
        (r"We need \(4 \times 80\) GB \(= 640\) GB.", "inconsistent", 32),
        (r"It takes $5 \times 60$ s $= 10$ min.", "inconsistent", 29),
        (r"It is $2 \times 10$ bytes $\approx 40$ bytes.", "inconsistent", 36),
        (r"- $x = 2$ km $= 200$ m", "inconsistent", 17),
        (r"- $Q = 24 \times 10^8$ bytes = 4.8 GB", "inconsistent", 32),
        (r"- $Q = 24 \times 10^8$ bytes = 2.4 GB", "consistent", 4),
        (r"$M = 4 \times 80$ GB = $640$ GB", "inconsistent", 25),
        (r"$M = 4 \times 80$ GB $= 0.32$ TB $= 640$ GB", "inconsistent", 37),
        (r"$4 \times 80$ GB $\times 2 = 320$ GB", "inconsistent", 30),
        ("$$2 \\times 3 =$$\n$$= 7$$", "inconsistent", 5),
    ],
)
def test_a_formula_goes_on_behind_its_marks(text: str, verdict: str, column: int) -> None:
    """A sign right behind a formula with its unit continues it, in dollars or in plain text; the
    place is that of the document.
    """
    (finding,) = check_document(document_of(f"{text}\n", "a.md"))
    assert (finding.verdict, finding.column) == (verdict, column)


@pytest.mark.parametrize(
    ("text", "formulas"),
    [
        ("$x = 2$ km, $= 200$ m", [r"x = 2\ \text{km}"]),
        ("$x = 2$ km and $= 200$ m", [r"x = 2\ \text{km}"]),
        ("$x = 2$ km\n\n$= 200$ m", [r"x = 2\ \text{km}"]),
        ("$x = 2$ km = 200 × 3", [r"x = 2\ \text{km}"]),
        ("$x$ $= y$", []),
        ("$$x = 2$$\n$$= 3$$", ["x = 2"]),
        ("$$x =$$ so that $$= 3$$", ["x ="]),
    ],
)
def test_words_and_new_paragraphs_end_a_formula(text: str, formulas: list[str]) -> None:
    """Nothing but a unit stands between the parts of one formula."""
    assert [found.text for found in document_of(f"{text}\n", "a.md").passages] == formulas
