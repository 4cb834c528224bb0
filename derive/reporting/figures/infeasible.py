"""Infeasible points of a sweep's figure: a dotted line, or hatches on a map and on bars."""

from __future__ import annotations

from typing import Any

import numpy as np

from derive.reporting.figures.style import HATCHES, QUIET
from derive.results.status import Status
from derive.results.sweep import STATUSES, Column

_WORD = "infeasible"


def infeasible(column: Column) -> Any:
    """Whether each point has a value that a constraint excludes, as an array of booleans."""
    return np.asarray(column.status) == STATUSES.index(Status.INFEASIBLE)


def feasible_part(axes: Any, x: Any, y: Any, excluded: Any, colour: str = QUIET) -> Any:
    """The values of a line with nan at its excluded points, through which a dotted line goes."""
    if not excluded.any():
        return y
    near = excluded.copy()  # from the last feasible point on, without a gap
    near[:-1] |= excluded[1:]
    near[1:] |= excluded[:-1]
    axes.plot(x, np.where(near, y, np.nan), ":", color=colour, linewidth=1.4, label=_label(axes))
    return np.where(excluded, np.nan, y)


def _label(axes: Any) -> str:
    """The word for dotted lines in the legend, once."""
    told = {line.get_label() for line in axes.get_lines()}
    return f"_{_WORD}" if _WORD in told else _WORD


def hatch(axes: Any, x: Any, y: Any, excluded: Any) -> None:
    """Hatches over the excluded points of a map, which a legend explains."""
    if not excluded.any() or min(excluded.shape) < 2:
        return
    from matplotlib.patches import Patch

    levels = [0.5, 1.5]
    axes.contourf(
        x, y, excluded.T.astype(float), levels=levels, colors="none", hatches=[HATCHES[1]]
    )
    patch = Patch(facecolor="none", edgecolor=QUIET, hatch=HATCHES[1], label=_WORD)
    _explained(axes, patch)


def hatch_bars(axes: Any, bars: Any, excluded: Any) -> None:
    """Hatches in place of the colour of the excluded bars, which a legend explains."""
    told = [bar for bar, out in zip(bars, excluded, strict=True) if out]
    for bar in told:
        bar.set(facecolor="none", edgecolor=QUIET, hatch=HATCHES[1], label=_WORD)
    if told:
        _explained(axes, told[0])


def _explained(axes: Any, patch: Any) -> None:
    """The legend of one patch above the axes."""
    axes.legend(handles=[patch], loc="lower left", bbox_to_anchor=(0, 1.0), frameon=False)
