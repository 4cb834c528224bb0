"""Fast, normal and slow mode: one model on one set of GPUs, sold at different batches."""

from derive.library.nomenclature.vocabulary import v

normal_batch = v(
    "normal_batch", "sequence", "sequences decoded together in normal mode",
    tex=r"B_{\mathrm{n}}", whole=True,
)  # fmt: skip
fast_batch = v(
    "fast_batch", "sequence", "sequences decoded together in fast mode",
    tex=r"B_{\mathrm{f}}", whole=True,
)  # fmt: skip
mode_batch_ratio = v(
    "mode_batch_ratio", "1", "batch of normal mode over that of fast mode",
    tex=r"\phi_{\mathrm{B}}", within="[1, oo)",
)  # fmt: skip
normal_step_time = v(
    "normal_step_time", "s", "time of one decode step in normal mode",
    tex=r"t_{\mathrm{n}}",
)  # fmt: skip
fast_step_time = v(
    "fast_step_time", "s", "time of one decode step in fast mode",
    tex=r"t_{\mathrm{f}}",
)  # fmt: skip
fast_speed_ratio = v(
    "fast_speed_ratio", "1",
    "speed of fast mode over that of normal mode, in tokens per second of one sequence",
    tex=r"\phi_{\mathrm{v}}", aliases=("speed_ratio",), within="[1, oo)",
)  # fmt: skip
fast_price_ratio = v(
    "fast_price_ratio", "1", "price of a produced token in fast mode over that in normal mode",
    tex=r"\phi_{\mathrm{c}}", aliases=("price_ratio",), within="[1, oo)",
)  # fmt: skip
time_per_sequence = v(
    "time_per_sequence", "s/sequence",
    "time that each further sequence adds to a step that memory binds: its KV cache is read",
    tex=r"t_{\mathrm{seq}}", within="[0, oo)",
)  # fmt: skip
largest_speed_up = v(
    "largest_speed_up", "1",
    "speed of the smallest batch over that of normal mode: what no price beats",
    tex=r"\phi_{\mathrm{v,max}}",
)  # fmt: skip
slow_price_ratio = v(
    "slow_price_ratio", "1",
    "cost of a token at an ever larger batch over that in normal mode: the cheapest a slow mode"
    " can be",
    tex=r"\phi_{\mathrm{c,min}}", within="[0, 1]",
)  # fmt: skip
deepest_discount = v(
    "deepest_discount", "1", "largest discount that a slow mode can give",
    tex=r"\delta_{\mathrm{max}}", within="[0, 1]",
)  # fmt: skip
