"""Questions beyond one answer: sweeps, uncertainty, sensitivity, optima, comparisons."""
