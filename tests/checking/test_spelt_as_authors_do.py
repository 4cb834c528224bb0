"""Forms that authors use and that were unread, or accused; each with a twin that is wrong."""

import pytest

from derive.checking.check import document_names, judge_passages
from derive.checking.extraction.document import document_of
from derive.checking.findings_text import listing_text
from derive.checking.symbols.names import Names
from derive.checking.verdicts.finding import Finding
from derive.checking.verdicts.suggested_bindings import suggested
from tests.checking.judged_text import findings, is_accused, levels

_STEP = {"T": "s", "B": "byte", "W": "byte/s"}
_SUM = {"w": "byte", "a": "byte", "b": "byte", "c": "1"}
_RATIO = {"R": "1", "b": "batch_size", "β": "GB/s", "F": "FLOP/s/GPU or FLOP/s", "n": "GPU"}
_SHAPE = "Inputs are of shape `(B, S, H)`, and the weights of the layer have $H$ rows. "
_LINK = "The link has a BW of 3 GB/s. "


def checked(text: str) -> tuple[list[Finding], Names]:
    document = document_of(text, "a.md")
    names = document_names(document)
    return judge_passages(document.passages, names, document.macros), names


@pytest.mark.parametrize(
    ("right", "spoilt", "level"),
    [
        (
            "It takes 1 GB (weights) + 2 GB (cache) = 3 GB.",
            "It takes 1 GB (weights) + 2 GB (cache) = 4 GB.",
            "none",
        ),
        ("8e9 * 2 / 1024^3 GB = 14.9 GB", "8e9 * 2 / 1024^3 GB = 19.4 GB", "none"),
        ("3 GB + 1 = 4 GB", "3 GB + 1 = 5 GB", "warning"),
        ("15 T tokens / 5 T tokens = 3", "15 T tokens / 5 T tokens = 4", "none"),
        (
            "It needs 6 × 70B parameters × 15 T tokens = 6.3e24 FLOPs.",
            "It needs 6 × 70B parameters × 15 T tokens = 6.3e25 FLOPs.",
            "warning",
        ),
    ],
)
def test_figures_with_asides_powers_and_sizes(right: str, spoilt: str, level: str) -> None:
    assert levels(right) == [level]
    assert is_accused(spoilt, unlike=right)


@pytest.mark.parametrize(
    ("right", "spoilt", "meant", "level"),
    [
        (r"$w = \text{(a + b)} c$", r"$w = \text{(a + b)} a$", _SUM, "none"),
        (r"$a^{ {\rm low} } = b + w$", r"$a^{ {\rm low} } = b + s$", _SUM | {"s": "s"}, "none"),
        (f"{_LINK}T = B/BW.", f"{_LINK}T = B*BW.", _STEP, "none"),
        (r"T = \frac{B}{W} where $B$ goes.", r"T = \frac{W}{B} where $B$ goes.", _STEP, "none"),
        (r"$w = 4 c \text{ GB} = a$", r"$w = 4 c \text{ ms} = a$", _SUM, "none"),
        (r"$R = \frac{3bβ}{2F}$, $F = n F$", r"$R = \frac{3bβ^2}{2F}$", _RATIO, "warning"),
    ],
)  # fmt: skip
def test_names_as_they_are_set(right: str, spoilt: str, meant: dict[str, str], level: str) -> None:
    assert levels(right, meant)[0] == level
    assert levels(spoilt, meant)[0] == "error"


def test_the_shape_of_a_tensor_says_what_its_letters_are() -> None:
    """By convention, so that it is told as a guess."""
    right, spoilt = findings(_SHAPE + r"$\text{FLOPs} = 24 B S H^2$ and $\text{FLOPs} = B^2/s$")
    assert right.level == "note"
    assert "S is context_length" in right.brief
    assert spoilt.verdict == "not judged"


@pytest.mark.parametrize(
    "array",
    [
        r"$\text{bf16}[B, D]$ and $\text{bf16}[D, F]$", r"$W_\text{in}[D, F_Y]$",
        r"W<sub>in</sub>[D<sub>X</sub>, F]", r"$A[B, \red{D}] \cdot W_{1}[\red{D}, F]$",
    ],
)  # fmt: skip
def test_the_sizes_of_an_array_are_numbers(array: str) -> None:
    """Of data types and names with scripts, sharded over axes of a mesh or coloured; D is no number
    of tokens beside them. What counts sequences is left to the library's letter.
    """
    (found,) = findings(f"We multiply {array}, where usually $F = 4D$.")
    assert (found.verdict, found.level) == ("consistent", "none")
    assert findings("Usually $F = 4D$.")[0].verdict == "not judged"


