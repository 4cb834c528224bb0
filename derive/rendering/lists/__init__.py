"""Lists of named things, as rows for a table or JSON."""
