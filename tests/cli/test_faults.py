"""Bad input gets one paragraph and an exit code, never a traceback."""

from __future__ import annotations

import json
import re

import pytest

KNOWN = ("solve", "drain_time", "-g", "hbm_capacity=80 GB/GPU")
LONG = "x" * 20_000
HOSTILE = {
    "bare number": (*KNOWN, "-g", "hbm_bandwidth=3.35"),
    "limit": (*KNOWN, "-g", "hbm_bandwidth>=3.35 TB/s/GPU"),
    "wrong unit": (*KNOWN, "-g", "hbm_bandwidth=3.35 TB"),
    "per domain": (*KNOWN, "-g", "hbm_bandwidth=26.8 TB/s"),
    "unknown name": (*KNOWN, "-g", "hbm_bandwith=3.35 TB/s/GPU"),
    "unknown target": ("solve", "drain_tme", "-g", "hbm_capacity=80 GB/GPU"),
    "negative bandwidth": (*KNOWN, "-g", "hbm_bandwidth=-3.35 TB/s/GPU"),
    "no number": (*KNOWN, "-g", "hbm_bandwidth=NaN"),
    "no number with a unit": (*KNOWN, "-g", "hbm_bandwidth=nan TB/s/GPU"),
    "decimal comma": (*KNOWN, "-g", "hbm_bandwidth=0,500 TB/s/GPU"),
    "decimal commas of a range": (*KNOWN, "-g", "hbm_bandwidth=2,5 to 3,35 TB/s/GPU"),
    "decimal comma of a share": (*KNOWN, "--within", "2,5 %"),
    "multiplier on a prefixed unit": ("solve", "throughput", "-g", "training_tokens=5M Mtoken"),
    "number too small": (*KNOWN, "-g", "hbm_bandwidth=1e-400 TB/s/GPU"),
    "price in words": ("solve", "request_price", "-g", "input_price=cheap"),
    "time in words": ("solve", "throughput", "-g", "step_time=soon"),
    "count in words": ("solve", "kv_bytes_per_token", "-g", "n_layers=many"),
    "price for nothing": ("solve", "request_price", "-g", "input_price=$5"),
    "rent for nothing": ("solve", "cost_per_token", "-g", "gpu_price=2 USD"),
    "code": (*KNOWN, "-g", "hbm_bandwidth=__import__('os')"),
    "code as target": ("solve", "__import__('os')"),
    "tower of powers": (*KNOWN, "-g", "hbm_bandwidth=9**9**9**9"),
    "long unit": (*KNOWN, "-g", f"hbm_bandwidth=3.35 {LONG}"),
    "long target": ("solve", LONG),
    "long display unit": ("solve", "drain_time", "--unit", LONG),
    "no equals sign": (*KNOWN, "-g", "hbm_bandwidth"),
    "no name": (*KNOWN, "-g", "=3.35 TB/s/GPU"),
    "no value": (*KNOWN, "-g", "hbm_bandwidth="),
    "given twice": (*KNOWN, "-g", "hbm_capacity=81 GB/GPU"),
    "option twice": (*KNOWN, "-o", "a.json", "--out", "b.json"),
    "standard output as a file": (*KNOWN, "-o", "-"),
    "lookup twice": (*KNOWN, "--precision", "fp8", "--precision", "bf16"),
    "lookup without a name": (*KNOWN, "--model"),
    "given twice by an alias": (*KNOWN, "-g", "memory_capacity=81 GB/GPU"),
    "a relation as target": ("solve", "kv_crossover"),
    "a chip as target": ("solve", "h100_sxm"),
    "a theorem and report as target": ("solve", "price_cliff"),
    "a unit as target": ("solve", "bar"),
    "a relation as report": ("report", "kv_crossover"),
    "a model as chip": ("solve", "drain_time", "--accelerator", "llama31_70b"),
    "axis without values": ("sweep", "step_time", "--over", "batch_size"),
    "axis of an uncertain value": ("sweep", "step_time", "--over", "batch_size=1 to 64 sequence"),
    "axis without its end": ("sweep", "step_time", "--over", "batch_size=1:"),
    "axis with dots": ("sweep", "step_time", "--over", "batch_size=1..64 sequence"),
    "axis of values with commas": ("sweep", "step_time", "--over", "batch_size=1,2 sequence"),
    "axis of a value with a comma": ("sweep", "step_time", "--over", "batch_size=1,024 sequence"),
    "axis with a gap": ("sweep", "step_time", "--over", "batch_size=1;;4 sequence"),
    "picture as table": ("sweep", "step_time", "--over", "batch_size=1; 2 sequence", "-o", "a.svg"),
    "ambiguous unit shown": ("show", "GFLOPS"),
    "value without quotes": ("solve", "drain_time", "-g", "hbm_capacity=80", "GB/GPU"),
    "unknown chip": ("solve", "drain_time", "--accelerator", "h10"),
    "precision the chip lacks": ("solve", "drain_time", "--accelerator", "h100_sxm", "--precision",
                                 "fp4"),
    "compute precision without a chip": ("solve", "drain_time", "--compute-precision", "fp4"),
    "cliff without a step": ("solve", "drain_time", "--cliff", "claude_opus_5"),
    "unknown price sheet": ("solve", "request_price", "--price", "claude_opus_7"),
    "unknown price tier": ("solve", "request_price", "--price", "gpt_5_4", "--price-tier",
                           "overnight"),
    "several price tiers": ("solve", "request_price", "--price", "claude_opus_4_6", "--price-tier",
                            "fast"),
    "no standard price tier": ("solve", "request_price", "--price", "deepseek_v4_pro"),
    "price tier without a sheet": ("solve", "request_price", "--price-tier", "fast"),
    "unknown cache lifetime": ("solve", "payback_hits", "--price", "claude_opus_5", "--cache-ttl",
                               "2h"),
    "cache lifetime the sheet lacks": ("solve", "payback_hits", "--price", "gpt_5_4", "--cache-ttl",
                                       "1h"),
    "unknown variant": ("solve", "drain_time", "--variant", "step tim=none"),
    "unknown choice": ("solve", "drain_time", "--variant", "step time=nne"),
    "no tolerance": ("solve", "drain_time", "--rtol", "nan"),
    "unknown option": ("solve", "drain_time", "--acelerator", "h100_sxm"),
    "unknown option for a lookup": ("solve", "drain_time", "--gpu", "h100_sxm"),
    "given for a lookup": ("solve", "drain_time", "-g", "chip=h100_sxm"),
    "given for a lookup that needs another": ("solve", "drain_time", "-g", "precision=fp8"),
    "axis for a lookup": ("sweep", "drain_time", "--over", "gpu=h100_sxm; b200"),
    "unknown option for a value": ("solve", "drain_time", "--batch-size", "64"),
    "given without its option": ("solve", "drain_time", "hbm_capacity=80 GB/GPU"),
    "unknown last word": ("solve", "drain_time", "-g", "price=2 USD/hour/GPU"),
    "unknown command": ("slove", "drain_time"),
    "unknown command on a theorem": ("explain", "six_operations"),
    "unknown command on a chip": ("describe", "H100-SXM"),
    "variable without a command": ("ttft",),
    "target before its command": ("drain_time", "solve", "-g", "price=2 USD/hour/GPU"),
    "option before its command": ("--accelerator", "h100_sxm", "solve", "drain_time"),
    "unknown list": ("list", "varables"),
    "unknown thing": ("show", "price_clif"),
    "unknown report": ("report", "price_clif"),
    "unknown format": ("report", "price_cliff", "--format", "docx"),
    "no target": ("solve",),
    "nothing known": ("scenario",),
    "range backwards": (*KNOWN, "-g", "hbm_bandwidth=4 to 3 TB/s/GPU"),
    "range without a unit": (*KNOWN, "-g", "hbm_bandwidth=3 to 4"),
    "range of two units": (*KNOWN, "-g", "hbm_bandwidth=3 TB/s/GPU to 4 GB"),
    "range beyond the range": (*KNOWN, "-g", "hbm_bandwidth=0 to 4 TB/s/GPU"),
    "interval beside a distribution": ("solve", "drain_time", "-g", "hbm_capacity=80 to 96 GB/GPU",
                                       "-g", "hbm_bandwidth=3 +- 0.1 TB/s/GPU"),
    "two ranges of one variable": (*KNOWN, "-g", "hbm_bandwidth=3 to 4 TB/s/GPU", "-g",
                                   "hbm_bandwidth=3.5 TB/s/GPU"),
    "a range where one value is needed": ("scenario", "-g", "gpu_price=2 to 3 USD/hour/GPU"),
    "few draws": (*KNOWN, "-g", "hbm_bandwidth=3 +- 0.1 TB/s/GPU", "--draws", "5"),
    "no seed": (*KNOWN, "-g", "hbm_bandwidth=3 +- 0.1 TB/s/GPU", "--seed", "-1"),
    "no share": (*KNOWN, "-g", "hbm_bandwidth=3 TB/s/GPU", "--within", "3"),
    "no share but a time": (*KNOWN, "-g", "hbm_bandwidth=3 TB/s/GPU", "--within", "3 ms"),
    "tolerances of an open question": (*KNOWN, "--within", "10 %"),
}  # fmt: skip


