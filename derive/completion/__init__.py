"""Completion in a shell, without the engine: it has to be there while one types."""
