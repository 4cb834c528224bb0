"""HTML of the site's pages: the usual writer, with links to other pages and figures as files."""

from __future__ import annotations

import html as markup
import re
from dataclasses import dataclass, field
from pathlib import Path

from derive.equations.var import Var
from derive.errors import InternalError
from derive.rendering.document.anchors import slug
from derive.rendering.document.document import (
    Code,
    Document,
    Equation,
    Figure,
    Inline,
    Link,
    Math,
    Reference,
)
from derive.rendering.document.reader_names import with_spoken_rule
from derive.rendering.formats.html import HtmlWriter
from derive.rendering.formats.html_prose import HtmlProse, escape
from derive.site.address import address_of, link_to, list_address
from derive.site.contents import LISTS, contents, title_of
from derive.site.head import description, tab_title

_HERE = Path(__file__).parent
_MENU = (
    *("guide", "question", "report", "relation", "variable", "theorem", "claim"),
    *("accelerator", "model", "price", "source", "unit", "python"),
)
_GUIDE = re.compile(r"([\w-]+)\.md(?:#(.+))?")


@dataclass(frozen=True)
class Page:
    """A page: its address, kind and document; `numbers` are its live numbers by name."""

    address: str
    kind: str
    document: Document
    numbers: dict[str, str] = field(default_factory=dict)


def written(page: Page) -> bytes:
    """The file of a page. Raises InternalError for a link to a page that is not there."""
    root = root_of(page.address)
    loads = f'<link rel="stylesheet" href="{root}site.css">\n<script defer src="{root}search.js">'
    return framed(page, f"{loads}</script>")


def framed(page: Page, head: str, admitted: str = "") -> bytes:
    """The file of a page that loads what `head` says; `admitted` are the hashes of its scripts."""
    document = page.document
    subtitle = f'<p class="subtitle">{escape(document.subtitle)}</p>\n' if document.subtitle else ""
    writer = _SiteWriter(document, page.address)
    if document.imprint:
        subtitle += f'<p class="imprint">{writer.words(document.imprint)}</p>\n'
    parts = {
        "TITLE": escape(document.title).replace("_", "_<wbr>"),
        "NAME": escape(tab_title(document, page.kind, page.address)),
        "DESCRIPTION": escape(description(document, page.address)),
        "ADMITTED": admitted,
        "HEAD": head,
        "ROOT": root_of(page.address),
        "SHAPE": "list" if page.address in ("", list_address(page.kind)) else "one",
        "MENU": _menu(page),
        "TRAIL": _trail(page),
        "SUBTITLE": subtitle,
        "BODY": writer.body(),
    }
    frame = (_HERE / "frame.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match.group(1)], frame).encode()


def root_of(address: str) -> str:
    """The way from a page to the folder of the site.

    >>> root_of("relation/cost/"), root_of("")
    ('../../', './')
    """
    return link_to("", address).removesuffix("index.html") or "./"


def _menu(page: Page) -> str:
    """The links to the lists that there are, those of a pack's own kinds last; the one of the page
    is marked.
    """
    here = {page.kind: ' aria-current="true"'}
    return "".join(
        f'<a href="{link_to(list_address(kind), page.address)}"{here.get(kind, "")}>'
        f"{title_of(kind)}</a>"
        for kind in contents().kinds
        if kind in _MENU or kind not in LISTS
    )


def _trail(page: Page) -> str:
    """The link to the list that the page stands in; nothing for a list."""
    if page.kind not in contents().kinds or page.address == list_address(page.kind):
        return ""
    target = link_to(list_address(page.kind), page.address)
    return f'<p class="trail"><a href="{target}">{title_of(page.kind)}</a></p>\n'


class _SiteWriter(HtmlWriter):
    """Writes the blocks of a page; a figure is a file beside it."""

    def __init__(self, document: Document, address: str) -> None:
        super().__init__(document, Path(), _SiteProse(document, address))

    def equation(self, block: Equation) -> str:
        """A displayed equation, with the relation beside it as words."""
        return super().equation(with_spoken_rule(block))

    def figure(self, block: Figure) -> str:
        alt, caption = escape(block.alt), self.words(block.caption)
        picture = f'<img src="{escape(block.path)}" alt="{alt}" loading="lazy">'
        return f"<figure>{picture}<figcaption>{caption}</figcaption></figure>"


class _SiteProse(HtmlProse):
    """Running text in which symbols and names lead to their pages."""

    def __init__(self, document: Document, address: str) -> None:
        super().__init__(document)
        self.address = address
        self._linking = False

    def part(self, part: Inline) -> str:
        """One part of a line; what names a page of the site is a link to it."""
        match part:
            case Math(Var() as var) if not self._linking:
                return self._symbol(var)
            case Code(text) if not self._linking and text in contents().named:
                return self._anchor(contents().named[text], super().part(part))
            case Link(phrase, target):
                inside = self._inside(target)
                self._linking = True
                try:
                    shown = super().part(part) if inside is None else self.phrase(phrase)
                finally:
                    self._linking = False
                return self._anchor(inside, shown) if inside is not None else shown
            case _:
                return super().part(part)

    def _symbol(self, var: Var) -> str:
        target = address_of("variable", var.name)
        written = super().part(Math(var))
        if target == self.address or not contents().has(target) or "<a " in written:
            return written
        return f'<a class="symbol" href="{link_to(target, self.address)}">{written}</a>'

    def _anchor(self, target: str | None, shown: str) -> str:
        """A link to a page of the site. Raises InternalError for one that is not there."""
        if target == self.address or target is None:
            return shown
        if not contents().has(target):
            raise InternalError(f"“{target}” is no page of the site (from {self.address})")
        return f'<a href="{escape(link_to(target, self.address))}">{shown}</a>'

    def _inside(self, target: str) -> str | None:
        """The address of a page that a link means: /relation/cost/, or a guide by its file."""
        if target.startswith("/"):
            return target[1:]
        guide = _GUIDE.fullmatch(target)
        if guide is None or not contents().has(address_of("guide", guide[1])):
            return None
        return address_of("guide", guide[1]) + (f"#sec-{slug(guide[2])}" if guide[2] else "")

    def reference(self, entry: Reference) -> list[str]:
        """A source by its title, which leads to its page, and its date."""
        target = address_of("source", entry.key)
        date = f", {entry.date}" if entry.date else ""
        return [self._anchor(target, f"<em>{escape(entry.title)}</em>"), markup.escape(f"{date}.")]
