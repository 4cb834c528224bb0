"""Documents as plain data, and the base of every writer."""
