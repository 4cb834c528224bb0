"""How sure an answer is, as blocks: its spread, which given is to blame, and how well each must be
known.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

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
from derive.rendering.document.wording import named, sentence
from derive.results.answer import Answer
from derive.results.known import Known
from derive.results.uncertain import UncertainKind
from derive.results.uncertainty import Share, Spread, SpreadMethod, Tolerance, percent
from derive.units.display import format_number, format_value


def standing(answer: Answer) -> list[DocumentBlock]:
    """Where the derivation stands, if some given has no single value."""
    if answer.spread is None:
        return []
    where = (
        "middles of the intervals"
        if answer.spread.method == SpreadMethod.INTERVAL
        else "medians of what is uncertain"
    )
    return [Paragraph((Text(f"The numbers in the derivation are those at the {where}."),), "note")]


def uncertain_origin(known: Known) -> str:
    """How an uncertain given was stated: "as lognormal 1e11 to 3e11 param; here its median"."""
    if known.uncertain is None:
        return ""
    return (
        f" as {known.uncertain.text(known.var.unit)}; here its"
        f" {'middle' if known.uncertain.kind == UncertainKind.INTERVAL else 'median'}"
    )


def place(answer: Answer) -> str:
    """Where the value shown stands: " at the medians"; nothing where it is the whole answer."""
    spread = answer.spread
    if spread is None or answer.interval == (spread.low, spread.high) or spread.single:
        return ""
    return " at the middles" if spread.method == SpreadMethod.INTERVAL else " at the medians"


def spread_line(answer: Answer) -> list[Words]:
    """The spread in one line of the result's box, unless that holds it already."""
    return (
        [(Text(sentence(answer.spread.range_text, stop=False)),)]
        if answer.spread is not None and place(answer)
        else []
    )


def how_sure(answer: Answer) -> list[DocumentBlock]:
    """The section on the spread: how it was found, mean, regimes, statuses, and the budget."""
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
        points.append(
            (
                Text(
                    f"Of all draws: {_listed(spread.statuses)}."
                    if spread.method == SpreadMethod.SAMPLED
                    else f"{sentence(_listed(spread.statuses))}"
                ),
            )
        )
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
    """How well each given must be known, as a section."""
    if not needed:
        return []
    start = (
        f"{target} stays within {_percent(within)} of its value if one given is off by at most the"
        " first share, or all of them by at most the second."
    )
    rows = tuple(
        (
            (Math(item.var),),
            (Code(item.var.name),),
            (Text(_most(item.alone)),),
            (Text(_most(item.together)),),
        )
        for item in needed
    )
    return [
        Heading(1, "How well it must be known"),
        Paragraph((Text(start),)),
        Table(("Symbol", "Known value", "Alone", "All together"), rows, "llrr"),
    ]


def _most(share: float) -> str:
    return f"±{_percent(share)}" if math.isfinite(share) else "any"


def _percent(share: float) -> str:
    return f"{format_number(100 * share, 2 if share < 0.995 else 3)} %"
