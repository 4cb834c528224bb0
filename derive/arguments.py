"""Arguments of calls from Python: a wrong one is named, with what it should be."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from functools import wraps
from numbers import Real
from typing import Any, NoReturn, ParamSpec, TypeVar

from derive.errors import GivenError, NamedFault, shorten

_Given = ParamSpec("_Given")
_Result = TypeVar("_Result")


class CallError(NamedFault, TypeError):
    """A call whose arguments do not fit the function."""


def called(example: str) -> Callable[[Callable[_Given, _Result]], Callable[_Given, _Result]]:
    """A function that raises CallError where the arguments of its call do not fit, with a call that
    does.
    """

    def checked(function: Callable[_Given, _Result]) -> Callable[_Given, _Result]:
        @wraps(function)
        def call(*arguments: _Given.args, **named: _Given.kwargs) -> _Result:
            try:
                return function(*arguments, **named)
            except TypeError as fault:
                below = fault.__traceback__ and fault.__traceback__.tb_next
                if below is not None:  # a fault inside of the function
                    raise
                problem = str(fault).partition("() ")[2] or str(fault)
            raise CallError(function.__name__, problem, f"Write {example}.")

        return call

    return checked


def mapping(value: Any, name: str, example: str) -> Mapping[Any, Any]:
    """The argument as a mapping. Raises GivenError."""
    if not isinstance(value, Mapping):
        _wrong(value, name, "a mapping", example)
    return value


def several(value: Any, name: str, example: str) -> Iterable[Any]:
    """The argument as a list or another iterable, but no text. Raises GivenError."""
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        _wrong(value, name, "a list", example)
    return value


def number(value: Any, name: str, example: str) -> float:
    """The argument as a number. Raises GivenError."""
    if not is_number(value):
        _wrong(value, name, "a number", example)
    return as_float(value)


def is_number(value: Any) -> bool:
    """Whether a value is a number of Python or numpy, also a fraction or a decimal."""
    return isinstance(value, (Real, Decimal)) and not isinstance(value, bool)


def as_float(value: Any) -> float:
    """The number as a float, infinite where it is too large for one."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def instance(value: Any, kind: type | tuple[type, ...], name: str, example: str) -> Any:
    """The argument, of this kind. Raises GivenError."""
    if not isinstance(value, kind):
        kinds = kind if isinstance(kind, tuple) else (kind,)
        _wrong(value, name, f"a {' or '.join(one.__name__ for one in kinds)}", example)
    return value


def _wrong(value: Any, name: str, wanted: str, example: str) -> NoReturn:
    raise GivenError(name, f"it is {wanted}, not {shorten(repr(value))}", f"Write {example}.")
