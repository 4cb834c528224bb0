"""Missing sets: variables that would determine an open target."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from derive.display import Displayed, Label
from derive.equations.var import Var
from derive.results.answer import Answer
from derive.results.gap import IdentifiableCombination


class NeedKind(Label):
    """The kind of a need, the easiest to give first."""

    CATALOGUE = "catalogue"
    CONVENTIONAL = "conventional"
    INPUT = "input"
    OUTPUT = "output"
    RESULT = "result"
    POINT = "point"

    @property
    def rank(self) -> int:
        """Its place in this order."""
        return list(NeedKind).index(self)


@dataclass(frozen=True, slots=True)
class Need:
    """One thing to know: a variable, or several that come together under one name.

    `kind` says whether the catalogue has it, a convention may stand for it, it is an input, an
    output of the relations, a result (an output that no relation uses), or a point such as a
    crossover; `say` the ways to say it on the command
    line; `elasticity` by how many per cent one per cent more of it moves the target at a point that
    satisfies the relations, None for several variables and for one that decides a regime.
    """

    name: str
    variables: tuple[Var, ...]
    kind: NeedKind
    say: tuple[str, ...]
    elasticity: float | None


@dataclass(frozen=True, slots=True)
class MissingSet:
    """A minimal set of needs that determine the target, except in the regimes of `unless`.

    `beside` are the given and looked-up values that act on the target with it, a `given` one or a
    `looked_up` one among them or not; `subjects` the files of the library's relations through which
    they do.
    """

    needs: tuple[Need, ...]
    unless: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    subjects: tuple[str, ...] = ()
    given: bool = False
    looked_up: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its members."""
        return tuple(need.name for need in self.needs)

    @property
    def variables(self) -> tuple[Var, ...]:
        """The variables of all members."""
        return tuple(dict.fromkeys(var for need in self.needs for var in need.variables))

    @property
    def single(self) -> bool:
        """Whether it is one variable."""
        return len(self.needs) == 1 and len(self.variables) == 1

    @property
    def rank(self) -> tuple[Any, ...]:
        """The sort key: last the sets with which nothing given or looked up acts, before them those
        with outputs and with which nothing given does; then sets without results and points; of
        sets beside which something acts those of the least to find out, an output as much as three
        inputs or entries, a variable alone one less; then those with which both a given and a
        looked-up value act; then sets for every regime; then catalogue entries, conventions,
        inputs, outputs; then small sets, of them those with fewer outputs; then sets with which
        many values act, in few subjects; then large elasticities; then nomenclature order.
        """
        kinds = sorted((need.kind.rank for need in self.needs), reverse=True)
        bundles = sum(len(need.variables) > 1 for need in self.needs)
        effort = sum(1 if kind < NeedKind.OUTPUT.rank else 3 for kind in kinds) - self.single
        idle = (not self.given) + (not self.looked_up)
        return (
            2 if idle == 2 else kinds[0] >= NeedKind.OUTPUT.rank and not self.given,
            kinds[0] >= NeedKind.RESULT.rank,
            effort if self.beside else 0,
            idle,
            bool(self.unless),
            kinds[0],
            len(kinds),
            kinds,
            -len(self.beside),
            len(self.subjects),
            len(kinds) - bundles,
            -round(sum(abs(need.elasticity or 0.0) for need in self.needs), 6),
            sorted((var.rank, var.name) for var in self.variables),
        )


@dataclass(frozen=True, eq=False, repr=False)
class Missing(Displayed):
    """Result of `missing`: sets that would each determine the target, best first, and combinations
    that are determined already.

    `cut_off` means that there are more sets than those listed. If the target is `determined`, both
    are empty, and `answer` is the answer.
    """

    target: Var
    answer: Answer
    determined: bool
    sets: tuple[MissingSet, ...] = ()
    fixed: tuple[IdentifiableCombination, ...] = ()
    cut_off: bool = False
