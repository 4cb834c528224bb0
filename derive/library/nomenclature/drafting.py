"""Drafting: the time that speculation takes beside the pass that checks the drafts."""

from derive.library.nomenclature.vocabulary import v

verify_time = v(
    "verify_time", "s", "time of the pass that checks the drafted tokens",
    tex=r"t_{\mathrm{ver}}", aliases=("verification_time",), activity="checking the drafts",
)  # fmt: skip
draft_step_time = v(
    "draft_step_time", "s", "time to draft one token for each sequence",
    tex=r"t_{\mathrm{draft}}", within="[0, oo)", activity="drafting",
)  # fmt: skip
draft_params = v(
    "draft_params", "param", "parameters that drafting one token uses",
    tex=r"N_{\mathrm{draft}}", aliases=("draft_model_params",),
)  # fmt: skip
draft_overhead_time = v(
    "draft_overhead_time", "s", "time to draft one token beyond reading and computing",
    tex=r"t_{\mathrm{draft},0}", within="[0, oo)", default="0 s", ideal=True,
    activity="launching kernels",
)  # fmt: skip
plain_weight_fetch_time = v(
    "plain_weight_fetch_time", "s", "time to read the weights once, without speculation",
    tex=r"t_{\mathrm{w},1}", activity="reading the weights",
)  # fmt: skip
plain_compute_time = v(
    "plain_compute_time", "s", "time to compute one step without speculation",
    tex=r"t_{\mathrm{c},1}", within="[0, oo)", activity="computing",
)  # fmt: skip
plain_memory_time = v(
    "plain_memory_time", "s", "time to read everything one step needs, without speculation",
    tex=r"t_{\mathrm{mem},1}", activity="reading memory",
)  # fmt: skip
plain_step_time = v(
    "plain_step_time", "s", "time of one decode step without speculation",
    tex="t_1", aliases=("unspeculated_step_time",), activity="the plain step",
)  # fmt: skip
speculation_speed_up = v(
    "speculation_speed_up", "1", "tokens per second of a sequence over those without speculation",
    tex=r"\sigma_{\mathrm{spec}}", aliases=("speculative_speedup",),
)  # fmt: skip
