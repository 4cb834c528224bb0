"""Standard cases, at which pages show live numbers, and the questions of the explorers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from derive.equations.var import Var
from derive.errors import UnknownName
from derive.explorer.page import page
from derive.library.api import solve
from derive.library.catalogue.toml_file import read_toml
from derive.library.choices import system_for
from derive.library.questions import known_from
from derive.rendering.document.worked_line import SENSE_SIGNS
from derive.results.answer import Answer
from derive.results.known import Known
from derive.results.status import Status
from derive.search.things import Thing
from derive.solving.givens import read_givens
from derive.structure.propagation import Propagation

_FILE = "standard_cases.toml"


@dataclass(frozen=True)
class StandardCase:
    """A case by name: its title, what it takes in words, and its question."""

    name: str
    title: str
    says: str
    question: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class LiveValue:
    """A value that was computed for the site: in base units, and as its text with its sign."""

    number: float
    text: str
    stated: bool = False


@lru_cache(maxsize=1)
def _tables() -> Mapping[str, Any]:
    return read_toml(Path(__file__).with_name(_FILE), _FILE).tables


@lru_cache(maxsize=1)
def standard_cases() -> tuple[StandardCase, ...]:
    """The standard cases, in order of preference."""
    return tuple(
        StandardCase(
            name, row["title"], row["says"], {k: row[k] for k in row if k not in ("title", "says")}
        )
        for name, row in _tables()["case"].items()
    )


def explorers() -> Iterator[Thing]:
    """The explorers as things that can be found."""
    for name, row in _tables()["explorer"].items():
        yield Thing("explorer", name, row["title"], (row["target"],))


def explorer_page(name: str) -> str:
    """The page of an explorer."""
    row = _tables()["explorer"][name]
    return page(row["target"], known_from(row), title=row["title"])


def explorer_quantities(name: str) -> tuple[str, ...]:
    """The quantities that an explorer can be solved for."""
    row = _tables()["explorer"][name]
    return (row["target"], *(str(key) for key in known_from(row)))


def case_values(name: str) -> dict[str, LiveValue]:
    """What a standard case states, and what follows in it and in no case before it, by variable."""
    earlier: set[Var] = set()
    for case in standard_cases():
        given = known_from(case.question)
        stated, _ = read_givens(dict(given), system_for(given).vocabulary)
        reached = _reached(given, stated)
        if case.name == name:
            values = {var.name: _stated(known) for var, known in stated.items()}
            wanted = [var for var in reached if var not in earlier and var not in stated]
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
    """What is asked of every entry of a kind."""
    rows: list[Mapping[str, Any]] = _tables().get("follows", {}).get(kind, [])
    return rows


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
