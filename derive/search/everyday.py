"""Everyday questions of the packs in use: a section each of their pages, with the command that
answers it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from derive.packs.in_use import of_all_packs, per_packs
from derive.packs.pack import Pack
from derive.rendering.document.document import DocumentBlock
from derive.reporting.markdown import ProseReader

_SECTION = re.compile(r"^## ", re.MULTILINE)
_QUESTION = re.compile(r"^<!-- question (?P<name>\w+): (?P<words>.*) -->$", re.MULTILINE)
_FILE = re.compile(
    r"^<!-- file (?P<name>\S+) -->\n(?P<block>```.*?^```)$", re.MULTILINE | re.DOTALL
)
_NAME = re.compile(r"[a-z]\w+")
_REMARK = re.compile(r"^<!--.*-->\n", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class EverydayQuestion:
    """A question by name: as people ask it, further words for it, and its section as Markdown."""

    name: str
    asks: str
    words: str
    text: str

    @property
    def blocks(self) -> tuple[DocumentBlock, ...]:
        """The commands that answer it, what they print, and what that means."""
        return tuple(ProseReader(self.name, lambda *_: None, lambda *_: None).blocks(self.text))


@per_packs
def everyday_questions() -> Mapping[str, EverydayQuestion]:
    """The questions by name, in the order of the pages."""
    return of_all_packs("a question", _questions_of)


def _questions_of(pack: Pack) -> Mapping[str, EverydayQuestion]:
    pages = (file.path.read_text(encoding="utf-8") for file in pack.files("questions"))
    return {one.name: one for page in pages for one in _questions_on(page)}


def _questions_on(page: str) -> Iterator[EverydayQuestion]:
    """The questions of a page; the file that a command reads is shown with it."""
    before, *sections = _SECTION.split(page)
    files = {match["name"]: match["block"] for match in _FILE.finditer(before)}
    for section in sections:
        named = _QUESTION.search(section)
        if named is not None:
            asks, _, text = section.partition("\n")
            read = [f"The file `{file}`:\n\n{files[file]}" for file in files if file in text]
            whole = "\n\n".join([_REMARK.sub("", text).strip(), *read])
            yield EverydayQuestion(named["name"], asks.strip(), named["words"], f"{whole}\n")


@per_packs
def times_asked() -> Mapping[str, int]:
    """The number of everyday questions that name a word."""
    texts = (f"{each.asks} {each.words} {each.text}" for each in everyday_questions().values())
    return Counter(name for text in texts for name in set(_NAME.findall(text.lower())))


def question_rows() -> list[dict[str, Any]]:
    """The questions by name, as people ask them."""
    return [{"name": one.name, "asks": one.asks} for one in everyday_questions().values()]