@pytest.mark.parametrize(
    "text",
    [
        r"$T_\text{comms} > V / W_\text{ici}$",
        r"$T_\text{2D comms} = V / W + T_\text{hop}$",
        r"$T_\text{math} + T_\text{comms} > 2V / W_\text{dcn}$",
    ],
)
def test_a_letter_with_a_word_of_time_below_it_is_a_time(text: str) -> None:
    """Whatever the text calls the letter alone; links have the unit of a bandwidth."""
    said = "where $T$ is the sequence length, $V$ the volume [byte] and $W$ the bandwidth [byte/s]"
    (found,) = findings(f"{said}. {text}")
    assert (found.verdict, found.level) == ("consistent", "none")
    assert {found.bindings[word] for word in found.bindings if word.startswith("T_")} == {"s"}


def test_the_axes_of_a_mesh_count_gpus() -> None:
    """Or are numbers: as many as there are along an axis."""
    (found,) = findings(r"We shard $A[B_X, D]$ over $N$ GPUs, with $n = X / 2$ [GPU].")
    assert (found.verdict, found.bindings["X"]) == ("consistent", "GPU")


def test_nobody_is_asked_to_bind_a_unit() -> None:
    found = findings(r"$Q = z \text{ GB} \cdot z$")
    text = listing_text(found, lambda words, _: words)
    assert "--bind 'Q=" in text or "--bind Q=" in text
    assert "GB=" not in text


_KOREAN = "- $P$: 모델 파라미터 수\n- $b$: 파라미터당 바이트\n- $W$: 메모리 대역폭\n\n"
_CHINESE = "其中 $N$ 是参数量，$D$ 为 token 数，$C$ 表示浮点运算次数。"
_ROOF = r"$$\text{Performance} = \min(\text{Peak FLOPs}, \text{AI} \times \text{Memory Bandwidth}"
_TWICE = (
    "$$Q = 2 n p$$\n\nWhere:\n- $n$ = sequence length\n- $p$ = precision (2 bytes for FP16)\n\n"
    + "\n" * 20
    + "There are sequences sharing a common prefix of length $p$.\n\n"
)


@pytest.mark.parametrize(
    ("right", "spoilt", "found"),
    [
        (_KOREAN + r"$$T = \frac{P b}{W}$$", _KOREAN + r"$$T = P b W$$", ["none", True]),
        (_CHINESE + "$C = 6 N D$", _CHINESE + "$C = 6 N^2 D$", ["warning", True]),
        (_ROOF + ")$$", _ROOF + "^2)$$", ["note", False]),
        (
            "It has 70 billion parameters: $70 \\cdot 4 \\text{ bytes}/2 = 140$ GB",
            "It has 70 billion parameters: $70 \\cdot 4 \\text{ bytes}/2 = 190$ GB",
            ["warning", True],
        ),
    ],
)
def test_what_the_text_says_elsewhere(right: str, spoilt: str, found: list[str | bool]) -> None:
    """In another language, of one GPU or all, and in billions."""
    assert [*levels(right), is_accused(spoilt, unlike=right)] == found


def test_of_several_definitions_the_one_below_a_formula_counts() -> None:
    """It accuses nobody."""
    (finding,) = findings(_TWICE)
    assert finding.level in ("none", "note")
    assert finding.bindings["p"].startswith("byte")


def test_a_total_beside_degrees_of_parallelism_is_no_number_of_parameters() -> None:
    degrees = "where $D_{tp}$, $D_{pp}$ and $D_{dp}$ are numbers of GPUs"
    (finding,) = findings(rf"$N_{{total}} = D_{{tp}} D_{{pp}} D_{{dp}}$, {degrees}.")
    assert finding.verdict == "not judged"
    assert finding.unknown == ("N_total",)


