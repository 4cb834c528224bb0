"""Names in a document that is sent: symbols with meanings for variables, words for relations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest

from derive.equations.var import Var
from derive.library.catalogue import entry
from derive.library.catalogue.lookups import looked_up_kinds
from derive.library.content import vocabulary
from derive.library.system import library_system
from derive.rendering.document.document import (
    Boxed,
    Code,
    DocumentBlock,
    Equation,
    Inline,
    Math,
    Strong,
    Table,
    Text,
    Words,
)
from derive.rendering.document.parts import rewritten
from derive.rendering.document.wording import merged
from derive.results.answer import Answer

_REGIMES = ("in the regime ", "unless ")  # before what is told in symbols alone
_KNOWN = "("  # after a name whose meaning is not told
_IDS = re.compile(r":(?: [a-z]\w*_\w+(?: [a-z]\w*)?(?: \(\d+\))?(?:,|(?=\)$))){2,}(?=\)$)")
_NAME = re.compile(
    r"(\b[a-z]\w*_\w+\b|\b[a-z]\w*(?= (?:[=≈≥≤]|neglects|leaves out|is taken as|holds when) ))"
)


def spoken(name: str) -> str:
    """The name of a relation or theorem as words, in quotation marks.

    >>> spoken("cost_floor")
    '“cost floor”'
    """
    return f"“{name.replace('_', ' ')}”"


def with_spoken_rule(equation: Equation) -> Equation:
    """The equation with the relation or theorem beside it as words: relation “cost floor”."""
    kind, comma, name = equation.rule.partition(", ")
    return replace(equation, rule=f"{kind} {spoken(name)}" if comma else kind.replace("_", " "))


def for_readers(
    blocks: Iterable[DocumentBlock],
    answers: Iterable[Answer],
    stated: Mapping[str, Var] | None = None,
) -> tuple[DocumentBlock, ...]:
    """Blocks of these answers for a reader who types no names: variables stand by their symbols,
    with the meaning where one is first met in a sentence, relations and constraints by their names
    as words; a name that is neither stays. Variables of the library that are `stated` are known
    without an answer, and its relations with them.
    """
    names = _Names(tuple(answers), stated or {})
    return tuple(map(names.block, blocks))


@dataclass(slots=True)
class _Names:
    """The names of variables and relations of answers, and the variables explained so far."""

    answers: tuple[Answer, ...]
    stated: Mapping[str, Var]
    variables: dict[str, Var] = field(init=False)
    relations: set[str] = field(init=False)
    choices: set[str] = field(init=False)
    entries: dict[str, str] = field(init=False)
    explained: set[Var] = field(init=False)

    def __post_init__(self) -> None:
        found = {k: v for answer in self.answers for k, v in _variables(answer).items()}
        self.variables = {**self.stated, **found}
        self.relations = {name for answer in self.answers for name in _relations(answer)}
        if self.stated:
            self.relations |= {relation.name for relation in library_system().all_relations}
        self.entries = {k: v for answer in self.answers for k, v in _entries(answer).items()}
        self.choices = {name for answer in self.answers for name in _choices(answer)}
        self.explained = {answer.target for answer in self.answers}

    def block(self, block: DocumentBlock) -> DocumentBlock:
        """A block, with the relation beside an equation as words."""
        match block:
            case Equation():
                block = with_spoken_rule(block)
            case Boxed():
                return rewritten(block, self.headline)
            case Table():
                return replace(block, rows=tuple(map(self.row, block.rows)))
        return rewritten(block, self.words)

    def row(self, row: tuple[Words, ...]) -> tuple[Words, ...]:
        """A row of a table: the meaning in place of a name alone, or the symbol beside it."""
        texts = [cell[0].text for cell in row if cell and isinstance(cell[0], Text)]
        return tuple(self.cell(cell, texts) for cell in row)

    def cell(self, words: Words, beside: Sequence[str]) -> Words:
        """A cell of a table with these texts beside it."""
        if len(words) == 1 and isinstance(words[0], Code) and words[0].text in self.variables:
            var = self.variables[words[0].text]
            told = any(var.meaning in text for text in beside)
            return (Text(var.meaning),) if var.meaning and not told else (Math(var),)
        return self.words(tuple(map(_without_ids, with_entries(words))))

    def headline(self, words: Words) -> Words:
        """A line of a box, with the target before its value as a symbol, whatever its name."""
        start = _start(words)
        for answer in self.answers:
            rest = start.removeprefix(answer.target.name)
            if rest != start and rest[:1] in (" ", ":"):
                return self.words((Math(answer.target), Text(rest), *words[1:]))
        return self.words(words)

    def words(self, words: Words) -> Words:
        """A sentence in which each variable is explained where it is first met; regimes in symbols
        alone.
        """
        if _start(words).startswith(_REGIMES):
            return merged(tuple(part for word in words for part in self._replaced(word, _KNOWN)))
        made: list[Inline] = []
        for word, after in zip_longest(words, words[1:]):
            made += self._replaced(word, after.text if isinstance(after, Text) else "")
        return merged(tuple(made))

    def _replaced(self, word: Inline, after: str) -> list[Inline]:
        if isinstance(word, Code):
            if word.relation:
                return [Text(spoken(word.text))]
            return self._named(word.text, after) or [word]
        if isinstance(word, Strong) and not isinstance(word.text, str):
            return [Strong(self.words(word.text))]
        if not isinstance(word, Text):
            return [word]
        pieces = _NAME.split(word.text)
        made: list[Inline] = []
        for index, piece in enumerate(pieces):
            rest = pieces[index + 1] if index + 1 < len(pieces) and after != _KNOWN else after
            found = self._named(piece, rest) if index % 2 else None
            made += found or ([Text(piece)] if piece else [])
        return made

    def _named(self, name: str, after: str) -> list[Inline] | None:
        """The symbol of a variable, with its meaning unless it is known or follows in brackets; the
        words of a relation; the name of an entry; None for another name.
        """
        var = self.variables.get(name)
        if var is None and name in self.entries:
            return [Text(self.entries[name])]
        if var is None:
            words = name.replace("_", " ") if name in self.choices else spoken(name)
            return [Text(words)] if name in self.choices | self.relations else None
        met = var in self.explained or not var.meaning
        if after.lstrip().startswith("("):
            return [Math(var)]
        self.explained.add(var)
        return [Math(var)] if met else [Math(var), Text(f" ({var.meaning})")]


def _without_ids(part: Inline) -> Inline:
    """A note without the list of ids that it ends with: they are for those who type."""
    return replace(part, text=_IDS.sub("", part.text)) if isinstance(part, Text) else part


def _start(words: Words) -> str:
    """The text that a line begins with."""
    first = words[0] if words else None
    return first.text if isinstance(first, Text) else ""


def _variables(answer: Answer) -> Mapping[str, Var]:
    """The variables that an answer may name: its own, and all of the library in its questions."""
    own = (
        answer.target,
        *(known.var for known in answer.known),
        *(var for relation in answer.relations for var in relation.variables),
    )
    stated = vocabulary().named if _of_library(answer) else {}
    return {**stated, **{var.name: var for var in own}}


def _of_library(answer: Answer) -> bool:
    return vocabulary().named.get(answer.target.name) is answer.target


def _choices(answer: Answer) -> set[str]:
    """The choices of the variants of an answer's relations."""
    variants = (relation.variant for relation in answer.relations if relation.variant)
    return {name for variant in variants for part in variant.parts for name in part.choices}


