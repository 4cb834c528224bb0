"""Questions over arrays: the same answer as `solve` at every point, planned and compiled once; sweeps over grids."""
