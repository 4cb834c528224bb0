"""Numeric roots of a residual within a range: a logarithmic scan, refined by bisection."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from derive.program.grid import grid
from derive.program.steps import BESIDE, NEXT, Steps

Point = tuple[float, float | None]

GOLDEN = 0.5 * (math.sqrt(5.0) - 1.0)
_TOWARDS_AN_EDGE = (1e-6, 1e-3, 0.01, 0.03, 0.1, 0.2, 0.35, 0.5, 0.75)
_FEW = 16  # ends of jumps towards which there are such points, too
_NOISE = 1e-13  # two neighbours below it are no crossing: the sides agree over an interval
_NEARBY = (1e-9, 1e-6, 1e-3, 0.03)  # relative distances of the ends between which a root has moved
_LEVEL = 0.9  # the part of a residual that its fall within a bracket must leave
_BEFORE_AN_END = 1e-8  # relative: where a root of the distance to an end is told from its value
_AT_AN_END = 1e-11  # what is left of a residual there is noise
_AROUND = 1e-4  # of a root that two sides touch in: how far off the residual is more than noise


def roots(
    residual: Callable[[float], float], low: float, high: float, steps: Steps | None = None
) -> list[float]:
    """Every sign change of `residual` on the grid, bisected, except jumps and intervals over which
    it vanishes.

    The grid is refined at extrema of the residual, at ends of its domain, and on both sides of
    where the `steps`, whole numbers in it and signs of what it is divided by, jump.
    """
    places = grid(low, high)
    if steps is not None:
        jumps = steps.jumps(low, high)
        places = sorted({*places, *jumps, *_beside(places, jumps)})
    points = _refined(residual, [(x, _safe(residual, x)) for x in places])
    found: list[float] = []
    for k, (x, value) in enumerate(points):
        before = points[k - 1][1] if k else None
        after = points[k + 1][1] if k + 1 < len(points) else None
        if value is None:
            continue
        if abs(value) < _NOISE:
            if not any(near is not None and abs(near) < _NOISE for near in (before, after)):
                found.append(_touched(residual, x))
        elif before is not None and abs(before) >= _NOISE and before * value < 0:
            root = _bisect(residual, points[k - 1][0], x, before)
            at_jump = steps and steps.jump_at(root) and not _goes_through(residual, root)
            at_root = None if at_jump else _safe(residual, root)
            if at_root is not None and (abs(at_root) < 1e-9 or _is_steep(residual, root)):
                found.append(root)
    return found


def _beside(places: Sequence[float], jumps: Sequence[float]) -> Iterator[float]:
    """Points towards a few jumps from the places around them: a residual may turn before a pole."""
    for ends in zip(jumps[::2], jumps[1::2], strict=True) if len(jumps) <= _FEW else ():
        lower = max((x for x in places if x < ends[0]), default=ends[0])
        upper = min((x for x in places if x > ends[1]), default=ends[1])
        for end, far in zip(ends, (lower, upper), strict=True):
            yield from (end + share * (far - end) for share in _TOWARDS_AN_EDGE)


def roots_beside(residual: Callable[[float], float], before: Sequence[float]) -> list[float] | None:
    """The root beside each of those `before`, of nearly the same residual; None where one is not
    found there.
    """
    found: list[float] = []
    for x in before:
        for ends in ((x * (1.0 - by), x * (1.0 + by)) for by in _NEARBY):
            at_ends = [_safe(residual, end) for end in ends]
            if at_ends[0] is not None and at_ends[1] is not None and at_ends[0] * at_ends[1] < 0.0:
                root = _bisect(residual, *ends, at_ends[0])
                left = _safe(residual, root)
                found += [root] if left is not None and abs(left) < 1e-9 else []
                break
    return found if len(found) == len(before) else None


def _touched(residual: Callable[[float], float], x: float) -> float:
    """A root found at a point: where the residual keeps its sign there, it is noise over half of
    the digits, and the root is the vertex of parabolas beside it, in the limit of narrow ones.
    """
    wide, narrow = (_vertex(residual, x, by * abs(x)) for by in (2 * _AROUND, _AROUND))
    if wide is None or narrow is None:
        return x
    value = _safe(residual, root := narrow + (narrow - wide) / 3)
    return x if value is None or abs(value) >= _NOISE else root


def _vertex(residual: Callable[[float], float], x: float, step: float) -> float | None:
    """The vertex of the parabola through points at and beside a root; None if it crosses zero."""
    before, at, after = (_safe(residual, x + side * step) for side in (-1, 0, 1))
    if before is None or at is None or after is None or before * after <= 0:
        return None
    curvature = after - 2 * at + before
    return x - 0.5 * step * (after - before) / curvature if curvature else None


def _goes_through(residual: Callable[[float], float], root: float) -> bool:
    """Whether a residual is next to nothing on both sides of where it changes its sign."""
    before, after = (_safe(residual, root * (1 + side * BESIDE)) or math.inf for side in (-4, 4))
    return before * after < 0 and max(abs(before), abs(after)) < 1e-9


def _is_steep(residual: Callable[[float], float], root: float) -> bool:
    """Whether a residual that is far from zero at a change of sign still falls towards it from
    both sides, as at a jump it does not: between two floats it may change much.
    """
    for side in (-1, 1):
        near, far = (_safe(residual, root * (1 + side * by)) for by in (BESIDE, 16 * BESIDE))
        if near is None or far is None or 4 * abs(near) >= abs(far):
            return False
    return True


def _refined(residual: Callable[[float], float], points: list[Point]) -> list[Point]:
    """The points with further ones at ends of the domain and where the residual is nearest to zero
    between them.
    """
    made: list[Point] = []
    for k, (x, value) in enumerate(points):
        if k and (value is None) != (points[k - 1][1] is None):
            made.extend(_edge(residual, points[k - 1], (x, value)))
        made.append((x, value))
        if value is not None and abs(value) < _NOISE:  # another root may lie near a grid point
            near = sorted({x * (1 - 1e-5), x, x * (1 + 1e-5)})
            made[-1:] = [(t, _safe(residual, t)) for t in near]
        if 0 < k < len(points) - 1:
            (a, before), (b, after) = points[k - 1], points[k + 1]
            if _turns(before, value, after):
                nearest = _nearest(residual, (a, before), (b, after))
                made.append(nearest) if nearest[0] > x else made.insert(-1, nearest)
    return made


def _turns(before: float | None, value: float | None, after: float | None) -> bool:
    """Whether the residual comes near zero and recedes by more than noise without a change of
    sign.
    """
    if before is None or value is None or after is None:
        return False
    alike = before * value > 0 and after * value > 0
    return alike and _NOISE < abs(value) < min(abs(before), abs(after)) - _NOISE


def _edge(residual: Callable[[float], float], a: Point, b: Point) -> list[Point]:
    """Points towards the end of the domain between a point inside and one outside, in rising
    order.
    """
    inside, outside = (a, b[0]) if b[1] is None else (b, a[0])
    for _ in range(60):
        middle = 0.5 * (inside[0] + outside)
        value = _safe(residual, middle)
        if value is None:
            outside = middle
        else:
            inside = (middle, value)
    end = inside[0]
    start = (b if a[1] is None else a)[0]
    if _vanishes_at(residual, end, start):
        inside = (end, 0.0)
    near = (end + share * (start - end) for share in _TOWARDS_AN_EDGE)
    return sorted([inside, *((x, _safe(residual, x)) for x in near)], key=lambda point: point[0])


def _vanishes_at(residual: Callable[[float], float], end: float, start: float) -> bool:
    """Whether a residual that goes like a root of the distance to an end of its domain is zero
    there: next to it a float is too far off to tell.
    """
    step = math.copysign(_BEFORE_AN_END * abs(end), start - end)
    one, two, three = (_safe(residual, end + many * step) for many in (1, 4, 16))
    if one is None or two is None or three is None or not math.isclose(two, 2 * one, rel_tol=0.01):
        return False
    near, far = 2 * one - two, 2 * two - three  # without the root; below without a linear term
    return abs(4 * near - far) < 3 * _AT_AN_END


def _nearest(residual: Callable[[float], float], low: Point, high: Point) -> Point:
    """The point between two others at which the residual is nearest to zero or changes its sign,
    by golden sections.
    """
    (a, at_a), (b, at_b) = best, _ = low, high
    sign = math.copysign(1.0, at_a or 1.0)
    c, d = b - GOLDEN * (b - a), a + GOLDEN * (b - a)
    at_c, at_d = _safe(residual, c), _safe(residual, d)
    for _ in range(60):
        if at_a is None or at_b is None or at_c is None or at_d is None:
            break
        lower = sign * at_c < sign * at_d
        best = (c, at_c) if lower else (d, at_d)
        if sign * (best[1] or 0.0) <= 0 or b - a <= 4 * NEXT * max(abs(a), abs(b)):
            break
        if _levels(sign * at_a, sign * at_c, sign * at_d, sign * at_b):
            break
        if lower:
            b, at_b, d, at_d = d, at_d, c, at_c
            c = b - GOLDEN * (b - a)
            at_c = _safe(residual, c)
        else:
            a, at_a, c, at_c = c, at_c, d, at_d
            d = a + GOLDEN * (b - a)
            at_d = _safe(residual, d)
    return best


def _levels(at_a: float, at_c: float, at_d: float, at_b: float) -> bool:
    """Whether the lines through the ends of a bracket and its golden sections stay far from zero
    within it: a residual that bends as they do has no root there, nor one that touches zero.
    """
    if not (at_a >= at_c and at_b >= at_d):
        return False
    inner = (2 * GOLDEN - 1) / (1 - GOLDEN)  # the middle part relative to an outer one
    fall = max(at_a - at_c, at_b - at_d) * inner
    return min(at_c, at_d) - fall > _LEVEL * min(at_c, at_d)


def vanishes(residual: Callable[[float], float], low: float, high: float) -> bool:
    """Whether the residual vanishes wherever it can be evaluated."""
    values = [_safe(residual, x) for x in grid(low, high, 1)]
    sizes = [abs(value) for value in values if value is not None]
    return len(sizes) > 2 and max(sizes) < 1e-12


def _safe(residual: Callable[[float], float], x: float) -> float | None:
    try:
        value = residual(x)
    except (ArithmeticError, ValueError, TypeError):
        return None
    return value if math.isfinite(value) else None


def _bisect(residual: Callable[[float], float], a: float, b: float, at_a: float) -> float:
    for _ in range(200):
        wide = a * b > 0 and max(abs(a), abs(b)) > 4 * min(abs(a), abs(b))
        middle = math.sqrt(a * b) if wide else 0.5 * (a + b)
        if middle in (a, b):
            break
        value = _safe(residual, middle)
        if value is None:
            break
        if value == 0.0:
            return middle
        if value * at_a > 0:
            a, at_a = middle, value
        else:
            b = middle
    return 0.5 * (a + b)