def _entries(answer: Answer) -> dict[str, str]:
    """The names of the catalogue's entries that an answer rests on, by their ids."""
    codes = {known.entry.partition(",")[0] for known in answer.known if known.entry}
    return {code.partition(" ")[2]: entry_name(code) for code in codes if " " in code}


def _relations(answer: Answer) -> set[str]:
    """The relations and constraints that an answer may name."""
    conflict = answer.conflict
    routes = conflict.routes if conflict is not None else ()
    stated = library_system().all_relations if _of_library(answer) else ()
    return {
        *(relation.name for relation in (*stated, *answer.relations)),
        *(check.name for check in answer.constraints),
        *answer.not_judged,
        *(term.relation for term in answer.neglected),
        *(name for route in routes for name in route.relations),
        *(r.name for route in routes if route.answer is not None for r in route.answer.relations),
        *((conflict.relation,) if conflict is not None and conflict.relation else ()),
    }


def with_entries(words: Words) -> Words:
    """Words in which entries of the catalogue stand by their names, in place of kind and id, and
    what is no entry as plain text.
    """
    return tuple(_entry(part) if isinstance(part, Code) else part for part in words)


def _entry(code: Code) -> Inline:
    typed = " " not in code.text or code.text.startswith("-")
    return code if typed else Text(entry_name(code.text))


def entry_name(code: str) -> str:
    """The name of an entry by kind and id, as it is where it is none."""
    kind, _, id = code.partition(" ")
    return entry(kind, id).name.partition(" (")[0] if id and kind in looked_up_kinds() else code
