"""derive solve: the answer, its JSON, its exit code."""

from __future__ import annotations

import csv
import io
import json

import pytest

CLIFF = (
    "solve",
    "kv_bytes_per_token",
    "-g",
    "active_params=100e9 param",
    "-g",
    "crossover_context=200e3 token/sequence",
)
DOMAIN = (
    "-g", "active_params=100e9 param", "-g", "total_params=800e9 param", "-g",
    "bytes_per_param=0.5 byte/param", "-g", "gpus=72 GPU", "-g", "hbm_bandwidth=8 TB/s/GPU", "-g",
    "peak_flops=10 PFLOP/s/GPU",
)  # fmt: skip
REQUEST = ("-g", "prompt_length=300e3 token/sequence", "-g", "output_length=1000 token/sequence")
DOES_NOT_FIT = (
    "solve",
    "weight_fetch_time",
    "--accelerator",
    "h100_sxm",
    "--precision",
    "fp8",
    "--model",
    "deepseek_v3",
    "-g",
    "batch_size=256 sequence",
    "-g",
    "gpus=7 GPU",
)
KEYS = [
    "target", "status", "cautions", "value", "unit", "values", "interval", "intervals", "between",
    "spread", "tolerances", "sense", "formula", "formula_latex", "regime", "bottleneck", "given",
    "looked_up", "conventions", "defaults", "notes", "variants", "relations", "constraints",
    "not_judged", "neglected", "pulls", "unused", "missing", "missing_cut_off", "fixed", "conflict",
    "conflict_detail", "bound", "compared", "sources", "references", "unverified", "warnings",
    "steps",
]  # fmt: skip


def answer(run, *words):
    result = run(*words, "--json")
    return json.loads(result.stdout), result.exit_code


@pytest.mark.parametrize(
    ("chip", "precision", "bytes_per_token"),
    [
        ("gb200_nvl72", "fp8", 1600),
        ("gb200_nvl72", "fp4", 800),
        ("h100_sxm", "bf16", 3387),
        ("h100_sxm", "fp8", 1693),
    ],
)
def test_price_cliff_gives_the_cache_size_at_each_precision(run, chip, precision, bytes_per_token):
    found, code = answer(run, *CLIFF, "--accelerator", chip, "--precision", precision)
    assert (code, found["status"], found["unit"]) == (0, "solved", "byte/token")
    assert found["value"] == pytest.approx(bytes_per_token, rel=5e-4)


def test_json_has_the_same_keys_in_the_same_order_for_every_status(run):
    questions = [
        (*CLIFF, "--accelerator", "h100_sxm", "--precision", "fp8"),
        ("solve", "kv_bytes_per_token", "-g", "crossover_context=200e3 token/sequence"),
        (
            "solve",
            "batch_size",
            *DOMAIN,
            "-g",
            "step_time=0.5 ms",
            "-g",
            "context_length=0 token/sequence",
        ),
        (
            "solve",
            "drain_time",
            "-g",
            "drain_time=3 s",
            "-g",
            "hbm_capacity=288 GB/GPU",
            "-g",
            "hbm_bandwidth=20 TB/s/GPU",
        ),
    ]
    found = [answer(run, *question) for question in questions]
    assert [list(data) for data, _ in found] == [KEYS] * 4
    assert [(data["status"], code) for data, code in found] == [
        ("solved", 0),
        ("underdetermined", 3),
        ("unreachable", 1),
        ("contradiction", 4),
    ]


def test_json_is_equal_bytes_for_one_question(run):
    words = (*CLIFF, "--accelerator", "h100_sxm", "--precision", "fp8", "--json")
    assert run(*words).stdout == run(*words).stdout


def test_steps_are_told_with_rule_equation_reason_and_verdict(run):
    found, _ = answer(run, *CLIFF, "--accelerator", "h100_sxm", "--precision", "fp8")
    assert "cancel" in [step["rule"] for step in found["steps"]]
    assert all(
        list(step) == ["rule", "equation", "reason", "verdict", "relation", "source"]
        for step in found["steps"]
    )
    assert all(step["verdict"] and "{" not in step["reason"] for step in found["steps"])


