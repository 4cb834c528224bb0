"""Guides: the Markdown pages of docs/guide as documents of the site."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from derive.data_files import shipped
from derive.display import sentence
from derive.library.catalogue.toml_file import read_toml
from derive.rendering.document.document import Document, DocumentBlock, Heading
from derive.reporting.markdown import ProseReader
from derive.search.things import Thing

FOLDER = "docs/guide"
_LAST = "How to"  # the group of pages that the contents do not name
_REMARK = re.compile(r"^<!--.*?-->\n", re.MULTILINE)
_FENCE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class GuideGroup:
    """Guides of one purpose: a tutorial, how to do one thing, an explanation."""

    title: str
    names: tuple[str, ...]


@lru_cache(maxsize=1)
def _contents() -> Mapping[str, Any]:
    return read_toml(shipped(FOLDER) / "contents.toml", f"{FOLDER}/contents.toml").tables


@lru_cache(maxsize=1)
def guide_groups() -> tuple[GuideGroup, ...]:
    """The groups in order, with the pages that there are."""
    rows = _contents()["group"]
    there = sorted(path.stem for path in shipped(FOLDER).glob("*.md"))
    listed = {name for row in rows for name in row["pages"]}
    more = [name for name in there if name not in listed]
    return tuple(
        GuideGroup(
            row["title"],
            tuple(
                name
                for name in [*row["pages"], *(more if row["title"] == _LAST else ())]
                if name in there
            ),
        )
        for row in rows
    )


def guides() -> Iterator[Thing]:
    """The guides as things that can be found: by title, titles of sections and further
    words."""
    for group in guide_groups():
        for name in group.names:
            document = guide_document(name)
            titles = [block.text for block in document.blocks if isinstance(block, Heading)]
            parts = [document.title, " ".join(map(sentence, titles))]
            words = tuple(_contents().get("words", {}).get(name, ()))
            yield Thing("guide", name, ". ".join(filter(None, parts)), words)


def guide_document(name: str) -> Document:
    """A guide as a document: its first heading is the title, remarks for its test are left out."""
    path = shipped(FOLDER) / f"{name}.md"
    return markdown_document(path.read_text(encoding="utf-8"), path)


def markdown_document(text: str, path: Path) -> Document:
    """Markdown as a document."""
    parts = _FENCE.split(text)
    shown = "".join(part if k % 2 else _REMARK.sub("", part) for k, part in enumerate(parts))
    reader = ProseReader(path.name, lambda *_: None, lambda *_: None)
    blocks: list[DocumentBlock] = reader.blocks(shown)
    title = path.stem.replace("_", " ")
    if blocks and isinstance(blocks[0], Heading):
        title, blocks = blocks[0].text, blocks[1:]
    return Document(title, tuple(_raised(blocks)))


def _raised(blocks: list[DocumentBlock]) -> Iterator[DocumentBlock]:
    """The blocks with sections at the first level: the title is a heading of the page."""
    for block in blocks:
        if isinstance(block, Heading):
            yield Heading(max(1, block.level - 1), block.text, block.place, block.words)
        else:
            yield block
