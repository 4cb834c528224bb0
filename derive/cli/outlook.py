"""The outlook: everything that follows from a chip, a model, a batch, a context and a number of
GPUs.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from derive.cli.amounts import listed, shown
from derive.cli.resolve import ResolvedCase
from derive.equations.constraint import Constraint
from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.library.api import library_system
from derive.library.entries import cross_checks
from derive.results.answer import Answer
from derive.results.known import Known
from derive.results.status import Status
from derive.system import System
from derive.units.display import format_number

GROUPS = {
    "One step": (
        "compute_time",
        "weight_fetch_time",
        "kv_fetch_time",
        "memory_time",
        "step_time",
        "latency_floor",
        "mean_wait",
        "worst_wait",
    ),
    "Throughput and cost": ("throughput", "cost_per_token"),
    "Utilisation": ("mfu", "mbu"),
    "Memory": (
        "weight_bytes",
        "kv_bytes_per_token",
        "kv_cache_bytes",
        "memory_needed",
        "domain_capacity",
        "drain_time",
    ),
    "Balance points": (
        "machine_balance",
        "balance_tokens",
        "sparsity",
        "balance_batch",
        "balance_batch_with_kv",
        "crossover_context",
    ),
}
# What fits: the variable that a constraint at its limit is solved for, which way it is rounded, and
# what that says.
_LIMITS = {
    "gpus": (math.ceil, "fewest GPUs whose memory holds it"),
    "batch_size": (math.floor, "largest batch that fits at this context"),
    "context_length": (math.floor, "longest context that fits at this batch"),
}
_TIGHTEST, _WEIGHTS_ONLY = "weights_and_cache_fit", "weights_fit"


@dataclass(frozen=True)
class CapacityLimit:
    """The largest or smallest value of a variable that still fits in memory (None: no value
    fits).
    """

    var: Var
    value: float | None
    meaning: str

    @property
    def number(self) -> float | None:
        """The value in the variable's declared unit."""
        return None if self.value is None else self.value / self.var.unit.factor

    @property
    def text(self) -> str:
        """The value as people read it."""
        return (
            "none: the weights alone do not fit"
            if self.value is None
            else shown(self.value, self.var.unit)
        )


@dataclass(frozen=True)
class Outlook:
    """Answers by group, what fits, and the facts that go above the table."""

    asked: ResolvedCase
    groups: Mapping[str, tuple[Answer, ...]]
    limits: tuple[CapacityLimit, ...]
    gpus_missing: bool

    @property
    def answers(self) -> tuple[Answer, ...]:
        """All answers, in the order of the table."""
        return tuple(answer for answers in self.groups.values() for answer in answers)

    @property
    def settled(self) -> tuple[Answer, ...]:
        """The answers that say something: open ones are left aside."""
        return tuple(answer for answer in self.answers if answer.status != Status.UNDERDETERMINED)

    def value(self, name: str) -> float | None:
        """The value of one output in base units, where it has one."""
        return next(
            (
                answer.number
                for answer in self.answers
                if answer.target.name == name and answer.status != Status.UNDERDETERMINED
            ),
            None,
        )

    @property
    def knowns(self) -> tuple[Known, ...]:
        """Every value that some answer rests on, in nomenclature order."""
        found = {known.var: known for answer in self.settled for known in answer.known}
        return tuple(sorted(found.values(), key=lambda known: known.var.rank))

    @property
    def fits(self) -> bool | None:
        """Whether every constraint that could be judged holds; None if none could be."""
        judged = [
            constraint.satisfied for answer in self.settled for constraint in answer.constraints
        ]
        return all(judged) if judged else None

    @property
    def verdict(self) -> str:
        """The first line: whether it is consistent and fits, and by how much."""
        clash = next(
            (
                answer.conflict
                for answer in self.answers
                if answer.status == Status.CONTRADICTION and answer.conflict
            ),
            None,
        )
        if clash is not None:
            return (
                f"The givens contradict each other: {listed(clash.names)} disagree by a factor of"
                f" {format_number(clash.factor, 3)}"
            )
        if self.fits is None:
            without = self.gpus_missing
            return (
                f"What follows {'without gpus, which is missing' if without else 'from the givens'}"
            )
        return f"Fits: {self._room()}" if self.fits else f"Does not fit: {self._room()}"

    def _room(self) -> str:
        weights, needed, room = (
            self.value("weight_bytes"),
            self.value("memory_needed"),
            self.value("domain_capacity"),
        )
        if weights is None or room is None:
            failing = [
                constraint
                for answer in self.settled
                for constraint in answer.constraints
                if not constraint.satisfied
            ]
            return failing[0].by if failing else "every constraint that can be judged holds"
        unit = library_system().find("weight_bytes").unit
        said = f"{shown(weights, unit)} of {shown(room, unit)}"
        if needed is None:
            return f"{said} for the weights alone"
        together = f"{shown(needed, unit)} of {shown(room, unit)}"
        return (
            f"{said} for the weights alone, {shown(needed, unit)} with the KV cache"
            if weights > room
            else f"{together} for weights and KV cache"
        )

    @property
    def advice(self) -> tuple[str, ...]:
        """What to add or to know beside the table."""
        said: list[str] = []
        if self.gpus_missing:
            domain = next(
                (known for var, known in self.asked.given.items() if var.name == "domain_gpus"),
                None,
            )
            example = shown(domain.value, domain.var.unit) if domain else "8 GPU"
            has = (
                f" The scale-up domain of {domain.entry.removeprefix('accelerator ')} has"
                f" {example}:"
                if domain
                else " Say so, for example"
            )
            said.append(
                f"gpus is missing: nothing says how many GPUs run the model together.{has} -g"
                f' "gpus={example}"'
            )
        minded = dict.fromkeys(
            term.caution for answer in self.settled for term in answer.neglected if term.caution
        )
        return (
            *said,
            *minded,
            *self._beyond_the_domain(),
            *(f"{id} {line}" for id in self._models() for line in cross_checks(id)),
            *self._warnings(),
        )

    def _beyond_the_domain(self) -> list[str]:
        stated = {var.name: known for var, known in self.asked.given.items()}
        gpus, domain = stated.get("gpus"), stated.get("domain_gpus")
        if gpus is None or domain is None or gpus.value <= domain.value:
            return []
        return [
            f"gpus = {gpus.text} is more than one scale-up domain ({domain.text}): the traffic"
            " between domains is not in these relations"
        ]

    def _models(self) -> list[str]:
        labels = dict.fromkeys(
            known.entry for known in self.asked.given.values() if known.entry.startswith("model ")
        )
        return [label.removeprefix("model ") for label in labels]

    def _warnings(self) -> list[str]:
        return list(
            dict.fromkeys(
                warning
                for answer in self.answers
                if answer.status != Status.UNREACHABLE
                for warning in answer.warnings
            )
        )

    @property
    def exit_code(self) -> int:
        """The worst of what was answered; 3 only when nothing was. That no point of balance exists
        is a finding, not a failure.
        """
        from derive.cli.solve import worst

        counted = [
            answer
            for answer in self.settled
            if not (answer.status == Status.UNREACHABLE and answer.target.at)
        ]
        return worst(counted).exit_code if counted else 3