def without_names(message: str) -> str:
    """A message with the first name that it suggests, and none of those that it lists: they come
    with commands, formats and data.
    """
    nearest = re.sub(r"(Did you mean \S+?)(?: or \S+?)*\?", r"\1?", message)
    # click words this differently from release to release
    option = re.sub(
        r"option:? '?(--\w+)'?\.? (Did you mean) '?(--\w+)'?", r"option \1. \2 \3", nearest
    )
    return re.sub(r"(There are: )(\w+, [^.;]*)", r"\1…", option)


def test_every_refusal_is_one_paragraph_on_stderr_and_reads_as_kept(run, golden):
    paragraphs = []
    for name, words in HOSTILE.items():
        result = run(*words)
        assert (result.exit_code, result.stdout) == (2, ""), name
        assert result.stderr.startswith("derive: ") and result.stderr.count("\n") == 1, name
        assert len(result.stderr) < 700 and "Traceback" not in result.stderr, name
        paragraphs.append(f"[{name}]\n{without_names(result.stderr)}")
    golden("faults.txt", "\n".join(paragraphs))


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("unknown command", {"solve", "check", "report"}),
        ("unknown list", {"relations", "models", "reports"}),
        ("unknown report", {"price_cliff", "roofline"}),
        ("unknown format", {"tex", "md", "html", "pdf", "fragment", "bib"}),
        ("unknown choice", {"overlap", "none"}),
    ],
)
def test_an_unknown_name_is_answered_with_the_names_there_are(run, name, names):
    (listed,) = re.findall("There are: ([^.;]*)", run(*HOSTILE[name]).stderr)
    assert names <= set(listed.split(", "))


