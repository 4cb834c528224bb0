"""Displayed equations as LaTeX: one line, or several aligned at their signs."""

from __future__ import annotations

from derive.rendering.document.document import Equation
from derive.rendering.document.worked_line import Line, chain
from derive.rendering.expressions.latex import SIGNS, Latex


def displayed(equation: Equation) -> str:
    """The content of the display."""
    lines = chain(equation)
    if len(lines) == 1:
        return _line(lines[0], "")
    rows = " \\\\\n".join(_line(line, "&") for line in lines)
    return f"\\begin{{aligned}}\n{rows}\n\\end{{aligned}}"


def _line(line: Line, mark: str) -> str:
    printer = Latex(line.values)
    sign = mark + SIGNS[line.sign] if line.sign else mark
    parts = (printer.write(line.left), sign, printer.write(line.right))
    return " ".join(part for part in parts if part)
