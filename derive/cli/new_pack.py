"""derive new-pack: a distribution to start a pack from."""

from __future__ import annotations

import click

from derive.authoring.new_pack import write_new_pack
from derive.cli.options import json_option
from derive.cli.output import Output, say


@click.command("new-pack")
@click.argument("name", metavar="NAME")
@click.option(
    "--out",
    "-o",
    metavar="DIR",
    help="The folder to write, which must not be there.  [default: derive-NAME]",
)
@json_option
def command(name: str, out: str | None, as_json: bool) -> None:
    """Write the distribution of a pack of your own, to start from.

    It installs and passes its tests as it stands; every line is explained. Replace its example, a
    tank that fills, by relations of your subject.

    \b
    derive new-pack pumps
    cd derive-pumps && pip install -e . && derive pack test pumps
    """
    files = write_new_pack(name, out)
    if as_json:
        Output(as_json=True).json([str(path) for path in files])
        return
    for path in files:
        say(str(path))
    folder = next(path.parent for path in files if path.name == "pyproject.toml")
    say(f"Install and try it: pip install -e {folder} && derive pack test {name}")