def test_flops_are_a_count_in_one_equation_and_a_rate_in_another() -> None:
    """A document need not read FLOPs in one way; what balances in neither is told."""
    rate = r"$\text{Time} = \frac{\text{FLOP}}{\text{FLOPs}}$, "
    right, spoilt = "Arithmetic Intensity = FLOPs / Bytes", "Arithmetic Intensity = FLOPs / Bytes^2"
    assert levels(f"{rate}`{right}`")[-1] == "none"
    assert levels(f"{rate}`{spoilt}`")[-1] == "warning"


def test_a_letter_in_an_exponent_is_not_suggested_as_the_librarys() -> None:
    """Filled in, it would accuse a sound equation."""
    prose = "The step time of a decode step, in tokens per second, and $x$ is a share.\n\n"
    found, names = checked(prose + "$y = x (1 - x^t)$ and $t_w = t$")
    assert '"t" = ""' in suggested(found, names)


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        (r"$w = 2 c a ~ \text{Bytes} = b$", r"$w = 2 c a^2 ~ \text{Bytes} = b$"),
        (r"$w = 2 c a ~ \text{Bytes} = 4 n c \text{ Bytes}$", r"$w = 2 n^2 \text{ Bytes} = b^2$"),
    ],
)  # fmt: skip
def test_a_unit_behind_a_product_may_say_again_what_it_is_in(right: str, spoilt: str) -> None:
    meant = _SUM | {"n": "token"}
    assert levels(right, meant)[0] in ("none", "warning")
    assert levels(spoilt, meant)[0] == "error"


def test_thousands_apart_by_a_thin_negative_space() -> None:
    assert levels(r"$2 \cdot 512 \cdot 512 = 524,\!288$") == ["none"]
    assert levels(r"$2 \cdot 512 \cdot 512 = 525,\!288$") == ["error"]


@pytest.mark.parametrize(
    ("right", "spoilt", "level"),
    [
        (
            "70e9 params × 20 = 1.4e12 tokens",
            "70e9 params × 20 = 1.4e13 tokens",
            "warning",
        ),
        (
            "(300e9·42e9)/(312e12·8·0.8) ≈ 6310000 seconds",
            "(300e9·42e9)/(312e12·8·0.8) ≈ 6310 seconds",
            "note",
        ),
        ("1.66e15 / 200e12 = 8300 ms", "1.66e15 / 200e12 = 8.3 ms", "note"),
    ],
)  # fmt: skip
def test_figures_in_powers_of_ten(right: str, spoilt: str, level: str) -> None:
    """A customary number stands for a conversion; time is in no other unit than the one shown."""
    assert levels(right) == [level]
    assert is_accused(spoilt, unlike=right)


_RATES = (
    "where $P$ is the number of input tokens processed in a second, $L$ the prompt length in tokens"
)
_SIZES = "where $N$ is the size in bytes, $W$ the bandwidth in bytes/s and $t$ the time in s"


@pytest.mark.parametrize(
    ("right", "spoilt", "level"),
    [
        (rf"$$T [s] = \frac{{L}}{{P}}$$ {_RATES}", rf"$$T [s] = L P$$ {_RATES}", "none"),
        (
            rf"$$t = N/W \text{{ seconds}}$$ {_SIZES}",
            rf"$$t = W/N \text{{ seconds}}$$ {_SIZES}",
            "none",
        ),
        (r"$$T [s] = \frac{S [GB]}{W [GB/s]}$$", r"$$T [s] = \frac{W [GB/s]}{S [GB]}$$", "none"),
        (r"`T [s] = S [GB] / W [GB/s]`", r"`T [s] = W [GB/s] / S [GB]`", "none"),
        (r"$$Q [token/s] = \frac{W [GB/s]}{S [GB]}$$", r"$$Q [token/s] = W [GB/s]$$", "warning"),
    ],
)  # fmt: skip
def test_units_at_the_formula(right: str, spoilt: str, level: str) -> None:
    """In brackets behind its symbols, or behind a side; one pass makes one token."""
    assert levels(right) == [level]
    assert is_accused(spoilt, unlike=right)


