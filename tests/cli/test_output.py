"""What a command writes: never onto what it reads, nor over what derive did not make."""

from __future__ import annotations

import json
import os
import re
import stat
from itertools import cycle
from pathlib import Path

import click
import pytest

from derive.cli.main import main
from derive.results.corpus import CorpusRow

CASE = """target = "drain_time"
[given]
hbm_capacity = "80 GB/GPU"
"""
DATA = '[tier.shelf]\nname = "shelf"\ntier_capacity = { value = "1 TB", source = "lecture" }\n'
# What each command is asked; all of them write a file.
GIVEN = ("-f", "case.txt", "-g", "hbm_bandwidth=2 TB/s/GPU")
MODEL = (  # with which a scenario lacks little, and is soon done
    "--accelerator", "gb200_nvl72", "--model", "deepseek_v3", "--precision", "fp8", "-g",
    "gpus=72 GPU", "-g", "batch_size=256 sequence", "-g", "context_length=4096 token/sequence",
)  # fmt: skip
ASKED = {
    "solve": ("solve", *GIVEN),
    "formula": ("formula", "drain_time", "hbm_capacity", "hbm_bandwidth"),
    "compare": ("compare", *GIVEN, "--with", "hbm_capacity=40 GB/GPU"),
    "missing": ("missing", "drain_time", "-g", "hbm_capacity=80 GB/GPU"),
    "scenario": ("scenario", *GIVEN, *MODEL),
    "sensitivity": ("sensitivity", *GIVEN),
    "optimise": ("optimise", "drain_time", "-f", "case.txt", "--over",
                 "hbm_bandwidth=1 TB/s/GPU to 2 TB/s/GPU"),
    "sweep": ("sweep", "-f", "case.txt", "--over", "hbm_bandwidth=1; 2 TB/s/GPU"),
    "validate": ("validate", "gptfast_llama31_8b_bf16_1"),
    "check": ("check", "t = t_c"),
    "census": ("census", "shards"),
    "find": ("find", "drain", "time"),
    "list": ("list", "tiers"),
    "show": ("show", "drain_time"),
    "graph": ("graph", *GIVEN),
}  # fmt: skip

COMMANDS = [
    pytest.param(name, marks=[pytest.mark.slow] if name == "scenario" else []) for name in ASKED
]


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("case.txt").write_text(CASE)
    Path("article.md").write_text("z = N_total / t\n")
    row = CorpusRow("k", "a.md", 1, "consistent", "none", "figures", "", "the figures agree")
    Path("shards").mkdir()
    Path("shards/shard-00000000.jsonl").write_text(json.dumps(row._asdict()))
    return tmp_path


def mode(name: str) -> int:
    return stat.S_IMODE(Path(name).stat().st_mode)


def test_every_command_that_writes_is_here():
    """A command with an option for a file is asked below; `report`, `site` and `new-pack` write
    folders, `page` pages, and what `pack` tries is the tests' of packs.
    """
    writing = {
        name
        for name in main.entries
        if any("--out" in one.opts for one in main.get_command(click.Context(main), name).params)
    }
    assert writing == {*ASKED, "report", "page", "site", "new-pack", "pack"}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_file_of_another_kind_is_refused_before_anything_is_done(run, name):
    for file in ("x.docx", "x.xlsx", "x.md.bak"):
        result = run(*ASKED[name], "-o", file)
        assert (result.exit_code, result.stdout, Path(file).exists()) == (2, "", False)
        assert result.stderr.startswith(
            f"derive: {file}: “{Path(file).suffix}” names no format of this command. There are: "
        )
        assert result.stderr.endswith(", .json, .txt.\n") or name == "check"
    assert run(*ASKED[name], "--json", "-o", "x.pdf").exit_code == 2
    assert not Path("x.pdf").exists()


@pytest.mark.parametrize(
    "name", ["solve", "compare", "missing", "sensitivity", "optimise", COMMANDS[4]]
)
def test_a_document_has_symbols_and_meanings_where_the_terminal_has_names(run, name):
    """But in what is to be typed, which stands as code."""
    run(*ASKED[name], "-o", "a.md")
    told = re.sub(r"`-[^`]+`|\\?\$.+?\$|https?://\S+|<!--.+", "", Path("a.md").read_text())
    names = r"(?:drain_time|hbm_\w+|batch_size|step_time|\w+_params|context_length|\w+_efficiency)"
    assert not re.findall(rf"\b{names}\b", told)
    assert name == "scenario" or "memory" in told


