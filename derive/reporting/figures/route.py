"""A route as a picture: a card for every computed value, from the first steps on the left to the
target on the right.

In a report it is the figure of one `question`, and runs from the top down to the target, which
suits a page.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from derive.errors import MissingExtra
from derive.library.questions import known_from
from derive.library.system import library_system
from derive.reporting.answers import AnswerBook
from derive.reporting.route import ComputationGraph, Stage, route_of
from derive.solving.givens import read_value

KEYS = frozenset({"question"})
# Inches: a line of text, a letter of a card's title and of its lines, a card's margin, the space
# between cards.
LINE, LETTER, SMALL_LETTER, MARGIN, GAP_ACROSS, GAP_DOWN = 0.19, 0.085, 0.066, 0.12, 0.7, 0.3
INK = {
    "given": "#1f5fa8",
    "looked up": "#2d7a33",
    "convention": "#6b6b6b",
    "default": "#a86400",
    "computed": "#222222",
    "": "#b00020",
}
# Where a value comes from is told apart in grey, too.
HAND: dict[str, dict[str, str]] = {
    "given": {"weight": "bold"},
    "convention": {"style": "italic"},
    "default": {"style": "italic", "weight": "bold"},
}


@dataclass(frozen=True)
class Card:
    """One stage with what it takes straight from the knowns; `x` and `y` are its left upper corner,
    y downwards.
    """

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

    def middle(self, down: bool = False) -> float:
        """Where arrows meet it: half way down its sides, or half way across its top."""
        return self.x + self.width / 2 if down else self.y + self.height / 2


def route_svg(route: ComputationGraph) -> bytes:
    """The picture as SVG, equal bytes for equal routes. Raises MissingExtra without matplotlib."""
    try:
        import matplotlib
    except ImportError:
        raise MissingExtra("a picture", "matplotlib", "plots") from None
    matplotlib.use("Agg")
    from matplotlib.figure import Figure

    with matplotlib.rc_context(
        {"svg.hashsalt": "derive", "svg.fonttype": "none", "font.family": "sans-serif"}
    ):
        figure = Figure()
        draw_route(figure, route)
        picture = io.BytesIO()
        figure.savefig(picture, format="svg", metadata={"Date": None})
    return picture.getvalue()


def draw(figure: Any, book: AnswerBook, spec: Mapping[str, Any]) -> None:
    """Draw the route of a question. Raises KeyError for what is missing, UnknownName for a question
    that is none.
    """
    import matplotlib as mpl

    answer = book.answer(spec["question"])
    stated = {
        library_system().find(key): value
        for key, value in known_from(book.entry(spec["question"])).items()
    }
    with mpl.rc_context({"font.family": "sans-serif"}):
        draw_route(
            figure,
            route_of(answer, {var: read_value(var, value) for var, value in stated.items()}),
            down=True,
        )


def draw_route(figure: Any, route: ComputationGraph, down: bool = False) -> None:
    """Cards, arrows between them, and what the inks mean, on a figure that becomes as large as they
    need.
    """
    cards = placed(route, down)
    width = max((card.x + card.width for card in cards), default=0.0) + GAP_DOWN
    height = max((card.y + card.height for card in cards), default=0.0) + GAP_DOWN + LINE
    figure.set_layout_engine("none")
    figure.set_size_inches(width, height)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, width)
    axes.set_ylim(height, 0)
    axes.axis("off")
    for card in cards:
        for other in cards:
            if card.stage.gives in other.stage.takes:
                _arrow(axes, card, other, down)
    for card in cards:
        _draw(axes, card, last=card.stage.gives == route.target)
    for number, (origin, ink) in enumerate(
        (origin, ink) for origin, ink in INK.items() if origin not in ("computed", "")
    ):
        axes.text(
            GAP_DOWN + 0.95 * number,
            height - LINE,
            origin,
            fontsize=7,
            color=ink,
            va="center",
            **HAND.get(origin, {}),
        )


def placed(route: ComputationGraph, down: bool = False) -> list[Card]:
    """Cards in columns from left to right, or in rows from the top down.

    Each stage stands just before the first that needs it; the cards of a column or row are centred,
    in the order of where their values go.
    """
    ranks = _columns(route)
    members = [
        [_card(route, stage) for stage in route.stages if ranks[stage] == rank]
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
            found.append(Card(card.stage, card.title, card.lines, x, y))
            along += (card.width if down else card.height) + GAP_DOWN
    return found


def _columns(route: ComputationGraph) -> dict[Stage, int]:
    """Columns counted from the right by the longest way to the target, then turned round."""
    back: dict[Stage, int] = {}
    for stage in reversed(route.stages):
        back[stage] = max(
            (back[later] + 1 for later in back if stage.gives in later.takes), default=0
        )
    most = max(back.values(), default=0)
    return {stage: most - column for stage, column in back.items()}


def _goal(card: Card, later: list[Card], down: bool) -> float:
    goals = [other.middle(down) for other in later if card.stage.gives in other.stage.takes]
    return sum(goals) / len(goals) if goals else 0.0


def _length(cards: list[Card], down: bool) -> float:
    return sum(card.width if down else card.height for card in cards) + GAP_DOWN * (len(cards) - 1)


def _card(route: ComputationGraph, stage: Stage) -> Card:
    computed = {other.gives for other in route.stages}
    leaves = [route.place(var) for var in stage.takes if var not in computed]
    lines = tuple(
        (
            f"{place.var.name} = {place.text}" if place.text else f"{place.var.name} not known",
            place.origin,
        )
        for place in leaves
    )
    gives = route.place(stage.gives)
    return Card(
        stage, f"{gives.var.name} = {gives.text}" if gives.text else f"{gives.var.name} = ?", lines
    )


def _draw(axes: Any, card: Card, last: bool) -> None:
    from matplotlib.patches import FancyBboxPatch

    frame, thickness = ("#c65d00", 1.4) if last else ("#777777", 0.8)
    rounded = "round,pad=0,rounding_size=0.06"
    axes.add_patch(
        FancyBboxPatch(
            (card.x, card.y),
            card.width,
            card.height,
            boxstyle=rounded,
            fc="white",
            ec=frame,
            lw=thickness,
            zorder=2,
        )
    )
    shared = {"va": "center", "zorder": 3}
    left, top = card.x + MARGIN, card.y + MARGIN + LINE / 2
    axes.text(left, top, card.title, fontsize=8.5, weight="bold", **shared)
    axes.text(left, top + LINE, card.by, fontsize=7, style="italic", color="#555555", **shared)
    for number, (text, origin) in enumerate(card.lines, 2):
        axes.text(
            left + 0.06,
            top + LINE * number,
            text,
            fontsize=7,
            color=INK[origin],
            **HAND.get(origin, {}),
            **shared,
        )


def _arrow(axes: Any, start: Card, end: Card, down: bool) -> None:
    style = {
        "arrowstyle": "-|>",
        "color": "#8a8a8a",
        "lw": 0.9,
        "connectionstyle": "arc3,rad=0",
        "shrinkA": 0,
        "shrinkB": 0,
    }
    if down:
        ends = (end.middle(down), end.y), (start.middle(down), start.y + start.height)
    else:
        ends = (end.x, end.middle()), (start.x + start.width, start.middle())
    axes.annotate("", xy=ends[0], xytext=ends[1], arrowprops=style, zorder=1)
