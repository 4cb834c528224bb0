"""Pages beside a report: the questions whose values can be moved, and the links to them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import replace

from derive.errors import GivenError
from derive.rendering.document.document import Document, Heading, Items, Link, Paragraph, Text
from derive.rendering.layouts.answers import question_titles
from derive.reporting.answers import AnswerBook
from derive.reporting.placeholders import titles
from derive.results.answer import Answer

PageMaker = Callable[[Answer, str], str]  # the page of an answer's question, with its title


def movable(book: AnswerBook) -> dict[str, Answer]:
    """The answers with one value that rests on exact stated ones, by question."""
    answers = {name: book.answer(name) for name in book.source.questions}
    return {name: answer for name, answer in answers.items() if _is_movable(answer)}


def _is_movable(answer: Answer) -> bool:
    stated = [known for known in answer.known if known.stated]
    exact = all(known.uncertain is None for known in stated)
    return answer.number is not None and bool(stated) and exact


def live_file(book: AnswerBook, question: str) -> str:
    """The file name of a question's page."""
    return f"{book.source.name}_live_{question}.html"


def with_links(book: AnswerBook, document: Document, questions: Collection[str]) -> Document:
    """The report with a section of links to the pages of these questions beside it."""
    shown = question_titles(movable(book), titles(book))
    points = tuple((Link(shown[name], live_file(book, name), beside=True),) for name in questions)
    words = "Each opens a page beside this one, on which the values of a question are moved."
    section = (Heading(1, "Move the inputs"), Paragraph((Text(words),)), Items(points))
    return replace(document, blocks=(*document.blocks, *section)) if points else document


def pages(book: AnswerBook, maker: PageMaker) -> Mapping[str, str]:
    """The pages by question, without those that no page can be made of."""
    answers = movable(book)
    shown = question_titles(answers, titles(book))
    made: dict[str, str] = {}
    for name, answer in answers.items():
        with suppress(GivenError):
            made[name] = maker(answer, shown[name])
    return made
