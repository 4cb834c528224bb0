"""FigureAgreement of two figures: how nearly they agree, by the digits that are written."""

from __future__ import annotations

from derive.checking.figures.worked_number import WorkedNumber
from derive.display import Label
from derive.units.multipliers import COUNTED

_ROUGHLY, _FAR, _MOST_UP = 0.10, 0.25, 0.5
_EXACTLY = 1e-9
_MANY_DIGITS = 3


class FigureAgreement(Label):
    """Kinds of agreement of two figures, the best first."""

    EQUAL = "equal"
    UNIT_LEFT_OUT = "equal in the unit of the other"
    CONVERTED = "equal without bare numbers that only convert the units"
    CUT = "cut"
    OTHER_PREFIX = "equal but for a power of 1024/1000"
    OTHER_MULTIPLE = "equal in another multiple of the unit"
    COARSELY_CUT = "coarsely cut"
    OPERANDS_ROUNDED = "equal within the rounding of what is computed with"
    FAR_OFF = "nearly"
    NONE = "different"

    @property
    def place(self) -> int:
        """The place among the kinds, that of the best being 0."""
        return _PLACES[self]


_PLACES = {kind: place for place, kind in enumerate(FigureAgreement)}

TO_THE_DIGIT = (FigureAgreement.EQUAL, FigureAgreement.CUT)
AS_COMPUTED = (  # in the unit of one of them, from numbers that are rounded
    FigureAgreement.EQUAL,
    FigureAgreement.UNIT_LEFT_OUT,
    FigureAgreement.CUT,
    FigureAgreement.OPERANDS_ROUNDED,
)


def agreement(value: float, written: WorkedNumber, sign: str) -> FigureAgreement:
    """The agreement of a computed value (in base units) with a written figure.

    Half a unit of the last digit is rounding; below a whole unit a digit is cut, and what is
    measured is rounded up from half of it at least. “≈” allows a tenth, and up to a quarter it is
    nearly so; beside a zero it allows less than a unit of its last digit.
    """
    off, size = abs(value - written.value), max(abs(value), abs(written.value))
    slack = _EXACTLY * size
    place = 2 * written.tolerance
    if abs(value) < abs(written.value) and not _is_a_count(written):
        place = min(place, _MOST_UP * abs(written.value))  # 50 GB are no 1 TB
    if sign == "≈":
        place = place or written.place_of_zero
        if off <= max(_ROUGHLY * size, place) + slack:
            return FigureAgreement.EQUAL
        return FigureAgreement.FAR_OFF if off <= _FAR * size + slack else FigureAgreement.NONE
    if off <= written.tolerance + slack:
        return FigureAgreement.EQUAL
    if off < place - slack:
        return (
            FigureAgreement.CUT if written.digits >= _MANY_DIGITS else FigureAgreement.COARSELY_CUT
        )
    return FigureAgreement.NONE


def _is_a_count(figure: WorkedNumber) -> bool:
    """Whether a figure counts things, of which a part takes a whole one: 6, not 1B."""
    whole = abs(figure.value) >= 1 and 2 * figure.tolerance <= 1
    return whole and all(base in COUNTED for base, _ in figure.dimension.exponents)
