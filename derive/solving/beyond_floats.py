"""Values on the way that are too large or too small for a float."""

from __future__ import annotations

from derive.program.formula import in_sixty_digits
from derive.program.reader import NO_VALUE, Values
from derive.results.answer import Answer
from derive.solving.compilation import reader_of
from derive.solving.query import Query

_TOLD = "is too large or too small to compute with"


def is_beyond_floats(answer: Answer) -> bool:
    """Whether an answer ends at such a value."""
    return any(text.endswith(_TOLD) for text in answer.warnings)


def beyond_floats(query: Query) -> str:
    """The remark where the value of a formula of the block that failed, or a part of it, is one
    that no float holds; else empty.
    """
    failure = query.solutions.failure
    assert failure is not None
    var = query.system.structure.variables[failure.block.block.solves]
    formulas = (b.formula for b in failure.block.data.branches if b.formula is not None)
    beyond = any(_is_beyond(query, formula, failure.before.values) for formula in formulas)
    return f"{var.name}, or a part of its formula, {_TOLD}" if beyond else ""


def _is_beyond(query: Query, formula: int, values: Values) -> bool:
    """Whether a formula overflows, or is zero in floats alone and not in sixty digits."""
    try:
        if reader_of(query.system).value(formula, values):
            return False
    except OverflowError:
        return True
    except NO_VALUE:
        return False
    return bool(in_sixty_digits(reader_of(query.system), formula, values))
