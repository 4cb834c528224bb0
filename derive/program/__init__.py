"""A plan as plain data and its readers: no sympy, no units, only numbers and how they follow."""
