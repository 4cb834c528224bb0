"""Labels of curves where nothing passes behind them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

# Offset in points and alignment of a label above or below a point, to one side of it.
ABOVE = (-6, 6), "right", "bottom"
BELOW = (8, -10), "left", "top"
_CORNERS = (ABOVE, BELOW, ((6, 6), "left", "bottom"), ((-8, -10), "right", "top"))
_STEPS = 24  # places along a curve that are tried
_ROOM = 1.5  # pixels around a label


@dataclass(frozen=True, slots=True)
class CurveLabel:
    """The label of a curve, the points along it, and where on it the label is wanted (0 to 1)."""

    text: Any
    points: Sequence[tuple[float, float]]
    place: float


def set_free(figure: Any, axes: Any, labels: Sequence[CurveLabel]) -> None:
    """Move each label that lies on a line or on another label to the nearest place along its curve
    where it does not; one without such a place stays.
    """
    figure.draw_without_rendering()
    for label in labels:
        if _is_free(axes, label.text):
            continue
        stated = label.text.xy, label.text.xyann, label.text.get_ha(), label.text.get_va()
        if not any(_is_free(axes, label.text) for _ in _tried(label)):
            _set(label.text, *stated)


def _tried(label: CurveLabel) -> Iterator[None]:
    """Set the label at one place after the other, the nearest first."""
    wanted = label.place
    for place in sorted((k / _STEPS for k in range(_STEPS + 1)), key=lambda at: abs(at - wanted)):
        point = label.points[int((len(label.points) - 1) * place)]
        for corner in _CORNERS:
            _set(label.text, point, *corner)
            yield


def _set(text: Any, point: Any, offset: Any, across: str, up: str) -> None:
    text.xy, text.xyann = point, offset
    text.set(ha=across, va=up)


def _is_free(axes: Any, text: Any) -> bool:
    """Whether a label is within the axes and no line or other label is behind it."""
    from matplotlib.path import Path

    box = text.get_window_extent().padded(_ROOM)
    whole = axes.get_window_extent()
    if not (whole.contains(box.x0, box.y0) and whole.contains(box.x1, box.y1)):
        return False
    others = (other for other in axes.texts if other is not text and other.get_text())
    if any(box.overlaps(other.get_window_extent()) for other in others):
        return False
    paths = (line.get_transform().transform(line.get_xydata()) for line in axes.lines)
    return not any(
        Path(path).intersects_bbox(box, filled=False) or box.contains(*path[0]) for path in paths
    )
