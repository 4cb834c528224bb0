"""A passage: one formula or one line of a document, and where it stands there."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Passage:
    """`line` and `column` (from 1) are where the first character of `text` stands in `file`; 0 for
    text that is in no file.
    """

    text: str
    latex: bool = False
    file: str = ""
    line: int = 0
    column: int = 0

    def place(self, position: int) -> tuple[int, int]:
        """Line and column of a character of the text."""
        if not self.line:
            return 0, 0
        before = self.text[:position]
        rows = before.count("\n")
        return self.line + rows, position - before.rfind("\n") if rows else self.column + position
