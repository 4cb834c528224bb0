"""The figures of a claim: the one its source states, the value found nearest to it, and the
conversions that may lie between them.
"""

from __future__ import annotations

from derive.claims import verdicts as v
from derive.claims.claim import FILE, Claim
from derive.equations.var import Var
from derive.errors import DataError
from derive.results.answer import Answer
from derive.units.text import parse_quantity


def stated_figure(claim: Claim, target: Var, text: str) -> float:
    """The figure of the source in base units; it may lie outside the range of the variable. Raises
    DataError for another unit.
    """
    quantity = parse_quantity(text)
    unit = quantity.unit
    if unit is None and not target.unit.dimension:
        return quantity.number * target.unit.factor
    if unit is None or unit.dimension != target.unit.dimension:
        raise DataError(
            FILE,
            f"claim.{claim.id}.claimed",
            f"“{text}” is not measured in {target.unit.text}, as {target.name} is",
            "Write it in that unit.",
        )
    return quantity.value


def nearest_value(answer: Answer, stated: float) -> float:
    """The value found that is nearest to the one stated: of several, or of an interval."""
    if answer.interval is not None:
        return min(max(stated, answer.interval[0]), answer.interval[1])
    return min(
        (outcome.value for outcome in answer.outcomes), key=lambda value: abs(value - stated)
    )


def conversions_of(claim: Claim, answer: Answer) -> v.Conversions:
    """Factors that the stated figure may have dropped: the usual ones, GiB for GB where there are
    bytes, the claim's own numbers of GPUs.
    """
    own = [known for known in answer.known if known.var.name in claim.given]
    gpus = {known.text: known.number for known in own if known.var.unit.text == "GPU"}
    devices = gpus | {f"1/({text})": 1 / number for text, number in gpus.items()}
    has_bytes = any(_in_bytes(var) for var in (answer.target, *(known.var for known in own)))
    binary = v.BINARY if answer.target.unit.dimension and has_bytes else {}
    return v.Conversions(v.USUAL, {**binary, **devices})


def _in_bytes(var: Var) -> bool:
    return "information" in dict(var.unit.dimension.exponents)
