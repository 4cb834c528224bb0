"""Decimal commas in the cells of a table, as spreadsheets of many countries write them."""

from __future__ import annotations

import re
from collections.abc import Iterable

_GROUPED = re.compile(r"[1-9]\d{0,2}([.,])\d{3}")  # 1,024: thousands, or a decimal
_DECIMAL = re.compile(r"\d+,\d+")
_NUMBER = re.compile(r"(?<![\w.,])\d[\d.,]*\d(?![\d.,])")


def has_decimal_commas(cells: Iterable[str]) -> bool:
    """Whether some number in these cells has a comma that parts no thousands: 0,25.

    >>> has_decimal_commas(["0,25 USD"]), has_decimal_commas(["1,024 GB"])
    (True, False)
    """
    return any(
        _DECIMAL.fullmatch(number) and not _GROUPED.fullmatch(number)
        for cell in cells
        for number in _NUMBER.findall(cell)
    )


def doubtful_number(cell: str, commas: bool) -> str:
    """The number of a cell that may be read in two ways, empty for none; `commas` says that the
    table has decimal commas.
    """
    for number in _NUMBER.findall(cell):
        grouped = _GROUPED.fullmatch(number)
        if ("," in number and "." in number) or number.count(",") > 1 or number.count(".") > 1:
            return str(number)
        if grouped and grouped[1] == ("." if commas else ","):
            return str(number)
    return ""


def with_points(cell: str) -> str:
    """The cell with decimal points.

    >>> with_points("0,25 USD/hour")
    '0.25 USD/hour'
    """
    return _NUMBER.sub(lambda found: found[0].replace(",", "."), cell)
