"""Size of an answer: what an assistant reads is short unless it asks for more."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

MOST_BYTES, MOST_ASKED = 8_000, 64_000
_KEPT = frozenset({"status", "target", "value", "unit", "sense", "first", "second", "left_out"})
_LEAST = 40  # bytes of a field that is not worth shortening
_AROUND = 200  # bytes at most of the message around the record: its keys, and an id of any client


def size(data: Any) -> int:
    """The bytes of data as they are sent: as JSON, and once more as text, for clients that read
    text alone.

    >>> size({"a": 1})
    18
    """
    text = compact(data)
    return len(text.encode()) + len(compact(text).encode())


def compact(data: Any) -> str:
    """Data as JSON on one line."""
    return json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def without_empty(record: Mapping[str, Any]) -> dict[str, Any]:
    """The record without empty fields; zero and false say something.

    >>> without_empty({"value": 0.0, "cautions": []})
    {'value': 0.0}
    """
    return {key: item for key, item in record.items() if item or item == 0}


def fitted(record: dict[str, Any], most: int = MOST_BYTES) -> dict[str, Any]:
    """The record, whose message has at most so many bytes: its longest field is halved, again and
    again, and `left_out` tells what is not all there.

    >>> fitted({"status": "solved", "cautions": ["x" * 60] * 4}, 600)["left_out"]
    ['cautions: 2 of 4']
    """
    whole, short = record, dict(record)
    while size(short) > most - _AROUND:
        key = max((key for key in short if key not in _KEPT), key=lambda key: size(short[key]))
        if size(short[key]) < _LEAST:
            break
        short[key] = _halved(short[key])
        cut = [name for name in whole if name in short and short[name] != whole[name]]
        short["left_out"] = [_told(name, short[name], whole[name]) for name in cut]
    return short


def _halved(item: Any) -> Any:
    if isinstance(item, dict):
        return dict(list(item.items())[: len(item) // 2])
    if isinstance(item, list):
        return item[: len(item) // 2]
    text = str(item).removesuffix("…")
    return f"{text[: len(text) // 2]}…"


def _told(name: str, short: Any, whole: Any) -> str:
    counted = "" if isinstance(whole, (dict, list)) else " characters"
    return f"{name}: {len(short):,} of {len(whole):,}{counted}"
