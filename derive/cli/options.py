"""The options that say what is known: the same for every command that asks a question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from derive.rendering.formats.registry import suffixes

Decorator = Callable[[Any], Any]

_KNOWN: tuple[Decorator, ...] = (
    click.option(
        "-g",
        "--given",
        multiple=True,
        metavar="NAME=VALUE",
        help='A known value with its unit: -g batch_size="256 sequence".',
    ),
    click.option(
        "-f",
        "--file",
        "file",
        metavar="CASE.toml",
        help="Read the question from a file; options beat what it says.",
    ),
    click.option(
        "--accelerator",
        metavar="ID",
        help="Take peak rate, bandwidth and capacity of this chip from the catalogue.",
    ),
    click.option(
        "--precision",
        metavar="P",
        help=(
            "Its number format (bf16, fp8, fp4, ...): sets the peak rate and the bytes per"
            " parameter."
        ),
    ),
    click.option(
        "--compute-precision",
        metavar="P",
        help="The format it computes in, where that is another one.",
    ),
    click.option(
        "--kv-precision", metavar="P", help="The format of the KV cache (bf16 unless said)."
    ),
    click.option(
        "--sparse",
        is_flag=True,
        help="Take the vendor's 2:4 sparse peak rate instead of the dense one.",
    ),
    click.option(
        "--rental",
        metavar="WHAT",
        help="Take gpu_price from the chip's rental offers, by words or number.",
    ),
    click.option(
        "--model", metavar="ID", help="Take parameters and shape of this model from the catalogue."
    ),
    click.option(
        "--tier", metavar="ID", help="Take hbm_capacity and hbm_bandwidth from this memory tier."
    ),
    click.option(
        "--scaling-law",
        metavar="ID",
        help="Take the constants of this fit: chinchilla_approach3_published, ...",
    ),
    click.option(
        "--price",
        metavar="ID",
        help="Take what this price sheet charges for tokens: input_price, output_price, ...",
    ),
    click.option(
        "--price-tier",
        metavar="WORDS",
        help="Which of its tiers, by words: priority, batch, peak, fast, ...",
    ),
    click.option(
        "--cache-ttl",
        metavar="5m|1h",
        help="How long a written prompt stays in its cache: sets cache_write_price.",
    ),
    click.option(
        "--cliff",
        metavar="ID",
        help="Take the context at which this price sheet steps up as the crossover_context.",
    ),
    click.option(
        "--variant",
        multiple=True,
        metavar="GROUP=CHOICE",
        help='Another way to state a relation: --variant "step time=none".',
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
        help="Your own chips, models and prices (TOML), laid over the catalogue.",
    ),
    click.option(
        "--units",
        multiple=True,
        metavar="FILE",
        help="Your own units, one `name = 3 * unit` a line.",
    ),
)
_DATA: tuple[Decorator, ...] = (_KNOWN[-2], _KNOWN[-1])


def known_options(command: Any) -> Any:
    """Everything a question can rest on."""
    return _decorated(command, _KNOWN)


def data_options(command: Any) -> Any:
    """The user's own catalogue entries and units."""
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
within_option = click.option(
    "--within", metavar="SHARE", help='Tell how well each given must be known: --within "10 %".'
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
out_option = click.option(
    "-o",
    "--out",
    metavar="FILE",
    help=f"Write to a file instead: {', '.join(suffixes())}, .json, else plain text.",
)


def _decorated(command: Any, options: tuple[Decorator, ...]) -> Any:
    for option in reversed(options):
        command = option(command)
    return command
