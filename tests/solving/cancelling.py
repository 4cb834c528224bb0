"""A system in which cancelling leaves zero but for the digits of the givens."""

from __future__ import annotations

import sympy

from derive.equations import Eq, Relation, Var
from derive.system import System

TARGET, MOVED = "x", "d"
GIVEN = {
    "d": "5.660000000000e-01", "p": "1.037000000000e+00", "b": "6.443400000000e+01",
    "c": "-6.450576458345e+01", "t": "3.230000000000e-01", "q": "1.398283510125e+00",
    "u": "2.095975232198e+00", "r": "8.190666666667e+00", "s": "3.498015626773e+00",
}  # fmt: skip


def cancelling_system() -> System:
    """n = c b + b² + √b + ... is zero but for the digits of the givens, as its floor says."""
    n, c, m = (Var(name, within="(-oo, oo)") for name in "ncm")
    share, rest = Var("share", within="(0, 1]"), Var("rest", within="[0, oo)")
    a, b, d, p, q, r, s, t, u, x = map(Var, "abdpqrstux")
    y = Var("y", within="[1, oo)")
    cases = sympy.Piecewise((d + n + 1 / share, d <= n), (d * n / share + 1, True))
    return System([
        Relation("steps", Eq(n, sympy.floor(3 * x * p * rest**2))),
        Relation("parts", Eq(q * p, a * x)),
        Relation("found", Eq(x / 9 + 8, r)),
        Relation("sum", Eq(s * x, sympy.sqrt(a) + d**2 + y)),
        Relation("less", Eq(y - p - b**2, m)),
        Relation("cancels", Eq(m - share - sympy.sqrt(b), c * b)),
        Relation("cases", Eq(share, t * cases)),
        Relation("apart", Eq(t * u, sympy.Abs(rest - share + 1))),
    ])  # fmt: skip
