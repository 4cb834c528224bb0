"""Citations of what is derived here: the lines that it follows from, in place of names."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from derive.display import enumeration
from derive.library.catalogue import source
from derive.library.system import library_system
from derive.rendering.document.document import Cite, DocumentBlock, Equation, Inline

_DERIVED = "derived"  # the kind of a source
_NAMES = re.compile(r"from ((?:\w+)(?:(?:, | and | with )\w+)*)(?:, (.*))?")
_SEPARATORS = re.compile(r", | and | with ")
_RULE = "relation, "


def by_lines(blocks: Iterable[DocumentBlock]) -> list[DocumentBlock]:
    """The blocks; where all relations behind one derived here are lines of the document, it cites
    these, else none of them: a reader of the document has not met their names.
    """
    whole = list(blocks)
    equations = [block for block in whole if isinstance(block, Equation)]
    numbers = {
        block.rule.removeprefix(_RULE): block.number
        for block in equations
        if block.number is not None and block.rule.startswith(_RULE)
    }
    known = {relation.name for relation in library_system().all_relations}
    return [
        replace(block, reason=tuple(_cited(part, numbers, known) for part in block.reason))
        if isinstance(block, Equation)
        else block
        for block in whole
    ]


def _cited(part: Inline, numbers: Mapping[str, int], known: Collection[str]) -> Inline:
    if not isinstance(part, Cite) or source(part.key).kind != _DERIVED:
        return part
    return replace(part, where=lines_of(part.where, numbers, known))


def lines_of(where: str, numbers: Mapping[str, int], known: Collection[str]) -> str:
    """The place in a derivation with lines for names: "from (1) and (3), at one place"; what stands
    beside the names alone, where a name has no line.

    >>> lines_of("from wait and ride, on average", {"wait": 1, "ride": 3}, {"wait", "ride"})
    'from (1) and (3), on average'
    >>> lines_of("from wait and ride, on average", {"wait": 1}, {"wait", "ride"})
    'on average'
    """
    match = _NAMES.fullmatch(where)
    if match is None:
        return where
    names, beside = _SEPARATORS.split(match[1]), match[2] or ""
    if not all("_" in name or name in known for name in names):
        return where
    lines = [numbers[name] for name in names if name in numbers]
    plain = [beside] if beside and "_" not in beside else []
    listed = enumeration([f"({number})" for number in sorted(lines)])
    return ", ".join([*([f"from {listed}"] if len(lines) == len(names) else []), *plain])
