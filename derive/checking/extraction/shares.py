"""Shares of figures in a sentence: 90% of $3.00, 1/3 of 90 s, 100% - 13.7%."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from derive.checking.extraction.sentence_pieces import SentencePiece


def with_shares(pieces: Sequence[SentencePiece]) -> list[SentencePiece]:
    """The pieces with the “of” between a share and a figure as an operator: 90% of $3, 1/3 of 90 s,
    and a % before it, or before another operator or a sign between blanks, as a unit.
    """
    made = list(pieces)
    for k in range(1, len(pieces) - 1):
        number, percent, after = pieces[k - 1 : k + 2]
        glued = percent.text == "%" and number.kind == "number" and number.end == percent.begin
        if glued and after.kind in ("operator", "sign") and percent.end < after.begin:
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
