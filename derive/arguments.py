"""Arguments of calls from Python: a wrong one is named, with what it should be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

from derive.errors import GivenError

_LONGEST = 40  # characters of a wrong argument that are shown


def mapping(value: Any, name: str, example: str) -> Mapping[Any, Any]:
    """The argument as a mapping. Raises GivenError."""
    if not isinstance(value, Mapping):
        _wrong(value, name, "a mapping", example)
    return value


def several(value: Any, name: str, example: str) -> Iterable[Any]:
    """The argument as a list or another iterable, but no text. Raises GivenError."""
    listed = isinstance(value, Iterable) and not isinstance(value, (str, bytes))
    if not listed:
        _wrong(value, name, "a list", example)
    found: Iterable[Any] = value
    return found


def number(value: Any, name: str, example: str) -> float:
    """The argument as a number. Raises GivenError."""
    plain = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not plain:
        _wrong(value, name, "a number", example)
    return float(value)


def instance(value: Any, kind: type | tuple[type, ...], name: str, example: str) -> Any:
    """The argument, of this kind. Raises GivenError."""
    kinds = kind if isinstance(kind, tuple) else (kind,)
    wanted = " or ".join(one.__name__ for one in kinds)
    if not isinstance(value, kind):
        _wrong(value, name, f"of {wanted}", example)
    return value


def _wrong(value: Any, name: str, wanted: str, example: str) -> NoReturn:
    shown = repr(value)
    shown = shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}…"
    raise GivenError(name, f"it is {wanted}, not {shown}", f"Write {example}.")
