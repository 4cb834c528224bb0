"""Givens: what the user states, read and checked against the variables before anything is
planned.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from derive.equations.var import Var
from derive.equations.vocabulary import Vocabulary
from derive.errors import GivenError
from derive.results.known import Known, Origin
from derive.solving.amounts import example, range_text, read_amount
from derive.solving.uncertain_givens import UncertainInput, read_stated, stated


def read_givens(
    given: Mapping[Any, Any], vocabulary: Vocabulary, uncertain: bool = False
) -> tuple[dict[Var, Known], tuple[str, ...]]:
    """Variables with their values in base units, and notes on what was overruled.

    Keys are `Var`s or names; values are text, pint quantities, `Known`s of the catalogue, or plain
    numbers where the variable is one; with `uncertain` also ranges and distributions. A given beats
    a looked-up value. Raises UnknownName, GivenError naming the culprit.
    """
    found: dict[Var, Known] = {}
    notes: list[str] = []
    for key, value in given.items():
        if isinstance(value, Known) and value.var not in vocabulary:
            continue
        var = _variable(key, vocabulary)
        known = read_value(var, value)
        if known.uncertain is not None and not uncertain:
            raise GivenError(
                var.name,
                f"“{known.written}” is a range, and one value is needed here",
                f"Write for example {example(var)}.",
            )
        if var in found:
            note, known = _settled(found[var], known)
            notes.extend(note)
        found[var] = known
    return found, tuple(notes)


def _settled(first: Known, second: Known) -> tuple[list[str], Known]:
    """One of two values of a variable: a given before a looked-up one, else both must agree."""
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
    """Whether two statements of a variable say the same."""
    return first.uncertain == second.uncertain and math.isclose(
        first.value, second.value, rel_tol=1e-12
    )


def provenance(known: Known) -> str:
    """A value with the source it is from, where one is told."""
    return (
        f"{known.written or known.text} ({known.source})"
        if known.source
        else known.written or known.text
    )


def _variable(key: Any, vocabulary: Vocabulary) -> Var:
    if isinstance(key, Var):
        if key in vocabulary:
            return key
        return vocabulary.find(key.name)
    if isinstance(key, str):
        return vocabulary.find(key)
    raise GivenError(
        repr(key)[:60],
        "a given is named by a variable or its name",
        "Write for example batch_size.",
    )


def read_value(var: Var, value: Any) -> Known:
    """One value for one variable, or an uncertain one, with its unit checked and its range held."""
    if isinstance(value, Known):
        return value
    if isinstance(value, UncertainInput):
        return read_stated(var, value)
    said = stated(var, value) if isinstance(value, str) else None
    return (
        _within_range(var, read_amount(var, value))
        if said is None
        else read_stated(var, said, value)
    )


def _within_range(var: Var, known: Known) -> Known:
    if not var.admits(known.value):
        raise GivenError(
            var.name,
            f"{known.written} lies outside its range {range_text(var)}",
            f"Write for example {example(var)}.",
        )
    return known
