"""What a notebook shows: Markdown with mathematics, LaTeX for printing, plain text for the rest."""

from __future__ import annotations

from derive.derivation.answer import Answer
from derive.derivation.derivation import Derivation
from derive.derivation.form import Form
from derive.rendering.answer_document import answer_document, derivation_blocks, derivation_document
from derive.rendering.document import Document, Equation
from derive.rendering.latex import latex
from derive.rendering.latex_display import displayed
from derive.rendering.latex_text import escape
from derive.rendering.markdown import markdown
from derive.rendering.prose import plain_words
from derive.rendering.terminal import document_text


def mimebundle(derivation: Derivation) -> dict[str, str]:
    """A derivation for Jupyter."""
    return _bundle(derivation_document(derivation), derivation)


def answer_bundle(answer: Answer) -> dict[str, str]:
    """An answer for Jupyter: its whole document, its derivation as LaTeX."""
    return _bundle(answer_document(answer), answer.derivation)


def form_bundle(form: Form) -> dict[str, str]:
    """A closed form for Jupyter, with the regime in which it holds."""
    where = rf"\quad \text{{where {escape(form.regime)}}}" if form.regime else ""
    return {"text/plain": str(form), "text/latex": f"${latex(form.equation)}{where}$"}


def document_bundle(document: Document) -> dict[str, str]:
    """A document without numbered lines for Jupyter."""
    return {"text/plain": document_text(document), "text/markdown": markdown(document)}


def _bundle(document: Document, derivation: Derivation) -> dict[str, str]:
    bundle = document_bundle(document)
    if derivation.steps:
        bundle["text/latex"] = derivation_latex(document, derivation)
    return bundle


def derivation_latex(document: Document, derivation: Derivation) -> str:
    """The lines of a derivation as one display, which MathJax and LaTeX both set."""
    equations = [block for block in derivation_blocks(derivation) if isinstance(block, Equation)]
    rows = []
    for equation in equations:
        reason = escape(plain_words(document, equation.reason))
        rows.append(
            rf"& ({equation.number})\quad \text{{{reason}}} \\"
            + "\n"
            + rf"& \qquad {displayed(equation)}"
        )
    return "$$\n\\begin{aligned}\n" + " \\\\[6pt]\n".join(rows) + "\n\\end{aligned}\n$$"
