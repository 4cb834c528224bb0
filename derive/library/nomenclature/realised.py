"""Realised shares of a bound: the share that measurements realise, and GPUs that compute prompts
and outputs in one engine, of which most measurements are.
"""

from derive.library.nomenclature.vocabulary import v

realised_share = v(
    "realised_share", "1", "time that a bound allows over the time that is taken",
    tex=r"\eta_{\mathrm{real}}", aliases=("realized_share",), within="(0, oo)",
)  # fmt: skip
estimated_step_time = v(
    "estimated_step_time", "s", "time of one decode step at the share that measurements realise",
    tex=r"t_{\mathrm{est}}", aliases=("estimated_tpot",),
)  # fmt: skip
colocated_time = v(
    "colocated_time", "s",
    "time in which the GPUs compute the prompts of a batch and produce its outputs",
    tex=r"t_{\mathrm{col}}", aliases=("aggregated_batch_time",),
)  # fmt: skip
colocated_throughput = v(
    "colocated_throughput", "token/s",
    "tokens produced per second by GPUs that compute the prompts as well",
    tex=r"X_{\mathrm{col}}", aliases=("aggregated_throughput",), within="[0, oo)",
)  # fmt: skip
