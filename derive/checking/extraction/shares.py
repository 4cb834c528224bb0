"""Shares of figures in a sentence: 90% of $3.00, 1/3 of 90 s, 100% - 13.7%."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from derive.checking.extraction.sentence_pieces import SentencePiece

_TIMES = {"*", "×", "·", "⋅", "/", "÷", "x"}


def with_shares(pieces: Sequence[SentencePiece]) -> list[SentencePiece]:
    """The pieces with the “of” between a share and a figure as an operator: 90% of $3, 1/3 of 90 s,
    and a % before it, or before another operator or a sign between blanks, as a unit; not where an
    amount stands for the share: 10% + 5% = 24 + 12.
    """
    made = list(pieces)
    for k in range(1, len(pieces) - 1):
        number, percent, after = pieces[k - 1 : k + 2]
        glued = percent.text == "%" and number.kind == "number" and number.end == percent.begin
        computed = after.kind == "operator" or (after.kind == "sign" and _goes_on(pieces, k))
        if glued and computed and percent.end < after.begin:
            made[k] = replace(percent, kind="unit")
    for k in range(2, len(pieces) - 1):
        bar, below, of, figure = pieces[k - 2 : k + 2]
        if of.text != "of" or figure.kind != "number":
            continue
        if below.text == "%" and bar.kind == "number" and bar.end == below.begin:
            made[k - 1] = replace(below, kind="unit")
            made[k] = replace(of, kind="operator")
        elif bar.text == "/" and bar.end == below.begin and below.kind == "number":
            made[k] = replace(of, kind="operator")
    return made


def _goes_on(pieces: Sequence[SentencePiece], percent: int) -> bool:
    """Whether a share before a sign is a factor, $100 × 15% = $15, or is set equal to a share."""
    factor = percent > 1 and pieces[percent - 2].text in _TIMES
    return factor or [piece.text for piece in pieces[percent + 3 : percent + 4]] == ["%"]
