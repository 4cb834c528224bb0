"""Lists of the names of a kind, as rows for a table or JSON."""
