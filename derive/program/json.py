"""Programs as JSON: sorted keys, shortest numbers, infinity as "inf"; equal bytes if equal."""

from __future__ import annotations

import json
import math
import types
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import lru_cache
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

from derive.errors import DataError
from derive.program.question import FORMAT, QuestionProgram

_PLAIN = frozenset({int, str, bool, type(None)})
_ENDS = {"inf": math.inf, "-inf": -math.inf}


def program_json(program: QuestionProgram) -> str:
    """The program as one line of JSON. Fields at their default are left out."""
    return json.dumps(plain(program), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def plain(value: Any) -> Any:
    """A record as objects, lists, texts and finite numbers."""
    if type(value) in _PLAIN:
        return value
    if isinstance(value, (tuple, list)):
        return [item if type(item) in _PLAIN else plain(item) for item in value]
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value):
        kind: Any = type(value)
        stated = ((name, getattr(value, name), usual) for name, usual in _fields(kind))
        return {name: plain(item) for name, item, usual in stated if item != usual}
    if isinstance(value, float) and math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return value


def read_program(text: str) -> QuestionProgram:
    """The program in JSON of this format. Raises DataError for another format or other contents."""
    try:
        found = json.loads(text)
        number = found["header"]["format"]
        if number != FORMAT:
            problem = f"it has format {number}, and this version of derive reads format {FORMAT}"
            raise DataError("program", "", problem, "Write it anew.")
        return cast(QuestionProgram, _record(QuestionProgram, found))
    except (KeyError, TypeError, ValueError) as error:
        raise DataError("program", "", f"it is not a program: {error}", "Write it anew.") from None


@lru_cache(maxsize=64)
def _fields(kind: type[Any]) -> tuple[tuple[str, Any], ...]:
    """The fields of a kind of record with their defaults."""
    return tuple((each.name, _default(each)) for each in fields(kind))


def _default(each: Field[Any]) -> Any:
    if each.default_factory is not MISSING:
        return each.default_factory()
    return each.default


def _record(kind: type[Any], found: Mapping[str, Any]) -> Any:
    """A record from its fields by name."""
    hints = get_type_hints(kind)
    unknown = found.keys() - hints.keys()
    if unknown:
        raise ValueError(f"{kind.__name__} has no {', '.join(sorted(unknown))}")
    return kind(**{name: _value(hints[name], item) for name, item in found.items()})


def _value(kind: Any, item: Any) -> Any:
    """An item as a value of a field's type."""
    if is_dataclass(kind):
        return _record(cast(type[Any], kind), item)
    if get_origin(kind) is tuple:
        return _tuple(get_args(kind), item)
    if get_origin(kind) in (Union, types.UnionType):
        return _of_several(get_args(kind), item)
    if kind is Any:
        return item
    if kind is float:
        return _ENDS[item] if isinstance(item, str) else float(item)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(item)
    if type(item) is not kind:
        raise ValueError(f"{item!r} is no {kind.__name__}")
    return item


def _tuple(kinds: Sequence[Any], items: Sequence[Any]) -> tuple[Any, ...]:
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        return tuple(_value(kinds[0], item) for item in items)
    return tuple(_value(kind, item) for kind, item in zip(kinds, items, strict=True))


def _of_several(kinds: Sequence[Any], item: Any) -> Any:
    """An item as a value of the one record or tuple type among these that has its fields."""
    if item is None:
        return None
    able = [kind for kind in kinds if kind is not type(None)]
    if len(able) > 1:
        able = [k for k in able if {f.name for f in fields(k)} >= item.keys()]
    return _value(able[0], item)
