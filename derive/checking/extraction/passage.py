"""Passages: formulas or lines of a document, with their places."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Passage:
    """A formula or line; `line` and `column` (from 1) are the place of its first character in
    `file`; 0 for text without a file. `skipped` says why it is no equation, if it is none; `typst`
    marks a formula of typst. `before` and `after` are what stands beside it on its line, `told`
    what stands before it in its sentence; `modulus` is the one that its paragraph names, `topic`
    what its section or paragraph is about, if that makes its computations others.
    """

    text: str
    latex: bool = False
    file: str = ""
    line: int = 0
    column: int = 0
    skipped: str = ""
    typst: bool = False
    before: str = ""
    after: str = ""
    told: str = ""
    modulus: str = ""
    topic: str = ""

    def place(self, position: int) -> tuple[int, int]:
        """Line and column of a character of the text."""
        if not self.line:
            return 0, 0
        before = self.text[:position]
        rows = before.count("\n")
        return self.line + rows, position - before.rfind("\n") if rows else self.column + position
