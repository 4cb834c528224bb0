"""Variables: sympy symbols whose unit is part of their identity, and the vocabularies that declare
them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

import sympy

from derive.equations.tex_symbol import check_tex
from derive.errors import DeclarationError, UnknownName
from derive.units.text import QuantityText, parse_quantity, parse_unit
from derive.units.unit import Unit

POSITIVE = "(0, oo)"
NOT_NEGATIVE = "[0, oo)"
FRACTION = "(0, 1]"
SHARE = "[0, 1)"
REAL = "(-oo, oo)"
AT_LEAST_ONE = "[1, oo)"

_RANGES: dict[str, tuple[float, float, bool, bool]] = {
    POSITIVE: (0.0, math.inf, True, True),
    NOT_NEGATIVE: (0.0, math.inf, False, True),
    FRACTION: (0.0, 1.0, True, False),
    SHARE: (0.0, 1.0, False, True),
    REAL: (-math.inf, math.inf, True, True),
    AT_LEAST_ONE: (1.0, math.inf, False, True),
}
_NAME = re.compile(r"[^\W\d]\w*\Z")


class Var(sympy.Symbol):  # type: ignore[misc]
    """A variable with a unit and a meaning.

    `within` is its range in its own unit, one of POSITIVE, NOT_NEGATIVE, FRACTION, SHARE,
    AT_LEAST_ONE, REAL; `whole` marks things that are counted; `convention` is a value that holds
    unless given, `default` one that is used only to make a question answerable; `at` names the
    equality at which a point variable lives; `conversion` marks a factor between units of the
    subject, which may mend an equation; `figure` is the bare number under which people know it
    (300, 6, 20). Raises DeclarationError for a name, range or symbol that cannot be, TextError for
    a unit that cannot be read.

    >>> Var("batch_size", "sequence", "sequences decoded together").unit.text
    'sequence'
    """

    __slots__ = (
        "aliases", "at", "convention", "conversion", "default", "figure", "ideal", "meaning",
        "rank", "tex", "unit", "vocabulary", "whole", "within",
    )  # fmt: skip

    meaning: str
    unit: Unit
    tex: str
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
    ) -> Var:
        """Make the symbol; see the class for the arguments."""
        check_name(name)
        if within not in _RANGES:
            raise DeclarationError(
                name, f"“{within}” is no range", f"Use one of {', '.join(_RANGES)}."
            )
        low, _, open_low, _ = _RANGES[within]
        sign = (
            {"real": True}
            if low < 0
            else ({"positive": True} if low > 0 or open_low else {"nonnegative": True})
        )
        self: Var = sympy.Symbol.__xnew__(cls, name, **sign)
        self.unit = parse_unit(unit)
        self.tex = check_tex(name, tex or tex_of(name))
        self.meaning, self.aliases = meaning, tuple(aliases)
        self.within, self.whole, self.at = within, whole, at
        self.conversion, self.figure, self.ideal = conversion, figure, ideal
        self.rank, self.vocabulary = 1_000_000, None
        self.convention = self._own(convention)
        self.default = self._own(default)
        return self

    def _own(self, text: str | None) -> QuantityText | None:
        """A convention or default, read and checked against the variable's own unit."""
        if text is None:
            return None
        value = parse_quantity(text)
        found = value.unit.dimension if value.unit else parse_unit("1").dimension
        if found != self.unit.dimension:
            raise DeclarationError(
                self.name, f"its value “{text}” has the unit {found}, not {self.unit.dimension}"
            )
        return value

    def _hashable_content(self) -> tuple[Any, ...]:
        fixed = tuple(value.text if value else "" for value in (self.convention, self.default))
        return (
            self.name,
            self.unit.text,
            self.within,
            self.tex,
            self.meaning,
            str(self.whole),
            str(self.rank),
            *fixed,
        )

    def __reduce__(self) -> tuple[Any, ...]:
        options = {
            name: getattr(self, name)
            for name in ("tex", "aliases", "within", "whole", "at", "conversion", "figure", "ideal")
        }
        options |= {
            name: value and value.text
            for name, value in (("convention", self.convention), ("default", self.default))
        }
        return _restore, (self.name, self.unit.text, self.meaning, options, self.rank)

    @property
    def bounds(self) -> tuple[float, float, bool, bool]:
        """Range in base units: low, high, whether each end is open."""
        low, high, open_low, open_high = _RANGES[self.within]
        return low * self.unit.factor, high * self.unit.factor, open_low, open_high

    def admits(self, value: float) -> bool:
        """Whether `value` (in base units) lies in the range."""
        low, high, open_low, open_high = self.bounds
        slack = 1e-12 * abs(value)
        above = value > low if open_low else value >= low - slack
        return above and (value < high if open_high else value <= high + slack)

    @property
    def takes_zero(self) -> bool:
        """Whether zero is a value it may have."""
        return self.admits(0.0)


