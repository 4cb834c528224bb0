"""What documents of the field leave unsaid as a matter of course, and what they define in passing:
no warnings of these.
"""

from __future__ import annotations

import pytest

from tests.checking.judged_text import findings

_STAGES = "Let $m$ be the number of micro-batches and $t_F$ the time of a forward pass [s]. "


def _told(text: str) -> list[tuple[str, str]]:
    return [(str(found.verdict), str(found.level)) for found in findings(text)]


@pytest.mark.parametrize(
    ("text", "brief"),
    [
        ("We model it as $$\\rho \\approx \\frac{\\text{bytes read}}{\\text{bytes used}}$$",
         "if ρ is balance_tokens"),
        ("AllReduce: $$\\text{busbw} = 20 \\times \\frac{14}{8} = 35 \\text{ GB/s}$$",
         "the figure is per GPU"),
        ("The HBM bandwidth is `hbm_bandwidth = 3.35 TB/s`.", "the figure is per GPU"),
        ("- Batch = 2M tokens", "1 token/sequence is left out"),
        ("World size: $n\\_gpus \\times PP = 4 \\times 8 = 32$", "32 is a number of GPUs"),
        (f"{_STAGES}Times are in units of $t_F$. $$T_{{step}} t_F = 2 m$$", "in units of t_F"),
    ],
)  # fmt: skip
def test_what_nearly_all_leave_out_is_a_note(text: str, brief: str) -> None:
    """As what only a guess of a letter needs."""
    found = findings(text)[-1]
    assert (found.verdict, found.level) == ("conditional", "note")
    assert brief in found.brief


def test_a_habit_is_a_warning_once_in_a_document() -> None:
    """Where it comes again a note names the line; another habit is told itself."""
    stated = "$n$ is the number of parameters, $m$ the number of tokens, $R$ the compute [FLOP]."
    found = findings(f"{stated}\n\n$$R = 6 n m$$\n\n$$R = 6 m n$$\n\n$$R = 2 n m$$")[-3:]
    assert [one.level for one in found] == ["warning", "note", "warning"]
    assert found[1].brief.endswith("As in line 3.")


@pytest.mark.parametrize(
    ("text", "brief"),
    [
        ("- 140 GB * 8 / 5e9 = 224 seconds\n- 70 GB * 8 / 5e9 = 112 seconds\n", "a figure has"),
        ("- 8192 × 4096 × 2 bytes = 64 MB\n- 4096 × 4096 × 2 bytes = 32 MB\n", "MB means MiB"),
    ],
)
def test_a_unit_that_figures_lack_is_a_warning_once_in_a_document(text: str, brief: str) -> None:
    found = findings(text)
    assert [one.level for one in found] == ["warning", "note"]
    assert brief in found[0].brief and found[1].brief.endswith("As in line 1.")


def test_units_of_ones_own_hold_only_where_the_text_says_so() -> None:
    """T = 2 m is short of a time."""
    text = "$T_{{step}}$ is the time of a step [s].{} $$T_{{step}} = 2 m$$"
    text = f"{_STAGES}{text}"
    assert findings(text.format(" Normalise so that $t_F = 1$."))[-1].level == "note"
    assert findings(text.format(""))[-1].verdict == "inconsistent"
    assert findings(text.format(" We set $t_F = 3$ s."))[-1].verdict == "inconsistent"


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("$D$ (`d_model`), $V$ (`vocab_size`): $D = 4 V$", {"D": "d_model", "V": "vocab"}),
        ("- hidden size $h$\n- sequence length $s$\n\n$x = 3 h$ and $y = 2 s$",
         {"h": "d_model", "s": "context_length"}),
        ("$b_a$ is bytes per activation. $M = 3 b_a$", {"b_a": "byte"}),
        ("$b$ (bytes/elt) of $x$ elements. $y = 3 b$", {"b": "byte/element"}),
    ],
)  # fmt: skip
def test_definitions_in_passing(text: str, bound: dict[str, str]) -> None:
    """By the name of a program, at the end of the item of a list, with words cut short."""
    read = {name: meaning for found in findings(text) for name, meaning in found.bindings.items()}
    assert {name: read.get(name) for name in bound} == bound


@pytest.mark.parametrize(
    ("text", "verdicts"),
    [
        ("For $K=4$ it pays.\n\n| Acceptance rate | $K$ | Tokens |\n|---|---|---|\n| 70% | 4 | 3 |",
         ["not judged"]),
        ("**TP communication** (per layer): with $N = TP \\times PP$ GPUs.",
         ["consistent"]),
        ("$B$ = batch size, $B_{\\text{tok}} = B \\cdot S$, $S$ = sequence length.\n\n"
         "- $b_{\\text{tok}}$ = bytes per token", ["consistent"]),
        ("The scores are correlated, $\\rho=-0.3$.", ["not judged"]),
        ("We need $15.3 \\cdot B + 26.2 \\le 80$, where $B$ is the batch size.", ["conditional"]),
    ],
)  # fmt: skip
def test_what_defines_nothing(text: str, verdicts: list[str]) -> None:
    """The heading beside a symbol, the bracket of a heading, a letter of the other case, a value
    that the library's variable cannot have; and a figure with a fraction counts nothing.
    """
    found = findings(text)
    assert [one.verdict for one in found] == verdicts
    assert not any("sequence and" in one.brief for one in found)


