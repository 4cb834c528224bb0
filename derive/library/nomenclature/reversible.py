"""Reversible networks: the halves that enter and leave a layer, and how each acts on the other."""

from derive.equations import OpaqueFunction
from derive.equations.var import REAL
from derive.library.nomenclature.vocabulary import v

left_half = v(
    "left_half", "1", "left half of what enters a layer, any of its numbers",
    tex=r"x_{\mathrm{l}}", within=REAL,
)  # fmt: skip
right_half = v(
    "right_half", "1", "right half of what enters a layer, any of its numbers",
    tex=r"x_{\mathrm{r}}", within=REAL,
)  # fmt: skip
left_half_out = v(
    "left_half_out", "1", "left half of what leaves the layer",
    tex=r"x_{\mathrm{l}}^{\prime}", within=REAL,
)  # fmt: skip
right_half_out = v(
    "right_half_out", "1", "right half of what leaves the layer",
    tex=r"x_{\mathrm{r}}^{\prime}", within=REAL,
)  # fmt: skip
left_by_left = v(
    "left_by_left", "1", "slope of the left half out over the left half in",
    tex=r"J_{\mathrm{ll}}", within=REAL,
)  # fmt: skip
left_by_right = v(
    "left_by_right", "1", "slope of the left half out over the right half in",
    tex=r"J_{\mathrm{lr}}", within=REAL,
)  # fmt: skip
right_by_left = v(
    "right_by_left", "1", "slope of the right half out over the left half in",
    tex=r"J_{\mathrm{rl}}", within=REAL,
)  # fmt: skip
right_by_right = v(
    "right_by_right", "1", "slope of the right half out over the right half in",
    tex=r"J_{\mathrm{rr}}", within=REAL,
)  # fmt: skip
volume_factor = v(
    "volume_factor", "1",
    "determinant of a layer's slopes: by how much it stretches volumes, negative where it mirrors",
    tex=r"J_{\mathrm{det}}", within=REAL, aliases=("jacobian_determinant",),
)  # fmt: skip

layer_function = OpaqueFunction(
    "f", "1", "1", "what the layer adds to one half, as a function of the other", tex="F"
)
second_function = OpaqueFunction("g", "1", "1", "what the second part of a block adds", tex="H")
