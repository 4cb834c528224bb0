"""Notation of write-ups of systems: remarks, ranges, transposes, ratios of names, crosses."""

from __future__ import annotations

import pytest

from derive.checking.check import check_document, document_names
from derive.checking.extraction.document import document_of
from derive.checking.verdicts.suggested_bindings import suggested
from tests.checking.judged_text import findings, is_accused, levels


def _verdicts(text: str) -> list[str]:
    return [str(found.verdict) for found in findings(text)]


@pytest.mark.parametrize("text", [r"$d = 64 \sim 128$", "`d = 64 ~ 128`", r"$N = 1024 \sim 65536$"])
def test_a_range_behind_a_name_is_no_equation(text: str) -> None:
    assert levels(f"In practice {text} is usual.") == []


@pytest.mark.parametrize(
    ("right", "spoilt"),
    [
        ("`1024 * 1024 * 2 (2 bytes per parameter) = 2MB`", "`1024 * 64 * 2 (2 bytes each) = 2MB`"),
        ("`4 (4 heads) * 128 * 2 bytes = 1 kB`", "`4 (4 heads) * 128 * 2 bytes = 7 kB`"),
        (
            "`cpu_memory = ram_memory (frozen, forward only)`",
            "`cpu_memory = step_time (frozen, forward only)`",
        ),
        (
            "2 * 3 GB = 6 GB (Adam, mixed precision: fp32 master + m + v)",
            "2 * 3 GB = 7 GB (Adam, mixed precision: fp32 master + m + v)",
        ),
    ],
)
def test_a_remark_in_brackets_is_no_factor(right: str, spoilt: str) -> None:
    assert levels(right)[0] in ("none", "note")
    assert _verdicts(right) == ["consistent"]
    assert _verdicts(spoilt) == ["inconsistent"]


def test_a_sum_in_brackets_is_a_factor() -> None:
    text = "total = batch_size (prompt_length + output_length)"
    assert findings(f"`{text}`")[0].bindings.keys() >= {"prompt_length", "output_length"}


def test_two_names_of_several_words_with_a_slash_are_a_ratio() -> None:
    text = "`required_GPUs = ceil(target_tok_s / throughput_tok_s)`"
    (found,) = findings(text)
    assert {"target_tok_s", "throughput_tok_s"} <= found.bindings.keys()
    assert str(found.verdict) == "consistent"
    assert _verdicts("`max_users = floor(free_vram_for_kv / kv_per_user)`") == ["consistent"]


@pytest.mark.parametrize(
    "text",
    [
        "`latency_corrected = latency_predicted * latency_correction`",
        "`weights_bytes = num_params * bytes_per_param`",
        "`max_num_batched_tokens ≥ max_model_len`",
        "`hbm_time_s = moved_bytes / hbm_bandwidth_gb_s`",
        "`step_time_s = 64 tokens / rate_tok_s`",
        "`pass_rate = passes / total_passes`",
    ],
)
def test_nouns_of_names(text: str) -> None:
    (found,) = findings(text)
    assert (str(found.verdict), str(found.level)) == ("consistent", "none")


@pytest.mark.parametrize("text", ["S = scale·QKᵀ", "S = scale·Q·K^T", "dgrad = out_grad^T * S"])
def test_the_t_of_a_transpose_is_not_asked(text: str) -> None:
    (found,) = findings(f"`{text}`")
    assert not any("T" in word or "ᵀ" in word for word in found.unknown)


def test_a_matrix_is_transposed_though_t_is_the_authors() -> None:
    text = "Let $T$ be the time [s], $Q$ the load [J] and $K$ the rate [W]. "
    assert levels(rf"{text}$Q K^T = Q K$") == ["none"]
    assert levels(rf"{text}$Q K^T = Q$") == ["error"]


def test_formulas_of_a_softmax_by_blocks_have_no_units() -> None:
    softmax = r"$m^{(j)} = \max(m^{(j-1)}, \text{rowmax}(S_{ij}))$"
    rescaled = r"$O = \exp(m_1 - m) \cdot O_1 + \exp(m_2 - m) \cdot O_2$"
    assert levels(f"{softmax} and {rescaled}. `P = softmax(S)`") == []
    assert levels(rf"{softmax} with $T = \exp(2) \text{{ bytes}} / 3 \text{{ s}}$") != []


@pytest.mark.parametrize("cross", ["x", "×"])
def test_an_x_between_figures_is_a_cross_in_sentences(cross: str) -> None:
    assert levels(f"The weights take 7B {cross} 2 bytes = 14 GB.") == ["none"]
    assert is_accused(f"The weights take 7B {cross} 2 bytes = 24 GB.")
    assert levels("`in_features = 3 x hidden_size = 12,288`") == ["none"]


