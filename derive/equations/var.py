"""Variables: sympy symbols whose unit is part of their identity."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import sympy

from derive.equations.range import Range
from derive.equations.tex_symbol import check_tex
from derive.errors import DeclarationError
from derive.program.data import lies_within
from derive.units.text import QuantityText, parse_quantity, parse_unit
from derive.units.unit import Unit

POSITIVE, NOT_NEGATIVE, FRACTION, SHARE, REAL, AT_LEAST_ONE, AT_LEAST_TWO, CLOSED_SHARE = Range
_RANGES, _SHORT = tuple(Range), 100
_NAME = re.compile(r"[^\W\d]\w*\Z")
_OPTIONS = (
    "tex", "aliases", "within", "whole", "at", "conversion", "figure", "ideal", "without",
    "activity", "beside", "fixed_by",
)  # fmt: skip


class Var(sympy.Symbol):  # type: ignore[misc]
    """A variable with a unit and a meaning.

    `name` is what questions call it, `aliases` are further names. `unit` is text, "kW" or
    "byte/s/GPU": answers are printed in it, a given may have any unit of its dimension; "1" is a
    pure number. `tex` is its symbol, of letters, Greek macros, \\mathrm{...}, \\max, \\min, marks
    such as \\times, subscripts and superscripts; else one is made of the name. `within` is its
    range in its own unit: "(0, oo)", as POSITIVE, unless said; "[0, oo)", as NOT_NEGATIVE; "(0,
    1]", as FRACTION; "[0, 1)", as SHARE; "[0, 1]", as CLOSED_SHARE; "[1, oo)", as AT_LEAST_ONE;
    "[2, oo)", as AT_LEAST_TWO; "(-oo, oo)", as REAL. `whole` marks counts; `at` names the equality
    that defines a point variable; `conversion` marks a factor between units of the subject, which
    suggested fixes may use; `figure` is its customary bare number (300, 6, 20). `activity` says in
    words what takes this time ("reading the KV cache") or what parts take their shares of ("the
    step"); `beside` names variables that are told with the bottleneck of an answer that passes
    through this one.

    A `convention` is a value that the field takes unless another is given. A `default` is of one of
    two kinds: `ideal`, a bound of what is real, used only where a question is open without it; or
    the absence of a feature, which holds until a variable of the feature, named in `without`, is
    given. Both yield where those of `fixed_by`, which fix the variable together, have values.

    Raises DeclarationError for an invalid name, range or symbol, a `without` beside no such default
    and a `fixed_by` beside neither, TextError for a unit that cannot be read.

    >>> Var("batch_size", "sequence", "sequences decoded together").unit.text
    'sequence'
    """

    __slots__ = (
        "activity", "aliases", "at", "beside", "convention", "conversion", "default", "figure",
        "fixed_by", "ideal", "meaning", "rank", "tex", "unit", "vocabulary", "whole", "within",
        "without",
    )  # fmt: skip

    meaning: str
    unit: Unit
    tex: str
    within: Range
    rank: int

    def __new__(
        cls,
        name: str,
        unit: str = "1",
        meaning: str = "",
        *,
        tex: str = "",
        aliases: tuple[str, ...] = (),
        within: str = POSITIVE,
        whole: bool = False,
        convention: str | None = None,
        default: str | None = None,
        at: str | None = None,
        conversion: bool = False,
        figure: float | None = None,
        ideal: bool = False,
        without: tuple[str, ...] = (),
        activity: str = "",
        beside: tuple[str, ...] = (),
        fixed_by: tuple[str, ...] = (),
    ) -> Var:
        """Declare the variable; see the class for the arguments."""
        check_name(name)
        if not isinstance(unit, str):
            raise DeclarationError(name, f"its unit is {unit!r}, no text", 'Write "GB/s".')
        if within not in _RANGES:
            raise DeclarationError(
                name, f"“{within}” is not a range", f"Use one of {', '.join(Range)}."
            )
        interval = Range(within)
        self: Var = sympy.Symbol.__xnew__(cls, name, **interval.sign)
        self.unit = parse_unit(unit)
        made = tex or tex_of(name)  # what is made of a short name can be printed
        self.tex = check_tex(name, made) if tex or len(name) > _SHORT else made
        self.meaning, self.aliases = meaning, tuple(aliases)
        self.within, self.whole, self.at = interval, whole, at
        self.conversion, self.figure, self.ideal = conversion, figure, ideal
        self.activity, self.beside = activity, tuple(beside)
        self.rank, self.vocabulary = 1_000_000, None
        self.convention = self._own(convention)
        self.default = self._own(default)
        self.without, self.fixed_by = tuple(without), tuple(fixed_by)
        if (self.without or (self.fixed_by and convention is None)) and not self.absent_feature:
            raise DeclarationError(
                name, "only a default for the absence of a feature is withdrawn with its variables"
            )
        return self

    def _own(self, text: str | None) -> QuantityText | None:
        """A convention or default, parsed and checked against the variable's unit."""
        if text is None:
            return None
        if not isinstance(text, str):
            problem = f"its convention or default is {text!r}, no text"
            raise DeclarationError(self.name, problem, f'Write "{text}", with its unit.')
        value = parse_quantity(text)
        found = value.unit.dimension if value.unit else parse_unit("1").dimension
        if found != self.unit.dimension:
            raise DeclarationError(
                self.name, f"its value “{text}” has the unit {found}, not {self.unit.dimension}"
            )
        return value

    def __eq__(self, other: object) -> Any:
        if self is other:
            return True
        if type(other) is Var and self.name != other.name:  # most comparisons end here
            return False
        return super().__eq__(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = sympy.Symbol.__hash__  # a class that overrides __eq__ has to name it

    def _hashable_content(self) -> tuple[Any, ...]:
        values = tuple(value.text if value else "" for value in (self.convention, self.default))
        return (
            self.name,
            self.unit.text,
            self.within,
            self.tex,
            self.meaning,
            str(self.whole),
            str(self.rank),
            *values,
            ",".join(self.without),
            ",".join(self.fixed_by),
        )

    def __reduce__(self) -> tuple[Any, ...]:
        options = {name: getattr(self, name) for name in _OPTIONS}
        options |= {
            name: value and value.text
            for name, value in (("convention", self.convention), ("default", self.default))
        }
        return _restore, (self.name, self.unit.text, self.meaning, options, self.rank)

    def called(self, names: Mapping[str, str]) -> Var:
        """The variable under other names, such as "queueing.load", its own and those of the
        variables it names; its symbol and rank stay.
        """
        make, (name, unit, meaning, options, rank) = self.__reduce__()
        for key in ("without", "beside", "fixed_by"):
            options[key] = tuple(names.get(one, one) for one in options[key])
        made: Var = make(names.get(name, name), unit, meaning, options, rank)
        made.vocabulary = self.vocabulary
        return made

    @property
    def named(self) -> tuple[str, ...]:
        """The names of other variables in its declaration."""
        return (*self.without, *self.fixed_by, *self.beside)

    @property
    def absent_feature(self) -> bool:
        """Whether its default states the absence of a feature."""
        return self.default is not None and not self.ideal

    @property
    def default_kind(self) -> str:
        """The kind of its default: "ideal", "absent feature", or empty without one."""
        return "" if self.default is None else "ideal" if self.ideal else "absent feature"

    @property
    def holds(self) -> QuantityText | None:
        """The value that holds unless given: a convention, or the absence of a feature."""
        return self.convention or (self.default if self.absent_feature else None)

    @property
    def bounds(self) -> tuple[float, float, bool, bool]:
        """The range in base units: low, high, whether each end is open."""
        low, high, open_low, open_high = self.within.bounds
        return low * self.unit.factor, high * self.unit.factor, open_low, open_high

    def admits(self, value: float) -> bool:
        """Whether `value` (in base units) lies in the range; what is an end but for noise is it."""
        return lies_within(value, *self.bounds)

    @property
    def takes_zero(self) -> bool:
        """Whether zero lies in the range."""
        return self.admits(0.0)


def _restore(name: str, unit: str, meaning: str, options: dict[str, Any], rank: int) -> Var:
    pack, _, own = name.rpartition(".")
    made = Var(own, unit, meaning, **options)
    made.rank = rank
    if pack:
        made.name = name
    return made


def ordered(variables: Iterable[Any]) -> tuple[Var, ...]:
    """Variables in nomenclature order."""
    return tuple(sorted(variables, key=lambda var: (var.rank, var.name)))


def check_name(name: str) -> str:
    """The name, unchanged. Raises DeclarationError for an invalid one."""
    if not isinstance(name, str) or not _NAME.match(name):
        raise DeclarationError(
            repr(name)[:60], "a variable's name is letters, digits and _, not starting with a digit"
        )
    return name


def tex_of(name: str) -> str:
    """The TeX symbol of a name: its first word with the others as subscript.

    >>> tex_of("hold_time_max"), tex_of("B__")
    ('\\\\mathrm{hold}_{\\\\mathrm{time max}}', 'B')
    """
    head, *others = [word for word in name.split("_") if word] or ["-"]
    text = rf"\mathrm{{{head}}}" if len(head) > 1 else head
    return text + (rf"_{{\mathrm{{{' '.join(others)}}}}}" if others else "")


@lru_cache(maxsize=8192)
def normal(name: str) -> str:
    """The lookup key of a name: lower case, hyphens and spaces as underscores."""
    return re.sub(r"[\s\-]+", "_", name.strip()).lower()
