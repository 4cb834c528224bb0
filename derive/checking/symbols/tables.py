"""Tables of notation whose header names the columns: symbol, meaning, unit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from derive.checking.spelling.latex_names import spelt
from derive.checking.symbols.mentions import SYMBOL_NAME
from derive.checking.symbols.unit_spelling import unit_of

_HEADS = {
    "symbol": re.compile(
        r"symbols?|variables?|notation|letter|name|parameter|sign|符号|记号|变量|기호|記号",
        re.IGNORECASE,
    ),
    "unit": re.compile(
        r"units?(?: \(?si\)?)?|si units?|dimensions?|单位|單位|단위|単位", re.IGNORECASE
    ),
    "phrase": re.compile(
        r"meaning|description|definition|quantity|what(?: it is)?|explanation|stands for|denotes"
        r"|含义|含意|说明|描述|意义|定义|의미|설명|意味",
        re.IGNORECASE,
    ),
}
_RULE = re.compile(r"[\s:|+=-]+$|\s*(?:\\(?:hline|toprule|midrule|bottomrule)\s*)+$")
_SYMBOL = re.compile(rf"\$?\s*{SYMBOL_NAME}\s*\$?|`(?P<code>[A-Za-z]\w{{0,20}})`")
_LATEX_END = re.compile(r"\\\\|\\(?:hline|toprule|midrule|bottomrule)")


def table_definitions(prose: str) -> Iterator[tuple[str, str, int]]:
    """Each symbol of a table with its phrase, the unit in brackets behind it, and its position."""
    columns: dict[str, int] = {}
    width = position = 0
    for line in prose.splitlines(keepends=True):
        if not columns and "|" not in line and "&" not in line:
            position += len(line)
            continue
        cells = _cells(line)
        if len(cells) < 2 and not _RULE.match(line):
            columns = {}
        elif found := _columns(cells):
            columns, width = found, len(cells)
        elif columns and len(cells) == width:
            yield from ((*row, position) for row in _row(cells, columns))
        position += len(line)


def _cells(line: str) -> list[str]:
    text = _LATEX_END.sub(" ", line).strip()
    if "|" in text:
        text = re.sub(r"\|\s*\|", "|", text)
        return [cell.strip() for cell in text.strip("|").split("|")]
    return [cell.strip() for cell in text.split("&")] if "&" in text else []


def _columns(cells: Sequence[str]) -> dict[str, int]:
    """The columns of a header: that of the symbols and at least one more; else none."""
    found: dict[str, int] = {}
    for index, cell in enumerate(cells):
        for kind, pattern in _HEADS.items():
            if kind not in found and pattern.fullmatch(cell.strip("*_ ")):
                found[kind] = index
                break
    return found if "symbol" in found and len(found) > 1 else {}


def _row(cells: Sequence[str], columns: dict[str, int]) -> Iterator[tuple[str, str]]:
    """The symbol of a row with its phrase and unit."""
    symbol = _SYMBOL.fullmatch(cells[columns["symbol"]].strip("*"))
    if symbol is None:
        return
    phrase = cells[columns["phrase"]] if "phrase" in columns else ""
    unit = unit_of(cells[columns["unit"]]) if "unit" in columns else None
    stated = f" [{unit}]" if unit else ""
    yield spelt(symbol["name"] or symbol["code"]), f"{phrase}{stated}"
