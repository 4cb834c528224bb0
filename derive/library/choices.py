"""Choices: the system of the variants that the givens of a question choose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any

from derive.arguments import mapping
from derive.display import enumeration
from derive.equations.var import Var
from derive.errors import GivenError, UnknownName
from derive.library.catalogue.lookups import (
    ENTRY_VALUES,
    Lookup,
    lookup_named,
    lookups,
    variants_for,
)
from derive.library.content import content
from derive.library.system import library_system
from derive.results.answer import Answer
from derive.results.known import Known, Origin
from derive.results.status import Status
from derive.solving.givens import read_givens
from derive.solving.query_preparation import determined_or_none
from derive.system import System


def system_for(
    given: Mapping[Any, Any] | None,
    variants: Mapping[str, str] | None = None,
    target: Any = (),
    moved: Any = (),
) -> System:
    """The library under the variants that the givens choose: the catalogue entries among them, and
    stated values that mean one, as do the axes and free variables `moved`; `variants` beats them.
    A target (or one of several) that stands in no relation of it means a variant as well, as if it
    were stated.
    """
    wanted = mapping(variants or {}, "variants", '{"step time": "none"}')
    said = chosen_by_givens(given or {}, moved)
    system = library_system().with_variants({**said, **wanted})
    asked = _names(_listed(target))
    if all(stands(system, system.find(name)) for name in asked):
        return system
    meant = _chosen_by_names(asked | _names((*(given or {}), *_listed(moved))))
    return library_system().with_variants({**meant, **said, **wanted})


def stands(system: System, var: Var) -> bool:
    """Whether a relation in force has a variable, or none at all."""
    place = system.slots.get(var)
    return (place is not None and bool(system.structure.of_variable[place])) or not any(
        var in relation.variables for relation in system.all_relations
    )


def idle_remarks(system: System, names: Iterable[Any]) -> tuple[str, ...]:
    """A remark on each variable among these that no relation in force has, with the nearest
    variants under which one has it; none on values of a catalogue entry.
    """
    idle = [v for v in map(system.find, names) if not stands(system, v)]
    return tuple(
        f"{var.name} plays no part here: it does with the variant"
        f" {enumeration(_where_it_stands(system, var), 'or')}"
        for var in dict.fromkeys(idle)
    )


def absent_remarks(answer: Answer, variants: Mapping[str, str] | None) -> tuple[str, ...]:
    """A remark where variants are chosen by name and all that takes time under them beside the
    usual is absent, since no given speaks of it.
    """
    absent = [
        known.var
        for known in answer.known
        if known.origin == Origin.DEFAULT and known.var.absent_feature and known.var.activity
    ]
    computed = (relation.left for relation in answer.relations)
    if not variants or not absent or any(isinstance(v, Var) and v.absent_feature for v in computed):
        return ()
    activities = enumeration([var.activity for var in absent], "or")
    speak = enumeration([var.without[0] for var in absent])
    return (f"no {activities} is counted: none of {speak} is given",)


def vain_remarks(
    system: System, answer: Answer, given: Mapping[Any, Any] | None = None
) -> tuple[str, ...]:
    """A remark on each given that a solved answer does without, and would count in if the variable
    that it belongs to was stated in the place of one that the answer rests on.
    """
    if answer.status != Status.SOLVED or not answer.unused:
        return ()
    used = {item.var: item for item in answer.known if item.origin != Origin.DEFAULT}
    stated, _ = read_givens(given or {}, system.vocabulary, uncertain=True)
    return tuple(
        f"{var.name} counts where {whole.name} is given in place of {part.name}"
        f"{_looked_up(used[part])}: {whole.meaning}"
        for var in map(system.find, answer.unused)
        for whole, part in (_part_beside if var.unit.dimension else _defined_with)(
            system, var, used
        )
        if _counts(system, answer.target, stated | used, (var, whole, part))
    )


def _looked_up(known: Known) -> str:
    """The catalogue entry of a value in brackets; nothing for one without."""
    return f" (of {known.entry})" if known.entry else ""


def _part_beside(system: System, var: Var, used: Mapping[Var, Known]) -> Iterator[tuple[Var, Var]]:
    """The variables that a usual ratio ties to a given, as the format of the other weights to that
    of one part of them; each with the used one of their unit, which stands for all parts.
    """
    for i in system.structure.of_variable[system.slots[var]] if var in system.slots else ():
        others = [v for v in system.relations[i].variables if v != var]
        wholes = [v for v in others if v.unit == var.unit and v not in used]
        ratios = [v for v in others if v.absent_feature and not v.unit.dimension]
        own = system.relations[i].left == var
        if own and len(others) == 2 and len(wholes) == len(ratios) == 1:
            yield from ((wholes[0], part) for part in used if part.unit == var.unit)


def _defined_with(system: System, var: Var, used: Mapping[Var, Known]) -> Iterator[tuple[Var, Var]]:
    """The variables of the kind of a given that a pure number and this given define, with it."""
    place = system.slots.get(var)
    if place is None:
        return
    for i in system.structure.of_variable[place]:
        relation = system.relations[i]
        others = [v for v in relation.variables if v != var]
        part = next((v for v in others if v in used and used[v].origin == Origin.GIVEN), None)
        whole = next((v for v in others if v not in used), None)
        if len(others) != 2 or part is None or whole is None:
            continue
        if whole.unit.dimension == part.unit.dimension and relation.left == whole:
            yield whole, part


def _counts(
    system: System, target: Var, known: Mapping[Var, Known], exchange: tuple[Var, Var, Var]
) -> bool:
    """Whether a target rests on a variable once the whole is stated in the place of its part."""
    var, whole, part = exchange
    stated = {v: Known(v, 1.0, Origin.GIVEN) for v in (var, whole)}
    others = {v: k for v, k in known.items() if v != part}
    query = determined_or_none(system, target, others | stated)
    return query is not None and not {var, whole} & {*query.unused}


def _where_it_stands(system: System, var: Var) -> list[str]:
    """The choices beside those in force under which a relation has a variable, the fewest alone:
    "KV layout=hybrid".
    """
    missing = {
        tuple(
            f"{part.group}={part.choices[0]}"
            for part in relation.variant.parts
            if system.variants[part.group] not in part.choices
        ): None
        for relation in system.all_relations
        if var in relation.variables and relation.variant is not None
    }
    least = min(map(len, missing))
    return [" and ".join(words) for words in missing if len(words) == least]


def _chosen_by_names(names: Set[str]) -> dict[str, str]:
    """The variants that values of these names mean."""
    return {group: choice for group, choice, said in content().sayings if said(names)}


def chosen_by_givens(given: Mapping[Any, Any], moved: Any = ()) -> dict[str, str]:
    """The variants that the givens choose, and the names of what is `moved` over values. Raises
    GivenError for an option of the command line.

    >>> chosen_by_givens({"n_experts": "128", "top_k": "8", "active_params": "22e9 param"})
    {'weight read': 'experts_touched'}
    """
    given = mapping(given, "given", '{"gpus": "8 GPU"}')
    entries = dict.fromkeys(
        value.entry for value in given.values() if isinstance(value, Known) and value.entry
    )
    refuse_options(given)
    chosen = _chosen_by_names(_names((*given, *_listed(moved))))
    for entry in entries:
        chosen |= variants_for(entry)
    return chosen


def refuse_options(given: Mapping[Any, Any]) -> None:
    """Raise GivenError for an option of the command line among the givens."""
    named = ((key, lookup_named(key)) for key in given if isinstance(key, str) and not _name(key))
    for key, row in named:
        if row is not None:
            fix = f"Spread the entry into the givens: {{**{_call(row, key, given)}, ...}}."
            raise GivenError(key, "it is looked up in the catalogue, and is not a variable", fix)


def _call(row: Lookup, key: str, given: Mapping[Any, Any]) -> str:
    """The call from Python that looks up what the option `key` names, with those it goes with."""
    head = lookups().get(row.needs, row)
    beside = [one for one in lookups().values() if one.needs == head.name and one.name in given]
    chosen = [f"{one.read or one.name}={given[one.name]!r}" for one in beside]
    id = given[key] if head is row else given.get(head.name, "ID")
    words = ", ".join([repr(id), *chosen]).replace("'", '"')
    if head.read == ENTRY_VALUES:
        return f'derive.entry_values("{head.kind}", {words})'
    name = head.read.rpartition(".")[2]
    return f"{f'derive.{name}' if head.name == head.kind else head.read}({words})"


def _listed(names: Any) -> Iterable[Any]:
    """One name or several; none of what is refused when it is read."""
    if isinstance(names, (str, Var)):
        return [names]
    return names if isinstance(names, Iterable) else ()


def _names(keys: Iterable[Any]) -> set[str]:
    """The names of the variables among these keys."""
    return {name for name in map(_name, keys) if name}


def _name(key: Any) -> str:
    """The name of a given's variable; empty for what is refused when the givens are read."""
    try:
        return str(library_system().find(key).name)
    except (UnknownName, TypeError, AttributeError):
        return ""
