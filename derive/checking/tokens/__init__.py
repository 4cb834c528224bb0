"""The tokens of an equation: figures, units, names and the options of reading them."""
