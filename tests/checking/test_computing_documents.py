"""Ways in which documents on computing say what a symbol is, and what was accused by them."""

import pytest

from derive.checking.check import check_document
from derive.checking.extraction.document import document_of
from derive.checking.verdicts.finding import Finding


def findings(text: str, bindings: dict[str, str] | None = None) -> list[Finding]:
    return check_document(document_of(text, "a.md"), bindings)


def levels(text: str, bindings: dict[str, str] | None = None) -> list[str]:
    return [str(found.level) for found in findings(text, bindings)]


def verdicts(text: str, bindings: dict[str, str] | None = None) -> list[str]:
    return [str(found.verdict) for found in findings(text, bindings)]


_RUN = "where $x$ is the work in FLOP, $v$ is the sustained throughput of the farm, in FLOPs, and"
_SHAPE = "One item holds (P, Q, P/A, A/Q) of it, with the pulls $F$ [N] and $G$ [N]. "
_TABLE = """| Symbol | Name | Description |
|---|---|---|
| `X` | Number of Layers | What stands behind each other |

The weights $w$ [byte] of one and all of them $y$ [byte]: """
_PAGES = """Here $p$ is the page size [byte] and $m$ the room [byte].

For two requests that share a prefix of length $p$ with $u$ [byte/token] """


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        (f"$$x = v h$$ {_RUN} $h$ is the time in seconds.",
         f"$$x = v h^2$$ {_RUN} $h$ is the time in seconds."),
        (f"{_TABLE}$y = X w$.", f"{_TABLE}$y = X w^2$."),
        ("The price of one GPU for one hour is $z$. A run on $g$ [GPU] of $h$ [hour] is $c$ [USD]:"
         " $$c = z g h$$",
         "The price of one GPU for one hour is $z$. A run on $g$ [GPU] of $h$ [hour] is $c$ [USD]:"
         " $$c = z g / h$$"),
        ("The MFU is $q$, the work $x$ [FLOP], the peak FLOPs/second per device is $z$,"
         " the time $h$ [s]. $$x = q z h$$",
         "The MFU is $q$, the work $x$ [FLOP], the peak FLOPs/second per device is $z$,"
         " the time $h$ [s]. $$x = q z / h$$"),
        ("where $x_a$ represents memory allocated for prefetching, and $x_b$ [byte]: $x_a = 2 x_b$",
         "where $x_a$ represents memory allocated for prefetching, and $x_b$ [s]: $x_a = 2 x_b$"),
        (r"The room $w$ [MB]: $w = (3 \text{ bytes}/\text{param}) \cdot (\text{No. params})$",
         r"The time $w$ [ms]: $w = (3 \text{ bytes}/\text{param}) \cdot (\text{No. params})$"),
    ],
)  # fmt: skip
def test_forms_of_definition_are_read(right: str, spoilt: str) -> None:
    """A rate in FLOPs, a row with a name and a description, prices, memory used for something."""
    assert verdicts(right)[-1] in ("consistent", "conditional")
    assert levels(right)[-1] in ("none", "note", "warning")
    assert verdicts(spoilt)[-1] in ("inconsistent", "not judged")
    assert levels(spoilt)[-1] in ("warning", "error")


def test_a_shape_states_no_unit() -> None:
    """What stands behind a stroke there divides a letter: P/A is no unit 1/A."""
    found = findings(f"{_SHAPE}$F = G$, $P = Q R$")
    assert [str(each.level) for each in found] == ["none", "none"]
    assert "A" not in str(found[1].bindings)


@pytest.mark.parametrize(("formula", "level"), [("$m = p u$", "warning"), ("$m = p^2 u$", "error")])
def test_a_letter_with_two_meanings_accuses_by_neither(formula: str, level: str) -> None:
    """Also where one of them is bound: the text says the other, with which it balances."""
    assert levels(_PAGES + formula) == [level]
    assert levels(_PAGES + formula, {"p": "byte"}) == [level]


@pytest.mark.parametrize(
    ("formula", "level"),
    [
        ("$$n = g (c/6)^{u/(u + v)}$$", "warning"),
        ("$$h = e + g n^{-u} + k d^{-v}$$", "warning"),
        ("$$n = (c/6)^{u/(u + v)}$$", "error"),
        ("$$n = d + g (c/6)^{u/(u + v)}$$", "error"),
    ],
)
def test_the_coefficient_of_a_fitted_power_law_may_hold_the_unit(formula: str, level: str) -> None:
    """Bound to a pure number, as a stranger does; terms without one must agree all the same."""
    meant = {"n": "param", "c": "FLOP", "d": "token"} | dict.fromkeys("ghekuv", "1")
    assert levels(formula, meant) == [level]


@pytest.mark.parametrize(
    ("formula", "level"),
    [
        (r"\text{Peak Memory} = B \times (\text{Activation Memory} + \text{Weight Memory})",
         "note"),
        (r"\text{peak_memory_bytes} = B \times (\text{Activation Memory} + \text{weight_ms})",
         "warning"),
        (r"\text{peak_memory_bytes} = B \times (\text{activation_bytes} + \text{weight_ms})",
         "error"),
    ],
)  # fmt: skip
def test_a_batch_beside_names_spelt_out_may_be_a_number(formula: str, level: str) -> None:
    """Names that state their unit carry an accusation, names by themselves do not."""
    assert levels(f"$${formula}$$\n\nwhere $B$ is the batch size.") == [level]


@pytest.mark.parametrize(
    ("formula", "verdict"), [("BS = 3M", "conditional"), ("BS = 3 M + 1", "inconsistent")]
)
def test_a_glued_multiplier_is_one_beside_counts_though_its_letter_is_defined(
    formula: str, verdict: str
) -> None:
    text = "where $M$ is the message size, $T$ the time [s], $B$ is the batch size and $S$ the"
    assert verdicts(f"${formula}$ {text} sequence length [token/sequence].") == [verdict]


def test_the_bandwidth_of_memory_is_of_one_or_of_all() -> None:
    """As the other figures of its equation are."""
    text = r"\text{Phase Time} = \frac{\text{Bytes Moved}}{\text{Memory Bandwidth}}"
    assert levels(f"$${text}$$") == ["none"]
    assert levels(rf"$${text} \times \text{{Bytes Moved}}$$") == ["warning"]
