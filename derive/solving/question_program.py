"""The program of a question: its courses, planned with the system, as plain data without it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import combinations

from derive.equations.var import Var
from derive.errors import GivenError
from derive.program.json import program_json
from derive.program.question import FORMAT, Header, QuestionProgram, SpecialValue
from derive.program.tolerances import EXACT_INPUT
from derive.results.known import Known
from derive.solving.beginning import is_limited
from derive.solving.compilation import slot_of
from derive.solving.courses import CourseMaker
from derive.solving.equation_system import EquationSystem
from derive.solving.program_parts import ProgramParts
from derive.solving.usual_values import usual_reach, usual_value
from derive.version import __version__

MOST_PATTERNS = 64  # of special values: all of six, and of more than seven two at a time


def question_program(
    system: EquationSystem,
    target: Var,
    given: Mapping[Var, Known],
    moved: Iterable[Var] | None = None,
) -> QuestionProgram:
    """The program of the question for `target`, in which the `moved` givens (all of them, unless
    said otherwise) may have any value; of the special ones all together, or fewer at a time
    where that makes more than `MOST_PATTERNS` patterns.

    Raises GivenError for a question that an uncertain given or an opaque function leaves without
    numbers.
    """
    vague = next((known.var for known in given.values() if known.uncertain is not None), None)
    if vague is not None:
        raise GivenError(vague.name, "it is uncertain, and a program takes exact values")
    names = tuple(given if moved is None else moved)
    parts = ProgramParts(system, target, dict(given), names)
    givens, target_slot = tuple(map(parts.slot, names)), parts.slot(target)
    special = tuple(_special(parts))
    courses = tuple(CourseMaker(parts, special, k).made() for k in _patterns(special))
    table = tuple(parts.nodes[k] for k in range(len(parts.nodes)))
    variables = system.variables
    slots, units = tuple(map(slot_of, variables)), tuple(v.unit.text for v in variables)
    limited = tuple(system.slots[v] for v in variables if is_limited(v))
    header = Header(FORMAT, __version__, "", target_slot, givens)
    relations = tuple(parts.relations)
    made = QuestionProgram(header, slots, units, relations, table, special, courses, limited)
    digest = sha256(program_json(made).encode()).hexdigest()[:16]
    return replace(made, header=replace(header, digest=digest))


def _patterns(special: Sequence[SpecialValue]) -> list[tuple[int, ...]]:
    """The special values that are taken at the same time, by their places."""
    patterns = [
        pattern
        for size in range(len(special) + 1)
        for pattern in combinations(range(len(special)), size)
        if len({special[k].slot for k in pattern}) == size
    ]
    while len(patterns) > MOST_PATTERNS:
        most = len(patterns[-1]) - 1
        patterns = [pattern for pattern in patterns if len(pattern) <= most]
    return patterns


def _special(parts: ProgramParts) -> Iterator[SpecialValue]:
    """The special values of the givens: zero, and usual ones."""
    reach = usual_reach(parts.system)
    for var in parts.moved:
        if var.takes_zero:
            yield SpecialValue(parts.slot(var), 0.0)
        usual = usual_value(parts.system, var) if var in reach else None
        if usual:
            yield SpecialValue(parts.slot(var), usual, 2.0 * EXACT_INPUT)