@pytest.mark.parametrize(("name", "kind"), list(zip(ASKED, cycle((0, 1, 2)), strict=False)))
@pytest.mark.slow
def test_what_derive_did_not_make_is_replaced_by_force_alone(run, name, kind):
    files = [Path("mine.txt"), Path("mine.json"), Path("mine")]
    for mine in files:
        mine.write_text("mine")
        mine.chmod(0o640)
        result = run(*ASKED[name], "-o", str(mine))
        assert (result.exit_code, result.stdout, mine.read_text()) == (2, "", "mine")
        assert "is there already" in result.stderr and "--force" in result.stderr
    mine = files[kind]
    assert run(*ASKED[name], "-o", str(mine), "--force").exit_code in (0, 3)
    assert mine.read_text() != "mine" and mode(str(mine)) == 0o640


@pytest.mark.parametrize(
    ("name", "file"),
    [("solve", "a.md"), ("scenario", "a.html"), ("show", "a.tex"), ("list", "a.md"),
     ("graph", "a.svg")],
)  # fmt: skip
@pytest.mark.slow
def test_what_derive_made_is_made_anew(run, name, file):
    if file.endswith("svg"):
        pytest.importorskip("matplotlib")
    for _ in range(2):
        assert run(*ASKED[name], "-o", file).exit_code == 0
    Path(file).write_bytes(b"%" + Path(file).read_bytes())
    result = run(*ASKED[name], "-o", file)
    assert (result.exit_code, "was changed since derive made it" in result.stderr) == (2, True)


@pytest.mark.parametrize("name", [n for n, words in ASKED.items() if "case.txt" in words])
@pytest.mark.slow
def test_a_case_is_never_replaced_by_its_answer(run, name):
    result = run(*ASKED[name], "-o", "case.txt", "--force")
    assert (result.exit_code, Path("case.txt").read_text()) == (2, CASE)
    assert result.stderr == (
        "derive: case.txt: it is read or written by this command already, and would be replaced."
        " Choose another place with --out.\n"
    )


def test_no_input_of_any_kind_is_replaced(run):
    """Files of units, of entries, of bindings and documents, under any of their names."""
    Path("units.txt").write_text("cubit = 0.4572 * meter\n")
    Path("data.txt").write_text(DATA)
    Path("names.txt").write_text("z = param/s\n")
    Path("notes.txt").write_text("t = t_c\n")
    Path("link.txt").symlink_to("units.txt")
    os.link("data.txt", "other.txt")
    for words, file in (
        (("list", "units", "--units", "units.txt"), "link.txt"),
        (("list", "tiers", "--data", "data.txt"), "other.txt"),
        (("check", "article.md", "--bindings", "names.txt"), "names.txt"),
        (("check", "notes.txt"), "notes.txt"),
        (("check", "./notes.txt", "--json"), "notes.txt"),
    ):
        before = Path(file).read_text()
        result = run(*words, "-o", file, "--force")
        assert (result.exit_code, Path(file).read_text()) == (2, before), words
        assert "is read or written by this command already" in result.stderr + result.stdout


def test_two_outputs_of_one_command_are_two_files(run):
    result = run(*ASKED["solve"], "--report", "a.md", "-o", "a.md", "--force")
    assert (result.exit_code, "is read or written by this command" in result.stderr) == (2, True)


@pytest.mark.slow
def test_a_figure_is_not_drawn_over_what_derive_did_not_make(run):
    pytest.importorskip("matplotlib")
    Path("bars.svg").write_text("<svg/>")
    words = (*ASKED["sensitivity"], "--figure", "bars.svg")
    assert (run(*words).exit_code, Path("bars.svg").read_text()) == (2, "<svg/>")
    for more in (("--force",), ()):
        assert run(*words, *more).exit_code == 0


def test_suggested_bindings_are_added_to_the_file_that_is_there(run):
    Path("names.txt").write_text("# mine\nq: GB\n")
    with Path("article.md").open("a") as stream:
        stream.write("\nw = z * q\n")
    words = ("check", "article.md", "--suggest-bindings", "-o", "names.txt")
    assert run(*words).exit_code == 0
    text = Path("names.txt").read_text()
    assert text.startswith('# mine\nq: GB\n"z" = ""') and text.count("\nq") == 1
    assert run(*words).exit_code == 0 and Path("names.txt").read_text() == text
    assert run(*words, "--bindings", "names.txt").exit_code == 0
    assert Path("names.txt").read_text() == text
    assert run(*words, "--force").exit_code == 0
    assert Path("names.txt").read_text().startswith("# What the symbols mean")


def test_suggestions_merge_into_the_bindings_that_are_used(run):
    """Lines, order and remarks stay; merging twice is merging once."""
    mine = "# mine\n\nq: GB   # a size\nz: sise\n  \n# last"
    Path("names.txt").write_bytes(mine.replace("\n", "\r\n").encode())
    with Path("article.md").open("a") as stream:
        stream.write("\nw = z * q\n\nT_a = T_b\n")
    words = ("check", "article.md", "--suggest-bindings", "-o", "names.txt")
    assert run(*words, "--bindings", "names.txt").exit_code == 0
    once = Path("names.txt").read_bytes().decode()
    assert once.startswith(mine.replace("\n", "\r\n") + "\r\n")
    assert once.count('"w"') == once.count('"T_*"') == 1 and '"z"' not in once
    assert run(*words, "--bindings", "names.txt").exit_code == 0
    assert Path("names.txt").read_bytes().decode() == once


