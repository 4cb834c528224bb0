"""Room for the KV cache: the share of the memory that an engine takes, of all or of what is free,
less the weights and what is kept for anything else; the GPUs that it takes to have enough, and the
limits of what fits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from derive.equations import AtMost, Constraint, Direction, Eq, Neglected, Relation, Variant
from derive.library.nomenclature.hardware import (
    gpus,
    gpus_to_fit,
    hbm_capacity,
    memory_needed,
    reserved_memory,
    weight_bytes,
)
from derive.library.nomenclature.placement import memory_share
from derive.library.nomenclature.quality import kv_room

OF_ALL = Variant("memory share", "of_all", usual=True)
OF_FREE = Variant("memory share", "of_free")
NOTHING_KEPT = Variant("memory reserve", "none", usual=True)
KEPT = Variant("memory reserve", "stated")
WHOLE = Variant("memory limit", "whole", usual=True)
OF_ENGINE = Variant("memory limit", "of_engine")
_HELD_BACK = Neglected("memory held back", gpus * reserved_memory / kv_room, Direction.LOWERS)
_SOURCE = "price-and-speed: line 35; roofline-tour: line 40"
_ALL = f"{_SOURCE}; vllm_memory: section on how memory is calculated"
_FREE = f"{_SOURCE}; trtllm_kv_config: free_gpu_memory_fraction"


def rooms(name: str, capacity: Any, weights: Any, layout: Variant) -> tuple[Relation, ...]:
    """The room that weights leave of a capacity in a layout: a share of all memory or of what is
    free, without and with a reserve. The usual one is the first.
    """
    why = "What the weights do not take of the memory is left for the KV cache."
    less = "What weights, activations and buffers do not take is left for the KV cache."
    free = "The engine takes a share of what is free beside the weights."
    kept = gpus * reserved_memory
    of_all, of_free = memory_share * capacity - weights, capacity - weights
    stated = (
        (of_all, why, _ALL, OF_ALL, NOTHING_KEPT),
        (of_all - kept, less, _ALL, OF_ALL, KEPT),
        (memory_share * of_free, free, _FREE, OF_FREE, NOTHING_KEPT),
        (memory_share * (of_free - kept), free, _FREE, OF_FREE, KEPT),
    )
    return tuple(
        Relation(
            name,
            Eq(kv_room, room),
            reason,
            source=source,
            neglects=(_HELD_BACK,) if reserve is NOTHING_KEPT else (),
            variant=_beside(share, reserve, layout),
        )
        for room, reason, source, share, reserve in stated
    )


def enough_gpus(layout: Variant) -> tuple[Relation, ...]:
    """The GPUs whose room the KV cache of the batch just fills, in a layout without copies; a
    share of all memory or of what is free, without and with a reserve. The usual one is the first.
    """
    free = memory_needed - (1 - memory_share) * weight_bytes
    held_back = Neglected(
        "memory held back",
        reserved_memory / (memory_share * hbm_capacity - reserved_memory),
        Direction.RAISES,
    )
    usable = hbm_capacity - reserved_memory
    stated = (
        (memory_share * hbm_capacity, memory_needed, OF_ALL, NOTHING_KEPT),
        (memory_share * hbm_capacity - reserved_memory, memory_needed, OF_ALL, KEPT),
        (memory_share * hbm_capacity, free, OF_FREE, NOTHING_KEPT),
        (memory_share * usable, free, OF_FREE, KEPT),
    )
    return tuple(
        Relation(
            "enough_gpus",
            Eq(gpus_to_fit, needed / of_one),
            "With just enough GPUs, weights and KV cache fill the memory that the engine may take.",
            source="own-derivation: from left_for_cache, where the KV cache fills it",
            neglects=(held_back,) if reserve is NOTHING_KEPT else (),
            variant=_beside(share, reserve, layout),
        )
        for of_one, needed, share, reserve in stated
    )


def fits(
    name: str, needed: Any, weights: Any, per: Any, why: str, source: str, layout: Variant | None
) -> tuple[Constraint, ...]:
    """The limits of what is needed, some of it weights, by the memory of as many GPUs: by all of
    it, or where something is said of the engine by what it may take. The usual one is the first.
    """
    return tuple(
        Constraint(name, AtMost(taken, limit), why, source=source, variant=variant)
        for taken, limit, variant in filled(needed, weights, per, layout)
    )


def filled(
    needed: Any, weights: Any, per: Any, layout: Variant | None
) -> Iterator[tuple[Any, Any, Variant]]:
    """The bytes taken of the memory of as many GPUs where it is just full, those that may be taken,
    and the variant: all of it, or what an engine may take.
    """
    capacity, kept = per * hbm_capacity, per * reserved_memory
    free, engine = needed - (1 - memory_share) * weights, replace(OF_ENGINE, beside=layout)
    yield needed, capacity, replace(WHOLE, beside=layout)
    yield needed, memory_share * capacity, _beside(OF_ALL, NOTHING_KEPT, engine)
    yield needed + kept, memory_share * capacity, _beside(OF_ALL, KEPT, engine)
    yield free, memory_share * capacity, _beside(OF_FREE, NOTHING_KEPT, engine)
    yield free, memory_share * (capacity - kept), _beside(OF_FREE, KEPT, engine)


def _beside(share: Variant, reserve: Variant, layout: Variant) -> Variant:
    return replace(share, beside=replace(reserve, beside=layout))
