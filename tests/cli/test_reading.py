"""derive check, list, show and report: reading what there is."""

from __future__ import annotations

import json
import re

import click
import pytest

import derive
from derive.cli.listing import LISTS
from derive.cli.main import main

CONTEXT = click.Context(main)


@pytest.mark.slow
def test_the_whole_library_and_its_reports_are_consistent(run, monkeypatch):
    chosen = ["pipelines", "reversible"]  # every one has a test of its own
    monkeypatch.setattr("derive.reporting.source.reports", lambda: chosen)
    result = run("check")
    assert result.exit_code == 0
    *_, library, pipelines, reversible, formulas = result.stdout.splitlines()
    assert library.endswith("relations, constraints and theorems of the library are consistent.")
    assert re.fullmatch(r"pipelines: (\d+) of \1 formulas are consistent\.", pipelines)
    assert reversible.startswith("reversible: ")
    assert formulas.endswith("formulas of the reports are consistent.")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("t_mem = t_w + t_kv", 0),
        ("C = 6 N D", 0),  # a guessed letter is a warning at most
        ("training_flops = 7 active_params training_tokens", 1),
        ("t_c = B N_active / FLOPs", 0),
        ("compute_time = batch_size active_params / peak_flops", 1),
        ("t_c = frobnication / FLOPs", 0),
        ("3 = 3", 0),
        ("", 2),
        ("t_w = N_total * ? / mem_bw", 0),
    ],
)
def test_an_equation_is_judged_and_an_error_is_the_exit_code(run, text, code):
    assert run("check", text).exit_code == code


@pytest.mark.parametrize(
    ("text", "words", "code"),
    [
        ("38.7 ms / 3 = 12 ms", (), 0),
        ("38.7 ms / 3 = 12 ms", ("--fail-on", "warning"), 1),
        ("38.7 ms / 3 = 12 ms", ("--strict",), 1),
        ("97 GB / 7 = 13.8 GB", ("--fail-on", "not-judged"), 0),
        ("t_c = frobnication / FLOPs", ("--fail-on", "warning"), 0),
        ("t_c = frobnication / FLOPs", ("--fail-on", "not-judged"), 1),
        ("t_w = N_total * ? / mem_bw", ("--fail-on", "not-judged"), 0),
        ("t_c = B N_active / FLOPs", ("--fail-on", "never"), 0),
        ("t_c = B N_active / FLOPs", ("--fail-on", "always"), 2),
    ],
)
def test_what_fails_a_check_is_chosen(run, text, words, code):
    assert run("check", text, *words).exit_code == code


def test_a_name_of_ones_own_is_bound(run):
    assert (
        run(
            "check", "t = V / w", "--bind", "V=GB", "--bind", "w=domain_bandwidth", "--bind", "t=s"
        ).exit_code
        == 0
    )
    found = json.loads(
        run(
            "check", "t = V / w", "--bind", "V=GB", "--bind", "w=GB", "--bind", "t=s", "--json"
        ).stdout
    )
    assert [finding["verdict"] for finding in found] == ["inconsistent"]


def test_an_unknown_name_is_told_how_to_bind_it(run):
    assert "--bind frobnication=FLOP" in run("check", "t_c = frobnication / FLOPs").stdout


ARTICLE = (
    "# Decode\n\n$t_{mem} = N_{total} / \\text{Mem BW}$ and\n\nt = max(t_c, t_mem)\n\nz = N_total"
    " / t\n"
)


def test_a_document_is_listed_as_editors_read_it(run, golden, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "article.md").write_text(ARTICLE, encoding="utf-8")
    result = run("check", "article.md")
    assert (result.exit_code, run("check", "article.md", "--fail-on=warning").exit_code) == (0, 1)
    golden("check_document.txt", result.stdout)
    rows = json.loads(run("check", "article.md", "--json").stdout)
    assert [(row["file"], row["line"], row["column"], row["verdict"]) for row in rows] == [
        ("article.md", 3, 12, "conditional"),
        ("article.md", 5, 1, "consistent"),
        ("article.md", 7, 1, "not judged"),
    ]
    assert rows[2]["unknown"] == ["z"] and rows[2]["forced"] == {"z": "param/s"}
    assert rows[1]["library"] == {
        "kind": "same",
        "relation": "step_overlap",
        "factors": [],
        "contradicts": False,
    }


def test_a_bindings_file_is_suggested_completed_and_used(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "article.md").write_text("z = N_total / t\n", encoding="utf-8")
    made = run("check", "article.md", "--suggest-bindings", "--out", "names.toml")
    assert made.exit_code == 0
    text = (tmp_path / "names.toml").read_text(encoding="utf-8")
    assert '"z" = ""' in text
    (tmp_path / "names.toml").write_text(text.replace('""', '"param/s"'), encoding="utf-8")
    assert run("check", "article.md", "--bindings", "names.toml").exit_code == 0
    letters = ("--bind", "z=s", "--bind", "N_total=param", "--bind", "t=s")
    wrong = run("check", "article.md", "--bindings", "names.toml", *letters)
    assert wrong.exit_code == 1
    assert "names2.toml" in run("check", "article.md", "--bindings", "names2.toml").stderr


