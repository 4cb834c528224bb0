"""A system: relations and constraints over their variables, ready to be asked in every
direction.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

import sympy

from derive.algebra.branch import Branch, solve_block
from derive.equations.constraint import Constraint
from derive.equations.expression import Eq, replace
from derive.equations.relation import Relation
from derive.equations.var import Var, ordered
from derive.equations.vocabulary import Vocabulary
from derive.errors import DeclarationError, UnknownName
from derive.solving.compiled import CompiledSystem
from derive.structure.derivatives import row
from derive.structure.incidence import Incidence, incidence
from derive.structure.plan import SCOPES, Block, Plan, make_plan
from derive.structure.point import consistent_point
from derive.structure.propagation import Propagation

if TYPE_CHECKING:
    import networkx as nx


@dataclass(frozen=True)
class Bundle:
    """Variables that come together, such as the facts of an accelerator: one thing to ask for, not
    many.

    `say` is how to name one on the command line.
    """

    name: str
    variables: tuple[Var, ...]
    say: str = ""


class EquationSystem:
    """Relations, constraints, and one choice for each variant; `solve` asks it.

    `variants` maps a group to the choice taken ("step time": "none"), `variables` adds some that no
    relation holds, `bundles` are sets of variables that come together (an accelerator). Raises
    DeclarationError for two relations or two variables of one name, and UnknownName for a choice
    nobody offers.

    >>> from derive import Eq, Relation, Var
    >>> d, v, t = Var("d", "m", "distance"), Var("v", "m/s", "speed"), Var("t", "s", "time")
    >>> EquationSystem([Relation("motion", Eq(d, v * t))]).find("d")
    d
    """

    def __init__(
        self,
        relations: Iterable[Relation],
        constraints: Iterable[Constraint] = (),
        *,
        variants: Mapping[str, str] | None = None,
        variables: Iterable[Var] = (),
        bundles: Iterable[Bundle] = (),
    ) -> None:
        everything = tuple(relations)
        choices = _choices(everything, variants or {})
        self._state(everything, tuple(constraints), choices, tuple(variables), tuple(bundles))

    def _state(
        self,
        relations: tuple[Relation, ...],
        constraints: tuple[Constraint, ...],
        choices: Mapping[str, str],
        variables: tuple[Var, ...],
        bundles: tuple[Bundle, ...],
    ) -> None:
        """Set what the system is made of; `choices` holds one for each variant offered, and may
        hold others, of which this system has no relation.
        """
        self.all_relations, self.constraints, self.bundles = relations, constraints, bundles
        self.variants = dict(choices)
        self.relations = tuple(
            r
            for r in relations
            if r.variant is None or choices[r.variant.group] in r.variant.choices
        )
        _unique_names(self.relations)
        related = (v for relation in relations for v in relation.variables)
        limited = (v for constraint in constraints for v in constraint.variables)
        self.variables = ordered(dict.fromkeys([*related, *limited, *variables]))
        self.vocabulary = _vocabulary(self.variables)
        self.compiled = CompiledSystem()

    def __getstate__(self) -> tuple[Any, ...]:
        return self.all_relations, self.constraints, self.variants, self.variables, self.bundles

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self._state(*state)

    @classmethod
    def fixed(cls, relations: Iterable[Relation]) -> Self:
        """A system of just these relations, whatever variants they belong to: the path of an
        answer.
        """
        return cls(r.made.restated(r.made.equation) for r in relations)

    # --- structure --------------------------------------------------------------------------------

    @cached_property
    def structure(self) -> Incidence:
        """The incidence of relations and variables."""
        return incidence(self.relations, self.variables)

    @property
    def graph(self) -> nx.Graph[Any]:
        """The bipartite networkx graph of ("relation", name) and ("variable", name)."""
        return self.structure.graph

    @cached_property
    def defined(self) -> frozenset[Var]:
        """The variables that some relation defines."""
        return frozenset(r.subject for r in self.relations if r.subject is not None)

    @cached_property
    def bundled(self) -> frozenset[Var]:
        """The variables that come in bundles."""
        return frozenset(v for bundle in self.bundles for v in bundle.variables)

    @cached_property
    def usual(self) -> dict[str, str]:
        """The choice that every variant takes unasked."""
        return usual_choices(self.all_relations)

    @cached_property
    def conventional(self) -> tuple[Var, ...]:
        """The variables with a convention."""
        return tuple(v for v in self.variables if v.convention is not None)

    @cached_property
    def assumable(self) -> tuple[Var, ...]:
        """The variables with a default."""
        return tuple(v for v in self.variables if v.default is not None)

    @property
    def slots(self) -> dict[Var, int]:
        """Where each variable's value stands in a list of values."""
        return self.structure.number

    def rows(self, order: Sequence[int]) -> dict[int, dict[int, float]]:
        """The relations' rows for the rank test, at one point that satisfies these relations."""
        return self.compiled.once("rows", frozenset(order), lambda: self._rows(order))

    def _rows(self, order: Sequence[int]) -> dict[int, dict[int, float]]:
        relations = [self.relations[i].made for i in order]
        point = consistent_point(relations, self.structure)
        return {i: self._row(r, point) for i, r in zip(order, relations, strict=True)}

    def _row(self, relation: Relation, point: Mapping[Var, float]) -> dict[int, float]:
        try:
            slopes = row(relation.left, relation.right, point)
        except (ArithmeticError, ValueError):
            slopes = {v: 1.0 + 0.01 * k for k, v in enumerate(relation.variables)}
        return {self.slots[v]: slope for v, slope in slopes.items()}

    # --- planning ---------------------------------------------------------------------------------

    def plan(
        self,
        target: Var,
        known: Iterable[Var],
        assumable: Sequence[Var] = (),
        stated: Iterable[Var] = (),
        widest: int = SCOPES[-1],
    ) -> Plan:
        """The plan to `target` from the names of what is known, `stated` by the user among them."""
        known, stated = frozenset(known), frozenset(stated)
        number = self.slots

        def make() -> Plan:
            return make_plan(
                self.structure,
                self.rows,
                number[target],
                sorted(number[v] for v in known),
                [number[v] for v in assumable],
                [number[v] for v in stated],
                widest,
            )

        key = (target, known, tuple(assumable), stated, widest)
        return self.compiled.once("plan", key, make)

    def propagation(self, known: frozenset[int]) -> Propagation:
        """What follows from slots that have values."""
        return self.compiled.once("propagation", known, lambda: Propagation(self.structure, known))

    def branches(self, block: Block, known: Set[int]) -> tuple[Branch, ...]:
        """A block solved in symbols, given which variables have values."""
        relations = [self.relations[i].made for i in block.relations]
        unknown = frozenset(v for r in relations for v in r.variables if self.slots[v] not in known)
        solves = self.structure.variables[block.solves]
        return self.compiled.once(
            "branches", (block, unknown), lambda: solve_block(relations, unknown, solves)
        )

    # --- variations -------------------------------------------------------------------------------

    def with_variants(self, choices: Mapping[str, str]) -> Self:
        """The same relations with other choices; itself when nothing changes. Raises
        UnknownName.
        """
        merged = _choices(self.all_relations, {**self.variants, **choices})
        if merged == self.variants:
            return self
        contents = self.all_relations, self.constraints, merged, self.variables, self.bundles
        key = tuple(sorted(merged.items()))
        return self.compiled.once("variants", key, lambda: self._variation(*contents))

    def _variation(self, *state: Any) -> Self:
        """Another system of this class."""
        made = object.__new__(type(self))
        made._state(*state)
        return made

    def with_zeros(self, zeros: frozenset[Var]) -> tuple[Self, frozenset[Var]]:
        """The system with exact zeros put in, and the variables that thereby turn out to be zero
        too.
        """
        return self.compiled.once("zeros", zeros, lambda: self._put_in(zeros))

    def _put_in(self, zeros: frozenset[Var]) -> tuple[Self, frozenset[Var]]:
        relations, found = list(self.relations), set(zeros)
        while True:
            mapping = dict.fromkeys(found, sympy.S.Zero)
            changed: list[Relation] = []
            fresh: set[Var] = set()
            for relation in relations:
                reduced = _reduced(relation, mapping)
                if reduced is None:
                    continue
                if reduced is not relation and reduced.right == 0 and reduced.left.is_Symbol:
                    fresh.add(reduced.left)
                else:
                    changed.append(reduced)
            relations = changed
            if not fresh - found:
                break
            found |= fresh
        return self._over(relations), frozenset(found - zeros)

    def _over(self, relations: Sequence[Relation], alone: bool = False) -> Self:
        """The same choices over special cases of this system's relations, with its constraints and
        variables unless they stand alone.
        """
        limits, variables = ((), ()) if alone else (self.constraints, self.variables)
        return self._variation(tuple(relations), limits, self.variants, variables, self.bundles)

    # --- asking -----------------------------------------------------------------------------------

    def find(self, name: str | Var) -> Var:
        """The variable of this name or alias. Raises UnknownName with candidates."""
        if isinstance(name, Var):
            return name if name in self.slots else self.vocabulary.find(name.name)
        return self.vocabulary.find(name)

    def with_relation(self, relation: Relation) -> Self:
        """The same system and choices with one relation more, such as a constraint at its limit."""
        return self._over([*self.relations, relation])

    def restricted(self, relations: Iterable[Relation]) -> Self:
        """The same choices over some of its relations, without constraints and without what these
        relations do not hold.
        """
        kept = {id(relation) for relation in relations}
        return self._over(
            [relation for relation in self.relations if id(relation) in kept], alone=True
        )

    def within(self, relations: Sequence[Relation]) -> Self:
        """The same choices and variables over some of the relations."""
        return self._over(relations)

    def replacing(self, relation: Relation, equation: Any) -> Self:
        """The same system with one relation stated as another equation: one regime of it."""

        changed = [r.restated(equation) if r is relation else r for r in self.relations]
        return self.compiled.once(
            "replaced", (relation.name, equation), lambda: self._over(changed)
        )

    def relation(self, name: str) -> Relation:
        """The relation of that name. Raises UnknownName."""
        for relation in self.all_relations:
            if relation.name == name:
                return relation
        raise UnknownName("relation", name, [r.name for r in self.all_relations])


