"""The explorer page: one file, the same each time, without requests, that answers as solve does."""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import derive
from derive.cli.main import main
from derive.errors import GivenError, OutputError, UnknownName
from derive.explorer import names
from derive.explorer.names import shortened
from derive.explorer.packing import unpacked
from derive.explorer.squeeze import squeezed, tokens
from derive.program.javascript import runtime
from derive.rendering.document.references import references
from derive.results.status import Status
from derive.units.text import parse_quantity
from tests.program.pages import written_page

APP = Path(names.__file__).with_name("app.js")
NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed: no page is run")
GIVEN = {
    "gpus": "72 GPU",
    "active_params": "100e9 param",
    "total_params": "800e9 param",
    "context_length": "50000 token/sequence",
    "kv_bytes_per_token": "1667 byte/token",
    "step_time": "2 ms",
}


@lru_cache
def decode() -> str:
    return derive.page("batch_size", {**derive.accelerator("gb200_nvl72", "fp4"), **GIVEN})


def data(page: str) -> dict[str, Any]:
    """What the page's script reads."""
    if NODE is None:
        pytest.skip("node is not installed: no page is read")
    return dict(asked(page, "DATA"))


def asked(page: str, script: str) -> Any:
    """What a script finds with the page's own reader; `read`, `DATA` and `PROGRAMS` are at hand."""
    assert NODE is not None
    before = re.split(r"\(\(\)=>\{let \w+=derive\.reader\(PROGRAMS\)", unpacked(page))[0]
    whole = (
        f"{before}\nconst read = derive.reader(PROGRAMS);\nconsole.log(JSON.stringify({script}));"
    )
    done = subprocess.run([NODE, "-"], input=whole, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-1500:]
    return json.loads(done.stdout)


@pytest.mark.slow
def test_a_page_is_one_small_file_the_same_each_time() -> None:
    page = decode()
    assert len(page.encode()) < 160_000
    given = {**derive.accelerator("gb200_nvl72", "fp4"), **GIVEN}
    assert derive.page("batch_size", given) == page


@pytest.mark.slow
def test_its_policy_admits_its_own_script_and_style_and_nothing_else() -> None:
    page = decode()
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None and "default-src 'none'" in policy[1] and "unsafe" not in policy[1]
    own = {tag: re.findall(f"<{tag}>(.*?)</{tag}>", page, re.DOTALL) for tag in ("script", "style")}
    own["script"].append(unpacked(page))  # which the first one runs
    for tag, texts in own.items():
        digests = [base64.b64encode(sha256(text.encode()).digest()).decode() for text in texts]
        assert (
            " ".join([f"{tag}-src", *(f"'sha256-{each}'" for each in digests)]) + ";" in policy[1]
        )
    assert page.count("<script") == page.count("</script") == 1
    outside = re.sub(r"http://www\.w3\.org/\S+", "", page + unpacked(page))
    outside = re.sub(r'"https?://[^"]*"(?=\])', "", outside)  # addresses of sources, as links
    assert not re.search(r"https?://|@import|\bfetch\(|XMLHttpRequest|eval\(", outside)
    assert not re.search(r'\sstyle="(?!text-align)', page)


