"""Each kind of result as JSON."""
