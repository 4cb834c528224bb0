"""Which quick tests reach a line, and how long each takes: recorded once for each folder of tests,
and kept outside of the checkout until the rooms, or the tests of that folder, change.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.mutation.copies import ROOT, Checkout, Checkouts
from tests.mutation.plugin import ROOMS

NEAR = ("golden", "solving", "wrong", "analysis", "units", "equations", "algebra", "structure",
        "program", "results")  # fmt: skip
FOLDERS = (*NEAR, "library", "checking")  # the last ones reach most from afar


@dataclass
class Reach:
    """The recorded tests with their seconds, and the records of the folders."""

    seconds: dict[str, float]
    records: list[dict[str, Any]]

    def tests(self, path: Path, lines: range) -> list[str]:
        """The tests that reach these lines, the fastest of the folders near them first; where
        importing does so too, then the others of the room and the golden ones.
        """
        found: set[str] = set()
        for record in self.records:
            of_file = record["reached"].get(path.as_posix(), {})
            for line in lines:
                found.update(record["tests"][k] for k in of_file.get(str(line), ()))
        rest = self._of_room(path.parts[1]) - found if "" in found or not found else set()
        return [*self._ordered(found), *self._ordered(rest)]

    def _of_room(self, room: str) -> set[str]:
        folders = (f"tests/{room}/", "tests/golden/")
        return {test for test in self.seconds if test.startswith(folders)}

    def _ordered(self, tests: Iterable[str]) -> list[str]:
        known = (one for one in tests if one in self.seconds)
        return sorted(known, key=lambda one: (one.split("/")[1] not in NEAR, self.seconds[one]))


def recorded(checkouts: Checkouts, kept: Path) -> Reach:
    """What the tests reach, recorded in copies of the checkout where it is not kept yet."""
    kept.mkdir(parents=True, exist_ok=True)
    files = {folder: kept / f"{folder}-{_digest(folder)}.json" for folder in FOLDERS}
    absent = [folder for folder in FOLDERS if not files[folder].is_file()]
    if absent:
        print(f"recording what {', '.join(absent)} reach", flush=True)

    def record(checkout: Checkout, folder: str) -> None:
        for old in kept.glob(f"{folder}-*"):
            old.unlink()
        checkout.tested([f"tests/{folder}", "--maxfail=0"], RECORDED=files[folder])

    list(checkouts.each(record, absent))
    records = [json.loads(file.read_text("utf-8")) for file in files.values()]
    return Reach({k: time for one in records for k, time in one["seconds"].items()}, records)


def _digest(folder: str) -> str:
    """A digest of the rooms' sources and of a folder of tests."""
    rooms = [path for room in ROOMS for path in (ROOT / "derive" / room).rglob("*.py")]
    tests = [p for p in (ROOT / "tests" / folder).rglob("*") if p.suffix in (".py", ".txt")]
    sha = hashlib.sha256()
    for path in sorted((*rooms, *tests)):
        sha.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return sha.hexdigest()[:16]
