"""Models from the configuration file that is published beside their weights (config.json)."""

from __future__ import annotations

import os
from copy import copy
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from derive.equations.var import Var
from derive.errors import DataError, closest, did_you_mean, shorten
from derive.library.catalogue.givens import Entry
from derive.library.catalogue.record import Record
from derive.library.entries.config_keys import Keys
from derive.library.entries.config_kinds import ARCHITECTURES, KINDS, TEXT_OF, Experts, Kind
from derive.library.entries.json_file import read_json
from derive.library.entries.kinds import ATTENTION, KV_LAYOUT, MODEL
from derive.library.nomenclature import context, model, shape
from derive.library.nomenclature.batch import routed_params
from derive.results.known import LOOKED_UP, Known


@dataclass
class _Reading:
    """What has been read so far: values, the choices the shape makes, and what is to be said about
    them.
    """

    keys: Keys
    entry: str
    knowns: list[Known] = field(default_factory=list)
    variants: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def take(self, var: Var, number: float, said: str) -> None:
        """The value of a variable, with the key it stands under."""
        self.knowns.append(
            Known(
                var,
                number * var.unit.factor,
                LOOKED_UP,
                0.0,
                f"{number:g} {var.unit.text}".removesuffix(" 1"),
                entry=self.entry,
                note=said,
            )
        )

    def take_count(self, var: Var, key: str, least: int = 1) -> int:
        """The value of a variable that stands under a key as a whole number."""
        number = self.keys.count(key, least)
        self.take(
            var,
            number,
            (
                key
                if self.keys.has(key)
                else f"{key}: left out of the file, so the value of the family's own code"
            ),
        )
        return number


def is_config(id: object) -> bool:
    """Whether this names a file rather than an entry of the catalogue: a path, or a name that ends
    in .json.
    """
    return isinstance(id, os.PathLike) or (
        isinstance(id, str) and (id.lower().endswith(".json") or "/" in id or os.sep in id)
    )


def model_from_config(path: str | os.PathLike[str]) -> Entry:
    """A model's shape from its configuration file (or the folder with it), as givens; never a
    precision, nor parameter counts.

    Raises DataError naming the file and the key of what is missing, of the wrong type or of an
    unknown kind.
    """
    shown = os.fspath(path)
    file = Path(shown) / "config.json" if Path(shown).is_dir() else Path(shown)
    stamp = file.stat() if file.is_file() else None
    return copy(_read(file, shown, None if stamp is None else (stamp.st_mtime_ns, stamp.st_size)))


@lru_cache(maxsize=16)
def _read(file: Path, shown: str, stamp: tuple[int, int] | None) -> Entry:
    """The entry in a file; `stamp` makes a changed file another one."""
    whole = read_json(file, shown)
    keys, kind, name = _text_part(whole, shown)
    reading = _Reading(keys, f"{MODEL} {shown}")
    n_layers = reading.take_count(model.n_layers, "num_hidden_layers")
    reading.take_count(model.d_model, "hidden_size")
    reading.take_count(shape.vocab, "vocab_size")
    tied = (keys if keys.has("tie_word_embeddings") else Keys(shown, "", whole)).flag(
        "tie_word_embeddings", kind.tied
    )
    reading.take(shape.embedding_matrices, 1 if tied else 2, "tie_word_embeddings")
    _attention(reading, kind, n_layers)
    if kind.experts is not None and keys.value(kind.experts.number) is not None:
        _experts(reading, kind.experts, n_layers)
    else:
        reading.take_count(shape.d_ff, "intermediate_size")
        reading.take(routed_params, 0, "no experts: the model is dense")
    if keys.path or name in TEXT_OF:
        reading.notes.append(f"the language part of a {name}; what sees or hears comes on top")
    record = Record(MODEL, shown, f"{name}, from {Path(shown).name}", shown, ())
    return Entry(record, reading.knowns, reading.variants, tuple(reading.notes))


def _text_part(whole: dict[str, Any], shown: str) -> tuple[Keys, Kind, str]:
    """The keys of the language model, its kind, and what the file calls itself. Raises DataError
    for a kind nobody knows.
    """
    named = _named(whole, Keys(shown, "", whole))
    text = whole.get("text_config")
    if text is None:
        path, table, kind = "", whole, TEXT_OF.get(named, named)
    elif isinstance(text, dict):
        path, table = "text_config", text
        kind = _named(text, Keys(shown, path, text)) or TEXT_OF.get(named, named)
    else:
        raise DataError(shown, "text_config", "it is not an object")
    if not kind:
        raise DataError(
            shown,
            "model_type",
            "it is missing, and so is a known name under architectures",
            f"Known kinds: {', '.join(KINDS)}.",
        )
    if kind not in KINDS:
        offered = did_you_mean(closest(kind, KINDS)).strip()
        raise DataError(
            shown,
            f"{path}.model_type" if path else "model_type",
            f"there is no reader for the kind “{shorten(kind)}”",
            f"{offered} Known kinds: {', '.join(KINDS)}.".strip(),
        )
    return Keys(shown, path, table, KINDS[kind].left_out), KINDS[kind], named or kind


