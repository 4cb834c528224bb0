"""Presenter: results in one line, as plain text and for notebooks."""

from __future__ import annotations

from dataclasses import replace
from functools import partial, singledispatch

from derive.equations.relation import Relation
from derive.library.measured.validation import Validation
from derive.rendering.document.document import Document, Equation
from derive.rendering.document.inline_writer import plain_words
from derive.rendering.document.parts import cited
from derive.rendering.document.references import references, references_of
from derive.rendering.expressions.latex import latex
from derive.rendering.expressions.latex_text import math_words
from derive.rendering.formats import markdown
from derive.rendering.formats.latex import pasted
from derive.rendering.formats.latex_display import displayed
from derive.rendering.formats.terminal import document_text
from derive.rendering.layouts.answer import answer_document
from derive.rendering.layouts.census import census_document
from derive.rendering.layouts.comparison import comparison_document
from derive.rendering.layouts.derivation import (
    derivation_blocks,
    derivation_document,
    step_equation,
)
from derive.rendering.layouts.missing import missing_document
from derive.rendering.layouts.optimum import (
    optimum_answers,
    optimum_document,
    short_optimum_document,
)
from derive.rendering.layouts.result_box import boxed
from derive.rendering.layouts.scenario import scenario_document
from derive.rendering.layouts.sensitivity import sensitivity_document
from derive.rendering.layouts.short import short_document
from derive.rendering.layouts.validation import validation_document
from derive.rendering.one_line import line as line
from derive.results.answer import Answer
from derive.results.bottleneck import Bottleneck
from derive.results.census import Census
from derive.results.closed_form import ClosedForm, ClosedForms
from derive.results.comparison import Comparison
from derive.results.derivation import Derivation, Step
from derive.results.known import Known
from derive.results.missing import Missing
from derive.results.optimum import Optimum
from derive.results.scenario import Scenario
from derive.results.sensitivity import Sensitivity


@singledispatch
def layout(result: object) -> Document:
    """The document of a result."""
    raise TypeError(f"there is no layout for {type(result).__name__}")


layout.register(Answer, short_document)
layout.register(Census, census_document)
layout.register(Comparison, comparison_document)
layout.register(Derivation, derivation_document)
layout.register(Missing, missing_document)
layout.register(Optimum, short_optimum_document)
layout.register(Scenario, scenario_document)
layout.register(Sensitivity, sensitivity_document)
layout.register(Validation, validation_document)


@singledispatch
def sent_layout(result: object) -> Document:
    """A result as a document that is sent: symbols and words for the names that one types."""
    return layout(result)


sent_layout.register(Comparison, partial(comparison_document, sent=True))
sent_layout.register(Missing, partial(missing_document, sent=True))
sent_layout.register(Scenario, partial(scenario_document, sent=True))
sent_layout.register(Sensitivity, partial(sensitivity_document, sent=True))


@sent_layout.register
def _(result: Optimum) -> Document:
    return optimum_document(result, sources=references_of(optimum_answers(result)), sent=True)


@singledispatch
def text(result: object) -> str:
    """A result as plain text."""
    return document_text(layout(result))


@text.register
def _(result: Relation | Step | Known | Bottleneck) -> str:
    return repr(result)


@singledispatch
def bundle(result: object) -> dict[str, str]:
    """A result for Jupyter: plain text and Markdown."""
    return document_bundle(layout(result))


@bundle.register
def _(result: Relation) -> dict[str, str]:
    return {"text/plain": repr(result), "text/latex": f"${latex(result.equation)}$"}


@bundle.register
def _(result: ClosedForm) -> dict[str, str]:
    """A closed form for Jupyter, with its regime."""
    return {"text/plain": str(result), "text/latex": f"${_with_regime(result)}$"}


@bundle.register
def _(result: ClosedForms) -> dict[str, str]:
    """Closed forms for Jupyter, a regime a line."""
    lines = " \\\\\n".join(f"& {_with_regime(form)}" for form in result)
    shown = f"$$\n\\begin{{aligned}}\n{lines}\n\\end{{aligned}}\n$$"
    return {"text/plain": str(result), "text/latex": shown}


def _with_regime(form: ClosedForm) -> str:
    """The equation of a closed form as LaTeX, and where it holds."""
    where = rf"\quad {math_words(f'where {form.regime}')}" if form.regime else ""
    return f"{latex(form.equation)}{where}"


@bundle.register
def _(result: Derivation) -> dict[str, str]:
    sources = references(one.source for step in result for one in step.citations)
    return _with_latex(derivation_document(result, sources=sources), result)


@bundle.register
def _(result: Step) -> dict[str, str]:
    """The line of a step for Jupyter, with its reason and sources."""
    line = replace(step_equation(result, 1), number=None)
    sources = references(one.source for one in result.citations)
    written = markdown.write(cited(Document("", (line,)), sources))
    return {"text/plain": repr(result), "text/markdown": written.partition("\n\n")[2]}


@bundle.register
def _(result: Answer) -> dict[str, str]:
    """The document of an answer in full with its references, and its derivation as LaTeX."""
    document = answer_document(result, sources=references_of([result]), sent=True)
    return _with_latex(document, result.derivation) | {"text/plain": text(result)}


@bundle.register
def _(result: Optimum) -> dict[str, str]:
    """The document of an optimum in full with its references."""
    return document_bundle(sent_layout(result)) | {"text/plain": text(result)}


@bundle.register
def _(result: Known | Bottleneck) -> dict[str, str]:
    return {"text/plain": text(result)}


def answer_latex(answer: Answer) -> str:
    """Result and derivation of an answer as LaTeX to paste."""
    lines = derivation_blocks(answer.derivation)[1:]  # without the heading
    return pasted(Document("", (boxed(answer), *lines)))


def form_latex(form: ClosedForm) -> str:
    """The equation of a closed form as LaTeX to paste."""
    return latex(form.equation)


def document_bundle(document: Document) -> dict[str, str]:
    """A document without numbered lines for Jupyter."""
    return {"text/plain": document_text(document), "text/markdown": markdown.write(document)}


def _with_latex(document: Document, derivation: Derivation) -> dict[str, str]:
    latex = {"text/latex": derivation_latex(document, derivation)} if derivation.steps else {}
    return document_bundle(document) | latex


def derivation_latex(document: Document, derivation: Derivation) -> str:
    """The lines of a derivation as one display, for MathJax and LaTeX."""
    rows = []
    for equation in derivation_blocks(derivation):
        if isinstance(equation, Equation):
            reason = math_words(plain_words(document, equation.reason))
            head = rf"& ({equation.number})\quad {reason} \\"
            rows.append(f"{head}\n& \\qquad {displayed(equation)}")
    return "$$\n\\begin{aligned}\n" + " \\\\[6pt]\n".join(rows) + "\n\\end{aligned}\n$$"
