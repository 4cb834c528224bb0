"""Letters that mean something else where their value is stated: T = 300 K of an entropy [S]."""

from __future__ import annotations

from derive.checking.disambiguation.interpretation import Interpretation
from derive.checking.figures.worked_number import SideKind
from derive.checking.grammar.tree import NameNode, UnitNode
from derive.checking.symbols.names import Names
from derive.checking.verdicts.said_at_hand import lines_away
from derive.units.dimension import PURE, Dimension

_FAR = 3  # lines


def another_meaning(found: Interpretation, names: Names, gap: Dimension) -> str:
    """The letter of an equation that states its value, in a unit more than a factor apart from
    that which the text gives it some lines away; "" for none.
    """
    alone = any(isinstance(side, NameNode) for side in found.statement.sides)
    valued = found.kinds.count(SideKind.SYMBOLIC) == 1
    units = {node.word for node in found.statement.nodes if isinstance(node, UnitNode)}
    if len(found.reading) != 1 or not (alone and valued) or not units.isdisjoint(names.own):
        return ""
    ((word, var),) = found.reading.items()
    said = var.unit.dimension
    if _is_a_slip(gap) and PURE not in (said, said / gap, said * gap):
        return ""
    far = lines_away(names.evidence_of(word, str(var.name)), found.passage.line) > _FAR
    return word if far else ""


def _is_a_slip(gap: Dimension) -> bool:
    """Whether two dimensions are apart by one base unit: 3 TB for 3 TB/s."""
    return [abs(power) for _, power in gap.exponents] == [1]
