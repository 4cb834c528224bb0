"""derive mcp: answers for assistants."""

from __future__ import annotations

from importlib import import_module

import click

from derive.cli.options import data_options
from derive.errors import MissingExtra
from derive.packs.in_use import active

_SERVER, _WORKER = "derive.mcp.server", "derive.mcp.worker"  # imported on use
_USER_FILES = "derive.cases.user_files"  # only if there are files to load


@click.command("mcp")
@click.option(
    "--limit",
    type=click.FloatRange(0.1, 600),
    default=20.0,
    show_default=True,
    metavar="SECONDS",
    help="How long a question may take.",
)
@data_options
def command(limit: float, data: tuple[str, ...], units: tuple[str, ...]) -> None:
    """Serve an assistant: answers, formulas, checks and names as tools, what they rest on as
    resources.

    An assistant starts it and talks to it over stdin and stdout by the Model Context Protocol.
    """
    if data or units:
        import_module(_USER_FILES).load_user_files(data, units)
    try:
        server = import_module(_SERVER)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("mcp", "mcp_types", "anyio"):
            raise
        raise MissingExtra("the server for assistants", "mcp", "mcp") from error
    names = [pack.name for pack in active()]
    server.serve(import_module(_WORKER).Worker(limit, data, units, names))
