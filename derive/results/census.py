"""Census: counts over the findings in a corpus, and a sample of its accusations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from derive.display import Displayed
from derive.results.corpus import CorpusRow


class FindingKind(NamedTuple):
    """Level, rule and verdict of findings that are counted together."""

    level: str
    rule: str
    verdict: str


@dataclass(frozen=True, slots=True, repr=False)
class Census(Displayed):
    """Counts over a corpus.

    `counts` has the findings by level, rule and verdict, the gravest first; `equations` leaves out
    those on bindings, and `judged` also what is not judged. `given_up` has a row for each document
    that was given up or cannot be read. `accusations` is how many findings are errors, `sample`
    those drawn of them.
    """

    documents: int
    without_equations: int
    equations: int
    judged: int
    counts: Mapping[FindingKind, int]
    given_up: tuple[CorpusRow, ...] = ()
    accusations: int = 0
    sample: tuple[CorpusRow, ...] = ()

    @property
    def share_judged(self) -> float | None:
        """The share of the equations that were judged; None without equations."""
        return self.judged / self.equations if self.equations else None

    def total(self, part: str) -> dict[str, int]:
        """The findings by one of "level", "rule" and "verdict"."""
        totals: dict[str, int] = {}
        for kind, number in self.counts.items():
            name = getattr(kind, part)
            totals[name] = totals.get(name, 0) + number
        return totals
