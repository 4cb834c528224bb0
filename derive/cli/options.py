"""Options shared by commands: givens, catalogue, output."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import Any

import click

from derive.cli.helps import EXAMPLE
from derive.library.catalogue.lookups import Lookup, lookups
from derive.packs.in_use import usual_in_use

Decorator = Callable[[Any], Any]
_TAKES_ENTRIES = "takes_entries"  # marks a command that takes givens from the catalogue


def with_lookups(command: click.Command) -> click.Command:
    """A command that takes givens, with the options that take them from the catalogue of the packs
    in use; any other as it is.
    """
    if not getattr(command.callback, _TAKES_ENTRIES, False):
        return command
    place = [option.name for option in command.params].index("file") + 1
    made = copy(command)
    own = [_lookup_option(row) for row in lookups().values()]
    made.params = [*command.params[:place], *own, *command.params[place:]]
    if not usual_in_use():
        made.params = [one for one in made.params if one.name != "efficiency"]
    return made


def refuse_options(ctx: click.Context, names: Sequence[str], why: str) -> None:
    """Raise click.UsageError for the first of some options that is given, saying `why`."""
    for name in names:
        if ctx.params.get(name):
            raise click.UsageError(f"--{name.replace('_', '-')} {why}")


def _lookup_option(row: Lookup) -> click.Option:
    if not row.metavar:
        return click.Option([row.option], is_flag=True, help=row.full_help)
    return click.Option([row.option], metavar=row.metavar, help=row.full_help)


_KNOWN: tuple[Decorator, ...] = (
    click.option(
        "-g",
        "--given",
        multiple=True,
        metavar="NAME=VALUE",
        help=f"A known value with its unit: -g {EXAMPLE}.",
    ),
    click.option(
        "-f",
        "--file",
        "file",
        metavar="CASE.toml",
        help="Read the question from a file (- for stdin); options beat what it says.",
    ),
    click.option(
        "--variant",
        multiple=True,
        metavar="GROUP=CHOICE",
        help="Another way to state a relation; GROUP and CHOICE: derive list variants.",
    ),
    click.option(
        "--rtol",
        type=float,
        metavar="R",
        help="How far givens may disagree, beyond the digits they are written with.",
    ),
    click.option(
        "--data",
        multiple=True,
        metavar="FILE",
        help="Your own entries (TOML): chips, models, prices, ..., laid over the catalogue.",
    ),
    click.option(
        "--units",
        multiple=True,
        metavar="FILE|TEXT",
        help="Your own units, one `name = 3 * unit` a line, and rates between currencies,"
        " `EUR = 1.08 USD`: a file, or the line itself.",
    ),
)
_DATA = _KNOWN[-2:]


def known_options(command: Any) -> Any:
    """The options for the givens of a question; those of the catalogue come in `with_lookups`."""
    setattr(command, _TAKES_ENTRIES, True)
    return _decorated(command, _KNOWN)


def data_options(command: Any) -> Any:
    """The options for the user's own catalogue entries and units."""
    return _decorated(command, _DATA)


variant_option = _KNOWN[-4]
unit_option = click.option(
    "--unit", metavar="UNIT", help="Show the answer in this unit: --unit kB/token."
)
draws_option = click.option(
    "--draws",
    type=int,
    metavar="N",
    help="Draws of each uncertain given, where its spread has to be sampled (100000).",
)
seed_option = click.option(
    "--seed",
    type=int,
    metavar="N",
    help="The seed of the draws (0): the same seed, the same numbers.",
)
efficiency_option = click.option(
    "--efficiency",
    metavar="measured",
    help="Take the share of the bound of a step that comparable published points realise: the"
    " answer is an estimate with a band.",
)
within_option = click.option(
    "--within", metavar="SHARE", help='Tell how well each given must be known: --within "10 %".'
)
detail_options: tuple[Decorator, ...] = (
    click.option("--brief", is_flag=True, help="Print the result alone, a line each."),
    click.option(
        "--explain",
        is_flag=True,
        help="Print all: the derivation line by line, relations, checks and sources.",
    ),
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
force_option = click.option(
    "--force", is_flag=True, help="Replace a file that derive did not make, or that was changed."
)


def out_option(known: Sequence[str]) -> Decorator:
    """The option -o of a command that writes files with these suffixes."""
    words = f"Write to a file instead: {', '.join(known)}."
    return click.option("-o", "--out", metavar="FILE", help=words)


def _decorated(command: Any, options: tuple[Decorator, ...]) -> Any:
    for option in reversed(options):
        command = option(command)
    return command
