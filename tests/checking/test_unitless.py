"""Mathematics without units: it is skipped with its reason, and nothing else is."""

import pytest

from derive.checking.check import check_document
from derive.checking.extraction.document import document_of
from derive.checking.extraction.unitless import REASON

SOFTMAX = r"o = \text{softmax}\left(\frac{Q K^T}{\sqrt{d}}\right) V"


def skipped(*formulas: str) -> list[str]:
    """Those of the formulas of a document that are skipped as mathematics without units."""
    text = "\n\n".join(f"$${formula}$$" for formula in formulas)
    document = document_of(f"{text}\n", "a.md")
    return [passage.text for passage in document.skipped if passage.skipped == REASON]


@pytest.mark.parametrize(
    "formula",
    [
        SOFTMAX,
        r"\mathrm{FFN}(x) = \mathrm{ReLU}(x W_1 + b_1) W_2 + b_2",
        r"J = \mathbb{E}_{x \sim \mathcal{D}} r(x)",
        r"\nabla_{\theta} J = \frac{1}{n} \sum_i \nabla_\theta f_i",
        r"y = \pi_\theta(y \vert x)",
        r"x_t = a_t x_0 + s_t e, \quad e \sim \mathcal{N}(0, I)",
    ],
)
def test_functions_of_learning_machines_have_no_units(formula: str) -> None:
    """Also where nothing else in the document says so."""
    assert skipped(formula) == [formula]


@pytest.mark.parametrize("formula", [r"Q = X W_Q", r"S = Q K^\top", r"\mathbf{h} = \mathbf{x} A"])
def test_vectors_and_weights_have_none_beside_them(formula: str) -> None:
    """Alone they may be anything."""
    assert skipped(formula) == []
    assert skipped(SOFTMAX, formula) == [SOFTMAX, formula]


@pytest.mark.parametrize(
    "formula",
    [
        r"\text{FLOPs}_{\text{softmax}} = 5 B n S",
        r"M = \text{softmax bytes} \cdot W_Q",
        r"t = \mathbf{V} / w + 3 \text{ ms}",
        r"\mathbf{F} = m \mathbf{a} / \text{GPUs}",
        r"2 \cdot \mathbf{seq\_len} \cdot \text{num\_heads} = n",
        r"\mathbb{E}[T] = \rho / (1 - \rho)",
        r"T = \log P \cdot \alpha",
        "t = V / w",
    ],
)
def test_a_formula_of_quantities_stays(formula: str) -> None:
    """Its dimension says something, also beside such mathematics."""
    assert formula not in skipped(SOFTMAX, formula)


def test_a_spoilt_law_of_vectors_is_found() -> None:
    """Physics has vectors and gradients with units."""
    text = (
        r"Force $\mathbf{F}$ [N], mass $m$ [kg], speed $\mathbf{v}$ [m/s]:"
        r" $\mathbf{F} = m \mathbf{v}$"
    )
    (found,) = check_document(document_of(f"{text}\n", "a.md"))
    assert found.level == "error"


def test_products_of_matrices_are_skipped_where_one_is_transposed() -> None:
    """C = A B alone may be any law."""
    with_transpose = "$C = A B$ and $C = A^T B$ and $C = A^{\\top} B^T$ and $F = m A$."
    assert [found.text for found in check_document(document_of(with_transpose, "a.md"))] == [
        "F = m A"
    ]
    alone = check_document(document_of("$C = A B$ and $C = A^2 B$.", "a.md"))
    assert [found.text for found in alone] == ["C = A B", "C = A^2 B"]
