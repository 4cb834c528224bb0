"""Records of a program in JavaScript, by the short keys that `runtime.js` reads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from derive.program.contraction import equation_of
from derive.program.data import (
    Agreement,
    BranchKind,
    CaseDistinction,
    Extremum,
    Pair,
    ProgramBlock,
    ProgramBranch,
    SidePath,
)
from derive.program.folding import jumps
from derive.program.javascript_expressions import Expressions
from derive.program.javascript_tables import PrintedTables
from derive.program.nodes import Nodes, crossings, divisors, operands, roundings, summands
from derive.program.question import (
    FixedValue,
    JudgedCheck,
    NamedConstraint,
    ProgramCourse,
    QuestionProgram,
    Rounding,
    Surroundings,
)

# The keys of the runtime. Course: k kind, x fixed, b blocks, j joined, h checks, l limits, r
# roundings, u unused, i spared, w surroundings, v values that clash. Block: s solves, n coupled,
# o read off, p put back, a branches.
# Branch: k kind, f formula, s sides, j roundings of the unknown, q its divisors, y whether sides
# jump, c side conditions, g guards, d definitions, x cancelled, z cancelling sums, o odd root,
# e extrema, r whether it has a regime.


class ProgramPrinter:
    """The printer of one program."""

    def __init__(self, tables: PrintedTables, program: QuestionProgram, number: int) -> None:
        self.tables, self.nodes, self.number = tables, program.nodes, number
        self.source, self.table = program, Nodes(program.nodes)
        self.places = [tables.places[slot.name] for slot in program.slots]
        self.expressions = Expressions(program.nodes, self.places)
        self.numbers: dict[int, int] = {}

    def function(self, number: int) -> int:
        """The number of a node's function."""
        return self.tables.function(self.expressions.text(number), self.number, number)

    def program(self) -> dict[str, Any]:
        """The program by the keys of the runtime."""
        source = self.source
        special = [[self.places[s.slot], s.value, s.width] for s in source.special]
        return {
            "t": self.places[source.header.target],
            "g": [self.places[k] for k in source.header.givens],
            "s": special,
            "c": {",".join(map(str, c.special)): self.course(c) for c in source.courses},
        }

    def course(self, course: ProgramCourse) -> dict[str, Any]:
        """The way for one pattern of special values."""
        return _filled(
            k=str(course.kind),
            b=self.blocks(course.blocks),
            j={str(k): self.block(block) for k, block in enumerate(course.joined) if block},
            h=list(map(self.check, course.checks)),
            l=list(map(self.limit, course.constraints)),
            r=list(map(self.rounding, course.roundings)),
            u=[self.places[k] for k in course.unused],
            i=[self.places[k] for k in course.spared],
            x=self.fixed(course.fixed),
            w=self.surroundings(course.around),
            v=[self.places[k] for k in course.clash],
        )

    def surroundings(self, around: Surroundings) -> dict[str, Any]:
        """The start of a propagation: e equations, h hypothetical, k known, d defaults, m missed,
        c changed, r refuted.
        """
        equations = [self.equation(*pair) for pair in around.equations]
        return _filled(
            e=_runs(equations),
            h=[
                [self.places[k], equations[i], *([[self.places[j] for j in made]] if made else [])]
                for k, i, made in around.hypothetical
            ],
            k=self.fixed(around.known),
            d=self.fixed(around.defaults),
            m=self.fixed(around.missed),
            c=[equations[i] for i in around.changed],
            r=around.refuted,
        )

    def equation(self, left: int, right: int) -> int:
        """The number of an equation between two nodes in the common table."""
        number, further = self.expression, equation_of(self.table, left, right).further
        pairs = tuple((number(whole), number(product)) for whole, product in further)
        return self.tables.equation(number(left), number(right), pairs)

    def expression(self, number: int) -> int:
        """The number of a node in the common table."""
        if number not in self.numbers:
            node = self.table[number]
            if node[0] == "slot":
                self.numbers[number] = self.places[node[1]]
            else:
                inner = [self.expression(k) for k in operands(node)]
                self.numbers[number] = self.tables.expression(node, inner)
        return self.numbers[number]

    def limit(self, one: NamedConstraint) -> dict[str, Any]:
        """A constraint."""
        inner = one.constraint
        sides, path = self.pair(inner.sides), self.path(inner.path)
        return {"i": self.tables.text(one.name), "p": path, "s": sides, "m": int(inner.at_most)}

    def rounding(self, one: Rounding) -> dict[str, Any]:
        """The way back to a given that decides how a whole target is rounded."""
        way = {"b": self.blocks(one.blocks), "x": self.fixed(one.known)}
        return {"s": self.places[one.slot], "m": int(one.at_most)} | way

    def fixed(self, values: Iterable[FixedValue]) -> list[Any]:
        """The values in force, with origin, whether ideal, and tolerance."""
        return [
            [self.places[one.slot], one.value, one.origin[:1], int(one.ideal), one.tolerance]
            for one in values
        ]

    def check(self, check: JudgedCheck) -> dict[str, Any]:
        """A relation that must hold already."""
        inner = check.check
        return {
            "i": self.tables.text(check.name),
            "p": self.path(inner.path),
            "s": self.pair(inner.sides),
            "x": [self.places[k] for k in inner.cancelled],
            "t": [self.function(k) for k in check.terms],
            "b": [self.places[k] for k in check.behind],
            "m": [self.places[k] for k in check.reconcilers],
        }

    def path(self, path: SidePath) -> list[Any]:
        """Blocks beside the way to the target, and the values assumed there."""
        return [self.blocks(path.blocks), [[self.places[k], x] for k, x in path.assumed]]

    def blocks(self, blocks: Iterable[ProgramBlock]) -> list[dict[str, Any]]:
        """Blocks in order."""
        return [self.block(block) for block in blocks]

    def block(self, block: ProgramBlock) -> dict[str, Any]:
        """A block."""
        put_back = list(map(self.agreement, block.put_back))
        branches = [self.branch(branch, block.solves) for branch in block.branches]
        return {"s": self.places[block.solves], "a": branches} | _filled(
            n=int(block.coupled),
            o=int(block.read_off),
            p=[] if block.read_off and not block.coupled else put_back,
        )

    def agreement(self, sides: Agreement) -> list[Any]:
        """Two sides with their slots, and the terms of sums among them, each as its factors."""
        both = sides.left, sides.right
        terms = [list(map(self.function, term)) for term in summands(self.nodes, both)]
        return [
            *self.pair(both),
            [self.places[k] for k in sides.slots],
            *([terms] if terms else []),
        ]

    def branch(self, branch: ProgramBranch, unknown: int) -> dict[str, Any]:
        """A branch of a block."""
        sides = branch.sides or ()
        scanned: tuple[int, ...] = sides
        crossing = crossings(self.nodes, branch.definitions if sides else (), unknown)
        if branch.kind is BranchKind.INDETERMINATE:  # where its guards hold is looked for
            defined = (number for _, number in branch.definitions)
            scanned = (*defined, *(side for pair in branch.guards for side in pair))
        return _filled(
            k=str(branch.kind) if branch.kind is BranchKind.UNSOLVED else "",
            f=[] if branch.formula is None else self.fraction(branch),
            s=[] if branch.sides is None else self.pair(branch.sides),
            j=[self.function(k) for k in roundings(self.nodes, scanned, unknown)],
            q=[self.function(k) for k in (*divisors(self.nodes, scanned, unknown), *crossing)],
            y=int(any(jumps(self.nodes, side) for side in sides)),
            c=list(map(self.pair, branch.side_conditions)),
            g=list(map(self.pair, branch.guards)),
            d=[[self.places[k], self.function(n)] for k, n in branch.definitions],
            x=[self.places[k] for k in branch.cancelled],
            z=[[self.function(k) for k in terms] for _, terms in branch.cancelling_sums],
            o=int(branch.odd_root),
            e=list(map(self.choice, branch.extrema)),
            r=int(bool(branch.regime)),
        )

    def fraction(self, branch: ProgramBranch) -> list[int]:
        """The functions above and below the bar of a formula, in which sums may be put to zero."""
        assert branch.formula is not None
        sums = {node: k for k, (node, _) in enumerate(branch.cancelling_sums)}
        node = self.nodes[branch.formula]
        parts = node[1:] if node[0] == "div" else (branch.formula,)
        within = Expressions(self.nodes, self.places, sums) if sums else self.expressions
        texts = [within.text(k) for k in parts]
        return [
            self.tables.function(text, self.number, k) for text, k in zip(texts, parts, strict=True)
        ]

    def choice(self, choice: Extremum | CaseDistinction) -> list[Any]:
        """An extremum (1 the largest, 0 the smallest) or a case distinction (2)."""
        if isinstance(choice, Extremum):
            return [int(choice.largest), [self.function(k) for k in choice.arguments]]
        return [2, [[kind, self.function(a), self.function(b)] for kind, a, b in choice.conditions]]

    def pair(self, sides: Pair) -> list[int]:
        """Two sides."""
        return [self.function(sides[0]), self.function(sides[1])]


def _runs(numbers: Sequence[int]) -> list[int]:
    """Numbers as the first and the length of each run of consecutive ones."""
    runs: list[int] = []
    for number in numbers:
        if runs and runs[-2] + runs[-1] == number:
            runs[-1] += 1
        else:
            runs += [number, 1]
    return runs


def _filled(**parts: Any) -> dict[str, Any]:
    return {key: part for key, part in parts.items() if part}
