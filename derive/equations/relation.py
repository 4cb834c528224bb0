"""Relations: named equations between variables, of consistent dimensions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from dataclasses import replace as with_values
from functools import cached_property
from typing import Any

import sympy

from derive.display import Displayed
from derive.equations.citation import Citation, read_citations
from derive.equations.dimension_check import check_dimensions
from derive.equations.expression import replace, variables_of
from derive.equations.lowering import check_evaluated, lowered_equation
from derive.equations.neglected import Neglected
from derive.equations.plain import plain
from derive.equations.var import Var, ordered
from derive.errors import DeclarationError, shorten
from derive.program.nodes import EquationData


@dataclass(frozen=True, slots=True)
class Variant:
    """The choices of `group` under which a relation or constraint belongs to a system; `usual`
    marks the first as the default of its group. `beside` is a choice of another group that must be
    in force too; with `otherwise` it belongs where these are not all in force.
    """

    group: str
    choice: str | tuple[str, ...]
    usual: bool = False
    beside: Variant | None = None
    otherwise: bool = False

    @property
    def choices(self) -> tuple[str, ...]:
        """The choices as a tuple."""
        return (self.choice,) if isinstance(self.choice, str) else self.choice

    @property
    def parts(self) -> tuple[Variant, ...]:
        """Its own choice and those beside it, a group each; nothing of what must not be in
        force.
        """
        return () if self.otherwise else (self, *(self.beside.parts if self.beside else ()))

    def in_force(self, chosen: Mapping[str, str]) -> bool:
        """Whether relations of it belong to a system of these choices."""
        own = chosen.get(self.group) in self.choices
        whole = own and (self.beside is None or self.beside.in_force(chosen))
        return whole != self.otherwise

    def told(self) -> tuple[str, ...]:
        """The condition as text: its own choice, and those beside it that are not usual."""
        if self.otherwise:
            usual = with_values(self, otherwise=False).parts
            words = " and ".join(f"{part.group} {' or '.join(part.choices)}" for part in usual)
            return (f"unless {words}",)
        others = (part for part in self.parts[1:] if not part.usual)
        more = (f"for {part.group}: {' or '.join(part.choices)}" for part in others)
        return (f"for {self.group}: {' or '.join(self.choices)}", *more)


@dataclass(frozen=True, eq=False, repr=False, init=False)
class Relation(Displayed):
    """A named equation between variables, checked for consistent dimensions on construction.

    `why` is one sentence, `source` cites ids of quantities/sources.toml with a place in each
    ("roofline-tour: line 7"), `holds` is the condition of its validity, `neglects` lists neglected
    terms, `equates` the relations that a point relation puts equal. Raises DeclarationError unless
    it is an equation between variables, DimensionError with the fix where dimensions differ.
    """

    name: str
    equation: Any
    why: str
    citations: tuple[Citation, ...]
    holds: str
    neglects: tuple[Neglected, ...]
    variant: Variant | None
    equates: tuple[Relation, ...]
    variables: tuple[Var, ...]

    def __init__(
        self,
        name: str,
        equation: Any,
        why: str = "",
        *,
        source: str = "",
        holds: str = "",
        neglects: tuple[Neglected, ...] = (),
        variant: Variant | None = None,
        equates: tuple[Relation, ...] = (),
    ) -> None:
        check_kinds(name, (why, source, holds), variant, neglects)
        checked = _checked(name, equation)
        variables = ordered(variables_of(checked))
        fill(
            self,
            name=name,
            equation=checked,
            why=why,
            citations=read_citations(source),
            holds=holds,
            neglects=neglects,
            variant=variant,
            equates=equates,
            variables=variables,
        )
        check_dimensions(name, self.left, self.right, variables)
        check_evaluated(name, checked)
        for term in neglects:
            check_dimensions(
                f"{name}, neglected {term.what}",
                sympy.S.One,
                term.size,
                ordered(variables_of(term.size)),
            )
            if term.direction is not None and moved(self, term) is None:
                raise DeclarationError(
                    name,
                    f"it does not say what counting {term.what} {term.direction}",
                    "Name the variable: Neglected(what, size, direction, of=variable).",
                )

    @property
    def source(self) -> str:
        """The id of the first source cited."""
        return self.citations[0].source if self.citations else ""

    @property
    def left(self) -> Any:
        """The left side."""
        return self.equation.lhs

    @property
    def right(self) -> Any:
        """The right side."""
        return self.equation.rhs

    @cached_property
    def subject(self) -> Var | None:
        """The variable it defines: a bare left side that is absent from the right."""
        bare = self.left.is_Symbol and self.left not in variables_of(self.right)
        return self.left if bare else None

    @property
    def file(self) -> str:
        """The file of the library that states it; none for a relation of one's own."""
        return ""

    @property
    def made(self) -> Relation:
        """The relation itself; for a stub, the relation it stands for."""
        return self

    @property
    def data(self) -> EquationData:
        """The equation as plain data, its slots in the order of `variables`.

        Raises NotImplementedError for a function without a node.
        """
        return lowered_equation(self.equation, self.variables)

    def at(self, point: Mapping[Any, Any], through: Iterable[Relation] = ()) -> Any:
        """The right side at a point: variables expanded by the relations `through`, then replaced
        by `point`.
        """
        expanded = self.right
        for definition in through:
            expanded = replace(expanded, {definition.left: definition.right})
        return replace(expanded, dict(point))

    def with_variant(self, variant: Variant | None) -> Relation:
        """The relation in another variant, or in none."""
        return self._with(variant=variant)

    def restated(self, equation: Any) -> Relation:
        """A special case of the relation, in no variant; its dimensions agree as this one's do."""
        return self._with(equation=equation, variables=ordered(equation.free_symbols), variant=None)

    def renamed(self, name: str, variables: Mapping[Var, Var]) -> Relation:
        """The relation under another name, with variables called otherwise."""
        equation = replace(self.equation, variables)
        return self._with(
            name=name,
            equation=equation,
            variables=ordered(variables_of(equation)),
            neglects=tuple(term.renamed(variables) for term in self.neglects),
        )

    def _with(self, **changes: Any) -> Relation:
        made = object.__new__(Relation)
        fill(made, **{field.name: getattr(self, field.name) for field in fields(self)} | changes)
        return made

    def __repr__(self) -> str:
        return f"Relation({self.name}: {plain(self.equation)})"


