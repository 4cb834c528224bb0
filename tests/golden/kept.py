"""A kept file of lines: compared, or written anew."""

from __future__ import annotations

import os
from itertools import zip_longest
from pathlib import Path


def compared(file: Path, found: list[str]) -> None:
    """The lines are those of the file; with DERIVE_REGENERATE they are written to it."""
    found = [" ".join(line.split("\n")) for line in found]
    if "DERIVE_REGENERATE" in os.environ:
        file.write_text("".join(f"{line}\n" for line in found), "utf-8")
    kept = file.read_text("utf-8").split("\n")[:-1]
    differ = [pair for pair in zip_longest(kept, found) if pair[0] != pair[1]]
    assert not differ, differ[:5]
