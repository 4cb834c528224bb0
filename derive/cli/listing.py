"""derive list: what there is to ask for, to look up and to cite."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import click

from derive.cli.options import data_options, json_option, out_option
from derive.rendering.document.measured import Measured

if TYPE_CHECKING:
    from derive.rendering.document.document import Words

# Columns too many for a terminal; `derive show` has them too.
_IN_JSON_ONLY = (
    "aliases",
    "source",
    "address",
    "expected",
    "where",
    "also",
    "why",
    "valid_from",
    "valid_to",
    "domain",
)
_HEADERS = {"peak": "peak, TFLOP/s", "balance_tokens": "balance, token", "drain_time": "drain"}
Row = dict[str, Any]


@click.command("list")
@click.argument("what", required=False, metavar="WHAT")
@click.option("--source", metavar="ID", help="Of the claims, those that this source states.")
@click.option("--subject", metavar="SUBJECT", help="Of the claims, those on this subject.")
@click.option(
    "--verdict",
    metavar="VERDICT",
    help='Of the claims, those on which the engine finds this: --verdict "hides a factor".',
)
@data_options
@json_option
@out_option
@click.pass_context
def command(
    ctx: click.Context,
    /,
    what: str | None,
    data: tuple[str, ...],
    units: tuple[str, ...],
    as_json: bool,
    out: str | None,
    **wanted: str | None,
) -> None:
    """List relations, variables, theorems, constraints, variants, claims, accelerators, models,
    tiers, scaling_laws, prices, sources, reports or units.

    \b
    derive list claims --source price-and-speed --verdict wrong
    """
    from derive.cli.output import deliver, deliver_json, wants_json
    from derive.cli.resolve import load_user_files
    from derive.equations.var import normal
    from derive.errors import UnknownName
    from derive.rendering.document.document import Document, Table

    if what is None:
        raise click.UsageError(f"Say what to list: {', '.join(LISTS)}.", ctx)
    rows_of = LISTS.get(normal(what)) or LISTS.get(f"{normal(what)}s")
    if rows_of is None:
        raise UnknownName("list", what, LISTS, f"There are: {', '.join(LISTS)}.")
    filters = {key: word for key, word in wanted.items() if word is not None}
    if filters and rows_of is not claim_rows:
        raise click.UsageError(
            f"--{next(iter(filters))} picks among claims: derive list claims"
            f" --{next(iter(filters))} ...",
            ctx,
        )
    load_user_files(data, units)
    rows = claim_rows(**filters) if filters else rows_of()
    if wants_json(as_json, out):
        deliver_json([{key: _json(value) for key, value in row.items()} for row in rows], out)
        return
    headers = tuple(key for key in (rows[0] if rows else ()) if key not in _IN_JSON_ONLY)
    cells = tuple(tuple(_cell(key, row[key]) for key in headers) for row in rows)
    title = f"{len(rows)} {normal(what).removesuffix('s')}{'' if len(rows) == 1 else 's'}"
    table = Table(tuple(_HEADERS.get(key, key) for key in headers), cells, "l" * len(headers))
    deliver(Document(title, (table,) if rows else ()), out)


def _cell(key: str, value: Any) -> Words:
    from derive.rendering.document.document import Code, Math, Text

    if value is not None and not isinstance(value, (str, list, dict, Measured)):
        return (Math(value),)
    return (Code(_text(value)) if key == "name" else Text(_text(value)),)


def _text(value: Any) -> str:
    """A value of a row as its cell shows it; names under which the same stands, together."""
    if isinstance(value, dict):
        texts = {name: _text(item) for name, item in value.items()}
        names = {
            text: "/".join(name for name in texts if texts[name] == text) for text in texts.values()
        }
        return ", ".join(f"{name} {text}" for text, name in names.items())
    if isinstance(value, Measured):
        return value.text
    return ", ".join(value) if isinstance(value, list) else value or ""


def _json(value: Any) -> Any:
    """Expressions as plain text, numbers with their units, the rest as it is."""
    from derive.equations.plain import plain

    if isinstance(value, dict):
        return {name: _json(item) for name, item in value.items()}
    if isinstance(value, Measured):
        return {"value": value.value, "unit": value.unit}
    return value if value is None or isinstance(value, (str, list)) else plain(value)


def relations() -> list[Row]:
    """Every relation of every variant."""
    from derive.library.api import library_system

    return [
        {"name": r.name, "equation": r.equation, "why": r.why, "source": r.source}
        for r in library_system().all_relations
    ]


def variables() -> list[Row]:
    """Every variable of the library."""
    from derive.library.nomenclature import vocabulary

    return [
        {
            "name": v.name,
            "symbol": v,
            "unit": v.unit.text,
            "meaning": v.meaning,
            "aliases": list(v.aliases),
        }
        for v in vocabulary
    ]


def theorems() -> list[Row]:
    """What follows from the relations."""
    from derive.library.api import theorems as known

    return [
        {
            "name": t.name,
            "equation": t.equation,
            "why": t.statement.why,
            "source": t.statement.source,
        }
        for t in known()
    ]


def constraints() -> list[Row]:
    """What must hold."""
    from derive.library.api import library_system

    return [
        {"name": c.name, "inequality": c.inequality, "why": c.why, "source": c.source}
        for c in library_system().constraints
    ]


def variants() -> list[Row]:
    """The ways in which a relation can be stated."""
    from derive.library.api import library_system

    system = library_system()
    stated = [r for r in system.all_relations if r.variant is not None]
    return [
        {
            "group": r.variant.group,
            "choice": " or ".join(r.variant.choices),
            "usual": "usual" if r.variant.usual else "",
            "relation": r.name,
            "why": r.why,
        }
        for r in stated
        if r.variant is not None
    ]


def claim_rows(**wanted: str) -> list[Row]:
    """What the write-ups claim, tried."""
    from derive.cli.claim_rows import claim_rows as tried

    return tried(**wanted)


def accelerators() -> list[Row]:
    """Chips with their peak rates, balance points, bandwidth, capacity and scale-up domain."""
    from derive.cli.entry_rows import accelerator_rows

    return accelerator_rows()


def models() -> list[Row]:
    """Models with their parameters and attention."""
    from derive.cli.entry_rows import model_rows

    return model_rows()


def tiers() -> list[Row]:
    """Memory tiers."""
    from derive.cli.entry_rows import tier_rows

    return tier_rows()


def scaling_laws() -> list[Row]:
    """Fits of scaling laws."""
    from derive.cli.entry_rows import law_rows

    return law_rows()


def prices() -> list[Row]:
    """Price sheets, tier by tier."""
    from derive.cli.entry_rows import price_sheet_rows

    return price_sheet_rows()


def sources() -> list[Row]:
    """Everything that values and relations cite."""
    from derive.library.catalogue.own_data import store

    return [
        {"name": s.id, "title": s.title, "date": s.date, "address": s.address}
        for s in store().sources().values()
    ]


def report_names() -> list[Row]:
    """The reports that can be made."""
    from derive.reporting import reports

    return [{"name": name} for name in reports()]


def units() -> list[Row]:
    """Units with their spellings and sizes, prefixes left out."""
    from derive.units.registry import resolve, unit_words

    spellings: dict[str, list[str]] = {}
    for word in unit_words():
        atom = resolve(word)
        if atom is not None:
            spellings.setdefault(atom.name, []).append(word)
    return [
        _unit_row(name, words)
        for name, words in sorted(spellings.items(), key=lambda item: item[0].lower())
    ]


def _unit_row(name: str, words: Iterable[str]) -> Row:
    from derive.units.registry import resolve
    from derive.units.unit import base_unit

    atom = resolve(name)
    size = f"{atom.factor:.6g} {base_unit(atom.dimension).text}" if atom is not None else ""
    return {
        "name": name,
        "size": size.removesuffix(" 1"),
        "spellings": [word for word in words if word != name],
    }


LISTS: dict[str, Callable[[], list[Row]]] = {
    "relations": relations,
    "variables": variables,
    "theorems": theorems,
    "constraints": constraints,
    "variants": variants,
    "claims": claim_rows,
    "accelerators": accelerators,
    "models": models,
    "tiers": tiers,
    "scaling_laws": scaling_laws,
    "prices": prices,
    "sources": sources,
    "reports": report_names,
    "units": units,
}
