"""A sweep for readers who type no names: symbols, regimes and entries in words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from derive.equations.var import Var
from derive.library.catalogue.lookups import looked_up_kinds
from derive.library.content import vocabulary
from derive.rendering.document.document import (
    Boxed,
    Code,
    Document,
    DocumentBlock,
    Inline,
    Math,
    Paragraph,
    Table,
    Text,
    Words,
)
from derive.rendering.document.parts import rewritten
from derive.rendering.document.reader_names import entry_name, for_readers
from derive.rendering.document.regime_words import regime_in_words
from derive.rendering.document.wording import meanings, merged
from derive.rendering.layouts.nomenclature import printed_variables
from derive.results.sweep import Swept
from derive.units.display import format_number

_STATED = re.compile(r"\b([a-z]\w*)(?= [=≈≥≤] )")  # a name before its value
_NAMES = re.compile(r"\b([A-Za-z]\w*)\b")
_ID = re.compile(r"[A-Za-z0-9][\w-]*")
_VARIANTS = "variants: "
_HEADS = {
    "given": "Given",
    "looked up": "Looked up",
    "conventions": "By convention",
    "defaults": "Taken, since not stated",
    "variants": "Variants",
}
_PLAIN = re.compile(r"(\w+ = )(-?[\d.]+(?:e[+-]?\d+)?)(?= |$)")
_JOINED = re.compile(r"(= -?\d[\d.,]*(?:e[+-]?\d+)?)(?=[A-Za-z]{2})")  # a unit right at its number
_REGIME = "regime"


def sweep_for_readers(document: Document, found: Swept) -> Document:
    """The document of a sweep with symbols for the names of variables, explained at its end,
    regimes and variants in words, and entries by their names.
    """
    variables = {**vocabulary().named, **{c.target.name: c.target for c in found.columns}}
    blocks = [_block(block, found, variables) for block in document.blocks]
    shown = for_readers(blocks, (), variables)
    told = meanings(printed_variables(shown))
    legend = (Paragraph(told),) if told else ()
    return replace(document, title=_title(found), blocks=(*shown, *legend))


def _title(found: Swept) -> str:
    """The meanings of the targets, over the axes in words."""
    targets = " and ".join(c.target.meaning or c.target.name for c in found.columns)
    axes = " and ".join(d.name.replace("_", " ") for d in found.dimensions)
    return f"{targets[:1].upper()}{targets[1:]} over {axes}"


def _block(block: DocumentBlock, found: Swept, variables: Mapping[str, Var]) -> DocumentBlock:
    if isinstance(block, Table):
        heads = [head if isinstance(head, str) else "" for head in block.headers]
        rows = tuple(
            tuple(_cell(cell, head, variables) for cell, head in zip(row, heads, strict=True))
            for row in block.rows
        )
        headers = tuple(_head(head, variables) for head in heads)
        return replace(block, headers=headers, rows=rows)
    told = rewritten(block, lambda words: _words(words, found, variables))
    return replace(told, lines=_explained(told.lines)) if isinstance(told, Boxed) else told


def _explained(lines: tuple[Words, ...]) -> tuple[Words, ...]:
    """The lines of a box with the meaning of each symbol where it is first met."""
    met: set[Var] = set()

    def meaning(part: Inline) -> Words:
        if not isinstance(part, Math) or part.expression in met or not part.expression.meaning:
            return (part,)
        met.add(part.expression)
        return (part, Text(f" ({part.expression.meaning})"))

    return tuple(merged(tuple(p for part in line for p in meaning(part))) for line in lines)


def _head(head: str, variables: Mapping[str, Var]) -> Words:
    """The head of a column: symbol and unit, or words."""
    name, space, rest = head.partition(" ")
    if name in variables:
        return merged((Math(variables[name]), Text(space + rest)))
    return (Text(head.replace("_", " ")),)


def _cell(cell: Words, head: str, variables: Mapping[str, Var]) -> Words:
    """A cell: the name of an entry below its kind, a regime in words."""
    text = cell[0] if len(cell) == 1 else None
    if not isinstance(text, Text):
        return cell
    if head in looked_up_kinds():
        return (Text(entry_name(f"{head} {text.text}")),)
    if head.endswith(_REGIME):
        return (Text(regime_in_words(text.text, variables)),)
    return cell


def _words(words: Words, found: Swept, variables: Mapping[str, Var]) -> Words:
    """A sentence or formula with the symbols of the variables whose values it states."""
    formula = len(words) == 2 and isinstance(words[0], Code)
    made: list[Inline] = []
    for part in words:
        if isinstance(part, Code) and part.text in variables:
            made.append(Math(variables[part.text]))
        elif isinstance(part, Text):
            text = _entries(part.text, found)
            if formula:
                text = text.replace("*", "·").replace(" - ", " − ")
            made += _symbols(text, _NAMES if formula else _STATED, variables)
        else:
            made.append(part)
    return merged(tuple(made))


def _entries(text: str, found: Swept) -> str:
    """A text with entries by their names, where it names their kind or an axis does."""
    if text.startswith(_VARIANTS):
        return _knowns(text).replace("_", " ")
    if text.partition(":")[0] in _HEADS:
        return _knowns(text)
    names = {
        str(id): entry_name(f"{dimension.name} {id}")
        for dimension in found.dimensions
        if dimension.name in looked_up_kinds()
        for id in dimension.values
    }
    return _ID.sub(lambda match: names.get(match[0], match[0]), text)


def _knowns(text: str) -> str:
    """The note on the values of one origin as sentences: those of an entry together, by its name,
    numbers as documents print them.

    >>> _knowns("given: gpus = 1200GPU; n_layers = 2/token")
    'Given: gpus = 1,200 GPU; n_layers = 2/token.'
    """
    head, _, rest = text.partition(": ")
    groups: dict[str, list[str]] = {}
    for item in rest.split("; "):
        value, _, entry = item.removesuffix(")").partition(" (")
        value = _JOINED.sub(r"\1 ", value)
        groups.setdefault(entry, []).append(_PLAIN.sub(_as_printed, value))
    told = (_of_entry(entry) + "; ".join(values) + "." for entry, values in groups.items())
    mark = "." if any(groups) else ":"
    return f"{_HEADS[head]}{mark} {' '.join(told)}"


def _as_printed(value: re.Match[str]) -> str:
    return value[1] + format_number(float(value[2]))


def _of_entry(entry: str) -> str:
    """The name of an entry before its values: "Llama 3.1 70B: "."""
    code, comma, which = entry.partition(",")
    return f"{entry_name(code)}{comma}{which}: " if entry else ""


def _symbols(text: str, names: re.Pattern[str], variables: Mapping[str, Var]) -> list[Inline]:
    """A text with symbols for the variables that a pattern finds in it."""
    return [
        Math(variables[piece]) if index % 2 and piece in variables else Text(piece)
        for index, piece in enumerate(names.split(text))
        if piece
    ]
