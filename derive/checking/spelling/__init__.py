"""How a name or a command is spelt: Greek letters, LaTeX commands, subscripts."""
