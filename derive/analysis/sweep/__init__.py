"""Questions over arrays: the same answer as `solve` at every point, planned and compiled once;
sweeps over grids.
"""

from derive.errors import MissingExtra

try:
    import numpy  # noqa: F401
except ImportError:
    # Refused here, once, for all that asks at many points: sweeps, draws, intervals, tolerances.
    raise MissingExtra(
        "Asking at many points (sweeps, uncertain values, tolerances)", "numpy", "sweep"
    ) from None
