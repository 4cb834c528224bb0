"""Values told in the sentence before a formula are put into it."""

import pytest

from tests.checking.judged_text import findings


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("With B = 64 and t = 20 ms the throughput is B/t = {} seq/s.", "3200", "3400"),
        ("With $B = 64$ and $t = 20$ ms the throughput is $B/t = {}$ seq/s.", "3200", "3400"),
        (r"With $W = 140$ GB and $\beta = 3.35$ TB/s, $W/\beta = {}$ ms.", "42", "24"),
        ("With N = 7e9 parameters and b = 2 bytes, weights are N × b = {} GB.", "14", "41"),
        ("For $L = 32$ and $d = 4096$ we have $12 L d^2 = {}$.", "6.44e9", "4.64e9"),
        ("With p = 0.9 and k = 3 the chance is 1 - p^k = {}.", "0.271", "0.217"),
        (r"For $N=70$B and $D=1.4$T, $C = 6ND = {}$.", r"5.88 \times 10^{23}",
         r"8.58 \times 10^{23}"),
        (r"With $B = 64$ and $t = 20\,\mathrm{ms}$ the throughput is $B/t = {}$ seq/s.", "3200",
         "3400"),
        (r"With $W = 140\,\text{GB}$ and $\beta = 3.35\,\text{TB/s}$ we have $W/\beta = {}$~ms.",
         "42", "24"),
    ],
)  # fmt: skip
def test_a_formula_holds_with_the_values_told_before_it(text: str, right: str, wrong: str) -> None:
    assert str(findings(text.replace("{}", right))[-1].level) in ("none", "note")
    found = findings(text.replace("{}", wrong))[-1]
    assert str(found.level) == "error" and "as the sentence tells" in found.brief


@pytest.mark.parametrize(
    "text",
    [
        "At $B = 64$ we measured $t = 20$ ms, but at twice the batch $B/t = 4000$ seq/s.",
        "With $B = 1, 2$ and $t = 20$ ms, $B/t = 100$ seq/s.",
        "With $B = 64$ and $t = 20$ ms, and with $B = 32$, $B/t = 3400$ seq/s.",
        "With $B = 64$ and $t = 20$ ms it is fast. Later $B/t = 3400$ seq/s.",
        "With $N = 70$ and $D = 1.4$, $6ND = 5.9 \\times 10^{23}$.",
        "With $B = 64$ the throughput is $B/t = 3400$ seq/s.",
        "At $B = 64$ the step takes $t = 20$ ms and at batch $2B$ we get $B/t = 6400$ seq/s.",
        "With $B = 64$ and $t = 20$ ms, the cluster of 8 reaches $B/t = 25600$ seq/s.",
        "With $B = 64$, $t = 20$ ms, while the TPU reaches $B/t = 6400$ seq/s.",
        "With $B = 64$ and $t = 20$ ms the throughput is $B/t = 6400$ seq/s on two GPUs.",
        "With $B = 64$ up to $256$ and $t = 20$ ms we get $B/t = 12800$ seq/s.",
        "With $B = 64$ and $t = 20$ ms, raising $B$ to 128 gives $B/t = 6400$ seq/s.",
        "With $B = 64$, $t = 20$ ms (small) and the large model has $B/t = 800$ seq/s.",
        "Although $B = 64$ and $t = 20$ ms were planned, we measured $B/t = 2900$ seq/s.",
        "Starting with $n = 10$, after one step $2n = 40$.",
        "With $x = 2$ as the first guess, the next iteration has $x^2 = 9$.",
        r"We set $\alpha = 0.5$ at first, later $2\alpha = 0.2$.",
        "With the vector $v = 3$ and $w = 4$ orthogonal, $|v+w| = 5$.",
        "With $r = 5$ and $n = 10$, $(1+r)^n = 1.63$.",
        "With $r = 5$ and $P = 1000$ the interest is $rP = 50$.",
        "With $L = 1500$ and $R = 10$ Mbps, $L/R = 1.2$ ms.",
        "So 2 set-ups fit well into 48 nodes, and that's PP=6/DP=8 or PP=12/DP=4",
    ],
)
def test_a_formula_that_may_hold_for_other_values_is_no_error(text: str) -> None:
    """Another batch, several values, another sentence, thousands left out, a value not told."""
    assert "error" not in [str(found.level) for found in findings(text)]


@pytest.mark.parametrize(
    "text",
    [
        "For $e = 5$ in the group $e^2 = 25$.",
        "With eccentricity $e = 0.5$ we have $1 - e^2 = 0.75$.",
    ],
)
def test_a_letter_e_with_a_value_of_its_own_is_not_that_of_the_exponential(text: str) -> None:
    assert "error" not in [str(found.level) for found in findings(text)]


def test_the_e_of_the_exponential_is_computed_with() -> None:
    found = findings("With $e = 2.718$ we have $e^2 = 7.39$ and then $e^2 = 9.39$.")
    assert [str(one.level) for one in found[1:]] == ["none", "error"]