def test_a_unit_behind_a_product_is_that_of_an_unknown_left_side() -> None:
    """It is no factor of the library's to guess at."""
    text = r"$$C_u = 2\cdot\text{seq_len}\cdot\text{vocab_size}\text{  FLOPs}$$"
    (right,) = findings(text)
    assert right.level == "none"
    spoilt = findings(rf"{text}, $C_u = T$ where $T$ is the time in s")[-1]
    assert spoilt.level == "note"
    assert "defines C_u in FLOP: one of the two is wrong" in spoilt.brief


def test_a_number_per_token_is_told_in_plain_words() -> None:
    (found,) = findings("$M = 2 l b n$", {"M": "byte", "l": "1", "b": "byte", "n": "token"})
    assert found.brief == "consistent if 2 is per token."


_EMISSION = {"J": "A/m^2", "A": "A/(m^2 K^2)", "T": "K", "W": "J", "k": "J/K"}


def test_an_upright_e_raised_is_the_exponential() -> None:
    assert levels(r"$J = A T^2 \mathrm{e}^{-W/(k T)}$", _EMISSION) == ["none"]
    assert levels(r"$J = A T^3 \mathrm{e}^{-W/(k T)}$", _EMISSION) == ["error"]
    assert levels(r"$J = A T^2 \mathrm{e}^{-W/k}$", _EMISSION) == ["error"]


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("8 GPUs × 80 GB = 640 GB", "8 GPUs × 80 GB = 650 GB"),
        ("2 TB/s / 140 GB = 14.3 tokens/s", "2 TB/s / 140 GB = 24 tokens/s"),
        ("70e9 params × 2 bytes × 3 = 420 GB", "70e9 params × 2 bytes × 3 = 190 GB"),
    ],
)
def test_figures_beside_one_thing_that_is_left_out(right: str, spoilt: str) -> None:
    assert levels(right) == ["note"]
    assert levels(spoilt) == ["error"]


_SERVED = {"p": "s", "a": "s", "r": "token/s", "N": "GPU", "c": "token/GPU", "w_i": "1", "t_i": "s"}


@pytest.mark.parametrize(
    ("right", "spoilt", "level"),
    [
        ("`p = max(a, c / max(1, r / N))`", "`p = max(a, c / max(1, r * N))`", "warning"),
        ("`p = sum(w_i * t_i) / sum(w_i)`", "`p = sum(w_i * t_i) / sum(t_i)`", "none"),
        ("`p = Σ w_i · t_i / Σ w_i`", "`p = Σ w_i · r / Σ w_i`", "none"),
        (
            "`total_time_ms = queue_wait_ms + step_time_s * 1000`",
            "`total_time_ms = queue_wait_ms + weights_gb`",
            "none",
        ),
        ("`energy_kwh = power_kw * time_hours`", "`energy_kwh = power_kw / time_hours`", "none"),
        (
            r"$$p = a \times \mathbf{1} + \frac{c N}{r}$$",
            r"$$p = r \times \mathbf{1} + \frac{c N}{r}$$",
            "none",
        ),
    ],
)
def test_code_names_sums_and_bounds(right: str, spoilt: str, level: str) -> None:
    """Names that end in a unit, sums over what is weighted, and a bound of one."""
    assert levels(right, _SERVED) == [level]
    assert levels(spoilt, _SERVED) == ["error"]


def test_letters_of_mathematical_alphabets() -> None:
    prose = "- $𝑠$: size in bytes\n- $𝑤$: bandwidth in bytes/s\n- $t$: time in s\n\n"
    assert levels(f"{prose}$$t = \\frac{{s}}{{w}}$$") == ["none"]
    assert is_accused(f"{prose}$$t = \\frac{{w}}{{s}}$$")


def test_a_penalty_for_a_time_is_no_time() -> None:
    (found,) = findings("`k`: penalty for tail latencies. The time is $t$ in s: $t = t k$")
    assert found.level != "error"


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("8e9 × 4 bytes / 1e9 = 32 GB", "8e9 × 4 bytes / 1e9 = 42 GB"),
        ("8e9 × 4 bytes / 10^9 / 8 = 4 GB", "8e9 × 4 bytes / 10^6 / 8 = 4 GB"),
        (
            r"$8e9 \times 4 \text{ bytes} / (1024^3) = 29.8 \text{ GB}$",
            r"$8e9 \times 4 \text{ bytes} / (1024^3) = 39.8 \text{ GB}$",
        ),
        ("(8e9 × 4 bytes) / (1024 * 1024 * 1024) = 29.8 GB", "2 * 3 GB / 1e9 = 6 GB"),
    ],
)
def test_a_divisor_that_writes_bytes_in_a_larger_unit(right: str, spoilt: str) -> None:
    assert levels(right) == ["warning"]
    assert is_accused(spoilt, unlike=right)


