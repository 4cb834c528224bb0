"""Search by words: what people look for stands at the top."""

from __future__ import annotations

import pytest

import derive
from derive.errors import GivenError, UnknownName
from derive.library.system import library_system
from derive.rendering.layouts.described_units import unit_meanings, unit_spellings
from derive.search.elsewhere import point_elsewhere
from derive.search.everyday import everyday_questions
from derive.search.hits import find
from derive.search.named import things_named
from derive.search.things import things

FIRST = {
    "how many servers for 100 requests per second": "servers_for_requests",
    "kv cache offload": "cache_from_host_memory",
    "offload to ssd": "cache_from_host_memory",
    "host memory": "cache_from_host_memory",
    "interconnect": "scale_up_bandwidth",
    "gpu utilization": "mfu",
    "memory bandwidth": "hbm_bandwidth",
    "batch size": "batch_size",
    "time to first token": "first_token_time",
    "tpot": "step_time",
    "utilization": "mfu",
    "drain": "drain",
    "price cliff": "price_cliff",
    "H100": "h100_sxm",
    "llama 70b": "llama31_70b",
    "kv cache": "kv_cache_bytes",
    "KV-16": "KV-16",
    "bandwith": "hbm_bandwidth",
    "how many gpus do I need": "gpus",
    "step_time": "step_time",
    "cost per million tokens": "cost_per_token",
    "number of gpus": "gpus",
    "tokens per second": "throughput",
    "tokens per second per gpu": "throughput_per_gpu",
    "time per output token": "step_time",
    "kv cache per token": "kv_bytes_per_token",
    "max batch size": "capacity_batch",
    "training cost": "training_cost",
    "rent per gpu hour": "gpu_price",
    "gpu memory": "hbm_capacity",
    "how long does training take": "training_time",
    "how long does a step take": "step_time",
    "how fast is decode": "throughput",
    "does it fit in memory": "memory_needed",
    "does the model fit": "weights_fit",
    "GQA": "n_kv_heads",
    "6ND": "training_flops",
    "context window": "context_length",
    "blackwell": "b300_sxm",
    "price of an H100": "h100_sxm",
    "bandwidth of B200": "b200_sxm",
    "layers of llama 70b": "llama31_70b",
    "price of gemini": "gemini_2_5_pro",
    "how many users can I serve": "capacity_batch",
    "how do I make my LLM faster": "throughput",
    "buy instead of rent": "gpu_capital",
    "gross margin": "margin_on_revenue",
    "gross margin per token": "output_margin",
    "price against cost": "output_margin",
    "TTFT": "first_token_time",
    "ITL": "step_time",
    "MBU": "mbu",
    "tokens/s": "throughput",
    "throughputs": "throughput",
    "total KV tokens": "total_kv_tokens",
    "how many kv tokens fit": "total_kv_tokens",
    "arithmetic intensity of a matmul": "kernel_roofline",
    "kernel intensity": "kernel_intensity",
    "how big is a checkpoint": "checkpoint_bytes",
    "ratio of two bandwidths": "ratio_of_two",
    "yearly depreciation of a gpu": "depreciation_of_a_gpu",
    "output only bill": "bill_of_output",
    "kv transfer": "sending_a_cache",
    "fail ci when cost is too high": "figure_within_a_limit",
    "total parameters of a transformer": "parameters_of_a_shape",
    "qwen3 32b": "qwen3_32b",
    "hopper": "h100_sxm",
    "grace blackwell": "gb200_nvl72",
    "trillium": "tpu_v6e",
    "infiniband": "scale_out_bandwidth",
    "quantisation": "bytes_per_param",
    "quantization": "bytes_per_param",
    "mixture of experts": "n_experts",
    "compute bound": "balance_batch",
    "memory bound": "balance_batch",
    "goodput": "throughput_within_a_limit",
    "break even utilisation": "rent_or_own",
    "all-to-all": "all_to_all_time",
    "max context": "longest_context",
    "chinchila": "chinchilla_rule",
    "tensor paralelism": "tensor_parallel_gpus",
    "memory bandwith of an h100": "h100_sxm",
    "pipline bubble": "bubble_fraction",
    "cost in euros": "cost_in_euros",
    "speculative decoding speedup": "speculation_speed_up",
    "speculative decoding": "speculation_gain",
    "why is decode memory bound": "compute_or_memory",
    "how much memory do I need": "memory_needed",
    "model size": "weight_bytes",
    "p99 latency": "percentile_first_token_time",
    "payback": "rent_or_own",
    "roi": "margin_on_cost",
    "claude price": "claude_opus_4_6",
    "openai price": "gpt_5_4",
    "int4": "bytes_per_param",
    "fine tuning": "finetuning_with_lora",
    "cost": "cost_per_token",
    "price": "gpu_price",
    "latency": "step_time",
    "bandwidth": "hbm_bandwidth",
    "memory": "hbm_capacity",
    "speed": "sequence_speed",
    "users": "users_at_once",
    "requests": "request_rate",
    "cost per request": "price_of_a_request",
    "dollars per query": "price_of_a_request",
    "max users": "users_at_once",
    "tensor parallel": "tensor_parallel_gpus",
    "moe": "experts_of_a_batch",
    "rlhf": "rl_cost",
    "topology": "domain_gpus",
    "agents": "cost_of_a_conversation",
    "optimizer memory": "optimizer_bytes_per_param",
    "gradient checkpointing": "executed_flops_per_param",
    "b200 specs": "b200_sxm",
    "checkpoint interval": "checkpoint_interval",
    "how often to checkpoint": "checkpoint_interval_wanted",
    "mtbf": "time_between_failures",
    "gpu cost per month": "rent_of_a_fleet",
    "monthly bill": "rent_of_a_fleet",
    "tensor parallel or pipeline parallel": "split_over_gpus",
    "sharding": "split_over_gpus",
    "training time 7B model 2T tokens": "training_time",
    "kv cache per token of llama 3.1 70b": "kv_bytes_per_token",
    "time to first token 100k prompt": "first_token_time",
    "tokens per second batch 1 decode": "throughput",
    "MFU from tokens per second": "mfu",
    "cost per million tokens H100 2 USD per hour": "cost_per_token",
    "memory needed for 405B at fp8": "memory_needed",
    "how many tokens to train a 13B model": "training_tokens_wanted",
    "all reduce time for 8 GPUs NVLink": "all_reduce_time",
    "price per GPU hour of reserved H100": "reserved_gpu_price",
    "how long to read all weights of 70B on an H100": "loading_time",
    "how many H100 to serve llama 70b": "gpus_to_fit",
    "how many gpus to run deepseek v3": "gpus_to_fit",
}


