"""Attributes of the columns of tables in HTML: their widths, and their headers for narrow pages."""

from __future__ import annotations

from derive.rendering.document.columns import (
    least_width,
    paragraph_shares,
    shared_widths,
    text_weights,
)
from derive.rendering.document.document import Document, Table
from derive.rendering.document.inline_writer import plain_words
from derive.rendering.document.parts import words_of
from derive.rendering.formats.html_prose import escape

_MANY = 5  # columns that do not fit side by side on a narrow screen
_MANY_LONG = 4  # those of long texts
_SHORT = 28  # characters of a cell that is kept on one line beside long texts
_ACROSS = 44  # characters of a table across a narrow screen


def widths(document: Document, block: Table) -> list[str]:
    """The width of each column as an attribute of its header: columns of long texts share what the
    others, which have the width of their words, leave, by all of their text.
    """
    flowing, weights = paragraph_shares(document, block), text_weights(document, block)
    shares = [weight if share else 0 for share, weight in zip(flowing, weights, strict=True)]
    whole = sum(share for share, side in zip(shares, block.align, strict=True) if side == "l")
    return [
        f' style="width: {100 * share / whole:.0f}%"' if share and side == "l" else ""
        for share, side in zip(shares, block.align, strict=True)
    ]


def kept_whole(document: Document, block: Table) -> list[bool]:
    """Whether the cells of each column stay on one line: those of short texts beside columns of
    long ones, which would else leave them the width of a word.
    """
    flowing = paragraph_shares(document, block)
    return [
        any(flowing)
        and share is None
        and side == "l"
        and all(len(plain_words(document, row[k])) <= _SHORT for row in block.rows)
        for k, (share, side) in enumerate(zip(flowing, block.align, strict=True))
    ]


def labels(document: Document, block: Table) -> list[str]:
    """The header of each column as an attribute of its cells, by which a narrow page sets a table
    of many or broad columns row by row; none where they fit.
    """
    shared = any(column.share for column in shared_widths(document, block))
    few = len(block.headers) < (_MANY_LONG if shared else _MANY)
    if few and least_width(document, block) <= _ACROSS:
        return [""] * len(block.headers)
    texts = [plain_words(document, words_of(header)) for header in block.headers]
    return [f' data-label="{escape(text)}"' if text else "" for text in texts]
