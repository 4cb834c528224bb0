"""Messages for an assistant: what they say of the command line, as arguments of the tools."""

from __future__ import annotations

import re

INTERNAL = "internal error: this is a fault of derive's, not of the question. No value came of it."
_WORDS = (
    (re.compile(r"as in (\w+): ([^\s.]+)"), r'as in "bind": {"\1": "\2"}'),
    (re.compile(r"-g (\w+)=\"([^\"]*)\""), r'"given": {"\1": "\2"}'),
    (re.compile(r"-g \"(\w+)=([^\"]*)\""), r'"given": {"\1": "\2"}'),
    (re.compile(r"--variant \"([^=\"]+)=([^\"]+)\""), r'"variants": {"\1": "\2"}'),
    (re.compile(r"--([a-z][a-z-]*) \"([^\"]*)\""), r'"\1": "\2"'),
    (re.compile(r"--([a-z][a-z-]*) ([A-Z]\w*|[\d.]+)"), r'"\1": "\2"'),
    (re.compile(r"--([a-z][a-z-]*)"), r'"\1"'),
    (re.compile(r"Find one by words with: derive find WORDS\. "), ""),
    (re.compile(r"List them with: derive list (\w+?)s\b"), r'Look for it with find, "kind": "\1".'),
    (re.compile(r"derive list (\w+?)s\b"), r'find, "kind": "\1"'),
    (re.compile(r"derive show (\w+)"), r"find \1"),
)
_KEY = re.compile(r'"([a-z]+(?:-[a-z]+)+)"')


def for_assistant(message: str) -> str:
    """A message with options of the command line as arguments of the tools.

    >>> for_assistant("Add --kv-precision P (derive list accelerators).")
    'Add "kv_precision": "P" (find, "kind": "accelerator").'
    >>> for_assistant('-g gpus="8 GPU"')
    '"given": {"gpus": "8 GPU"}'
    """
    for pattern, words in _WORDS:
        message = pattern.sub(words, message)
    return _KEY.sub(lambda key: f'"{key[1].replace("-", "_")}"', message)
