"""Finding for an equation whose dimensions agree."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from derive.checking.disambiguation.interpretation import Interpretation
from derive.checking.figures.agreement import FigureAgreement
from derive.checking.figures.nouns_behind import without_nouns
from derive.checking.grammar.tree import NumberNode, ProductNode
from derive.checking.matching.match import Match
from derive.checking.symbols.counted import is_count
from derive.checking.symbols.names import Names
from derive.checking.tokens.normal import SIZES_IN_WORDS
from derive.checking.verdicts.bars_in_line import check_bar
from derive.checking.verdicts.figures_as_meant import as_meant, wrong_in_a_step
from derive.checking.verdicts.figures_put_in import figures_put_in
from derive.checking.verdicts.finding import Finding, placed
from derive.checking.verdicts.levels import Outcome
from derive.checking.verdicts.messages import excerpt, guess_words, meanings, reading_words
from derive.checking.verdicts.remarks import is_worked, library_match, out_of_range, worst_figures
from derive.checking.verdicts.unit_behind import size_behind
from derive.checking.verdicts.unit_letters import check_unit_letters
from derive.checking.verdicts.worked_figures import worked_figures
from derive.equations.dimensions import dimension_of


def consistent(found: Interpretation, names: Names, strict: bool = False) -> Finding:
    """The finding for an equation that balances: wrong figures, no statement, or its dimension and
    its match in the library. Raises UnknownWords for wrong figures with a letter that may be a unit
    or a symbol.
    """
    worked = not found.reading and is_worked(found.statement)
    figures = worst_figures(found.statement) if found.reading or worked else None
    if figures is not None and figures[1].agreement != FigureAgreement.EQUAL:
        if figures[1].agreement == FigureAgreement.NONE:
            check_unit_letters(found.passage, found.statement, names)
            meant = None if strict else as_meant(found, names) or wrong_in_a_step(found, names)
            if meant is not None:
                return meant
            check_bar(found)
        in_multiples = figures[1].agreement == FigureAgreement.OTHER_MULTIPLE and not strict
        if in_multiples and (put_in := figures_put_in(found, names)) is not None:
            return put_in
        if not _is_said_behind(found, figures[1].condition):
            return worked_figures(found, names, *figures, strict)
    behind = (
        without_nouns(found.statement, found.text) if found.reading and figures is None else None
    )
    nouns = None if behind is None else worst_figures(behind)
    if nouns is not None and nouns[1].agreement == FigureAgreement.NONE:
        return worked_figures(found, names, *nouns, strict)
    pure = not any(var.unit.dimension for var in found.reading.values())
    if names.counted and found.reading and pure:
        said = "no dimension is left to compare"
        return _not_judged(found, f"{said[0].upper()}{said[1:]}.", said)
    if not found.reading and not worked:
        return _not_judged(found, "There is no variable in it.", "there is no variable in it")
    if len(found.sides) == 1:
        dimension, reading = str(dimension_of(found.pairs[0][0])), reading_words(found, names)
        return _not_judged(
            found,
            f"It states no equation; it has the dimension {dimension}.{reading}",
            f"it states no equation; it is {dimension}",
            bindings=meanings(found, names),
            found=dimension,
        )
    return _agreeing(found, names)


def _is_said_behind(found: Interpretation, condition: str) -> bool:
    """Whether a figure is in thousands, millions, … and they stand right behind the formula:
    `$50257 \\times 12288 = 617.6$M parameters`.
    """
    size = size_behind(found.passage)
    if not size or condition.endswith(f"is in {size}s"):
        return bool(size)
    *sides, last = found.statement.sides
    number = NumberNode(Fraction(10) ** SIZES_IN_WORDS.get(size, 0), last.position)
    sized = ProductNode(((1, last), (1, number)), last.position)
    worst = worst_figures(replace(found.statement, sides=(*sides, sized)))
    return worst is not None and worst[1].agreement == FigureAgreement.EQUAL


def _not_judged(side: Interpretation, sentence: str, brief: str, **facts: object) -> Finding:
    at = side.statement.begin
    message = f"{excerpt(side.text, None, at)}\n{sentence}"
    return placed(side.passage, Outcome.UNSTATED, message, at or None, brief=brief, **facts)


def _agreeing(found: Interpretation, names: Names) -> Finding:
    """The finding for sides of one dimension, with remarks on ranges and on the library."""
    at, counted = found.statement.begin, found.without_unit
    dimension = str(counted.unit.dimension if counted else dimension_of(found.pairs[0][0]))
    if counted is not None:
        why = (
            f"as {counted.name} is counted" if is_count(counted) else f"the unit of {counted.name}"
        )
        agreement = f"The figure has no unit; it is read in {counted.unit}, {why}."
    elif "∝" in found.statement.signs:
        agreement = "Each side is sound in itself; “∝” leaves the factor between them open."
    else:
        agreement = f"Every side has the dimension {dimension}."
    match, out = library_match(found, names), out_of_range(found)
    if out and (guess := guess_words(found, names)):
        return _not_judged(found, f"If {guess}: {out}", f"if {guess}: {out}")
    remark = f"\nBut {out}" if out else ""
    library = f"\n{match}" if match else ""
    message = f"{excerpt(found.text, None, at)}\n{agreement}{remark}{library}"
    brief = f"{agreement if counted else f'both sides are {dimension}.'}{remark}"
    return placed(
        found.passage,
        _outcome(found, match, out),
        f"{message}{reading_words(found, names)}",
        at or None,
        sides=found.sides,
        bindings=meanings(found, names),
        expected=dimension,
        found=dimension,
        brief=f"{brief}{f' {match}' if match else ''}".replace("\n", " "),
        kinship=match,
    )


def _outcome(found: Interpretation, match: Match | None, out: str) -> Outcome:
    """The outcome for sides that agree."""
    counted = found.without_unit
    if match and match.contradicts:
        return Outcome.CONTRADICTED
    if out:
        return Outcome.OUT_OF_RANGE
    if counted is not None:
        return Outcome.COUNTED if is_count(counted) else Outcome.VALUE_WITHOUT_UNIT
    return Outcome.BALANCED if found.reading else Outcome.RECOMPUTED