def test_text_from_a_pipe_is_a_document(runner):
    result = runner.invoke(main, ["check", "-"], input="t = t_c\n\nstep_time = total_params\n")
    assert result.exit_code == 1
    assert result.stdout.startswith("-:1:1: consistent: ")


@pytest.mark.parametrize("nothing", ["", " ", "\n"])
@pytest.mark.parametrize("options", [(), ("--json",), ("--sarif",), ("--suggest-bindings",)])
def test_an_empty_path_is_an_error(run, nothing, options):
    """As from a shell variable that is not set."""
    told = run("check", nothing, *options)
    assert told.exit_code == 2
    assert "the path is empty. Name a document" in told.stdout + told.stderr


def test_an_empty_path_beside_a_document_is_an_error(run):
    told = run("check", "t = V / w", "")
    assert (told.exit_code, told.stdout, "the path is empty" in told.stderr) == (2, "", True)


def test_an_empty_document_is_none(run, tmp_path):
    (tmp_path / "a.md").write_text("")
    assert run("check", str(tmp_path / "a.md")).exit_code == 0


def test_a_folder_is_no_document(run, tmp_path):
    told = run("check", str(tmp_path))
    assert (told.exit_code, told.stdout) == (2, "")
    assert "is a directory. Name the files in it" in told.stderr


def test_a_document_that_is_not_there_is_told(run):
    result = run("check", "nowhere.md")
    assert (result.exit_code, "there is no such file" in result.stderr) == (2, True)


@pytest.mark.parametrize("text", ["/nowhere", "./nowhere", "../a folder/nowhere", "~/nowhere"])
def test_a_path_is_no_formula(run, text):
    told = run("check", text)
    assert (told.exit_code, told.stderr) == (2, f"derive: {text}: there is no such file.\n")


def test_a_quotient_of_names_is_no_path(run):
    assert run("check", "hbm_capacity/hbm_bandwidth = drain_time").stdout.startswith("consistent")


def test_a_document_without_equations_is_told_so(run, tmp_path):
    (tmp_path / "a.txt").write_text("Nothing here.\n", encoding="utf-8")
    result = run("check", str(tmp_path / "a.txt"))
    assert (result.exit_code, result.stdout) == (0, "No equation was found.\n")


def test_a_hole_is_filled_on_the_command_line(run):
    assert (
        "? is in byte/param; bytes_per_param" in run("check", "t_w = N_total * ? / mem_bw").stdout
    )


def test_units_of_ones_own_can_be_used_in_bindings(run, tmp_path):
    (tmp_path / "units.txt").write_text(
        "cubit = 0.4572 * meter\nfortnight = 14 * day\n", encoding="utf-8"
    )
    words = (
        "check",
        "v = L / tau",
        "--bind",
        "v=cubit/fortnight",
        "--bind",
        "L=m",
        "--bind",
        "tau=s",
        "--units",
        str(tmp_path / "units.txt"),
    )
    assert run(*words).exit_code == 0


ASKED = [
    pytest.param(what, marks=pytest.mark.xdist_group("lecture_on_trial"))  # tries all claims too
    if what == "claims"
    else what
    for what in LISTS
]


@pytest.mark.slow
@pytest.mark.parametrize("what", ASKED)
def test_every_list_is_printed_and_is_json(run, what):
    rows = json.loads(run("list", what, "--json").stdout)
    shown = run("list", what)
    assert (shown.exit_code, bool(rows)) == (0, True)
    first = next(rows[0][key] for key in ("name", "group", "id") if key in rows[0])
    assert first in shown.stdout


@pytest.mark.slow
def test_claims_are_listed_with_what_the_engine_finds(run):
    rows = json.loads(run("list", "claims", "--subject", "modes", "--json").stdout)
    assert {"id", "verdict", "expected", "says", "source", "found", "why"} <= set(rows[0])
    assert all(row["verdict"] == row["expected"] for row in rows)
    assert {row["subject"] for row in rows} == {"modes"}


@pytest.mark.slow
def test_claims_are_picked_by_source_and_verdict(run):
    rows = json.loads(
        run("list", "claims", "--source", "Podcast Summary", "--verdict", "wrong", "--json").stdout
    )
    assert rows
    assert all(
        "podcast-summary" in (row["source"], *row["also"]) and row["verdict"] == "wrong"
        for row in rows
    )


