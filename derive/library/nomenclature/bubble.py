"""Pipelines in training: the schedule of microbatches, what it leaves idle, and what reading the
weights takes.
"""

from derive.library.nomenclature.vocabulary import v

data_parallel_replicas = v(
    "data_parallel_replicas", "1", "copies of the model that train side by side",
    tex=r"n_{\mathrm{dp}}", aliases=("DP", "dp_size", "data_parallel_size"), whole=True,
)  # fmt: skip
chunks_per_stage = v(
    "chunks_per_stage", "1",
    "separate runs of layers that each stage holds under an interleaved schedule",
    tex=r"n_{\mathrm{chunk}}", aliases=("virtual_stages", "interleaving"), within="[1, oo)",
    whole=True, default="1",
)  # fmt: skip
bubble_fraction = v(
    "bubble_fraction", "1", "share of the total time of a training step without work",
    tex=r"\phi", aliases=("bubble", "pipeline_bubble"), within="[0, 1)",
)  # fmt: skip
bubble_overhead = v(
    "bubble_overhead", "1",
    "time without work over the time a training step would take without any",
    tex=r"\phi_0", within="[0, oo)",
)  # fmt: skip
weight_bytes_read_per_update = v(
    "weight_bytes_read_per_update", "byte",
    "weight bytes that all stages read, forward, for one update of the weights",
    tex=r"M_{\mathrm{upd}}",
)  # fmt: skip
training_bandwidth_efficiency = v(
    "training_bandwidth_efficiency", "1", "share of the peak memory bandwidth reached in training",
    tex=r"\eta_{\mathrm{train,b}}", within="(0, 1]", default="1", ideal=True,
)  # fmt: skip
weight_read_time_per_update = v(
    "weight_read_time_per_update", "s",
    "time to read the weights, forward, for one update of the weights",
    tex=r"t_{\mathrm{upd}}",
)  # fmt: skip
