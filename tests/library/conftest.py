"""Scenarios: one consistent value for every variable of the library, computed without the
solver.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

import pytest
import sympy

from derive.equations import Relation, Var
from derive.library.nomenclature.decode import context_length
from derive.library.nomenclature.model import active_params
from derive.library.nomenclature.prefill import prefix_length, prompt_length
from derive.library.nomenclature.shape import embedding_matrices, head_params, layer_params
from derive.system import System

Values = dict[Var, float]

# Where people's numbers lie, in declared units, for variables whose range alone says too little.
_USUAL = {
    "active_params": (1e9, 1e12),
    "total_params": (1e9, 1e13),
    "context_length": (1e2, 3e5),
    "gpus": (1, 256),
    "peak_flops": (1e14, 1e16),
    "hbm_bandwidth": (1e12, 2e13),
    "hbm_capacity": (1e10, 1e12),
    "training_gpus": (1e4, 1e6),
    "training_time": (1e7, 1e9),
    "training_tokens": (1e10, 1e13),
}


def usual(var: Var, source: random.Random) -> float:
    """A value of `var` (base units) as people might have it, inside its range."""
    low, high, _, _ = var.bounds
    if var.name in _USUAL:
        least, most = _USUAL[var.name]
        return var.unit.factor * math.exp(source.uniform(math.log(least), math.log(most)))
    if math.isfinite(high):
        return source.uniform(0.05, 0.95) * high
    return low + var.unit.factor * 10 ** source.uniform(0, 3)


def right_side(relation: Relation) -> Callable[[Mapping[Var, float]], float]:
    """The right side as sympy itself evaluates it."""
    variables = sorted(relation.right.free_symbols, key=str)
    function = sympy.lambdify(variables, relation.right, "math")
    return lambda values: float(function(*(values[v] for v in variables)))


CORE = ("roofline", "balance", "kv_cache", "capacity", "queueing", "prefill", "training")


def point_of(relation: Relation, var: Var) -> Callable[[Mapping[Var, float]], float]:
    """The value of `var` at which both sides are equal, by bisection; 0 where there is none."""
    variables = list(relation.variables)
    place = variables.index(var)
    gap = sympy.lambdify(variables, relation.left - relation.right, "math")

    def value(values: Mapping[Var, float]) -> float:
        arguments = [values.get(v, 0.0) for v in variables]

        def at(exponent: float) -> float:
            arguments[place] = 10**exponent
            return float(gap(*arguments))

        low, high = -40.0, 40.0
        below = at(low)
        if below * at(high) >= 0:
            return 0.0
        while low < (middle := 0.5 * (low + high)) < high:
            low, high = (middle, high) if below * at(middle) > 0 else (low, middle)
        return float(10**low)

    return value


class Scenarios:
    """Consistent worlds of the core subjects: inputs drawn, the rest computed forwards, balance
    points by bisection.

    `system` is of the core relations alone, with the variants chosen.
    """

    def __init__(self, variants: Mapping[str, str] | None = None) -> None:
        modules = [import_module(f"derive.library.relations.{name}") for name in CORE]
        relations = [relation for module in modules for relation in module.RELATIONS]
        constraints = [constraint for module in modules for constraint in module.CONSTRAINTS]
        system = System(relations, constraints, variants=variants)
        self.system = system
        self.variables = [
            v for v in system.variables if system.structure.of_variable[system.slots[v]]
        ]
        defined = {
            r.subject or next(v for v in r.variables if v.at is not None): r
            for r in system.relations
        }
        self.defining = {
            var: right_side(r) if r.subject is not None else point_of(r, var)
            for var, r in defined.items()
        }
        self.needs = {var: [v for v in r.variables if v != var] for var, r in defined.items()}
        self._drawn: dict[int, Values] = {}

    def draw(self, seed: int) -> Values:
        """The scenario of this seed: within all ranges and constraints."""
        source = random.Random(seed)
        while seed not in self._drawn:
            values = self.forwards(self._inputs(source))
            if self._sound(values):
                self._drawn[seed] = values
        return dict(self._drawn[seed])

    def forwards(self, inputs: Values) -> Values:
        """The inputs and every defined variable, computed from them."""
        values = dict(inputs)
        waiting = list(self.defining)
        while waiting:
            ready = next(v for v in waiting if all(w in values for w in self.needs[v]))
            values[ready] = self.defining[ready](values)
            waiting.remove(ready)
        return values

    def follows_from(self, var: Var) -> list[Var]:
        """The defined variables that change with `var`, in nomenclature order."""
        reached = {var}
        while True:
            more = {
                v for v, needs in self.needs.items() if v not in reached and reached & set(needs)
            }
            if not more:
                return sorted(reached - {var}, key=lambda v: v.rank)
            reached |= more

    def _inputs(self, source: random.Random) -> Values:
        values: Values = {}
        for var in self.variables:
            if var in self.defining:
                continue
            stated = var.convention or var.default
            values[var] = stated.value if stated is not None else usual(var, source)
        values[prefix_length] = 0.0  # as the rest of the library has it where nobody speaks of it
        values[prompt_length] = source.uniform(0.05, 0.95) * values[context_length]  # a part of it
        active = values[active_params]
        values[head_params] = source.uniform(0.01, 0.2) * active
        values[layer_params] = active - embedding_matrices.holds.value * values[head_params]
        return values

    def _sound(self, values: Values) -> bool:
        floats = {v: sympy.Float(x) for v, x in values.items()}
        fits = all(
            bool(c.inequality.xreplace({v: floats[v] for v in c.variables}))
            for c in self.system.constraints
        )
        return fits and all(v.admits(x) for v, x in values.items())


@pytest.fixture(scope="session")
def scenarios() -> Callable[..., Scenarios]:
    """The scenarios under a choice of variants; made once for each."""
    made: dict[tuple[tuple[str, str], ...], Scenarios] = {}

    def of(variants: Mapping[str, str] | None = None) -> Scenarios:
        key = tuple(sorted((variants or {}).items()))
        if key not in made:
            made[key] = Scenarios(variants)
        return made[key]

    return of


@pytest.fixture(scope="session")
def quantities() -> Callable[[Mapping[Var, float]], dict[Var, Any]]:
    """Values in base units as the pint quantities that people give."""
    return lambda values: {v: v.unit.quantity(x / v.unit.factor) for v, x in values.items()}