@pytest.mark.parametrize("words", FIRST)
def test_what_is_meant_is_among_the_first_three(words: str) -> None:
    assert FIRST[words] in [hit.name for hit in derive.find(words)[:3]]


@pytest.mark.parametrize("words", ["speculative decoding", "chinchilla"])
def test_a_source_that_is_called_so_stands_behind_what_is_looked_for(words: str) -> None:
    """Both are ids of sources; an id that says nothing else still finds its source first."""
    kinds = [hit.kind for hit in derive.find(words)]
    assert kinds[0] != "source" and "source" in kinds
    assert derive.find("roofline_tour")[0].kind == "source"


@pytest.mark.slow
def test_everything_is_found_by_its_own_name() -> None:
    every = list(things())
    for thing in every[:: len(every) // 40]:
        assert thing.name in [hit.name for hit in derive.find(thing.name)[:5]]


@pytest.mark.slow
def test_an_alias_finds_its_variable() -> None:
    for var in derive.library_system().variables:
        for alias in var.aliases[:1]:
            if var.name in ("step_time", "batch_size", "mfu", "hbm_capacity"):
                assert derive.find(alias)[0].name == var.name


@pytest.mark.parametrize(
    ("words", "first"),
    [("payback", "payback_time"), ("cost", "cost_per_token"), ("drain", "drain_time")],
)
def test_a_relation_that_words_name_stands_behind_what_is_looked_for(
    words: str, first: str
) -> None:
    """A relation's name is one word of the library's own; its variable is what a person means."""
    names = [hit.name for hit in derive.find(words)]
    assert names.index(first) < names.index(words) < 4


def test_one_kind_alone() -> None:
    assert {hit.kind for hit in derive.find("memory", kind="accelerator")} <= {"accelerator"}
    with pytest.raises(UnknownName, match="There are: variable, relation"):
        derive.find("memory", kind="chip")


@pytest.mark.parametrize("words", ["", "  ", "-- ' \""])
def test_a_search_without_a_word_is_refused(words: str) -> None:
    with pytest.raises(GivenError, match="there is no word in it"):
        derive.find(words)


@pytest.mark.parametrize("words", ['" OR 1', "name:x NEAR(a b)", "*", "a" * 10_000, "x^2 - ω"])
def test_the_words_are_never_read_as_a_query(words: str) -> None:
    try:
        assert isinstance(derive.find(words), list)
    except GivenError:
        assert words == "*"


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("rent or own", "rent_or_own"),
        ("proof of 6ND", "origin_of_6nd"),
        ("batch size to saturate", "compute_or_memory"),
        ("prefix caching", "prefix_caching"),
        ("disaggregated prefill", "prefill_beside_decode"),
        ("ZeRO stage 3 memory per GPU", "training_memory"),
        ("gradient accumulation", "gradient_accumulation"),
        ("share of experts touched", "experts_of_a_batch"),
        ("MBU", "used_bandwidth"),
        ("cheapest chip", "cheapest_chip"),
        ("which gpu is cheapest", "cheapest_chip"),
        ("how many GPUs for throughput", "gpus_for_throughput"),
        ("time to first token", "first_token"),
        ("how many conversations fit", "users_at_once"),
        ("little's law", "requests_in_flight"),
        ("energy of a question", "energy_of_a_token"),
        ("words per token", "text_in_tokens"),
        ("attainable flops roofline", "kernel_roofline"),
        ("machine readable output", "answer_for_a_script"),
        ("chips with most memory", "chips_by_a_figure"),
        ("send data over network", "unit_conversion"),
        ("zero-3 memory", "split_over_gpus"),
        ("pareto", "throughput_within_a_limit"),
        ("water use", "energy_of_a_token"),
        ("why batch 300", "compute_or_memory"),
        ("cost of a chat conversation", "cost_of_a_conversation"),
        ("how many users can one server hold", "users_at_once"),
        ("run 70b on my gpu", "model_fits"),
        ("voice assistant", "cost_of_a_conversation"),
        ("payback", "rent_or_own"),
        ("int4", "quantised_weights"),
        ("latency budget 100 ms", "throughput_within_a_limit"),
        ("cost per million tokens", "cost_of_a_token"),
        ("error bars", "price_unknown"),
        ("jupyter", "answer_in_a_notebook"),
        ("own chip", "own_chip"),
        ("co2 of training", "emission_of_energy"),
        ("quantization", "quantised_weights"),
        ("4 bit weights", "quantised_weights"),
        ("buy or rent", "rent_or_own"),
        ("quantise kv to int8", "cache_size"),
        ("electricity cost per million tokens", "energy_of_a_token"),
    ],
)
def test_an_everyday_question_is_found_as_people_ask_it(words: str, name: str) -> None:
    """With the command that answers it, and the file that this reads."""
    kinds = [(hit.kind, hit.name) for hit in find(words)[:3]]
    assert ("question", name) in kinds
    question = everyday_questions()[name]
    assert "derive " in question.text and "<!--" not in question.text
    assert ("rack.toml" in question.text) == ("[given]" in question.text)