@pytest.mark.parametrize(
    "text",
    [
        "$$\\text{bytes: } \\frac{16.1 \\text{ GB}}{3.35 \\text{ TB/s}} \\approx 4.8 \\text{ ms}$$",
        "It costs $2 \\times 525\\text{M} = 1.05$ GFLOP per token.",
        "Let $B$ be the batch size and $S$ the sequence length. For $BS = 1M$ tokens it fits.",
        "`tokens/s = bandwidth / bytes_per_token`",
        "ZeRO-3: `3 * 15 GB = 45 GB parameters`",
    ],
)
def test_labels_and_units_beside_formulas(text: str) -> None:
    """A label in front, a unit behind the last sign, the noun of bytes, a rate by its unit."""
    assert _told(text)[-1] == ("consistent", "none")


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        (r"T_x = \log_2 P \cdot \alpha + \log_2 P \cdot \frac{n}{\beta}", "P is counted"),
        (r"N_{act} = 16BTD + 2BHT^2", "counted without a unit"),
        (r"M_{\text{grads}} = \Psi \times b_g", "in byte"),
    ],
)
def test_unknown_names_beside_counts(formula: str, said: str) -> None:
    """What is counted may have no unit under a logarithm or in sums of several powers; parameters
    times the bytes of each are bytes.
    """
    notation = (
        "- $P$: number of GPUs\n- $\\alpha$: latency (seconds)\n- $\\beta$: bandwidth (GB/s)\n"
        "- $n$: message size (bytes)\n- $B$: batch size\n- $T$: context length\n- $D$: hidden size"
        "\n- $H$: number of heads\n- $\\Psi$: number of parameters\n- $b_g$: bytes per gradient\n\n"
    )
    found = findings(f"{notation}$${formula}$$")[-1]
    assert found.verdict in ("conditional", "consistent") and found.level in ("note", "none")
    assert said in found.brief
    (spoilt,) = findings(f"{notation}$${formula} + \\alpha^2$$")[-1:]
    assert spoilt.verdict not in ("conditional", "consistent")


def test_billions_of_parameters_are_no_bytes() -> None:
    """The B of 70B params is a multiplier."""
    (found,) = findings("`6 * 70B params * 15T tokens = 6.3e25 FLOPs`")
    assert (found.verdict, found.level) == ("inconsistent", "error")


def test_the_memory_of_something_is_in_bytes() -> None:
    """Not in what it is of; that parameters are counted without a unit is told."""
    (found,) = findings("$$\\text{Memory}_{params} = 4 \\times N_{params} \\text{ bytes}$$")
    assert found.bindings["Memory_params"] == "byte"
    assert found.brief == "if N_params is active_params: consistent if 4 is per param."


def test_a_stressed_figure_is_no_name() -> None:
    """Bold, with its unit."""
    (found,) = findings(r"$$\text{Days} = 8 \times 610 = \mathbf{4{,}880 \text{ days}}$$")
    assert not found.unknown


@pytest.mark.parametrize(
    ("text", "bound", "said"),
    [
        ("$T$ is the number of tokens. $$x + 1 = T$$", {"T": "token", "x": "1"}, "T is counted"),
        ("- P = 16 GPUs\n\n$$P = 4 x$$", {"P": "1", "x": "GPU"}, "P is in GPU"),
    ],
)
def test_a_text_and_a_binding_may_differ_in_what_is_counted(
    text: str, bound: dict[str, str], said: str
) -> None:
    """A note: the reading of the other is that of the same thing."""
    found = findings(text, bound)[-1]
    assert (found.verdict, found.level) == ("conditional", "note")
    assert said in found.brief


@pytest.mark.parametrize(
    "text",
    [
        "* `d_ff_local = d_ff / tp = 4096 / 4 = 1024`",
        "- `E` = num_experts (total number of experts)\n\n* It holds `E_local = E/ep = 8/4 = 2`.",
        "* num_chips = EP × TP = 4 × 2 = 8",
        "The group has `gpus = tp * 2 = 8`.",
    ],
)
def test_a_degree_of_parallelism_is_a_number_or_one_of_gpus(text: str) -> None:
    assert {(one.verdict, one.level) for one in findings(text)} == {("consistent", "none")}


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("* batch_size `B` = **2**", "none"),  # one name beside its symbol
        ("* bytes_per_elem = **2**", "none"),
        ("Payload = `n_tokens * bytes_per_elem = 256 * 2 = 512` bytes", "note"),
    ],
)
def test_code_is_read_with_what_stands_beside_it(text: str, level: str) -> None:
    (one,) = findings(text)
    assert (one.verdict, one.level) == ("consistent", level)


@pytest.mark.parametrize(
    "said", ["a factor of $d_\\text{model}$ more", "the square of $d_\\text{model}$ rather than it"]
)
def test_a_word_that_is_no_noun_defines_nothing(said: str) -> None:
    found = findings(f"It costs {said}.\n\n$N = 12 n_\\text{{layers}} d_\\text{{model}}^2$\n")
    assert [one.verdict for one in found] == ["conditional"]


def test_the_bytes_of_text_that_a_token_stands_for_are_left_out_by_habit() -> None:
    """Four characters are one token; four tokens are none."""
    assert "4 is byte/token" in findings("n_tokens = n_bytes / 4")[-1].brief
    assert findings("n_tokens = 4 * n_bytes")[-1].level == "error"