def _reduced(relation: Relation, mapping: Mapping[Var, Any]) -> Relation | None:
    """The relation with zeros put in; None when nothing is left to say or a zero stands in a
    denominator.

    Of a product that is zero, the one factor that can be zero is.
    """
    if not any(v in mapping for v in relation.variables):
        return relation
    left, right = replace(relation.left, mapping), replace(relation.right, mapping)
    if any(side.has(sympy.zoo, sympy.nan, sympy.oo) for side in (left, right)):
        return None
    if left == right or not (left.free_symbols | right.free_symbols):
        return None
    if left == 0:
        left, right = right, left
    if right == 0 and left.is_Mul:
        able = [factor for factor in left.args if not factor.is_nonzero]
        if len(able) != 1 or not able[0].is_Symbol:
            return None
        left = able[0]
    return relation.restated(Eq(left, right))


def _offered(relations: Sequence[Relation]) -> dict[str, dict[str, bool]]:
    """The choices of every group, each with whether it is the usual one."""
    offered: dict[str, dict[str, bool]] = {}
    for relation in relations:
        if relation.variant is not None:
            group = offered.setdefault(relation.variant.group, {})
            for k, choice in enumerate(relation.variant.choices):
                group[choice] = group.get(choice, False) or (relation.variant.usual and k == 0)
    return offered


