"""Finding the formulas of documents."""
