"""How sure: givens that are ranges or distributions, and the spread of what follows from them."""