def test_an_open_question_names_what_is_missing_and_what_is_fixed(run):
    found, code = answer(
        run, "solve", "kv_bytes_per_token", "-g", "crossover_context=200e3 token/sequence"
    )
    assert code == 3
    assert found["value"] is None
    assert {"hbm_bandwidth", "active_params", "peak_flops"} in [
        set(names) for names in found["missing"]
    ]
    assert found["fixed"]["value"] == pytest.approx(1e-5)


def test_an_unreachable_step_tells_the_floor_and_what_sets_it(run):
    found, code = answer(
        run,
        "solve",
        "batch_size",
        *DOMAIN,
        "-g",
        "step_time=0.5 ms",
        "-g",
        "context_length=0 token/sequence",
    )
    assert code == 1
    assert found["bound"]["value"] == pytest.approx(0.694e-3, rel=1e-3)
    assert "total_params" in found["bound"]["set_by"]


@pytest.mark.parametrize(
    ("context", "cache", "batch"),
    [("0 token/sequence", None, 72_000), ("100e3 token/sequence", "1667 byte/token", 66_700)],
)
def test_batch_for_a_step_of_20_ms_is_found_through_the_regimes(run, context, cache, batch):
    known = ("-g", f"kv_bytes_per_token={cache}") if cache else ()
    found, code = answer(
        run,
        "solve",
        "batch_size",
        *DOMAIN,
        "-g",
        "step_time=20 ms",
        "-g",
        f"context_length={context}",
        *known,
    )
    assert (code, found["status"]) == (0, "solved")
    assert found["value"] == pytest.approx(batch, rel=2e-3)
    assert found["regime"]


@pytest.mark.slow
def test_json_gives_each_pull_with_its_way_and_size(run):
    """An estimate says what raises the true value and what lowers it, and by how much."""
    words = (
        "solve", "step_time", "--accelerator", "h100_sxm", "--precision", "bf16", "--model",
        "gpt_oss_120b", "-g", "gpus=8 GPU", "-g", "context_length=1000 token/sequence", "-g",
        "batch_size=32 sequence",
    )  # fmt: skip
    found, _ = answer(run, *words)
    assert found["sense"] == "estimate"
    assert [
        (pull["of"], pull["way"], pull["ideal"], pull["at_most"]) for pull in found["pulls"]
    ] == [
        ("bandwidth_efficiency", "raises", True, False),
        ("touched", "lowers", False, True),
        ("step_overlap", "raises", False, True),
    ]
    touched = found["pulls"][1]
    assert (touched["size"], touched["moves"]) == (
        pytest.approx(0.932, rel=1e-3),
        pytest.approx(0.923, rel=1e-3),
    )
    directions = {term["relation"]: term["direction"] for term in found["neglected"]}
    assert directions == {"compute": "raises", "touched": "lowers", "step_overlap": "raises"}
    text = run(*words).stdout
    assert "step_time ≈ 5.652 ms" in text
    assert "This is an estimate, not a bound." in text


def test_unit_converts_what_is_shown(run):
    words = (*CLIFF, "--accelerator", "gb200_nvl72", "--precision", "fp8", "--unit", "kB/token")
    found, _ = answer(run, *words)
    assert (found["value"], found["unit"], found["values"][0]["value"]) == (
        pytest.approx(1.6),
        "kB/token",
        pytest.approx(1.6),
    )
    assert "kv_bytes_per_token ≈ 0.0016 MB/token" in run(*words[:-1], "MB/token").stdout


def test_a_unit_that_does_not_fit_is_told_the_targets_own(run):
    result = run("solve", "drain_time", "--accelerator", "h100_sxm", "--unit", "kB/token")
    assert result.exit_code == 2
    assert "drain_time is measured in s" in result.stderr


@pytest.mark.slow
def test_several_targets_make_a_list_and_the_worst_status_the_exit_code(run):
    words = ("solve", "drain_time", "step_time", "--accelerator", "h100_sxm")
    found, code = answer(run, *words)
    targets = [item["target"] for item in found["answers"]]
    assert (targets, code) == (["drain_time", "step_time"], 3)
    shown = run(*words).stdout
    assert shown.index("drain_time = 25.52 ms") < shown.index("step_time: underdetermined")


