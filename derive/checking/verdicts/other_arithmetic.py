"""Computations of another arithmetic than that of decimal numbers: binary ones, those with a
carry, a remainder or a modulus, ideals.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from derive.checking.extraction.passage import Passage
from derive.checking.extraction.topics import BINARY
from derive.checking.figures.worked_number import SideKind, figure_of, kind_of
from derive.checking.grammar.tree import Node, StatementNode
from derive.checking.verdicts.finding import Finding, placed
from derive.checking.verdicts.levels import FindingVerdict, Outcome
from derive.checking.verdicts.messages import excerpt

_DIVISION = re.compile(r"(?<![\w.])(\d+)\s*(?:[÷/]|\\div)\s*(\d+)\s*=\s*(\d+)[\s$`*]*$")
_REMAINDER = re.compile(r"[\s$`*,(]*(?:(?:with\s+)?remainder|rem|[rR])[.:\s]*(?:of\s+)?\$?(\d+)")
_CARRY = re.compile(
    r"[\s$`*,(]*(?:write\s+\d,?\s*)?(?:(?:and|with)\s+)?(?:an?\s+)?carry\s+[`$]*(\d)\b"
)
_NOT = re.compile(r"[\s$`*.,;(]*(?:and\s+)?not\s+[$`*]*([-−]?\d+(?:\.\d+)?)(?![\w.]*\d)")
_SAYS_BINARY = re.compile(r"\bbinary\b|\bbase[- ](?:2|two)\b", re.IGNORECASE)
_BASES = (2, 10, 16)
_BITS = r"[01]{1,64}"
_BINARY = re.compile(
    rf"(?<![\w.])(?P<terms>{_BITS}(?:\s*[-+−*×]\s*{_BITS})+)\s*=\s*(?P<result>{_BITS})(?![\w.])"
)
_WIDE = 4  # digits from which ones and zeros alone are rather binary
_PROVERB = re.compile(r"(?<![\w.])2\s*\+\s*2\s*=\s*5(?!\d)")
_MATRIX = re.compile(r"\\begin\{[a-zA-Z]?matrix\}(.*?)\\end\{[a-zA-Z]?matrix\}", re.DOTALL)
_IN_BRACKETS = re.compile(r"=\s*(?:\\left\s*)?\(\s*\d+\s*(?:\\right\s*)?\)\s*[.,]?\s*$")
_A_SYMBOL = re.compile(
    r"\s*(?:\\left|\\[bB]igg?l?)?\s*\(\s*(?:\\[dt]?frac\s*\{?\d+\}?\s*\{?\d+\}?|\d+\s*/\s*\d+)\s*"
    r"(?:\\right|\\[bB]igg?r?)?\s*\)\s*=\s*[-+]?[01]\s*[.,]?\s*"
)
_OF_BITS = "its matrices may be of bits"
_SAID = "Another arithmetic may be meant: {}."


def without_other_arithmetic(passage: Passage, statement: StatementNode, found: Finding) -> Finding:
    """The finding; not judged where figures that differ agree in another arithmetic, or their text
    is about one.
    """
    if found.verdict != FindingVerdict.INCONSISTENT or not passage.file:
        return found
    kinds = [kind_of(side) for side in statement.sides]
    if any(kind != SideKind.BARE for kind in kinds):
        last = kinds[-2:] == [SideKind.BARE] * 2 and _is_of_bits(passage, statement)
        reason = _OF_BITS if last else ""
    else:
        reason = _reason(passage, statement)
    if not reason:
        return found
    said = _SAID.format(reason)
    message = f"{excerpt(passage.text, None)}\n{said}"
    return placed(passage, Outcome.UNSTATED, message, statement.begin or None, brief=said)


def _reason(passage: Passage, statement: StatementNode) -> str:
    """The arithmetic in which the figures of a statement are meant; "" for the usual one."""
    if _PROVERB.search(passage.text):
        return "2 + 2 = 5 stands for what is false"
    if _has_remainder(passage.text, passage.after):
        return "it has a remainder"
    if _has_carry(passage.after, statement):
        return "it has a carry"
    if _is_denied(passage.after, statement):
        return "the text says the usual result itself"
    if _is_binary(passage):
        return "it is binary"
    if passage.latex and _IN_BRACKETS.search(passage.text):
        return "its result is in brackets"
    if passage.latex and _A_SYMBOL.fullmatch(passage.text):
        return "a fraction in brackets may be a symbol"
    if _is_of_bits(passage, statement):
        return _OF_BITS
    if passage.modulus and _is_modular(statement, passage.modulus):
        return f"its text is about numbers modulo {passage.modulus}"
    return ""


def _has_remainder(text: str, after: str) -> bool:
    """Whether a division is right with the remainder behind it."""
    division, said = _DIVISION.search(text), _REMAINDER.match(after)
    if division is None or said is None:
        return False
    whole, divisor, quotient = map(int, division.groups())
    left = int(said[1])
    return left < divisor and whole == quotient * divisor + left


def _has_carry(after: str, statement: StatementNode) -> bool:
    """Whether a sum is right with the carry behind it: 1 + 1 = 0 carry 1."""
    said, (here, there) = _CARRY.match(after), _ends(statement)
    if said is None or here is None or there is None:
        return False
    return any(here == there + base * int(said[1]) for base in _BASES)


def _is_denied(after: str, statement: StatementNode) -> bool:
    """Whether the text behind a computation says what it comes to elsewhere: 1 + 1 = -2, not 2."""
    said, (here, _) = _NOT.match(after), _ends(statement)
    return said is not None and here == float(said[1].replace("−", "-"))


def _ends(statement: StatementNode) -> tuple[float | None, float | None]:
    """The values of the last two sides; None for what is none."""
    figures = map(figure_of, statement.sides[-2:])
    here, there = (None if figure is None else figure.value for figure in figures)
    return here, there


def _is_binary(passage: Passage) -> bool:
    """Whether a computation with ones and zeros is right in binary, perhaps but for the carry or
    without any.
    """
    found = _BINARY.search(passage.text)
    if found is None:
        return False
    numbers = re.findall(_BITS, found["terms"])
    every = [*numbers, found["result"]]
    wide = all(len(each) >= _WIDE or (len(each) > 1 and each[0] == "0") for each in every)
    result, width = int(found["result"], 2), 1 << len(found["result"])
    if not wide:
        said = _SAYS_BINARY.search(f"{passage.told} {passage.before} {passage.after}")
        told = said or passage.topic == BINARY or max(map(len, numbers)) == 1
        return bool(told) and result == next(_values(found["terms"]))
    return any(value == result or value % width == result for value in _values(found["terms"]))


def _is_of_bits(passage: Passage, statement: StatementNode) -> bool:
    """Whether all numbers of matrices are ones and zeros, and a product is right modulo 2."""
    parts = _MATRIX.findall(passage.text) if passage.latex else []
    bits = len(parts) > 2 and {*re.findall(r"[\d.]+", " ".join(parts))} == {"0", "1"}
    *_, left, right = statement.sides
    return bits and _are_congruent(left, right, "2")


def _values(terms: str) -> Iterator[int]:
    """The values of a computation with binary numbers, with carries and without."""
    first, *rest = re.findall(_BITS, terms)
    signs = re.findall(r"[-+−*×]", terms)
    total = without = int(first, 2)
    for sign, digits in zip(signs, rest, strict=True):
        value = int(digits, 2)
        total = total * value if sign in "*×" else total + (value if sign == "+" else -value)
        without ^= value
    yield total
    yield without


def _is_modular(statement: StatementNode, modulus: str) -> bool:
    """Whether all sides are equal modulo a number, or may be, where it is a letter or a fraction
    stands for an inverse.
    """
    return all(_are_congruent(*pair, modulus) for pair in pairwise(statement.sides))


def _are_congruent(left: Node, right: Node, modulus: str) -> bool:
    here, there = figure_of(left), figure_of(right)
    if here is None or there is None or not modulus.isdigit():
        return True
    gap = here.value - there.value
    return gap % 1 != 0 or (int(modulus) > 0 and gap % int(modulus) == 0)
