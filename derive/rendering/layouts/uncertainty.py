"""Sections on the uncertainty of an answer: spread, contributions, required accuracies."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from derive.display import sentence
from derive.rendering.document.document import (
    Code,
    DocumentBlock,
    Heading,
    Items,
    Math,
    Paragraph,
    Table,
    Text,
    Words,
)
from derive.rendering.document.wording import named
from derive.results.answer import Answer
from derive.results.known import Known
from derive.results.uncertain import UncertainKind
from derive.results.uncertainty import Share, Spread, SpreadMethod, Tolerance, percent
from derive.units.display import format_number, format_value


def standing(answer: Answer) -> list[DocumentBlock]:
    """The note on the values in the derivation of an uncertain answer."""
    spread, uncertain = answer.spread, [k.uncertain for k in answer.known if k.uncertain]
    of_set = answer.intervals and any(u.kind == UncertainKind.INTERVAL for u in uncertain)
    if spread is None and not of_set:
        return []
    ranged = spread is None or spread.method == SpreadMethod.INTERVAL
    where = "middles of the intervals" if ranged else "medians of what is uncertain"
    if any(map(_is_end, answer.known)):
        where = "ends of the intervals that are shown"
    return [Paragraph((Text(f"The numbers in the derivation are those at the {where}."),), "note")]


def uncertain_origin(known: Known) -> str:
    """The statement of an uncertain given: "as lognormal 1e11 to 3e11 param; here its median"."""
    if known.uncertain is None:
        return ""
    centre = "middle" if known.uncertain.kind == UncertainKind.INTERVAL else "median"
    centre = "end" if _is_end(known) else centre
    return f" as {known.uncertain.text(known.var.unit)}; here its {centre}"


def _is_end(known: Known) -> bool:
    """Whether the value shown of an interval is an end of it, where its middle tells nothing."""
    interval = known.uncertain
    if interval is None or interval.kind != UncertainKind.INTERVAL:
        return False
    return known.value in (interval.low, interval.high) and interval.low < interval.high


def place(answer: Answer) -> str:
    """The point of the value shown: " at the medians"; empty if it is the whole answer."""
    spread = answer.spread
    if spread is None or spread.single:
        return ""
    ends = [end for i in answer.intervals for end in (i.low, i.high)]
    whole = sorted([*ends, *(v.value for v in answer.values)]) if ends else []
    if whole and (whole[0], whole[-1]) == (spread.low, spread.high):
        return ""
    return " at the middles" if spread.method == SpreadMethod.INTERVAL else " at the medians"


def spread_line(answer: Answer) -> list[Words]:
    """The spread as a line of the result's box, unless the box has it already."""
    if answer.spread is None or not place(answer):
        return []
    return [(Text(sentence(answer.spread.range_text, stop=False)),)]


def how_sure(answer: Answer) -> list[DocumentBlock]:
    """The section on the spread: method, mean, regimes, statuses, contributions."""
    spread = answer.spread
    if spread is None:
        return []
    points: list[Words] = [
        (Text(f"{sentence(spread.range_text, stop=False)} ({spread.method}: {spread.how})."),)
    ]
    if spread.median is not None and spread.mean is not None:
        median, mean = (
            format_value(value, spread.target.unit, 3) for value in (spread.median, spread.mean)
        )
        points.append((Text(f"Median {median}, mean {mean}."),))
    if spread.regimes:
        of = " of the draws that have a value" if spread.method == SpreadMethod.SAMPLED else ""
        points.append((Text(f"Regimes{of}: "), *named(_listed(spread.regimes), answer), Text(".")))
    if spread.statuses and [share.name for share in spread.statuses] != ["solved"]:
        shares = ", ".join(spread.status_texts)
        sampled = spread.method == SpreadMethod.SAMPLED
        points.append((Text(f"Of all draws: {shares}." if sampled else sentence(shares)),))
    blocks: list[DocumentBlock] = [Items(tuple(points))]
    if len(spread.budget) > 1 and any(item.share for item in spread.budget):
        blocks += [Paragraph((Text(_budget_words(spread)),)), _budget(spread)]
    return blocks


def _listed(shares: Iterable[Share]) -> str:
    return ", ".join(percent(share) for share in shares)


def _budget_words(spread: Spread) -> str:
    start = (
        f"What to learn first: the share of the variance of {spread.budget_of} of"
        f" {spread.target.name} that goes away when one given is known"
    )
    rest = 1.0 - math.fsum(item.share for item in spread.budget)
    if spread.method != SpreadMethod.SAMPLED:
        return f"{start} (the shares are exact)."
    joint = f"; what is left, {_percent(rest)}, they cause only jointly" if rest >= 0.01 else ""
    return f"{start} (by the correlation ratio of the draws){joint}."


def _budget(spread: Spread) -> Table:
    rows = tuple(
        ((Math(item.var),), (Code(item.var.name),), (Text(_percent(item.share)),))
        for item in spread.budget
    )
    return Table(("Symbol", "Given", "Share of the variance"), rows, "llr")


def tolerance_blocks(
    needed: Sequence[Tolerance], target: str, within: float
) -> list[DocumentBlock]:
    """The section on the required accuracy of each given."""
    if not needed:
        return []
    start = (
        f"{target} stays within {_percent(within)} of its value if one given is off by at most the"
        " first share, or all of them by at most the second."
    )
    rows = tuple(map(_tolerance, needed))
    return [
        Heading(1, "How well it must be known"),
        Paragraph((Text(start),)),
        Table(("Symbol", "Known value", "Alone", "All together"), rows, "llrr"),
    ]


def _tolerance(item: Tolerance) -> tuple[Words, ...]:
    alone, together = (Text(_most(share)) for share in (item.alone, item.together))
    return (Math(item.var),), (Code(item.var.name),), (alone,), (together,)


def _most(share: float) -> str:
    return f"±{_percent(share)}" if math.isfinite(share) else "any"


def _percent(share: float) -> str:
    return f"{format_number(100 * share, 2 if share < 0.995 else 3)} %"
