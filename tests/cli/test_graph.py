"""derive graph: which relation gave what."""

from __future__ import annotations

import json
import sys

import pytest

ASKED = (
    "graph", "throughput", "--accelerator", "h100_sxm", "--precision", "fp8", "--model",
    "llama31_70b", "-g", "gpus=8 GPU", "-g", "batch_size=64 sequence", "-g",
    "context_length=4096 token/sequence",
)  # fmt: skip
OPEN = ("graph", "kv_bytes_per_token", "-g", "crossover_context=200e3 token/sequence")


def test_every_computed_value_names_its_relation(run):
    data = json.loads(run(*ASKED, "--json").stdout)
    gave = {stage["gives"]: stage["relations"] for stage in data["stages"]}
    assert gave["step_time"] == ["step_overlap"]
    assert gave["throughput"] == ["throughput"]
    stated = {
        variable["name"]
        for variable in data["variables"]
        if variable["origin"] not in ("computed", None)
    }
    computed = [stage["gives"] for stage in data["stages"]]
    for index, stage in enumerate(data["stages"]):
        assert set(stage["takes"]) <= stated | set(computed[:index])


@pytest.mark.slow
def test_an_open_question_shows_what_is_not_known(run):
    result = run(*OPEN)
    assert result.exit_code == 3
    assert "crossover_context = 200,000 token/sequence  (given)" in result.stdout
    assert "active_params  (not known)" in result.stdout


def test_dot_needs_nothing_but_text(run, tmp_path):
    run(*ASKED, "-o", str(tmp_path / "g.dot"))
    text = (tmp_path / "g.dot").read_text(encoding="utf-8")
    assert text.startswith('digraph "throughput" {') and text.endswith("}\n")
    assert text.count("->") > 20


@pytest.mark.slow
def test_the_picture_is_equal_bytes_each_time(run, tmp_path):
    pytest.importorskip("matplotlib")
    for name in ("a.svg", "b.svg"):
        assert run(*ASKED, "-o", str(tmp_path / name)).exit_code == 0
    first, second = ((tmp_path / name).read_bytes() for name in ("a.svg", "b.svg"))
    assert first == second
    assert b"step_time = " in first and b"by step_overlap" in first


def test_without_matplotlib_the_extra_is_named(run, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    result = run(*ASKED, "-o", str(tmp_path / "g.svg"))
    assert (result.exit_code, "[plots]" in result.stderr) == (2, True)


def test_cards_of_one_column_do_not_overlap():
    from derive.cases.case import case_of
    from derive.cases.resolve import resolved
    from derive.reporting.figures.route import placed
    from derive.reporting.route import route_of

    given = ("gpus=8 GPU", "batch_size=64 sequence", "context_length=4096 token/sequence")
    asked = resolved(
        case_of(
            None,
            ("throughput",),
            given,
            (),
            accelerator="h100_sxm",
            precision="fp8",
            model="llama31_70b",
        )
    )
    cards = placed(route_of(asked.answer(asked.targets[0]), asked.given))
    for card in cards:
        for other in cards:
            assert (
                card is other
                or card.x != other.x
                or card.y + card.height <= other.y
                or other.y + other.height <= card.y
            )
            assert card.stage.gives not in other.stage.takes or card.x + card.width < other.x


@pytest.mark.parametrize(
    ("name", "words"), [("graph_throughput.txt", ASKED), ("graph_open.txt", OPEN)]
)
def test_what_people_see_of_a_route(run, golden, name, words):
    golden(name, run(*words).stdout)


def test_a_graph_that_is_written_succeeds_whatever_the_answer(run, tmp_path):
    """What was asked for is the file; printed, the exit code is that of the answer."""
    assert run(*OPEN, "-o", str(tmp_path / "g.dot")).exit_code == 0
    assert run(*OPEN).exit_code == 3


def test_a_list_of_variables_has_their_symbols_as_latex(run):
    """As formulas print them."""
    rows = json.loads(run("list", "variables", "--json").stdout)
    symbols = {row["name"]: row["symbol"] for row in rows}
    assert symbols["kv_bytes_per_token"] == r"b_{\mathrm{kv}}"
    shown = json.loads(run("show", "kv_bytes_per_token", "--json").stdout)
    assert shown[0]["symbol"] == symbols["kv_bytes_per_token"]
