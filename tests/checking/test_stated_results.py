"""What documents at first sight left unread or were accused of: the unit of a result behind its
product, remarks behind figures, rates of things, descriptions with a clause; each beside a twin
that is wrong.
"""

import pytest

from tests.checking.judged_text import findings, is_accused, levels

_MEMORY = {"M_m": "byte", "P": "param", "v": "byte/s", "r": "1"}


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        (r"$$M_m = 16 P \text{ bytes}$$", r"$$M_m = 16 P^2 \text{ bytes}$$"),
        (r"$$16 P \text{ bytes} = M_m$$", r"$$16 P v \text{ bytes} = M_m$$"),
        (r"$$r = \frac{2P}{16P + M_m}$$", r"$$r = \frac{2P^2}{16P + M_m}$$"),
        (r"$$r = \frac{2P}{16P + M_m}$$", r"$$r = \frac{2P}{16P + M_m^2}$$"),
    ],
)
def test_bytes_of_parameters_that_are_left_unsaid(right: str, spoilt: str) -> None:
    """The unit of the result stands behind the product, and two numbers are bytes per parameter."""
    assert levels(right, _MEMORY) == ["warning"]
    assert levels(spoilt, _MEMORY) == ["error"]


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        (
            r"$$M_a = 40 - 14 - 2 \text{ (overhead)} = 24\text{ GB}$$",
            r"$$M_a = 40 - 14 - 2 \text{ (overhead)} = 29\text{ GB}$$",
        ),
        (
            r"$$n = 3 \times 5 \times 2 \text{ bytes (FP16)} = 30 \text{ bytes}$$",
            r"$$n = 3 \times 5 \times 2 \text{ bytes (FP16)} = 40 \text{ bytes}$$",
        ),
        (
            r"$$C_c = 810\text{ GB (params)} + 3240\text{ GB (opt)} = 4.05 \text{ TB}$$",
            r"$$C_c = 810\text{ GB (params)} + 3240\text{ GB (opt)} = 4.95 \text{ TB}$$",
        ),
        (
            r"$$\lambda = \frac{10,000}{20,000 \text{ h}} = 0.5 \text{ failures/hour}$$",
            r"$$\lambda = \frac{10,000}{20,000 \text{ h}} = 0.7 \text{ failures/hour}$$",
        ),
    ],
)
def test_remarks_and_rates_behind_figures(right: str, spoilt: str) -> None:
    """A remark in brackets is none of the figures, and failures/hour are 1/hour."""
    assert levels(right)[0] in ("none", "note")
    assert str(findings(right)[0].verdict) == "consistent"
    assert is_accused(spoilt, unlike=right)


@pytest.mark.parametrize("remark", ["(GB)", "(a + b)"])
def test_a_bracket_with_a_unit_or_a_formula_is_no_remark(remark: str) -> None:
    """It is not left out: of 3 (a + b) nothing is judged."""
    found = findings(rf"$$q = 3 \text{{ {remark}}} = 3 \text{{ byte}}$$")[0]
    assert str(found.verdict) != "consistent"


_RATE = "- $\\lambda$: failure rate (failures per second)\n- $T$: the time in s\n\n"
_SIZE = (
    "For a checkpoint of size $C$ bytes across ranks with the bandwidth $B$ [byte/s] the time $T$"
    " [s] is {}. Checkpoint time: $C$ = 30 seconds."
)
_WAIT = "where $W$ is the expected amount of time spent in the queue and $v$ [m/s] the speed: {}"
_LENGTH = (
    "where $S$ is the original context length that the model was trained on, $n$ the number of"
    " tokens and $t$ [s] the time: {}"
)


@pytest.mark.parametrize(
    ("text", "right", "spoilt", "level"),
    [
        (_RATE + "{}", r"$$\lambda = 3/T$$", r"$$\lambda = 3 T$$", "none"),
        (_SIZE, "$T = C/B$", "$T = C^2/B$", "warning"),
        (_WAIT, "$v W = 3$ m", "$v/W = 3$ m", "none"),
        (_LENGTH, "$S = 2 n$", "$S = 2 t$", "none"),
    ],
)
def test_descriptions_that_are_understood(text: str, right: str, spoilt: str, level: str) -> None:
    """A rate of failures, “of size $C$ bytes”, an amount of time, a noun with its clause."""
    assert level in levels(text.format(right))
    assert "error" not in levels(text.format(right))
    assert is_accused(text.format(spoilt))


