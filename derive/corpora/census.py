"""Census of shards: what the findings in a corpus come to, and a sample for labelling."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

from derive.checking.verdicts.levels import OF_NO_EQUATION, FindingVerdict, Level, Rule
from derive.corpora.shards import Shards
from derive.errors import GivenError
from derive.results.census import Census, FindingKind
from derive.results.corpus import CorpusRow, CorpusRule

_LEVELS = [str(level) for level in Level]
_RULES = [str(rule) for rule in Rule]


def census(shards: str | Path, *, sample: int = 0, seed: int = 0) -> Census:
    """Count the findings in the shards of a corpus, and draw as many of its accusations (findings
    of level error) as a `sample` has, the same for the same `seed` and findings.

    Raises DataError for a folder without shards, GivenError for a negative sample, MissingExtra.
    """
    if sample < 0:
        raise GivenError("sample", f"{sample} is not a number of findings", "State 0 or more.")
    counts: Counter[FindingKind] = Counter()
    documents: set[str] = set()
    empty, given_up, accusations = 0, [], []
    for row in Shards(Path(shards)).rows():
        documents.add(row.path)
        if row.rule == CorpusRule.NO_EQUATION:
            empty += 1
        elif row.rule in tuple(CorpusRule):
            given_up.append(row)
        else:
            counts[FindingKind(row.level, row.rule, row.verdict)] += 1
            if row.level == Level.ERROR:
                accusations.append(row)
    equations = {kind: n for kind, n in counts.items() if kind.rule not in OF_NO_EQUATION}
    unjudged = {k: n for k, n in equations.items() if k.verdict == FindingVerdict.NOT_JUDGED}
    return Census(
        len(documents),
        empty,
        sum(equations.values()),
        sum(equations.values()) - sum(unjudged.values()),
        dict(sorted(counts.items(), key=lambda item: (_gravity(item[0]), item[0]))),
        tuple(sorted(given_up, key=lambda row: row.path)),
        len(accusations),
        _drawn(accusations, sample, seed),
    )


def _gravity(kind: FindingKind) -> tuple[int, int]:
    """The place of a kind among all, errors first."""
    return _LEVELS.index(kind.level), _RULES.index(kind.rule)


def _drawn(accusations: list[CorpusRow], sample: int, seed: int) -> tuple[CorpusRow, ...]:
    """A sample, whatever the order of the shards, by path and line."""
    ordered = sorted(accusations, key=lambda row: (row.path, row.line, row.message))
    drawn = Random(seed).sample(ordered, min(sample, len(ordered)))
    return tuple(sorted(drawn, key=lambda row: (row.path, row.line, row.message)))
