"""A displayed equation as LaTeX: one line, or several aligned at their signs."""

from __future__ import annotations

from derive.rendering.document.document import Equation
from derive.rendering.document.worked_line import Line, chain
from derive.rendering.expressions.latex import SIGNS, Latex


def displayed(equation: Equation) -> str:
    """What stands between the display's delimiters."""
    lines = chain(equation)
    if len(lines) == 1:
        return _line(lines[0], "")
    return (
        "\\begin{aligned}\n"
        + " \\\\\n".join(_line(line, "&") for line in lines)
        + "\n\\end{aligned}"
    )


def _line(line: Line, mark: str) -> str:
    printer = Latex(line.values)
    sign = mark + SIGNS[line.sign] if line.sign else mark
    return " ".join(
        part for part in (printer.write(line.left), sign, printer.write(line.right)) if part
    )
