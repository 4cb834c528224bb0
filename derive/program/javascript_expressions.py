"""Expressions in JavaScript, over the slot values `v` and the operations of `runtime.js`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from derive.program.nodes import COMPARISONS, Node

_CALLED = {"max": "Math.max", "min": "Math.min", "abs": "Math.abs", "ceil": "C", "floor": "F"}
_CALLED |= {"log": "L", "exp": "E", "log1p": "L1", "expm1": "E1", "decayed": "G", "div": "D"}
_MOST_FACTORS = 4  # of a whole power written as a product


@dataclass
class Expressions:
    """Nodes as expressions, where slot `k` is place `places[k]`; the nodes in `sums` become zero by
    the bits of `z`.
    """

    nodes: Sequence[Node]
    places: Sequence[int]
    sums: Mapping[int, int] = field(default_factory=dict)
    done: dict[int, str] = field(default_factory=dict)

    def text(self, number: int) -> str:
        """A node as an expression."""
        if number not in self.done:
            shown = self._shown(self.nodes[number])
            bit = self.sums.get(number)
            self.done[number] = shown if bit is None else f"(z&{1 << bit}?0:{shown})"
        return self.done[number]

    def within(self, number: int, kinds: tuple[str, ...]) -> str:
        """A node within another, in brackets where it is of one of these kinds."""
        bare = number in self.sums or self.nodes[number][0] not in kinds
        return self.text(number) if bare else f"({self.text(number)})"

    def _sum(self, parts: Sequence[int]) -> str:
        """A sum from left to right. A negative part is taken away, which gives the same bits."""
        first, *rest = parts
        shown = [self.text(first), *(self.within(k, ("add",)) for k in rest)]
        return "".join([shown[0], *(x if x[0] == "-" else "+" + x for x in shown[1:])])

    def _product(self, parts: Sequence[int]) -> str:
        """A product from left to right. Minus one times a part is its negative, bit by bit."""
        first, *rest = parts
        others = [self.within(k, ("add", "mul")) for k in rest]
        if self.nodes[first] == ("number", -1, 1) and others[0][0] != "-":
            return "-" + "*".join(others)
        return "*".join([self.within(first, ("add",)), *others])

    def _shown(self, node: Node) -> str:
        """A node over printed operands."""
        match node:
            case ("slot", k):
                return f"v[{self.places[k]}]"
            case ("number" | "float" | "real" | "undefined" | "unreal" | "true" | "false", *_):
                return _constant(node)
            case ("add", *parts):
                return self._sum(parts)
            case ("mul", *parts):
                return self._product(parts)
            case ("pow", base, exponent):
                return self._power(base, self.text(exponent), self.nodes[exponent])
            case ("cases", *parts):
                pairs = zip(parts[::2], parts[1::2], strict=True)
                tried = "".join(f"{self.text(c)}?{self.text(value)}:" for c, value in pairs)
                return f"({tried}X())"
            case (kind, left, right) if kind in COMPARISONS:
                return f'T("{kind}",{self.text(left)},{self.text(right)})'
            case (kind, *parts) if kind in _CALLED:
                return f"{_CALLED[kind]}({','.join(map(self.text, parts))})"
        raise NotImplementedError(f"no way to print a node of kind {node[0]}")

    def _power(self, base: int, shown: str, exponent: Node) -> str:
        """A power: small whole ones of slots as products, halves as roots, so that no digit depends
        on how powers are computed.
        """
        match exponent:
            case ("number", 1, 2):
                return f"S({self.text(base)})"
            case ("number", p, 1) if 2 <= p <= _MOST_FACTORS and self.nodes[base][0] == "slot":
                return f"({'*'.join([self.text(base)] * p)})"
        return f"P({self.text(base)},{shown})"


def _constant(node: Node) -> str:
    """A constant as JavaScript writes it."""
    match node:
        case ("number", p, q):
            text = repr(p / q) if q != 1 or abs(p) >= 2**53 else str(p)
        case ("float", value):
            text = repr(value)
        case ("real", digits):
            text = repr(float(digits))
        case _:
            return {"undefined": "U()", "unreal": "X()"}.get(str(node[0]), str(node[0]))
    return text
