"""Products as powers of nodes, and sums with the factors that all of their terms have taken out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from derive.program.narrowing import constant_interval
from derive.program.nodes import Node, Nodes, operands

Power = int | Fraction  # almost all are integers, which are added and multiplied much faster
Product = tuple[float, Mapping[int, Power]]  # a number and powers of nodes


def expanded(nodes: Nodes | Sequence[Node], number: int) -> tuple[float, Mapping[int, Power]]:
    """A node as a number times powers of nodes that are no products."""
    node = nodes[number]
    if node[0] in ("number", "float", "real"):
        return constant_interval(node)[0], {}
    if node[0] == "pow" and nodes[node[2]][0] == "number":
        factor, powers = expanded(nodes, node[1])
        power = quotient(*nodes[node[2]][1:])
        if factor > 0.0:
            return factor ** float(power), times({}, powers, power)
    if node[0] == "div":
        (above, left), (below, right) = (expanded(nodes, k) for k in node[1:])
        if below:
            return above / below, times(left, right, -1)
    if node[0] == "mul":
        total = 1.0
        found: dict[int, Power] = {}
        for k in node[1:]:
            factor, powers = expanded(nodes, k)
            total, found = total * factor, times(found, powers, 1)
        return total, found
    return 1.0, {number: 1}


def times(
    powers: Mapping[int, Power], others: Mapping[int, Power], share: Power
) -> dict[int, Power]:
    """The powers of a product with a power of another."""
    take(total := dict(powers), others, share)
    return total


def take(powers: dict[int, Power], others: Mapping[int, Power], share: Power) -> Power:
    """Take the power of another product times these `powers`; it is returned."""
    for k, power in others.items():
        both = powers.get(k, 0) + share * power
        if both:
            whole = type(both) is Fraction and both.denominator == 1
            powers[k] = both.numerator if whole else both
        else:
            powers.pop(k, None)  # absent where the share is zero, as of x^0
    return share


def quotient(above: Power, below: Power) -> Power:
    """The exact quotient, an integer where it is one."""
    return Fraction(above) / below if above % below else above // below


def power_node(nodes: Nodes, number: int, power: Power) -> int:
    """The node of a power above zero of a node."""
    if power == 1:
        return number
    exponent = nodes.add("number", power.numerator, power.denominator)
    return nodes.add("pow", number, exponent)


def factored_sums(nodes: Nodes, numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The sums among some nodes whose terms have factors in common, each with a node equal to it:
    these factors times the sum of what is left of the terms.
    """
    for k in numbers:
        if nodes[k][0] == "add" and all(_is_plain(nodes, term) for term in operands(nodes[k])):
            terms = [expanded(nodes, term) for term in operands(nodes[k])]
            common = _common([powers for _, powers in terms])
            if common:
                rest = [_node(nodes, (x, times(powers, common, -1))) for x, powers in terms]
                yield k, _node(nodes, (1.0, {nodes.add("add", *rest): 1, **common}))


def _is_plain(nodes: Nodes, number: int) -> bool:
    """Whether no factor of a node is a root of a product, whose factors may be negative."""
    node = nodes[number]
    if node[0] == "pow" and nodes[node[2]][0] == "number":
        product = nodes[node[1]][0] in ("mul", "div", "pow")
        return not product or (nodes[node[2]][2] == 1 and _is_plain(nodes, node[1]))
    return node[0] not in ("mul", "div") or all(_is_plain(nodes, k) for k in node[1:])


def _common(terms: Sequence[Mapping[int, Power]]) -> dict[int, Power]:
    """The powers of nodes that all of several products have, on the same side of the fraction."""
    first, *others = terms
    found: dict[int, Power] = {}
    for k, power in first.items():
        its = [powers.get(k, 0) for powers in others]
        if all(other * power > 0 for other in its):
            found[k] = min(power, *its) if power > 0 else max(power, *its)
    return found


def _node(nodes: Nodes, product: Product) -> int:
    """The node of a product."""
    number, powers = product
    above = [power_node(nodes, k, power) for k, power in powers.items() if power > 0]
    below = [power_node(nodes, k, -power) for k, power in powers.items() if power < 0]
    if number != 1.0 or not above:
        above.insert(0, nodes.add("float", number))
    over = _times(nodes, above)
    return nodes.add("div", over, _times(nodes, below)) if below else over


def _times(nodes: Nodes, factors: Sequence[int]) -> int:
    return nodes.add("mul", *factors) if len(factors) > 1 else factors[0]
