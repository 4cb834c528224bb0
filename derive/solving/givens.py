"""Givens: the values stated by the user, read and checked against their variables."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from derive.arguments import mapping
from derive.equations.var import Var
from derive.equations.vocabulary import Vocabulary
from derive.errors import GivenError, UnknownName
from derive.results.known import Known, Origin
from derive.solving.amounts import example, range_text, read_amount
from derive.solving.uncertain_givens import UncertainInput
from derive.solving.uncertain_text import read_stated, stated

_NEAR = 0.01  # of a range, from an end that is not reached


def read_givens(
    given: Mapping[Any, Any], vocabulary: Vocabulary, uncertain: bool = False
) -> tuple[dict[Var, Known], tuple[str, ...]]:
    """Variables with their values in base units, and notes on overridden values.

    Keys are `Var`s or names; values are text, pint quantities, `Known`s of the catalogue, or
    numbers where the variable is dimensionless; with `uncertain` also ranges and distributions. A
    given overrides a looked-up value. Raises UnknownName and GivenError.
    """
    found: dict[Var, Known] = {}
    notes: list[str] = []
    pairs = mapping(given, "given", '{"gpus": "8 GPU"}').items()
    for var, known in each_given(pairs, vocabulary, uncertain):
        if var in found:
            note, known = _settled(found[var], known)
            notes.extend(note)
        found[var] = known
    return found, tuple(notes)


def each_given(
    pairs: Iterable[tuple[Any, Any]], vocabulary: Vocabulary, uncertain: bool = False
) -> Iterator[tuple[Var, Known]]:
    """Each given in turn, as `read_givens` takes them. Raises UnknownName, and GivenError with the
    faults of all further givens.
    """
    stated = [
        (key, value)
        for key, value in pairs
        if not isinstance(value, Known) or value.var in vocabulary
    ]
    for place, (key, value) in enumerate(stated, 1):
        try:
            read = _read(key, value, vocabulary, uncertain)
        except GivenError as error:
            error.others = tuple(_faults(stated[place:], vocabulary, uncertain))
            raise
        yield read


def _read(key: Any, value: Any, vocabulary: Vocabulary, uncertain: bool) -> tuple[Var, Known]:
    var = _variable(key, vocabulary)
    known = read_value(var, value)
    if known.uncertain is not None and not uncertain:
        raise GivenError(
            var.name,
            f"“{known.written}” is a range, and one value is needed here",
            f"Write for example {example(var)}.",
        )
    return var, known


def _faults(
    pairs: Sequence[tuple[Any, Any]], vocabulary: Vocabulary, uncertain: bool
) -> Iterator[str]:
    """The messages of the givens that cannot be read."""
    for key, value in pairs:
        try:
            _read(key, value, vocabulary, uncertain)
        except (UnknownName, GivenError) as error:
            yield str(error)


def _settled(first: Known, second: Known) -> tuple[list[str], Known]:
    """The value in force of two for a variable, with notes; two givens must agree."""
    if first.origin == second.origin == Origin.GIVEN and not same_value(first, second):
        raise GivenError(
            first.var.name,
            f"it is given twice, as {provenance(first)} and as {provenance(second)}",
            "Keep one of them.",
        )
    if first.origin == second.origin:
        if math.isclose(
            first.value, second.value, rel_tol=max(first.tolerance, second.tolerance, 1e-12)
        ):
            return [], first
        return [
            f"{first.var.name}: {first.entry} says {first.text}, {second.entry} says {second.text};"
            " the first is used"
        ], first
    stated, looked_up = (first, second) if first.origin == Origin.GIVEN else (second, first)
    if same_value(stated, looked_up):
        return [], stated
    return [
        f"{stated.var.name}: given as {stated.text}; {looked_up.entry} has {looked_up.text}"
    ], stated


def same_value(first: Known, second: Known) -> bool:
    """Whether two values of a variable are equal."""
    return first.uncertain == second.uncertain and math.isclose(
        first.value, second.value, rel_tol=1e-12
    )


def provenance(known: Known) -> str:
    """A value as text, with its source in brackets if it has one."""
    written = known.written or known.text
    return f"{written} ({known.source})" if known.source else written


def _variable(key: Any, vocabulary: Vocabulary) -> Var:
    if isinstance(key, Var):
        return key if key in vocabulary else vocabulary.find(key.name)
    if isinstance(key, str):
        return vocabulary.find(key)
    raise GivenError(
        repr(key)[:60],
        "a given is named by a variable or its name",
        'Write {"NAME": "1.5 m/s"}, or the variable itself in place of its name.',
    )


def read_value(var: Var, value: Any) -> Known:
    """A value of a variable, single or uncertain, with its unit and range checked."""
    if isinstance(value, Known):
        return value
    if isinstance(value, UncertainInput):
        return read_stated(var, value)
    uncertain = stated(var, value) if isinstance(value, str) else None
    if uncertain is not None:
        return read_stated(var, uncertain, value)
    return _within_range(var, read_amount(var, value))


def _within_range(var: Var, known: Known) -> Known:
    if not var.admits(known.value):
        raise GivenError(
            var.name,
            f"{known.written} lies outside its range {range_text(var)}",
            _way_in(var, known.value),
        )
    return known


def _way_in(var: Var, value: float) -> str:
    """The fix for a value outside of the range: a value near an end that is not reached, where
    that end is meant.
    """
    low, high, _, high_open = var.within.bounds
    if high_open and value == high * var.unit.factor:
        near = high - _NEAR * (high - low)
        return f"It comes near {high:g} and is never {high:g}: write for example {near:g}."
    return f"Write for example {example(var)}."
