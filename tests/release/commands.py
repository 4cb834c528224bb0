"""Commands that the installed distribution must run in an empty folder, core alone and with all
extras.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

CASE = """accelerator = "h100_sxm"
precision = "fp8"
model = "llama31_70b"

[given]
gpus = "8 GPU"
batch_size = "32 sequence"
context_length = "8192 token/sequence"
gpu_price = "2 USD/hour/GPU"
"""
EQUATION = "The step reads $t_{mem} = N_{total} / mem_{bw}$.\n"
GRID = CASE.replace('batch_size = "32 sequence"\n', "")
FILES = {
    "case.toml": CASE,
    "grid.toml": GRID,
    "article.md": EQUATION,
    "corpus/article.md": EQUATION,
}


@dataclass(frozen=True)
class Trial:
    """A command, how it ends, and the extra without which it must name that extra."""

    command: str
    code: int = 0
    extra: str = ""
    files: tuple[str, ...] = ()  # what it writes


_DRAIN = "-g hbm_capacity='288 GB/GPU' -g hbm_bandwidth='20 TB/s/GPU'"
_GRID = "--over 'batch_size=1:512 sequence:8:log'"

TRIALS = (
    Trial("derive --version"),
    Trial("python -m derive --help"),
    Trial("derive solve step_time -f case.toml --json"),
    Trial("derive solve drain_time " + _DRAIN + " --explain"),
    Trial("derive solve step_time -f case.toml --report a.html", files=("a.html",)),
    Trial("derive solve step_time -f case.toml --report a.md", files=("a.md",)),
    Trial("derive solve step_time -f case.toml --report a.tex", files=("a.tex",)),
    Trial("derive solve step_time -f case.toml --report a.pdf", extra="pdf", files=("a.pdf",)),
    Trial("derive solve step_time", code=3),
    Trial("derive formula drain_time hbm_capacity hbm_bandwidth"),
    Trial("derive missing cost_per_token --accelerator h100_sxm --precision fp8", code=3),
    Trial("derive scenario -f case.toml"),
    Trial("derive sensitivity step_time -f case.toml"),
    Trial("derive optimise cost_per_token -f grid.toml --over batch_size --brief"),
    Trial("derive compare cost_per_token -f case.toml --with accelerator=b200_sxm"),
    Trial(f"derive sweep step_time -f grid.toml {_GRID} -o g.csv", extra="sweep", files=("g.csv",)),
    Trial(
        f"derive sweep step_time -f grid.toml {_GRID} --figure g.svg",
        extra="sweep",
        files=("g.svg",),
    ),
    Trial(f"derive sweep step_time -f grid.toml {_GRID} -o g.nc", extra="sweep", files=("g.nc",)),
    Trial(
        f"derive sweep step_time -f grid.toml {_GRID} --chunk 4 -o g.zarr",
        extra="sweep",
        files=("g.zarr/zarr.json",),
    ),
    Trial(
        f"derive sweep step_time -f grid.toml {_GRID} --chunk 4 -o g.parquet",
        extra="sweep",
        files=("g.parquet",),
    ),
    Trial("derive validate gptfast_llama31_8b_bf16_1", extra="optimise"),
    Trial("derive check article.md"),
    Trial("derive check --corpus corpus -o shards --workers 1"),
    Trial("derive census shards"),
    Trial("derive check", extra="optimise"),
    Trial("derive page step_time -f case.toml -o page.html", files=("page.html",)),
    Trial(
        "derive report price_cliff --format tex,md --out r",
        extra="plots",
        files=("r/price_cliff.tex",),
    ),
    Trial(
        "derive report price_cliff --format html,pdf,fragment --out r",
        extra="pdf",
        files=("r/price_cliff.html", "r/price_cliff.pdf"),
    ),
    Trial("derive report --new mine.md", files=("mine.md",)),
    Trial("derive report mine.md --format md,html --out m", extra="plots", files=("m/mine.html",)),
    Trial(
        "derive site --only relation/kv_crossover --only guide/ -o site --jobs 1",
        extra="sweep",
        files=("site/guide/index.html", "site/relation/kv_crossover/index.html"),
    ),
    Trial("derive find time to first token"),
    Trial("derive list relations"),
    Trial("derive list guides", code=2),
    Trial("derive list claims"),
    Trial("derive show RL-11c"),
    Trial("derive show step_time"),
    Trial("derive graph throughput -f case.toml -o graph.svg", extra="plots", files=("graph.svg",)),
    Trial("derive graph throughput -f case.toml"),
    Trial("derive completion bash"),
    Trial("derive completion zsh"),
    Trial("derive solve nothing_of_the_kind", code=2),
)

_TABLE = Path(__file__).parents[2] / "derive/completion/commands.json"
HELP = tuple(Trial(f"derive {name} --help") for name in json.loads(_TABLE.read_text("utf-8")))