def test_kb_with_words_behind_it_is_a_unit() -> None:
    line = "2 × 64 × 4 bytes = {} KB   cross-lane exchange"
    assert levels(f"```\n{line.format('0.5')}\n```") == ["none"]
    assert levels(f"```\n{line.format('0.8')}\n```") == ["error"]


@pytest.mark.parametrize(
    "text",
    [
        "GLOBAL_BATCH_SIZE=$(($MICRO_BATCH_SIZE*$PP_CHUNKS*$DP_SIZE))",
        "DP_SIZE=$NNODES*$GPUS_PER_NODE/($PP_SIZE*$TP_SIZE)",
        "1.45 / 4.34 / 10.07 (n=185)",
    ],
)
def test_shell_and_values_of_samples_are_no_equations(text: str) -> None:
    assert levels(f"```\n{text}\n```") == []


def test_bytes_behind_figures_with_words_behind_the_result() -> None:
    line = "64 × 72 × {} =  9.0 KB   Q tile"
    assert _verdicts(f"```\n{line.format('2B')}\n```") == ["conditional"]
    assert _verdicts(f"```\n{line.format('3B')}\n```") == ["inconsistent"]


def test_a_batch_per_device_times_devices_is_a_batch() -> None:
    assert _verdicts("`global_batch = per_device_batch_size * num_gpus`") == ["consistent"]
    assert _verdicts("`global_batch = per_device_batch_size * step_time`") == ["inconsistent"]


@pytest.mark.parametrize(
    ("figures", "level"),
    [
        (r"8192 \cdot 8192 \cdot 8 \text{B} \approx 537 \text{MB}", "none"),
        (r"8192 \cdot 8192 \cdot 8 \text{B} \approx 237 \text{MB}", "error"),
        (r"7 \text{B} \times 2 \text{ bytes} = 14 \text{GB}", "none"),
        (r"7 \text{B} \times 2 \text{ bytes} = 24 \text{GB}", "error"),
    ],
)
def test_an_upright_b_behind_a_blank_is_bytes_or_a_billion(figures: str, level: str) -> None:
    assert levels(f"${figures}$") == [level]


_TOKENS = {"N": "token", "d": "1", "M": "byte", "T": "s", "B": "token"}


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("$q = 4 N d + 2 N^2$", "warning"),
        (r"$B d + B N \leq M$", "warning"),
        ("$q = 4 N d + 2 N T$", "error"),
        ("$T = 2 N d$", "error"),
    ],
)
def test_powers_of_tokens_count_them_without_a_unit(text: str, level: str) -> None:
    assert levels(text, {**_TOKENS, "q": "1"})[-1] == level


def test_a_bare_number_of_months_or_seconds_is_told() -> None:
    bound = {"saved": "USD", "a_old": "USD/month", "a_new": "USD/month", "rent": "USD/hour"}
    assert levels("`saved = (a_old - a_new) * 12`", bound) == ["warning"]
    assert "12 is in month" in findings("`saved = (a_old - a_new) * 12`", bound)[0].brief
    assert levels("`saved = rent * 8760`", bound) == ["warning"]
    assert levels("`saved = (a_old - a_new) * 13`", bound) == ["error"]
    assert levels("`saved = (a_old - a_new) / 12`", bound) == ["error"]


def test_a_value_of_billions_or_at_the_end_of_a_product_gives_no_unit() -> None:
    text = "- {}\n\n`w = 6 N / MFU`"
    for line in ("N = 70 B, as Meta used", "16 × 989 TFLOPS × 40% MFU = 6e15 FLOP/s"):
        said = {seen.symbol: seen.meaning for seen in findings(text.format(line))[-1].evidence}
        assert said.get("N") != "B" and said.get("MFU") != "FLOP/s"


def test_words_of_a_phrase_are_not_asked() -> None:
    text = "`moved_bytes ≈ 2 × model_bytes (all-gather forward + reduce-scatter backward) × zeta_q`"
    document = document_of(text, "a.md")
    asked = suggested(check_document(document), document_names(document))
    assert '"ζ_q"' in asked
    assert not any(f'"{word}"' in asked for word in ("all", "gather", "forward", "scatter"))


