"""Parser from tokens to the tree of a statement, and from trees to expressions."""
