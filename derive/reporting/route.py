"""Route of an answer: its intermediate values and their relations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from derive.display import enumeration
from derive.equations.var import Var, ordered
from derive.library.system import library_system
from derive.results.answer import Answer
from derive.results.known import Known, Origin
from derive.system import System
from derive.units.display import format_value


@dataclass(frozen=True)
class ValueNode:
    """A variable on the route; `text` is its value, `origin` is empty without one."""

    var: Var
    text: str
    origin: str

    @property
    def open(self) -> bool:
        """Whether it has no value."""
        return not self.origin


@dataclass(frozen=True)
class Stage:
    """Relations that together determine one variable from others."""

    relations: tuple[str, ...]
    gives: Var
    takes: tuple[Var, ...]


@dataclass(frozen=True)
class ComputationGraph:
    """Stages in order of evaluation, and the nodes they connect."""

    target: Var
    places: tuple[ValueNode, ...]
    stages: tuple[Stage, ...]

    def place(self, var: Var) -> ValueNode:
        """The node of a variable."""
        return next(place for place in self.places if place.var == var)


def route_of(answer: Answer, given: Mapping[Var, Known]) -> ComputationGraph:
    """The route of an answer; for an open question, the relations between target and givens."""
    values = {known.var: known for known in (*given.values(), *answer.known)}
    values |= {
        step.result.var: step.result for step in answer.derivation if step.result is not None
    }
    stages = _stages(answer) if answer.relations else _around(answer, given)
    variables = dict.fromkeys(
        [answer.target, *(var for stage in stages for var in (stage.gives, *stage.takes))]
    )
    places = tuple(_place(answer, var, values.get(var)) for var in ordered(variables))
    return ComputationGraph(answer.target, places, stages)


def _stages(answer: Answer) -> tuple[Stage, ...]:
    """The plan through the answer's own relations."""
    system = System.fixed(answer.relations, answer.target)
    known = [known for known in answer.known if known.var in system.slots]
    stated = [k.var for k in known if k.origin not in (Origin.DEFAULT, Origin.COMPUTED)]
    assumed = [k.var for k in known if k.origin == Origin.DEFAULT]
    plan = system.plan(answer.target, [*stated, *assumed])
    variables, have = system.structure.variables, {*stated, *assumed}
    stages = []
    for block in plan.blocks:
        relations = [system.relations[index] for index in block.relations]
        gives = variables[block.solves]
        occurring = dict.fromkeys(var for relation in relations for var in relation.variables)
        takes = tuple(var for var in occurring if var in have)
        stages.append(Stage(tuple(relation.name for relation in relations), gives, takes))
        have.add(gives)
    return tuple(stages)


def _around(answer: Answer, given: Mapping[Var, Known]) -> tuple[Stage, ...]:
    """The target's relations: those with a given, else those that define it, else all."""
    system = library_system().with_variants(answer.variants)
    near = [r for r in system.relations if answer.target in r.variables]
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
    for usual, origin in ((var.convention, Origin.CONVENTION), (var.default, Origin.DEFAULT)):
        if usual is not None:
            return ValueNode(var, format_value(usual.value, var.unit), origin)
    return ValueNode(var, "", "")


def route_json(route: ComputationGraph, headline: str) -> dict[str, Any]:
    """Nodes and stages as JSON; `headline` is the answer in a line."""
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
    """The route as an indented tree below a headline: each value above its inputs, a subtree
    printed once.
    """
    lines = [headline]
    seen: set[Var] = set()
    waiting: list[tuple[Var | Stage, str, str]] = [(route.target, "", "")]
    while waiting:
        node, mark, indent = waiting.pop()
        below: Sequence[Var | Stage]
        if isinstance(node, Stage):
            label, below = f"by {enumeration(node.relations)}", node.takes
        else:
            stages = [stage for stage in route.stages if stage.gives == node]
            again = bool(stages) and node in seen
            label = _label(route, node, stages, again)
            below = () if again else stages[0].takes if len(stages) == 1 else stages
            seen.add(node)
        lines.append(mark + label)
        for index, member in reversed(list(enumerate(below))):
            branch, margin = ("└─ ", "   ") if index == len(below) - 1 else ("├─ ", "│  ")
            waiting.append((member, indent + branch, indent + margin))
    return "\n".join(lines) + "\n"


def _label(route: ComputationGraph, node: Var, stages: list[Stage], again: bool) -> str:
    """A value with its relation or its origin."""
    place = route.place(node)
    value = f"{node.name} = {place.text}" if place.text else node.name
    if len(stages) == 1:
        return f"{value}  ({'above' if again else 'by ' + enumeration(stages[0].relations)})"
    return value if stages else f"{value}  ({place.origin or 'not known'})"


def route_dot(route: ComputationGraph) -> str:
    """The route in the language of Graphviz: variables as ellipses, relations as boxes."""
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
