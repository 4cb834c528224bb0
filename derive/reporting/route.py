"""A route: the values on the way to an answer, and the relations that gave them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from derive.equations.var import Var
from derive.library.system import library_system
from derive.results.answer import Answer
from derive.results.known import Known, Origin
from derive.system import System
from derive.units.display import format_value


@dataclass(frozen=True)
class ValueNode:
    """A variable on the route: `text` is its value, `origin` where that comes from, `open` when it
    has none.
    """

    var: Var
    text: str
    origin: str

    @property
    def open(self) -> bool:
        """Whether it has no value."""
        return not self.origin


@dataclass(frozen=True)
class Stage:
    """Relations that together give one variable from others."""

    relations: tuple[str, ...]
    gives: Var
    takes: tuple[Var, ...]


@dataclass(frozen=True)
class ComputationGraph:
    """Stages in order of evaluation and the places they join."""

    target: Var
    places: tuple[ValueNode, ...]
    stages: tuple[Stage, ...]

    def place(self, var: Var) -> ValueNode:
        """The place of a variable."""
        return next(place for place in self.places if place.var == var)


def route_of(answer: Answer, given: Mapping[Var, Known]) -> ComputationGraph:
    """The route of an answer; for an open question, the relations between the target and the
    givens, with what is unknown left open.
    """
    values = {known.var: known for known in (*given.values(), *answer.known)}
    values |= {
        step.result.var: step.result for step in answer.derivation if step.result is not None
    }
    stages = _stages(answer) if answer.relations else _around(answer, given)
    variables = dict.fromkeys(
        [answer.target, *(var for stage in stages for var in (stage.gives, *stage.takes))]
    )
    places = tuple(
        _place(answer, var, values.get(var))
        for var in sorted(variables, key=lambda var: (var.rank, var.name))
    )
    return ComputationGraph(answer.target, places, stages)


def _stages(answer: Answer) -> tuple[Stage, ...]:
    """The plan through the answer's own relations."""
    groups = {relation.variant.group for relation in answer.relations if relation.variant}
    chosen = {group: choice for group, choice in answer.variants.items() if group in groups}
    system = System(answer.relations, variants=chosen, variables=(answer.target,))
    stated = [
        known.var
        for known in answer.known
        if known.var in system.slots and known.origin not in (Origin.DEFAULT, Origin.COMPUTED)
    ]
    assumed = [
        known.var
        for known in answer.known
        if known.var in system.slots and known.origin == Origin.DEFAULT
    ]
    plan = system.plan(answer.target, [*stated, *assumed])
    variables, have = system.structure.variables, set(stated) | set(assumed)
    stages = []
    for block in plan.blocks:
        gives = variables[block.solves]
        touched = dict.fromkeys(
            var for index in block.relations for var in system.relations[index].variables
        )
        stages.append(
            Stage(
                tuple(system.relations[index].name for index in block.relations),
                gives,
                tuple(var for var in touched if var in have),
            )
        )
        have.add(gives)
    return tuple(stages)


def _around(answer: Answer, given: Mapping[Var, Known]) -> tuple[Stage, ...]:
    """The target's relations: those that hold a given, else those that define it, else all."""
    near = [
        r
        for r in library_system().with_variants(answer.variants).relations
        if answer.target in r.variables
    ]
    chosen = (
        [r for r in near if any(var in given for var in r.variables)]
        or [r for r in near if r.subject == answer.target]
        or near
    )
    return tuple(
        Stage((r.name,), answer.target, tuple(var for var in r.variables if var != answer.target))
        for r in chosen
    )


def _place(answer: Answer, var: Var, known: Known | None) -> ValueNode:
    if known is not None:
        return ValueNode(var, known.text, known.origin)
    if var == answer.target and answer.number is not None:
        return ValueNode(var, format_value(answer.number, var.unit), Origin.COMPUTED)
    usual, origin = (
        (var.convention, Origin.CONVENTION)
        if var.convention is not None
        else (var.default, Origin.DEFAULT)
    )
    if usual is not None:
        return ValueNode(var, format_value(usual.value, var.unit), origin)
    return ValueNode(var, "", "")


def route_json(route: ComputationGraph, headline: str) -> dict[str, Any]:
    """Places and stages as JSON; `headline` is the answer in a line."""
    return {
        "target": route.target.name,
        "headline": headline,
        "variables": [
            {"name": place.var.name, "value": place.text or None, "origin": place.origin or None}
            for place in route.places
        ],
        "stages": [
            {
                "relations": list(s.relations),
                "gives": s.gives.name,
                "takes": [var.name for var in s.takes],
            }
            for s in route.stages
        ],
    }


def route_tree(route: ComputationGraph, headline: str) -> str:
    """The route as an indented tree below a headline: each value above what it was computed from;
    what was shown before is not repeated.
    """
    lines = [headline]
    seen: set[Var] = set()
    waiting: list[tuple[Var | Stage, str, str]] = [(route.target, "", "")]
    while waiting:
        node, mark, indent = waiting.pop()
        stages = (
            []
            if isinstance(node, Stage)
            else [stage for stage in route.stages if stage.gives == node]
        )
        again = bool(stages) and node in seen
        lines.append(f"{mark}{_label(route, node, stages, again)}")
        below = (
            node.takes
            if isinstance(node, Stage)
            else ()
            if again
            else stages
            if len(stages) > 1
            else stages[0].takes
            if stages
            else ()
        )
        if not isinstance(node, Stage):
            seen.add(node)
        for index, member in reversed(list(enumerate(below))):
            last = index == len(below) - 1
            waiting.append(
                (
                    member,
                    f"{indent}{'└─ ' if last else '├─ '}",
                    f"{indent}{'   ' if last else '│  '}",
                )
            )
    return "\n".join(lines) + "\n"


def _label(route: ComputationGraph, node: Var | Stage, stages: list[Stage], again: bool) -> str:
    """A value with the relation that gave it or where it comes from; a relation with its name."""
    if isinstance(node, Stage):
        return f"by {' and '.join(node.relations)}"
    place = route.place(node)
    value = f"{node.name} = {place.text}" if place.text else node.name
    if len(stages) == 1:
        return f"{value}  ({'above' if again else 'by ' + ' and '.join(stages[0].relations)})"
    return value if stages else f"{value}  ({place.origin or 'not known'})"


def route_dot(route: ComputationGraph) -> str:
    """The route in Graphviz's language: variables as ellipses, relations as boxes."""
    lines = [
        f"digraph {_quoted(route.target.name)} {{",
        "  rankdir=LR;",
        '  node [fontname="Helvetica"];',
    ]
    for place in route.places:
        style = "dashed" if place.open else "bold" if place.var == route.target else "solid"
        label = _quoted(f"{place.var.name}\n{place.text}" if place.text else place.var.name)
        lines.append(
            f"  {_quoted('v ' + place.var.name)} [label={label}, shape=ellipse, style={style},"
            f" tooltip={_quoted(place.origin or 'not known')}];"
        )
    for number, stage in enumerate(route.stages, 1):
        node = _quoted(f"r {number}")
        label = _quoted("\n".join(stage.relations))
        lines.append(f"  {node} [label={label}, shape=box];")
        lines += [f"  {_quoted('v ' + var.name)} -> {node};" for var in stage.takes]
        lines.append(f"  {node} -> {_quoted('v ' + stage.gives.name)};")
    return "\n".join([*lines, "}"]) + "\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
