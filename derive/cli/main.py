"""The command `derive`: its subcommands, each loaded when it is called for."""

from __future__ import annotations

import click

from derive.cli.commands import Commands
from derive.version import __version__

_HOMES = {
    "solve": "derive.cli.solve",
    "formula": "derive.cli.formula",
    "compare": "derive.cli.compare",
    "missing": "derive.cli.missing",
    "scenario": "derive.cli.scenario",
    "sensitivity": "derive.cli.sensitivity",
    "optimise": "derive.cli.optimise",
    "sweep": "derive.cli.sweep",
    "check": "derive.cli.check",
    "report": "derive.cli.report",
    "list": "derive.cli.listing",
    "show": "derive.cli.show",
    "graph": "derive.cli.graph",
}


@click.group(
    "derive",
    cls=Commands,
    homes=_HOMES,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, "-V", "--version", prog_name="derive")
def main() -> None:
    """Equations with units for what it costs to train and serve large language models.

    Say what is known, name what is wanted: the answer comes with a derivation in which every line
    is verified.

    \b
    derive solve kv_bytes_per_token --accelerator gb200_nvl72 --precision fp8 \\
        -g active_params="100e9 param" -g crossover_context="200e3 token/sequence"
    derive scenario --accelerator gb200_nvl72 --precision fp8 --model deepseek_v3 \\
        -g gpus="72 GPU" -g batch_size="2048 sequence" -g context_length="4096 token/sequence"
    derive check "t_mem = N_total / mem_bw"

    Exit codes: 0 solved or consistent, 1 infeasible or unreachable or inconsistent, 2 usage or
    dimension error (check: something was not judged), 3 underdetermined, 4 contradiction, 70 a
    fault of derive's own.
    """
