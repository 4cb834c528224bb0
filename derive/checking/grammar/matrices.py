"""Equations of matrices, entry by entry."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import zip_longest
from math import prod

from derive.checking.grammar.tree import (
    CallNode,
    NameNode,
    Node,
    NumberNode,
    PowerNode,
    ProductNode,
    RangeNode,
    StatementNode,
    SumNode,
    nodes,
)
from derive.display import enumeration
from derive.errors import TextError

MATRIX, ROW = "matrix", "row"
_MOST_ENTRIES = 64
_MOST_PRODUCTS = 64


@dataclass(frozen=True, slots=True)
class Grid:
    """The entries of a matrix, row by row."""

    rows: tuple[tuple[Node, ...], ...]

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return len(self.rows), len(self.rows[0])

    def each(self, make: Callable[[Node], Node]) -> Grid:
        """The matrix with every entry changed."""
        return Grid(tuple(tuple(make(entry) for entry in row) for row in self.rows))


def entries(text: str, statement: StatementNode) -> list[StatementNode]:
    """The statement on every entry of its matrices, or the statement itself if there are none; a
    name beside a matrix stands for each of its entries. Raises TextError for matrices that do not
    fit.
    """
    calls = [node for node in statement.nodes if type(node) is CallNode]
    if not any(call.function == MATRIX for call in calls):
        return [statement]
    usual = _Expansion(text).statements(statement)
    others = [_Expansion(text).statements(other) for other in statement.others]
    columns = zip_longest(usual, *others) if others else ((each,) for each in usual)
    made = [
        replace(first, others=tuple(other for other in rest if other is not None))
        for first, *rest in columns
        if first is not None
    ]
    told = [each for each in made if any(isinstance(node, NameNode) for node in each.nodes)]
    return list({each.sides: each for each in told}.values()) or made[:1]


class _Expansion:
    """Expansion of the matrices of one text."""

    def __init__(self, text: str) -> None:
        self.text = text

    def statements(self, statement: StatementNode) -> list[StatementNode]:
        """One statement per entry."""
        sides = [self.of(side) for side in statement.sides]
        grids = [side for side in sides if isinstance(side, Grid)]
        if not grids:
            return [replace(statement, sides=tuple(self.scalar(side) for side in sides), others=())]
        rows, columns = self.common(grids, statement.sides[0])
        return [
            replace(statement, sides=tuple(_entry(side, i, k) for side in sides), others=())
            for i in range(rows)
            for k in range(columns)
        ]

    def error(self, node: Node, problem: str) -> TextError:
        return TextError(self.text, node.position, problem, "Write the entries out.")

    def common(self, grids: list[Grid], place: Node) -> tuple[int, int]:
        """The shape of all of them. Raises TextError if they differ."""
        shapes = {grid.shape for grid in grids}
        if len(shapes) > 1:
            said = enumeration([f"{rows} by {columns}" for rows, columns in sorted(shapes)])
            raise self.error(place, f"matrices of {said} do not fit together")
        return shapes.pop()

    def scalar(self, value: Node | Grid) -> Node:
        """A value that is no matrix."""
        if isinstance(value, Grid):
            raise self.error(value.rows[0][0], "a matrix is not read here")
        return value

    def of(self, node: Node) -> Node | Grid:
        """The value of a node: a matrix, or the node itself."""
        match node:
            case CallNode() if node.function == MATRIX:
                return self.matrix(node)
            case SumNode(terms):
                return self.sum(node, [(sign, self.of(term)) for sign, term in terms])
            case ProductNode(factors):
                return self.product(node, [(sign, self.of(factor)) for sign, factor in factors])
            case CallNode(function, (argument,)):
                inner = self.of(argument)
                if isinstance(inner, Grid):
                    return inner.each(lambda entry: CallNode(function, (entry,), node.position))
                return node
            case PowerNode() | RangeNode() | CallNode():
                if any(
                    isinstance(part, CallNode) and part.function == MATRIX for part in nodes(node)
                ):
                    raise self.error(node, "a matrix is not read here")
                return node
            case _:
                return node

    def matrix(self, node: CallNode) -> Grid:
        rows = tuple(
            row.arguments if isinstance(row, CallNode) and row.function == ROW else (row,)
            for row in node.arguments
        )
        if len({len(row) for row in rows}) > 1:
            raise self.error(node, "the rows of the matrix differ in length")
        grid = Grid(rows)
        if prod(grid.shape) > _MOST_ENTRIES:
            raise self.error(node, f"a matrix of more than {_MOST_ENTRIES} entries")
        return grid.each(lambda entry: self.scalar(self.of(entry)))

    def sum(self, node: Node, terms: list[tuple[int, Node | Grid]]) -> Node | Grid:
        grids = [term for _, term in terms if isinstance(term, Grid)]
        if not grids:
            return node
        rows, columns = self.common(grids, node)
        return Grid(
            tuple(
                tuple(
                    SumNode(
                        tuple((sign, _entry(term, i, k)) for sign, term in terms), node.position
                    )
                    for k in range(columns)
                )
                for i in range(rows)
            )
        )

    def product(self, node: Node, factors: list[tuple[int, Node | Grid]]) -> Node | Grid:
        """The product of the matrices, left to right, times all other factors."""
        grids = [(sign, factor) for sign, factor in factors if isinstance(factor, Grid)]
        if not grids:
            return node
        if any(sign < 0 for sign, _ in grids):
            raise self.error(node, "a division by a matrix")
        if prod(grid.shape[1] for _, grid in grids) > _MOST_PRODUCTS:
            raise self.error(node, "a product of so many matrices")
        others = tuple((sign, self.scalar(f)) for sign, f in factors if not isinstance(f, Grid))
        total = grids[0][1]
        for _, grid in grids[1:]:
            total = self.times(total, grid, node)
        if not others:
            return total
        return total.each(lambda entry: ProductNode((*others, (1, entry)), node.position))

    def times(self, left: Grid, right: Grid, node: Node) -> Grid:
        """The matrix product. Raises TextError if the shapes do not fit."""
        if left.shape[1] != right.shape[0]:
            shapes = f"{left.shape[0]} by {left.shape[1]} and {right.shape[0]} by {right.shape[1]}"
            raise self.error(node, f"matrices of {shapes} have no product")
        place = node.position
        return Grid(
            tuple(
                tuple(
                    _total(
                        [
                            ProductNode(((1, a), (1, b)), place)
                            for a, b in zip(row, column, strict=True)
                        ]
                    )
                    for column in zip(*right.rows, strict=True)
                )
                for row in left.rows
            )
        )


def _total(terms: list[Node]) -> Node:
    kept = [term for term in terms if not _is_zero(term)] or [
        NumberNode(Fraction(0), terms[0].position)
    ]
    if len(kept) == 1:
        return kept[0]
    return SumNode(tuple((1, term) for term in kept), kept[0].position)


def _is_zero(node: Node) -> bool:
    """Whether a product has a zero in it, which goes with any unit."""
    parts = [part for _, part in node.factors] if isinstance(node, ProductNode) else [node]
    return any(isinstance(part, NumberNode) and part.value == 0 for part in parts)


def _entry(value: Node | Grid, row: int, column: int) -> Node:
    return value.rows[row][column] if isinstance(value, Grid) else value
