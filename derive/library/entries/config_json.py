"""Models from the configuration file that is published beside their weights (config.json)."""

from __future__ import annotations

import os
from copy import copy
from functools import lru_cache
from pathlib import Path
from typing import Any

from derive.errors import DataError, did_you_mean, shorten
from derive.library.catalogue.givens import Entry
from derive.library.catalogue.record import Record
from derive.library.entries.config_keys import Keys
from derive.library.entries.config_kinds import ARCHITECTURES, KINDS, TEXT_OF, Kind
from derive.library.entries.config_shape import ConfigReading, read_attention, read_experts
from derive.library.entries.json_file import read_json
from derive.library.entries.kinds import MODEL
from derive.library.nomenclature import model, shape
from derive.library.nomenclature.batch import routed_params
from derive.spellings import closest


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
    reading = ConfigReading(keys, f"{MODEL} {shown}")
    n_layers = reading.take_count(model.n_layers, "num_hidden_layers")
    reading.take_count(model.d_model, "hidden_size")
    reading.take_count(shape.vocab, "vocab_size")
    tied = (keys if keys.has("tie_word_embeddings") else Keys(shown, "", whole)).flag(
        "tie_word_embeddings", kind.tied
    )
    reading.take(shape.embedding_matrices, 1 if tied else 2, "tie_word_embeddings")
    read_attention(reading, kind, n_layers)
    if kind.experts is not None and keys.value(kind.experts.number) is not None:
        read_experts(reading, kind.experts, n_layers)
    else:
        reading.take_count(shape.d_ff, "intermediate_size")
        reading.take(routed_params, 0, "no experts: the model is dense")
    if keys.path or name in TEXT_OF:
        reading.notes.append(f"the language part of a {name}; what sees or hears comes on top")
    record = Record(MODEL, shown, f"{name}, from {Path(shown).name}", shown, ())
    return Entry(record, reading.knowns, reading.variants, tuple(reading.notes))


def _text_part(whole: dict[str, Any], shown: str) -> tuple[Keys, Kind, str]:
    """The keys of the language model, its kind, and the name in the file. Raises DataError
    for an unknown kind.
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
    """The kind that a table names: its model_type, else the first of its architectures; "" where
    there is neither.
    """
    named = table.get("model_type")
    if named is not None and not isinstance(named, str):
        raise keys.fault("model_type", "it is not text", 'Write "model_type": "llama" or the like.')
    listed = keys.items("architectures", str, "texts") or []
    return named or (ARCHITECTURES.get(listed[0], listed[0]) if listed else "")
