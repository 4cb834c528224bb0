"""Sweeps of random own systems: each point has the status and the value of `solve`, also where the
digits written decide.
"""

from __future__ import annotations

import math
import random
from itertools import product

import numpy as np
import pytest

from derive.analysis.sweep.answer_buffer import number_of
from derive.results.sweep import STATUSES
from tests.oracle.own_systems import OwnWorld

pytestmark = pytest.mark.slow
FACTORS = (1.001, 1.5, 0.5, -1.0, 0.0)


def test_points_of_a_sweep_are_answered_as_by_solve(seed: int) -> None:
    """Roundings are left to `solve`, which finds some points between two steps contradictory."""
    source = random.Random(seed)
    for _ in range(6):
        world = OwnWorld(
            source.randrange(10**9), ("product", "sum", "difference", "max", "cases"), most=6
        )
        if not world.given:
            continue
        digits = source.choice((2, 3, 4, 12))
        stated = {v: f"{x:.{digits}g}" for v, x in world.given.items()}
        over = {}
        for var in source.sample(list(stated), min(len(stated), source.randint(1, 2))):
            true = world.given[var]
            moved = [true * factor for factor in FACTORS if source.random() < 0.5]
            texts = dict.fromkeys(f"{x:.{digits}g}" for x in (true, *moved))
            over[var] = [text for text in texts if var.admits(float(text))]
            del stated[var]
        if not all(over.values()):
            continue
        swept = world.system.sweep(world.target, stated, over, frame="numpy")
        status = np.ravel(swept["status"])
        for k, texts in enumerate(product(*over.values())):
            here = {**stated, **dict(zip(over, texts, strict=True))}
            answer = world.system.solve(world.target, here)
            told = STATUSES[status[k]], float(np.ravel(swept[world.target.name])[k])
            one = str(answer.status), number_of(answer) / world.target.unit.factor
            asked = world.snippet(world.target, {v.name: text for v, text in here.items()})
            assert told[0] == one[0], (told, one, over, asked)
            assert math.isclose(told[1], one[1], rel_tol=1e-7) or np.isnan([told[1], one[1]]).all()