def test_a_figure_in_millions_has_no_prefix_besides() -> None:
    assert levels("828M / (312 TFLOPS × 0.9) = 2.95 μs") == ["warning"]
    assert is_accused("828M / (312 TFLOPS × 0.9) = 2.95 ms")


_LABELLED = (
    r"The compute time $T_{\text{compute}}$ and the time $T_{\text{load}}$ are in s, "
    "$B$ is in bytes and $W$ in byte/s. "
)
_HEADS = "- $n_{kv}$ is the number of key-value heads\n- $d_h$ is the head dimension\n\n"
_BS = "Several queries are served at once (BS). "
_LINE = "where $T$ is the time in s, $B$ the size in bytes, $W$ the bandwidth in bytes/s"


@pytest.mark.parametrize(
    ("right", "spoilt", "level"),
    [
        (
            _LABELLED + r"$$T_{\text{compute}}^p = T_{\text{load}}^d + 3 T_{\text{load}}$$",
            _LABELLED + r"$$T_{\text{compute}}^p = T_{\text{load}}^d + B/W^2 + T_{\text{load}}$$",
            "none",
        ),
        (
            _HEADS + r"$$d_h = d_h^{rope} + d_h^{nope}$$",
            _HEADS + r"$$d_h = d_h^{rope} + 3\,\text{s}$$",
            "none",
        ),
        (
            f"{_BS}$$T = \\frac{{BS \\cdot B}}{{W}}$$ {_LINE}",
            f"{_BS}$$T = \\frac{{BS \\cdot B^2}}{{W}}$$ {_LINE}",
            "note",
        ),
    ],
)
def test_raised_words_are_indices_and_acronyms_are_one_name(
    right: str, spoilt: str, level: str
) -> None:
    """What may as well be a power accuses nobody."""
    assert levels(right)[-1] == level
    assert levels(spoilt)[-1] in ("none", "warning")
    assert findings(spoilt)[-1].verdict != "consistent"


def test_a_power_is_not_taken_for_an_index() -> None:
    area = r"where $r_{max}$ is the radius [m] and $A$ the area [m^2]"
    assert levels(rf"$$A = 3 r_{{max}}^d$$ {area}") == ["none"]
    assert levels(rf"$$A = 3 r_{{max}}^2$$ {area}") == ["none"]
    assert levels(rf"$$A = 3 r_{{max}}^3$$ {area}") == ["error"]


@pytest.mark.parametrize(
    "said",
    [
        "```\nbatch_size = 8 (16 GB)\n```",
        "```\nqps=4 (60s)\n```",
        "```\nKV cache = memory bandwidth\n```",
        "High utilization = long queues = high latency",
    ],
)
def test_what_is_said_beside_an_equals_sign_accuses_nobody(said: str) -> None:
    assert set(levels(said)) <= {"none"}


@pytest.mark.parametrize(
    "wrong", ["```\nkv_cache_bytes = 4 GB/s\n```", "```\nt = 2 (3 GB) / (2 GB/s) = 4 s\n```"]
)
def test_what_is_calculated_there_is_still_accused(wrong: str) -> None:
    assert is_accused(wrong)


_GEMM = "The product is C[M,N] = A[M,K] × W[K,N].\n\n"


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        (_GEMM + "```\nFLOPs = 2 × M × N × K\n```", _GEMM + "```\nFLOPs = M × N / 3 s\n```"),
        ("- $h$: head number\n\n$$n = h + 3$$", "- $h$: head number\n\n$$n = h + 3 s$$"),
        (
            "- $w$: bytes per weight element\n\n$$a = 2 w + 3 w$$",
            "- $w$: bytes per weight element\n\n$$a = w + w^2$$",
        ),
        ("```\nt_compute = FLOPs / Peak_FLOPS\n```", "```\nt_compute = FLOPs * Peak_FLOPS\n```"),
        ("```\nWidth = n_layers × d_model\n```", "```\nd_model = n_layers / 3 s\n```"),
    ],
)
def test_numbers_of_things_as_authors_say_them(right: str, spoilt: str) -> None:
    fine, wrong = findings(right)[-1], findings(spoilt)[-1]
    assert fine.verdict in ("consistent", "conditional")
    assert wrong.verdict in ("inconsistent", "not judged")


