"""Answers to the cases of a table: a sweep along its rows, with the cells beside the answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from derive.analysis.sweep.answer_buffer import (
    AnswerBuffer,
    cause_codes,
    regime_codes,
)
from derive.analysis.sweep.frames import framed
from derive.analysis.sweep.notes import notes_on
from derive.arguments import mapping
from derive.cases.case import Case
from derive.cases.resolve import ResolvedCase, resolved
from derive.cases.swaps import swapped
from derive.cases.table import UNSTATED, CaseTable, TableRow, case_table, read_case_table
from derive.equations.var import Var
from derive.errors import DataError, DeriveError, GivenError, NamedFault, TextError, one_line
from derive.library.catalogue.lookups import lookups
from derive.library.content import vocabulary
from derive.results.answer import Answer
from derive.results.known import Known
from derive.results.pull import joint_sense
from derive.results.status import Status
from derive.results.sweep import Coded, Column, Coordinate, Swept
from derive.solving.givens import read_givens

Made = TypeVar("Made")
ROW = "row"  # the dimension along the cases
_GIVEN = '{"gpus": "8 GPU"}'


def sweep_cases(
    target: str | Var | Sequence[str | Var],
    cases: Any,
    given: Mapping[str, Any] | None = None,
    *,
    variants: Mapping[str, str] | None = None,
    rtol: float = 0.0,
    frame: str = "xarray",
) -> Any:
    """One or several questions for each case of a table, answered as `solve` answers them.

    `cases` is the path of a CSV file, a mapping of lists or a pandas DataFrame: a row a case. Its
    columns are variables, with a unit in the head or in the cells ("gpus [GPU]"; 8, or "8 GPU"),
    options such as "model", and groups of variants; one whose head starts with # is kept and not
    read. `given` holds for all cases: texts such as "8 GPU", and ids of catalogue entries. The
    result has the columns of the table beside value, status and regime of each target, in a `frame`
    as of `sweep`. Raises DataError naming row and column, UnknownName, GivenError, MissingExtra.

    >>> import derive
    >>> table = {"compute_time [ms]": [1, 3], "memory_time": ["2 ms", "2 ms"]}
    >>> found = derive.sweep_cases("step_time", table, frame="numpy")
    >>> found["step_time"].tolist(), found["regime"].tolist()[1]
    ([0.002, 0.003], 'compute_time ≥ memory_time')
    """
    stated = {str(name): str(text) for name, text in mapping(given or {}, "given", _GIVEN).items()}
    rows = lookups()
    case = Case(
        tuple(map(str, [target] if isinstance(target, (str, Var)) else target)),
        over=tuple(pair for pair in stated.items() if pair[0] not in rows),
        chosen={name: text for name, text in stated.items() if name in rows},
        variants=dict(variants or {}),
        rtol=rtol,
    )
    by_path = isinstance(cases, (str, Path))
    table = read_case_table(str(cases)) if by_path else case_table(cases)
    return framed(answered(table, case, asked(case)), frame)


def answered(
    table: CaseTable,
    case: Case,
    question: ResolvedCase,
    report: Callable[[int], None] | None = None,
) -> Swept:
    """The answers to what is asked along the rows of a table, what a case states besides in force.

    Raises DataError naming row and column, GivenError for what is stated in both.
    """
    _refuse_stated_twice(table, case)
    _refuse_targets(table, question.targets)
    case = replace(case, data=(), units=())
    questions = [_question(table, row, case) for row in table.rows]
    answers: dict[Var, list[Answer]] = {target: [] for target in question.targets}
    for row, of_row in zip(table.rows, questions, strict=True):
        for answer in _of_row(table, row, of_row.answers):
            answers[answer.target].append(answer)
        if report is not None:
            report(1)
    columns = tuple(_column(target, found) for target, found in answers.items())
    rows = Coordinate(ROW, np.array([row.number for row in table.rows]), "", "row of the table")
    beside = tuple(
        Coordinate(column.head, np.array([row.cells[k] for row in table.rows], dtype=object))
        for k, column in enumerate(table.columns)
    )
    every = [answer for found in answers.values() for answer in found]
    return Swept((rows,), columns, _notes(table, every), beside=beside)


def asked(case: Case) -> ResolvedCase:
    """The targets and options of a case without its values, its own units and entries loaded."""
    return resolved(replace(case, given=(), over=(), chosen={}))


def _refuse_stated_twice(table: CaseTable, case: Case) -> None:
    """Raise GivenError for a value or an option beside a column of the same."""
    own = set(table.names)
    stated = {str(vocabulary().find(name).name): name for name, _ in (*case.given, *case.over)}
    stated |= {lookups()[name].alone: name for name in case.chosen}
    stated |= {name: name for name in case.chosen}
    for name in stated.keys() & own:
        problem = f"it is a column of {table.file}, and stated besides by {stated[name]}"
        raise GivenError(name, problem, "Drop one of them.")
    for row in filter(None, map(lookups().get, table.names)):
        if row.alone in own:
            problem = f"it states {row.alone}, and both are columns of {table.file}"
            raise GivenError(row.name, problem, "Drop one of them.")


def _refuse_targets(table: CaseTable, targets: Iterable[Var]) -> None:
    """Raise GivenError for a column of what is asked for."""
    for target in targets:
        if target.name in table.names:
            fix = f"Put # before its head in {table.file} to keep it and not to read it."
            raise GivenError(target.name, "it is asked for, and a column of the table", fix)


def _check_cells(table: CaseTable, row: TableRow) -> None:
    """Raise DataError for a cell that is no value of its variable."""
    for column, cell in zip(table.columns, row.cells, strict=True):
        if not column.of_variable or cell == UNSTATED:
            continue
        try:
            read_givens({column.name: column.stated(cell)}, vocabulary())
        except NamedFault as error:
            unit = vocabulary().find(column.name).unit.text
            headed = f"Head the column “{column.name} [{unit}]”, or write the unit in each cell."
            fix = headed if "has no unit" in error.problem else error.fix
            raise table.fault(row.number, column.head, error.problem, fix) from None
        except TextError as error:
            problem, _, _ = (
                str(error).rpartition(f" {error.fix}") if error.fix else (str(error), "", "")
            )
            raise table.fault(row.number, column.head, problem, error.fix) from None


def _question(table: CaseTable, row: TableRow, case: Case) -> ResolvedCase:
    """The question of a row. Raises DataError naming the row, and the column of an unread cell."""
    try:
        return resolved(swapped(case, table.stated(row)))
    except DeriveError as error:
        _check_cells(table, row)
        raise _row_fault(table, row, error) from error


def _of_row(table: CaseTable, row: TableRow, ask: Callable[[], Made]) -> Made:
    """The result of a question for a row. Raises DataError naming the row for each error."""
    try:
        return ask()
    except DeriveError as error:
        raise _row_fault(table, row, error) from error


def _row_fault(table: CaseTable, row: TableRow, error: DeriveError) -> DataError:
    return table.fault(row.number, "", one_line(str(error)))


def _column(target: Var, answers: Sequence[Answer]) -> Column:
    """The answers for a target, a row each."""
    count = len(answers)
    found = AnswerBuffer(
        np.full(count, np.nan),
        np.zeros(count, np.int8),
        np.full(count, -1, np.int16),
        np.zeros(count, np.int16),
        regime_codes(),
        cause_codes(),
    )
    for k, answer in enumerate(answers):
        found.put(k, answer)
    solved = [answer for answer in answers if answer.status == Status.SOLVED]
    return Column(
        target,
        found.values / target.unit.factor,
        found.status,
        Coded(found.regime, found.regimes.texts),
        Coded(found.cause, found.causes.texts),
        (solved or answers)[0],
        sense=joint_sense(answer.sense for answer in solved),
    )


def _notes(table: CaseTable, answers: Sequence[Answer]) -> dict[str, str]:
    """The values and variants that hold in all rows, and columns that no answer depends on."""
    common: dict[Var, Known] = {item.var: item for item in answers[0].known}
    for answer in answers[1:]:
        here = {item.var: item for item in answer.known}
        common = {
            var: item
            for var, item in common.items()
            if var in here and (here[var].value, here[var].origin) == (item.value, item.origin)
        }
    own = set(table.names)
    fixed = [item for var, item in common.items() if var.name not in own]
    variants = {
        name: choice
        for name, choice in answers[0].variants.items()
        if all(answer.variants.get(name) == choice for answer in answers)
    }
    warnings = [
        f"no answer depends on {column.name}"
        for column in table.columns
        if column.of_variable and all(column.name in answer.unused for answer in answers)
    ]
    told = dict.fromkeys(text for answer in answers for text in answer.warnings)
    return notes_on(fixed, variants, [*warnings, *told])
