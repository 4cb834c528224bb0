"""Tables in LaTeX: set closer where they are crowded, over pages where they are long."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from derive.rendering.document.columns import is_long, set_columns
from derive.rendering.document.decimals import missing_decimals
from derive.rendering.document.document import Document, Table, Words
from derive.rendering.document.parts import is_across, words_of

_CROWDED = r"\footnotesize\setlength{\tabcolsep}{3.5pt}"  # how a crowded table is set
_TITLE_LINES = 4  # those of a title, with the space around it and above a table
_SMALLER = 0.8  # the height of a line of a table

# Ends a page that has less room left than a length; at once, since a long table repeats its head on
# a page that begins once it has begun.
ROOM = (
    r"\providecommand{\roomfor}[1]{\par\penalty0\relax"
    r"\ifdim\dimexpr\pagetotal+#1\relax>\pagegoal\newpage\fi}"
)


def tabular(document: Document, block: Table, words: Callable[[Words], str], per_line: int) -> str:
    """The table on a page of `per_line` characters of small type, its cells written by `words`."""
    long = is_long(document, block)
    columns = set_columns(document, block, per_line)
    shares, size = columns.shares, _CROWDED if columns.crowded else r"\small"
    sides = "".join(
        side if share is None else f"p{{{share:.2f}\\linewidth}}"
        for side, share in zip(block.align, shares, strict=True)
    )
    ragged = [
        "" if share is None else r"\raggedleft " if side == "r" else r"\raggedright "
        for side, share in zip(block.align, shares, strict=True)
    ]
    headers = [words(words_of(header)) for header in block.headers]
    named = zip(ragged, headers, strict=True)
    head = masked(" & ".join(start + header for start, header in named))
    rows = [
        rf"\multicolumn{{{len(row)}}}{{l}}{{{words(row[0])}}}"
        if is_across(row)
        else " & ".join(
            start + words(cell) + (rf"\phantom{{{gap}}}" if gap else "")
            for start, cell, gap in zip(ragged, row, gaps, strict=True)
        )
        for row, gaps in zip(block.rows, missing_decimals(document, block), strict=True)
    ]
    # No page ends after the first row, before the last, or below a title.
    kept = {0, len(rows) - 2, *(k for k, row in enumerate(block.rows) if is_across(row))}
    body = [
        masked(row) + r" \tabularnewline" + ("*" if long and k in kept else "")
        for k, row in enumerate(rows)
    ]
    top = [r"\toprule", head + r" \tabularnewline", r"\midrule"]
    if long:
        start = [f"{{{size}", rf"\begin{{longtable}}{{{sides}}}", *top, r"\endhead"]
        return "\n".join([*start, *body, r"\bottomrule", r"\end{longtable}}"])
    start = [rf"\begin{{center}}{size}", rf"\begin{{tabular}}{{{sides}}}", *top]
    return "\n".join([*start, *body, r"\bottomrule", r"\end{tabular}", r"\end{center}"])


def room_for(document: Document, table: Table, per_line: int, between: int = 0) -> str:
    """The command that ends a page before a title where the first rows of the long table below it,
    which may begin a page, would not follow it, with so many lines of words `between` them; empty
    before a table that stays whole.
    """
    if not is_long(document, table):
        return ""
    opening = ceil(_SMALLER * set_columns(document, table, per_line).opening)
    lines = _TITLE_LINES + between + opening
    return rf"\roomfor{{{lines}\baselineskip}}" + "\n"


def masked(text: str) -> str:
    r"""Text after \item or the end of a row, where an opening bracket starts an option."""
    return f"{{}}{text}" if text.startswith("[") else text
