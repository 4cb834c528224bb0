"""Tolerances of evaluation, common to all readers of a program."""

CLOSE = 1e-9  # relative: guards, ranges and values that agree
NOISE = 1e-12  # relative: the difference of equal floats
MOST_RESIDUAL = 1e-6  # of a value put back into its relations, and of conditions