def test_a_product_behind_a_letter_is_not_its_unit() -> None:
    """`γ(b-1)` is no γ in 1/bit."""
    table = "| Name | Symbol | Value | Meaning |\n|--|--|--|--|\n| Penalty | γ | 0.3 | γ(b-1)/b |\n"
    assert "γ" not in checked(table + "\n$h = 1 + γ$")[1].own


def test_cells_of_a_table_of_sizes_define_nothing() -> None:
    table = "| Matrix | M | N | K |\n|--|--|--|--|\n| Q | B×T | H | H |\n| K | B×T | d | H |\n"
    assert not checked(table + "\n$K = 3$")[1].is_defined("K")


_EACH = "The FLOPs (per token) of a layer are few.\n\n"


@pytest.mark.parametrize(
    "said",
    [
        "It ran with b=2 s=1024 and was slow; `b=3 s=1024` too.",
        "b=2 s=1024",
        "Some 49 ms are saved across 3 steps = ~16 ms / step.",
        _EACH + "```\nOperational Intensity = FLOPs / Bytes\n```",
        _EACH + "```\nFLOPs ≈ 100 TFLOPs\n```",
    ],
)
def test_settings_and_shares_accuse_nobody(said: str) -> None:
    assert "error" not in levels(said)


@pytest.mark.parametrize(
    "wrong",
    [
        "```\n3 steps × 16 ms = 49 s\n```",
        "```\noperational_intensity_bytes = 3 s / 2 GB\n```",
        "48 ms / 3 = 12 ms",
    ],
)
def test_what_is_wrong_beside_them_is_still_accused(wrong: str) -> None:
    assert is_accused(wrong)


_MORE = "The number of passes is $p = a / b$.\n\n"  # a document of more than one


@pytest.mark.parametrize(
    ("right", "spoilt", "level"),
    [
        (
            r"$t = \frac{6ND}{n_\text{GPU} \cdot \text{peak FLOP/s} \cdot \text{MFU}}$",
            r"$t = \frac{6ND}{n_\text{GPU} \cdot \text{memory bandwidth} \cdot \text{MFU}}$",
            "note",
        ),
        (
            "`time = 6 * params * tokens / (GPUs * FLOPS * utilization)`",
            "`params = 6 * time * tokens / (GPUs * FLOPS * utilization)`",
            "note",
        ),
        (
            "`latency = params * bytes_per_param / (memory_bandwidth * num_gpus)`",
            "`latency = params * bytes_per_param * memory_bandwidth * num_gpus`",
            "none",
        ),
    ],
)
def test_training_and_reading_in_the_words_of_notes(right: str, spoilt: str, level: str) -> None:
    """A peak is that of one GPU or of all; `params` and `tokens` are counts of them."""
    for before in ("", _MORE):
        assert levels(f"{before}{right}")[-1] == level
        assert findings(f"{before}{spoilt}")[-1].verdict != findings(right)[-1].verdict


@pytest.mark.parametrize("value", ["3.2 ms", "3 TB/s"])
def test_a_value_in_another_unit_than_the_name_says_is_noted(value: str) -> None:
    """A name of several words that is the library's is defined there, too."""
    (finding,) = findings(f"hbm_bandwidth = {value}")
    noted = "The library defines hbm_bandwidth in byte/(GPU·s): one of the two is wrong"
    assert (noted in finding.message) == (value == "3.2 ms")
    assert findings(f"t_mem = {value}")[0].level == "none"


def test_a_common_word_is_the_librarys_beside_names_that_are_spelt_out() -> None:
    """Throughput alone may be anything, beside a batch size and a step time it is theirs."""
    assert levels("throughput = batch_size * step_time") == ["warning"]
    (wrong,) = findings("throughput = batch_size * step_time")
    assert "divide by step_time" in wrong.message
    assert levels("throughput = n * step_time") == ["none"]
