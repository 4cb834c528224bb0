"""Mutants: one small change each to a source file, made on its syntax tree."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path

SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot,
    ast.IsNot: ast.Is, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult,
    ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
MUTABLE = (ast.Compare, ast.BinOp, ast.BoolOp, ast.If, ast.IfExp, ast.Constant)
LEFT = (ast.Assert, ast.Raise, ast.JoinedStr, ast.Import, ast.ImportFrom)  # as they are
UNREAD = ("annotation", "returns", "decorator_list", "type_params")


@dataclass(frozen=True)
class Mutant:
    """A changed file: path, function, what was changed in which line, the lines of the statement,
    the source before and after, both as the syntax tree is written out.
    """

    path: Path
    function: str
    line: int
    change: str
    lines: range
    before: str
    source: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.change}"

    @property
    def changed(self) -> tuple[str, str]:
        """What stood there, and what stands there now, without indentation."""
        lines = [one for one in self._diff(0) if one[0] in "-+"]
        sides = ([one[1:].strip() for one in lines if one[0] == sign] for sign in "-+")
        removed, added = map(" ".join, sides)
        return removed, added

    @property
    def diff(self) -> str:
        """The change between the lines around it."""
        return "\n".join(one for one in self._diff(3) if one[0] != "@")

    def _diff(self, around: int) -> list[str]:
        before, after = self.before.splitlines(), self.source.splitlines()
        return list(unified_diff(before, after, n=around, lineterm=""))[2:]


@dataclass(frozen=True)
class Place:
    """A node that may be changed: the function it is in, and the lines of its statement."""

    node: ast.AST
    function: str
    lines: range


def places(text: str) -> list[str]:
    """The functions of the nodes of a source that may be changed, one for each node."""
    return [place.function for place in _places(ast.parse(text))]


def mutant_at(path: Path, text: str, place: int) -> Mutant | None:
    """The mutant that changes one node, by its number; None where nothing of it can be changed."""
    tree = ast.parse(text)
    found, before = _places(tree)[place], ast.unparse(tree)
    change = _mutate(found.node)
    if not change:
        return None
    line = getattr(found.node, "lineno", 0)
    return Mutant(path, found.function, line, change, found.lines, before, ast.unparse(tree))


def _places(tree: ast.AST) -> list[Place]:
    """The nodes of function bodies that may be changed, in order: no annotations, decorators,
    assertions, among them the `strict` of a zip, and messages.
    """
    found: list[Place] = []

    def visit(node: ast.AST, name: str, inside: bool, lines: range) -> None:
        if isinstance(node, LEFT) or (isinstance(node, ast.keyword) and node.arg == "strict"):
            return
        if isinstance(node, ast.stmt):
            lines = _lines(node)
        if inside and isinstance(node, MUTABLE):
            found.append(Place(node, name, lines))
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            name = f"{name}.{node.name}".lstrip(".")
        inside = inside or isinstance(node, ast.FunctionDef | ast.Lambda)
        for field, value in ast.iter_fields(node):
            if field in UNREAD:
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    visit(child, name, inside, lines)

    visit(tree, "", False, range(0))
    return found


def _lines(statement: ast.stmt) -> range:
    """The lines of a statement, without those of the statements in it."""
    body = getattr(statement, "body", None)
    last = body[0].lineno - 1 if body else statement.end_lineno or statement.lineno
    return range(statement.lineno, max(last, statement.lineno) + 1)


def _mutate(node: ast.AST) -> str:
    """Change a node in place; what was changed, empty if nothing can be."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPS:
        return _swap(node.ops, 0)
    if isinstance(node, (ast.BinOp, ast.BoolOp)) and type(node.op) in SWAPS:
        before, after = type(node.op), SWAPS[type(node.op)]
        node.op = after()  # type: ignore[assignment]
        return f"{before.__name__} is {after.__name__}"
    if isinstance(node, (ast.If, ast.IfExp)):
        node.test = ast.UnaryOp(ast.Not(), node.test)
        ast.fix_missing_locations(node)
        return "the condition is negated"
    if isinstance(node, ast.Constant) and isinstance(node.value, (bool, int, float)):
        before = node.value
        more = before + 1 if before + 1 != before else 2 * before  # 1e300 and one more are the same
        node.value = not before if isinstance(before, bool) else more
        return f"{before} is {node.value}"
    return ""


def _swap(operators: list[ast.cmpop], place: int) -> str:
    before = type(operators[place])
    after = SWAPS[before]
    operators[place] = after()  # type: ignore[call-overload]
    return f"{before.__name__} is {after.__name__}"
