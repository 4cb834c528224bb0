"""Which reading of its symbols an equation is judged under."""
