"""What stands right beside an equation says what its letter is: the sentence or heading before it,
the unit behind it.
"""

from __future__ import annotations

import pytest

from tests.checking.judged_text import findings

_PRICE = "where $R$ is the price in USD/hr and $T$ the training time"


@pytest.mark.parametrize(
    "text",
    [
        f"The cost of a run is $C = R T$, {_PRICE}.",
        f"Training cost is $C = R T$, {_PRICE}.",
        f"The total cost is then:\n\n$$\nC = R T\n$$\n\n{_PRICE}.",
        f"**Total cost**: $C = R T$ {_PRICE}.",
        f"### Cost of a run\n\n$$C = R T$$\n\n{_PRICE}.",
    ],
)
def test_a_cost_that_introduces_an_equation_is_its_letter(text: str) -> None:
    found = findings(text)[-1]
    assert found.verdict == "consistent"
    assert "flops" not in found.bindings["C"]


def test_a_letter_that_is_introduced_is_not_accused_as_the_librarys() -> None:
    text = f"{{}}$C = R T^2$, {_PRICE}."
    assert findings(text.format("The cost of a run is "))[-1].verdict == "not judged"
    assert findings(text.format("Hence "))[-1].brief.startswith("if C is training_flops")


def test_the_family_of_a_letter_that_is_introduced_is_left_open() -> None:
    text = "Given compute budget $C$ we train on $D$ tokens.\n\n{}\n\n$$C_{{per}} = C_{{all}} / D$$"
    found = findings(text.format("### Cost per token"))[-1]
    assert (found.verdict, dict(found.forced)) == ("not judged", {"C_all": "USD"})
    assert findings(text.format("### Budgets"))[-1].verdict != "not judged"


def test_a_name_that_is_introduced_may_have_another_unit() -> None:
    """As far as nothing else is said, its equation defines it."""
    said = "where $P$ is the number of GPUs and $T$ is the training time"
    assert findings(f"The training cost is $C = P T$ {said}.")[-1].forced == {"C": "GPU·s"}
    text = f"The training cost is $Z = {{}}$ {said} and $a$ is in USD/(GPU s)."
    assert findings(text.format("a P T"))[-1].bindings["Z"] == "training_cost"
    assert findings(text.format("P T^2"))[-1].forced == {"Z": "GPU·s²"}


@pytest.mark.parametrize("noun", ["computational cost", "training cost", "compute budget"])
def test_a_cost_in_operations_stays_one(noun: str) -> None:
    """As far as the library's letter holds, with what is left out by habit."""
    said = "where $N$ is the number of parameters and $D$ the number of tokens"
    found = findings(f"The {noun} is $C = 6 N D$, {said}.")[-1]
    assert found.bindings["C"] == "training_flops"
    assert found.verdict == "conditional"
    unknown = findings(f"The {noun} is:\n\n$$C = 6 \\Psi D$$\n\nfor $D$ tokens.")[-1]
    assert ("USD" in str(unknown.forced)) == (noun == "training cost")


def test_the_unit_behind_a_formula_is_that_of_its_word() -> None:
    said = "where $t$ is the number of tokens, $n$ the number of experts"
    text = "Each gets exactly $\\text{{capacity}} = 2 t / n${}, {}."
    assert findings(text.format(" tokens", said))[-1].verdict == "consistent"
    assert findings(text.format("", said))[-1].verdict != "consistent"
    spoilt = said.replace("number of tokens", "time in seconds")
    found = findings(text.format(" tokens", spoilt))[-1]
    assert (found.verdict, found.level) == ("inconsistent", "warning")


def test_what_does_not_balance_is_told_with_the_units_of_own_letters() -> None:
    """A name read as itself says nothing."""
    text = "The cost is $C = 3 N$ tokens, where $N$ is the number of samples. $x = 2 N$"
    found = findings(text)[0]
    assert (found.verdict, found.brief.partition(" it does not")[0]) == (
        "not judged", "with C in tokens",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("`L = n_layers (depth)`", {"L": "n_layers"}),
        ("`D = d_model (hidden dimension)`", {"D": "d_model"}),
        ("$x = 3 D$ where $D = d_{model}$ and $L = n_{\\text{layers}}$.",
         {"D": "d_model", "L": "n_layers"}),
        ("Let `B = d_ff`.", {"B": "d_ff"}),
    ],
)  # fmt: skip
def test_a_letter_takes_the_meaning_of_the_name_that_it_equals(
    text: str, bound: dict[str, str]
) -> None:
    found = findings(text)
    read = {name: meaning for one in found for name, meaning in one.bindings.items()}
    assert {name: read.get(name) for name in bound} == bound
    assert {str(one.verdict) for one in found} <= {"consistent", "not judged"}


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("`B = t_mem`", "batch_size"),  # a letter with a script is a guess itself
        ("`B = n_layers`\n\n`B = d_model`\n\n$B = t_c w$, $w$ [sequence/s]", "batch_size"),
        ("$B$ is the bandwidth in GB/s. `B = n_layers`", "GB/s"),
    ],
)
def test_a_letter_is_not_equated_with_a_guess_nor_twice_nor_against_the_text(
    text: str, meaning: str
) -> None:
    assert findings(text)[-1].bindings["B"] == meaning


def test_a_word_in_brackets_that_is_no_gloss_is_a_factor() -> None:
    assert "depth" in findings("`L = 3 n_layers (depth)`")[-1].unknown
