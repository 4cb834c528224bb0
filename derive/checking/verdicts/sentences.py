"""Texts that are rather said than calculated: “high load = long queues”, “batch = 8 (16 GB)”."""

from __future__ import annotations

import re

from derive.checking.disambiguation.interpretation import Interpretation
from derive.checking.figures.worked_number import SideKind, kind_of
from derive.checking.grammar.tree import NameNode, ProductNode, StatementNode
from derive.checking.symbols.names import Names
from derive.checking.symbols.unit_spelling import PURE
from derive.checking.verdicts.raised_letters import check_raised_letters
from derive.errors import TextError

_EQUAL = {"=", "≈"}
_REMARK = re.compile(r"[=≈]\s*[~$]?\d[\d.,]*\s+(?P<remark>\(\s*[~$]?\d[\d.,]*\s*[A-Za-z%µ/]+\s*\))")
_SHARED_OUT = re.compile(  # 49 ms saved across 3 steps = 16 ms / step
    r"\d\s+(?P<thing>[a-z]{3,}?)s?\s*[=≈]\s*~?\d[\d.,]*\s*[A-Za-zµ]+\s*(?:/|per)\s*(?P=thing)s?\b"
)
_PARTED = re.compile(  # 8582 ms / 1430 ms per layer
    r"[=≈]\s*~?\d[\d.,]*\s*(?P<unit>[A-Za-zµ]+)\s+/\s+~?\d[\d.,]*\s*(?P=unit)\s+per\b"
)


def check_sentence(found: Interpretation, names: Names) -> None:
    """Raise TextError for raised letters that may be indices, for phrases with an equals sign
    between them, for words side by side beside a figure, `DP goodput = 2.86`, and for a figure with
    another one in brackets behind it, which may be a remark: `qps = 4 (60 s)`.
    """
    check_raised_letters(found, names)
    if found.passage.latex:
        return
    statement, text = found.statement, found.text
    words = [side for side in statement.sides if isinstance(side, NameNode)]
    phrases = [name for name in words if " " in text[name.position :][: len(name.word)]]
    if phrases and len(words) == len(statement.sides) and {*statement.signs} <= _EQUAL:
        problem = "phrases with an equals sign between them may be no equation"
        raise TextError(text, phrases[0].position, problem, "Write names with underscores.")
    if label := _label(statement, text):
        problem = f"“{label}” may be the name of one thing"
        fix = "Write it with underscores, or the sign of a product."
        raise TextError(text, text.find(label), problem, fix)
    if shared := _SHARED_OUT.search(text, statement.begin):
        problem = f"what is a {shared['thing']}'s may be shared out here"
        raise TextError(text, shared.start(), problem, "Write the quotient.")
    if parted := _PARTED.search(text, statement.begin):
        problem = f"a “/” between figures in {parted['unit']} may part them"
        raise TextError(text, parted.start("unit"), problem, "Write each by itself.")
    if remark := _REMARK.search(text, statement.begin):
        problem = f"“{remark['remark']}” can be a remark or a factor"
        raise TextError(text, remark.start("remark"), problem, "Write the sign of a product.")


def _label(statement: StatementNode, text: str) -> str:
    """The words side by side that are one side of a statement whose others are figures; "" if there
    are none.
    """
    named = [side for side in statement.sides if kind_of(side) == SideKind.SYMBOLIC]
    if len(named) != 1 or len(statement.sides) == 1 or not isinstance(named[0], ProductNode):
        return ""
    factors = named[0].factors
    parts = [part for _, part in factors if isinstance(part, NameNode) and len(part.word) > 1]
    if len(parts) != len(factors):
        return ""
    begin, end = parts[0].position, parts[-1].position + len(parts[-1].word)
    label = text[begin:end]
    return label if label.split() == [part.word for part in parts] else ""


def sized_only(found: Interpretation, names: Names) -> list[str]:
    """The names that are read as numbers because they size a matrix, and for no other reason."""
    seen = [names.evidence_of(word, str(var.name)) for word, var in found.reading.items()]
    return [one.symbol for one in seen if one.is_guess and one.meaning == PURE]
