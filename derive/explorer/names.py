"""Shorter names in a script. A word is renamed wherever it stands, so that scopes need not be told
apart; what may be the name of a property, or of something outside the script, keeps its name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice, product
from string import ascii_letters

from derive.explorer.squeeze import Token, tokens

_LEAST = 3  # characters of a name that is made shorter
_OUTSIDE = re.compile(
    "Array|DATA|Date|Infinity|Intl|JSON|Map|Math|NaN|Node|Number|Object|Option|PROGRAMS|Set|String"
    "|WeakMap|WeakSet|console|derive|document|event|history|location|name|navigator|performance"
    "|screen|self|status|top|undefined|window"
)
_WORDS = re.compile(
    "arguments|as|async|await|break|case|catch|class|const|continue|default|delete|do|else|false"
    "|finally|for|function|get|if|import|in|instanceof|let|new|null|of|return|set|static|super"
    "|switch|this|throw|true|try|typeof|var|void|while|with|yield"
)
_PARTS = re.compile(r"\.\.\.|\.|[\w$]+")
_NAME = re.compile(r"[A-Za-z_$][\w$]*")
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
_BEFORE_BLOCK = frozenset({")", "else", "try", "finally", "do", ";", "{", "}"})


def shortened(script: str) -> str:
    """A squeezed script with shorter names for what it declares.

    >>> shortened("let total=(parts)=>parts.length;total([1])")
    'let b=(a)=>a.length;b([1])'
    """
    parts = list(_split(script))
    names = _Names([part for part in parts if part[0] != "space"])
    free = (n for n in _short_names() if n not in names.texts and not _WORDS.fullmatch(n))
    short = dict(zip(names.own, islice(free, len(names.own)), strict=True))
    return "".join(short.get(text, text) if kind == "name" else text for kind, text in parts)


class _Names:
    """The names in a script that may be changed: `own`, those that stand most often first."""

    def __init__(self, parts: list[Token]) -> None:
        self.parts = parts
        self.texts = {text for _, text in parts}
        self.declared: set[str] = set()
        self.properties: set[str] = set()
        self.walk()
        counts = Counter(text for _, text in parts)
        own = {
            word
            for word in self.declared - self.properties
            if len(word) >= _LEAST and not (_OUTSIDE.fullmatch(word) or _WORDS.fullmatch(word))
        }
        self.own = sorted(own, key=lambda word: (-counts[word], word))

    def text(self, place: int) -> str:
        """A part, empty beyond the ends."""
        return self.parts[place][1] if 0 <= place < len(self.parts) else ""

    def walk(self) -> None:
        """Find what is declared, and what names a property."""
        opened: list[tuple[str, int]] = []
        for place, (kind, text) in enumerate(self.parts):
            if text in _CLOSING or (kind == "template" and text.startswith("}")):
                _, start = opened.pop()
                if self.binds(start, place):
                    self.declared |= {t for k, t in self.parts[start:place] if k == "name"}
            if text in _OPENING or (kind == "template" and text.endswith("${")):
                opened.append(("object" if self.is_object(place) else text, place))
            elif kind == "name":
                before = self.text(place - 1)
                in_object = bool(opened) and opened[-1][0] == "object" and before in ("{", ",")
                if in_object or before == ".":
                    self.properties.add(text)
                elif before in ("let", "function") or self.assigns(place + 1):
                    self.declared.add(text)

    def assigns(self, place: int) -> bool:
        """Whether an assignment or an arrow stands here."""
        return self.text(place) == "=" and self.text(place + 1) != "="

    def binds(self, start: int, end: int) -> bool:
        """Whether a bracket holds parameters or what is taken apart."""
        before = self.text(start - 1), self.text(start - 2)
        return self.assigns(end + 1) or self.text(end + 1) == "of" or "function" in before

    def is_object(self, place: int) -> bool:
        """Whether an object, or a pattern of one, starts here, and no block."""
        before = self.text(place - 1)
        arrow = before == ">" and self.text(place - 2) == "="
        return self.text(place) == "{" and before not in _BEFORE_BLOCK and not arrow


def _split(script: str) -> Iterator[Token]:
    """The tokens of a script; a chain of names in its parts."""
    for kind, text in tokens(script):
        if kind != "word" or re.match(r"\.?\d", text):
            yield kind, text
            continue
        for part in _PARTS.findall(text):
            yield ("name" if _NAME.fullmatch(part) else "sign"), part


def _short_names() -> Iterator[str]:
    """Names of one letter, then of two."""
    yield from ascii_letters
    yield from (a + b for a, b in product(ascii_letters, repeat=2))
