"""Makers of kept questions: what the engine found out about a question, as plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from derive.cases.case import Case
from derive.cases.resolve import ResolvedCase
from derive.equations.var import Var
from derive.errors import DeriveError, visible
from derive.kept import folder
from derive.kept.eligible import eligible_path
from derive.kept.fingerprint import fingerprint
from derive.kept.reader import FAULTS, LeftToTheEngine, kept_question, text_of
from derive.kept.record import (
    FORMAT,
    Interval,
    KeptGiven,
    KeptProgram,
    KeptQuestion,
    KeptSurroundings,
    read,
    written,
)
from derive.kept.shape import Shape, shape_of
from derive.library.choices import system_for
from derive.packs.in_use import active
from derive.program.contraction import Contraction, SlotEquation
from derive.program.factor_limits import factor_limits
from derive.program.moving import Moving
from derive.program.nodes import Nodes
from derive.program.propagation import contract
from derive.rendering.json.text import json_text
from derive.results.answer import Answer
from derive.results.known import Known, assumed_ideals
from derive.solving.beginning import beginning, contractor_of
from derive.solving.compilation import compiled_plan, slot_of
from derive.solving.consistency import knowledge
from derive.solving.equation_system import EquationSystem
from derive.solving.ideals_together import at_ideals
from derive.solving.path import SolutionPath
from derive.solving.usual_values import usual_reach, usual_value


def keep(
    words: Sequence[str], case: Case, question: ResolvedCase, answers: Sequence[Answer], told: Any
) -> bool:
    """Keep a question that was answered in these words, as JSON that `told` holds, if its answer at
    other values differs by these alone; whether it is kept.
    """
    shape = shape_of(words) if folder.folder() else None
    if shape is None or len(answers) != 1 or not _by_words_alone(case, shape):
        return False
    shown = visible(f"{json_text(told)}\n")
    if _is_kept(shape, shown):
        return False
    answer, given = answers[0], question.given
    system = system_for(given, question.variants, answer.target)
    path = eligible_path(system, given, answer, question.rtol)
    if path is None:
        return False
    unit = question.unit or answer.target.unit
    try:
        text = written(_made(system, given, answer, path, shape, told, unit.factor))
        again = text_of(read(text), shape)
    except (DeriveError, LeftToTheEngine, OSError, *FAULTS):
        return False
    return again == shown and folder.write("\n".join(shape.words), text)


def _is_kept(shape: Shape, shown: str) -> bool:
    """Whether a question is kept already, and its file says nothing else than the engine."""
    kept = kept_question(shape)
    try:
        return kept is not None and text_of(kept, shape) == shown
    except LeftToTheEngine:  # at these values
        return True
    except (DeriveError, *FAULTS):
        return False


def _by_words_alone(case: Case, shape: Shape) -> bool:
    """Whether the question is as its command says it, without files, estimates and other packs."""
    beside = (case.given, case.data, case.units, case.efficiency)
    return not any(beside) and case.over == shape.givens and not active()


def _made(
    system: EquationSystem,
    given: Mapping[Var, Known],
    answer: Answer,
    path: SolutionPath,
    shape: Shape,
    told: Any,
    factor: float,
) -> KeptQuestion:
    variables = [system.vocabulary.find(name) for name, _ in shape.givens]
    if len({*variables}) < len(variables):
        raise ValueError("a variable given twice")
    program, places = _program(path, variables)
    around, starts = _surroundings(system, given, answer, variables)
    reach = usual_reach(system)
    givens = tuple(
        KeptGiven(
            name,
            slot_of(var),
            usual_value(system, var) if var in reach else None,
            places.get(var),
            starts.get(var),
        )
        for (name, _), var in zip(shape.givens, variables, strict=True)
    )
    return KeptQuestion(FORMAT, fingerprint(), shape.words, givens, program, around, told, factor)


class _Table:
    """Expressions of a system in a table of their own, with the slots they need."""

    def __init__(self, source: Nodes) -> None:
        self.nodes, self.numbers = Nodes(), dict[int, int]()
        self.move = Moving(source, self.nodes, self.slot, lambda i: i, lambda _: True)

    def slot(self, number: int) -> int:
        """The new number of a slot."""
        return self.numbers.setdefault(number, len(self.numbers))

    @property
    def table(self) -> tuple[Any, ...]:
        """The nodes."""
        return tuple(self.nodes[k] for k in range(len(self.nodes)))


def _program(path: SolutionPath, givens: Sequence[Var]) -> tuple[KeptProgram, dict[Var, int]]:
    """The blocks to the target, and the slots of the givens."""
    query = path.query
    system, known = query.system, query.in_force
    table = _Table(system.compiled.nodes)
    blocks = tuple(table.move.block(one.data) for one in compiled_plan(system, query.plan))
    used = tuple(range(len(table.numbers)))
    values = {table.slot(system.slots[v]): k.value for v, k in known.items() if v in system.slots}
    target = table.slot(system.slots[query.target])
    variables = system.structure.variables
    program = KeptProgram(
        tuple(slot_of(variables[old]) for old in table.numbers),
        table.table,
        tuple(values.get(new) for new in table.numbers.values()),
        blocks,
        target,
        used,
    )
    places = ((v, table.numbers.get(system.slots.get(v, -1))) for v in givens)
    return program, {v: place for v, place in places if place is not None}


def _surroundings(
    system: EquationSystem, given: Mapping[Var, Known], answer: Answer, givens: Sequence[Var]
) -> tuple[KeptSurroundings, dict[Var, int]]:
    """The equations that the values reach, and the slots of the givens there."""
    free = frozenset((answer.target,))
    begun = beginning(system, given, free=free)
    contractor, slots = contractor_of(begun.system), begun.system.slots
    start = Contraction(contractor)
    start.left_out = begun.left_out
    found = contract(contractor, begun.others, contract(contractor, begun.assumed, start))
    limits, state = factor_limits(contractor, found), knowledge(system, given, free=free)
    ideals = tuple(k for k in assumed_ideals(answer.known) if k.var in slots)
    together = at_ideals(state, ideals)
    table = _Table(contractor.nodes)
    equations = tuple(
        (i, *table.move.pair((one.left, one.right)))
        for i in sorted(found.reached | state.found.reached | together.found.reached)
        if i >= 0 and (one := contractor.equation(i)) is not None
    )
    implied = tuple(_moved(item.equation, table) for item in state.implied.values())
    assumed, others = _kept(begun.assumed, table), _kept(begun.others, table)
    held = _kept({slots[k.var]: (k.value, k.value) for k in ideals}, table)
    end = table.slot(slots[answer.target])
    sets = (limits.positive, limits.zeros, limits.negative, *limits.opened)
    factors = tuple(table.move.nodes(sorted(k)) for k in sets)
    variables = begun.system.variables
    made = KeptSurroundings(
        tuple(slot_of(variables[old]) for old in table.numbers),
        table.table,
        tuple(tuple(contractor.of_slot[old]) for old in table.numbers),
        equations,
        tuple(sorted(found.reached)),
        tuple(sorted(begun.left_out)),
        assumed,
        others,
        held,
        factors,
        implied,
        end,
    )
    places = ((v, table.numbers.get(slots.get(v, -1))) for v in givens)
    return made, {v: place for v, place in places if place is not None}


def _moved(equation: SlotEquation, table: _Table) -> SlotEquation:
    return SlotEquation(
        *table.move.pair((equation.left, equation.right)),
        table.move.nodes(equation.inner),
        tuple(map(table.slot, equation.slots)),
        table.move.nodes(equation.factors),
        equation.settled,
        equation.at_most,
    )


def _kept(starts: Mapping[int, tuple[float, float]], table: _Table) -> tuple[Interval, ...]:
    return tuple((table.slot(k), low, high) for k, (low, high) in starts.items())
