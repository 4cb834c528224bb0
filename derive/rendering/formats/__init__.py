"""Documents in each output format, a writer each."""
