"""Literals in JavaScript: lists, objects, texts and numbers, of which equal ones stand once."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_NUMBER = re.compile("0|[1-9][0-9]{0,8}")
_RESERVED = {"do", "if", "in", "for", "let", "new", "try", "var"}


def literal(value: Any) -> str:
    """A value in JavaScript; "inf" stands for infinity.

    >>> literal({"ends": [0, "inf"]})
    '{"ends":[0,1/0]}'
    """
    text = json.dumps(_short(value), ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return text.replace('"-inf"', "-1/0").replace('"inf"', "1/0")


def _short(value: Any) -> Any:
    """A value with whole floats as whole numbers, which JavaScript does not tell apart."""
    if isinstance(value, dict):
        return {key: _short(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_short(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def shared(value: Any) -> str:
    """A value as an expression that names its repeated parts first.

    >>> shared([[1, 2, 3], {"x": [1, 2, 3]}, [1, 2, 3]])
    '(()=>{const a=[1,2,3];return [a,{x:a},a]})()'
    """
    parts = _Parts()
    parts.count(value)
    text = parts.text(value)
    named = ",".join(f"{name}={made}" for made, name in parts.names.items())
    return f"(()=>{{const {named};return {text}}})()" if named else f"({text})"


@dataclass
class _Parts:
    """The number of times that each list and object occurs, and the names of those worth one."""

    uses: dict[str, int] = field(default_factory=dict)
    keys: dict[int, str] = field(default_factory=dict)
    done: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    def count(self, value: Any) -> None:
        """Count a part, and what is in it where it is new."""
        if isinstance(value, (list, tuple, dict)):
            key = self.key(value)
            self.uses[key] = self.uses.get(key, 0) + 1
            if self.uses[key] == 1:
                for inner in value.values() if isinstance(value, dict) else value:
                    self.count(inner)

    def key(self, value: Any) -> str:
        """The part as a text of its own."""
        if id(value) not in self.keys:
            self.keys[id(value)] = json.dumps(value, sort_keys=True)
        return self.keys[id(value)]

    def text(self, value: Any) -> str:
        """A part, or its name."""
        if not isinstance(value, (list, tuple, dict)):
            return literal(value)
        key = self.key(value)
        if key not in self.done:
            made = self.made(value)
            saved = (self.uses[key] - 1) * (len(made) - 2) - 6
            self.done[key] = self.name(made) if saved > 0 else made
        return self.done[key]

    def made(self, value: Any) -> str:
        if isinstance(value, dict):
            pairs = (f"{_key(k)}:{self.text(item)}" for k, item in sorted(value.items()))
            return f"{{{','.join(pairs)}}}"
        return f"[{','.join(map(self.text, value))}]"

    def name(self, made: str) -> str:
        number = len(self.names)
        while (name := _name(number)) in _RESERVED or name in self.names.values():
            number += 1
        self.names[made] = name
        return name


def _key(key: str) -> str:
    bare = key.isascii() and (key.isidentifier() or _NUMBER.fullmatch(key))
    return key if bare else literal(key)


def _name(number: int) -> str:
    name, rest = "", number + 1
    while rest:
        rest, place = divmod(rest - 1, len(_LETTERS))
        name = _LETTERS[place] + name
    return name
