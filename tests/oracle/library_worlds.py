"""Consistent worlds of the library: a value of every variable, so that all relations hold.

The inputs are drawn; what follows is computed by evaluating definitions, and by bracketing and
bisection where a relation is no definition. Whatever part of a world is given, nothing contradicts.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from derive.library import library_system
from derive.system import System
from tests.oracle.bisection import roots
from tests.oracle.problem import Problem
from tests.oracle.spans import lies_within, plausible
from tests.oracle.trees import Tree, Unknown, sides

World = dict[Any, float]
Solved = dict[Any, tuple[tuple[float, ...], float | None]]  # by variable: of which values, and what


class NoWorld(Exception):
    """No values within their ranges were found."""


@lru_cache(maxsize=1)
def choices() -> dict[str, tuple[str, ...]]:
    """Every choice of every group of variants."""
    found: dict[str, dict[str, None]] = {}
    for relation in library_system().all_relations:
        if relation.variant is not None:
            found.setdefault(relation.variant.group, {}).update(
                dict.fromkeys(relation.variant.choices)
            )
    return {group: tuple(names) for group, names in found.items()}


def random_variants(source: random.Random) -> dict[str, str]:
    """No choice half of the time, else one to three."""
    if source.random() < 0.5:
        return {}
    groups = source.sample(sorted(choices()), source.randint(1, 3))
    return {group: source.choice(choices()[group]) for group in groups}


class LibraryWorlds:
    """The relations of the library under some variants, in an order that computes them."""

    def __init__(self, variants: Mapping[str, str]) -> None:
        self.variants = dict(variants)
        self.system: System = library_system().with_variants(variants)
        self.relations = [r.made for r in self.system.relations]
        self.problem = Problem(self.relations, margins(self.relations, self.system.constraints))
        self.variables = tuple(self.problem.of)
        self.conventions = {
            v: v.convention.value for v in self.system.conventional if v in self.problem.of
        }
        self.box = self.problem.with_values(self.problem.box, self.conventions, 0.0)
        self.inputs, self.steps, self.behind = self._order()

    def _order(self) -> tuple[list[Any], list[tuple[Tree, Any]], dict[str, set[Any]]]:
        """The inputs, the steps (an equation and what it is solved for), and the inputs behind the
        variables.
        """
        trees = {tree.name: tree for tree in self.problem.trees}
        chosen = matching(self.relations, trees)
        solved = set(chosen.values())
        inputs = [v for v in self.variables if v not in solved and v not in self.conventions]
        known = {*inputs, *self.conventions}
        behind: dict[Any, set[Any]] = {v: {v} for v in inputs} | {
            v: set() for v in self.conventions
        }
        steps, left = [], dict(chosen)
        while left:
            ready = [
                (name, v)
                for name, v in left.items()
                if all(w in known for w in trees[name].variables if w != v)
            ]
            if not ready:
                raise AssertionError(f"no order: {left}")
            # definitions first: roots cost more, and few variables hang on them
            defined = [(name, v) for name, v in ready if defines(trees[name], v)]
            for name, v in defined or ready[:1]:
                steps.append((trees[name], v))
                known.add(v)
                behind[v] = set().union(*(behind[w] for w in trees[name].variables if w != v))
                del left[name]
        return inputs, steps, behind

    def world(self, source: random.Random, share: float = 0.0, tries: int = 400) -> World:
        """A random world: what lies outside its range has its inputs drawn again. This share of the
        defaults does not hold.
        """
        free = {v for v in self.inputs if v.default is not None and source.random() < share}
        held = {v: v.default.value for v in self.inputs if v.default is not None and v not in free}
        drawn = {v: held[v] if v in held else plausible(v, source) for v in self.inputs}
        solved: Solved = {}
        for _ in range(tries):
            point, fault = self._computed(drawn, solved)
            if fault is None:
                return point
            movable = [v for v in self.inputs if v in self.behind[fault] and v not in held]
            for v in source.sample(movable, min(len(movable), source.randint(1, 3))):
                drawn[v] = plausible(v, source)
        raise NoWorld(f"{self.variants}: {fault}")

    def _computed(self, drawn: Mapping[Any, float], solved: Solved) -> tuple[World, Any]:
        """The world of these inputs, or as much of it as there is, and the variable at fault; what
        is `solved` by other inputs stays wherever they make no difference.
        """
        point: World = {**self.conventions, **drawn}
        for tree, variable in self.steps:
            at = tuple(point[v] for v in tree.variables if v != variable)
            before = solved.get(variable)
            if before is None or before[0] != at:
                before = solved[variable] = at, solved_for(tree, variable, point)
            value = before[1]
            if value is None or not lies_within(variable, value):
                point.pop(variable, None)
                return point, variable
            point[variable] = value
        return point, None


def matching(relations: list[Any], trees: Mapping[str, Tree]) -> dict[str, Any]:
    """The variable that each relation is solved for: its subject, unless a convention holds of it,
    else one that is not defined.
    """
    uses: dict[Any, int] = {}
    for relation in relations:
        for v in relation.variables:
            uses[v] = uses.get(v, 0) + 1
    found: dict[str, Any] = {}
    taken: set[Any] = set()
    second = []
    for relation in relations:
        if relation.name not in trees:
            continue
        subject = relation.subject
        if subject is not None and subject not in taken and subject.convention is None:
            found[relation.name] = subject
            taken.add(subject)
        else:
            second.append(relation)
    defined = {r.subject for r in relations}
    for relation in second:
        free = [
            v
            for v in relation.variables
            if v not in taken and v not in defined and v.convention is None and v.default is None
        ]
        if not free:  # the variants leave more relations than variables to solve them for
            raise NoWorld
        found[relation.name] = min(free, key=lambda v: (v.at is None, uses[v], v.name))
        taken.add(found[relation.name])
    return found


def margins(relations: list[Any], constraints: Iterable[Any]) -> dict[str, Any]:
    """What a constraint leaves, such as the room for the KV cache, by the relation that defines it:
    a difference of just what the constraint compares. Where the constraint fails there is none.
    """
    defined = {r.subject: r for r in relations if r.subject is not None}
    limits = [set(constraint.variables) for constraint in constraints]

    def behind(variable: Any, limit: set[Any], depth: int) -> set[Any]:
        if variable in limit or variable not in defined or not depth:
            return set() if variable.ideal else {variable}
        others = [v for v in defined[variable].variables if v != variable]
        return set().union(*(behind(v, limit, depth - 1) for v in others))

    return {
        relation.name: variable
        for variable, relation in defined.items()
        if relation.right.is_Add
        and any(behind(variable, limit - {variable}, 3) == limit for limit in limits)
    }


def defines(tree: Tree, variable: Any) -> bool:
    """Whether the left side is the variable, and the right side has it not."""
    left = tree.nodes[tree.left]
    later = any(tree.leaves[variable] in node.arguments for node in tree.nodes)
    return left.kind == "variable" and left.constant == variable and not later


def solved_for(tree: Tree, variable: Any, point: World) -> float | None:
    """The value of one variable of an equation, all others known: read off a definition, else the
    first root found by bracketing and bisection. The variable's entry in `point` is overwritten.
    """
    if defines(tree, variable):
        point[variable] = 1.0
        try:
            return sides(tree, point)[1]
        except Unknown:
            return None
    low, high, _, _ = variable.bounds
    found = roots(tree, variable, point, (low, high))
    return found[0] if found else None


@lru_cache(maxsize=256)
def _worlds(variants: tuple[tuple[str, str], ...]) -> LibraryWorlds:
    return LibraryWorlds(dict(variants))


def worlds(variants: Mapping[str, str]) -> LibraryWorlds:
    """The worlds of a choice of variants, made once."""
    return _worlds(tuple(sorted(variants.items())))


def random_world(source: random.Random, share: float | None = None) -> tuple[World, dict[str, str]]:
    """A world under random variants, and these; in two of five some defaults do not hold."""
    if share is None:
        share = source.choice((0.0, 0.0, 0.0, 0.15, 0.3))
    while True:
        variants = random_variants(source)
        try:
            return worlds(variants).world(source, share), variants
        except NoWorld:
            continue
