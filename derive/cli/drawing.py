"""A route as a picture: a card for every computed value, from the first steps on the left to the target on the right."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any

from derive.cli.route import Route, Stage
from derive.errors import MissingExtra

# Inches: a line of text, a letter of a card's title and of its lines, a card's margin, the space between cards.
LINE, LETTER, SMALL_LETTER, MARGIN, GAP_ACROSS, GAP_DOWN = 0.19, 0.085, 0.062, 0.12, 0.7, 0.3
INK = {"given": "#1f5fa8", "looked up": "#2d7a33", "convention": "#6b6b6b", "default": "#a86400", "computed": "#222222", "": "#b00020"}


@dataclass(frozen=True)
class Card:
    """One stage with what it takes straight from the knowns; `x` and `y` are its left upper corner, y downwards."""

    stage: Stage
    title: str
    lines: tuple[tuple[str, str], ...]
    x: float = 0.0
    y: float = 0.0

    @property
    def by(self) -> str:
        """The relations that give the value."""
        return f"by {' and '.join(self.stage.relations)}"

    @property
    def width(self) -> float:
        """Room for the longest line."""
        longest = max(len(text) for text in (self.by, *(text for text, _ in self.lines)))
        return max(LETTER * len(self.title), SMALL_LETTER * longest) + 2 * MARGIN

    @property
    def height(self) -> float:
        """Room for title, relations and lines."""
        return LINE * (2 + len(self.lines)) + 2 * MARGIN

    @property
    def middle(self) -> float:
        """Where arrows meet it."""
        return self.y + self.height / 2


def route_svg(route: Route) -> bytes:
    """The picture as SVG, equal bytes for equal routes. Raises MissingExtra without matplotlib."""
    try:
        import matplotlib
    except ImportError:
        raise MissingExtra("a picture", "matplotlib", "plots") from None
    matplotlib.use("Agg")
    from matplotlib.figure import Figure

    cards = placed(route)
    width = max((card.x + card.width for card in cards), default=0.0) + GAP_DOWN
    height = max((card.y + card.height for card in cards), default=0.0) + GAP_DOWN + LINE
    with matplotlib.rc_context({"svg.hashsalt": "derive", "svg.fonttype": "none", "font.family": "sans-serif"}):
        figure = Figure(figsize=(width, height))
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_xlim(0, width)
        axes.set_ylim(height, 0)
        axes.axis("off")
        for card in cards:
            for other in cards:
                if card.stage.gives in other.stage.takes:
                    _arrow(axes, card, other)
        for card in cards:
            _draw(axes, card, last=card.stage.gives == route.target)
        for number, (origin, ink) in enumerate((origin, ink) for origin, ink in INK.items() if origin not in ("computed", "")):
            axes.text(GAP_DOWN + 0.95 * number, height - LINE, origin, fontsize=7, color=ink, va="center")
        picture = io.BytesIO()
        figure.savefig(picture, format="svg", metadata={"Date": None})
    return picture.getvalue()


def placed(route: Route) -> list[Card]:
    """Cards in columns: each stage just left of the first that needs it, columns centred and ordered by where their values go."""
    columns = _columns(route)
    members = [[_card(route, stage) for stage in route.stages if columns[stage] == column] for column in range(max(columns.values(), default=0) + 1)]
    tallest = max((_height(cards) for cards in members), default=0.0)
    widths = [max((card.width for card in cards), default=0.0) for cards in members]
    found: list[Card] = []
    for column in reversed(range(len(members))):
        x, y = GAP_DOWN + sum(widths[:column]) + column * GAP_ACROSS, GAP_DOWN + (tallest - _height(members[column])) / 2
        for card in sorted(members[column], key=lambda card: _goal(card, found)):
            found.append(Card(card.stage, card.title, card.lines, x, y))
            y += card.height + GAP_DOWN
    return found


def _columns(route: Route) -> dict[Stage, int]:
    """Columns counted from the right by the longest way to the target, then turned round."""
    back: dict[Stage, int] = {}
    for stage in reversed(route.stages):
        back[stage] = max((back[later] + 1 for later in back if stage.gives in later.takes), default=0)
    most = max(back.values(), default=0)
    return {stage: most - column for stage, column in back.items()}


def _goal(card: Card, later: list[Card]) -> float:
    goals = [other.middle for other in later if card.stage.gives in other.stage.takes]
    return sum(goals) / len(goals) if goals else 0.0


def _height(cards: list[Card]) -> float:
    return sum(card.height for card in cards) + GAP_DOWN * (len(cards) - 1)


def _card(route: Route, stage: Stage) -> Card:
    computed = {other.gives for other in route.stages}
    leaves = [route.place(var) for var in stage.takes if var not in computed]
    lines = tuple((f"{place.var.name} = {place.text}" if place.text else f"{place.var.name} not known", place.origin) for place in leaves)
    gives = route.place(stage.gives)
    return Card(stage, f"{gives.var.name} = {gives.text}" if gives.text else f"{gives.var.name} = ?", lines)


def _draw(axes: Any, card: Card, last: bool) -> None:
    from matplotlib.patches import FancyBboxPatch

    frame, thickness = ("#c65d00", 1.4) if last else ("#777777", 0.8)
    rounded = "round,pad=0,rounding_size=0.06"
    axes.add_patch(FancyBboxPatch((card.x, card.y), card.width, card.height, boxstyle=rounded, fc="white", ec=frame, lw=thickness, zorder=2))
    shared = {"va": "center", "zorder": 3}
    left, top = card.x + MARGIN, card.y + MARGIN + LINE / 2
    axes.text(left, top, card.title, fontsize=8.5, weight="bold", **shared)
    axes.text(left, top + LINE, card.by, fontsize=7, style="italic", color="#555555", **shared)
    for number, (text, origin) in enumerate(card.lines, 2):
        axes.text(left + 0.06, top + LINE * number, text, fontsize=7, color=INK[origin], **shared)


def _arrow(axes: Any, start: Card, end: Card) -> None:
    style = {"arrowstyle": "-|>", "color": "#8a8a8a", "lw": 0.9, "connectionstyle": "arc3,rad=0", "shrinkA": 0, "shrinkB": 0}
    axes.annotate("", xy=(end.x, end.middle), xytext=(start.x + start.width, start.middle), arrowprops=style, zorder=1)
