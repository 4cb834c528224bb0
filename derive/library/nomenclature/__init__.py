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
    prices,
    networks,
    pipeline,
    bubble,
    tiers,
    context,
    shape,
    budget,
    chinchilla,
    training_memory,
    quality,
    reversible,
)
from derive.library.nomenclature.vocabulary import v as vocabulary

__all__ = [
    "batch", "bubble", "budget", "chinchilla", "context", "conversions", "decode", "hardware",
    "model", "modes", "networks", "pipeline", "prefill", "prices", "quality", "reversible",
    "serving", "shape", "tiers", "training", "training_memory", "vocabulary",
]  # fmt: skip
