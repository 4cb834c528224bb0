"""Finding for an equation that leaves something unsaid, in which a number of GPUs or of sequences
beside a bare 1, the P of (P - 1), is a pure number.
"""

from __future__ import annotations

from derive.checking.disambiguation.interpretation import Interpretation, interpret
from derive.checking.figures.worked_number import SideKind
from derive.checking.grammar.tree import adds_a_number
from derive.checking.matching.match import Match
from derive.checking.symbols.counted import without_count
from derive.checking.symbols.names import Names
from derive.checking.verdicts.bare_figures import left_unsaid
from derive.checking.verdicts.consistent import consistent
from derive.checking.verdicts.counts_as_numbers import COUNTS
from derive.checking.verdicts.finding import Finding
from derive.checking.verdicts.levels import Level
from derive.errors import UnknownWords


def unsaid(
    found: Interpretation, names: Names, position: int | None, match: Match | None
) -> Finding | None:
    """The finding for an equation that balances with what it leaves unsaid; instead of a warning
    about its figures the note on it with counts beside a bare 1 as pure numbers. None for any
    other.
    """
    finding = left_unsaid(found, names, position, match)
    doubted = finding is not None and finding.level == Level.WARNING
    if not doubted or SideKind.FIGURE not in found.kinds:
        return finding
    bare = {
        word: without_count(var, COUNTS)
        for word, var in found.reading.items()
        if any(adds_a_number(node, {word}) for node in found.statement.nodes)
    }
    other = interpret(found.passage, found.statement, {**found.reading, **bare})
    try:
        judged = consistent(other, names) if other.balances else None
    except UnknownWords:  # a letter among figures that do not agree
        return finding
    again = judged or left_unsaid(other, names, position, match)
    return again if again is not None and again.level == Level.NOTE else finding