def moved(relation: Relation, term: Neglected) -> Var | None:
    """The variable of a relation that a neglected term of it raises or lowers."""
    var = relation.subject if term.of is None else term.of
    return var if var in relation.variables else None


def fill(record: object, **values: Any) -> None:
    """Set the fields of a frozen record under construction."""
    for name, value in values.items():
        object.__setattr__(record, name, value)


def check_kinds(name: Any, texts: Any, variant: Any, neglects: Any = ()) -> None:
    """Raise DeclarationError for a name or text that is none, and for other parts that are none."""
    if not isinstance(name, str) or not name.strip():
        raise DeclarationError(shorten(repr(name)), "it is not a name", 'Write "littles_law".')
    wrong = next((text for text in texts if not isinstance(text, str)), None)
    if wrong is not None:
        raise DeclarationError(name, f"{shorten(repr(wrong))} is not a text")
    if not (variant is None or isinstance(variant, Variant)):
        fix = 'Write variant=Variant("group", "choice").'
        raise DeclarationError(name, f"{shorten(repr(variant))} is not a Variant", fix)
    if not isinstance(neglects, tuple) or not all(isinstance(n, Neglected) for n in neglects):
        raise DeclarationError(
            name, "neglects holds no Neglected", "Write neglects=(Neglected(...),)."
        )


def _checked(name: str, equation: Any) -> Any:
    if equation in (True, False, sympy.true, sympy.false):
        raise DeclarationError(
            name,
            "sympy decided the equation before it could be stated",
            "Write it with derive's own Eq.",
        )
    if not isinstance(equation, sympy.Eq):
        raise DeclarationError(name, "a relation is an equation", "Write Eq(left, right).")
    plain_symbols = sorted(str(s) for s in equation.free_symbols if not isinstance(s, Var))
    if plain_symbols:
        problem = f"{', '.join(plain_symbols)} has no unit"
        raise DeclarationError(name, problem, "Declare it: Var(name, unit, meaning).")
    if not equation.free_symbols:
        raise DeclarationError(name, "there is no variable in it")
    return equation