@pytest.mark.slow
def test_a_price_sheet_gives_the_context_of_its_step_when_asked_for_its_cliff(run):
    chip = ("--accelerator", "gb200_nvl72", "--precision", "fp8")
    found, _ = answer(
        run,
        "solve",
        "kv_bytes_per_token",
        *chip,
        "--cliff",
        "Gemini-2-5-Pro",
        "-g",
        "N_active=100e9 param",
    )
    assert found["value"] == pytest.approx(1600)
    assert found["looked_up"]["crossover_context"] == "200e3 token/sequence"
    assert "price step" in found["notes"]["crossover_context"]
    assert (
        answer(
            run,
            "solve",
            "kv_bytes_per_token",
            *chip,
            "--price",
            "Gemini-2-5-Pro",
            "-g",
            "N_active=100e9 param",
        )[0]["status"]
        == "underdetermined"
    )


def test_a_price_sheet_prices_a_request_by_the_tier_it_is_asked_for(run):
    found, code = answer(run, "solve", "request_price", "--price", "gpt_5_4", *REQUEST)
    assert (found["value"], found["variants"], code) == (
        pytest.approx(1.5225),
        {"tariff": "whole_request"},
        0,
    )
    assert {"md_gpt54"} < set(found["sources"])
    flex, _ = answer(
        run, "solve", "request_price", "--price", "gpt_5_4", "--price-tier", "flex", *REQUEST
    )
    assert (flex["value"], flex["variants"]) == (pytest.approx(0.3825), {"tariff": "flat"})


def test_a_cache_lifetime_chooses_what_a_write_costs(run):
    sheet = ("solve", "whole_payback_hits", "--price", "claude_opus_5")
    assert [answer(run, *sheet, *words)[0]["value"] for words in ((), ("--cache-ttl", "1h"))] == [
        1,
        2,
    ]


def test_a_variant_is_chosen_by_its_group_however_spelt(run):
    known = ("-g", "compute_time=2 ms", "-g", "memory_time=3 ms")
    assert answer(run, "solve", "step_time", *known)[0]["value"] == pytest.approx(3e-3)
    for spelling in ("step time=none", "Step-Time=None"):
        assert answer(run, "solve", "step_time", *known, "--variant", spelling)[0][
            "value"
        ] == pytest.approx(5e-3)


def test_the_answer_is_written_in_the_format_the_suffix_names(run, tmp_path):
    words = ("solve", "drain_time", "--accelerator", "h100_sxm", "-o")
    starts = {"a.md": "# ", "a.tex": "\\", "a.html": "<!", "a.json": "{", "a.txt": "Time to read"}
    for name, start in starts.items():
        assert run(*words, str(tmp_path / name)).exit_code == 0
        assert (tmp_path / name).read_text(encoding="utf-8").lower().startswith(start.lower())


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("solve_price_cliff.txt", (*CLIFF, "--accelerator", "gb200_nvl72", "--precision", "fp8")),
        (
            "solve_price_cliff.json",
            (*CLIFF, "--accelerator", "gb200_nvl72", "--precision", "fp8", "--json"),
        ),
        (
            "solve_underdetermined.txt",
            ("solve", "kv_bytes_per_token", "-g", "crossover_context=200e3 token/sequence"),
        ),
        (
            "solve_unreachable.txt",
            (
                "solve",
                "batch_size",
                *DOMAIN,
                "-g",
                "step_time=0.5 ms",
                "-g",
                "context_length=0 token/sequence",
            ),
        ),
        ("solve_infeasible.txt", DOES_NOT_FIT),
        (
            "solve_request_price.txt",
            ("solve", "request_price", "--price", "gpt_5_4", "--price-tier", "flex", *REQUEST),
        ),
    ],
)
def test_what_people_see_of_an_answer(run, golden, name, words):
    golden(name, run(*words).stdout)


