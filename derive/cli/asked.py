"""From the text of a case to what is asked: variables, values, choices; catalogue entries looked up on the way."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from derive.cli.case import Case, Pairs
from derive.derivation.answer import Answer
from derive.derivation.known import LOOKED_UP, Known
from derive.equations.var import Var, normal
from derive.errors import GivenError, TextError, UnknownName
from derive.library.asking import chosen_by_entries, library_system, solve
from derive.library.catalogue import add_data, entry
from derive.library.catalogue.entry import looked_up
from derive.library.nomenclature import vocabulary
from derive.library.questions import known_from
from derive.solving.givens import read_givens, said_by
from derive.units.registry import add_units
from derive.units.text import parse_unit
from derive.units.unit import Unit

_OF_A_CHIP = ("precision", "compute_precision", "kv_precision", "sparse", "rental")


@dataclass(frozen=True)
class Asked:
    """Targets and everything they may rest on, read and checked."""

    targets: tuple[Var, ...]
    given: Mapping[Var, Known]
    variants: Mapping[str, str] = field(default_factory=dict)
    rtol: float = 0.0
    unit: Unit | None = None

    def answer(self, target: Var) -> Answer:
        """The answer for one of the targets, or for any other variable, from the same givens."""
        return solve(target, self.given, variants=self.variants, rtol=self.rtol)

    @property
    def choices(self) -> dict[str, str]:
        """The variants chosen: by the catalogue entries, else by whoever asks."""
        return {**chosen_by_entries(self.given), **self.variants}


def asked_by(case: Case) -> Asked:
    """What a case asks. Raises UnknownName, GivenError, TextError or DataError, each naming the culprit and the fix."""
    lay_open(case.data, case.units)
    if not (math.isfinite(case.rtol) and case.rtol >= 0):
        raise GivenError("rtol", f"{case.rtol:g} is no tolerance", "Write for example --rtol 0.05 for 5 %.")
    targets = tuple(_target(name, case) for name in case.targets)
    given = {**_looked_up(case), **_stated(case.given), **_stated(case.over)}
    return Asked(targets, given, _variants(case.variants), case.rtol, _unit(case.unit, targets))


def lay_open(data: tuple[str, ...], units: tuple[str, ...]) -> None:
    """Take in the user's own units and entries, units first since entries are written in them."""
    for path in units:
        add_units(path)
    for path in data:
        add_data(path)


def _target(name: str, case: Case) -> Var:
    try:
        return vocabulary.find(name)
    except UnknownName as error:
        bare = next((pair for pair in case.over if pair[1][-1:].isdigit()), None)
        if bare is not None and _is_unit(name):
            error.hint = f'A value with its unit goes in quotes: -g "{bare[0]}={bare[1]} {name}".'
        raise


def _is_unit(text: str) -> bool:
    try:
        parse_unit(text)
    except TextError:
        return False
    return True


def _stated(pairs: Pairs) -> dict[Var, Known]:
    """Stated values by variable. Raises GivenError for one stated twice differently, also under another name."""
    found: dict[Var, Known] = {}
    for name, text in pairs:
        read, _ = read_givens({name: text}, vocabulary)
        for var, known in read.items():
            if var in found and not math.isclose(found[var].value, known.value, rel_tol=1e-12):
                raise GivenError(var.name, f"it is given twice, as {said_by(found[var])} and as {said_by(known)}", "Keep one of them.")
            found[var] = known
    return found


def _looked_up(case: Case) -> dict[Var, Known]:
    named = {name: getattr(case, name) for name in (*_OF_A_CHIP, "accelerator", "model", "tier") if getattr(case, name)}
    if "accelerator" not in named:
        _need_an_accelerator(named)
    found: dict[Var, Known] = known_from(named)
    return found if case.price is None else {**found, **_price_step(case.price)}


def _need_an_accelerator(named: Mapping[str, object]) -> None:
    for option in _OF_A_CHIP:
        if option in named:
            raise GivenError(option, "it says which figures of a chip to take, and no chip is named", "Add --accelerator ID (derive list accelerators).")


def _price_step(id: str) -> dict[Var, Known]:
    """The context at which a price sheet steps up, taken as the crossover context. Raises GivenError where it has no step."""
    record = entry("price", id)
    threshold = record.figure("threshold")
    if threshold is None:
        raise GivenError("price", f"{record.name} has no price step in the context, and prices themselves are no variables yet", f"Read it: derive show {id}.")
    var = vocabulary.find("crossover_context")
    return {var: looked_up(var, threshold, record, "the price step, taken as the crossover context")}


def _variants(wanted: Mapping[str, str]) -> dict[str, str]:
    """Choices by group, both spelt as the library spells them; an unknown one is left for it to refuse."""
    groups = {normal(group): group for group in library_system().variants}
    return {groups.get(normal(group), group): normal(choice) for group, choice in wanted.items()}


def _unit(text: str | None, targets: tuple[Var, ...]) -> Unit | None:
    """The unit the answer is wanted in. Raises GivenError naming the unit of the target it does not fit."""
    if text is None:
        return None
    try:
        unit = parse_unit(text)
    except TextError as error:
        raise GivenError("unit", str(error).rstrip(".")) from None
    for target in targets:
        if unit.dimension != target.unit.dimension:
            problem = f"“{unit.text}” has the dimension {unit.dimension or 'of a pure number'}, and {target.name} is measured in {target.unit.text}"
            raise GivenError("unit", problem, f'Write for example --unit "{target.unit.text}".')
    return unit


def catalogue_names(given: Mapping[Var, Known]) -> tuple[str, ...]:
    """The catalogue entries behind the givens, in order of first mention: "accelerator h100_sxm"."""
    return tuple(dict.fromkeys(known.entry for known in given.values() if known.origin == LOOKED_UP and known.entry))
