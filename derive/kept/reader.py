"""Answers of kept questions: the program followed at new values, and all that would make another
answer of it than a plain value looked for. Where there is any, the question is left to the engine.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from derive.errors import DeriveError, visible
from derive.kept import folder, record
from derive.kept.fingerprint import fingerprint
from derive.kept.record import FORMAT, KeptGiven, KeptProgram, KeptQuestion, KeptSurroundings
from derive.kept.shape import Shape, shape_of
from derive.program.contraction import Contraction
from derive.program.factor_limits import factor_limits
from derive.program.interval import within_digits
from derive.program.nodes import Nodes
from derive.program.propagation import contract
from derive.program.reader import NodeReader
from derive.program.scalar import evaluate_block, satisfies
from derive.program.tolerances import EXACT_INPUT, REACH
from derive.rendering.json.text import json_text
from derive.units.dimension import PURE
from derive.units.text import parse_quantity
from derive.units.written_number import THOUSANDS_POINT

SMALLEST, LARGEST = 1e-30, 1e30  # of values whose powers and products are no matter of floats
# A number and a unit of one word: neither a range nor a distribution, which have words between.
_PLAIN = re.compile(r"\d[\d.,_]*(?:[eE][+-]?\d+)?[KkMBT]?(?:\s+[A-Za-z$(%][^\s+±]*)?")
# What reading data that somebody changed may raise.
FAULTS = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


class LeftToTheEngine(Exception):
    """The answer is not as plain as the kept one."""


class StatedAmount(NamedTuple):
    """A given in base units, with its relative tolerance and the text as written."""

    value: float
    tolerance: float
    written: str


def answer_text(words: Sequence[str]) -> str | None:
    """The output of the command, if its question is kept and the answer is plain; else None."""
    shape = shape_of(words)
    kept = None if shape is None else kept_question(shape)
    if shape is None or kept is None:
        return None
    try:
        return text_of(kept, shape)
    except (DeriveError, LeftToTheEngine, *FAULTS):
        return None


def kept_question(shape: Shape) -> KeptQuestion | None:
    """The question of a shape, if it is kept and what it rests on is as it was."""
    text = folder.read("\n".join(shape.words))
    try:
        kept = None if text is None else record.read(text)
        same = kept is not None and (kept.format, kept.fingerprint) == (FORMAT, fingerprint())
    except (OSError, *FAULTS):
        return None
    return kept if same else None


def text_of(kept: KeptQuestion, shape: Shape) -> str:
    """The answer to a kept question at the values of a command. Raises LeftToTheEngine."""
    _need(kept.words == shape.words)
    _need([given.name for given in kept.givens] == [name for name, _ in shape.givens])
    amounts = [
        _amount(given, text) for given, (_, text) in zip(kept.givens, shape.givens, strict=True)
    ]
    value = _value(kept.program, kept.givens, amounts)
    _admit(kept.around, kept.givens, amounts, value)
    answer = dict(kept.answer)
    answer["value"] = value / kept.factor
    answer["values"] = [{**answer["values"][0], "value": value / kept.factor}]
    pairs = zip(kept.givens, amounts, strict=True)
    stated = {given.slot.name: item.written for given, item in pairs}
    answer["given"] = {name: stated[name] for name in answer["given"]}
    return visible(f"{json_text(answer)}\n")


def _need(holds: bool) -> None:
    if not holds:
        raise LeftToTheEngine


def _amount(given: KeptGiven, text: str) -> StatedAmount:
    """A given as the engine reads it, if it is a plain value of usual size and no special one."""
    _need(_PLAIN.fullmatch(text) is not None and not THOUSANDS_POINT.match(text))
    read, slot = parse_quantity(text), given.slot
    if read.unit is None:
        _need(slot.dimension == str(PURE))
        value = read.number * slot.factor
    else:
        _need(str(read.unit.dimension) == slot.dimension)
        value = read.value
    _need(slot.admits(value) and SMALLEST < value < LARGEST)
    number = value / slot.factor
    whole = math.isclose(number, round(number), rel_tol=1e-10)
    _need(whole or not slot.counted)
    exact = read.is_format or (slot.counted and read.value == round(read.value))
    tolerance = 0.0 if exact else read.digits
    near = tolerance + 3.0 * EXACT_INPUT
    _need(given.usual is None or not math.isclose(value, given.usual, rel_tol=near))
    return StatedAmount(value, tolerance, text)


def _value(
    program: KeptProgram, givens: Sequence[KeptGiven], amounts: Sequence[StatedAmount]
) -> float:
    """The target's value, where each block has one and it satisfies its relations."""
    reader = NodeReader(program.slots, Nodes(program.nodes))
    values = list(program.values)
    for given, item in zip(givens, amounts, strict=True):
        if given.place is not None:
            values[given.place] = item.value
    for block in program.blocks:
        found = evaluate_block(reader, block, values)
        odd = found.indeterminate or found.outside or found.unsolved or found.rejected
        _need(not odd and len(found.results) == 1 and not found.results[0].condition)
        values = found.results[0].values
        _need(block.read_off or satisfies(reader, block, values))
    _need(all(satisfies(reader, b, values) for b in program.blocks if b.coupled))
    sizes = [size for k in program.used if (size := values[k]) is not None]
    _need(all(SMALLEST < size < LARGEST for size in sizes))
    value = values[program.target]
    _need(value is not None)
    return float(value or 0.0)


def _admit(
    around: KeptSurroundings,
    givens: Sequence[KeptGiven],
    amounts: Sequence[StatedAmount],
    value: float,
) -> None:
    """Need that no relation contradicts the values, and that all of them admit the target's."""
    contractor = around.contractor()
    start = Contraction(contractor)
    start.left_out = frozenset(around.left_out)
    usual = {slot: (low, high) for slot, low, high in around.assumed}
    before = contract(contractor, usual, start)
    found = contract(contractor, _starts(around, givens, amounts), before)
    _need(found.empty is None and found.reached == set(around.first))
    positive, zeros, negative, *opened = map(frozenset, around.factors)
    _need(factor_limits(contractor, found) == (tuple(opened), positive, zeros, negative))
    implied = {-2 - k: equation for k, equation in enumerate(around.implied)}
    if implied:
        found = contract(contractor, {}, found, implied)
    ideals = {slot: (low, high) for slot, low, high in around.ideals}
    _need(contract(contractor, ideals, found, implied, resting=True).empty is None)
    low, high = found.slot(around.target)
    slack = 0.5 * REACH * abs(value)
    _need(found.empty is None and low - slack <= value <= high + slack)


def _starts(
    around: KeptSurroundings, givens: Sequence[KeptGiven], amounts: Sequence[StatedAmount]
) -> Mapping[int, tuple[float, float]]:
    """The intervals of looked-up values and givens, in their order."""
    starts = {slot: (low, high) for slot, low, high in around.others}
    for given, item in zip(givens, amounts, strict=True):
        if given.around is not None:
            starts[given.around] = within_digits(item.value, item.tolerance)
    return starts
