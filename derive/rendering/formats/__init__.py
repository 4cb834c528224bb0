"""Output formats, with a writer for each."""
