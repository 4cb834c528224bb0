"""Models: their shape, their published counts, and the KV layout they choose."""

from __future__ import annotations

from derive.library.catalogue.entry import Entry, variables_of
from derive.library.catalogue.fields import MODEL, TRAINING
from derive.library.catalogue.own_data import shelf
from derive.library.catalogue.record import Record

KV_LAYOUT = "KV layout"
_LAYOUTS = {"MHA": "heads", "GQA": "heads", "MQA": "heads", "MLA": "latent", "HYBRID": "windowed"}


def model(id: str, *, training: bool = False) -> Entry:
    """A model's shape and published parameter counts as givens; never a precision.

    `training` adds what is known of its training (training_tokens, training_flops, training_gpus, training_mfu).
    Published counts that follow from the shape are not given twice: see `cross_checks`.
    Raises UnknownName for an id nobody knows, DataError for a faulty entry.

    >>> model("DeepSeek-V3").variants
    {'KV layout': 'latent'}
    """
    record = shelf().record(MODEL, id)
    return Entry(record, variables_of(record, without=() if training else TRAINING), variants=_variants(record))


def variant_of(id: str) -> dict[str, str]:
    """The choices of relations a model makes: KV layout heads, latent, or windowed where layers differ in reach.

    Raises UnknownName, DataError.
    """
    return _variants(shelf().record(MODEL, id))


def variants_for(entry: str) -> dict[str, str]:
    """The choices of the entry a value names ("model deepseek_v3"); nothing for entries of other kinds.

    >>> variants_for("model llama31_70b"), variants_for("accelerator h100_sxm")
    ({'KV layout': 'heads'}, {})
    """
    kind, _, id = entry.partition(" ")
    return variant_of(id) if kind == MODEL else {}


def cross_checks(id: str) -> list[str]:
    """Published figures beside what follows from the shape. Raises UnknownName, DataError.

    >>> cross_checks("llama2_70b")
    ['total_params: published 70e9 param; from the shape 69.0e9 param']
    """
    figures = shelf().record(MODEL, id).figures
    return [f"{figure.key}: published {figure.written}; from the shape {figure.cross_check}" for figure in figures if figure.cross_check]


def _variants(record: Record) -> dict[str, str]:
    attention = record.text("attention").upper()
    if record.figure("sliding_window") is not None:
        return {KV_LAYOUT: "windowed"}
    return {KV_LAYOUT: _LAYOUTS[attention]} if attention else {}
