"""The shape of a model in its configuration file: attention and experts."""

from __future__ import annotations

from dataclasses import dataclass, field

from derive.equations.var import Var
from derive.library.entries.config_keys import Keys
from derive.library.entries.config_kinds import Experts, Kind
from derive.library.entries.kinds import ATTENTION, EXPERTS_TOUCHED, KV_LAYOUT, WEIGHT_READ
from derive.library.nomenclature import context, model, shape
from derive.results.known import Known, Origin
from derive.units.display import with_unit


@dataclass
class ConfigReading:
    """A configuration while it is read: the values so far, the variants that the shape chooses, and
    notes.
    """

    keys: Keys
    entry: str
    knowns: list[Known] = field(default_factory=list)
    variants: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def take(self, var: Var, number: float, note: str) -> None:
        """The value of a variable, with the key it stands under."""
        self.knowns.append(
            Known(
                var,
                number * var.unit.factor,
                Origin.LOOKED_UP,
                0.0,
                with_unit(f"{number:g}", var.unit.text),
                entry=self.entry,
                note=note,
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


# --- attention ---


def read_attention(reading: ConfigReading, kind: Kind, n_layers: int) -> None:
    """Add the heads, or the latents, and the layers with a window. Raises DataError."""
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
            "head_dim", f"it is missing, and hidden_size is not a multiple of the {n_heads} heads"
        )
    else:
        reading.take(
            model.d_head, keys.count("hidden_size") // n_heads, "hidden_size / num_attention_heads"
        )
    _reach(reading, kind, n_layers)


def _reach(reading: ConfigReading, kind: Kind, n_layers: int) -> None:
    windows = kind.reach(reading.keys, n_layers)
    reading.variants[KV_LAYOUT] = "heads" if windows is None else "windowed"
    if windows is not None:
        reading.take(context.n_global_layers, n_layers - windows.layers, "layers without a window")
        reading.take(context.n_window_layers, windows.layers, "layers with a window")
        reading.take(context.attention_window, windows.reach, windows.key)


def _latent(reading: ConfigReading) -> None:
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


def read_experts(reading: ConfigReading, stated: Experts, n_layers: int) -> None:
    """Add the experts, and the layers without them. Raises DataError."""
    keys = reading.keys
    reading.variants[WEIGHT_READ] = EXPERTS_TOUCHED
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
    """The number of experts that every token uses; one wide one counts as several. Raises DataError
    where that is not whole.
    """
    if stated.shared:
        return keys.count_or(stated.shared, 0)
    if not stated.shared_width:
        return stated.always_shared
    shared = keys.count_or(stated.shared_width, 0)
    if shared % width:
        raise keys.fault(
            stated.shared_width,
            f"the shared expert ({shared}) is not a multiple of a routed one ({width}), and they"
            " are counted in these",
        )
    return shared // width
