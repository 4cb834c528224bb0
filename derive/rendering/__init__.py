"""Everything that turns an expression, a derivation or an answer into text."""