@pytest.mark.slow
def test_filters_that_no_claim_passes_together_give_an_empty_list(run):
    result = run("list", "claims", "--subject", "prices", "--verdict", "hides a factor")
    assert (result.exit_code, result.stdout.strip()) == (0, "0 claims")


def test_a_filter_that_fits_nothing_is_told_what_there_is(run):
    assert "hides a factor" in run("list", "claims", "--verdict", "wrng").stderr
    assert "tldr-page" in run("list", "claims", "--source", "tldr").stderr
    assert "picks among claims" in run("list", "models", "--source", "transcript").stderr


@pytest.fixture
def chips(run):
    """The rows of `derive list accelerators --json` by name."""
    return {row["name"]: row for row in json.loads(run("list", "accelerators", "--json").stdout)}


@pytest.mark.slow
def test_accelerators_list_dense_peaks_by_precision_as_the_entry_has_them(chips):
    peaks = chips["h100_sxm"]["peak"]
    assert {
        precision: f"{peak['value']:g} {peak['unit']}" for precision, peak in peaks.items()
    } == {
        "bf16": "989 TFLOP/s/GPU",
        "fp8": "1979 TFLOP/s/GPU",
        "int8": "1979 TOP/s/GPU",
    }
    assert chips["h100_sxm"]["domain"] == {"value": 8, "unit": "GPU"}


@pytest.mark.parametrize(
    ("name", "precision", "tokens"),
    [
        ("h100_sxm", "fp8", 295),
        ("a100_80gb_sxm", "bf16", 153),
        ("tpu_v6e", "bf16", 560),
        ("h200_sxm", "fp8", 206),
        ("h20", "fp8", 37),
    ],
)
@pytest.mark.slow
def test_the_balance_points_are_the_known_ones(chips, name, precision, tokens):
    balance = chips[name]["balance_tokens"][precision]
    assert (balance["value"], balance["unit"]) == (pytest.approx(tokens, abs=0.5), "token")


@pytest.mark.slow
def test_every_balance_point_and_drain_time_is_what_a_question_finds(chips):
    """By capacity, bandwidth and peak alone; where one of them is missing there is nothing."""
    for name, row in chips.items():
        for precision in row["peak"]:
            asked = derive.solve("balance_tokens", derive.accelerator(name, precision)).number
            assert row["balance_tokens"].get(precision, {"value": None})["value"] == asked, name
        drain = derive.solve("drain_time", derive.accelerator(name)).number
        assert (row["drain_time"] or {"value": None})["value"] == drain, name
    assert chips["h100_sxm"]["drain_time"]["value"] == pytest.approx(85.5 / 3350)
    bare = chips["rubin_ultra_nvl576"]
    assert (bare["peak"], bare["balance_tokens"], bare["drain_time"], bare["bandwidth"]) == (
        {},
        {},
        None,
        None,
    )


def test_scaling_laws_that_a_relation_uses_are_listed_and_can_be_named(run):
    rows = {
        row["name"]: row["constants"]
        for row in json.loads(run("list", "scaling_laws", "--json").stdout)
    }
    assert (
        rows["chinchilla_approach3_published"]["param_loss_exponent"] == "0.34"
        and "kaplan" not in rows
    )
    found = run(
        "solve",
        "optimal_tokens_per_param",
        "--scaling-law",
        "chinchilla_approach3_published",
        "-g",
        "training_flops=1.2e24 FLOP",
        "--json",
    )
    assert json.loads(found.stdout)["value"] == pytest.approx(99.5, abs=0.05)


def test_tiers_list_how_long_reading_all_of_one_takes(run):
    rows = {row["name"]: row for row in json.loads(run("list", "tiers", "--json").stdout)}
    for name, row in rows.items():
        own = "drain_time" if name.startswith("hbm") else "tier_drain_time"
        if row["capacity"] is None:
            assert row["drain_time"] is None
            continue
        assert row["drain_time"] == {
            "value": derive.solve(own, derive.memory_tier(name)).number,
            "unit": "s",
        }
    assert rows["nvme_qlc"]["drain_time"]["value"] == pytest.approx(61440 / 7.2)


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("B", ["variable", "unit"]),
        ("throughput", ["variable", "relation"]),
        ("kv_fetch", ["relation"]),
        ("price_cliff", ["theorem", "report"]),
        ("weights_fit", 5 * ["constraint"]),
        ("H100-SXM", ["accelerator"]),
        ("deepseek v3", ["model"]),
        ("gemini_2_5_pro", ["price"]),
        ("H100", ["accelerator"]),
        ("Llama-3.1-70B", ["model"]),
        ("transcript", ["source"]),
        ("GB", ["unit"]),
        ("rl-11c", ["claim"]),
        ("TR06", ["claim", "claim"]),
    ],
)
def test_a_name_shows_everything_it_stands_for(run, name, kinds):
    result = run("show", name, "--json")
    assert ([thing["kind"] for thing in json.loads(result.stdout)], result.exit_code) == (kinds, 0)
    assert run("show", name).exit_code == 0


