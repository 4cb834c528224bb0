"""The relations of the subject, a file each; the order here is that of lists and of ties."""

SUBJECTS = (
    "roofline", "balance", "kv_cache", "capacity", "queueing", "prefill", "training",
    "weight_read", "batch_cost", "speculation", "serving", "places", "modes", "tariffs",
    "domains", "experts", "collectives", "pipeline", "placement", "stages", "bubble", "hops",
    "tiers", "hold_times", "shape", "sparsity", "budget", "ownership", "tasks", "conversations",
    "two_costs", "chinchilla", "training_memory", "adapters", "layer_activations", "recomputation",
    "training_splits", "reversible", "quantised_cache", "savings", "windows", "states",
    "sparse_attention", "compressed", "attention", "context_points", "prefill_attention",
    "chunked_prefill", "kernels", "paths", "weight_formats", "step_network", "expert_load",
    "realised", "interruptions",
)  # fmt: skip
