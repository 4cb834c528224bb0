"""The build: what takes long first, side by side, then every page with what leads to it."""

from __future__ import annotations

import gc
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from derive.library.activation import use
from derive.packs.in_use import active
from derive.rendering.document.document import Document
from derive.rendering.formats.formula_font import FONT, FONT_LICENCES
from derive.rendering.formats.html import style
from derive.rendering.formats.html_prose import escape
from derive.search.things import Thing
from derive.site.address import address_of, file_of, link_to, list_address
from derive.site.back_links import BackLinks, back_links
from derive.site.contents import contents
from derive.site.equation_pages import sized_variables
from derive.site.library_pages import page_of, with_links
from derive.site.list_pages import front_page, list_page
from derive.site.made import MadeParts, MadeTask, joined, make
from derive.site.missing_page import MISSING, missing_page
from derive.site.search_index import search_index
from derive.site.standard_cases import standard_cases
from derive.site.values import LiveValues
from derive.site.writer import Page, written

Wanted = Callable[[str], bool]
NUMBERS = "numbers.json"
_HERE = Path(__file__).parent
_SLOW = ("report", "explorer")  # done in one piece; claims are tried some at a time
_AT_ONCE = 24
_MADE_BETWEEN = 20_000  # objects made before a process looks for garbage: little is found
_FONT_FACE = '@font-face { font-family: "derive math"; src: url(math.woff2) format("woff2"); }'
_MOVED = (
    '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{name}</title>'
    '<meta http-equiv="refresh" content="0; url={link}"></head>'
    '<body><p>It is called <a href="{link}">{name}</a>.</p></body></html>\n'
)


@dataclass(frozen=True)
class PageTask:
    """Pages to be written: the things, with what leads to each, and what was made before."""

    things: tuple[Thing, ...]
    links: BackLinks
    claims: Mapping[str, Document]
    values: LiveValues


Row = tuple[str, bytes, dict[str, str]]  # a file, its bytes, and the live numbers on it


def site_files(only: Wanted | None = None, jobs: int = 0) -> dict[str, bytes]:
    """The files of the site by path; with `only`, those of the pages whose addresses it admits.

    As many processes as there are processors share the work unless `jobs` says how many; one is
    this process alone. Raises InternalError for a link to a page that is not there.
    """
    wanted = [address for address in contents().pages if only is None or only(address)]
    count = jobs or (os.cpu_count() or 1)
    if count == 1:
        return dict(sorted(_files(wanted, only, None)))
    packs = tuple(pack.name for pack in active())
    with ProcessPoolExecutor(count, initializer=_begin, initargs=packs) as pool:
        return dict(sorted(_files(wanted, only, pool)))


def _begin(*packs: str) -> None:
    """Begin a process of the pool: with these packs, and with a library that stays and need not be
    looked through for garbage, which took a seventh of the time.
    """
    use(*packs)
    gc.freeze()
    gc.set_threshold(_MADE_BETWEEN)


def _files(
    wanted: Sequence[str], only: Wanted | None, pool: Executor | None
) -> Iterator[tuple[str, bytes]]:
    run = map if pool is None else pool.map
    first = joined(list(run(make, list(_tasks(wanted)))))
    parts = joined([first, *run(make, list(_untried(wanted, first)))])
    yield from parts.files.items()
    numbers: dict[str, dict[str, str]] = {}
    for rows in run(_pages, list(_page_tasks(wanted, parts))):
        for path, data, found in rows:
            yield path, data
            numbers |= {path: found} if found else {}
    for page in _lists(parts, only):
        yield file_of(page.address), written(page)
    if only is None or only(MISSING):
        yield MISSING, missing_page()
    yield from _redirects(only)
    yield NUMBERS, f"{json.dumps(numbers, ensure_ascii=False, indent=1, sort_keys=True)}\n".encode()
    yield "search_index.js", search_index().encode()
    yield "search.js", (_HERE / "search.js").read_bytes()
    own = (_HERE / "site.css").read_text(encoding="utf-8")
    yield "site.css", f"{_FONT_FACE}\n{style()}\n{own}".encode()
    yield from ((path.name, path.read_bytes()) for path in (FONT, *FONT_LICENCES))


def _tasks(wanted: Sequence[str]) -> Iterator[MadeTask]:
    """The slow tasks among the wanted pages, the longest first."""
    things = [contents().pages[address] for address in wanted]
    for kind in _SLOW:
        yield from ((kind, (thing.name,)) for thing in things if thing.kind == kind)
    asked = {thing.name for thing in things if thing.kind == "variable"}
    asked |= {v for t in things if t.kind == "relation" for v in sized_variables(t.name)}
    if asked:
        yield from (("case", (case.name, *sorted(asked))) for case in standard_cases())


def _untried(wanted: Sequence[str], parts: MadeParts) -> Iterator[MadeTask]:
    """The claims that no report among the wanted pages has tried, some at a time."""
    things = (contents().pages[address] for address in wanted)
    claims = [t.name for t in things if t.kind == "claim" and t.name not in parts.claims]
    for start in range(0, len(claims), _AT_ONCE):
        yield "claim", tuple(claims[start : start + _AT_ONCE])


def _page_tasks(wanted: Sequence[str], parts: MadeParts) -> Iterator[PageTask]:
    """The pages that are left, some at a time."""
    links = back_links(parts.facts)
    left = [address for address in wanted if contents().pages[address].kind not in _SLOW]
    for start in range(0, len(left), _AT_ONCE):
        chunk = left[start : start + _AT_ONCE]
        things = tuple(contents().pages[address] for address in chunk)
        claims = {t.name: parts.claims[t.name] for t in things if t.kind == "claim"}
        own = {address: links.get(address, {}) for address in chunk}
        yield PageTask(things, own, claims, LiveValues(parts.values))


def _pages(task: PageTask) -> list[Row]:
    """The files of these pages."""
    rows = []
    for thing in task.things:
        address = address_of(thing.kind, thing.name)
        links = task.links[address]
        page = (
            Page(address, thing.kind, with_links(task.claims[thing.name], links))
            if thing.kind == "claim"
            else page_of(thing, links, task.values)
        )
        rows.append((file_of(page.address), written(page), page.numbers))
    return rows


def _lists(parts: MadeParts, only: Wanted | None) -> Iterator[Page]:
    """The front page and the list of each kind."""
    if only is None or only(""):
        yield front_page(parts.pictures)
    for kind in contents().kinds:
        if only is None or only(list_address(kind)):
            yield list_page(kind, parts.pictures)


def _redirects(only: Wanted | None) -> Iterator[tuple[str, bytes]]:
    """Pages at the other names of things, which lead to the right one."""
    for other, address in contents().redirects.items():
        if only is None or only(other):
            name, link = contents().pages[address].name, link_to(address, other)
            yield file_of(other), _MOVED.format(name=escape(name), link=link).encode()
