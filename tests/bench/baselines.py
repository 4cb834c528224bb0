"""What a person would write instead: by hand with pint, in floats, or with sympy.solve. None of it
uses the engine.
"""

from __future__ import annotations

from contextlib import suppress

import pint
import sympy


def hand_pint():
    """The price cliff with pint quantities, units attached and converted as one does: a function of
    nothing.
    """
    u = pint.UnitRegistry()
    for name in ("flop", "token", "param"):
        u.define(f"{name} = [{name}]")
    bandwidth, rate = 20 * u.terabyte / u.s, 6e15 * u.flop / u.s
    active, per_param, context = 1e11 * u.param, 1 * u.flop / u.param / u.token, 2e5 * u.token
    return lambda: (bandwidth / rate * per_param * active / context).to("byte/token**2")


def hand_floats(
    bandwidth: float, rate: float, per_param: float, active: float, context: float
) -> float:
    """The same in bare floats, the units in the author's head."""
    return bandwidth / rate * per_param * active / context


def sympy_model(relations) -> list[sympy.Eq]:
    """Relations as a plain sympy user would state them: positive symbols, evaluated equations."""
    plain = {v: sympy.Symbol(v.name, positive=True) for r in relations for v in r.variables}
    return [sympy.Eq(r.left.xreplace(plain), r.right.xreplace(plain)) for r in relations]


def solve_each(equations: list[sympy.Eq]) -> tuple[int, int]:
    """sympy.solve for every variable of every equation: how many it answered, of how many."""
    answered = asked = 0
    for equation in equations:
        for symbol in sorted(equation.free_symbols, key=str):
            asked += 1
            with suppress(NotImplementedError):
                answered += bool(sympy.solve(equation, symbol))
    return answered, asked


def solve_whole(equations: list[sympy.Eq], unknown: list[sympy.Symbol]) -> None:
    """sympy.solve of the whole system at once, as the first attempt of a plain implementation would
    be.
    """
    with suppress(NotImplementedError):
        sympy.solve(equations, list(dict.fromkeys(unknown)), dict=True)


def build_each(count: int) -> None:
    """As many equations of the same kind in sympy, built with its own evaluation from names that
    are there already.
    """
    t, b, n, c, k, f, w = sympy.symbols("t b n c k f w", positive=True)
    for number in range(2, count + 2):
        sympy.Eq(t, (number * n + b * c * k) / w + b * n / f)


def lambdified_dimensions(relations):
    """The dimension check that evaluates every right side on pint quantities: a function that
    returns the faults.
    """
    from derive.units.registry import registry

    units = registry()
    table = [{"Max": max, "Min": min, "sqrt": lambda x: x**0.5}, "math"]
    jobs = []
    for relation in relations:
        names = sorted(relation.right.free_symbols, key=lambda v: v.name)
        function = sympy.lambdify(names, relation.right, table)
        jobs.append(
            (
                relation,
                function,
                [v.unit.quantity(1.5) for v in names],
                relation.left.unit.quantity(1.0).dimensionality,
            )
        )

    def check() -> list[str]:
        faults = []
        for relation, function, quantities, expected in jobs:
            try:
                found = function(*quantities)
            except pint.DimensionalityError:
                faults.append(relation.name)
                continue
            if getattr(found, "dimensionality", units.dimensionless.dimensionality) != expected:
                faults.append(relation.name)
        return faults

    return check


def hand_sweep(batch, context):
    """Cost per token over arrays as one types it in numpy: 72 GPUs of 10 PFLOP/s and 8 TB/s at 2
    USD an hour.
    """
    import numpy as np

    P, k, N_a, F, w, N_t, b, M = (
        72 * 2 / 3600,
        2.0,
        100e9,
        72 * 10e15,
        0.5,
        800e9,
        1667.0,
        72 * 8e12,
    )
    return P * np.maximum(batch * k * N_a / F, (w * N_t + batch * context * b) / M) / batch


def monte_carlo():
    """Bytes per token from three lognormals: a million draws of each, and three quantiles."""
    import numpy as np

    stream = np.random.default_rng(0)
    active, rate, context = (
        stream.lognormal(np.log(median), sigma, 1_000_000)
        for median, sigma in ((1e11, 0.5), (5e15, 0.2), (2e5, 0.1))
    )
    return np.quantile(2 * active * 8e12 / (rate * context), (0.05, 0.5, 0.95))
