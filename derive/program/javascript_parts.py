"""Parts that printed functions share, as functions of their own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import product

_LETTERS = "abcdefghijklmnopqrstuwxy"  # not the slot values `v`, nor the bits `z`
_NAMES = (*_LETTERS, *sorted({*map("".join, product(_LETTERS, repeat=2))} - {"do", "if", "in"}))
_LEAST_SAVED = 20  # characters that are worth a name
_CALLED = re.compile(r"[A-Za-z.]*$")
_FACTOR = r"(?:v\[\d+\]|[a-y]{1,2}\(v\))"
_AT_START = r"(?<![\w*.\])])"  # of a product: from there on its bits are those of its parts
_PRODUCT = re.compile(f"{_AT_START}{_FACTOR}(?:\\*{_FACTOR})+")


def with_named_parts(texts: Iterable[str]) -> tuple[dict[str, str], list[str]]:
    """The parts in brackets and the beginnings of products that recur, by name, and the expressions
    in which the names stand.

    >>> with_named_parts(["S(v[10]*v[11]+v[12])+1", "L(S(v[10]*v[11]+v[12]))"] * 2)
    ({'a': 'S(v[10]*v[11]+v[12])'}, ['a(v)+1', 'L(a(v))', 'a(v)+1', 'L(a(v))'])
    >>> with_named_parts([f"v[10]*v[11]*v[12]*v[{k}]" for k in (1, 2, 3, 4)])[1]
    ['a(v)*v[1]', 'a(v)*v[2]', 'a(v)*v[3]', 'a(v)*v[4]']
    """
    named: dict[str, str] = {}
    made = _named(list(texts), named, _bracketed, r"(?<![A-Za-z.])")  # S(x) is no (x)
    return named, _named(made, named, _beginnings, _AT_START)


def _named(
    made: list[str], named: dict[str, str], parts: Callable[[str], Iterator[str]], start: str
) -> list[str]:
    """The expressions with names for parts that recur, which are added to those named."""
    uses = Counter(part for text in (*made, *named.values()) for part in parts(text))
    for part in sorted(uses, key=lambda part: (-(uses[part] - 1) * len(part), part)):
        whole = re.compile(start + re.escape(part))
        found = sum(len(whole.findall(text)) for text in (*made, *named.values()))
        name = _NAMES[len(named)]
        call = f"{name}(v)"
        if (found - 1) * len(part) - len(call) * found - 6 < _LEAST_SAVED:
            continue
        made = [whole.sub(call, text) for text in made]
        named |= {key: whole.sub(call, text) for key, text in named.items()} | {name: part}
        if len(named) == len(_NAMES):
            break
    return made


def _bracketed(text: str) -> Iterator[str]:
    """The parts of an expression in brackets, each with the function that it is the argument of."""
    starts: list[int] = []
    for place, sign in enumerate(text):
        if sign == "(":
            called = _CALLED.search(text, 0, place)
            starts.append(called.start() if called else place)
        elif sign == ")":
            part = text[starts.pop() : place + 1]
            if "z" not in part:
                yield part


def _beginnings(text: str) -> Iterator[str]:
    """The beginnings of products, of two factors or more."""
    for found in _PRODUCT.finditer(text):
        factors = found[0].split("*")
        yield from ("*".join(factors[:n]) for n in range(2, len(factors) + 1))
