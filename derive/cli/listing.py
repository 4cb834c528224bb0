"""derive list: variables, relations, entries, sources, claims, reports, units and packs."""

from __future__ import annotations

from importlib import import_module

import click

from derive.cases.user_files import load_user_files
from derive.cli.options import data_options
from derive.cli.output import Output, output_options
from derive.equations.var import normal
from derive.errors import UnknownName
from derive.library import catalogue  # its names are imported when they are first touched
from derive.rendering.lists.data_table import Row
from derive.rendering.lists.table import rows_document, rows_json

_CLAIMS, _LIBRARY, _ENTRIES = (
    "derive.claims.rows",
    "derive.rendering.lists.library_rows",
    "derive.library.entry_rows",
)
_KINDS = "derive.rendering.lists.entry_rows"
# The module and function of the rows of each list; a module is imported on use.
LISTS = {
    "questions": ("derive.search.everyday", "question_rows"),
    "relations": (_LIBRARY, "relation_rows"),
    "variables": (_LIBRARY, "variable_rows"),
    "theorems": (_LIBRARY, "theorem_rows"),
    "constraints": (_LIBRARY, "constraint_rows"),
    "variants": (_LIBRARY, "variant_rows"),
    "claims": (_CLAIMS, "claim_rows"),
    "accelerators": (_ENTRIES, "accelerator_rows"),
    "models": (_ENTRIES, "model_rows"),
    "tiers": (_ENTRIES, "tier_rows"),
    "scaling_laws": (_ENTRIES, "law_rows"),
    "prices": (_ENTRIES, "price_sheet_rows"),
    "sources": (_LIBRARY, "source_rows"),
    "reports": ("derive.reporting.source", "report_rows"),
    "units": (_LIBRARY, "unit_rows"),
    "packs": ("derive.authoring.listed", "pack_rows"),
}
# What people call these lists otherwise.
_CALLED = {
    **dict.fromkeys(("chip", "gpu", "hardware"), "accelerators"),
    **dict.fromkeys(("equation", "formula"), "relations"),
    **dict.fromkeys(("law", "scaling_law_fit"), "scaling_laws"),
    **dict.fromkeys(("price_sheet", "api_price"), "prices"),
    **dict.fromkeys(("task", "everyday_question"), "questions"),
}
_SHOWN = {"variant_rows": "variant_group_rows"}  # the rows of a table in place of those of JSON


_THERE_ARE = f"There are: {', '.join(LISTS)}. Published measurements: derive validate."


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
@output_options(rows=True)
@click.pass_context
def command(
    ctx: click.Context,
    /,
    what: str | None,
    data: tuple[str, ...],
    units: tuple[str, ...],
    output: Output,
    **wanted: str | None,
) -> None:
    """List questions, relations, variables, theorems, constraints, variants, claims, accelerators,
    models, tiers, scaling_laws, prices, sources, reports, units or packs; or a kind of entry of a
    pack.

    \b
    derive list claims --source price-and-speed --verdict wrong
    """
    if what is None:
        raise click.UsageError(f"Say what to list: {', '.join(LISTS)}.", ctx)
    asked = normal(what)
    asked = _CALLED.get(asked.removesuffix("s"), asked)
    home = LISTS.get(asked) or LISTS.get(f"{asked}s") or _of_a_kind(asked)
    if home is None:
        raise UnknownName("list", what, LISTS, _THERE_ARE)
    filters = {key: word for key, word in wanted.items() if word is not None}
    if filters and home != LISTS["claims"]:
        option = f"--{next(iter(filters))}"
        problem = f"{option} picks among claims: derive list claims {option} ..."
        raise click.UsageError(problem, ctx)
    load_user_files(data, units)
    wanted_rows = filters if home[1] != "entry_rows" else {"kind": asked}
    shown = (home[0], _SHOWN.get(home[1], home[1]))
    titles = getattr(import_module(home[0]), "TITLES", {})

    def rows() -> list[Row]:
        return rows_json(_rows(home, wanted_rows))

    output.listed(
        rows,
        lambda: rows_document(_rows(shown, wanted_rows), asked.removesuffix("s"), titles),
        rows,
    )


def _of_a_kind(what: str) -> tuple[str, str] | None:
    """The rows of the entries of a kind that a pack has."""
    kinds = catalogue.entry_kinds()
    found = kinds.get(what) or kinds.get(what.removesuffix("s"))
    return (_KINDS, "entry_rows") if found is not None and not found.file else None


def _rows(home: tuple[str, str], filters: dict[str, str]) -> list[Row]:
    module, function = home
    rows: list[Row] = getattr(import_module(module), function)(**filters)
    return rows