def test_what_nobody_held_against_its_source_is_listed_and_sources_have_dates(run):
    asked = ("solve", "drain_time", "--accelerator", "l40s", "--precision", "fp8")
    found, _ = answer(run, *asked)
    assert found["unverified"] == ["hbm_bandwidth", "hbm_capacity"]
    assert {known["id"] for known in found["references"]} <= set(found["sources"])
    assert any(known["date"] for known in found["references"])
    assert "Not verified\n\nhbm_bandwidth (accelerator l40s)" in run(*asked).stdout


UNCERTAIN = ("solve", "cost_per_token", "-g", "gpus=72 GPU", "-g", "batch_size=2400 sequence", "-g",
             "gpu_price=lognormal 2 to 3 USD/hour/GPU",
             "-g", "step_time=lognormal 15 to 30 ms")  # fmt: skip
SAMPLED = (
    "solve",
    "step_time",
    "-g",
    "compute_time=uniform 2 to 4 ms",
    "-g",
    "memory_time=3.2 ms",
    "--draws",
    "5000",
    "--seed",
    "7",
)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("solve_uncertain.txt", (*UNCERTAIN, "--within", "10 %")),
        ("solve_sampled.txt", SAMPLED),
        (
            "solve_interval.txt",
            ("solve", "step_time", "-g", "compute_time=2 to 4 ms", "-g", "memory_time=3.2 ms"),
        ),
    ],
)
def test_what_people_see_of_an_uncertain_answer(run, golden, name, words):
    golden(name, run(*words).stdout)


def test_json_of_an_uncertain_answer_holds_its_spread_in_the_unit_asked_for(run):
    found, code = answer(run, *UNCERTAIN, "--unit", "USD/Mtoken", "--within", "0.1")
    assert code == 0
    spread = found["spread"]
    assert (spread["method"], spread["unit"], spread["draws"]) == ("exact", "USD/Mtoken", None)
    assert spread["median"] == pytest.approx(found["value"]) == pytest.approx(0.4330127)
    assert spread["low"] < spread["median"] < spread["mean"] < spread["high"]
    assert sum(item["share"] for item in spread["budget"]) == pytest.approx(1.0)
    assert {item["given"]: item["alone"] for item in found["tolerances"]}[
        "gpu_price"
    ] == pytest.approx(0.1, rel=1e-4)
    assert found["given"]["gpu_price"] == "lognormal 2 to 3 USD/hour/GPU"


def test_the_seed_is_told_and_gives_the_same_bytes(run):
    found, _ = answer(run, *SAMPLED)
    assert (found["spread"]["draws"], found["spread"]["seed"]) == (5000, 7)
    assert run(*SAMPLED, "--json").stdout == run(*SAMPLED, "--json").stdout
    assert sum(item["probability"] for item in found["spread"]["regimes"]) == pytest.approx(1.0)


def test_an_interval_has_no_value_and_no_percentiles_in_json(run):
    found, _ = answer(
        run, "solve", "step_time", "-g", "compute_time=2 to 4 ms", "-g", "memory_time=3.2 ms"
    )
    assert found["value"] is None
    assert found["interval"] == pytest.approx([0.0032, 0.004])
    assert found["spread"]["median"] is None
    assert [item["probability"] for item in found["spread"]["regimes"]] == [None, None]


def test_a_case_in_a_file_may_be_uncertain_and_name_its_seed(run, tmp_path):
    case = tmp_path / "case.toml"
    case.write_text(
        'target = "step_time"\ndraws = 2000\nseed = 3\n[given]\ncompute_time = "uniform 2 to 4'
        ' ms"\nmemory_time = "3.2 ms"\n'
    )
    found, _ = answer(run, "solve", "-f", str(case))
    assert (found["spread"]["draws"], found["spread"]["seed"]) == (2000, 3)
    again, _ = answer(run, "solve", "-f", str(case), "--seed", "0")
    assert again["spread"]["seed"] == 0


STEP = ("-g", "compute_time=2 ms", "-g", "weight_fetch_time=1 ms", "-g", "kv_fetch_time=4 ms")