def test_letters_with_alternatives_in_common() -> None:
    """Two lengths described under one letter are one, with all the units that they may have."""
    text = "Let $S$ be the context length. Then $S$ is the prompt length, and $v$ [s] a time: {}"
    assert [str(found.verdict) for found in findings(text.format("$S = 2 S$"))] == ["consistent"]
    assert is_accused(text.format("$S = 2 v$"))


def test_code_in_an_indented_fence_says_nothing() -> None:
    """The code of an admonition is no text: {'L (GB)'} defines no L."""
    code = '    ```python\n    print("L (GB)")\n    ```\n'
    text = f"!!! note\n\n{code}\n    - $L$ = number of layers\n    - $t$ [s] the time\n\n"
    assert [str(found.verdict) for found in findings(f"{text}$$L = 2 L$$")] == ["consistent"]
    assert levels(f"{text}$$L = 2 t$$") == ["error"]


def test_a_unit_behind_names_leaves_the_other_sides_open() -> None:
    """In Memory = 2 x * 3 = 6 x GB the sides without GB may be in GB as well."""
    bound = {"Memory": "byte", "x": "param"}
    assert "error" not in levels("Memory = 2x × 3 = 6x GB\n", bound)
    assert levels("Memory = 2x × 3 = 6x\n", bound) == ["error"]


def test_two_capitals_that_are_a_name_of_the_library() -> None:
    """TP is no product of T and P that both the author and the library could mean."""
    text = "The time $T$ in s and the power $P$ in W. We run with 64 GPUs: TP = 1\n"
    assert "error" not in levels(text)


def test_acronyms_with_a_subscript_are_one_name() -> None:
    """MTBF_i is no M TB F_i, unless the letters are the author's."""
    found = findings(r"$$k = \frac{n_i}{MTBF_i}$$ and $$x = \frac{LR_{new}}{LR_{old}}$$")
    assert {"MTBF_i", "LR_new", "LR_old"} <= {word for one in found for word in one.unknown}
    own = findings(r"Let $T$ [s] and $P_c$ [W] be given. $$k = T P_c$$ and $$q = TP_c$$")
    assert [one.unknown for one in own] == [(), ()]


def test_letters_with_a_link_below_them_are_bandwidths() -> None:
    """A guess, under which an equation may hold, and that accuses nothing."""
    text = "A checkpoint of size $C$ bytes takes $${}$$"
    right, spoilt = r"T_{gather} = C/B_{disk} + C/B_{net}", r"T_{gather} = C B_{disk} + C/B_{net}"
    assert str(findings(text.replace("{}", right))[0].verdict) == "consistent"
    assert str(findings(text.replace("{}", spoilt))[0].verdict) == "not judged"


def test_a_definition_in_no_unit_of_a_quantity_accuses_nothing() -> None:
    """Of T_x = 2 n/w with n elements the 2 is rather in bytes: T_x is not in s/byte."""
    text = (
        "The rate $w$ [byte/s], the time $T_y$ [s], and $n$ [1] elements. $$T_x = {} n/w$$ $${}$$"
    )
    right = text.replace("{}", "2", 1).replace("{}", r"T_y = \max(T_y, T_x)")
    assert "error" not in levels(right)
    sure = text.replace("{}", r"2 \text{ byte} \cdot", 1)
    assert "error" not in levels(sure.replace("{}", r"T_y = \max(T_y, T_x)"))
    assert "warning" in levels(sure.replace("{}", r"T_y = T_y + w T_x"))


def test_acronyms_of_the_field_are_no_products_of_bound_letters() -> None:
    bound = {"T": "s", "P": "1", "D": "token", "Total_GPUs": "GPU"}
    assert "error" not in levels(r"$$\text{Total GPUs} = TP \times PP \times DP = 64$$", bound)
    assert levels(r"$$\text{Total GPUs} = T P \times P \times D P = 64$$", bound) == ["error"]
