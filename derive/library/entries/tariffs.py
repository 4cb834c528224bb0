"""The tiers of a price sheet, and which of them bill one request together."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from derive.equations.var import normal
from derive.errors import GivenError, TextError, UnknownName
from derive.library.catalogue.figure import SourcedValue
from derive.library.catalogue.record import Record
from derive.library.nomenclature.prices import tier_threshold
from derive.units.text import parse_quantity

_STEP = re.compile(r"(<=|>)\s*([^\s,]+)")


@dataclass(frozen=True, slots=True)
class PriceRow:
    """One tier of a price sheet. `prices` by what is charged for (input, output, cache_read, ...),
    in USD/token as `value`.
    """

    tier: str
    prices: Mapping[str, SourcedValue]
    source: str
    note: str = ""
    valid_from: str = ""
    valid_to: str = ""
    verified: bool = True


@dataclass(frozen=True, slots=True)
class Tariff:
    """The tiers that bill one request: one, or the two on either side of a step in the prompt
    length.
    """

    lower: PriceRow
    upper: PriceRow | None = None

    @property
    def name(self) -> str:
        """The words of the tier; those of two that belong together read "prompt <= or > 200k"."""
        return (
            self.lower.tier if self.upper is None else self.lower.tier.replace("<=", "<= or >", 1)
        )

    @property
    def names(self) -> tuple[str, ...]:
        """Every name by which it can be chosen."""
        return (self.name, self.lower.tier, *((self.upper.tier,) if self.upper else ()))

    @property
    def plain(self) -> bool:
        """Whether it bills a request without options: the tier "standard",
        or two that only the step tells apart.
        """
        return "," not in self.name if self.upper is not None else normal(self.name) == "standard"

    @property
    def listed(self) -> str:
        """Its name, with the date at which it ended."""
        return f"{self.name} (until {self.lower.valid_to})" if self.lower.valid_to else self.name


def price_rows(record: Record) -> tuple[PriceRow, ...]:
    """The tiers of a price sheet as they stand in it.

    >>> from derive.library.catalogue import entry
    >>> price_rows(entry("price", "gemini_2_5_pro"))[1].prices["input"].written
    '2.5 USD/Mtoken'
    """
    return tuple(
        _row(raw, [figure for figure in record.figures if figure.what == raw["tier"]])
        for raw in record.raw.get("tiers", ())
    )


def _row(raw: Mapping[str, str], figures: list[SourcedValue]) -> PriceRow:
    prices = {figure.key: figure for figure in figures}
    return PriceRow(
        raw["tier"],
        prices,
        figures[0].source,
        figures[0].note,
        raw.get("valid_from", ""),
        raw.get("valid_to", ""),
        figures[0].verified,
    )


def tariffs(record: Record) -> tuple[Tariff, ...]:
    """The tiers of a sheet, each "... <= N" together with the "... > N" of the same words."""
    rows = price_rows(record)
    above = {row.tier: row for row in rows if (step := _STEP.search(row.tier)) and step[1] == ">"}
    pairs = [
        Tariff(row, above.get(row.tier.replace("<=", ">", 1)) if "<=" in row.tier else None)
        for row in rows
    ]
    taken = {pair.upper.tier for pair in pairs if pair.upper}
    return tuple(pair for pair in pairs if pair.lower.tier not in taken)


def tariff_named(record: Record, words: str) -> Tariff:
    """The tariff of a sheet that is called, or else contains, these words. Raises UnknownName, or
    GivenError where several do.
    """
    every, wanted = tariffs(record), normal(words)
    exact = [tariff for tariff in every if wanted in map(normal, tariff.names)]
    found = exact or [
        tariff
        for tariff in every
        if wanted and any(wanted in normal(name) for name in tariff.names)
    ]
    if not found:
        names = [name for tariff in every for name in tariff.names]
        raise UnknownName(f"tier of {record.id}", words, names, f"There are: {_listed(every)}.")
    if len(found) > 1:
        raise GivenError(
            "price tier",
            f"{len(found)} tiers of {record.id} fit “{words}”: {_listed(found)}",
            "Say more of its words.",
        )
    return found[0]


def usual_tariff(record: Record) -> Tariff:
    """The tariff of a request without options. Raises GivenError with the tiers where
    the sheet does not say which that is.
    """
    every = tariffs(record)
    current = [
        tariff
        for tariff in every
        if not tariff.lower.valid_to and (tariff.upper or not _STEP.search(tariff.name))
    ]
    threshold = record.of(tier_threshold)
    steps = [tariff for tariff in current if tariff.upper] if threshold else current
    found = [tariff for tariff in steps if tariff.plain] or steps
    if len(found) == 1:
        return found[0]
    if not every:
        raise GivenError(
            "price", f"{record.name} has no tiers in the catalogue", f"It is in {record.file}."
        )
    steps_at = f", which steps at {threshold.written}," if threshold and not found else ""
    problem = f"it cannot be told which tier of {record.name}{steps_at} a request pays unasked"
    raise GivenError(
        "price tier", problem, f"Choose one by its words (tier=, --price-tier): {_listed(every)}."
    )


def step_of(record: Record, tariff: Tariff) -> SourcedValue:
    """The prompt length above which the upper tier is charged: the sheet's threshold, unless the
    tier's words say another. Raises GivenError without either.
    """
    worded, stated = _step_in_words(tariff.lower), record.of(tier_threshold)
    agree = stated is not None and (worded is None or worded.value == stated.value)
    step = stated if agree else worded
    if step is None:
        problem = (
            f"{record.id} does not say above which prompt length “{tariff.name}” charges its upper"
            " tier"
        )
        raise GivenError(
            "price tier",
            problem,
            'Add threshold = { value = "200e3 token/sequence", source = "..." } to the sheet.',
        )
    return step


def _step_in_words(row: PriceRow) -> SourcedValue | None:
    """The number in "prompt <= 200k" as a figure from the row's source."""
    step = _STEP.search(row.tier)
    written = f"{step[2]} token/sequence" if step else ""
    try:
        quantity = parse_quantity(written)
    except TextError:
        return None
    if quantity.unit is None or quantity.unit.dimension != tier_threshold.unit.dimension:
        return None
    return SourcedValue(
        tier_threshold.name,
        written,
        row.source,
        value=quantity.value,
        unit=quantity.unit,
        verified=row.verified,
    )


def _listed(tariffs: tuple[Tariff, ...] | list[Tariff]) -> str:
    return "; ".join(tariff.listed for tariff in tariffs)
