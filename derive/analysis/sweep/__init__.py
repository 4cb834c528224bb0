"""Sweeps: the answers of `solve` at many points, planned and compiled once."""

from derive.errors import MissingExtra

try:
    import numpy  # noqa: F401
except ImportError:
    # Raised here, once, for all users of many points: sweeps, draws, intervals, tolerances.
    raise MissingExtra(
        "Asking at many points (sweeps, uncertain values, tolerances)", "numpy", "sweep"
    ) from None
