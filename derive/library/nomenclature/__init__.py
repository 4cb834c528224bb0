"""Every variable of the library, one line each, a file a subject; the order here is the order in
print.
"""

from derive.library.nomenclature import (  # noqa: I001 - the order is meant
    conversions,
    decode,
    model,
    hardware,
    prefill,
    training,
    batch,
    modes,
    serving,
    places,
    drafting,
    prices,
    tasks,
    conversations,
    networks,
    pipeline,
    placement,
    step_network,
    bubble,
    tiers,
    context,
    shape,
    budget,
    ownership,
    chinchilla,
    training_memory,
    adapters,
    layer_activations,
    quality,
    reversible,
    kernels,
    formats,
    realised,
    interruptions,
)
from derive.library.nomenclature.vocabulary import v as vocabulary

__all__ = [
    "adapters", "batch", "bubble", "budget", "chinchilla", "context", "conversations",
    "conversions", "decode", "drafting", "formats", "hardware", "interruptions", "kernels",
    "layer_activations", "model", "modes", "networks", "ownership", "pipeline", "placement",
    "places", "prefill", "prices", "quality", "realised", "reversible", "serving", "shape",
    "step_network", "tasks", "tiers", "training", "training_memory", "vocabulary",
]  # fmt: skip
