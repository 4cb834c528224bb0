"""Pages of the public names: signature, what the docstring says, errors, example, members."""

from __future__ import annotations

import re
from collections.abc import Iterator

from derive.rendering.document.document import (
    CodeBlock,
    Document,
    DocumentBlock,
    Heading,
    Paragraph,
    Strong,
    Words,
)
from derive.reporting.markdown import ProseReader
from derive.site.public_api import public_name

_EXAMPLE = re.compile(r"(^>>> .*?)(?:\n\n|\Z)", re.MULTILINE | re.DOTALL)
_RAISES = re.compile(r"(?:^|(?<=\. ))(Raises? .*?\.)(?= [A-Z]|$)", re.DOTALL)


def python_document(name: str) -> Document:
    """A public name as a page."""
    shown = public_name(name)
    blocks: list[DocumentBlock] = [
        CodeBlock(f"{shown.module_line}\n\n{shown.signature}", "python"),
        *docstring_blocks(shown.text),
    ]
    for member in shown.members:
        blocks += [Heading(2, member.name)]
        blocks += [CodeBlock(member.signature, "python")] if member.is_function else []
        blocks += docstring_blocks(member.text)
    if shown.members:
        first = next(k for k, b in enumerate(blocks) if isinstance(b, Heading) and b.level == 2)
        blocks.insert(first, Heading(1, "Members"))
    return Document(f"derive.{name}", tuple(blocks), shown.kind)


def docstring_blocks(text: str) -> list[DocumentBlock]:
    """A docstring as blocks: paragraphs, what is raised in one of its own, examples as code."""
    blocks: list[DocumentBlock] = []
    place = 0
    for example in _EXAMPLE.finditer(text):
        blocks += _paragraphs(text[place : example.start()])
        blocks.append(CodeBlock(example[1].rstrip(), "pycon"))
        place = example.end()
    return [*blocks, *_paragraphs(text[place:])]


def docstring_words(line: str) -> Words:
    """A line of a docstring, its names as code."""
    return _READER.words(line)


def _paragraphs(text: str) -> Iterator[DocumentBlock]:
    """Prose as paragraphs; a sentence of errors stands alone."""
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        words = " ".join(paragraph.split())
        raised = [match[1] for match in _RAISES.finditer(words)]
        rest = " ".join(_RAISES.sub("", words).split())
        if rest:
            yield Paragraph(docstring_words(rest))
        for sentence in raised:
            yield Paragraph((Strong("Errors. "), *docstring_words(sentence)))


_READER = ProseReader("docstring", lambda *_: None, lambda *_: None)
