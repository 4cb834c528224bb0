"""Templates of MathML: formulas with places, which the page fills with symbols or numbers.

`@3;` stands for the quantity of place 3, `@.;` for the sign between two factors.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from derive.equations import notation as n
from derive.equations.layout import layout
from derive.equations.tex_symbol import symbol
from derive.equations.var import Var
from derive.rendering.document.document import Math, Text
from derive.rendering.expressions import printer as p
from derive.rendering.expressions.mathml import MathML
from derive.rendering.expressions.printed_quantity import PrintedQuantity
from derive.rendering.layouts.derivation import reason_words
from derive.results.derivation import Step

_STYLED = re.compile(r' style="text-align:(\w+)"')
Place = Callable[[Var], int]  # the number of a variable among the page's quantities
_REPEATED = (  # what formulas are full of, longer parts first
    '<mo form="prefix" stretchy="true">(</mo>',
    '<mo form="postfix" stretchy="true">)</mo>',
    "</mrow></mrow>",
    "<mrow><mrow>",
    "</mrow>",
    "<mrow>",
    "@.;",
    "</mfrac>",
    "<mfrac>",
    "<mo>−</mo>",
    "<mo>=</mo>",
    "<mo>+</mo>",
)
_SIGNS = "~^`|{}[]$%*!?"


class TemplateMathML(MathML):
    """Writes a notation tree as a template."""

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.place = place

    def write(self, node: n.Node | PrintedQuantity) -> str:
        """A node; a symbol as its place, a side of a cell as a class: the policy has no styles."""
        if isinstance(node, n.Symbol) and isinstance(node.var, Var):
            return f"@{self.place(node.var)};"
        return _STYLED.sub(r' class="\1"', super().write(node))

    def line(self, parts: Sequence[tuple[str, str]]) -> str:
        """Parts side by side, a place for the sign between factors."""
        if not any(glue in (p.THIN, p.DOT) for glue, _ in parts):
            return super().line(parts)
        return "<mrow>" + "@.;".join(part for _, part in parts) + "</mrow>"


def template(expression: Any, place: Place) -> str:
    """The template of an expression."""
    return TemplateMathML(place).write(layout(expression))


def packed(texts: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Texts with what they repeat as single signs, and what each of these signs, which none of the
    texts has, stands for.

    >>> packed(["<mrow>@1;</mrow>", "2 ^ 3"])[0]
    ['[@1;}', '2 ^ 3']
    """
    free = (sign for sign in _SIGNS if not any(sign in text for text in texts))
    signs = {}
    for part, sign in zip(_REPEATED, free, strict=False):
        shorter = [text.replace(part, sign) for text in texts]
        if shorter != texts:
            texts, signs[sign] = shorter, part
    return list(texts), signs


def symbol_markup(var: Var) -> str:
    """A variable's symbol."""
    return MathML().glyph(symbol(var))


def reason_template(step: Step, place: Place) -> str:
    """The reason of a step as markup with templates in it."""
    words = []
    for word in reason_words(step):
        if isinstance(word, Math):
            words.append(f"<math>{template(word.expression, place)}</math>")
        elif isinstance(word, Text):
            words.append(escape(word.text))
    return "".join(words)
