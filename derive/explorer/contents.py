"""Contents of an explorer page: what its script reads, and the file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from derive.display import enumeration
from derive.equations.var import Var
from derive.errors import GivenError
from derive.explorer.beside import clashes, without_effect
from derive.explorer.directions import Directions
from derive.explorer.frame import framed
from derive.explorer.menus import Sources, listed_values, menus
from derive.explorer.names import shortened
from derive.explorer.quantities import label, quantity
from derive.explorer.squeeze import joined, squeezed
from derive.explorer.templates import packed, symbol_markup
from derive.program.javascript import ProgramBundle, runtime
from derive.program.javascript_literal import shared
from derive.results.answer import Answer
from derive.results.known import Known, Origin
from derive.solving.answer import answer_at
from derive.solving.path import SolutionPath
from derive.system import System
from derive.units.written_number import MOST_TOLERANCE
from derive.version import __version__

_SCRIPT = Path(__file__).with_name("app.js")
_IN_FORMULAS = ("name", "label", "symbol", "units", "unit", "slot")
_KINDS = {Origin.GIVEN: "given", Origin.LOOKED_UP: "looked up"}


class PageContents:
    """The contents of a page: its quantities, directions and texts, and the file made of them."""

    def __init__(
        self,
        system: System,
        known: Mapping[Var, Known],
        wanted: Sequence[Var],
        named: Sequence[Var],
        title: str,
    ) -> None:
        self.system = system
        self.title = title or _capital(label(wanted[0]))
        self.subtitle = _capital(wanted[0].meaning)
        self.places: dict[Var, int] = {}
        self.strings: list[str] = []
        known = {v: k for v, k in known.items() if v not in wanted}
        answers = {var: answer_at(system, var, known) for var in dict.fromkeys(wanted)}
        self.answers = tuple(answers.values())
        self.outputs = {var: _number(answer) for var, answer in answers.items()}
        used = [k for answer in answers.values() for k in answer.known]
        assumed = {k.var: k for k in used if k.assumed}
        rested = {k.var for k in used}
        self.beside = without_effect(system, known, answers, {*rested, *named})
        known = {v: k for v, k in known.items() if k not in self.beside}
        used += [k for v, k in known.items() if k.entry and k.value and v not in rested]
        self.known = {**known, **{v: _as_given(assumed[v]) for v in named if v in assumed}}
        self.moved = self._moved(named, [k.var for k in used if k.stated])
        self.fixed = [k for v, k in self.known.items() if v not in self.moved]
        self.assumed = [k for v, k in assumed.items() if v not in self.moved]
        self.sources = Sources()
        self.menus = menus(self.known, self.moved, self.fixed, self.sources)
        for var in (*self.moved, *self.outputs):
            self.place(var)
        asked = self.known, self.moved, self.outputs
        self.directions = Directions(system, *asked, self.beside, self.place)
        self.bundle = ProgramBundle(self.directions.programs)
        self.printed = self.bundle.printed()

    def _moved(self, named: Sequence[Var], used: Sequence[Var]) -> list[Var]:
        """The quantities with sliders. Raises GivenError for one that is not known."""
        for var in named:
            if var not in self.known:
                fix = f"Give it, for example: -g {var.name}=..."
                raise GivenError(var.name, "it is to move, and it has no value to start at", fix)
        return list(dict.fromkeys(named or used))

    def place(self, var: Var) -> int:
        """The place of a quantity, a new one if it has none."""
        return self.places.setdefault(var, len(self.places))

    def data(self) -> dict[str, Any]:
        """The data that the page reads."""
        usual, slots = self.system.usual, {s.name: k for k, s in enumerate(self.bundle.slots)}
        return {
            "title": self.title,
            "subtitle": self.subtitle,
            "version": __version__,
            "digest": sha256(self.printed.encode()).hexdigest()[:8],
            "moved": len(self.moved),
            "outputs": len(self.outputs),
            "quantities": list(self.quantities()),
            "digits": MOST_TOLERANCE,
            "others": {str(slots[v.name]): _named(v) for v in self.others()},
            "table": self.directions.table,
            "texts": list(self.bundle.tables.texts),
            "assumed": [
                [symbol_markup(k.var), k.var.meaning, k.text, str(k.origin)] for k in self.assumed
            ],
            "fixed": [[k.var.name, _text(k)] for k in self.fixed],
            "aside": list(self.aside()),
            "variants": {g: c for g, c in self.system.variants.items() if usual.get(g) != c},
        } | {**self.regimes(), "menus": self.menus, "sources": self.sources.listed()}

    def aside(self) -> Iterator[list[Any]]:
        """The entries of the catalogue whose other figures are set aside: what an entry is called,
        the places of its quantities that contradict these figures once moved, and the figures in
        words.
        """
        answers = dict(zip(self.outputs, self.answers, strict=True))
        for entry in dict.fromkeys(known.entry for known in self.beside):
            figures = {known.var: known for known in self.beside if known.entry == entry}
            own = [k for k, var in enumerate(self.moved) if self.known[var].entry == entry]
            if not clashes(self.system, {**self.known, **figures}, answers, entry):
                own = []
            words = enumeration([label(var) for var in figures])
            yield [entry.partition(" ")[2].partition(",")[0], own, words]

    def others(self) -> Iterator[Var]:
        """The variables without a place that a contradiction or a remark may name."""
        named = {
            program.slots[slot].name
            for program in self.directions.programs
            for course in program.courses
            for slot in (
                *(k.slot for k in course.around.known if not k.ideal),
                *(slot for check in course.checks for slot in check.reconcilers),
                *course.clash,
            )
        }
        return (v for v in self.system.variables if v.name in named and v not in self.places)

    def quantities(self) -> Iterator[dict[str, Any]]:
        """The quantities by place: those that move, the outputs, and what formulas mention."""
        starts = {**{v: self.known[v].value for v in self.moved}, **self.outputs}
        listed = listed_values(self.menus)
        for var in self.places:
            known = self.known.get(var)
            start = starts.get(var, self.on_the_way(var) if known is None else known.value)
            made = quantity(var, start, listed.get(var.name, ()))
            made["slot"] = self.bundle.tables.places.get(var.name, -1)
            if known is not None and var in self.moved:
                made |= {"start": known.value, "kind": _KINDS.get(known.origin, "")}
                if name := known.entry.partition(" ")[2]:
                    made |= {"entry": name, "from": self.sources.number(known)}
            elif var in self.outputs:
                made |= {"start": self.outputs[var], "kind": "answer"}
            else:  # in formulas alone
                made = {key: made[key] for key in _IN_FORMULAS}
            yield made

    def on_the_way(self, var: Var) -> float | None:
        """The value of a quantity on the way to an answer, if it has one."""
        paths = (answer.solution.path for answer in self.answers)
        values = (path.value(var) for path in paths if isinstance(path, SolutionPath))
        return next((value for value in values if value), None)

    def regimes(self) -> dict[str, Any]:
        """The regimes of each program, and the long texts and steps that they share."""
        strings: dict[str, int] = {}
        steps: dict[str, int] = {}
        regimes = [
            {
                key: _shared(regime, strings) | _lines(regime, strings, steps)
                for key, regime in each.items()
            }
            for each in self.directions.regimes
        ]
        shown = [json.loads(step) for step in steps]
        self.strings = list(strings)
        texts, signs = packed(self.strings)
        return {"regimes": regimes, "strings": texts, "signs": signs, "steps": shown}

    def formulas(self, record: Mapping[str, Any]) -> Iterator[str]:
        """The formulas that the page may draw: symbols, steps, reasons and units."""
        yield from self.strings
        yield from (symbol for symbol, *_ in record["assumed"])
        for each in record["quantities"]:
            yield each["symbol"]
            yield from (f"<mtext>{unit}</mtext>" for unit in each["units"])

    def written(self) -> str:
        """The page."""
        record = self.data()
        script = "\n".join(
            [
                _short(runtime()),
                f"const PROGRAMS={self.printed};",
                f"const DATA={shared(record)};",
                _short(_SCRIPT.read_text(encoding="utf-8")),
            ]
        )
        return framed(self.title, script, self.formulas(record))


@lru_cache(maxsize=4)
def _short(script: str) -> str:
    """A script in few characters: the same two go with every page."""
    return joined(shortened(squeezed(script)))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _number(answer: Answer) -> float:
    """The one value of an answer. Raises GivenError where there is none."""
    if answer.number is None:
        problem = f"it has no single value to start at: {answer.status}"
        raise GivenError(answer.target.name, problem, "Give what derive missing names.")
    return answer.number


def _as_given(known: Known) -> Known:
    return Known(known.var, known.value, Origin.GIVEN, 1e-9, known.written)


def _named(var: Var) -> list[str]:
    """A variable in words, with its unit."""
    return [label(var), var.unit.text if var.unit.dimension else ""]


def _text(known: Known) -> str:
    return known.written or known.text


def _shared(part: Any, strings: dict[str, int]) -> Any:
    """A record with each long text as its place among the strings."""
    if isinstance(part, dict):
        return {key: _shared(item, strings) for key, item in part.items()}
    if isinstance(part, list):
        return [_shared(item, strings) for item in part]
    if isinstance(part, str) and len(part) > 8:
        return f"#{strings.setdefault(part, len(strings))}"
    return part


def _lines(
    regime: Mapping[str, Any], strings: dict[str, int], steps: dict[str, int]
) -> dict[str, list[int]]:
    """The steps of a regime as their places among all steps."""
    texts = [json.dumps(_shared(step, strings), sort_keys=True) for step in regime["steps"]]
    return {"steps": [steps.setdefault(text, len(steps)) for text in texts]}
