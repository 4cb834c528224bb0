"""Systems whose givens agree or clash whatever a factor is that relations share, or both sides of
one; each with givens that agree, and the one that is moved away from that.
"""

from __future__ import annotations

from collections.abc import Mapping

from derive.equations import Eq, Relation, Var
from derive.system import System

SPARE, TWICE = "q", "z"  # a given that cancels, and what follows from it alone
Case = tuple[System, Mapping[str, float], str, float]  # the last two: what clashes at which value


def cases() -> dict[str, Case]:
    """Such systems by name: in each `TWICE` says nothing of the other givens."""
    a, b, c, d, k, m, n, q, r, t, w, z = (Var(name) for name in "abcdkmnqrtwz")
    share = Var("share", within="(0, 1]")
    other = Relation("other", Eq(z, 2 * q))
    power = Relation("power", Eq(r, t - (t - a) * (1 - share) ** (k - 1)))
    products = [
        Relation("work", Eq(c, k * m * n * d)),
        Relation("parity", Eq(b * w * k, a)),
        Relation("width", Eq(w, m * n)),
    ]
    sides = Relation("sides", Eq(k * a / (q * share), b / (q * share)))
    return {
        "a power of what is left of one": (
            System([power, other]), {"r": 1.7, "t": 2, "a": 1.5, "k": 40}, "r", 1.2,
        ),
        "products of which one has open factors alone": (
            System([*products, other]), {"c": 6, "d": 2, "b": 5, "a": 15}, "a", 10,
        ),
        "a factor of both sides": (System([sides, other]), {"k": 3, "a": 2, "b": 6}, "b", 7),
    }  # fmt: skip
