"""Programs: plans as plain data, without sympy and units, and their readers."""
