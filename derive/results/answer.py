"""An answer: the status, the values, and everything they rest on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from derive.display import Displayed, file_writer
from derive.equations.relation import Relation
from derive.equations.var import Var
from derive.results.derivation import Derivation
from derive.results.known import Known
from derive.results.uncertainty import Spread
from derive.units.display import format_number, format_value

if TYPE_CHECKING:
    import pint

SOLVED = "solved"
UNDERDETERMINED = "underdetermined"
CONTRADICTION = "contradiction"
UNREACHABLE = "unreachable"
INFEASIBLE = "infeasible"

EXIT_CODES = {SOLVED: 0, INFEASIBLE: 1, UNREACHABLE: 1, UNDERDETERMINED: 3, CONTRADICTION: 4}
_WORST_FIRST = (CONTRADICTION, UNDERDETERMINED, UNREACHABLE, INFEASIBLE, SOLVED)


@dataclass(frozen=True, slots=True)
class AnswerValue:
    """One value (base units) with the regime in which it holds; `whole` is the neighbouring whole
    number, if it counts things.

    `condition` says on what it depends when a guard could not be evaluated; `satisfied` is False
    when a constraint fails.
    """

    value: float
    regime: str = ""
    condition: str = ""
    whole: float | None = None
    satisfied: bool = True


@dataclass(frozen=True, slots=True)
class ConstraintCheck:
    """A constraint with its verdict; `by` tells both sides and their ratio.

    `concerns` is False when the answer does not depend on what the constraint limits: then it is
    told, not held against it.
    """

    name: str
    inequality: Any
    satisfied: bool
    by: str
    concerns: bool = True


# The size of a neglected term beside what is kept from which it is said above the result, and from
# which it violates the assumption.
WORTH_SAYING, VIOLATED = 0.1, 1.0


@dataclass(frozen=True, slots=True)
class NeglectedTerm:
    """A neglected term of a relation and how big it is beside what is kept (None: its variables are
    not known).

    `spared` says that the answer would be the same with the term: another regime sets it.
    """

    relation: str
    term: str
    size: float | None
    size_text: str
    spared: bool = False

    @property
    def verdict(self) -> str:
        """How it stands with the assumption: "unknown", "small" (below a tenth), "considerable", or
        "violated" (at least as big as what is kept).
        """
        if self.size is None:
            return "unknown"
        return (
            "violated"
            if self.size >= VIOLATED
            else "considerable"
            if self.size >= WORTH_SAYING
            else "small"
        )

    @property
    def caution(self) -> str:
        """The assumption in a sentence where the term is considerable or more; else nothing."""
        if self.size is None or self.size < WORTH_SAYING:
            return ""
        share = (
            f"{format_number(self.size, 3)} times"
            if self.size >= VIOLATED
            else f"{format_number(100 * self.size, 3)} % of"
        )
        return f"{self.relation} neglects {self.term}: {share} what it keeps"


@dataclass(frozen=True, slots=True)
class IdentifiableCombination:
    """A combination that the givens do pin: an expression with its value in base units.

    `by` are the givens that set the value. Where nothing is fixed under the choices in force,
    `assuming` is one (group, choice) under which something is, and `why` the reason of the relation
    that it brings in.
    """

    expression: Any
    value: float
    unit: Any
    by: tuple[str, ...] = ()
    assuming: tuple[str, str] | None = None
    why: str = ""

    @property
    def text(self) -> str:
        """The value as people read it."""
        return format_value(self.value, self.unit)


@dataclass(frozen=True, eq=False)
class Route:
    """One way to a value (base units) that givens disagree about: the values it rests on, and the
    answer that led there.

    A route without `answer` is a single given that states the value itself.
    """

    known: tuple[Known, ...]
    value: float
    answer: Answer | None = field(default=None, repr=False)

    @property
    def names(self) -> tuple[str, ...]:
        """The givens behind it."""
        return tuple(known.var.name for known in self.known)

    @property
    def sources(self) -> tuple[str, ...]:
        """The ids of the sources that stand behind its values and its relations."""
        cited = (
            [c.source for relation in self.answer.relations for c in relation.citations]
            if self.answer
            else []
        )
        return tuple(
            dict.fromkeys(id for id in [*(known.source for known in self.known), *cited] if id)
        )


@dataclass(frozen=True, slots=True)
class Conflict:
    """Givens that disagree: their names, the relation that shows it, what each side gives, the
    factor between them.

    The set is minimal: without any one of them the others agree. `routes` are the two ways to a
    value of `var`, and `tolerance` is how far they might have been apart: what the digits written
    and `rtol` allow. It is sought `through` these relations: all that hold between what is known
    and what follows.
    """

    names: tuple[str, ...]
    relation: str
    left: str
    right: str
    factor: float
    unless: str = ""
    var: Var | None = None
    routes: tuple[Route, ...] = ()
    tolerance: float = 0.0
    through: tuple[Relation, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Bound:
    """The nearest reachable value (base units) of the given that cannot be met, and the inputs that
    set it.

    `kind` is "at least" or "at most"; where the given lies in a gap that is stepped over, `value`
    is its lower end and `above` its upper one.
    """

    var: Var
    value: float
    kind: str
    where: str
    set_by: tuple[str, ...]
    above: float | None = None

    @property
    def text(self) -> str:
        """The bound as people read it."""
        beyond = (
            "" if self.above is None else f" or at least {format_value(self.above, self.var.unit)}"
        )
        return f"{format_value(self.value, self.var.unit)}{beyond}"


@dataclass(frozen=True, eq=False)
class Answer(Displayed):
    """What `solve` returns. `status` is one of solved, underdetermined, contradiction, unreachable,
    infeasible.

    Where a given is uncertain, `spread` tells how far the answer is not known. Status, value and
    derivation are then those at the medians; from intervals there is no single value, and
    `interval` holds the lowest and the highest.
    """

    target: Var
    status: str
    outcomes: tuple[AnswerValue, ...] = ()
    interval: tuple[float, float] | None = None
    sense: str = "equality"
    formula: Any = None
    regime: str = ""
    known: tuple[Known, ...] = ()
    relations: tuple[Relation, ...] = ()
    variants: Mapping[str, str] = field(default_factory=dict)
    constraints: tuple[ConstraintCheck, ...] = ()
    not_judged: tuple[str, ...] = ()
    neglected: tuple[NeglectedTerm, ...] = ()
    unused: tuple[str, ...] = ()
    missing: tuple[tuple[str, ...], ...] = ()
    missing_cut_off: bool = False
    fixed: IdentifiableCombination | None = None
    conflict: Conflict | None = None
    bound: Bound | None = None
    compared: str = ""
    warnings: tuple[str, ...] = ()
    make_derivation: Callable[[], Derivation] | None = None
    spread: Spread | None = None

    @property
    def number(self) -> float | None:
        """The value in base units: the one outcome, or None when there is none or more than one."""
        settled = [o for o in self.outcomes if o.satisfied and not o.condition] or list(
            self.outcomes
        )
        return settled[0].value if len(settled) == 1 and self.interval is None else None

    @property
    def value(self) -> pint.Quantity[Any] | None:
        """The value as a pint quantity in the target's declared unit, or None when there is no
        single one.

        >>> import derive
        >>> given = {"hbm_capacity": "288 GB/GPU", "hbm_bandwidth": "20 TB/s/GPU"}
        >>> derive.solve("drain_time", given).value.to("ms").magnitude
        14.4
        """
        number = self.number
        return (
            None if number is None else self.target.unit.quantity(number / self.target.unit.factor)
        )

    @property
    def text(self) -> str:
        """The value, values or interval as people read them."""
        values = [format_value(o.value, self.target.unit) for o in self.outcomes]
        if self.interval is not None:
            values.insert(
                0, " to ".join(format_value(end, self.target.unit) for end in self.interval)
            )
        return " or ".join(values) or "no value"

    @property
    def derivation(self) -> Derivation:
        """The verified steps; made and verified when first asked for. Raises InternalError if a
        line does not verify.
        """
        if "_derivation" not in self.__dict__:
            made = self.make_derivation() if self.make_derivation else Derivation(self.target)
            object.__setattr__(self, "_derivation", made)
        derivation: Derivation = self.__dict__["_derivation"]
        return derivation

    @property
    def cautions(self) -> tuple[str, ...]:
        """What is to be said before the result: neglected terms from a tenth of what is kept
        upwards, the biggest first.
        """
        told = sorted(
            (term for term in self.neglected if term.caution), key=lambda term: -(term.size or 0.0)
        )
        spared = f"; {self.target.name} is the same with it here, since another regime sets it"
        return tuple(dict.fromkeys(term.caution + (spared if term.spared else "") for term in told))

    def of_origin(self, origin: str) -> tuple[Known, ...]:
        """The values it rests on that are given, looked up, conventions or defaults."""
        return tuple(known for known in self.known if known.origin == origin)

    @property
    def exit_code(self) -> int:
        """What the command line returns for it."""
        return EXIT_CODES[self.status]

    def report(self, path: str | Path, *, title: str = "", force: bool = False) -> Path:
        """Write the answer as a document: .pdf, .html, .tex or .md, with its derivation, checks,
        nomenclature and sources.

        A file that derive did not make, or that was changed since, is replaced only by `force`.
        Raises UnknownName for another suffix, OutputError for a file that may not or cannot be
        written, MissingExtra without typst for a PDF.
        """
        return file_writer().write({self.target.name: self}, path, title=title, force=force)


def worst(answers: Iterable[Answer]) -> Answer:
    """The answer whose status comes first in the order contradiction, underdetermined, unreachable,
    infeasible, solved.
    """
    return min(answers, key=lambda answer: _WORST_FIRST.index(answer.status))