@pytest.mark.parametrize(
    ("words", "unit"),
    [("celsius", "degree_Celsius"), ("degC", "degree_Celsius"), ("pressure", "bar"),
     ("euro", "EUR"), ("litre", "litre"), ("kWh", "watt_hour"), ("rpm", "revolution_per_minute")],
)  # fmt: skip
def test_a_unit_is_found_by_its_spellings_and_what_it_measures(words: str, unit: str) -> None:
    assert ("unit", unit) in [(hit.kind, hit.name) for hit in find(words)[:3]]


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("degC", {"unit": "degree_Celsius", "dimension": "K", "spellings": ["celsius"]}),
        ("kWh", {"unit": "kilowatt_hour", "size": "3600000 kg·m²/s²", "spellings": ["Wh"]}),
        ("N*m", {"size": "1 kg·m²/s²", "dimension": "kg·m²/s²", "meaning": ""}),
        ("bar", {"meaning": "pressure", "size": "100000 kg/(m·s²)", "variables": []}),
    ],
)
def test_a_unit_is_described(written: str, told: dict[str, object]) -> None:
    (found,) = things_named(written)
    assert told.items() <= found.data.items()
    assert written in str(found.data["write"])


def test_every_unit_says_what_it_measures() -> None:
    assert set(unit_spellings()) <= set(unit_meanings())
    with pytest.raises(UnknownName, match="write GFLOP or GFLOP/s"):
        things_named("GFLOPS")


def test_a_name_of_another_kind_is_told_in_python_too() -> None:
    with pytest.raises(UnknownName, match="is a relation, solved for any of its variables: "):
        derive.solve("kv_crossover")


def test_a_group_of_variants_is_found_and_shown_with_its_choices() -> None:
    found = derive.find("layout")
    assert ("variant", "layout") in [(hit.kind, hit.name) for hit in found[:3]]
    (shown,) = things_named("layout")
    assert shown.data["choices"][0] == library_system().variants["layout"]
    assert "tensor_split" in shown.data["choices"]
    with pytest.raises(UnknownName) as caught:
        derive.solve("kv layout", {})
    assert point_elsewhere(caught.value)
    assert 'derive show "KV layout"' in str(caught.value)
