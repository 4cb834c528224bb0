"""derive lsp: findings, readings and mends in an editor."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import click

from derive.cases.user_files import load_user_files
from derive.checking.symbols.bindings import read_bindings
from derive.cli.options import data_options
from derive.errors import MissingExtra

_SERVER = "derive.lsp.server"  # imported on use


@click.command("lsp")
@click.option(
    "--bindings",
    multiple=True,
    metavar="FILE",
    help="Meanings that hold in every document, as in derive check.",
)
@data_options
def command(bindings: tuple[str, ...], data: tuple[str, ...], units: tuple[str, ...]) -> None:
    """Serve an editor: findings as one types, what a symbol is read as, mends and bindings.

    An editor starts it and talks to it over stdin and stdout by the Language Server Protocol.
    """
    load_user_files(data, units)
    own: dict[str, str] = {}
    for file in bindings:
        own.update(read_bindings(Path(file)))
    try:
        server = import_module(_SERVER)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise MissingExtra("the language server", "pygls", "lsp") from error
    server.make_server(own).start_io()
