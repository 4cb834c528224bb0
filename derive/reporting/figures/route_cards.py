"""Cards of a route and their positions in the picture."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from derive.display import enumeration
from derive.equations.var import Var
from derive.rendering.document.regime_words import words
from derive.reporting.route import ComputationGraph, Stage

# Inches: a line of text, a letter of a card's title and of its lines, a card's margin, the space
# between cards.
LINE, LETTER, SMALL_LETTER, MARGIN, GAP_ACROSS, GAP_DOWN = 0.19, 0.085, 0.066, 0.12, 0.7, 0.3
_MARKS, _MACRO = re.compile(r"\\mathrm|[${}_^]"), re.compile(r"\\[A-Za-z]+")


@dataclass(frozen=True)
class Card:
    """One stage, what is said of it and its known inputs; `x` and `y` are its upper left corner, y
    downwards.
    """

    stage: Stage
    title: str
    about: tuple[str, ...]
    lines: tuple[tuple[str, str], ...]
    x: float = 0.0
    y: float = 0.0

    @property
    def width(self) -> float:
        """The width of the longest line."""
        longest = max(_letters(text) for text in (*self.about, *(text for text, _ in self.lines)))
        return max(LETTER * _letters(self.title), SMALL_LETTER * longest) + 2 * MARGIN

    @property
    def height(self) -> float:
        """The height of title, what is said of it, and lines."""
        return LINE * (1 + len(self.about) + len(self.lines)) + 2 * MARGIN

    def middle(self, down: bool = False) -> float:
        """The coordinate at which arrows meet it: half way down its sides or across its top."""
        return self.x + self.width / 2 if down else self.y + self.height / 2


def placed(route: ComputationGraph, down: bool = False) -> list[Card]:
    """Cards in columns from left to right; or for the readers of a report in rows from the top
    down, variables by their symbols, relations as words.

    Each stage precedes the first that needs it; the cards of a column or row are centred, in the
    order of their targets.
    """
    ranks = _columns(route)
    members = [
        [_card(route, stage, down) for stage in route.stages if ranks[stage] == rank]
        for rank in range(max(ranks.values(), default=0) + 1)
    ]
    longest = max((_length(cards, down) for cards in members), default=0.0)
    depths = [
        max((card.height if down else card.width for card in cards), default=0.0)
        for cards in members
    ]
    found: list[Card] = []
    for rank in reversed(range(len(members))):
        depth = GAP_DOWN + sum(depths[:rank]) + rank * (GAP_DOWN if down else GAP_ACROSS)
        along = GAP_DOWN + (longest - _length(members[rank], down)) / 2
        for card in sorted(members[rank], key=lambda card: _goal(card, found, down)):
            x, y = (along, depth) if down else (depth, along)
            found.append(replace(card, x=x, y=y))
            along += (card.width if down else card.height) + GAP_DOWN
    return found


def _columns(route: ComputationGraph) -> dict[Stage, int]:
    """Columns by the longest path to the target, the target's last."""
    back: dict[Stage, int] = {}
    for stage in reversed(route.stages):
        back[stage] = max(
            (back[later] + 1 for later in back if stage.gives in later.takes), default=0
        )
    most = max(back.values(), default=0)
    return {stage: most - column for stage, column in back.items()}


def _goal(card: Card, later: list[Card], down: bool) -> float:
    """The mean position of the cards that need the value of a card."""
    goals = [other.middle(down) for other in later if card.stage.gives in other.stage.takes]
    return sum(goals) / len(goals) if goals else 0.0


def _length(cards: list[Card], down: bool) -> float:
    return sum(card.width if down else card.height for card in cards) + GAP_DOWN * (len(cards) - 1)


def _card(route: ComputationGraph, stage: Stage, read: bool) -> Card:
    computed = {other.gives for other in route.stages}
    inputs = [route.place(var) for var in stage.takes if var not in computed]
    lines = tuple(
        (
            f"{_shown(node.var, read)} {f'= {node.text}' if node.text else 'not known'}",
            node.origin,
        )
        for node in inputs
    )
    gives = route.place(stage.gives)
    by = f"by {enumeration([*map(words, stage.relations)] if read else stage.relations)}"
    about = (gives.var.meaning, by) if read else (by,)
    title = f"{_shown(gives.var, read)} = {gives.text or '?'}"
    return Card(stage, title, tuple(filter(None, about)), lines)


def _shown(var: Var, read: bool) -> str:
    """A variable by its name, or for readers its symbol."""
    return f"${var.tex}$" if read else var.name


def _letters(text: str) -> int:
    """The letters of a text that are seen, without the marks of its symbols."""
    return len(_MACRO.sub("x", _MARKS.sub("", text)))
