"""Mutants that no test can notice: `equivalent.toml` lists them by content, each with a reason."""

from __future__ import annotations

import tomllib
from pathlib import Path

from tests.mutation.mutants import Mutant

FILE = Path(__file__).with_name("equivalent.toml")
Key = tuple[str, str, str, str]  # file, function, what stood there, what stands there


def listed() -> dict[Key, str]:
    """The reasons, by the place and the change."""
    entries = tomllib.loads(FILE.read_text("utf-8")).get("mutant", [])
    return {
        (one["file"], one["function"], one["before"], one["after"]): one["reason"]
        for one in entries
    }


def key(mutant: Mutant) -> Key:
    return (mutant.path.as_posix(), mutant.function, *mutant.changed)
