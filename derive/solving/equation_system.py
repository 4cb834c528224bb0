"""A system: relations and constraints over their variables, solvable for any variable."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from derive.algebra.branch import Branch, solve_block
from derive.equations.constraint import Constraint
from derive.equations.relation import Relation
from derive.equations.var import Var, ordered
from derive.equations.vocabulary import Vocabulary
from derive.errors import UnknownName
from derive.solving.bundle import Bundle
from derive.solving.compiled import CompiledSystem
from derive.solving.named_variable import variable_named
from derive.solving.unique_names import check_features, check_unique_names
from derive.solving.variants import chosen_variants, in_force, relations_of, usual_choices
from derive.solving.zero_substitution import VarSet, ZeroSubstitution
from derive.structure.incidence import Incidence, incidence
from derive.structure.plan import SCOPES, Block, Plan, make_plan
from derive.structure.point import consistent_point, row_at
from derive.structure.propagation import Propagation

if TYPE_CHECKING:
    import networkx as nx


class EquationSystem:
    """Relations, constraints, and one choice for each variant.

    `variants` maps a group to its choice ("step time": "none"), `variables` adds some that occur in
    no relation, `bundles` are looked up together (an accelerator). Raises DeclarationError for two
    relations or variables of one name and an unknown feature, UnknownName for an unknown choice.

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
        everything, limits = relations_of(relations), tuple(constraints)
        choices = chosen_variants(everything + limits, variants or {})
        self._state(everything, limits, choices, tuple(variables), tuple(bundles))
        check_features(self.variables)

    def _state(
        self,
        relations: tuple[Relation, ...],
        constraints: tuple[Constraint, ...],
        choices: Mapping[str, str],
        variables: tuple[Var, ...],
        bundles: tuple[Bundle, ...],
        held: frozenset[Var] | None = None,
    ) -> None:
        """Set the system's contents; `choices` has at least one choice for each variant offered."""
        self.all_relations, self.all_constraints, self.bundles = relations, constraints, bundles
        self.variants, self.held, self.compiled = dict(choices), held, CompiledSystem()
        self.relations = in_force(relations, choices)
        self.constraints = in_force(constraints, choices)
        check_unique_names(self.relations)
        members = [v for part in (relations, constraints) for one in part for v in one.variables]
        self.variables = ordered(dict.fromkeys([*members, *variables]))
        self.vocabulary = Vocabulary.of(self.variables, "the system")

    def __getstate__(self) -> tuple[Any, ...]:
        own = self.all_relations, self.all_constraints, self.variants, self.variables, self.bundles
        return *own, self.held

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self._state(*state)

    @classmethod
    def fixed(cls, relations: Iterable[Relation], *variables: Var) -> Self:
        """A system of these relations without their variants, such as the path of an answer."""
        stated = tuple(r.made.restated(r.made.equation) for r in relations)
        return cls._made(stated, (), {}, variables, ())

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
        """The variables defined by a relation."""
        return frozenset(r.subject for r in self.relations if r.subject is not None)

    @cached_property
    def zero_substitution(self) -> ZeroSubstitution:
        """The substitution of exact zeros into the relations."""
        return ZeroSubstitution(self.relations)

    @cached_property
    def bundled(self) -> frozenset[Var]:
        """The members of all bundles."""
        return frozenset(v for bundle in self.bundles for v in bundle.variables)

    @cached_property
    def usual(self) -> dict[str, str]:
        """The default choice of every variant."""
        return usual_choices(self.all_relations + self.all_constraints)

    @cached_property
    def conventional(self) -> tuple[Var, ...]:
        """The variables with a convention."""
        return tuple(v for v in self.variables if v.convention is not None)

    @cached_property
    def assumable(self) -> tuple[Var, ...]:
        """The variables with an ideal default."""
        return tuple(v for v in self.variables if v.default is not None and v.ideal)

    @cached_property
    def choosing(self) -> frozenset[Var]:
        """The variables whose statement puts other relations in the place of theirs."""
        return frozenset()

    @property
    def slots(self) -> dict[Var, int]:
        """The index of each variable in a list of values."""
        return self.structure.number

    def rows(self, order: Sequence[int]) -> dict[int, dict[int, float]]:
        """Jacobian rows of these relations at one point that satisfies them, for the rank test."""
        return self.compiled.once("rows", frozenset(order), lambda: self._rows(sorted(order)))

    def _rows(self, order: Sequence[int]) -> dict[int, dict[int, float]]:
        point = consistent_point([self.relations[i].made for i in order], self.structure)
        return {i: self._row(self.relations[i].made, point) for i in order}

    def _row(self, relation: Relation, point: Mapping[Var, float]) -> dict[int, float]:
        try:
            slopes = row_at(relation, tuple([point[v] for v in relation.variables]))
        except (ArithmeticError, ValueError):
            slopes = {v: 1.0 + 0.01 * k for k, v in enumerate(relation.variables)}
        return {self.slots[v]: slope for v, slope in slopes.items()}

    def plan(
        self,
        target: Var,
        known: Iterable[Var],
        assumable: Sequence[Var] = (),
        stated: Iterable[Var] = (),
        widest: int = SCOPES[-1],
    ) -> Plan:
        """The plan to `target` from the known variables, of which the user gave those `stated`."""
        known, stated, number = frozenset(known), frozenset(stated), self.slots

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

    def propagation(self, known: frozenset[int], *aside: int) -> Propagation:
        """The variables that follow from known slots, some relations left aside."""
        key = known, aside
        return self.compiled.once("propagation", key, lambda: Propagation(self.structure, *key))

    def branches(self, block: Block, known: Set[int]) -> tuple[Branch, ...]:
        """A block solved symbolically for its unknown; `known` are the slots with values."""
        relations = [self.relations[i].made for i in block.relations]
        unknown = frozenset(v for r in relations for v in r.variables if self.slots[v] not in known)
        solves = self.structure.variables[block.solves]
        key = tuple(r if r.equates else (r.name, r.equation) for r in relations), unknown, solves
        return self.compiled.shared(key, lambda: solve_block(relations, unknown, solves))

    def with_variants(self, choices: Mapping[str, str]) -> Self:
        """The system under other choices; itself if they are in force. Raises UnknownName."""
        merged = chosen_variants(self.all_relations + self.all_constraints, choices, self.variants)
        if merged == self.variants:
            return self
        own = self.all_relations, self.all_constraints, merged, self.variables, self.bundles
        return self.compiled.recent("chosen", tuple(merged.items()), lambda: self._variation(*own))

    def with_held(self, held: frozenset[Var]) -> Self:
        """The system in which only the usual values of `held` may still hold."""
        own = self.__getstate__()[:-1]
        return self.compiled.recent("held", held, lambda: self._made(*own, held))

    def _variation(self, *contents: Any) -> Self:
        """Another system of this class, in which usual values hold for the same variables."""
        made = type(self)._made(*contents, self.held)
        made.compiled = CompiledSystem(self.compiled)
        return made

    @classmethod
    def _made(cls, *state: Any) -> Self:
        made = object.__new__(cls)
        made._state(*state)
        return made

    def with_zeros(self, zeros: VarSet, nonzero: VarSet = frozenset()) -> tuple[Self, VarSet]:
        """The system with exact zeros substituted, and the further variables that become zero."""
        return self.compiled.recent("zeros", (zeros, nonzero), lambda: self._zeroed(zeros, nonzero))

    def _zeroed(self, zeros: VarSet, nonzero: VarSet) -> tuple[Self, VarSet]:
        relations, vanishing = self.zero_substitution.reduced(zeros, nonzero)
        return self.within(relations), vanishing

    def within(self, relations: Iterable[Relation]) -> Self:
        """The same choices, constraints and variables over other relations, such as some of its."""
        limits, variables = self.all_constraints, self.variables
        return self._variation(tuple(relations), limits, self.variants, variables, self.bundles)

    def find(self, name: str | Var) -> Var:
        """The variable of this name or alias. Raises UnknownName with candidates."""
        return variable_named(name, self.slots, self.vocabulary, self.all_relations)

    def restricted(self, relations: Iterable[Relation]) -> Self:
        """The same choices over some of its relations and their variables, without constraints."""
        kept = {id(relation) for relation in relations}
        own = tuple(relation for relation in self.relations if id(relation) in kept)
        return self._variation(own, (), self.variants, (), self.bundles)

    def replacing(self, relation: Relation, equation: Any) -> Self:
        """The system with one relation replaced by another equation, such as one regime of it."""
        made = [r.restated(equation) if r is relation else r for r in self.relations]
        return self.compiled.recent("regime", (relation.name, equation), lambda: self.within(made))

    def relation(self, name: str) -> Relation:
        """The relation of that name. Raises UnknownName."""
        for relation in self.all_relations:
            if relation.name == name:
                return relation
        raise UnknownName("relation", name, [r.name for r in self.all_relations])