def usual_choices(relations: Sequence[Relation]) -> dict[str, str]:
    """The choice taken unasked in every group: the one marked as usual, else the first."""
    return {
        group: next((c for c, usual in choices.items() if usual), next(iter(choices)))
        for group, choices in _offered(relations).items()
    }


def _choices(relations: Sequence[Relation], wanted: Mapping[str, str]) -> dict[str, str]:
    offered, chosen = _offered(relations), usual_choices(relations)
    for group, choice in wanted.items():
        if group not in offered:
            raise UnknownName(
                "variant", group, offered, f"There are: {', '.join(offered) or 'none'}."
            )
        chosen[group] = choice
        if choice not in offered[group]:
            raise UnknownName(
                f"choice for {group}",
                choice,
                offered[group],
                f"There are: {', '.join(offered[group])}.",
            )
    return chosen


def _unique_names(relations: Sequence[Relation]) -> None:
    seen: set[str] = set()
    for relation in relations:
        if relation.name in seen:
            raise DeclarationError(
                relation.name, "two relations of the system have this name", "Rename one."
            )
        seen.add(relation.name)


def _vocabulary(variables: Sequence[Var]) -> Vocabulary:
    made = Vocabulary("the system")
    names: dict[str, Var] = {}
    for var in variables:
        if var.name in names:
            other = names[var.name]
            raise DeclarationError(
                var.name,
                f"two different variables have this name, in {other.unit.text} and in"
                f" {var.unit.text}",
                "Rename one.",
            )
        names[var.name] = var
        made.register(var)
    return made
