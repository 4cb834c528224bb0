"""Expressions in JavaScript, over the slot values `v` and the operations of `runtime.js`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from derive.program.nodes import COMPARISONS, Node

_JOINED = {"add": "+", "mul": "*"}
_CALLED = {"max": "Math.max", "min": "Math.min", "abs": "Math.abs", "ceil": "C", "floor": "F"}
_CALLED |= {"log": "L", "exp": "E", "div": "D"}
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

    def _shown(self, node: Node) -> str:
        """A node over printed operands; sums and products in brackets."""
        match node:
            case ("slot", k):
                return f"v[{self.places[k]}]"
            case ("number" | "float" | "real" | "undefined" | "unreal" | "true" | "false", *_):
                return _constant(node)
            case ("add" | "mul" as kind, *parts):
                return f"({_JOINED[kind].join(map(self.text, parts))})"
            case ("pow", base, exponent):
                return self._power(self.text(base), self.text(exponent), self.nodes[exponent])
            case ("cases", *parts):
                pairs = zip(parts[::2], parts[1::2], strict=True)
                tried = "".join(f"{self.text(c)}?{self.text(value)}:" for c, value in pairs)
                return f"({tried}X())"
            case (kind, left, right) if kind in COMPARISONS:
                return f'T("{kind}",{self.text(left)},{self.text(right)})'
            case (kind, *parts) if kind in _CALLED:
                return f"{_CALLED[kind]}({','.join(map(self.text, parts))})"
        raise NotImplementedError(f"no way to print a node of kind {node[0]}")

    def _power(self, base: str, shown: str, exponent: Node) -> str:
        """A power: small whole ones as products, halves as roots, so that no digit depends on how
        powers are computed.
        """
        match exponent:
            case ("number", 1, 2):
                return f"S({base})"
            case ("number", p, 1) if 2 <= p <= _MOST_FACTORS and len(base) < 12:
                return f"({'*'.join([base] * p)})"
        return f"P({base},{shown})"


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
    return f"({text})" if text.startswith("-") else text
