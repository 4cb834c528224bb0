"""Names right behind figures, which both sides have alike: `10,000 QPS × 3 = 3,000 QPS`."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from derive.checking.figures.worked_number import SideKind, kind_of
from derive.checking.grammar.tree import (
    NameNode,
    Node,
    NumberNode,
    ProductNode,
    StatementNode,
    SumNode,
    UnitNode,
)

_RATES = frozenset(("requests/s", "tokens/s", "QPS", "RPS", "TPS"))
_SIGN_OF_PRODUCT = re.compile(r"(?:[*×·]|\\(?:times|cdot))\s*\Z")
_SHORTEST = 3  # letters: an s or V may be a unit
_Stripped = tuple[Node, Counter[str]]


def without_nouns(statement: StatementNode, text: str) -> StatementNode | None:
    """The sides of a statement behind its leading names without the names right behind figures,
    where all sides have the same ones; figures alone may stand before a rate. None for any other,
    and where a name stands behind the sign of a product in the `text`: 5 * QPS.
    """
    if any(_SIGN_OF_PRODUCT.search(text, 0, name.position) for name in statement.names):
        return None
    named = (isinstance(side, NameNode) for side in statement.sides)
    first = next((n for n, is_name in enumerate(named) if not is_name), 0)
    sides, signs = statement.sides[first:], statement.signs[first:]
    stripped = [_stripped(side) for side in sides]
    found = [one for one in stripped if one is not None]
    alike = all(one == side for (one, _), side in zip(found, sides, strict=False))
    if len(found) < len(stripped) or len(found) < 2 or alike:
        return None
    counts = {tuple(sorted(names.items())) for _, names in found}
    bare = all(names or kind_of(side) == SideKind.BARE for side, names in found)
    rates = all(_RATES.issuperset(names) for _, names in found)
    if len(counts) > 1 and not (bare and rates and len(counts - {()}) == 1):
        return None
    return replace(statement, sides=tuple(side for side, _ in found), signs=signs)


def _stripped(node: Node) -> _Stripped | None:
    """A side without its names, and their powers; None where one stands behind no figure."""
    match node:
        case NumberNode() | UnitNode():
            return node, Counter()
        case ProductNode(factors):
            return _of_product(node, factors)
        case SumNode(terms):
            parts = [_stripped(term) for _, term in terms]
            found = [part for part in parts if part is not None]
            if len(found) < len(parts) or any(names != found[0][1] for _, names in found):
                return None
            signs = [sign for sign, _ in terms]
            made = tuple(zip(signs, (part for part, _ in found), strict=True))
            return replace(node, terms=made), found[0][1]
    return None


def _of_product(node: ProductNode, factors: tuple[tuple[int, Node], ...]) -> _Stripped | None:
    kept: list[tuple[int, Node]] = []
    names: Counter[str] = Counter()
    before: tuple[int, Node] | None = None
    for sign, part in factors:
        if isinstance(part, NameNode):
            behind = before is not None and before[0] == sign and isinstance(before[1], NumberNode)
            if not behind or len(part.word) < _SHORTEST:
                return None
            names[part.word] += sign
        else:
            found = _stripped(part)
            if found is None:
                return None
            kept.append((sign, found[0]))
            for word, power in found[1].items():
                names[word] += sign * power
        before = sign, part
    alone = kept[0][1] if len(kept) == 1 and kept[0][0] > 0 else replace(node, factors=tuple(kept))
    return alone, Counter({word: power for word, power in names.items() if power})
