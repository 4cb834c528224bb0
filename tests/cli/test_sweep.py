"""derive sweep: grids as tables, rows and files, and what is said of bad ones."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest

import derive

RACK = (
    "-g", "active_params=100e9 param", "-g", "total_params=800e9 param", "-g",
    "bytes_per_param=0.5 byte/param", "-g", "gpus=72 GPU", "-g", "hbm_bandwidth=8 TB/s/GPU", "-g",
    "peak_flops=10 PFLOP/s/GPU", "-g", "kv_bytes_per_token=1667 byte/token", "-g",
    "gpu_price=2 USD/hour/GPU",
)  # fmt: skip
GRID = (
    "--over",
    "batch_size=1:4096 sequence:4:log",
    "--over",
    "context_length=0; 200e3 token/sequence",
)


def test_a_grid_is_a_table_with_units_in_its_head(run, golden):
    result = run("sweep", "cost_per_token", *RACK, *GRID)
    assert result.exit_code == 0
    golden("sweep_table.txt", result.stdout)


def test_three_numbers_between_commas_are_a_list_unless_they_are_thousands(run):
    bandwidth = ("sweep", "drain_time", "-g", "hbm_capacity=80 GB/GPU", "--json", "--over")
    rows = json.loads(run(*bandwidth, "hbm_bandwidth=2,4.5,16 TB/s/GPU").stdout)["rows"]
    assert [row["hbm_bandwidth"] for row in rows] == [2e12, 4.5e12, 16e12]
    asked = run(*bandwidth, "hbm_bandwidth=1,024,000 GB/s/GPU")
    assert asked.exit_code == 2 and "may be several values or one" in asked.stdout


def test_price_sheets_are_an_axis(run):
    given = ("-g", "prompt_length=4000 token/sequence", "-g", "output_length=600 token/sequence")
    sheets = "price=gemini_2_5_pro,gpt_5_1,no_sheet"
    refused = run("sweep", "request_price", *given, "--over", sheets)
    assert refused.exit_code == 2 and "no_sheet" in refused.stderr
    result = run("sweep", "request_price", *given, "--over", sheets[:-9], "--json")
    rows = json.loads(result.stdout)["rows"]
    assert [row["request_price"] for row in rows] == pytest.approx([0.011, 0.011])


def test_statuses_and_reasons_show_where_not_all_is_solved(run, golden):
    chips = run(
        "sweep",
        "machine_balance",
        "--over",
        "accelerator=h100_sxm,a100_80gb_sxm",
        "--over",
        "precision=fp8, bf16",
    )
    times = run(
        "sweep",
        "batch_size",
        *RACK,
        "-g",
        "context_length=50e3 token/sequence",
        "--over",
        "step_time=0.1:20 ms:4:log",
    )
    assert (chips.exit_code, times.exit_code) == (0, 0)
    golden("sweep_reasons.txt", chips.stdout + times.stdout)


def test_rows_in_json_are_what_solve_says(run):
    data = json.loads(run("sweep", "cost_per_token", *RACK, *GRID, "--json").stdout)
    assert (data["targets"], data["axes"], len(data["rows"])) == (
        ["cost_per_token"],
        ["batch_size", "context_length"],
        8,
    )
    for row in data["rows"]:
        stated = (
            "-g",
            f"batch_size={row['batch_size']!r} sequence",
            "-g",
            f"context_length={row['context_length']!r} token/sequence",
        )
        answer = json.loads(run("solve", "cost_per_token", *RACK, *stated, "--json").stdout)
        assert (row["status"], row["regime"]) == (answer["status"], answer["regime"])
        assert row["cost_per_token"] == pytest.approx(answer["value"], rel=1e-9)


def test_the_unit_asked_for_is_the_unit_of_the_rows(run):
    own = json.loads(run("sweep", "step_time", *RACK, *GRID, "--json").stdout)
    wanted = json.loads(run("sweep", "step_time", *RACK, *GRID, "--unit", "ms", "--json").stdout)
    assert wanted["units"]["step_time"] == "ms"
    assert [row["step_time"] for row in wanted["rows"]] == pytest.approx(
        [1e3 * row["step_time"] for row in own["rows"]]
    )


def test_files_by_their_suffix(run, tmp_path: Path):
    rows = json.loads(run("sweep", "cost_per_token", *RACK, *GRID, "--json").stdout)["rows"]
    for suffix in ("csv", "json", "md", "nc"):
        assert (
            run(
                "sweep", "cost_per_token", *RACK, *GRID, "-o", str(tmp_path / f"grid.{suffix}")
            ).exit_code
            == 0
        )
    read = list(csv.reader(io.StringIO((tmp_path / "grid.csv").read_text(encoding="utf-8"))))
    assert read[0] == [
        "batch_size [sequence]",
        "context_length [token/sequence]",
        "cost_per_token [USD/token]",
        "status",
        "regime",
    ]
    assert [float(line[2]) for line in read[1:]] == [row["cost_per_token"] for row in rows]
    assert json.loads((tmp_path / "grid.json").read_text(encoding="utf-8"))["rows"] == rows
    xarray = pytest.importorskip("xarray")
    with xarray.open_dataset(tmp_path / "grid.nc", engine="scipy") as found:
        assert found.cost_per_token.attrs["units"] == "USD/token"
        assert found.cost_per_token.values.ravel().tolist() == [
            row["cost_per_token"] for row in rows
        ]
        texts = derive.regimes(found)
        assert texts.values.ravel().tolist() == [row["regime"] for row in rows]


def test_entries_among_the_options_are_those_of_solve(run):
    stated = (
        "--accelerator",
        "h100_sxm",
        "--precision",
        "fp8",
        "--model",
        "deepseek_v3",
        "-g",
        "gpus=72 GPU",
        "-g",
        "context_length=8192 token/sequence",
    )
    row = json.loads(
        run("sweep", "step_time", *stated, "--over", "batch_size=64 sequence", "--json").stdout
    )["rows"][0]
    answer = json.loads(
        run("solve", "step_time", *stated, "-g", "batch_size=64 sequence", "--json").stdout
    )
    assert row["step_time"] == pytest.approx(answer["value"], rel=1e-9)


def test_an_axis_stands_in_the_place_of_what_the_case_says(run, tmp_path: Path):
    """A value by any of its names, and an entry; beside an option it is refused."""
    case = tmp_path / "case.toml"
    chip = 'accelerator = "h100_sxm"\nprecision = "bf16"\n'
    case.write_text(f'{chip}[given]\nhbm = "1 TB/s/GPU"\n')
    asked = ("sweep", "machine_balance", "-f", str(case), "--over")
    assert "989" in run(*asked, "hbm_bandwidth=1; 2 TB/s/GPU").stdout
    assert "b200_sxm" in run(*asked, "accelerator=h100_sxm; b200_sxm").stdout
    twice = run(*asked, "hbm_bandwidth=1; 2 TB/s/GPU", "-g", "hbm_bandwidth=3 TB/s/GPU")
    assert "it is given as 3 TB/s/GPU and swept over" in twice.stderr


def test_a_grid_too_long_for_a_table_is_drawn_without_one(run, tmp_path: Path):
    pytest.importorskip("matplotlib")
    drawn = tmp_path / "many.svg"
    over = ("--over", "hbm_bandwidth=1:2 TB/s/GPU:500", "-g", "peak_flops=1 PFLOP/s/GPU")
    found = run("sweep", "machine_balance", *over, "--figure", str(drawn))
    assert (found.exit_code, found.stdout) == (0, "") and drawn.exists()


def test_entries_are_drawn_as_bars_and_as_lines(run, tmp_path: Path):
    pytest.importorskip("matplotlib")
    chips = ("--over", "accelerator=h100_sxm,b200_sxm,tpu_v5e", "--precision", "fp8")
    bars, lines = tmp_path / "bars.svg", tmp_path / "lines.svg"
    asked = ("sweep", "machine_balance", *chips)
    assert run(*asked, "--figure", str(bars)).exit_code == 0
    texts = re.findall(r">([^<>]+)</text>", bars.read_text(encoding="utf-8"))
    assert {"NVIDIA B200 SXM", "590.7"} <= {*texts} and "Google TPU v5e" not in texts  # has no FP8
    efficiency = ("--over", "compute_efficiency=0.1:1:4")
    assert run("sweep", "balance_batch", *chips[:2], "--precision", "bf16", "-g", "sparsity=1",
               *efficiency, "--figure", str(lines)).exit_code == 0  # fmt: skip
    assert ">Google TPU v5e</text>" in lines.read_text(encoding="utf-8")
    two = (*asked[:4], "--over", "precision=bf16,fp8", "--figure", str(tmp_path / "c.svg"))
    assert "Sweep over one kind of entry and one variable." in run(*two).stderr


def test_the_exit_code_is_that_of_the_worst_where_nothing_is_solved(run):
    assert run("sweep", "step_time", "--over", "batch_size=1; 2 sequence").exit_code == 3


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("step_time",),
            'Name an axis: --over "NAME=1:8192 s:50:log", or a table: --cases FILE.',
        ),
        (("step_time", "--over", "batch_size"), "--over: “batch_size” has no “=”. Write --over"),
        (
            ("step_time", "--over", "batch_sizes=1; 2"),
            "there is no variable named “batch_sizes”. Did you mean batch_size",
        ),
        (
            ("step_time", "--over", "batch_size=1,8,64"),
            'batch_size: “1,8,64” has no unit. Write --over "batch_size=1; 8; 64 sequence".',
        ),
        (
            ("step_time", "--over", "batch_size=1:2"),
            "batch_size: “1:2” has no unit.",
        ),
        (
            ("step_time", "--over", "batch_size=1:2 token"),
            "batch_size: “1 token” has the dimension token",
        ),
        (
            ("step_time", "--over", "batch_size=1:"),
            "batch_size: “1:” is not a range. Write from, to, how many, and log if so",
        ),
        (
            ("step_time", "--over", "batch_size=1:8 sequence:x"),
            "batch_size: “x” is not a count of values. Write from, to, how many",
        ),
        (("step_time", "--over", "batch_size=1:8 sequence:1"), "span: 1 is not a count of values."),
        (
            ("step_time", "--over", "batch_size=1:8 sequence:4:cubic"),
            "span: “cubic” is not a spacing. Write linear or log.",
        ),
        (
            ("step_time", "--over", "batch_size=1:8 sequence:4:log:2"),
            "batch_size: “1:8 sequence:4:log:2” is not a range.",
        ),
        (
            ("step_time", "--over", "batch_size=1;;2 sequence"),
            "batch_size: “1;;2 sequence” has an empty value.",
        ),
        (
            ("step_time", "--over", "batch_size=1; 2 sequence", "--over", "batch_size=3 sequence"),
            "batch_size: it is two axes of the sweep.",
        ),
        (
            ("step_time", "--over", "step_time=3:20 ms:3"),
            "step_time: it is asked for, and an axis of the sweep gives it at each point.",
        ),
        (
            ("step_time", "--over", "batch_size=1:9 sequence:500"),
            "sweep: 500 points are too many for a table. Write them to a file, -o grid.csv",
        ),
        (
            ("step_time", "--over", "accelerator=a100"),
            "there is no accelerator named “a100”. Did you mean",
        ),
        (
            ("step_time", "--over", "compute_precision=fp8"),
            "compute_precision: it says which figures of a chip to take, and no chip is named.",
        ),
        (
            ("step_time", "--accelerator", "h100_sxm", "--over", "accelerator=all"),
            "accelerator: it is given and swept over. Drop one of them.",
        ),
        (("--over", "batch_size=1 sequence"), "Name a TARGET"),
    ],
)
def test_bad_input_is_told_in_one_paragraph(run, words, message):
    result = run("sweep", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in " ".join(result.stderr.split())


PARTS = ("-g", "compute_time=2 ms", "-g", "memory_time=5 ms")


@pytest.mark.parametrize(
    ("axis", "fix"),
    [
        ("busy_share=10%:90%:10%", '--over "busy_share=10%:90%:9"'),
        ("batch_size=16:256", '--over "batch_size=16:256 sequence"'),
    ],
)
def test_an_axis_with_steps_or_without_its_unit_is_told_what_to_write(run, axis, fix):
    done = run("sweep", "step_time", "--over", axis, *PARTS)
    assert done.exit_code == 2 and fix in done.stderr


def test_an_axis_without_effect_is_told_beside_a_file(run, tmp_path):
    """A column of equal costs over the utilisation would be believed."""
    file = tmp_path / "cost.csv"
    done = run("sweep", "step_time", "--over", "busy_share=0.1:0.9:3", *PARTS, "-o", str(file))
    assert "Mind: step_time does not depend on busy_share here.\n" in done.stderr
    assert done.exit_code == 0 and file.exists()


def test_a_map_is_in_words_and_numbers_that_one_reads(run, tmp_path: Path):
    """Its regimes had code names, units of axes stood on a line of their own, ticks were powers of
    ten, and evenly spaced values lay on a logarithmic axis.
    """
    pytest.importorskip("matplotlib")
    file = tmp_path / "map.svg"
    batch, context = "batch_size=1:8192 sequence:20:log", "context_length=10:2000 token/sequence:20"
    over = ("--over", batch, "--over", context)
    chip = ("--accelerator", "h100_sxm", "--precision", "fp8", "--model", "llama31_70b")
    gpus = ("-g", "gpus=8 GPU")
    assert run("sweep", "step_time", *over, *chip, *gpus, "--figure", str(file)).exit_code == 0
    texts = re.findall(r">([^<>]+)</text>", file.read_text(encoding="utf-8"))
    assert {"reading memory binds", "computing binds", "1,000", "2,000", "100"} <= {*texts}
    assert "tokens of context each sequence attends to\u00a0[token/sequence]" in texts
    assert not any("_" in text or text.startswith("[") for text in texts)


def test_the_name_of_a_regime_at_the_side_of_a_map_stays_within_it(run, tmp_path, monkeypatch):
    """It crossed the frame."""
    axes = pytest.importorskip("matplotlib.axes")
    made, text = [], axes.Axes.text
    monkeypatch.setattr(axes.Axes, "text", lambda *a, **how: made.append(text(*a, **how)))
    over = ("--over", "memory_time=1:9 ms:40", "--over", "compute_time=1:120 ms:40")
    swapped = ("--over", "memory_time=1:120 ms:40", "--over", "compute_time=1:9 ms:40")
    for number, axis in enumerate((over, swapped)):
        file = str(tmp_path / f"{number}.svg")
        assert run("sweep", "step_time", *axis, "--figure", file).exit_code == 0
    assert len(made) == 4
    for one in made:
        frame, box = one.axes.get_window_extent(), one.get_window_extent()
        assert frame.x0 - 1 < box.x0 and box.x1 < frame.x1 + 1  # dots


FITS = (
    "--model", "llama31_8b", "--precision", "bf16", "--kv-precision", "bf16", "-g",
    "hbm_capacity=80 GB/GPU", "-g", "hbm_bandwidth=3.35 TB/s/GPU", "-g", "gpus=1 GPU", "-g",
    "peak_flops=989 TFLOP/s/GPU", "-g", "gpu_price=2 USD/hour/GPU",
)  # fmt: skip
CONTEXT = ("-g", "context_length=16384 token/sequence")


def test_targets_of_one_case_share_status_and_regime_and_have_their_own_units(run):
    """And the extremes say how many infeasible points they leave out."""
    axis = ("--over", "batch_size=8; 16; 64; 256 sequence")
    shown = run("sweep", "cost_per_token", "step_time", *FITS, *CONTEXT, *axis).stdout
    assert "cost_per_token_status" not in shown and "USD/token" not in shown
    head = next(line for line in shown.splitlines() if "step_time [ms]" in line)
    assert head.split()[-2:] == ["status", "regime"]
    assert "2 of 4 points are infeasible and left out here" in shown


def test_infeasible_points_of_a_figure_are_apart(run, tmp_path: Path):
    def drawn(*axes: str) -> str:
        file = tmp_path / "a.svg"
        file.unlink(missing_ok=True)
        assert run("sweep", "step_time", *FITS, *axes, "--figure", str(file)).exit_code == 0
        return file.read_text()

    batches = ("--over", "batch_size=8:256 sequence:6:log")
    contexts = ("--over", "context_length=1e3:1e5 token/sequence:6:log")
    assert "infeasible" in drawn(*CONTEXT, *batches) and "infeasible" in drawn(*batches, *contexts)
    assert "infeasible" not in drawn(*CONTEXT, "--over", "batch_size=8; 12; 16 sequence")


def test_an_axis_reads_in_the_unit_it_is_written_in(run):
    """Terabytes each second, not 2e12 byte/s/GPU; conventions have no number behind a bar."""
    over = ("--over", "hbm_bandwidth=2:12 TB/s/GPU:3")
    shown = run("sweep", "drain_time", "-g", "hbm_capacity=80 GB/GPU", *over).stdout
    assert "at hbm_bandwidth = 12 TB/s/GPU" in shown and "hbm_bandwidth [TB/s/GPU]" in shown
    assert re.search(r"^ +7 +11\.43\b", shown, flags=re.M)
    layer = ("--precision", "bf16", "-g", "n_kv_heads=8", "-g", "d_head=128")
    axis = ("--over", "n_layers=10; 20", "--accelerator", "h100_sxm")
    assert "vectors_per_token = 2/token" in run("sweep", "kv_bytes_per_token", *layer, *axis).stdout


def test_infeasible_bars_are_hatched_and_explained(run, tmp_path: Path):
    """Weights that exceed the memory of a chip make the least of all costs."""
    rack = ("--precision", "fp8", "--model", "llama31_70b", "-g", "gpus=8 GPU",
            "-g", "batch_size=32 sequence", "-g", "context_length=8192 token/sequence",
            "-g", "gpu_price=2 USD/hour/GPU")  # fmt: skip
    for chips, told in (("h100_sxm, groq_lpu_3", True), ("h100_sxm, h200_sxm", False)):
        svg = tmp_path / "bars.svg"
        over = ("--over", f"accelerator={chips}", "--figure", str(svg), "--force")
        assert run("sweep", "cost_per_token", *rack, *over).exit_code == 0
        assert (">infeasible<" in svg.read_text(encoding="utf-8")) is told
