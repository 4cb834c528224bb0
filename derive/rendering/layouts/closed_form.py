"""Layout of closed forms: each formula in a box, in symbols and in names, and its derivation."""

from __future__ import annotations

from derive.display import sentence
from derive.equations.plain import plain
from derive.rendering.document.document import (
    Boxed,
    Document,
    DocumentBlock,
    Heading,
    Math,
    Text,
)
from derive.rendering.document.parts import cited
from derive.rendering.document.references import references
from derive.rendering.layouts.derivation import derivation_blocks
from derive.results.closed_form import ClosedForm


def closed_forms_document(forms: tuple[ClosedForm, ...], known: tuple[str, ...]) -> Document:
    """The closed forms of one variable in terms of the `known` names, each under its regime."""
    blocks: list[DocumentBlock] = []
    for form in forms:
        blocks += [Heading(1, f"Where {form.regime}")] if form.regime else []
        box = Boxed(((Math(form.equation),), (Text(plain(form.equation)),)))
        blocks += [box, *derivation_blocks(form.derivation)]
    title = sentence(f"{forms[0].target.name} from {', '.join(known) or 'nothing'}", stop=False)
    sources = references(
        cited.source for form in forms for step in form.derivation for cited in step.citations
    )
    return cited(Document(title, tuple(blocks)), sources)
