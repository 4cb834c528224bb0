"""Finding for a figure whose unit is not that which the text gives its symbol."""

from __future__ import annotations

from derive.checking.disambiguation.interpretation import Interpretation, interpret
from derive.checking.figures.worked_number import SideKind, kind_of
from derive.checking.grammar.tree import NameNode
from derive.checking.spelling.canonical import canonical
from derive.checking.symbols.evidence import Evidence, Strength
from derive.checking.symbols.names import Names
from derive.checking.verdicts.finding import Finding, placed
from derive.checking.verdicts.levels import Outcome
from derive.checking.verdicts.messages import excerpt, meanings, reading_words
from derive.equations.dimensions import Mismatch, dimension_of
from derive.equations.var import Var
from derive.units.dimension import Dimension
from derive.units.multipliers import COUNTED


def text_disagrees(found: Interpretation, names: Names) -> Finding | None:
    """A note where a symbol that the text defines is given a figure in a unit that differs only in
    what is counted (FLOP/s per GPU); the text holds. None for anything else.
    """
    sides = found.statement.sides
    if len(sides) != 2 or not isinstance(sides[0], NameNode):
        return None
    word = sides[0].word
    var = found.reading.get(word)
    if var is None or kind_of(sides[1]) != SideKind.FIGURE:
        return None
    seen = names.evidence_of(word, meanings(found, names)[word])
    try:
        written, stated = dimension_of(found.sides[1]), var.unit.dimension
    except Mismatch:  # a figure such as 3 m + 2 s
        return None
    told = seen.strength in (Strength.DEFINITION, Strength.UNIT) and seen.place
    bound = seen.strength == Strength.BINDING
    if not (told or bound) or not _count_alike(written, stated):
        return None
    said = f"the figure is in {written}, and " + (
        f"{word} is bound in {stated}; the binding holds"
        if bound
        else f"{seen.place} of the text says that {word} is “{seen.words}”, in {stated}; the text"
        " holds"
    )
    position = sides[1].position
    message = f"{excerpt(found.text, position)}\n{said[0].upper()}{said[1:]}."
    facts = {"expected": str(stated), "found": str(written), "brief": f"{said}."}
    bindings = meanings(found, names)
    return placed(
        found.passage, Outcome.TEXT_DISAGREES, message, position, bindings=bindings, **facts
    )


def text_elsewhere(found: Interpretation, names: Names, *, bound: bool = False) -> Finding | None:
    """The finding for an equation that balances with what the text says of a name, perhaps only one
    that is `bound`, and not with what it is read as; None for any other.
    """
    for word, var in found.reading.items():
        by_author = names.evidence_of(word, str(var.name)).strength == Strength.BINDING
        for seen, other in names.said.get(canonical(word), ()) if by_author or not bound else ():
            if interpret(found.passage, found.statement, {**found.reading, word: other}).balances:
                return _means_another(found, names, word, seen, other, bound=by_author)
    return None


def _means_another(
    found: Interpretation, names: Names, word: str, seen: Evidence, other: Var, *, bound: bool
) -> Finding:
    here, there = meanings(found, names)[word], other.unit.text
    gap = found.reading[word].unit.dimension / other.unit.dimension
    counts = all(base in COUNTED for base, _ in gap.exponents)
    if counts:  # P bound to 1, and “P = 16 GPUs”
        unit = f"in {there}" if other.unit.dimension else "counted without a unit"
        brief = f"consistent if {word} is {unit}, as in {seen.place}: “{seen.words}”."
    else:
        brief = (
            f"{word} is {'bound to' if bound else 'read in'} {here}, and {seen.place} of the text"
            f" says that it is “{seen.words}” ({there}), with which the equation balances: bind it"
            " so, or mend the text."
        )
    at = found.statement.begin
    return placed(
        found.passage,
        Outcome.USUAL_HABIT if counts else Outcome.DESCRIBED_OTHERWISE,
        f"{excerpt(found.text, None, at)}\n{brief}{reading_words(found, names)}",
        at or None,
        bindings=meanings(found, names),
        expected=str(other.unit.dimension),
        found=str(found.reading[word].unit.dimension),
        mend=f"Bind {word} to {there}.",
        brief=brief,
    )


def _count_alike(first: Dimension, second: Dimension) -> bool:
    """Whether dimensions differ, and only in what is counted."""
    physical = [
        {name: power for name, power in each.exponents if name not in COUNTED}
        for each in (first, second)
    ]
    return first != second and physical[0] == physical[1] and bool(physical[0])
