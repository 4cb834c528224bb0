"""Places: what a request waits for before it joins the batch."""

from derive.library.nomenclature.vocabulary import v

service_variability = v(
    "service_variability", "1",
    "standard deviation over mean of the times for which requests hold their places",
    tex=r"c_{\mathrm{hold}}", aliases=("output_length_variability",), within="[0, oo)", default="0",
    ideal=True,
)  # fmt: skip
arrival_variability = v(
    "arrival_variability", "1",
    "standard deviation over mean of the times between requests; 1 for random ones",
    tex=r"c_{\mathrm{arr}}", aliases=("burstiness",), within="[0, oo)", default="1",
)  # fmt: skip
wait_chance = v(
    "wait_chance", "1", "chance that a request finds all places taken",
    tex=r"P_{\mathrm{wait}}", aliases=("probability_of_waiting",), within="[0, 1]",
)  # fmt: skip
wait_scale = v(
    "wait_scale", "s", "mean wait for a place of those that find all taken",
    tex=r"\theta_{\mathrm{wait}}", within="[0, oo)",
)  # fmt: skip
wait_percentile = v(
    "wait_percentile", "1", "share of the requests that wait no longer than the percentile wait",
    tex=r"q_{\mathrm{wait}}", within="[0, 1)",
)  # fmt: skip
percentile_wait = v(
    "percentile_wait", "s",
    "wait for a place that all but a share of the requests stay within",
    tex=r"t_{\mathrm{back},q}", within="[0, oo)", activity="waiting for a place",
)  # fmt: skip
mean_first_token_time = v(
    "mean_first_token_time", "s",
    "mean wait for a place, for the next step and for prefill, and the prefill",
    tex=r"t_{\mathrm{first,mean}}", aliases=("mean_ttft",), activity="the first token",
)  # fmt: skip
percentile_first_token_time = v(
    "percentile_first_token_time", "s",
    "percentile of the wait for a place, mean wait for the next step and for prefill, and the"
    " prefill",
    tex=r"t_{\mathrm{first},q}", aliases=("percentile_ttft",), activity="the first token",
)  # fmt: skip
prefill_gpus_per_decode_gpu = v(
    "prefill_gpus_per_decode_gpu", "1", "prefill GPUs that keep one decode GPU supplied",
    tex=r"\sigma_{\mathrm{pre}}", aliases=("prefill_decode_gpu_ratio",), within="[0, oo)",
)  # fmt: skip
