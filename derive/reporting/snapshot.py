"""Snapshots of a report: its answers and verdicts as data, and the changes between two."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from derive.errors import TextError
from derive.results.answer import Answer
from derive.units.display import format_number, format_value, with_unit
from derive.units.text import parse_unit

Value = tuple[float, str]  # in the unit of the entry, and the regime in which it holds


@dataclass(frozen=True, slots=True)
class AnswerSnapshot:
    """One answer or verdict; values have 12 digits, so that all machines write the same."""

    asked: str
    target: str = ""
    status: str = ""
    sense: str = ""
    regime: str = ""
    unit: str = ""
    values: tuple[Value, ...] = ()
    interval: tuple[float, ...] = ()
    verdict: str = ""

    @property
    def found(self) -> str:
        """The values in words, in the unit that reads best."""
        ends = [" to ".join(self._shown(end) for end in self.interval)] if self.interval else []
        return " or ".join([*ends, *(self._shown(value) for value, _ in self.values)]) or "no value"

    def _shown(self, value: float) -> str:
        try:
            unit = parse_unit(self.unit)
        except TextError:  # a unit of the user's own that is not known now
            return with_unit(format_number(value), self.unit)
        return format_value(value * unit.factor, unit)


def record(
    answers: Mapping[str, Answer], verdicts: Mapping[str, str] | None = None
) -> list[AnswerSnapshot]:
    """Snapshots of answers and of verdicts on claims."""
    entries = [_entry(name, answer) for name, answer in answers.items()]
    tried = (verdicts or {}).items()
    return [*entries, *(AnswerSnapshot(f"claim {id}", verdict=found) for id, found in tried)]


def _entry(name: str, answer: Answer) -> AnswerSnapshot:
    unit = answer.target.unit
    values = tuple(
        (_rounded(outcome.value / unit.factor), outcome.regime) for outcome in answer.outcomes
    )
    interval = tuple(_rounded(end / unit.factor) for end in answer.interval or ())
    target, status, sense = answer.target.name, answer.status, answer.sense
    return AnswerSnapshot(name, target, status, sense, answer.regime, unit.text, values, interval)


def _rounded(value: float) -> float:
    return float(f"{value:.12g}")


def written(entries: Sequence[AnswerSnapshot]) -> list[str]:
    """One line of JSON for each entry, without empty fields."""
    return [_line(entry) for entry in entries]


def _line(entry: AnswerSnapshot) -> str:
    """An entry as JSON without signs that close a comment or start markup."""
    fields = {key: value for key, value in asdict(entry).items() if value or key == "asked"}
    text = json.dumps(fields)
    return text.replace("--", "-\\u002d").replace("<", "\\u003c").replace(">", "\\u003e")


def read(lines: Sequence[str]) -> list[AnswerSnapshot]:
    """The entries of these lines; an unreadable line is left out."""
    return [entry for line in lines if (entry := _read(line)) is not None]


def _read(line: str) -> AnswerSnapshot | None:
    try:
        data = json.loads(line)
        values = tuple((float(value), str(regime)) for value, regime in data.pop("values", ()))
        interval = tuple(float(end) for end in data.pop("interval", ()))
        texts = {key: str(value) for key, value in data.items()}
        return AnswerSnapshot(**texts, values=values, interval=interval)
    except (ValueError, TypeError, AttributeError):
        return None


def differences(was: Sequence[AnswerSnapshot], now: Sequence[AnswerSnapshot]) -> list[str]:
    """The changes, a sentence each: verdicts and statuses first, then regimes, then numbers.

    >>> Snap = AnswerSnapshot
    >>> one, two = (Snap("a", "x", "solved", unit="s", values=((x, ""),)) for x in (1.0, 2.0))
    >>> differences([one], [two])
    ['a: x moved from 1 s to 2 s (+100 %)']
    """
    before, after = ({entry.asked: entry for entry in entries} for entries in (was, now))
    found = [(2, f"{name} is asked no more") for name in before if name not in after]
    found += [
        (2, f"{name} is new: {_summary(entry)}")
        for name, entry in after.items()
        if name not in before
    ]
    for name, entry in after.items():
        if name in before:
            found += _changes(before[name], entry)
    return [text for _, text in sorted(found, key=lambda pair: pair[0])]


def _summary(entry: AnswerSnapshot) -> str:
    return entry.verdict or f"{entry.target}, {entry.status}, {entry.found}"


def _changes(was: AnswerSnapshot, now: AnswerSnapshot) -> list[tuple[int, str]]:
    name = now.asked if now.asked.endswith(now.target) else f"{now.asked}: {now.target}"
    if was.target != now.target or was.unit != now.unit:
        changed = f"{was.target} [{was.unit}], now {now.target} [{now.unit}]"
        return [(2, f"{now.asked} asks for something else: {changed}")]
    found = []
    if was.verdict != now.verdict:
        found.append((0, f"the verdict on {now.asked} changed: {was.verdict}, now {now.verdict}"))
    if was.status != now.status:
        found.append((0, f"{name} was {was.status}, is {now.status}"))
    if was.sense != now.sense:
        senses = f"was an {was.sense}, is an {now.sense}".replace("an lower", "a lower")
        found.append((1, f"{name} {senses}"))
    regimes = [" or ".join(_regimes(entry)) for entry in (was, now)]
    if regimes[0] != regimes[1]:
        found.append((1, f"{name} changed its regime: {regimes[0]}, now {regimes[1]}"))
    if was.found != now.found or _moved(was, now):
        found.append((2, f"{name} moved from {was.found} to {now.found}{_by(was, now)}"))
    return found


def _regimes(entry: AnswerSnapshot) -> list[str]:
    named = [regime for _, regime in entry.values if regime] or (
        [entry.regime] if entry.regime else []
    )
    return list(dict.fromkeys(named)) or ["none named"]


def _moved(was: AnswerSnapshot, now: AnswerSnapshot) -> bool:
    before, after = (
        [*entry.interval, *(value for value, _ in entry.values)] for entry in (was, now)
    )
    return len(before) != len(after) or any(
        abs(a - b) > 1e-9 * max(abs(a), abs(b)) for a, b in zip(before, after, strict=True)
    )


def _by(was: AnswerSnapshot, now: AnswerSnapshot) -> str:
    if len(was.values) != 1 or len(now.values) != 1 or not was.values[0][0]:
        return ""
    return f" ({100 * (now.values[0][0] / was.values[0][0] - 1):+.3g} %)"
