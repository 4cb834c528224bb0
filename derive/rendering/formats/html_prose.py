"""Running text as HTML, with MathML for expressions."""

from __future__ import annotations

import html as markup
import re
from collections.abc import Iterable

from derive.rendering.document.inline_writer import TextProse
from derive.rendering.expressions import mathml as m
from derive.rendering.expressions.printer import Printer
from derive.rendering.expressions.sanitise import as_set, sanitise, unbroken

_FORMULA_ENDS = ("</math>", "</math></a>")
_BEHIND = re.compile(r"[.,;:!?)]| (?:[=≈≥≤]|&[gl]t;)\u00a0[−-]?\d[\d.,]*(?:\u00a0[^\s;,<]+)?")
_BETWEEN = re.compile(r" (?:[=≈≥≤]|&[gl]t;) ")
_LONG = 20  # characters of a name that may break


def escape(text: str) -> str:
    """Escaped text, whose numbers stay with their units."""
    return unbroken(markup.escape(sanitise(text)))


class HtmlProse(TextProse):
    """Running text as HTML."""

    @property
    def printer(self) -> Printer[str]:
        """MathML."""
        return m.MathML()

    def text(self, text: str) -> str:
        """Words, escaped."""
        return escape(as_set(text))

    def line_break(self) -> str:
        """The end of a line within a paragraph."""
        return "<br/>"

    def strong(self, shown: str) -> str:
        """Bold words."""
        return f"<strong>{shown}</strong>"

    def emphasis(self, shown: str) -> str:
        """Words in italics."""
        return f"<em>{shown}</em>"

    def code(self, text: str) -> str:
        """A name people type; a line may end at the underscores of a long one, and not within an
        option.
        """
        shown = escape(text)
        if len(text) >= _LONG:
            return f"<code>{shown.replace('_', '_<wbr/>')}</code>"
        return f'<code class="tight">{shown}</code>' if text[:1] == "-" else f"<code>{shown}</code>"

    def join(self, parts: Iterable[str]) -> str:
        """Concatenated parts; no line ends between a formula and the sign behind it, or the value
        that it equals.
        """
        made: list[str] = []
        for part in parts:
            if made and made[-1].endswith(_FORMULA_ENDS) and (sign := _BEHIND.match(part)):
                made[-1] = f'<span class="tight">{made[-1]}{sign[0]}</span>'
                part = part[sign.end() :]
            elif part.startswith("<math") and len(made) > 1 and _BETWEEN.fullmatch(made[-1]):
                between = made.pop()
                part = f'<span class="tight">{made.pop()}{between}{part}</span>'
            made.append(part)
        return "".join(made)

    def formula(self, written: str) -> str:
        """Inline mathematics."""
        return m.math_element(written)

    def link(self, shown: str, address: str) -> str:
        """A link to a web address."""
        return f'<a href="{escape(address)}">{shown}</a>'

    def ref(self, text: str, place: str) -> str:
        """A link within the page."""
        return f'<a href="#{escape(place)}">{escape(text)}</a>'

    def symbol(self, written: str, place: str) -> str:
        """A symbol linked to its entry in the nomenclature."""
        return f'<a class="symbol" href="#{escape(place)}">{written}</a>'

    def cite(self, label: str, place: str) -> str:
        """A citation, linked to its reference."""
        shown = f"[{escape(label + place)}]"
        return (
            f'<a class="cite" href="#ref-{label}">{shown}</a>'
            if label.isdigit()
            else f'<span class="cite">{shown}</span>'
        )
