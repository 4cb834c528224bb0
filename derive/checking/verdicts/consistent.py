"""The finding for an equation whose dimensions agree."""

from __future__ import annotations

from typing import Any

from derive.checking.disambiguation.interpretation import Interpretation
from derive.checking.symbols.names import Names
from derive.checking.verdicts.finding import CONSISTENT, INCONSISTENT, NOT_JUDGED, Finding, placed
from derive.checking.verdicts.messages import excerpt, meanings, reading_words
from derive.checking.verdicts.remarks import is_worked, kinship_of, out_of_range, wrong_figures
from derive.equations.dimensions import dimension_of


def consistent(found: Interpretation, names: Names) -> Finding:
    """What is said of it: its figures if they do not hold, its dimension, how it stands to the
    library.
    """
    shown = meanings(found, names)
    at = found.statement.begin
    said = reading_words(found, names)
    wrong = wrong_figures(found.statement)
    if wrong is not None:
        position, off = wrong
        message = f"{excerpt(found.text, position)}\nThe units agree, but {off}.{said}"
        off_facts: dict[str, Any] = {
            "bindings": shown,
            "expected": off.computed,
            "found": off.written,
            "mend": f"Write {off.computed}.",
            "brief": str(off),
        }
        return placed(found.passage, INCONSISTENT, message, position, **off_facts)
    dimension = str(dimension_of(found.pairs[0][0]))
    if not found.reading and not is_worked(found.statement):
        message = f"{excerpt(found.text, None, at)}\nThere is no variable in it."
        return placed(
            found.passage, NOT_JUDGED, message, at or None, brief="there is no variable in it"
        )
    if len(found.sides) == 1:
        message = (
            f"{excerpt(found.text, None, at)}\nIt states no equation; it has the dimension"
            f" {dimension}.{said}"
        )
        return placed(
            found.passage,
            NOT_JUDGED,
            message,
            at or None,
            bindings=shown,
            found=dimension,
            brief=f"it states no equation; it is {dimension}",
        )
    kin = kinship_of(found, names)
    beside = f"\n{kin}" if kin else ""
    every = f"Every side has the dimension {dimension}."
    if "∝" in found.statement.signs:
        every = "Each side is sound in itself; “∝” leaves the factor between them open."
    if found.without_unit is not None:
        every = (
            f"The figure has no unit; it is read in {found.without_unit.unit}, as"
            f" {found.without_unit.name} is counted."
        )
        dimension = str(found.without_unit.unit.dimension)
    out = out_of_range(found)
    message = f"{excerpt(found.text, None, at)}\n{every}{out}{beside}{said}"
    agreeing = every if found.without_unit else f"both sides are {dimension}."
    brief = f"{agreeing}{out}{f' {kin}' if kin else ''}"
    facts: dict[str, Any] = {
        "bindings": shown,
        "expected": dimension,
        "found": dimension,
        "brief": brief.replace("\n", " "),
        "kinship": kin,
    }
    return placed(found.passage, CONSISTENT, message, at or None, sides=found.sides, **facts)
