"""Values on the way that are too large or too small for a float."""

from __future__ import annotations

from derive.program.data import ProgramBranch
from derive.program.formula import formula_value, in_sixty_digits
from derive.program.reader import NO_VALUE, Values
from derive.results.answer import Answer
from derive.solving.compilation import reader_of
from derive.solving.query import Query

_LAST_DIGITS = 1e-12  # relative
_STEADY = 1e-3  # relative change of a value by those of its givens
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
    branches = (b for b in failure.block.data.branches if b.formula is not None)
    beyond = any(_is_beyond(query, branch, failure.before.values) for branch in branches)
    return f"{var.name}, or a part of its formula, {_TOLD}" if beyond else ""


def _is_beyond(query: Query, branch: ProgramBranch, values: Values) -> bool:
    """Whether a formula overflows, or is zero in floats alone: in sixty digits it has a value that
    the last digits of what it is computed from do not decide.
    """
    reader, formula = reader_of(query.system), branch.formula
    assert formula is not None
    try:
        reader.value(formula, values)
    except OverflowError:
        return True
    except NO_VALUE:
        return False
    if formula_value(reader, branch, values) != 0.0:
        return False
    found = in_sixty_digits(reader, formula, values)
    shares = (1.0 + _LAST_DIGITS * k for k in range(len(values)))
    moved = [None if x is None else x * share for x, share in zip(values, shares, strict=True)]
    other = in_sixty_digits(reader, formula, moved)
    return bool(abs(other - found) < _STEADY * abs(found))