def _light(colour: str) -> float:
    """The relative luminance of a colour such as #1a1c22 (WCAG 2.2)."""
    shares = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    return sum(w * s for w, s in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_edges_of_boxes_and_buttons_stand_out() -> None:
    """By three to one from what is on both sides of them, in both schemes."""
    style = APP.with_name("page.css").read_text()
    schemes = re.findall(r":root \{(.*?)\}", style, re.DOTALL)
    assert len(schemes) == 2
    for scheme in schemes:
        colours = dict(re.findall(r"--(\w+): (#\w{6})", scheme))
        for ground in ("card", "paper", "field", "open"):
            dark, light = sorted(_light(colours[name]) for name in ("edge", ground))
            assert (light + 0.05) / (dark + 0.05) >= 3, (ground, colours)
    for control in ("button", "select", r"\.box"):
        assert re.search(rf"^{control} \{{[^}}]*border: 1px solid var\(--edge\)", style, re.M)


@pytest.mark.parametrize(
    ("script", "made"),
    [
        ("let left={right:1},right=left.right", "let a={right:1},right=a.right"),  # a property
        ("let f=({value,far=1})=>value+far", "let f=({value,far=1})=>value+far"),  # taken apart
        ("let word=1;f(`a ${word?`b${word}`:word} word`)", "let a=1;f(`a ${a?`b${a}`:a} word`)"),
        ("let pick=(one,two)=>{one=[...two]}", "let c=(a,b)=>{a=[...b]}"),
        ("for(let [key,each] of document.all)key(each)", "for(let [b,a] of document.all)b(a)"),
        ("function twice(of){try{of()}catch(fault){}}", "function a(of){try{of()}catch(fault){}}"),
        ("let word='word';f(/word/,word)", "let a='word';f(/word/,a)"),
    ],
)
def test_names_are_shortened_where_they_name_a_value(script: str, made: str) -> None:
    assert shortened(script) == made


def test_shortened_scripts_mean_the_same() -> None:
    """Every name comes back to its place, and no two names become one."""
    for script in (runtime(), APP.read_text()):
        before, after = squeezed(script), shortened(squeezed(script))
        texts = (re.findall(r"[\w$]+", text) for text in (before, after))
        changed = {pair for pair in zip(*texts, strict=True) if pair[0] != pair[1]}
        long, short = zip(*changed, strict=True)
        assert len(set(long)) == len(set(short)) == len(changed) > 200
        used = {part for kind, text in tokens(before) if kind == "word" for part in text.split(".")}
        assert not set(short) & used
        assert len(after) < 0.9 * len(before)


def test_every_direction_has_a_program_or_a_reason() -> None:
    contents = data(decode())
    [row] = contents["table"]
    assert len(row) == contents["moved"] + 1
    assert all(isinstance(entry, int) or "not" in entry for entry in row)
    assert sum(isinstance(entry, int) for entry in row) >= 9
    assert {q["name"] for q in contents["quantities"]} >= {
        "batch_size",
        "step_time",
        "hbm_bandwidth",
    }
    assert [chip["name"] for chip in contents["menus"][0]["entries"] if chip["own"]] == [
        "gb200_nvl72"
    ]


@needs_node
@pytest.mark.slow
def test_the_page_answers_every_direction_as_solve_does() -> None:
    page = decode()
    contents = data(page)
    quantities = {q["slot"]: q for q in contents["quantities"]}
    found = asked(
        page,
        "PROGRAMS.programs.map((p, n) => { const g = p.g.map((s) =>"
        " DATA.quantities.find((q) => q.slot === s).start); const a = read.solve(n, g);"
        " return [p.t, a.status, a.values.map((v) => v.value), a.regime] })",
    )
    start = {q["name"]: q["start"] for q in contents["quantities"] if "start" in q}
    for number, (slot, status, values, regime) in enumerate(found):
        name = quantities[slot]["name"]
        assert status == "solved"
        assert not values or abs(values[0] / start[name] - 1) < 1e-9
        shown = contents["regimes"][number][regime]
        assert shown["steps"] and shown["sense"] in "=≤≥≈"


def test_a_price_sheet_with_two_tiers_has_a_menu_of_sheets() -> None:
    given = {"prompt_length": "250e3 token/sequence", "output_length": "1000 token/sequence"}
    page = derive.page("request_price", {**derive.price("gemini_2_5_pro"), **given})
    assert " style=" not in page  # the policy admits no style in a line
    menu = data(page)["menus"][0]
    own = [entry["name"] for entry in menu["entries"] if entry["own"]]
    assert own == ["gemini_2_5_pro"] and len(menu["entries"]) > 1 and menu["say"] == "a price sheet"


@needs_node
def test_the_sense_in_each_regime_is_that_of_solve() -> None:
    page = decode()
    regimes = data(page)["regimes"][0]
    names = {"≤": "upper bound", "≥": "lower bound", "≈": "estimate", "=": "equality"}
    given = {**derive.accelerator("gb200_nvl72", "fp4"), **GIVEN}
    senses = {
        str(derive.solve("batch_size", {**given, "step_time": time}).sense)
        for time in ("1 ms", "2 ms")
    }
    assert senses == {names[regime["sense"]] for regime in regimes.values()}


@needs_node
@pytest.mark.slow
def test_another_chip_brings_its_memory_for_the_weights_to_fit() -> None:
    """The capacity decides a constraint alone: it moves with the chip, and is not solved for."""
    read = data(decode())
    moved = [q["name"] for q in read["quantities"][: read["moved"]]]
    assert "hbm_capacity" in moved
    assert all("hbm_capacity" in entry["values"] for entry in read["menus"][0]["entries"])
    assert "does not act on" in read["table"][0][1 + moved.index("hbm_capacity")]
    script = (
        "[1, 0.01].map((share) => read.solve(DATA.table[0][0], DATA.quantities.slice(0, DATA.moved)"
        ".map((q) => q.start * (q.name === 'hbm_capacity' ? share : 1))).status)"
    )
    assert asked(decode(), script) == ["solved", "infeasible"]


@pytest.mark.slow
def test_prose_has_no_names_of_code() -> None:
    """Reasons cite a line of the derivation, and tell no size, which changes with the values."""
    counts = derive.page(
        "racks", {"global_throughput": "5e8 token/s", "throughput": "128e3 token/s"}
    )
    budget = {"training_tokens": "2e14 token", "rl_trained_share": "0.25", "rl_mfu_ratio": "0.33"}
    tokens = derive.page("rl_tokens", {**budget, "rl_training_cost_ratio": "1"})
    for page in (decode(), counts, tokens):
        read = data(page)

        def text(part: str, strings: list[str] = read["strings"]) -> str:
            return strings[int(part[1:])] if part.startswith("#") else part

        regimes = [regime for each in read["regimes"] for regime in each.values()]
        words = [text(r["title"]) for r in regimes]
        words += [text(name) for r in regimes for fact in r["facts"] for name in fact[4]]
        words += [text(why) for r in regimes for why in r["why"]]
        words += [other[0] for other in read["others"].values()]
        words += [cell for row in read["table"] for cell in row if isinstance(cell, str)]
        assert words and not [part for part in words if "_" in part or " %" in part]
    assert "line 6 leaves out attention's own arithmetic (size not known)" in words
    assert {text(r["title"]) for each in data(counts)["regimes"] for r in each.values()} == {""}


def test_a_quotient_beside_one_is_told_as_what_is_compared() -> None:
    read = data(written_page("queue"))
    told = {read["strings"][int(r["title"][1:])] for r in read["regimes"][0].values()}
    waits = "wait chance {} 1 − wait percentile"
    assert told == {waits.format("above"), waits.format("below")}


def test_the_cases_of_a_tariff_have_names() -> None:
    read = data(written_page("tariff"))
    told = {read["strings"][int(r["title"][1:])] for r in read["regimes"][0].values()}
    assert told == {f"prompt length {how} tier threshold" for how in ("above", "at most")}


def test_sliders_span_what_the_catalogue_has() -> None:
    quantities = {q["name"]: q for q in data(decode())["quantities"]}
    width, chip = quantities["bytes_per_param"], quantities["hbm_bandwidth"]
    assert (width["low"], width["high"]) == (0.1, 2.0)  # all chips have four bits
    entries = [e["values"]["hbm_bandwidth"] for e in data(decode())["menus"][0]["entries"]]
    assert chip["low"] <= min(entries) / 4 and max(entries) * 4 <= chip["high"] < max(entries) * 10


def test_a_page_names_what_it_cannot_be_made_of(tmp_path: Path) -> None:
    chip = {"hbm_capacity": "288 GB/GPU", "hbm_bandwidth": "20 TB/s/GPU"}
    with pytest.raises(GivenError, match="no single value"):
        derive.page("batch_size", chip)
    with pytest.raises(GivenError, match="gpus"):
        derive.page("drain_time", chip, move=["gpus"])
    with pytest.raises(UnknownName, match=r"\.pdf"):
        derive.page("drain_time", chip, path=tmp_path / "page.pdf")
    with pytest.raises(UnknownName, match=r"There are: \.html, \.htm\."):
        derive.page("drain_time", chip, path=tmp_path / "page.pdf")
    own = tmp_path / "own.html"
    own.write_text("mine", encoding="utf-8")
    with pytest.raises(OutputError, match="not made by derive"):
        derive.page("batch_size", chip, path=own)  # refused before the question is asked


@pytest.mark.slow
def test_an_answer_and_the_command_write_the_same_page(tmp_path: Path) -> None:
    given = {"hbm_capacity": "288 GB/GPU", "hbm_bandwidth": "20 TB/s/GPU"}
    first = derive.solve("drain_time", given).page(tmp_path / "answer.html")
    options = [text for name, value in given.items() for text in ("-g", f"{name}={value}")]
    second = tmp_path / "command.html"
    done = CliRunner().invoke(main, ["page", "drain_time", *options, "-o", str(second)])
    assert done.exit_code == 0, done.output
    assert first.read_bytes() == second.read_bytes()


def test_further_targets_of_the_command_are_outputs(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}
    monkeypatch.setattr("derive.cli.page.page", lambda target, _, **how: asked.update(how) or "")
    done = CliRunner().invoke(main, ["page", "step_time", "throughput", "mfu", "-o", "x.html"])
    assert done.exit_code == 0, done.output
    assert [var.name for var in asked["outputs"]] == ["throughput", "mfu"]
    assert "--move" not in done.output


def test_a_page_of_more_than_its_size_is_written_and_says_what_makes_it_smaller(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("derive.cli.page.page", lambda *_, **__: "µ" * 160_000)
    done = CliRunner().invoke(main, ["page", "step_time", "-o", "x.html"])
    assert done.exit_code == 0
    assert "The page has 320 kB, more than 300: it is whole" in done.output
    assert "--move" in done.output


@needs_node
@pytest.mark.slow
def test_a_models_other_figures_do_not_contradict_one_that_moves() -> None:
    """They are left out, and the page says which; the chip's capacity stays, a constraint needs it.
    With them, three in four of the active parameters are a contradiction.
    """
    given = {
        **derive.accelerator("h200_sxm", "fp8"),
        **derive.model("deepseek_v3"),
        "gpus": "8 GPU",
        "batch_size": "128 sequence",
        "context_length": "4096 token/sequence",
    }
    few = {**given, "active_params": "28e9 param"}
    assert derive.solve("step_time", few).status is Status.CONTRADICTION
    page = derive.page("step_time", given, move=["active_params"])
    aside = {entry: (own, words) for entry, own, words in data(page)["aside"]}
    own, words = aside["deepseek_v3"]
    assert own == [0] and "d model" in words and "vocab" in words
    assert aside["h200_sxm"][0] == []  # none of its figures moves
    script = "[28e9, 37.6e9].map((x) => read.solve(DATA.table[0][0], [x]))"
    moved, kept = asked(page, script)
    assert moved["status"] == kept["status"] == "solved"
    assert len(moved["values"][0]["limits"]) == 3
    value = derive.solve("step_time", given).number
    assert kept["values"][0]["value"] == pytest.approx(value, rel=1e-12)


@needs_node
@pytest.mark.slow
def test_what_a_page_knows_is_what_it_shows_and_copies() -> None:
    """Once the reader knew more than was copied: the figures of a model, and givens that the first
    answer does not need, made a contradiction that the copied question did not have.
    """
    given = {
        **derive.accelerator("h200", "bf16"),
        **derive.model("llama31_405b"),
        "batch_size": "256 sequence",
        "step_time": "30 ms",
        "gpus": "72 GPU",
        "context_length": "1024 token/sequence",
        "compute_time": "20 ms",
    }
    page = derive.page("mfu", given)
    read = data(page)
    shown = [q["name"] for q in read["quantities"][: read["moved"]]]
    assert [name for name, _ in read["fixed"]] == ["context_length", "compute_time"]
    start = [q["start"] for q in read["quantities"][: read["moved"]]]
    values = [x * 8 if name == "batch_size" else x for name, x in zip(shown, start, strict=True)]
    [answer] = asked(page, f"[read.solve(DATA.table[0][0], {json.dumps(values)})]")
    units = {q["name"]: (q["unit"], q["units"][q["unit"]]) for q in read["quantities"]}
    copied = {
        name: f"{x / units[name][1]!r} {units[name][0]}"
        for name, x in zip(shown, values, strict=True)
    }
    stated = copied | dict(read["fixed"])
    assert derive.solve("mfu", stated).status == answer["status"] == "contradiction"
    without = {name: text for name, text in stated.items() if name != "compute_time"}
    assert derive.solve("mfu", without).status is Status.SOLVED


def test_a_contradiction_beside_the_way_is_told_at_once_and_its_values_named() -> None:
    """More active experts than active parameters allow: no step needs them all."""
    given = {
        **derive.accelerator("h200", "fp8"),
        **derive.model("deepseek_v3"),
        "gpus": "8 GPU",
        "batch_size": "128 sequence",
        "context_length": "4096 token/sequence",
    }
    page = derive.page("step_time", given, outputs=["memory_time"])
    assert len(page.encode()) < 300_000
    found = asked(
        page,
        "['brief', undefined].map((how) => { const p = PROGRAMS.programs[0];"
        " const named = (s) => DATA.quantities.find((q) => q.slot === s);"
        " const g = p.g.map((s) => named(s).name === 'active_experts' ? 64 : named(s).start);"
        " const a = read.solve(0, g, undefined, how);"
        " return [a.status, a.conflict && a.conflict.behind.map((s) => named(s).name)] })",
    )
    names = ["active_params", "total_params", "n_experts", "active_experts"]
    assert found == [["contradiction", None], ["contradiction", names]]
    answer = derive.solve("step_time", {**given, "active_experts": "64"})
    assert answer.status == "contradiction"
    assert answer.conflict is not None and sorted(answer.conflict.names) == sorted(names)


@needs_node
def test_what_the_other_figures_of_a_model_leave_out_pulls_on_its_page_too() -> None:
    """The vocabulary contradicts a moved count of parameters; yet the input table is not read, so
    that the answer is no lower bound.
    """
    given = {
        **derive.accelerator("h100_sxm", "fp8"),
        **derive.model("llama31_70b"),
        "gpus": "8 GPU",
        "batch_size": "32 sequence",
        "context_length": "8192 token/sequence",
    }
    read = data(derive.page("step_time", given, move=["total_params"]))
    assert any("vocab" in words for _, _, words in read["aside"])
    assert {regime["sense"] for regime in read["regimes"][0].values()} == {"≈"}
    assert str(derive.solve("step_time", given).sense) == "estimate"


@needs_node
@pytest.mark.slow
def test_another_model_answers_as_solve_does_and_its_values_cite_their_sources() -> None:
    """Menus of chips and of models that choose the same variants; every value with its source."""
    question = {"gpus": "8 GPU", "batch_size": "128 sequence"}
    question |= {"context_length": "4096 token/sequence"}
    chip = derive.accelerator("h200", "fp8")
    given = {**chip, **derive.model("deepseek_v3"), **question}
    page = derive.page("step_time", given)
    assert len(page.encode()) < 300_000
    read = data(page)
    chips, models = read["menus"]
    assert (chips["say"], models["say"]) == ("a chip", "a model")
    other = {**chip, **derive.model("kimi_k2")}
    row = next(row for row in models["entries"] if row["name"] == "kimi_k2")
    known = {var.name: value for var, value in other.items()}
    for name, number in zip(row["values"], row["from"], strict=True):
        assert row["values"][name] == known[name].value
        [source] = references([known[name].source]).values()
        words, address = read["sources"][number]
        assert source.title in words and source.date in words and address == source.url
    script = (
        "read.solve(DATA.table[0][0], DATA.quantities.slice(0, DATA.moved)"
        ".map((q) => DATA.menus[1].entries.find((e) => e.name === 'kimi_k2').values[q.name]"
        " ?? q.start)).values[0].value"
    )
    answer = derive.solve("step_time", {**other, **question})
    assert asked(page, script) == pytest.approx(answer.number, rel=1e-12)
    few = derive.page("step_time", given, move=["hbm_bandwidth", "batch_size"])
    assert data(few)["menus"] == []  # another chip has another peak, which does not move there


def luminance(colour: str) -> float:
    """The relative luminance of a colour, as WCAG 2 defines it."""
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
    return sum(x * weight for x, weight in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))


def test_what_is_out_of_reach_is_hatched_at_a_contrast_of_three_to_one() -> None:
    """On the card of a curve, in light and dark."""
    style = APP.with_name("page.css").read_text(encoding="utf-8")
    light, dark, *_ = (
        dict(re.findall(r"(--\w+): (#\w{6})", part)) for part in style.split(":root")[1:]
    )
    ink = re.search(r"\.hatch \{ stroke: var\((--\w+)\)", style)[1]
    for colours in (light, {**light, **dark}):
        low, high = sorted(luminance(colours[name]) for name in (ink, "--card"))
        assert (high + 0.05) / (low + 0.05) >= 3


@needs_node
@pytest.mark.parametrize(
    "written",
    ["3×10^8", "7*10^9", "10⁹", "10^-3", "10**3", "2^30", "2¹⁰", "3 × 10^8", "1e9", "1,000", "210"],
)
def test_powers_of_ten_and_two_are_numbers_as_in_a_quantity(written: str) -> None:
    app = APP.read_text(encoding="utf-8")
    reader = app[app.index("  const partsOf") : app.index("  function parsed(k")]
    assert NODE is not None
    script = f"{reader}console.log(+partsOf({json.dumps(written + ' s')})[1].replace(/,/g, ''))"
    done = subprocess.run([NODE, "-e", script], capture_output=True, text=True, check=True)
    assert float(done.stdout) == pytest.approx(parse_quantity(f"{written} s").value)
