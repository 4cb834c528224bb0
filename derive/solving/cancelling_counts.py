"""Sums that are nothing because whole numbers of things counted are equal: twice 1 GPU less 2."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from derive.equations.differences import terms_of
from derive.equations.var import Var
from derive.units.multipliers import COUNTED


def cancel_by_counts(
    node: Any, sizes: Iterable[float], slots: Mapping[Var, int], values: Sequence[Any]
) -> bool:
    """Whether the terms of a sum, of these sizes, cancel among those that differ in nothing but
    fractions and whole numbers of things counted, which have no digits to be rounded.
    """

    def is_exact(base: Any) -> bool:
        if base.is_Rational:
            return True
        value = values[slots[base]] if isinstance(base, Var) else None
        if value is None or not float(value).is_integer():
            return False
        bases = {each for each, _ in base.unit.dimension.exponents}
        return base.whole or bool(bases and bases <= COUNTED)

    alike: dict[frozenset[Any], list[float]] = {}
    for term, size in zip(terms_of(node), sizes, strict=True):
        key = frozenset(one for one in term.as_powers_dict().items() if not is_exact(one[0]))
        alike.setdefault(key, []).append(size)
    return not any(map(math.fsum, alike.values()))
