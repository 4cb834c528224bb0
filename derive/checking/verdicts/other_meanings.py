"""Finding for an equation that holds under a condition in another meaning of its names."""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice

from derive.checking.disambiguation.disambiguation import Disambiguation
from derive.checking.disambiguation.interpretation import (
    MOST_TOGETHER,
    Interpretation,
    Signature,
    choices_of,
    interpret,
    other_readings,
    signature,
)
from derive.checking.matching.match import Match
from derive.checking.spelling.canonical import canonical
from derive.checking.symbols.counted import bare_dimension
from derive.checking.symbols.evidence import Strength
from derive.checking.symbols.name_meanings import NameMeanings, readings
from derive.checking.symbols.names import Names
from derive.checking.verdicts.conditional import conditional
from derive.checking.verdicts.finding import Finding
from derive.checking.verdicts.levels import Rule
from derive.checking.verdicts.plain_counts import plain_counts
from derive.equations.var import Var
from derive.units.dimension import PURE
from derive.units.registry import resolve

_GPUS = frozenset({"device"})


def balanced_otherwise(
    found: Interpretation, settled: Disambiguation, strict: bool
) -> Interpretation | None:
    """The reading under which an equation balances with another of the meanings that the author
    binds a name to than elsewhere in the document, or, unless `strict`, with words such as FLOPs as
    the number or the rate that they may be, or with figures of one GPU as those of all where
    nothing has chosen between both; None if there is none.
    """
    names = settled.names
    owns = {word: names.own.get(canonical(word)) for word in found.reading}
    several = {
        word
        for word, own in owns.items()
        if own and len(own.readings) > 1
        if names.evidence_of(word, own.own).strength == Strength.BINDING
    }
    units = {word for word, own in owns.items() if own is None and not strict and resolve(word)}
    scoped = {word for word, one in choices_of(found.statement, names).items() if one.scoped}
    either = scoped if not strict and settled.balancing.isdisjoint(scoped) else set()
    ways = (_balanced_with(words, found, names) for words in (several, units, either))
    return next(filter(None, ways), None)


def _balanced_with(
    words: Collection[str], found: Interpretation, names: Names
) -> Interpretation | None:
    """The reading under which an equation balances, with other meanings of some words alone."""
    for other in other_readings(found, names, words) if words else ():
        changed = {word for word, var in other.reading.items() if var != found.reading[word]}
        if changed and changed <= {*words}:
            return other
    return None


def other_meanings(
    found: Interpretation, names: Names, position: int | None, match: Match | None
) -> Finding | None:
    """The finding for an equation that balances with what it leaves unsaid in another reading that
    the evidence for its names admits: F in FLOP/s or FLOP/s/GPU, FLOPs as a count or as a rate.
    None for any other.
    """
    choices = choices_of(found.statement, names)
    tried: set[Signature] = {signature(found.statement, found.reading)}
    for reading in islice(readings(choices), MOST_TOGETHER):
        signed = signature(found.statement, reading)
        was = found.reading
        if signed in tried or not all(
            _may_be(word, var, choices[word], was[word], names) for word, var in reading.items()
        ):
            continue
        tried.add(signed)
        other = interpret(found.passage, found.statement, reading)
        if other.balances:
            continue
        finding = conditional(other, names, position, match)
        if finding is not None and finding.rule == Rule.UNIT_MISSING:
            finding = None
        if finding is None and all(map(_per_gpu_alone, reading.values(), was.values())):
            finding = plain_counts(other, names, position, match)
        if finding is not None:
            return finding
    return None


def _may_be(word: str, var: Var, choice: NameMeanings, was: Var, names: Names) -> bool:
    """Whether a name may as well be read as a variable: as a figure of one GPU or of all, if the
    author leaves that open; or as another that its own word is a unit of.
    """
    same = bool(var == was)
    if same or len(choice.readings) == 1:
        return same
    if canonical(word) in names.own:
        counts = bare_dimension(var.unit.dimension, _GPUS) == PURE  # a number of GPUs
        return not counts and _per_gpu_alone(var, was)
    return resolve(word) is not None


def _per_gpu_alone(var: Var, was: Var) -> bool:
    """Whether two variables are of one dimension, of one GPU and of all."""
    one, other = (bare_dimension(each.unit.dimension, _GPUS) for each in (var, was))
    return bool(one == other)