@pytest.mark.parametrize("cost", ["A node costs $3 x 24 h", "That is 8 GPUs × $3 × 730 h"])
def test_money_per_time_of_a_price_that_leaves_its_time_out(cost: str) -> None:
    right, wrong = ("$72 per day", "$92 per day")
    if "730" in cost:
        right, wrong = ("$17,520 per month", "$18,520 per month")
    assert levels(f"{cost} = {right}.") == ["note"]
    assert is_accused(f"{cost} = {wrong}.")
    assert levels("That is $3 × 24 = $72 per day.") == ["note"]


def test_a_letter_glued_to_a_figure_among_figures_may_be_a_multiplier_beside_the_authors() -> None:
    text = "With $B$ the batch size, 7B x 2 bytes = {} GB."
    assert _verdicts(text.format(14)) == ["consistent"]
    assert _verdicts(text.format(24)) == ["inconsistent"]
    assert levels(text.format(24)) == ["warning"]
    assert _verdicts("With $K$ the heat [K], 300K × 2 J/K = 600 J.") == ["consistent"]


def test_the_gradient_of_a_loss_has_no_unit() -> None:
    assert levels(r"The step is $g = \nabla L$ or $g = \nabla \mathcal{L}$.") == []


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("Convert: 256,000 MB/s ÷ 1000 = 256 GB/s", "warning"),
        ("Convert: 256,000 MB/s ÷ 1000 = 266 GB/s", "error"),
        ("The sum is 80 GB × 2 / 1024 = 0.16 TB.", "warning"),
        ("The sum is 80 GB × 2 / 1024 = 0.26 TB.", "error"),
        ("但如果0.95*20=19.0，ceil=19", "none"),
        ("但如果0.95*20=29.0，ceil=19", "error"),
    ],
)
def test_prefixes_written_by_a_bare_number_and_figures_behind_chinese(
    text: str, level: str
) -> None:
    assert levels(text)[0] == level


def test_a_number_of_things_before_what_is_computed_of_them_is_no_side() -> None:
    assert levels("```\nSpeculative: 3 tokens = 5*0.1 + 10 = 10.5ms\n```") == ["none"]
    assert is_accused("```\n3 GB = 5*2 GB + 10 GB = 10.5 GB\n```")


def test_keys_and_values_are_no_kelvins_per_volt() -> None:
    text = "`kv_bytes = 2 * num_kv_heads` where 2 is for `num_kv_heads` (K/V)"
    assert all(seen.meaning != "K/V" for found in findings(text) for seen in found.evidence)


@pytest.mark.parametrize(
    "text",
    [
        "`train_batch_size >= train_microbatch_size`",
        "`weight_bytes = params_total × (effective_bits_per_weight / 8)`",
        "`num_inferencer + num_trainer = NUM_GPUs`",
        "`num_chunks = prompt_tokens / chunk_size`",
    ],
)
def test_sizes_of_batches_and_numbers_of_things(text: str) -> None:
    assert _verdicts(text)[0] in ("consistent", "conditional")


def test_logs_and_calls_are_no_equations() -> None:
    assert levels("```\n(EngineCore_DP0 pid=76)\n```") == []
    assert levels("```\nNGPU=8 MODULE=trainer.llama3 CONFIG=llama3_debug ./run.sh\n```") == []


def test_units_and_tables_of_symbols_in_chinese() -> None:
    table = (
        "| 符号 | 含义 |\n|---|---|\n| C | 单设备算力，单位 FLOP/s |\n| w | 带宽，单位 字节/s |\n"
    )
    said = {e.symbol: e.meaning for e in findings(f"{table}\n`q = w / C`")[0].evidence}
    assert said == {"C": "FLOP/s", "w": "byte/s"}
    text = "其中 $w$ 为带宽，单位 GB/s，$t$ 为时间（单位：s），$q$ 为数据量（单位 GB）。"
    assert levels(f"{text}$q = w t$") == ["none"]
    assert levels(f"{text}$q = w / t$") == ["error"]


def test_requests_times_bytes_times_eight_are_bits_per_second() -> None:
    text = "- Total bandwidth: 4.6×10^3 ×100KB×8={}Gbps"
    assert levels(text.format("3.7")) == ["warning"]
    assert is_accused(text.format("4.7"))


def test_a_remainder_and_a_row_of_a_table_are_no_equations() -> None:
    assert levels("If hash mod 2^22 == 0, declare a boundary.") == []
    row = "Gemma           2B--9B            ~30 (2B)         ~71 (2B)           2T tokens    ≈ 2B"
    assert levels(f"```\n{row}\n```") == []


def test_a_name_of_a_model_of_experts_is_no_product() -> None:
    assert levels("`8×22B = 141B`") == ["warning"]
    assert levels("`8 × 22e9 = 141e9`") == ["error"]
