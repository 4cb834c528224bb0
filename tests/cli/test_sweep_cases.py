"""derive sweep --cases: the rows of a table as cases, and what is said of bad ones."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest

import derive
from derive.cases import resolve, table_answers

TABLE = """\
# team,model,accelerator,precision,gpus [GPU],batch_size,context_length [token/sequence]
chat,llama31_70b,h100_sxm,fp8,8,32 sequence,8192
docs,llama31_8b,h100_sxm,bf16,1,-,4096
"""
TIMES = "compute_time [ms],memory_time\n1,2 ms\n3,2 ms\n"
GERMAN = "\ufeff# Name;throughput [token/s];gpu_price [USD/hour/GPU];gpus\na;1000;2,25;8 GPU\n"


@pytest.fixture
def table(tmp_path):
    """Writes a table: table("compute_time\\n2 ms\\n") is the path of the file."""

    def write(text, encoding="utf-8"):
        file = tmp_path / "cases.csv"
        file.write_bytes(text.encode(encoding))
        return str(file)

    return write


def read(path):
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))))


def test_each_row_is_answered_as_solve_answers_it(run, table, tmp_path):
    out = tmp_path / "answers.csv"
    result = run("sweep", "step_time", "--cases", table(TABLE), "--unit", "ms", "-o", str(out))
    assert result.exit_code == 0
    first, second = read(out)
    alone = derive.solve(
        "step_time",
        {
            **derive.accelerator("h100_sxm", precision="fp8"),
            **derive.model("llama31_70b"),
            "gpus": "8 GPU",
            "batch_size": "32 sequence",
            "context_length": "8192 token/sequence",
        },
    )
    assert float(first["step_time [ms]"]) == pytest.approx(alone.value.to("ms").magnitude)
    assert (first["# team"], first["gpus [GPU]"], first["status"]) == ("chat", "8", "solved")
    assert (second["row"], second["status"]) == ("3", "underdetermined")
    assert (second["step_time [ms]"], second["reason"]) == ("", "step_time needs batch_size")


@pytest.mark.parametrize("suffix", ["csv", "parquet", "nc"])
def test_answers_stand_beside_the_columns_in_each_format(run, table, tmp_path, suffix):
    out = tmp_path / f"answers.{suffix}"
    assert run("sweep", "step_time", "--cases", table(TIMES), "-o", str(out)).exit_code == 0
    if suffix == "csv":
        found = [float(row["step_time [s]"]) for row in read(out)]
    elif suffix == "parquet":
        pandas = pytest.importorskip("pandas")
        frame = pandas.read_parquet(out)
        assert frame["compute_time [ms]"].tolist() == ["1", "3"]
        found = frame["step_time"].tolist()
    else:
        found = pytest.importorskip("xarray").open_dataset(out)["step_time"].values.tolist()
    assert found == pytest.approx([0.002, 0.003])


def test_a_table_comes_from_standard_input_and_into_json(run):
    result = run("sweep", "step_time", "--cases", "-", "--json", input=TIMES)
    rows = json.loads(result.stdout)["rows"]
    assert [row["memory_time"] for row in rows] == ["2 ms", "2 ms"]
    assert [row["step_time"] for row in rows] == pytest.approx([0.002, 0.003])


def test_semicolons_and_decimal_commas_are_read(run, table):
    result = run("sweep", "cost_per_token", "--cases", table(GERMAN), "--json")
    (row,) = json.loads(result.stdout)["rows"]
    assert row["cost_per_token"] == pytest.approx(2.25 * 8 / 3600 / 1000)
    assert row["# Name"] == "a"


def test_a_row_beats_the_case_file_and_names_variants(run, table, tmp_path):
    case = tmp_path / "case.toml"
    case.write_text('[given]\ncompute_time = "9 ms"\nmemory_time = "2 ms"\n', encoding="utf-8")
    text = "compute_time,step time\n3 ms,overlap\n3 ms,none\n"
    result = run("sweep", "step_time", "--cases", table(text), "-f", str(case), "--json")
    rows = json.loads(result.stdout)["rows"]
    assert [row["step_time"] for row in rows] == pytest.approx([0.003, 0.005])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("gpuz\n8 GPU\n", ["row 1, column 1", "“gpuz”", "Did you mean gpus", "starts with #"]),
        ("gpus,\n8 GPU,\n", ["row 1, column 2", "it is empty"]),
        ("gpus [GPU\n8\n", ["row 1, column 1", "is no name with its unit"]),
        ("gpus,GPUs\n8 GPU,8 GPU\n", ["row 1, column “GPUs”", "second column of gpus"]),
        ("model [GPU]\nllama31_70b\n", ["row 1, column 1", "model has no unit"]),
        (
            "# name,gpus\na,8 GPU\nb,\n",
            ["row 3, column “gpus”", "the cell is empty", "Write a value, or -"],
        ),
        ("# name,gpus\na\n", ["row 2", "1 cells, and the head has 2"]),
        ("gpus\n8\n", ["row 2, column “gpus”", "8 has no unit", "“gpus [GPU]”"]),
        ("gpus [GPUz]\n8\n", ["row 2, column “gpus [GPUz]”", "there is no unit “GPUz”"]),
        ("gpus\n8 ms\n", ["row 2, column “gpus”", "8 ms"]),
        ("gpus\nmany\n", ["row 2, column “gpus”", "cannot read “many”"]),
        ("model\nllama9\n", ["row 2", "llama9"]),
        ("compute_precision\nfp8\n", ["row 2", "no chip is named"]),
        ("gpus\n", ["it has a head and no row"]),
        ("", ["it is empty"]),
        ("# a\nb\n", ["row 1", "no column states a value"]),
        ("step_time,gpus\n1 ms,8 GPU\n", ["step_time", "asked for", "Put # before"]),
        (
            "gpus;batch_size [sequence]\n8 GPU;1,024\n",
            ["row 2, column “batch_size", "may be a number with a decimal"],
        ),
        (
            "gpu_price [USD/hour/GPU];batch_size [sequence]\n2,5;1.024\n",
            ["row 2, column “batch_size", "“1.024” may be"],
        ),
        ('gpu_price [USD/hour/GPU]\n"2,5"\n', ["row 2, column “gpu_price", "2.5"]),
    ],
)
def test_what_cannot_be_read_names_row_and_column_and_writes_nothing(
    run, table, tmp_path, text, said
):
    out = tmp_path / "out.csv"
    result = run("sweep", "step_time", "--cases", table(text), "-o", str(out))
    assert result.exit_code == 2
    assert not out.exists()
    assert [words for words in said if words not in result.stderr] == [], result.stderr


def test_a_table_that_is_not_utf_8_is_told(run, table):
    result = run("sweep", "step_time", "--cases", table("gpus\n8 GPU é\n", "utf-16"))
    assert result.exit_code == 2
    assert "as CSV in UTF-8" in result.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--over", "gpus=8; 16 GPU"), "over: it is for a grid"),
        (("--chunk", "10"), "chunk: it is for a grid"),
        (("--figure", "x.svg"), "figure: it is for a grid"),
        (("-g", "memory_time=1 ms"), "memory_time: it is a column of"),
    ],
)
def test_what_does_not_go_with_a_table_is_refused(run, table, words, said):
    result = run("sweep", "step_time", "--cases", table(TIMES), *words)
    assert (result.exit_code, said in result.stderr) == (2, True), result.stderr


def test_a_lookup_beside_the_value_it_states_is_refused(run, table):
    text = "gpu_price,gpus,throughput\n2 USD/hour/GPU,8 GPU,1 token/s\n"
    words = ("sweep", "cost_per_token", "--cases", table(text), "--rental", "1")
    result = run(*words)
    assert result.exit_code == 2
    assert "gpu_price: it is a column of" in result.stderr


def test_a_column_without_effect_is_told(run, table):
    text = "compute_time,memory_time,gpu_price\n1 ms,2 ms,3 USD/hour/GPU\n"
    result = run("sweep", "step_time", "--cases", table(text))
    assert "no answer depends on gpu_price" in result.stdout


def test_columns_from_python_may_be_lists_or_a_data_frame():
    table = {"compute_time [ms]": [1, 3], "# name": ["a", "b"]}
    given = {"memory_time": "2 ms"}
    found = derive.sweep_cases("step_time", table, given, frame="numpy")
    assert found["step_time"].tolist() == pytest.approx([0.002, 0.003])
    pandas = pytest.importorskip("pandas")
    frame = derive.sweep_cases("step_time", pandas.DataFrame(table), given, frame="pandas")
    assert frame["# name"].tolist() == ["a", "b"]
    assert frame["step_time"].tolist() == pytest.approx([0.002, 0.003])


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"gpus [GPU]": [8, 16], "batch_size": ["8 sequence"]}, "1 values, and the longest"),
        ({"gpus [GPU]": [8, float("nan")]}, "row 3, column “gpus [GPU]”]: the cell is empty"),
        ([1, 2], "a path, a mapping of lists or a DataFrame"),
    ],
)
def test_what_is_no_table_in_python_is_an_error_of_derive(table, said):
    with pytest.raises(derive.DeriveError, match=re.escape(said)):
        derive.sweep_cases("step_time", table)


def test_cells_and_files_of_ones_own_are_read_once(run, table, tmp_path, monkeypatch):
    """They were read twice."""
    read, loaded = [], []
    each, load = resolve.each_given, resolve.load_user_files
    monkeypatch.setattr(resolve, "each_given", lambda p, *rest: each(read.extend(p) or p, *rest))
    monkeypatch.setattr(resolve, "load_user_files", lambda *f: loaded.append(f) or load(*f))
    monkeypatch.setattr(table_answers, "read_givens", lambda *_: pytest.fail("read again"))
    mine = tmp_path / "units.txt"
    mine.write_text("moon = 28 * day\n", encoding="utf-8")
    result = run("sweep", "step_time", "--cases", table(TIMES), "--units", str(mine))
    assert result.exit_code == 0, result.stderr
    assert [value for _, value in read] == ["1 ms", "2 ms", "3 ms", "2 ms"]
    assert [files for files in loaded if files != ((), ())] == [((), (str(mine),))]