def test_a_theorem_is_shown_with_its_proof(run):
    thing = json.loads(run("show", "price_cliff", "--json").stdout)[0]
    assert thing["cancelled"] == ["batch_size", "gpus"]
    assert all(step["verdict"] for step in thing["steps"])


def test_an_unknown_name_is_offered_names_of_every_kind(run):
    assert "h100_sxm" in run("show", "h100_sx").stderr
    assert "price_cliff" in run("show", "price_clif").stderr
    assert "kv_bytes_per_token" in run("show", "kv_bytes_per_tokn").stderr


@pytest.mark.slow
def test_a_report_is_written_and_its_paths_are_printed(run, tmp_path):
    result = run("report", "roofline", "--format", "md", "--out", str(tmp_path))
    assert result.exit_code == 0
    assert str(tmp_path / "roofline.md") in result.stdout.splitlines()
    assert (tmp_path / "roofline.md").read_text(encoding="utf-8").startswith("# ")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("check_inconsistent.txt", ("check", "t_c = B N_active / FLOPs")),
        ("show_relation.txt", ("show", "kv_crossover")),
        ("show_claim.txt", ("show", "I-13")),
        ("show_row.txt", ("show", "KV-05")),
    ],
)
def test_what_people_see_when_they_read(run, golden, name, words):
    golden(name, run(*words).stdout)


def test_what_people_see_of_a_variable(run, golden):
    """Its facts, then the relations with it and their equations, of which there may be more."""
    facts, relations = run("show", "tpot").stdout.split("Follows from\n")
    golden("show_variable.txt", facts)
    assert {"step_overlap", "wait_and_ride"} <= set(relations.replace(",", " ").split())
    assert "t = max(t_c, t_mem)" in relations


def test_a_variable_is_shown_with_the_equations_of_its_variants(run):
    """Each relation that defines it, and what it is the variant for."""
    rows = run("show", "arithmetic_intensity").stdout.splitlines()
    for name, variant in (("step_intensity", "usual"), ("touched_step_intensity", "weight read")):
        (row,) = (row for row in rows if row.split()[:1] == [name])
        assert "I = m·g·B·N_a/(w·N_" in row and variant in row


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("400 Gbps", "50 GB/s"),
        ("80 GiB", "85.9 GB"),
        ("12.5 kWh", "0.0125 MWh"),
        ("3.35 TB/s/GPU", "hbm_bandwidth"),
    ],
)
def test_a_quantity_is_shown_in_the_units_of_answers(run, written, told):
    assert told in run("show", written).stdout


@pytest.mark.parametrize(("written", "told"), [("80 gb", "GB or Gb"), ("5", "has a unit")])
def test_a_quantity_that_cannot_be_read_is_told_with_the_reason(run, written, told):
    done = run("show", written)
    assert told in done.stderr and done.exit_code == 2


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("list_constraints.txt", ("list", "constraints")),
        ("list_accelerators.txt", ("list", "accelerators")),
        ("list_tiers.txt", ("list", "tiers")),
        pytest.param(
            "list_claims.txt", ("list", "claims", "--subject", "modes"), marks=pytest.mark.slow
        ),
    ],
)
def test_what_people_see_of_a_list(run, golden_list, name, words):
    golden_list(name, run(*words).stdout)


def test_what_people_see_first(run, golden):
    """Help without its list of commands, which are in the snapshot of the interface."""
    shown, commands = run("--help").stdout.split("Commands:\n")
    golden("help.txt", shown)
    lines = [line for line in commands.splitlines() if not line.startswith("   ")]
    names = [line.split()[0] for line in lines]
    assert names == list(main.list_commands(CONTEXT))
    assert all(len(line.split()) > 3 for line in lines)


@pytest.mark.parametrize("words", [(), *((name,) for name in main.list_commands(CONTEXT))])
def test_help_is_at_most_80_columns_wide(run, words):
    """Its examples too, which no line is broken in."""
    assert max(map(len, run(*words, "--help").stdout.splitlines())) <= 80


@pytest.mark.parametrize(
    ("called", "list_"),
    [("chips", "accelerators"), ("gpus", "accelerators"), ("law", "scaling_laws")],
)
def test_a_list_is_found_by_what_people_call_it(run, called, list_):
    assert run("list", called).stdout == run("list", list_).stdout


def test_a_report_is_listed_with_its_title(run):
    rows = json.loads(run("list", "reports", "--json").stdout)
    assert all(row["title"] and row["title"] != row["name"] for row in rows)


def test_a_search_that_finds_nothing_says_how_to_state_what_is_not_there(run):
    result = run("find", "zzzqqqxx")
    assert (result.exit_code, "--data FILE" in result.stderr) == (1, True)
