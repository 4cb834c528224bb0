"""The document of each kind of result."""
