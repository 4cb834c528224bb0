"""What a text says its symbols mean."""

from __future__ import annotations

import pytest

from derive.checking.check import check_document
from derive.checking.extraction.document import document_of
from derive.checking.symbols.definitions import definitions
from derive.library.nomenclature import vocabulary
from tests.checking.judged_text import findings

LENGTH = "context_length or token or 1"


@pytest.mark.parametrize(
    ("prose", "bound"),
    [
        (
            "where B is batch size, N_active is active parameters",
            {"B": "batch_size", "N_active": "active_params"},
        ),
        ("Let $E$ be the number of experts.", {"E": "n_experts"}),
        ("- $L=$ number of layers, i.e. blocks", {"L": "n_layers"}),
        ("- $t_m=$ time per word i.e. the inverse of a rate", {}),
        ("- $t_f$ = time per operation i.e. the inverse of a rate", {"t_f": "s or s/FLOP"}),
        (
            (
                "Let E be expert-parallelism width (GPUs per rack), P be number of pipeline stages"
                " (racks)"
            ),
            {"E": "gpus or 1", "P": "n_stages"},
        ),
        ("- `n`: number of layers", {"n": "n_layers"}),
        (
            (
                "| symbol | meaning |\n|---|---|\n| $T$ | sequence length |\n| $F$ | FFN hidden"
                " dimension |\n"
            ),
            {"T": LENGTH, "F": "d_ff"},
        ),
        (
            (
                "\\begin{tabular}{ll}\n$h$ & hidden size \\\\\n$a$ & number of attention heads"
                " \\\\\n\\end{tabular}"
            ),
            {"h": "d_model", "a": "n_heads"},
        ),
        ("\\item $V$: vocabulary size", {"V": "vocab"}),
        ("with a batch size of $b$ and sequence length $s$", {"b": "batch_size", "s": LENGTH}),
        ("for a model with $L$ layers", {"L": "1"}),
        ("Let $V$ be the number of bytes in the array.", {"V": "byte"}),
        ("$T_{comms}$ is the communication time", {"T_comms": "s"}),
        ("where $t_x$ denotes the time to fetch a page", {"t_x": "s"}),
        ("$B$ denotes the batch size in tokens", {"B": "training_batch_tokens"}),
        ("| $w$ | bytes of one stored weight |", {"w": "bytes_per_param"}),
        ("Let $P$ be the number of prefill servers.", {"P": "1"}),
        ("where $X$ is the number of chips along an axis", {"X": "GPU or 1"}),
        ("where $X$ is the number of chips dedicated to sharding", {"X": "GPU or 1"}),
        ("where $X$ is the number of mesh axes over which we shard", {"X": "1"}),
        ("where $Q$ is the number of requests in the queue", {"Q": "sequence or 1"}),
        ("where $u$ is the number of FLOPs per token", {"u": "flop/token"}),
        ("where $u$ is the time per token", {"u": "s or s/token"}),
        ("where $u$ is the energy per layer", {"u": "J"}),
        ("where $u$ is the energy per mole", {"u": "J/(mole)"}),
        ("where $b$ is the link bandwidth [GB/s]", {"b": "GB/s"}),
        ("- $c$: rental price of a GPU in dollars per hour", {"c": "USD/hour"}),
        ("- $p$: price per million tokens, in $/Mtoken", {"p": "USD/Mtoken"}),
        (
            (
                "| Symbol | Meaning | Unit |\n|---|---|---|\n| $W$ | work | FLOP |\n| $Q$ | traffic"
                " | bytes |\n"
            ),
            {"W": "FLOP", "Q": "byte"},
        ),
        (
            "Let $p$ be the number of pipeline stages and $m$ the number of microbatches.",
            {"p": "n_stages", "m": "n_microbatches"},
        ),
        (
            "We write $E$ for the energy of the run (in kWh), $T$ for the training time.",
            {"E": "kWh", "T": "training_time"},
        ),
        (
            "Denote by $l$ the number of layers, by $x_h$ the number of attention heads.",
            {"l": "n_layers", "x_h": "n_heads"},
        ),
        (
            (
                "where $L$, $H$ and $T$ are the number of layers, the heads and the sequence"
                " length, respectively."
            ),
            {"L": "n_layers", "H": "n_heads", "T": LENGTH},
        ),
        ("$T_1$ and $T_2$ are the times of both", {"T_1": "s", "T_2": "s"}),
        (
            "where $M_1$ and $M_3$ are in bytes per GPU.",
            {"M_1": "byte/GPU or byte", "M_3": "byte/GPU or byte"},
        ),
        (
            (
                "Let lambda be the arrival rate (in requests/s) and let W be the mean time in the"
                " system"
            ),
            {"λ": "sequence/s or 1/s", "W": "s"},
        ),
        ("with service rate $\\mu$ (requests/s)", {"μ": "sequence/s or 1/s"}),
        (
            "let $c$ be the ratio of the time of a draft step to that of a step of the target",
            {"c": "1"},
        ),
        ("a prompt of $n$ tokens", {"n": "token or token/sequence or 1"}),
        ("Let $N$ be the number of parameters", {"N": "active_params"}),
        ("$C$ is the compute budget in FLOPs", {"C": "training_flops"}),
    ],
)
def test_words_that_name_one_variable_bind_the_symbol(prose: str, bound: dict[str, str]) -> None:
    """In sentences, lists, tables and right before the symbol; of some of the GPUs only the unit is
    known.
    """
    found = definitions(prose, vocabulary)
    assert (found.bound, found.undefined) == (bound, {})


