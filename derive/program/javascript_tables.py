"""Tables of what printed programs share: functions, equations with their expressions, names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from derive.program.nodes import Node, operands

KINDS = (
    *("add", "mul", "div", "pow", "max", "min", "abs", "log", "exp", "log1p", "expm1", "decayed"),
    *("ceil", "floor", "cases"),
    *("ge", "gt", "le", "lt", "eq", "number", "constant", "other"),
)


@dataclass
class PrintedTables:
    """Tables that are printed once: functions with the program and the node that each stands for
    (where no sum is put to zero), equations over one table of expressions, and names of checks and
    constraints; `places` are the slots by name.
    """

    places: dict[str, int]
    functions: dict[str, int] = field(default_factory=dict)
    nodes: dict[int, tuple[int, int]] = field(default_factory=dict)
    expressions: dict[tuple[Any, ...], int] = field(default_factory=dict)
    equations: dict[tuple[Any, ...], int] = field(default_factory=dict)
    texts: dict[str, int] = field(default_factory=dict)

    def function(self, text: str, program: int, node: int) -> int:
        """The number of a function of this text."""
        number = self.functions.setdefault(text, len(self.functions))
        self.nodes.setdefault(number, (program, node))
        return number

    def expression(self, node: Node, inner: Sequence[int]) -> int:
        """The number of a node over operands of these numbers. Slots come first; the others are a
        kind by its place in KINDS with operands, the parts of a fraction, or a number.
        """
        made: tuple[Any, ...]
        match node:
            case ("number", p, q):
                made = (KINDS.index("number"), p, q)
            case ("float" | "real", x):
                made = (KINDS.index("constant"), float(x))
            case (kind, *_) if kind in KINDS and operands(node):
                made = (KINDS.index(kind), *inner)
            case ("true" | "false" as kind,):
                made = (KINDS.index("other"), int(kind == "true"))
            case _:
                made = (KINDS.index("other"), -1)
        return self.expressions.setdefault(made, len(self.places) + len(self.expressions))

    def equation(self, left: int, right: int, further: tuple[tuple[int, int], ...]) -> int:
        """The number of an equation between two expressions, and between further pairs of them."""
        return self.equations.setdefault((left, right, further), len(self.equations))

    def text(self, text: str) -> int:
        """The number of a name."""
        return self.texts.setdefault(text, len(self.texts))
