"""Courses of a question's program: the plan for one pattern of special values, as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import replace

import sympy

from derive.equations.differences import terms_of
from derive.equations.lowering import lower
from derive.equations.opaque import maps_of
from derive.equations.var import Var, ordered
from derive.errors import GivenError
from derive.program.data import BranchKind, ProgramBlock
from derive.program.moving import Moving
from derive.program.question import (
    CourseKind,
    FixedValue,
    JudgedCheck,
    NamedConstraint,
    ProgramCourse,
    Rounding,
    SpecialValue,
)
from derive.program.tolerances import EXACT_INPUT
from derive.results.known import Known, Origin
from derive.solving.compilation import compiled_block, compiled_plan
from derive.solving.coupled_blocks import joined_block
from derive.solving.equation_system import EquationSystem
from derive.solving.program_parts import ProgramParts
from derive.solving.programs import checks_of, constraints_of
from derive.solving.query import Query, computed, make_query
from derive.solving.query_preparation import (
    exact_zeros,
    firm,
    leads_to,
    query_of_known,
    settle,
    unused,
)
from derive.solving.reconciling_defaults import preference
from derive.solving.surroundings import surroundings
from derive.solving.whole_numbers import deciding
from derive.solving.zeros import lost_point, vanishing_conflict
from derive.units.dimension import Dimension

_ANY = 0.731  # stands for all values but zero and the usual one


class CourseMaker:
    """The course for one pattern of special values."""

    def __init__(
        self, maker: ProgramParts, special: tuple[SpecialValue, ...], pattern: tuple[int, ...]
    ) -> None:
        self.maker, self.pattern, self.target = maker, pattern, maker.target
        variables = maker.system.variables
        held = {variables[special[k].slot]: special[k].value for k in pattern}
        moved = [v for v in maker.moved if v != self.target]
        self.stated = {v: k for v, k in maker.given.items() if v != self.target} | {
            v: Known(v, held.get(v, _ANY), Origin.GIVEN, EXACT_INPUT) for v in moved
        }
        self.varying: Set[Var] = frozenset(moved) - set(held)

    def made(self) -> ProgramCourse:
        """The course; GivenError is raised for one through an opaque function."""
        system, target, stated = self.maker.system, self.target, self.stated
        conflict = vanishing_conflict(system, stated)
        if conflict is not None:
            clash = tuple(self.maker.slot(system.find(name)) for name in conflict.names)
            return ProgramCourse(self.pattern, CourseKind.CONTRADICTION, clash=clash)
        system, known = settle(system, target, stated, self.varying)
        zeros = exact_zeros(known)
        if zeros:
            system, derived = system.with_zeros(zeros, firm(known))
            known.update({v: computed(v, 0.0) for v in ordered(derived)})
        if target in known:
            return self.beside(CourseKind.KNOWN, query_of_known(system, target, known, 0.0))
        query = make_query(system, target, known, 0.0)
        if not query.plan.determined:
            return self.open(query)
        opaque = [r.name for r in query.used if maps_of(r.equation)]
        if opaque:
            problem = f"{opaque[0]} has a function of which only the units are known"
            raise GivenError(target.name, problem, "A program needs relations with numbers.")
        return self.solved(query, known)

    def open(self, query: Query) -> ProgramCourse:
        """A course without blocks, as far as nothing is usual."""
        if lost_point(self.maker.system, self.target, self.stated):
            return ProgramCourse(self.pattern, CourseKind.LOST)
        closed = replace(query, plan=replace(query.plan, blocks=(), assumed=()))
        convention = self.target.convention
        if convention is None:
            return self.beside(CourseKind.OPEN, closed)
        usual = Known(self.target, convention.value, Origin.CONVENTION, written=convention.text)
        return self.beside(
            CourseKind.KNOWN, replace(closed, known={**query.known, self.target: usual})
        )

    def beside(self, kind: CourseKind, query: Query) -> ProgramCourse:
        """A course without blocks, its checks alone."""
        move = self.moving(query.system)
        checks = tuple(self.checks(query, move))
        around = surroundings(self.maker, self.stated, self.varying, query)
        return ProgramCourse(self.pattern, kind, self.fixed(query), checks=checks, around=around)

    def solved(self, query: Query, known: Mapping[Var, Known]) -> ProgramCourse:
        """A course of blocks."""
        move = self.moving(query.system)
        compiled = [c.data for c in compiled_plan(query.system, query.plan)]
        blocks = tuple(map(move.block, compiled))
        joined = tuple(self.joined(query, compiled, move))
        checks = tuple(self.checks(query, move))
        limits = (NamedConstraint(name, move.constraint(c)) for name, c in constraints_of(query))
        constraints = tuple(limits)
        roundings = tuple(self.roundings(query, move)) if self.target.whole else ()
        noisy = {
            self.maker.system.variables[slot].unit.dimension
            for block in (*blocks, *(j for j in joined if j is not None))
            for branch in block.branches
            for slot, _ in branch.definitions
        }
        fixed, spare = self.fixed(query, noisy), unused(self.maker.system, query, known)
        return ProgramCourse(
            self.pattern,
            CourseKind.BLOCKS,
            fixed,
            blocks,
            joined,
            checks,
            constraints,
            roundings,
            tuple(self.maker.slot(v) for v in spare),
            tuple(self.maker.slot(v) for v in self.stated if v not in spare and self.leads(v)),
            surroundings(self.maker, self.stated, self.varying, query),
        )

    def leads(self, without: Var) -> bool:
        """Whether the stated values but one lead to the target."""
        others = {v: known for v, known in self.stated.items() if v != without}
        return leads_to(self.maker.system, self.target, others)

    def moving(self, system: EquationSystem) -> Moving:
        """The way from a system's numbers to those of the program."""
        maker, variables = self.maker, system.structure.variables
        names = [r.name for r in system.relations]
        known = maker.relations

        def relation(i: int) -> int:
            return known.setdefault(names[i], len(known))

        return Moving(
            system.compiled.nodes,
            maker.nodes,
            lambda k: maker.slot(variables[k]),
            relation,
            lambda k: variables[k] in maker.used and variables[k] not in self.varying,
        )

    def fixed(self, query: Query, noisy: Set[Dimension] = frozenset()) -> tuple[FixedValue, ...]:
        """The values in force that are not moved, as far as expressions use them or, in the `noisy`
        dimensions, they tell how large the noise of others is.
        """
        used = self.maker.used
        return tuple(
            FixedValue(
                self.maker.slot(v), k.value, str(k.origin), k.assumed and v.ideal, k.tolerance
            )
            for v, k in query.in_force.items()
            if v not in self.varying and v in query.system.slots
            if v in used or v.unit.dimension in noisy
        )

    def joined(
        self, query: Query, blocks: list[ProgramBlock], move: Moving
    ) -> Iterator[ProgramBlock | None]:
        """For each block that may leave an interval the one made of it and all later ones, unless
        that takes too long.
        """
        have = set(query.plan.known) | set(query.plan.assumed)
        for position, block in enumerate(blocks):
            between = position < len(blocks) - 1 and _leaves_interval(block)
            rest = query.system, query.plan, position, have, query.effort
            whole = joined_block(*rest) if between else None
            data = None if whole is None else compiled_block(query.system, whole, have).data
            yield data and move.block(data)
            have.add(block.solves)

    def checks(self, query: Query, move: Moving) -> Iterator[JudgedCheck]:
        """The relations that must hold already."""
        for (i, owner), check in checks_of(query):
            relation = owner.system.relations[i]
            behind = ordered(owner.rests_on(i))
            usual = (v for v in behind if owner.in_force[v].assumed)
            sides = (relation.left, relation.right)
            terms = [term for side in sides for term in terms_of(side)]
            yield JudgedCheck(
                relation.name,
                move.check(check),
                move.nodes(self.lowered(query.system, terms)),
                tuple(map(self.maker.slot, behind)),
                tuple(self.maker.slot(v) for v in sorted(usual, key=preference)),
            )

    def lowered(self, system: EquationSystem, terms: Iterable[sympy.Expr]) -> list[int]:
        """The numbers of expressions in the system's table."""
        return [lower(term, system.slots, system.compiled.nodes) for term in terms]

    def roundings(self, query: Query, move: Moving) -> Iterator[Rounding]:
        """The givens that decide how a whole target is rounded, in order."""
        for var, most in deciding(query):
            others = {v: k for v, k in query.in_force.items() if v != var}
            others[self.target] = Known(self.target, _ANY, Origin.GIVEN, EXACT_INPUT)
            back = make_query(query.system, var, others, 0.0)
            if back.plan.determined:
                compiled = compiled_plan(back.system, back.plan)
                blocks = tuple(move.block(c.data) for c in compiled)
                known = tuple(k for k in self.fixed(back) if k.slot != self.maker.slot(self.target))
                yield Rounding(self.maker.slot(var), most, blocks, known)


def _leaves_interval(block: ProgramBlock) -> bool:
    """Whether a block may leave its unknown in an interval."""
    return any(b.kind is BranchKind.INDETERMINATE or b.cancelling_sums for b in block.branches)