@pytest.mark.parametrize(
    ("prose", "foreign"),
    [
        (
            "where $k$ is the batch size; later $k$ is the context length",
            {"k": "batch_size or context_length"},
        ),
        ("Let $P$ be the prefill policy.", {"P": "prefill policy"}),
        (
            "$x$ and $y$ are exponents for total and active parameters",
            dict.fromkeys("xy", "exponents for total and active parameters"),
        ),
        ("where $x$ is the ratio of bytes to tokens", {"x": "ratio of bytes to tokens"}),
        ("where $u$ is the time per rung", {"u": "time per rung"}),
        ("- $T$: tensor temperature", {"T": "tensor temperature"}),
        ("where $S$ is the size of on-chip memory", {"S": "size of on-chip memory"}),
    ],
)
def test_what_is_defined_as_something_else_is_not_ours(prose: str, foreign: dict[str, str]) -> None:
    """Also what is defined as two things."""
    found = definitions(prose, vocabulary)
    assert (found.bound, found.undefined) == ({}, foreign)


@pytest.mark.parametrize(
    "prose",
    [
        "where k is whatever we like",
        "we assume that $B$ is small",
        "L is large, e.g. `x`",
        "If the batch size is limited, of course",
        "machine_balance = FLOPs / mem_bw",
        "the parameters $i$ and $j$",
        "only $P$ microbatches are active",
        "an arithmetic intensity of `local_batch` / `sparsity`",
        "```\n$B$ is the number of layers\n```\n",
        "`AllGather`: parameters",
        "With $p=8$ and $m = 32$ the first comes to a fifth.",
        "where $x$ and $y$ are fitted constants",
    ],
)
def test_sentences_that_define_nothing_bind_nothing(prose: str) -> None:
    """Adjectives, fenced code, indices, computations."""
    found = definitions(prose, vocabulary)
    assert (found.bound, found.undefined) == ({}, {})


def test_a_symbol_the_text_defines_otherwise_is_not_taken_for_the_librarys() -> None:
    """The equation with it is not judged, and the message says what the text says."""
    text = "Let $N$ be the prefill policy.\n\n$$D = 20 N$$\n\n$$C = ND$$\n"
    findings = check_document(document_of(text, "a.md"))
    assert [finding.verdict for finding in findings] == ["not judged", "not judged"]
    assert [finding.unknown for finding in findings] == [("N",), ("N",)]
    assert "The text says that N is “prefill policy”." in findings[0].brief


def test_the_author_goes_before_the_text() -> None:
    """A binding given with the question beats what prose says."""
    text = "Let $N$ be the number of prefill servers.\n\n$$D = N$$\n"
    (finding,) = check_document(document_of(text, "a.md"), {"N": "token", "D": "token"})
    assert finding.verdict == "consistent"


def test_who_counts_one_thing_without_a_unit_counts_the_others_so() -> None:
    """Requests of queueing theory are bare numbers throughout, if that makes the equations balance;
    one alone would not.
    """
    said = (
        "Let $\\lambda$ be the arrival rate (in requests/s), $\\mu$ the service rate (in"
        " requests/s), $W$ the mean time."
    )
    text = f"{said}\n\n$$W = 1/(\\mu - \\lambda)$$\n\n$$W = \\lambda\\mu$$\n"
    assert [finding.verdict for finding in check_document(document_of(text, "a.md"))] == [
        "consistent",
        "inconsistent",
    ]


def test_a_letter_nobody_defined_is_not_held_against_who_defines_his_own() -> None:
    """N means something of the author's: what D is to him nobody knows."""
    text = "Let $N$ be the number of prefill servers.\n\n$$D = 20 N$$\n"
    finding, *_ = check_document(document_of(f"{text}\n$$T = 3 N$$\n", "a.md"))
    assert (finding.verdict, finding.unknown) == ("not judged", ("D",))


_LINK = (
    "- $\\alpha$ (alpha): **latency** — the time to send a message\n"
    "- $\\beta$ (beta): **bandwidth** — bytes per second of the link\n"
    "- $n$: message size in bytes\n\n"
)


def test_a_letter_whose_name_is_spelt_again_is_defined() -> None:
    """And not the library's, with which a false law would hold."""
    assert findings(f"{_LINK}$$T_x = \\alpha + n/\\beta$$")[-1].forced == {"T_x": "s"}
    false = findings(f"{_LINK}$$T(n) = \\alpha n/\\beta$$\n\n$T$ is the time in s.")[0]
    assert false.verdict == "inconsistent"
    assert "α" not in false.guessed


def test_a_number_of_gpus_beside_one_is_none_among_figures_either() -> None:
    text = (
        f"{_LINK}$$P = 256\\ \\text{{GPUs}}$$\n\n$$2 (P - 1) \\alpha = 2 \\times 255 \\times 3"
        " \\times 10^{-6} = 1.53 \\times 10^{-3} \\text{ s} \\approx 1.53 \\text{ ms}$$"
    )
    assert findings(text)[-1].level == "note"
    assert findings(text.replace("1.53 \\times", "1.63 \\times"))[-1].verdict != "consistent"
