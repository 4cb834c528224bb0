"""The body of a report: headings, paragraphs and lists with placeholders, read into the blocks
every writer prints.

A placeholder on a line of its own stands for blocks, `{{derivation cliff}}`; one within a line for
words, `{{value cliff in byte/token}}`. The prose knows *emphasis*, **strong**, `code` and lists
with `-`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from derive.errors import DataError
from derive.rendering.document.document import (
    Code,
    DocumentBlock,
    Emphasis,
    Heading,
    Inline,
    Items,
    Paragraph,
    Strong,
    Text,
    Words,
)

_PLACEHOLDER = re.compile(r"\{\{\s*([a-z_]+)((?:\s+[^{}]+?)?)\s*\}\}")
_INLINE = re.compile(r"(\{\{[^{}]*\}\}|\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)")

FillBlocks = Callable[[str, str], tuple[DocumentBlock, ...] | None]
FillWords = Callable[[str, str], Words | None]


def blocks_of(
    body: str, file: str, fill_blocks: FillBlocks, fill_words: FillWords
) -> list[DocumentBlock]:
    """The blocks of a body. Raises DataError for a placeholder nobody fills."""
    made: list[DocumentBlock] = []
    above = 0  # the level of the heading before: the next one is at most one below it
    for chunk in re.split(r"\n\s*\n", body.strip()):
        lines = chunk.strip().splitlines()
        alone = _PLACEHOLDER.fullmatch(chunk.strip())
        if alone:
            filled = fill_blocks(alone[1], alone[2].strip())
            if filled is None:
                words = fill_words(alone[1], alone[2].strip())
                if words is None:
                    raise DataError(file, alone[1], "is no placeholder")
                filled = (Paragraph(words),)
            made.extend(filled)
        elif lines and lines[0].startswith("#"):
            above = min(len(lines[0]) - len(lines[0].lstrip("#")), 2, above + 1)
            made.append(Heading(above, lines[0].lstrip("#").strip()))
        elif lines and all(
            line.lstrip().startswith("- ") or line.startswith("  ") for line in lines
        ):
            made.append(Items(tuple(words_of(item, file, fill_words) for item in _items(lines))))
        elif lines:
            made.append(
                Paragraph(words_of(" ".join(line.strip() for line in lines), file, fill_words))
            )
    return made


def _items(lines: list[str]) -> list[str]:
    items: list[str] = []
    for line in lines:
        if line.lstrip().startswith("- "):
            items.append(line.lstrip()[2:].strip())
        else:
            items[-1] += " " + line.strip()
    return items


def words_of(text: str, file: str, fill_words: FillWords) -> Words:
    """A line of prose as words. Raises DataError for a placeholder nobody fills."""
    words: list[Inline] = []
    for piece in _INLINE.split(text):
        if not piece:
            continue
        if piece.startswith("{{"):
            match = _PLACEHOLDER.fullmatch(piece)
            filled = fill_words(match[1], match[2].strip()) if match else None
            if filled is None:
                raise DataError(file, piece[:60], "is no placeholder of a report")
            words.extend(filled)
        elif piece.startswith("**"):
            words.append(Strong(piece[2:-2]))
        elif piece.startswith("*"):
            words.append(Emphasis(piece[1:-1]))
        elif piece.startswith("`"):
            words.append(Code(piece[1:-1]))
        else:
            words.append(Text(piece))
    return tuple(words)