def test_brief_prints_one_line_a_target(run):
    done = run("solve", "step_time", "memory_time", *STEP, "--brief")
    assert done.stdout == "step_time ≥ 5 ms\nmemory_time = 5 ms\n"


def test_brief_tells_cautions_beside_the_result(run):
    words = (
        "solve",
        "balance_batch",
        "--accelerator",
        "h100_sxm",
        "--precision",
        "bf16",
        *CLIFF[2:],
    )
    done = run(*words, "-g", "total_params=1e12 param", "-g", "kv_bytes_per_token=1 kB/token",
               "-g", "context_length=200e3 token/sequence", "--brief")  # fmt: skip
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr.startswith("Mind: batch_balance neglects reading the KV cache")


def test_brief_tells_what_it_was_given_in_vain(run):
    """A value that no answer rests on, and warnings, stand beside the result."""
    done = run("solve", "step_time", "memory_time", *STEP, "-g", "busy_share=0.4", "--brief")
    assert len(done.stdout.splitlines()) == 2
    assert done.stderr == "Mind: given but not needed: busy_share.\n"
    case = ("--accelerator", "h100_sxm", "--precision", "fp8", "--model", "llama31_70b")
    done = run("solve", "step_time", *case, "-g", "compute_time=1 ms", "-g", "gpus=8 GPU",
               "-g", "batch_size=32 sequence", "-g", "context_length=8192 token/sequence",
               "--brief")  # fmt: skip
    assert "Mind: implied compute_efficiency 29 %: compute agrees only with it." in done.stderr
    slow = ("--accelerator", "tpu_v4", "--precision", "bf16", "--model", "palm_540b")
    done = run("solve", "mfu", *slow, "-g", "gpus=64 GPU", "-g", "batch_size=512 sequence",
               "-g", "context_length=2048 token/sequence", "-g", "step_time=60 ms",
               "--brief")  # fmt: skip
    for told in ("bandwidth_efficiency 26 %: memory", "compute_efficiency 52 %: step_overlap"):
        assert f"implied {told} agrees only with it, all else as assumed" in done.stderr


def test_an_accelerator_without_a_precision_is_told_to_name_it(run):
    """Not that an accelerator is needed, which is there."""
    case = ("--accelerator", "h100_sxm", "--model", "llama31_70b", "-g", "gpus=8 GPU",
            "-g", "batch_size=32 sequence", "-g", "context_length=8192 token/sequence")  # fmt: skip
    done = run("solve", "step_time", *case, "--brief")
    assert "the accelerator's precision (--precision)" in done.stdout
    assert "--precision P" in run("missing", "step_time", *case).stdout


def test_a_model_that_lacks_a_figure_is_told_the_figure(run):
    """Not that a model is needed, which is there."""
    done = run("solve", "kv_bytes_per_token", "--model", "kimi_linear_48b_a3b",
               "-g", "bytes_per_element=2 byte", "--brief")  # fmt: skip
    assert "needs n_kv_heads and d_" in done.stdout and "a model" not in done.stdout


def test_brief_and_json_exclude_each_other(run):
    done = run("solve", "step_time", *STEP, "--brief", "--json")
    assert done.exit_code == 2
    assert "--brief and --json exclude each other" in done.output


@pytest.mark.parametrize("detail", [(), ("--explain",)])
def test_the_answer_stands_before_all_that_leads_to_it(run, detail):
    title, _, *box = run("solve", "step_time", *STEP, *detail).stdout.splitlines()
    assert title == "Time of one decode step"
    assert box[1].startswith("│ step_time ≥ 5 ms ")
    assert box[3].startswith("│ reading the KV cache, 80 % of the step at this bound ")


def test_the_derivation_is_told_on_request(run):
    short, full = (run("solve", "step_time", *STEP, *more).stdout for more in ((), ("--explain",)))
    assert "t = max(t_c, t_mem)   = 5 ms   time of one decode step" in short
    assert "Derivation" not in short and "--explain" in short
    assert full.index("What binds") < full.index("Derivation") < full.index("Checks")
    assert "References" in full and "--explain" not in full


