"""Models: their shape, their published counts, and the KV layout they choose."""

from __future__ import annotations

import os
import re
from pathlib import Path

from derive.equations.var import Var
from derive.errors import GivenError, UnknownName
from derive.library.catalogue.givens import TOLERANCE, Entry, variables_of
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
from derive.library.nomenclature.context import attention_window, selected_context
from derive.library.nomenclature.model import (
    active_experts,
    active_params,
    kv_latent_dim,
    n_experts,
    total_params,
)
from derive.library.nomenclature.shape import (
    dense_layers,
    embedding_matrices,
    qk_nope_head_dim,
    v_head_dim,
    vocab,
)
from derive.results.known import Known, Origin

PUBLISHED = (total_params, active_params)
_REPOSITORY = re.compile(r"\w[\w.-]*/\w[\w.-]*")
# What prefill, the formats of the parts and the traffic of experts take of the shape beside
# published counts.
BESIDE = (vocab, embedding_matrices, qk_nope_head_dim, v_head_dim, dense_layers)
_LAYOUTS = {"MHA": "heads", "GQA": "heads", "MQA": "heads", "MLA": "latent", "HYBRID": "hybrid"}


def model(id: str | os.PathLike[str], *, training: bool = False, shape: bool = False) -> Entry:
    """A model's widths and published parameter counts as givens; never a precision.

    `shape` leaves the published counts out and adds what they can be derived from (vocab, d_ff,
    ...). A model without experts says that it has no routed parameters. Both at once would be
    two values of one thing: see `cross_checks`. `training` adds what is known of its training
    (training_tokens, training_flops, training_gpus, training_mfu, training_gpu_hours). A path, or a
    name that ends in .json, is read as the configuration file that is published beside a model's
    weights; it gives the shape. Raises UnknownName for an unknown id, DataError for a faulty
    entry.

    >>> model("DeepSeek-V3").variants
    {'KV layout': 'latent', 'attention weights': 'latent', 'weight read': 'experts_touched'}
    """
    if is_file(id):
        if training:
            raise GivenError(
                "training",
                f"the configuration file {os.fspath(id)} says nothing of training",
                "Leave it out, or give what you know.",
            )
        return model_from_config(id)
    record = _record(str(id))
    hidden = PUBLISHED if shape else tuple(v for v in SHAPE if v not in _beside(record))
    without = (*hidden, *(() if training else TRAINING))
    knowns = variables_of(record, without=without)
    if record.figure(n_experts.name) is None and record.figure(total_params.name) is not None:
        knowns.append(
            Known(
                routed_params,
                0.0,
                Origin.LOOKED_UP,
                TOLERANCE,
                "0 param",
                entry=record.label,
                note="no experts are listed: the model is dense",
            )
        )
    return Entry(record, knowns, variants=_variants(record))


def _beside(record: Record) -> tuple[Var, ...]:
    """The widths that stand beside published counts; of a model whose active count leaves the input
    embedding out, the vocabulary is not one of them.
    """
    return BESIDE[2:] if record.text("active_count") else BESIDE


def variant_of(id: str) -> dict[str, str]:
    """The choices of relations a model makes: KV layout heads, latent, or windowed where layers
    differ in reach; latent attention weights; reading the experts touched, if it has experts.

    Raises UnknownName, DataError.
    """
    return model_from_config(id).variants if is_file(id) else _variants(_record(id))


def cross_checks(id: str) -> list[str]:
    """Published figures beside what follows from the shape, where that is another. Raises
    UnknownName, DataError.

    >>> cross_checks("llama31_8b")
    ['total_params: published 8B; from the shape 8.03e9 param']
    """
    if is_file(id):
        return []
    checked = [figure for figure in store().record(MODEL, id).figures if figure.cross_check]
    published = [(figure, figure.quoted or figure.written) for figure in checked]
    return [
        f"{figure.key}: published {text}; from the shape {figure.cross_check}"
        for figure, text in published
        if text.split()[0] != figure.cross_check.split()[0]
    ]


def _record(name: str) -> Record:
    """The entry of that name. Raises UnknownName with candidates, DataError for a faulty entry."""
    try:
        return store().record(MODEL, name)
    except UnknownName as error:
        error.hint += "; for another, give the folder with its config.json"
        raise


def is_file(id: str | os.PathLike[str]) -> bool:
    """Whether this is the path of a configuration file, and not the name of a repository
    ("meta-llama/Llama-3.1-70B"), unless there is such a folder.
    """
    if not is_config(id):
        return False
    name = os.fspath(id)
    repository = isinstance(id, str) and _REPOSITORY.fullmatch(name) is not None
    return not repository or name.lower().endswith(".json") or Path(name).exists()


def _variants(record: Record) -> dict[str, str]:
    attention = record.text("attention").upper()
    choices = {KV_LAYOUT: _LAYOUTS[attention]} if attention else {}
    if choices.get(KV_LAYOUT) == "hybrid" and record.of(kv_latent_dim) is not None:
        choices[KV_LAYOUT] = "hybrid_latent"
    if record.of(attention_window) is not None:
        choices[KV_LAYOUT] = "windowed"
    if attention == "MLA":
        choices[ATTENTION] = "latent"
        if record.of(selected_context) is not None:
            choices[KV_LAYOUT] = "indexed"
    if record.of(n_experts) is not None and record.of(active_experts) is not None:
        choices[WEIGHT_READ] = EXPERTS_TOUCHED
    return choices
