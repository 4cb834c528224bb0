"""Documents as plain data, and what every writer of them shares."""
