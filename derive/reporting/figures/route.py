"""Route as a picture: a card for every computed value, from the first on the left to the target.

In a report it is the figure of one `question`, runs from the top down, and shows variables by
symbol and meaning.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from derive.library.catalogue.table import Field
from derive.reporting.answers import AnswerBook
from derive.reporting.figures.route_cards import GAP_DOWN, LINE, MARGIN, Card, placed
from derive.reporting.figures.style import matplotlib_for, required, saved
from derive.reporting.route import ComputationGraph, route_of
from derive.solving.givens import read_value

INK = {
    "given": "#1f5fa8",
    "looked up": "#2d7a33",
    "convention": "#6b6b6b",
    "default": "#a86400",
    "computed": "#222222",
    "": "#b00020",
}
# Origins differ in type as well as in colour, for print in grey.
HAND: dict[str, dict[str, str]] = {
    "given": {"weight": "bold"},
    "convention": {"style": "italic"},
    "default": {"style": "italic", "weight": "bold"},
}


def route_svg(route: ComputationGraph) -> bytes:
    """The picture as SVG, equal bytes for equal routes. Raises MissingExtra without matplotlib."""
    matplotlib = matplotlib_for("a picture")
    style = {"svg.hashsalt": "derive", "svg.fonttype": "none", "font.family": "sans-serif"}
    with matplotlib.rc_context(style):
        figure = matplotlib.figure.Figure()
        draw_route(figure, route)
        return saved(figure, "svg")


def fields() -> list[Field]:
    """The keys of a figure of this kind."""
    return [required("question")]


def draw(figure: Any, book: AnswerBook, spec: Mapping[str, Any]) -> None:
    """Draw the route of a question. Raises UnknownName for an unknown question."""
    question = spec["question"]
    given = {var: read_value(var, value) for var, value in book.stated(question).items()}
    route = route_of(book.answer(question), given)
    with matplotlib_for("a picture").rc_context({"font.family": "sans-serif"}):
        draw_route(figure, route, down=True)


def draw_route(figure: Any, route: ComputationGraph, down: bool = False) -> None:
    """Draw cards, arrows and the legend of colours on a figure, which takes their size."""
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
    for number, origin in enumerate(origin for origin in INK if origin not in ("computed", "")):
        x, y = GAP_DOWN + 0.95 * number, height - LINE
        axes.text(x, y, origin, fontsize=7, va="center", **_look(origin))


def _look(origin: str) -> dict[str, str]:
    return {"color": INK[origin], **HAND.get(origin, {})}


def _draw(axes: Any, card: Card, last: bool) -> None:
    from matplotlib.patches import FancyBboxPatch

    frame, thickness = ("#c65d00", 1.4) if last else ("#777777", 0.8)
    rounded = "round,pad=0,rounding_size=0.06"
    look: dict[str, Any] = {
        "boxstyle": rounded,
        "fc": "white",
        "ec": frame,
        "lw": thickness,
        "zorder": 2,
    }
    axes.add_patch(FancyBboxPatch((card.x, card.y), card.width, card.height, **look))
    shared = {"va": "center", "zorder": 3}
    left, top = card.x + MARGIN, card.y + MARGIN + LINE / 2
    axes.text(left, top, card.title, fontsize=8.5, weight="bold", **shared)
    about = {"fontsize": 7, "style": "italic", "color": "#555555"}
    for number, text in enumerate(card.about, 1):
        axes.text(left, top + LINE * number, text, **about, **shared)
    for number, (text, origin) in enumerate(card.lines, 1 + len(card.about)):
        axes.text(left + 0.06, top + LINE * number, text, fontsize=7, **_look(origin), **shared)


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
