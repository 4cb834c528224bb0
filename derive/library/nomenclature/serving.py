"""Serving: requests, waits, speculation, and how many domains a stream of tokens
needs.
"""

from derive.library.nomenclature.vocabulary import v

draft_length = v(
    "draft_length", "token/sequence", "tokens drafted ahead for each sequence in one pass",
    tex=r"n_{\mathrm{draft}}", aliases=("draft_tokens", "num_speculative_tokens"), within="[0, oo)",
    whole=True,
)  # fmt: skip
acceptance_rate = v(
    "acceptance_rate", "1", "chance that the model keeps a drafted token",
    tex=r"\alpha", within="[0, 1)",
)  # fmt: skip
step_rate = v("step_rate", "1/s", "steps that depart each second", tex=r"\nu", aliases=("cadence",))
sequence_speed = v(
    "sequence_speed", "token/s/sequence", "tokens that one sequence receives each second",
    tex="u", aliases=("tokens_per_second_per_user", "user_speed", "interactivity"),
)  # fmt: skip
output_length = v(
    "output_length", "token/sequence", "tokens produced for each request",
    tex=r"L_{\mathrm{out}}", within="[0, oo)", aliases=("generated_tokens", "osl", "output_tokens"),
)  # fmt: skip
request_rate = v(
    "request_rate", "sequence/s", "requests that the domain takes up each second",
    tex=r"\lambda", within="[0, oo)",
    aliases=("arrival_rate", "goodput", "qps", "rps", "requests_per_second"),
)  # fmt: skip
load = v(
    "load", "1",
    "share of the places of the batch that is held, and of the throughput that is asked for",
    tex=r"\rho_{\mathrm{load}}", aliases=("server_load", "occupancy"), within="[0, 1)",
)  # fmt: skip
backlog_wait = v(
    "backlog_wait", "s", "mean wait behind earlier requests for a place in the batch",
    tex=r"t_{\mathrm{back}}", within="[0, oo)", activity="waiting for a place",
)  # fmt: skip
loaded_wait = v(
    "loaded_wait", "s", "mean wait for a place, for the next step, and the ride on it",
    tex=r"t_{\mathrm{load}}", activity="the wait",
)  # fmt: skip
prefill_request_rate = v(
    "prefill_request_rate", "sequence/s", "prompts that the prefill GPUs take up each second",
    tex=r"\lambda_{\mathrm{pre}}", within="[0, oo)",
)  # fmt: skip
prefill_load = v(
    "prefill_load", "1", "share of the time in which the prefill GPUs are busy",
    tex=r"\rho_{\mathrm{load,pre}}", within="[0, 1)",
)  # fmt: skip
prefill_wait = v(
    "prefill_wait", "s", "mean wait of a prompt behind earlier ones",
    tex=r"t_{\mathrm{pre,q}}", within="[0, oo)", activity="waiting for the prefill",
)  # fmt: skip
first_token_time = v(
    "first_token_time", "s", "mean wait of a prompt and its prefill",
    tex=r"t_{\mathrm{first}}", aliases=("ttft", "time_to_first_token", "loaded_ttft"),
    activity="the first token",
)  # fmt: skip
generation_time = v(
    "generation_time", "s",
    "time to produce the output of one request after its first token, for which it holds its place",
    tex=r"t_{\mathrm{gen}}", within="[0, oo)", aliases=("holding_time", "service_time"),
    activity="generating",
)  # fmt: skip
request_time = v(
    "request_time", "s", "prefill and generation of one request",
    tex=r"t_{\mathrm{req}}",
    aliases=("e2e_latency", "end_to_end_latency", "e2e", "request_latency"),
    activity="the request",
)  # fmt: skip
global_throughput = v(
    "global_throughput", "token/s", "tokens per second of the whole service",
    tex=r"X_{\mathrm{glob}}", aliases=("service_throughput",),
)  # fmt: skip
racks_exact = v(
    "racks_exact", "1", "domains that give the global throughput, as a ratio",
    tex=r"n_{\mathrm{rack}}",
)  # fmt: skip
racks = v(
    "racks", "1", "domains that give the global throughput, rounded up",
    tex=r"n_{\mathrm{rack,whole}}", aliases=("domains",), whole=True,
)  # fmt: skip
fleet_mfu = v(
    "fleet_mfu", "1", "useful arithmetic over peak arithmetic, mean of the fleet",
    tex=r"\mathrm{MFU}_{\mathrm{fleet}}", aliases=("inference_mfu",), within="(0, 1]",
)  # fmt: skip
fleet_gpus = v(
    "fleet_gpus", "GPU", "GPUs that serve the global throughput",
    tex=r"S_{\mathrm{fleet}}", whole=True, aliases=("cluster_gpus",),
)  # fmt: skip
fleet_racks_exact = v(
    "fleet_racks_exact", "1", "scale-up domains that hold the fleet, as a ratio",
    tex=r"n_{\mathrm{fleet}}",
)  # fmt: skip
fleet_racks = v(
    "fleet_racks", "1", "scale-up domains that hold the fleet, rounded up",
    tex=r"n_{\mathrm{fleet,whole}}", whole=True,
)  # fmt: skip
fleet_cost_rate = v(
    "fleet_cost_rate", "USD/day", "rent of the fleet",
    tex=r"p_{\mathrm{fleet}}", aliases=("serving_cost_rate",),
)  # fmt: skip
