"""Lists of what there is, as rows for a table or JSON."""
