"""The tolerances of evaluation, the same for every reader of a program."""

CLOSE = 1e-9  # relative: guards, ranges and values that agree
NOISE = 1e-12  # relative: what is left of a difference of floats that are equal
MOST_RESIDUAL = 1e-6  # of a value put back into the relations it comes from, and of conditions