@pytest.mark.parametrize("name", HOSTILE)
def test_with_json_a_refusal_is_an_object_on_stdout(run, name):
    result = run(*HOSTILE[name], "--json")
    error = json.loads(result.stdout)["error"]
    assert (result.exit_code, result.stderr) == (2, "")
    assert error["type"] and error["message"]
    assert len(result.stdout) < 5_000


def test_all_givens_at_fault_are_told_at_once(run):
    words = ("-g", "gpus=8", "-g", "hbm_bandwith=3 TB/s/GPU", "-g", "hbm_capacity=80 GB")
    own = ("solve", "drain_time", "-g", "batch_size=4", *words, "-g", "kept_fraction=1")
    lines = run(*own).stderr.splitlines()
    assert lines[0].startswith("derive: batch_size: 4 has no unit")
    assert lines[1] == "  gpus: 8 has no unit, and it is measured in GPU. Write 8 GPU."
    assert lines[2].startswith("  there is no variable named “hbm_bandwith”")
    assert lines[3].startswith("  hbm_capacity: “80 GB” has the dimension byte") and len(lines) == 4
    error = json.loads(run(*own, "--json").stdout)["error"]
    assert error["culprit"] == "batch_size" and len(error["others"]) == 3


def test_an_error_in_json_holds_its_facts(run):
    error = json.loads(run("solve", "drain_tme", "--json").stdout)["error"]
    assert (error["type"], error["what"], error["name"]) == ("UnknownName", "variable", "drain_tme")
    assert error["candidates"][0] == "drain_time"


def test_a_fault_of_ours_is_one_line_and_exit_70(run, monkeypatch):
    monkeypatch.setattr("derive.system.System.solve", lambda *_, **__: 1 / 0)
    result = run("solve", "drain_time")
    assert result.exit_code == 70
    assert (
        result.stderr.startswith("derive: internal error: ZeroDivisionError")
        and result.stderr.count("\n") == 1
    )


def test_the_traceback_of_a_fault_of_ours_is_there_for_who_asks(run, monkeypatch):
    monkeypatch.setenv("DERIVE_DEBUG", "1")
    monkeypatch.setattr("derive.system.System.solve", lambda *_, **__: 1 / 0)
    assert "Traceback" in run("solve", "drain_time").stderr


def test_an_interrupt_is_quiet(run, monkeypatch):
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("derive.system.System.solve", interrupted)
    result = run("solve", "drain_time")
    assert (result.exit_code, result.stdout.strip(), result.stderr.strip()) == (130, "", "")
