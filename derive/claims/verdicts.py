"""Verdicts on claimed figures.

*Holds*: within half a unit of the last digit printed (a range: between its ends). *Rounded*: within
10 %. *Hides a factor*: the ratio is, within 2 %, a product of at most two conversions. Else
*wrong*.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations_with_replacement

from derive.display import Label
from derive.units.display import format_number
from derive.units.lexer import tokens


class ClaimVerdict(Label):
    """Verdict on a claim."""

    HOLDS = "holds"
    ROUNDED = "rounded"
    HIDES = "hides a factor"
    DIMENSION = "wrong dimension"
    CONTRADICTION = "contradiction"
    UNDERDETERMINED = "under-determined"
    UNREACHABLE = "unreachable"
    DIRECTION = "direction"
    WRONG = "wrong"
    NOT_CHECKABLE = "not checkable"


ROUNDING = 0.10
FACTOR_TOLERANCE = 0.02
_ROUNDING_OFF = 1e-9
_NOTHING = 1e-12


@dataclass(frozen=True, slots=True)
class Conversions:
    """Conversions that prose drops, by name: `any` up to twice in a figure, `once` (bytes in GiB,
    numbers of GPUs) at most once.
    """

    any: Mapping[str, float] = field(default_factory=dict)
    once: Mapping[str, float] = field(default_factory=dict)

    def products(self) -> list[tuple[str, float]]:
        """Every product of one or two conversions with its text, the simplest first."""
        known = {**self.any, **self.once}
        singles: list[tuple[str, ...]] = [(name,) for name in known]
        pairs: list[tuple[str, ...]] = [
            pair
            for pair in combinations_with_replacement(known, 2)
            if not set(self.once).issuperset(pair)
        ]
        plainest = sorted(
            singles + pairs,
            key=lambda names: (len(names), sum(abs(math.log(known[name])) for name in names)),
        )
        return [(" · ".join(names), math.prod(known[name] for name in names)) for names in plainest]


# A multiply-add counted once, bytes per parameter (1/2, 1, 2, 4), bits for bytes, the 3 of a
# training step.
USUAL = {"2": 2.0, "1/2": 0.5, "8": 8.0, "1/8": 0.125, "3": 3.0, "1/3": 1 / 3}
BINARY = {"GiB/GB": 2**30 / 1e9, "GB/GiB": 1e9 / 2**30}
CONVERSIONS = Conversions(USUAL, BINARY)


def judge_figure(
    found: float, claimed: float, half_digit: float, conversions: Conversions = CONVERSIONS
) -> tuple[ClaimVerdict, str]:
    """The verdict on one figure, and the reason; `half_digit` is relative, `conversions` are those
    it may have dropped.
    """
    if abs(found - claimed) < half_digit * abs(claimed) * (1 - _ROUNDING_OFF) or math.isclose(
        found, claimed, rel_tol=_ROUNDING_OFF, abs_tol=_NOTHING
    ):
        return ClaimVerdict.HOLDS, "within half a unit of the last digit printed"
    if abs(found - claimed) <= ROUNDING * abs(claimed):
        return ClaimVerdict.ROUNDED, f"off by {format_number(100 * abs(claimed / found - 1), 2)} %"
    return _beyond(found / claimed if claimed else math.inf, "what is claimed", conversions)


def judge_range(
    found: float, low: float, high: float, conversions: Conversions = CONVERSIONS
) -> tuple[ClaimVerdict, str]:
    """The verdict on a claimed range with exact ends, and the reason."""
    if low * (1 - _ROUNDING_OFF) <= found <= high * (1 + _ROUNDING_OFF):
        return ClaimVerdict.HOLDS, "inside the range claimed"
    if low * (1 - ROUNDING) <= found <= high * (1 + ROUNDING):
        return ClaimVerdict.ROUNDED, "just outside the range claimed"
    return _beyond(
        found / (high if found > high else low), "the nearer end of what is claimed", conversions
    )


def _beyond(ratio: float, reference: str, conversions: Conversions) -> tuple[ClaimVerdict, str]:
    factor = hidden_factor(ratio, conversions)
    if factor:
        return ClaimVerdict.HIDES, f"the engine finds {factor} times {reference}"
    return ClaimVerdict.WRONG, f"the engine finds {format_number(ratio, 3)} times {reference}"


def hidden_factor(ratio: float, conversions: Conversions = CONVERSIONS) -> str:
    """The product of at most two conversions equal to a ratio within 2 %, as text; empty if there
    is none.
    """
    for text, product in conversions.products():
        if abs(product - 1) > ROUNDING and abs(ratio / product - 1) <= FACTOR_TOLERANCE:
            return text
    return ""


def half_unit(text: str) -> float:
    """Half a unit of the last digit printed, relative: 2,400 is good to 0.02 %, 1.7 to 3 %, 2 to 25
    %.
    """
    number = next(token.text for token in tokens(text) if token.kind == "number")
    mantissa = number.replace(",", "").replace("_", "").lower().partition("e")[0]
    digits = float(mantissa.replace(".", ""))
    return 0.5 / digits if digits else 0.0