def _named(table: dict[str, Any], keys: Keys) -> str:
    """What a table says it is: its model_type, else the first of its architectures as a kind; ""
    where it says neither.
    """
    named = table.get("model_type")
    if named is not None and not isinstance(named, str):
        raise keys.fault("model_type", "it is not text", 'Write "model_type": "llama" or the like.')
    listed = keys.items("architectures", str, "texts") or []
    return named or (ARCHITECTURES.get(listed[0], listed[0]) if listed else "")


# --- attention ---


def _attention(reading: _Reading, kind: Kind, n_layers: int) -> None:
    n_heads = reading.take_count(model.n_heads, "num_attention_heads")
    if kind.latent:
        _latent(reading)
        return
    keys = reading.keys
    if keys.value("num_key_value_heads") is None:
        reading.take(
            model.n_kv_heads,
            n_heads,
            "num_key_value_heads: not in the file, so as many as query heads",
        )
    elif reading.take_count(model.n_kv_heads, "num_key_value_heads") > n_heads:
        raise keys.fault(
            "num_key_value_heads", f"there are more of them than query heads ({n_heads})"
        )
    elif n_heads % keys.count("num_key_value_heads"):
        raise keys.fault(
            "num_key_value_heads",
            f"the {n_heads} query heads are no multiple of it, and each is shared by as many",
        )
    if keys.value("head_dim") is not None:
        reading.take_count(model.d_head, "head_dim")
    elif keys.count("hidden_size") % n_heads:
        raise keys.fault(
            "head_dim", f"it is missing, and hidden_size is no multiple of the {n_heads} heads"
        )
    else:
        reading.take(
            model.d_head, keys.count("hidden_size") // n_heads, "hidden_size / num_attention_heads"
        )
    _reach(reading, kind, n_layers)


def _reach(reading: _Reading, kind: Kind, n_layers: int) -> None:
    windows = kind.reach(reading.keys, n_layers)
    reading.variants[KV_LAYOUT] = "heads" if windows is None else "windowed"
    if windows is not None:
        reading.take(context.n_global_layers, n_layers - windows.layers, "layers without a window")
        reading.take(context.n_window_layers, windows.layers, "layers with a window")
        reading.take(context.attention_window, windows.reach, windows.key)


def _latent(reading: _Reading) -> None:
    """Multi-head latent attention, with or without a latent for the queries, with or without an
    index.
    """
    keys = reading.keys
    reading.take_count(model.kv_latent_dim, "kv_lora_rank")
    reading.take_count(model.rope_dim, "qk_rope_head_dim", 0)
    reading.take_count(shape.qk_nope_head_dim, "qk_nope_head_dim")
    reading.take_count(shape.v_head_dim, "v_head_dim")
    reading.variants = {KV_LAYOUT: "latent", ATTENTION: "latent_full_query"}
    if keys.has("q_lora_rank"):
        reading.take_count(shape.q_lora_rank, "q_lora_rank")
        reading.variants[ATTENTION] = "latent"
    if keys.has("index_topk"):
        reading.take_count(context.selected_context, "index_topk")
        reading.take_count(context.index_dim, "index_head_dim")
        reading.take_count(context.n_index_heads, "index_n_heads")
        reading.variants[KV_LAYOUT] = "indexed"


# --- experts ---


def _experts(reading: _Reading, stated: Experts, n_layers: int) -> None:
    keys = reading.keys
    number = reading.take_count(model.n_experts, stated.number)
    active = keys.first(*stated.active)
    if reading.take_count(model.active_experts, active) > number:
        raise keys.fault(active, f"a token cannot use more than all {number} experts")
    width = reading.take_count(shape.d_ff_expert, stated.width)
    dense = stated.dense(keys, n_layers)
    if dense == n_layers:
        raise keys.fault(
            stated.number, f"no layer of the {n_layers:,} has them, by the keys that place them"
        )
    reading.take(shape.dense_layers, dense, "layers without experts")
    if dense:
        reading.take_count(shape.d_ff_dense, stated.dense_width)
    reading.take(
        model.shared_experts,
        _shared(keys, stated, width),
        stated.shared or stated.shared_width or "part of the family's own code",
    )


def _shared(keys: Keys, stated: Experts, width: int) -> int:
    """How many experts every token uses; one wide one counts as several. Raises DataError where
    that is not whole.
    """
    if stated.shared:
        return keys.count_or(stated.shared, 0)
    if not stated.shared_width:
        return stated.always_shared
    shared = keys.count_or(stated.shared_width, 0)
    if shared % width:
        raise keys.fault(
            stated.shared_width,
            f"the shared expert ({shared}) is no multiple of a routed one ({width}), and they are"
            " counted in these",
        )
    return shared // width
