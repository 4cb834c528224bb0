"""Contents of a pack's site: standard cases, at which pages show live numbers, the questions of the
explorers, and the front page.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from derive.equations.var import Var
from derive.errors import DataError, UnknownName
from derive.explorer.page import page
from derive.library.api import solve
from derive.library.catalogue.toml_file import read_toml
from derive.library.choices import system_for
from derive.library.questions import known_from
from derive.packs.in_use import of_all_packs, packs_in_use, per_packs
from derive.packs.pack import Pack
from derive.rendering.document.worked_line import SENSE_SIGNS
from derive.results.answer import Answer
from derive.results.known import Known
from derive.results.status import Status
from derive.search.things import Thing
from derive.solving.givens import read_givens
from derive.structure.propagation import Propagation

_NEEDED = {"case": ("title", "says"), "explorer": ("title", "target")}  # keys of a row


@dataclass(frozen=True)
class StandardCase:
    """A case by name: its title, what it takes in words, its question, and the variable that the
    pages of its entries lead to.
    """

    name: str
    title: str
    says: str
    question: Mapping[str, Any]
    tells: str = ""


@dataclass(frozen=True, slots=True)
class LiveValue:
    """A value that was computed for the site: in base units, and as its text with its sign."""

    number: float
    text: str
    stated: bool = False


@per_packs
def _stated_by(pack: Pack) -> Mapping[str, Any]:
    """The contents of the file of a pack. Raises DataError for a row without what it needs."""
    file = pack.site
    if file is None:
        return {}
    tables = read_toml(file.path, file.shown).tables
    for part, keys in _NEEDED.items():
        for name, row in tables.get(part, {}).items():
            for key in keys:
                if not isinstance(row, Mapping) or not isinstance(row.get(key), str):
                    fix = f'Write {key} = "...".'
                    raise DataError(file.shown, f"{part}.{name}", f"its {key} is missing", fix)
    return tables


@per_packs
def _cases() -> Mapping[str, Mapping[str, Any]]:
    return of_all_packs("a standard case", lambda pack: _stated_by(pack).get("case", {}))


@per_packs
def _explorers() -> Mapping[str, Mapping[str, Any]]:
    return of_all_packs("an explorer", lambda pack: _stated_by(pack).get("explorer", {}))


def front_texts() -> Mapping[str, str]:
    """The front page of the first pack in use that has one."""
    stated = (_stated_by(pack).get("front", {}) for pack in packs_in_use())
    return next(filter(None, stated), {})


@per_packs
def standard_cases() -> tuple[StandardCase, ...]:
    """The standard cases, in order of preference."""
    own = ("title", "says", "tells")
    return tuple(
        StandardCase(
            name,
            row["title"],
            row["says"],
            {key: row[key] for key in row if key not in own},
            row.get("tells", ""),
        )
        for name, row in _cases().items()
    )


def explorers() -> Iterator[Thing]:
    """The explorers as things that can be found."""
    for name, row in _explorers().items():
        yield Thing("explorer", name, row["title"], (row["target"],))


def explorer_page(name: str) -> str:
    """The page of an explorer."""
    row = _explorers()[name]
    return page(row["target"], known_from(row), title=row["title"])


def explorer_quantities(name: str) -> tuple[str, ...]:
    """The quantities that an explorer can be solved for."""
    row = _explorers()[name]
    return (row["target"], *(str(key) for key in known_from(row)))


def case_values(name: str, asked: Collection[str]) -> dict[str, LiveValue]:
    """The values that a standard case states, and those of the variables `asked` that follow in it
    and in no case before it, by variable.
    """
    earlier: set[Var] = set()
    for case in standard_cases():
        given = known_from(case.question)
        stated, _ = read_givens(dict(given), system_for(given).vocabulary)
        reached = _reached(given, stated)
        if case.name == name:
            values = {var.name: _stated(known) for var, known in stated.items()}
            fresh = (var for var in reached if var not in earlier and var not in stated)
            wanted = [var for var in fresh if var.name in asked]
            return values | dict(_computed(given, wanted))
        earlier |= set(reached)
    raise UnknownName("case", name, [case.name for case in standard_cases()])


def _computed(given: Mapping[Any, Any], wanted: Iterable[Var]) -> Iterator[tuple[str, LiveValue]]:
    for var in wanted:
        answer = solve(var, given)
        if answer.status == Status.SOLVED and answer.number is not None:
            yield var.name, LiveValue(answer.number, signed(answer))


def signed(answer: Answer) -> str:
    """The value of an answer with the sign of its sense."""
    return f"{SENSE_SIGNS.get(answer.sense, '')} {answer.text}".strip()


def followed(kind: str) -> list[Mapping[str, Any]]:
    """The targets asked for every entry of a kind."""
    stated = (_stated_by(pack).get("follows", {}).get(kind, []) for pack in packs_in_use())
    return [row for rows in stated for row in rows]


def _stated(known: Known) -> LiveValue:
    return LiveValue(known.value, known.text, stated=True)


def _reached(given: Mapping[Any, Any], stated: Iterable[Var]) -> list[Var]:
    """The variables that follow from the names of the givens, one relation at a time, and not from
    conventions and defaults alone.
    """
    system = system_for(given)
    structure = system.structure
    usual = [var for var in system.variables if var.convention or var.default]
    places = {var: place for place, var in enumerate(structure.variables)}
    alone, all_known = (
        Propagation(structure, (places[var] for var in known if var in places)).known
        for known in (usual, [*stated, *usual])
    )
    return [structure.variables[j] for j in sorted(all_known - alone)]
