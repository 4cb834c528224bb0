"""Everything that follows from a chip, a model, a batch, a context and a number of GPUs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Set
from dataclasses import replace
from typing import Any

from derive.arguments import called
from derive.equations.constraint import Constraint
from derive.equations.relation import Relation
from derive.equations.var import Var, ordered
from derive.errors import GivenError
from derive.library.api import solve, system_for, with_efficiency
from derive.library.choices import refuse_options, stands
from derive.library.content import content
from derive.library.index import index_of
from derive.library.outputs import HEADLINES, SERVING, STEP, called_groups
from derive.library.scenario_words import memory_words, needs, remarks
from derive.library.system import library_system
from derive.packs.in_use import packs_in_use
from derive.packs.pack import Pack
from derive.packs.registry import is_own
from derive.results.answer import Answer
from derive.results.known import Known, Origin
from derive.results.scenario import CapacityLimit, Scenario
from derive.results.status import Status
from derive.results.uncertainty import DRAWS
from derive.solving.givens import read_givens
from derive.system import System

# The variables that a constraint at its limit is solved for: how the value is rounded, and its
# meaning.
_LIMITS = {
    "gpus": (math.ceil, "fewest GPUs whose memory holds it"),
    "batch_size": (math.floor, "largest batch that fits at this context"),
    "context_length": (math.floor, "longest context that fits at this batch"),
}
# The constraints of memory, of which those in force depend on cache and layout, the tightest first.
_WEIGHTS_ONLY = ("weights_fit", "weights_fit_by_share")
_TIGHTEST = (
    "weights_cache_and_state_fit", "weights_and_cache_fit", "weights_and_cache_fit_by_share",
)  # fmt: skip


@called('derive.scenario({**derive.accelerator("h100_sxm", precision="fp8"), "gpus": "8 GPU"})')
def scenario(
    given: Mapping[Any, Any],
    *,
    variants: Mapping[str, str] | None = None,
    rtol: float = 0.0,
    draws: int = DRAWS,
    seed: int = 0,
    efficiency: str | None = None,
) -> Scenario:
    """All that follows from the givens: step time, throughput, cost, utilisation, memory, balance
    points, and what fits; of a request or of training where the givens speak of it, time and cost;
    of a pack in use, what it names as its outputs, else every variable of its relations that the
    givens settle. Returns a Scenario; its `answer(name)` is an Answer.

    The arguments are those of `solve`, each given one value. Raises UnknownName, GivenError or
    TextError, each naming the culprit and the fix.

    >>> import derive
    >>> chip = {"hbm_capacity": "288 GB/GPU", "hbm_bandwidth": "20 TB/s/GPU"}
    >>> derive.scenario(chip).answer("drain_time").text
    '14.4 ms'
    """
    system = library_system()
    refuse_options(given)
    given, _ = read_givens(given, system.vocabulary)
    if not given:
        raise GivenError("given", "nothing is known", 'Write for example {"gpus": "8 GPU"}.')
    known, variants, remark = with_efficiency(efficiency, STEP, given, variants)
    given = dict(known or {})

    def answer(var: Var) -> Answer:
        found = solve(var, given, variants=variants, rtol=rtol, draws=draws, seed=seed)
        return replace(found, warnings=(*found.warnings, remark)) if remark else found

    here = system_for(given, variants)
    groups: dict[str, tuple[Answer, ...]] = {}
    limits: tuple[CapacityLimit, ...] = ()
    missing = False
    told = _told_of(given)
    stated = {var.name for var, known in given.items() if known.origin == Origin.GIVEN}
    for pack in told:
        outputs = _outputs(pack, {*stated, *(variants or ())})
        if is_own(pack) and SERVING in outputs:
            gpus = system.find("gpus")
            implied = None if gpus in given else answer(gpus)
            missing = implied is not None and implied.status == Status.UNDERDETERMINED
            groups |= {"The domain": (implied,)} if implied is not None and not missing else {}
            limits = _limits(given, here)
        for title, variables in outputs.items():
            found = tuple(
                answer(var) for var in variables if var not in given and stands(here, var)
            )
            groups[title] = found if pack.outputs else _settled(found)
    made = Scenario(given, groups, limits, open="gpus" if missing else "")
    if not any(map(is_own, told)):
        return made
    made = replace(made, headlines=HEADLINES, leading=STEP)
    limited = here.variants.get("memory limit") == "of_engine"
    kv_room = answer(system.find("kv_room")) if limited else None
    return replace(made, fit=memory_words(made, kv_room), needs=needs(made), remarks=remarks(made))


def _told_of(given: Mapping[Var, Known]) -> tuple[Pack, ...]:
    """The packs in use that the givens speak of; all, where they speak of none alone."""
    packs = packs_in_use()
    return tuple(p for p in packs if any(var in p.variables for var in given)) or packs


def _outputs(pack: Pack, stated: Set[str]) -> dict[str, list[Var]]:
    """The variables that a pack names as its outputs by group, of the library those that the stated
    names call for; else all of its relations that have no usual value, in order.
    """
    if pack.outputs:
        titles = called_groups(stated) if is_own(pack) else pack.outputs
        return {
            title: [content().variable(pack, name) for name in pack.outputs[title]]
            for title in titles
        }
    names = dict.fromkeys(name for row in index_of(pack).relations for name in row.variables)
    found = [content().variable(pack, name) for name in names]
    unstated = [var for var in found if not (var.convention or var.default)]
    return {pack.title: list(ordered(unstated))}


def _settled(answers: tuple[Answer, ...]) -> tuple[Answer, ...]:
    """The answers that are settled; all, where none is."""
    found = tuple(answer for answer in answers if answer.status != Status.UNDERDETERMINED)
    return found or answers


def _limits(given: Mapping[Var, Known], system: System) -> tuple[CapacityLimit, ...]:
    """For batch, context and GPUs, the value at which memory is just full: the constraint solved
    for its bound.
    """
    found = (_limit(given, system, name, rules) for name in _LIMITS for rules in _rules(name))
    limits: dict[Var, CapacityLimit] = {}
    for limit in found:
        if limit is not None:
            limits.setdefault(limit.var, limit)
    return tuple(limits.values())


def _rules(name: str) -> tuple[tuple[str, ...], ...]:
    return (_TIGHTEST, _WEIGHTS_ONLY) if name == "gpus" else (_TIGHTEST,)


def _limit(
    given: Mapping[Var, Known], system: System, name: str, rules: tuple[str, ...]
) -> CapacityLimit | None:
    answer = _full_memory(system, rules).solve(
        name, {var: known for var, known in given.items() if var.name != name}
    )
    rounded, meaning = _LIMITS[name]
    if rules == _WEIGHTS_ONLY:
        meaning = "fewest GPUs whose memory holds the weights"
    if answer.status == Status.UNREACHABLE:
        return CapacityLimit(answer.target, None, meaning, "the weights alone do not fit")
    if answer.status in (Status.UNDERDETERMINED, Status.CONTRADICTION) or answer.number is None:
        return None
    factor = answer.target.unit.factor
    number = answer.number / factor
    whole = round(number) if math.isclose(number, round(number), rel_tol=1e-9) else rounded(number)
    return CapacityLimit(answer.target, whole * factor, meaning)


def _full_memory(system: System, rules: tuple[str, ...]) -> System:
    """The system with the first of these constraints that is in force taken as an equation: memory
    just full.
    """
    named: dict[str, Constraint] = {known.name: known for known in system.constraints}
    constraint = next(named[rule] for rule in rules if rule in named)
    return system.with_relation(Relation(constraint.name, constraint.limit, constraint.why))