def outlook(asked: ResolvedCase) -> Outlook:
    """Ask for every output that the givens do not already state, and for what fits."""
    system = library_system()
    gpus = system.find("gpus")
    implied = None if gpus in asked.given else asked.answer(gpus)
    missing = implied is not None and implied.status == Status.UNDERDETERMINED
    groups: dict[str, tuple[Answer, ...]] = (
        {"The domain": (implied,)} if implied is not None and not missing else {}
    )
    for title, names in GROUPS.items():
        wanted = [var for var in map(system.find, names) if var not in asked.given]
        groups[title] = tuple(asked.answer(var) for var in wanted)
    return Outlook(asked, groups, _limits(asked), missing)


def _limits(asked: ResolvedCase) -> tuple[CapacityLimit, ...]:
    """For batch, context and GPUs, the value at which memory is just full: the constraint solved
    for its bound.
    """
    found = (_limit(asked, name, rule) for name in _LIMITS for rule in _rules(asked, name))
    limits: dict[Var, CapacityLimit] = {}
    for limit in found:
        if limit is not None:
            limits.setdefault(limit.var, limit)
    return tuple(limits.values())


def _rules(asked: ResolvedCase, name: str) -> tuple[str, ...]:
    return (_TIGHTEST, _WEIGHTS_ONLY) if name == "gpus" else (_TIGHTEST,)


def _limit(asked: ResolvedCase, name: str, rule: str) -> CapacityLimit | None:
    answer = _full_memory(asked, rule).solve(
        name, {var: known for var, known in asked.given.items() if var.name != name}
    )
    rounded, meaning = _LIMITS[name]
    if rule == _WEIGHTS_ONLY:
        meaning = "fewest GPUs whose memory holds the weights"
    if answer.status == Status.UNREACHABLE:
        return CapacityLimit(answer.target, None, meaning)
    if answer.status in (Status.UNDERDETERMINED, Status.CONTRADICTION) or answer.number is None:
        return None
    factor = answer.target.unit.factor
    number = answer.number / factor
    return CapacityLimit(
        answer.target,
        (round(number) if math.isclose(number, round(number), rel_tol=1e-9) else rounded(number))
        * factor,
        meaning,
    )


def _full_memory(asked: ResolvedCase, rule: str) -> System:
    """The library with one constraint taken as an equation: memory just full."""
    chosen = library_system().with_variants(asked.choices)
    constraint: Constraint = next(
        constraint for constraint in chosen.constraints if constraint.name == rule
    )
    return chosen.with_relation(Relation(constraint.name, constraint.limit, constraint.why))


def note(answer: Answer) -> str:
    """What stands beside a value in the table: what it is and which regime sets it, or why there is
    none.
    """
    if answer.status == Status.UNDERDETERMINED:
        return f"needs {listed(_inputs(answer))}" if answer.missing else "not determined"
    if answer.status == Status.UNREACHABLE:
        return f"no value in its range: {answer.target.meaning}"
    regime = f": {answer.regime}" if answer.regime and answer.target.name == "step_time" else ""
    return f"{answer.target.meaning}{regime}"


def _inputs(answer: Answer) -> tuple[str, ...]:
    """What is missing, told in things that people know rather than in other outputs of the
    table.
    """
    outputs = {name for names in GROUPS.values() for name in names}
    return next((names for names in answer.missing if not outputs & set(names)), answer.missing[0])
