"""Failures in training: how often they come, and what checkpoints and repeated work take."""

from derive.library.nomenclature.vocabulary import v

time_between_failures = v(
    "time_between_failures", "s",
    "mean time between two failures that stop training, of all GPUs together",
    tex=r"M_{\mathrm{fail}}",
    aliases=("mtbf", "mean_time_between_failures", "mttf", "mtti", "failure_interval"),
)  # fmt: skip
gpu_time_between_failures = v(
    "gpu_time_between_failures", "GPU*hour",
    "GPU time between two failures that stop training: the time between failures of one GPU with"
    " its share of server and network",
    tex=r"M_{\mathrm{gpu}}", aliases=("gpu_mtbf", "gpu_hours_per_failure"),
)  # fmt: skip
training_failures = v(
    "training_failures", "1", "failures that stop training during the run, on average",
    tex=r"n_{\mathrm{fail}}", aliases=("interruptions", "number_of_failures"),
)  # fmt: skip
checkpoint_bytes_per_param = v(
    "checkpoint_bytes_per_param", "byte/param",
    "bytes of a training checkpoint per parameter: weights, master copy and moments",
    tex=r"w_{\mathrm{ckpt}}",
)  # fmt: skip
checkpoint_bytes = v(
    "checkpoint_bytes", "byte", "size of a training checkpoint",
    tex=r"M_{\mathrm{ckpt}}", aliases=("checkpoint_size",),
)  # fmt: skip
checkpoint_bandwidth = v(
    "checkpoint_bandwidth", "byte/s",
    "bandwidth at which all GPUs together write a checkpoint to storage",
    tex=r"W_{\mathrm{ckpt}}", aliases=("storage_write_bandwidth",),
)  # fmt: skip
checkpoint_time = v(
    "checkpoint_time", "s", "time for which training waits while a checkpoint is written",
    tex=r"t_{\mathrm{ckpt}}",
    aliases=("checkpoint_write_time", "checkpoint_save_time", "time_to_checkpoint"),
)  # fmt: skip
checkpoint_interval = v(
    "checkpoint_interval", "s", "training time between two checkpoints",
    tex=r"\tau_{\mathrm{ckpt}}",
    aliases=("time_between_checkpoints", "checkpoint_period"),
)  # fmt: skip
restart_time = v(
    "restart_time", "s",
    "time from a failure until training goes on: noticing it, replacing what failed, loading the"
    " checkpoint",
    tex=r"t_{\mathrm{restart}}", aliases=("recovery_time",), within="[0, oo)",
    default="0 s", ideal=True,
)  # fmt: skip
lost_time_share = v(
    "lost_time_share", "1",
    "share of the training time that is lost to checkpoints, restarts and repeated work",
    tex=r"\lambda_{\mathrm{lost}}", aliases=("checkpoint_overhead", "wasted_time_share"),
    within="[0, 1)",
)  # fmt: skip
optimal_checkpoint_interval = v(
    "optimal_checkpoint_interval", "s",
    "training time between two checkpoints at which least time is lost",
    tex=r"\tau_{\mathrm{ckpt}}^{*}",
    aliases=("best_checkpoint_interval", "young_interval"),
)  # fmt: skip
least_lost_time_share = v(
    "least_lost_time_share", "1",
    "share of the training time that is lost to checkpoints, restarts and repeated work at the best"
    " interval",
    tex=r"\lambda_{\mathrm{lost}}^{*}", within="[0, 1)",
)  # fmt: skip
useful_training_time = v(
    "useful_training_time", "s",
    "part of the training time that is not lost to checkpoints, restarts and repeated work",
    tex=r"T_{\mathrm{useful}}", aliases=("effective_training_time", "productive_time"),
)  # fmt: skip
