"""The relations of the subject, a file each; the order here is that of lists and of ties."""

SUBJECTS = (
    "roofline", "balance", "kv_cache", "capacity", "queueing", "prefill", "training", "weight_read",
    "batch_cost", "speculation", "serving", "modes", "tariffs", "domains", "experts", "collectives",
    "pipeline", "stages", "bubble", "hops", "tiers", "hold_times", "shape", "sparsity", "budget",
    "two_costs", "chinchilla", "training_memory", "recomputation", "reversible", "quantised_cache",
    "windows", "sparse_attention", "attention", "context_points",
)  # fmt: skip
