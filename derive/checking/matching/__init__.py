"""How an equation stands to the library's relations."""
