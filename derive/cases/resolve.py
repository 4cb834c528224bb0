"""Resolved cases: texts read as variables, values and variants, catalogue entries looked up."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from derive.cases.case import Case, Pairs
from derive.cases.user_files import load_user_files
from derive.equations.var import Var, normal
from derive.errors import GivenError, TextError, UnknownName, shorten
from derive.library.api import solve, tolerances
from derive.library.catalogue.lookups import Lookup, looked_up_values, lookups, refuse_without_entry
from derive.library.content import vocabulary
from derive.library.system import library_system
from derive.results.answer import Answer, Underdetermined
from derive.results.known import Known
from derive.results.uncertainty import DRAWS, Tolerance
from derive.solving.givens import each_given, provenance, same_value
from derive.units.exchange import exchanged, missing_rate, rate_words
from derive.units.text import is_unit, parse_quantity, parse_unit
from derive.units.turning import turning_fault
from derive.units.unit import Unit


@dataclass(frozen=True)
class ResolvedCase:
    """Targets, givens and options of a case, read and checked."""

    targets: tuple[Var, ...]
    given: Mapping[Var, Known]
    variants: Mapping[str, str] = field(default_factory=dict)
    rtol: float = 0.0
    unit: Unit | None = None
    draws: int = DRAWS
    seed: int = 0
    efficiency: str | None = None

    def answers(self) -> list[Answer]:
        """The answers for all targets, none of which is named as what another one needs."""
        names = frozenset(target.name for target in self.targets)
        found = [self.answer(target) for target in self.targets]
        return [
            replace(one, gap=replace(one.gap, asked=names - {one.target.name}))
            if isinstance(one, Underdetermined)
            else one
            for one in found
        ]

    def answer(self, target: Var) -> Answer:
        """The answer for a target, or for any other variable, from the same givens."""
        found = solve(
            target,
            self.given,
            variants=self.variants,
            rtol=self.rtol,
            draws=self.draws,
            seed=self.seed,
            efficiency=self.efficiency,
        )
        rate = "" if self.unit is None else rate_words(parse_unit(self.unit.text), target.unit)
        shown = f"shown in {self.unit.text} at {rate}" if rate and self.unit is not None else ""
        return replace(found, warnings=(*found.warnings, shown)) if shown else found

    def tolerances(self, target: Var, within: float) -> tuple[Tolerance, ...]:
        """The accuracy of each given that keeps the target within this share of its value."""
        return tolerances(target, self.given, within, variants=self.variants)


def resolved(case: Case, uncertain: bool = False) -> ResolvedCase:
    """The case, read and checked; with `uncertain`, givens may be ranges and distributions.

    Raises UnknownName, GivenError, TextError or DataError, each naming the culprit and the fix.
    """
    load_user_files(case.data, case.units)
    if not (math.isfinite(case.rtol) and case.rtol >= 0):
        raise GivenError(
            "rtol", f"{case.rtol:g} is not a tolerance", "Write for example --rtol 0.05 for 5 %."
        )
    targets = tuple(_target(name, case) for name in case.targets)
    stated = {**_stated(case.given, uncertain), **_stated(case.over, uncertain)}
    _refuse_two_values(case, stated)
    given = {**_looked_up(case), **stated}
    return ResolvedCase(
        targets,
        given,
        variants_of(case.variants),
        case.rtol,
        _unit(case.unit, targets),
        case.draws,
        case.seed,
        case.efficiency,
    )


def share_of(text: str) -> float:
    """A share such as "10 %" or 0.1. Raises GivenError."""
    fix = 'Write for example --within "10 %".'
    try:
        quantity = parse_quantity(text)
    except TextError as error:
        raise GivenError("within", str(error), fix) from None
    if (quantity.unit is not None and quantity.unit.dimension) or not 0 < quantity.value < 1:
        raise GivenError("within", f"“{shorten(text)}” is not a share between 0 and 1", fix)
    return quantity.value


def _target(name: str, case: Case) -> Var:
    try:
        return vocabulary().find(name)
    except UnknownName as error:
        bare = next((pair for pair in case.over if pair[1][-1:].isdigit()), None)
        if bare is not None and is_unit(name):
            error.hint = f'A value with its unit goes in quotes: -g "{bare[0]}={bare[1]} {name}".'
        raise


def _stated(pairs: Pairs, uncertain: bool) -> dict[Var, Known]:
    """Stated values by variable. Raises GivenError for a variable with two values, also under an
    alias.
    """
    found: dict[Var, Known] = {}
    for var, known in each_given(pairs, vocabulary(), uncertain):
        if var in found and not same_value(found[var], known):
            both = f"as {provenance(found[var])} and as {provenance(known)}"
            raise GivenError(var.name, f"it is given twice, {both}", "Keep one of them.")
        found[var] = known
    return found


def _looked_up(case: Case) -> dict[Var, Known]:
    """The values of the chosen lookups. Raises GivenError for an option without its entry."""
    chosen = {name: case.chosen[name] for name in lookups() if case.chosen.get(name)}
    refuse_without_entry(chosen, _naming)
    return looked_up_values(chosen)


def _refuse_two_values(case: Case, stated: Mapping[Var, Known]) -> None:
    """Raise GivenError for a value beside an option whose only use is to look that value up."""
    by_name = {var.name: known for var, known in stated.items()}
    for name in filter(case.chosen.get, lookups()):
        row = lookups()[name]
        if (known := by_name.get(row.alone)) is not None:
            said = f"{row.option} {case.chosen[name]}"
            problem = f"it is given twice, as {provenance(known)} and by {said}"
            raise GivenError(row.alone, problem, "Keep one of them.")


def _naming(row: Lookup, entry: Lookup) -> str:
    """The fix for an option without the entry that it needs."""
    instead = f", or give {row.instead}" if row.instead else ""
    return f"Add {entry.option} {entry.metavar} (derive list {entry.kind}s){instead}."


def variants_of(wanted: Mapping[str, str]) -> dict[str, str]:
    """Choices by group, both in the library's spelling; unknown ones stay as written."""
    groups = {normal(group): group for group in library_system().variants}
    return {groups.get(normal(group), group): normal(choice) for group, choice in wanted.items()}


def _unit(text: str | None, targets: tuple[Var, ...]) -> Unit | None:
    """The unit of the answer. Raises GivenError for a unit of another dimension than a target's."""
    if text is None:
        return None
    try:
        unit = parse_unit(text)
    except TextError as error:
        raise GivenError("unit", str(error).rstrip(".")) from None
    for target in targets:
        unit = exchanged(unit, target.unit.dimension) or unit
        if unit.dimension != target.unit.dimension:
            problem = (
                f"“{unit.text}” has the dimension {unit.dimension or 'of a pure number'}, and"
                f" {target.name} is measured in {target.unit.text}"
            )
            if no_rate := missing_rate(unit.dimension, target.unit.dimension):
                raise GivenError("unit", f"{problem}; {no_rate[0]}", no_rate[1])
            raise GivenError("unit", problem, f'Write for example --unit "{target.unit.text}".')
        if fault := turning_fault(1, unit, target.unit):
            raise GivenError("unit", fault[0], f'Write --unit "{target.unit.text}".')
    return unit
