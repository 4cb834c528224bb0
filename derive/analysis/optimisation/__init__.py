"""At best: the least or largest value over what is free, where it sits and why."""