def test_a_file_has_all(run, tmp_path):
    file = tmp_path / "answer.txt"
    run("solve", "step_time", *STEP, "-o", str(file))
    assert file.read_text(encoding="utf-8") == run("solve", "step_time", *STEP, "--explain").stdout


def test_a_target_is_not_named_as_what_another_one_needs(run):
    result = run("solve", "retrieve_time", "recompute_time", "--json")
    for answer in json.loads(result.stdout)["answers"]:
        assert answer["missing"]
        named = {name for names in answer["missing"] for name in names}
        assert named.isdisjoint({"retrieve_time", "recompute_time"})


def test_a_share_of_busy_hours_beside_a_price_is_told_where_it_counts(run):
    case = ("-g", "gpus=8 GPU", "-g", "throughput=1000 token/s", "-g", "busy_share=0.4")
    words = ("solve", "cost_per_token", *case, "-g")
    told = "busy_share counts where reserved_gpu_price is given in place of"
    assert told in " ".join(run(*words, "gpu_price=2 USD/hour/GPU").stdout.split())
    assert "counts where" not in run(*words, "reserved_gpu_price=2 USD/hour/GPU").stdout


def test_a_full_load_is_told_the_nearest_that_has_an_answer(run):
    result = run("solve", "request_rate", "-g", "load=100 %")
    assert result.exit_code == 2
    assert "It comes near 1 and is never 1: write for example 0.99." in result.stderr


def test_a_closed_form_alone_is_one_line(run):
    result = run("formula", "step_time", "compute_time", "memory_time", "--brief")
    assert result.stdout == "step_time = max(compute_time, memory_time)\n"


def test_answers_are_written_as_a_table(run, tmp_path):
    out = tmp_path / "answers.csv"
    given = ("-g", "compute_time=2 to 3 ms", "-g", "memory_time=1 ms")
    assert run("solve", "step_time", "memory_time", *given, "-o", str(out)).exit_code == 0
    uncertain, known = csv.DictReader(io.StringIO(out.read_text("utf-8")))
    assert (uncertain["low"], uncertain["high"], uncertain["unit"]) == ("0.002", "0.003", "s")
    assert (known["value"], known["status"]) == ("0.001", "solved")
    assert known["text"] == "memory_time = 1 ms"


def test_a_list_is_written_as_a_table(run, tmp_path):
    out = tmp_path / "tiers.csv"
    assert run("list", "tiers", "-o", str(out)).exit_code == 0
    rows = {row["name"]: row for row in csv.DictReader(io.StringIO(out.read_text("utf-8")))}
    told = {row["name"]: row for row in json.loads(run("list", "tiers", "--json").stdout)}
    drain = told["ddr5_host_8gpu"]["drain_time"]
    row = rows["ddr5_host_8gpu"]
    assert (float(row["drain_time"]), row["drain_time_unit"]) == (drain["value"], drain["unit"])


def test_the_format_of_one_part_beside_a_precision_is_told_where_it_counts(run):
    """A precision says the mean of all parts: the format of the rest is to be given instead."""
    case = ("solve", "weight_bytes", "--model", "llama31_70b", "--brief", "-g")
    part = "embedding_bytes_per_param=2 byte/param"
    told = " ".join(run(*case, part, "--precision", "fp8").stdout.split())
    told += " ".join(run(*case, part, "--precision", "fp8").stderr.split())
    assert (
        "embedding_bytes_per_param counts where rest_bytes_per_param is given in place of"
        " bytes_per_param (of precision fp8)"
    ) in told
    followed = run(*case, part, "-g", "rest_bytes_per_param=1 byte/param")
    assert "counts where" not in followed.stdout + followed.stderr
    assert "not needed" not in followed.stdout + followed.stderr


def test_a_name_within_that_of_another_missing_variable_is_told_apart(run):
    words = ("solve", "training_tokens", "--model", "llama31_70b", "-g")
    told = " ".join(run(*words, "tokens_per_param=20 token/param").stdout.split())
    assert "training_tokens_per_param is another variable" in told
