"""Addresses of pages: by kind and name, the same in every build."""

from __future__ import annotations

import posixpath
import re

_PAGE = "index.html"
_IDENTIFIERS = ("variable", "relation", "theorem", "constraint")  # names as Python writes them
_SAFE = re.compile(r"[^a-z0-9_.]")


def address_of(kind: str, name: str) -> str:
    """The address of a page.

    A class of Python is told from the function of the same letters, and so are names that differ
    in what a file system may not tell apart.

    >>> address_of("relation", "kv_crossover"), address_of("claim", "RL-11a")
    ('relation/kv_crossover/', 'claim/rl-11a/')
    >>> address_of("python", "Span"), address_of("python", "span")
    ('python/class.span/', 'python/span/')
    >>> address_of("variable", "G"), address_of("variable", "g"), address_of("variable", "η_c")
    ('variable/-g/', 'variable/g/', 'variable/-3b7-_c/')
    """
    if kind == "python" and name[:1].isupper():
        name = f"class.{name}"
    if kind in _IDENTIFIERS:
        name = _SAFE.sub(_as_code, name)
    if kind == "source":  # cited with hyphens or underscores alike
        name = name.replace("_", "-")
    return f"{kind}/{re.sub(r'[^a-z0-9_.-]+', '-', name.lower())}/"


def _as_code(letter: re.Match[str]) -> str:
    """A letter as others: a capital behind a hyphen, any other by its number."""
    low = letter[0].lower()
    return f"-{low}" if low.isascii() and low.isalpha() else f"-{ord(letter[0]):x}-"


def list_address(kind: str) -> str:
    """The address of the list of a kind."""
    return f"{kind}/"


def file_of(address: str) -> str:
    """The file of a page; an address that is no folder is a file itself.

    >>> file_of("relation/kv_crossover/"), file_of(""), file_of("site.css")
    ('relation/kv_crossover/index.html', 'index.html', 'site.css')
    """
    return f"{address}{_PAGE}" if not address or address.endswith("/") else address


def link_to(address: str, here: str) -> str:
    """The link from a page to an address with or without a fragment; it names the file, so that it
    also works without a server.

    >>> link_to("variable/gpus/", "relation/cost/")
    '../../variable/gpus/index.html'
    """
    bare, mark, fragment = address.partition("#")
    folder = posixpath.dirname(file_of(here)) or "."
    return posixpath.relpath(file_of(bare), folder) + mark + fragment