def _restore(name: str, unit: str, meaning: str, options: dict[str, Any], rank: int) -> Var:
    made = Var(name, unit, meaning, **options)
    made.rank = rank
    return made


def check_name(name: str) -> str:
    """The name itself. Raises DeclarationError for one that cannot be a variable's."""
    if not isinstance(name, str) or not _NAME.match(name):
        raise DeclarationError(
            repr(name)[:60], "a variable's name is letters, digits and _, not starting with a digit"
        )
    return name


def tex_of(name: str) -> str:
    """The TeX symbol of a name: its first word, the others as a subscript.

    >>> tex_of("hold_time_max"), tex_of("B__")
    ('\\\\mathrm{hold}_{\\\\mathrm{time max}}', 'B')
    """
    head, *others = [word for word in name.split("_") if word] or ["-"]
    text = rf"\mathrm{{{head}}}" if len(head) > 1 else head
    return text + (rf"_{{\mathrm{{{' '.join(others)}}}}}" if others else "")


def normal(name: str) -> str:
    """A name as it is looked up: case-blind, hyphens and spaces as underscores."""
    return re.sub(r"[\s\-]+", "_", name.strip()).lower()


class Vocabulary:
    """An ordered set of variables; their order is the order in which documents print factors.

    Call it to declare: `v = Vocabulary("mine"); B = v("B", "sequence", "batch")`. Raises
    DeclarationError for a name or alias that is already taken.
    """

    def __init__(self, title: str, start: int = 0) -> None:
        self.title = title
        self._start = start
        self._vars: dict[str, Var] = {}
        self._spelt: dict[str, Var] = {}  # aliases as written
        self._names: dict[str, Var] = {}  # aliases as looked up

    def __call__(self, name: str, unit: str = "1", meaning: str = "", **options: Any) -> Var:
        """Declare a variable and take it in."""
        made = Var(name, unit, meaning, **options)
        return self.add(made)

    def add(self, made: Var) -> Var:
        """Take in a variable that was made elsewhere; it gets its place in print here unless it has
        been used before.
        """
        if made.name in self._vars:
            raise DeclarationError(made.name, f"it is declared twice in {self.title}")
        for spelling in (made.name, *made.aliases):
            taken = self._vars.get(spelling) or self._spelt.get(spelling)
            if taken is not None:
                raise DeclarationError(
                    made.name, f"“{spelling}” already names {taken.name} in {self.title}"
                )
        if (
            made.vocabulary is None and made._mhash is None
        ):  # its place is part of its identity, so it is given before it is used
            made.rank, made.vocabulary = self._start + len(self._vars), self
        self.register(made)
        return made

    def register(self, made: Var) -> None:
        """Make a variable findable here without taking it from its own vocabulary."""
        self._vars[made.name] = made
        self._names.setdefault(made.name, made)
        for alias in made.aliases:
            self._spelt.setdefault(alias, made)
            self._names.setdefault(normal(alias), made)

    @property
    def named(self) -> Mapping[str, Var]:
        """The variables by name."""
        return self._vars

    def __iter__(self) -> Iterator[Var]:
        return iter(self._vars.values())

    def __len__(self) -> int:
        return len(self._vars)

    def __contains__(self, item: object) -> bool:
        return (
            item in self._vars
            if isinstance(item, str)
            else isinstance(item, Var) and self._vars.get(item.name) == item
        )

    def find(self, name: str) -> Var:
        """The variable of that name or alias, case-blind. Raises UnknownName with candidates."""
        exact = (
            self._vars.get(name)
            or self._spelt.get(name)
            or self._names.get(normal(name))
            or self._folded().get(normal(name))
        )
        if exact is None:
            raise UnknownName(
                "variable",
                name,
                [*self._vars, *self._names],
                "List them with: derive list variables",
            )
        return exact

    def _folded(self) -> dict[str, Var]:
        return {normal(name): var for name, var in self._vars.items()}
