"""Notation of papers on learning machines: read as meant, and a fault in it is found."""

import pytest

from derive.checking import check
from derive.checking.check import check_document
from derive.checking.extraction.document import document_of
from tests.checking.judged_text import findings

UNITS = {
    "x": "m", "y": "m", "z": "1", "r": "m", r"\theta": "s", "q": "m", "k": "m", "d": "1", "p": "1",
    "A": "m", r"\pi": "1", "x_i": "m", "R_m": "1", "w": "1", "W": "1", "T_i": "s", "t": "s",
    "D_KL": "1", "E2EL": "s", "TTFT": "s", r"\pi_\theta": "1",
}  # fmt: skip
SOUND, WRONG, OPEN = "consistent", "inconsistent", "not judged"


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (r"y = \mathbb{E}_{x \sim D, y \sim \pi(y\vert x)} r(x, y)", r"y = \mathbb{E}_{x} x^2"),
        (r"y^2 = -\mathbb{E}[x^2 \mid y] + 3 y^2", r"y^2 = \mathbb{E}\left[x \mid y\right]"),
        (r"z = \mathbb{P}(x > 3)", r"y = \mathbb{P}(x > 3)"),
        (r"z = \mathbb{I}(d > 1)\, p(y_a \succ y_r | x)", r"y = \mathbb{1}[d > 1]"),
        (r"\nabla_\theta y = \frac{y}{\theta}", r"\nabla_{\theta} y = y"),
        (r"y = q^T z", r"y = (q k)^\top"),
        (r"y^2 = q k^{\mathsf T}", r"y^2 = q^{\top}"),
        (r"p(y|x) = p(y\vert x)\, \pi(y \mid x)", r"y = p(y|x)"),
        (r"y = R^d_m q", r"y^2 = R^d_m q"),
        (r"y^2 = x^2_i", r"y = x^2_i"),
        (r"y = \mathrm{ReLU}(x)", r"z = \mathrm{GELU}(x)"),
        (r"y = \mathrm{softmax}(\frac{q k^T}{\sqrt d})\, q", r"y = \mathrm{softmax}(x)"),
        (
            r"z = \frac{x_i - \textrm{mean}(x, \dots, y)}{\mathrm{std}(x, y)}",
            r"z = \mathrm{std}(x)",
        ),
        (r"t = \max_i T_i z", r"t^2 = \max_i T_i"),
        (r"t = \max_i \max(T_i z, 3 t)", r"t = \max_i (T_i t)"),
        (r"y = \underset{i}{\max} x", r"z = \sup_t x"),
        (r"y = x \qquad(\ast)", r"y = x^2 \qquad(\ast)"),
        (r"y = \Sigma_{i=1}^{3} x_i", r"y^2 = \Sigma_{i=1}^{3} x_i"),
        (r"y^2 = \|x\|_2^2", r"y = \|x\|_2^2"),
        (r"t = \text{E2EL – TTFT}", r"y = \text{E2EL – TTFT}"),
        (r"z = D_{KL}(p \| q) + D_{\mathrm{KL}}(p || q)", r"y = D_{KL}(p \| q)"),
        (r"z = \pi^*(y \vert x)", r"y = \pi^*(y \vert x)"),
        (r"\pi_{\theta}(y\vert x) \cdot \mathbf{\frac{x}{y}} = z", r"\mathbf{\frac{x}{y}} = y"),
        (r"y = \text{clip}(x, y, y + r)", r"y = \text{clip}(x, 1 - z, 1 + z)"),
        (r"y = {(x \cdot W)}_{i}", r"y = {(x \cdot y)}_{i}"),
        (r"y = x \otimes z", r"y = x \odot y"),
    ],
)
def test_read_as_meant(right: str, wrong: str) -> None:
    """Means, probabilities, gradients by a letter, transposes, functions, norms and ranges."""
    assert {str(found.verdict) for found in check(f"${right}$", UNITS)} == {SOUND}
    assert {str(found.verdict) for found in check(f"${wrong}$", UNITS)} == {WRONG}


@pytest.mark.parametrize(
    ("text", "verdict"),
    [(r"2^T = 8", OPEN), (r"y = x^T", SOUND), (r"z = p^T", SOUND), (r"y = x^{(T)}", OPEN)],
)
def test_a_raised_t_transposes_what_has_a_letter(text: str, verdict: str) -> None:
    """Of figures it is a power, and what T is has to be told."""
    assert {str(found.verdict) for found in check(f"${text}$", UNITS, only_mine=True)} == {verdict}


@pytest.mark.parametrize(
    "text", [r"$\mathbb{E}_{x \sim \mathcal{D}}$", r"$\sum_{i=1}^{n} x_i$", r"$y_{\leqslant t}$"]
)
def test_a_sign_within_a_script_states_nothing(text: str) -> None:
    """What holds a relation in a subscript only is no equation."""
    assert not check_document(document_of(f"The loss is a mean {text} over all.", "a.md"), UNITS)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (r"\boxed{y = x}", SOUND),
        (r"\boxed{y = x^2}", WRONG),
        (r"y = x \quad \checkmark", SOUND),
        (r"y = x \leftrightarrow x = y^2", WRONG),
        (r"x = [y_1 | y_2 | \cdots | y_P]", SOUND),
        (r"x^2 = [y_1 | y_2 | \cdots | y_P]^T", WRONG),
        (r"x = \begin{bmatrix} y_1 \\ \vdots \\ y_P \end{bmatrix}", SOUND),
        (r"y = x_i \quad \text{for } i = 1, \ldots, L", SOUND),
        (r"2 \times 13\text{B} = 26 \times 10^9", SOUND),
        (r"64\text{B} \times 1024 = 65.5\text{ kB}", SOUND),
        (r"64\text{B} \times 1024 = 85.5\text{ kB}", WRONG),
    ],
)
def test_boxes_blocks_and_billions(text: str, verdict: str) -> None:
    """A statement in a box, blocks between bars, dots in a matrix, a B of either kind."""
    units = {**UNITS, "y_*": "m", "L": "1"}
    assert verdict in {str(found.verdict) for found in check(f"${text}$", units)}


def test_a_logarithm_of_a_number_of_gpus_is_a_note() -> None:
    said = "With $p$ in GPU, $a$ [s], $t$ [s] and $n$ in token: "
    assert [str(one.level) for one in findings(f"{said}$t = a \\log_2 p$")] == ["note"]
    assert [str(one.level) for one in findings(f"{said}$t = a \\log_2 n$")] == ["warning"]
