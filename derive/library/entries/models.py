"""Models: their shape, their published counts, and the KV layout they choose."""

from __future__ import annotations

import os

from derive.errors import GivenError
from derive.library.catalogue.givens import Entry, variables_of
from derive.library.catalogue.own_data import store
from derive.library.catalogue.record import Record
from derive.library.entries.config_json import is_config, model_from_config
from derive.library.entries.kinds import (
    ATTENTION,
    EXPERTS_TOUCHED,
    KV_LAYOUT,
    MODEL,
    SHAPE,
    TRAINING,
    WEIGHT_READ,
)
from derive.library.nomenclature.batch import routed_params
from derive.library.nomenclature.context import attention_window
from derive.library.nomenclature.model import (
    active_experts,
    active_params,
    n_experts,
    total_params,
)
from derive.results.known import Known, Origin

PUBLISHED = (total_params, active_params)
_LAYOUTS = {"MHA": "heads", "GQA": "heads", "MQA": "heads", "MLA": "latent", "HYBRID": "hybrid"}


def model(id: str | os.PathLike[str], *, training: bool = False, shape: bool = False) -> Entry:
    """A model's widths and published parameter counts as givens; never a precision.

    `shape` leaves the published counts out and adds what they can be derived from (vocab, d_ff,
    ...); a model without experts then says that it has no routed parameters. Both at once would be
    two values of one thing: see `cross_checks`. `training` adds what is known of its training
    (training_tokens, training_flops, training_gpus, training_mfu, training_gpu_hours). A path, or a
    name that ends in .json, is read as the configuration file that is published beside a model's
    weights; it gives the shape. Raises UnknownName for an unknown id, DataError for a faulty
    entry.

    >>> model("DeepSeek-V3").variants
    {'KV layout': 'latent', 'attention weights': 'latent', 'weight read': 'experts_touched'}
    """
    if is_config(id):
        if training:
            raise GivenError(
                "training",
                f"the configuration file {os.fspath(id)} says nothing of training",
                "Leave it out, or give what you know.",
            )
        return model_from_config(id)
    record = store().record(MODEL, str(id))
    without = (*(PUBLISHED if shape else SHAPE), *(() if training else TRAINING))
    knowns = variables_of(record, without=without)
    if shape and record.figure(n_experts.name) is None:
        knowns.append(
            Known(
                routed_params,
                0.0,
                Origin.LOOKED_UP,
                0.0,
                "0 param",
                entry=record.label,
                note="no experts are listed: the model is dense",
            )
        )
    return Entry(record, knowns, variants=_variants(record))


def variant_of(id: str) -> dict[str, str]:
    """The choices of relations a model makes: KV layout heads, latent, or windowed where layers
    differ in reach; latent attention weights; reading the experts touched, if it has experts.

    Raises UnknownName, DataError.
    """
    return model_from_config(id).variants if is_config(id) else _variants(store().record(MODEL, id))


def cross_checks(id: str) -> list[str]:
    """Published figures beside what follows from the shape. Raises UnknownName, DataError.

    >>> cross_checks("llama2_70b")
    ['total_params: published 70e9 param; from the shape 69.0e9 param']
    """
    if is_config(id):
        return []
    figures = store().record(MODEL, id).figures
    return [
        f"{figure.key}: published {figure.written}; from the shape {figure.cross_check}"
        for figure in figures
        if figure.cross_check
    ]


def _variants(record: Record) -> dict[str, str]:
    attention = record.text("attention").upper()
    choices = {KV_LAYOUT: _LAYOUTS[attention]} if attention else {}
    if record.of(attention_window) is not None:
        choices[KV_LAYOUT] = "windowed"
    if attention == "MLA":
        choices[ATTENTION] = "latent"
    if record.of(n_experts) is not None and record.of(active_experts) is not None:
        choices[WEIGHT_READ] = EXPERTS_TOUCHED
    return choices