def test_a_document_that_cannot_be_read_is_a_warning_beside_others(run):
    """The others are judged and the exit code is that of bad input; alone it stops the check."""
    Path("broken.ipynb").write_text("x\n")
    Path("binary.md").write_bytes(b"\xff\xfe\x00b")
    Path("sound.md").write_text("80 GB / 2 = 40 GB\n")
    documents = ("broken.ipynb", "sound.md", "binary.md")
    result = run("check", *documents)
    assert result.exit_code == 2
    assert "broken.ipynb:1:1: warning: not judged: the document is not a notebook" in result.stdout
    assert "binary.md:1:1: warning: not judged: the document cannot be read" in result.stdout
    assert result.stdout.endswith("1 equation: 1 arithmetic. 2 documents not read.\n")
    found = json.loads(run("check", *documents, "--json").stdout)
    assert [one["rule"] for one in found].count("unreadable-document") == 2
    assert run("check", *documents, "--fail-on", "never").exit_code == 2
    for words in (("broken.ipynb",), (*documents, "--suggest-bindings")):
        alone = run("check", *words)
        assert alone.exit_code == 2 and not alone.stdout and "not a notebook" in alone.stderr


def test_a_refused_binding_is_a_warning_and_the_run_goes_on(run):
    """Its file, line and key are named; --fail-on decides on the exit code."""
    Path("names.txt").write_text("q: GB\nz: sise\n")
    words = ("check", "2 GB + q = q", "--bindings", "names.txt")
    result = run(*words)
    assert result.exit_code == 0 and "1 binding refused." in result.stdout
    assert result.stdout.startswith("names.txt:2:1: ") and "[binding-refused]" in result.stdout
    assert "the binding of “z” is refused: there is no variable or unit named “sise”" in (
        result.stdout
    )
    assert run(*words, "--fail-on", "warning").exit_code == 1
    assert run(*words[:2], "--bindings", "absent.txt").exit_code == 2


@pytest.mark.parametrize(
    ("there", "said"),
    [
        ("My essay has words, and no names.\n", "mine.txt:1 [bindings]: “My essay has words, and"),
        ("bindings:\n  q: GB\n", "mine.txt: what is added below it would be no binding."),
    ],
)
def test_bindings_are_added_to_a_file_of_bindings_alone(run, there, said):
    Path("mine.txt").write_text(there)
    result = run("check", "article.md", "--suggest-bindings", "-o", "mine.txt")
    assert (result.exit_code, Path("mine.txt").read_text()) == (2, there)
    assert result.stderr.startswith(f"derive: {said}")


def test_neither_findings_nor_bindings_replace_the_document(run):
    text = Path("article.md").read_text()
    for words in ((), ("--force",), ("--suggest-bindings",), ("--suggest-bindings", "--force")):
        assert run("check", "article.md", "-o", "article.md", *words).exit_code == 2
        assert Path("article.md").read_text() == text


def test_a_place_that_cannot_be_written_has_a_code_of_its_own(run):
    result = run(*ASKED["solve"], "-o", "case.txt/below.md")
    assert result.exit_code == 74
    assert result.stderr.startswith("derive: case.txt/below.md: cannot be written: ")
    result = run(*ASKED["solve"], "-o", f"{'x' * 300}.md")
    assert (result.exit_code, "File name too long" in result.stderr) == (74, True)


def test_a_new_file_has_the_mode_of_the_umask(run):
    before = os.umask(0o077)
    try:
        run(*ASKED["solve"], "-o", "a.md")
    finally:
        os.umask(before)
    assert mode("a.md") == 0o600


@pytest.mark.parametrize("width", [60, 80])
def test_what_is_piped_is_as_wide_as_columns_says(run, width):
    """Tables too: a value wider than its column breaks behind its sign."""
    given = ("-g", "gpus=72GPU", "-g", "batch_size=2048 sequence", "-g", "gpu_price=2 USD/hour/GPU")
    chip = ("--accelerator", "h100_sxm", "--precision", "fp8", "--model", "deepseek_v3")
    asked = (*given, *chip, "-g", "context_length=8192 token/sequence")
    for words in (("solve", "cost_per_token"), ("sensitivity", "cost_per_token")):
        shown = run(*words, *asked, env={"COLUMNS": str(width)})
        assert shown.exit_code == 0
        assert max(map(len, shown.stdout.splitlines())) in range(width - 8, width + 1)
