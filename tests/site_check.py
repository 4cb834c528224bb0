"""Checks of a built site: links, orphans, hosts, sizes."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from html.parser import HTMLParser
from statistics import median
from urllib.parse import unquote, urlsplit

SERVED = {"404.html"}  # by the host itself, at an address without a page
_LOADS = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src"}


class PageLinks(HTMLParser):
    """The links, loaded files and link targets of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.loads: set[str] = set()
        self.ids: list[str] = []
        self.refresh = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "a" and "href" in found:
            self.links.add(found["href"])
        if tag in _LOADS and _LOADS[tag] in found:
            self.loads.add(found[_LOADS[tag]])
        if tag == "meta" and found.get("http-equiv") == "refresh":
            self.refresh = found["content"].partition("url=")[2]
        if "id" in found:
            self.ids.append(found["id"])


class BuiltSite:
    """The pages of a site by path."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = files
        self.pages = {
            path: PageLinks(data.decode()) for path, data in files.items() if path.endswith(".html")
        }

    def broken(self) -> list[tuple[str, str]]:
        """Links and loaded files that lead nowhere, each with its page."""
        return [
            (path, link)
            for path, page in self.pages.items()
            for link in sorted({*page.links, *page.loads, *filter(None, [page.refresh])})
            if not self._leads(path, link)
        ]

    def _leads(self, path: str, link: str) -> bool:
        parts = urlsplit(link)
        if parts.scheme in ("http", "https", "data"):
            return True
        target = self.target(path, link)
        if target not in self.files:
            return False
        return not parts.fragment or parts.fragment in self.pages[target].ids

    def target(self, path: str, link: str) -> str:
        """The file that a link of a page leads to."""
        inner = unquote(urlsplit(link).path)
        return posixpath.normpath(posixpath.join(posixpath.dirname(path), inner)) if inner else path

    def orphans(self) -> set[str]:
        """Pages that nothing leads to from the front page, redirects and SERVED aside."""
        reached, waiting = {"index.html"}, ["index.html"]
        while waiting:
            here = waiting.pop()
            for link in self.pages[here].links:
                target = self.target(here, link)
                if target in self.pages and target not in reached and "//" not in link:
                    reached.add(target)
                    waiting.append(target)
        return {path for path, page in self.pages.items() if not page.refresh} - reached - SERVED

    def hosts(self) -> set[str]:
        """The other hosts from which a page loads something."""
        return {urlsplit(load).netloc for page in self.pages.values() for load in page.loads} - {""}

    def median_size(self) -> float:
        """The middle size of the pages, redirects aside, in bytes."""
        return median(
            len(self.files[path]) for path, page in self.pages.items() if not page.refresh
        )

    def repeated_ids(self) -> list[str]:
        """Pages on which a link target stands twice."""
        return [path for path, page in self.pages.items() if len(page.ids) > len(set(page.ids))]
