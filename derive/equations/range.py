"""Ranges: the intervals from which variables take their values."""

from __future__ import annotations

import math

from derive.display import Label


class Range(Label):
    """An interval in the variable's own unit, with its words for people and an example value.

    `bounds` are the low and the high end, then whether each is open.

    >>> Range.FRACTION.bounds, Range("[1, oo)").words
    ((0.0, 1.0, True, False), '1 or more')
    """

    POSITIVE = "(0, oo)", "above 0"
    NOT_NEGATIVE = "[0, oo)", "0 or more"
    FRACTION = "(0, 1]", "above 0, at most 1", "0.5"
    SHARE = "[0, 1)", "from 0 to below 1", "0.5"
    REAL = "(-oo, oo)", "", "0.5"
    AT_LEAST_ONE = "[1, oo)", "1 or more"
    AT_LEAST_TWO = "[2, oo)", "2 or more"
    CLOSED_SHARE = "[0, 1]", "from 0 to 1", "0.5"

    words: str
    example: str
    bounds: tuple[float, float, bool, bool]

    def __new__(cls, text: str, words: str = "", example: str = "8") -> Range:
        """The range of an interval text; see the class for the other arguments."""
        self = str.__new__(cls, text)
        self._value_ = text
        low, high = (float(end.replace("oo", "inf")) for end in text[1:-1].split(", "))
        self.bounds = low, high, text.startswith("("), text.endswith(")")
        self.words, self.example = words, example
        return self

    @property
    def bounded(self) -> bool:
        """Whether both ends are finite."""
        return all(map(math.isfinite, self.bounds[:2]))

    @property
    def sign(self) -> dict[str, bool]:
        """The sympy assumption on the sign of its values."""
        low, _, open_low, _ = self.bounds
        if low < 0:
            return {"real": True}
        return {"positive": True} if low > 0 or open_low else {"nonnegative": True}
