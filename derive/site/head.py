"""Titles and descriptions of pages, for tabs, bookmarks and search engines."""

from __future__ import annotations

import textwrap

from derive.display import sentence
from derive.rendering.document.document import Abstract, Document, Paragraph
from derive.rendering.document.inline_writer import plain_words
from derive.site.address import list_address
from derive.site.contents import contents, title_of

_ROOM = 200  # characters of a description


def tab_title(document: Document, kind: str, address: str) -> str:
    """The title of a page in a tab: its own, that of its list, and the site."""
    if not address:
        return f"derive: {document.title}"
    inner = kind in contents().kinds and address != list_address(kind)
    return " · ".join([document.title, *([title_of(kind)] if inner else []), "derive"])


def description(document: Document, address: str) -> str:
    """The description of a page: its abstract, the meaning of its thing, its subtitle, or its
    first paragraph that says more than its title.
    """
    thing = contents().pages.get(address)
    abstracts = [b.words for b in document.blocks if isinstance(b, Abstract)]
    paragraphs = [b.words for b in document.blocks if isinstance(b, Paragraph)]
    texts = [
        *(plain_words(document, words) for words in abstracts),
        *([sentence(thing.meaning)] if thing is not None and thing.kind != "guide" else []),
        document.subtitle,
        *(plain_words(document, words) for words in paragraphs),
    ]
    told = {sentence(document.title), document.title, ""}
    first = next((text for text in texts if text not in told), document.title)
    return textwrap.shorten(first, _ROOM, placeholder=" …")
