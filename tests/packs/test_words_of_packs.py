"""What helps, messages and assistants are told: in the words of the packs in use."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import derive
from derive import Eq, Pack, Relation, Var
from derive.cli.main import main
from derive.equations.tex_symbol import flat, symbol
from derive.explorer.menus import Sources, menus
from derive.library.examples import example
from derive.packs.registry import hand_over
from derive.rendering.expressions.latex import latex
from derive.rendering.expressions.mathml import mathml
from derive.rendering.expressions.typst import typst
from tests.packs.written_data import CLAIM, NOTES, OF_ANOTHER_KIND, ROOMS

OF_THE_LIBRARY = re.compile(
    r"language|token|gpu|chip|batch|step.time|accelerator|precision|\bmodel", re.IGNORECASE
)


def moving(**parts: Any) -> Pack:
    """A pack of one relation, handed over."""
    d, v, t = Var("d", "m", "distance"), Var("v", "m/s", "speed"), Var("t", "s", "time")
    stated = [Relation("motion", Eq(d, v * t), "Way and time.", source="notes: page 1")]
    return hand_over(Pack("motion", title="ways and times", relations=stated, **parts))


def test_an_example_is_stated_by_the_pack_or_made_of_its_first_relation() -> None:
    with derive.use(moving()):
        assert (example().target, example().pair) == ("d", "v=1 m/s")
    with derive.use(moving(example={"t": {"d": "100 m", "v": "8 m/s"}})):
        assert (example().target, example().pair) == ("t", "v=8 m/s")
    with pytest.raises(derive.DeriveError, match=r"the pack motion: .*“speed”"):
        derive.use(moving(example={"t": {"speed": "8 m/s"}}))


def test_an_assistant_is_told_of_the_packs_in_use_alone() -> None:
    pytest.importorskip("mcp")
    from derive.mcp.resources import listed_kinds
    from derive.mcp.tools import instructions, tools

    before = instructions()
    with derive.use(moving(advice="Speeds are over ground.")):
        told = instructions()
        shown = [(t.help, t.schema, [a.example for a in t.arguments]) for t in tools().values()]
        assert told.startswith("derive answers questions about ways and times.")
        assert told.endswith("- Speeds are over ground.")
        assert not OF_THE_LIBRARY.search(told + json.dumps(shown))
        assert listed_kinds() == ("relation", "variable")
        assert "efficiency" not in tools()["solve"].schema["properties"]
    assert "large language models" in before and instructions() == before
    assert "accelerator" in listed_kinds()


def test_a_help_names_variables_of_the_pack_in_use(runner) -> None:
    moving()
    for command in ("solve", "sweep", "optimise", "compare", "check", "missing", "scenario"):
        told = runner.invoke(main, ["--pack", "motion", command, "--help"]).stdout
        assert "derive --pack motion solve d" in " ".join(told.split()), command
        assert not re.search(r"step_time|batch_size|--efficiency", told), command
    assert "derive solve step_time" in runner.invoke(main, ["solve", "--help"]).stdout
    refused = runner.invoke(main, ["--pack", "motion", "optimise", "t", "-g", "d=1 m"])
    assert "--over v" in refused.stderr
    refused = runner.invoke(main, ["--pack", "motion", "solve", "t", "-g", "d"])
    assert 'Write -g "d=1 m"' in refused.stderr


def test_a_page_offers_entries_of_the_kind_that_was_looked_up(tmp_path) -> None:
    (tmp_path / "rooms.toml").write_text(ROOMS)
    (tmp_path / "notes.toml").write_text(NOTES)
    pack = moving(
        data=tmp_path / "rooms.toml", sources=tmp_path / "notes.toml", entries={"room": ["d"]}
    )
    with derive.use(pack):
        given = dict(derive.entry_values("room", "hall"))
        [shown] = menus(given, list(given), [], Sources())
    assert shown["say"] == "a room"
    assert shown["entries"] == [
        {"name": "hall", "values": {"d": 100.0}, "from": [0], "own": True},
        {"name": "lobby", "values": {"d": 20.0}, "from": [0], "own": False},
    ]
    chip = dict(derive.accelerator("h100_sxm", "fp8"))
    [shown] = menus(chip, [var for var in chip if var.name == "peak_flops"], [], Sources())
    assert [row["name"] for row in shown["entries"] if row["own"]] == ["h100_sxm"]
    assert len(shown["entries"]) > 3 and shown["say"] == "a chip"


def test_faulty_claims_are_named_all_at_once_and_everything_else_goes_on(runner, tmp_path) -> None:
    (tmp_path / "notes.toml").write_text(NOTES)
    faulty = CLAIM.replace('source = "notes"', 'source = "nowhere"') + OF_ANOTHER_KIND
    (tmp_path / "claims.toml").write_text(faulty)
    moving(sources=tmp_path / "notes.toml", claims=tmp_path / "claims.toml")
    faults = ("claim.walk-01.source", "“nowhere” is not a source", "claim.walk-02.kind")
    alone = runner.invoke(main, ["--pack", "motion", "list", "claims"])
    assert (alone.exit_code, alone.stdout) == (2, "")
    assert all(words in alone.stderr for words in faults)
    for words, found in ((("find", "speed"), "m/s"), (("show", "motion"), "Way and time.")):
        told = runner.invoke(main, ["--pack", "motion", *words])
        assert told.exit_code == 0 and found in told.stdout
    derive.use()
    beside = runner.invoke(main, ["--pack", "llm,motion", "show", "RL-01"])
    assert beside.exit_code == 0 and "RL-01" in beside.stdout
    tried = runner.invoke(main, ["pack", "test", "motion"])
    assert tried.exit_code == 1 and all(words in tried.stdout for words in faults)
    about = [row["about"] for row in json.loads(runner.invoke(main, LISTED).stdout)]
    assert any("its claims are left out" in words for words in about)


LISTED = ["list", "packs", "--json"]


def test_all_faults_of_data_are_told_in_one_run(runner, tmp_path) -> None:
    (tmp_path / "notes.toml").write_text(NOTES)
    (tmp_path / "rooms.toml").write_text(ROOMS.replace('"100 m"', '"100 kg"').replace("20 m", "20"))
    moving(
        data=tmp_path / "rooms.toml",
        sources=tmp_path / "notes.toml",
        entries={"room": ["d"]},
        outputs={"Ways": ["way"]},
    )
    told = runner.invoke(main, ["--pack", "motion", "list", "variables"]).stderr
    assert all(words in told for words in ("room.hall", "room.lobby", "“way”"))
    (tmp_path / "others.toml").write_text("[one]\ntitle = 'a'\n[two]\ntitle = 'b'\n")
    moving(sources=tmp_path / "others.toml")
    told = runner.invoke(main, ["--pack", "motion", "list", "variables"]).stderr
    assert "sources.one]" in told and "sources.two]" in told


def test_names_that_clash_are_told_on_stderr_and_a_silent_pack_has_none(runner, motion) -> None:
    hand_over(motion)
    told = runner.invoke(main, ["--pack", "llm,motion", "list", "constraints"]).stderr
    assert "what an earlier pack has a name for is called motion.load, motion.wait." in told
    assert runner.invoke(main, ["--pack", "motion", "list", "constraints"]).stderr == ""


def test_an_entry_of_a_pack_that_is_not_in_use_is_an_error_with_its_mend(motion) -> None:
    with derive.use(motion):
        for read in (derive.accelerator, derive.model, derive.price):
            with pytest.raises(derive.errors.UnknownName, match=r"derive\.use\(\) puts the usual"):
                read("h100_sxm")


def test_a_dimension_with_a_unit_of_its_own_is_told_in_it() -> None:
    force, way, work = Var("force", "kN", "f"), Var("way", "m", "w"), Var("work", "kJ", "e")
    with derive.use(hand_over(Pack("work", relations=[Relation("w", Eq(work, force * way))]))):
        told = str(derive.solve("work", {"force": "2 kN", "way": "3 m"}))
        assert "dimensions agree: kJ" in told
        assert "dimensions agree: m" in str(derive.solve("way", {"force": "2 N", "work": "3 J"}))


def test_a_symbol_may_have_an_accent_in_every_format() -> None:
    mass = Var("mass_flow", "kg/s", "mass per time", tex=r"\dot{m}_{\mathrm{in}}")
    mean = Var("h_mean", "kJ/kg", "mean enthalpy", tex=r"\bar h")
    stated = mass * mean
    assert latex(stated) == r"\bar{h}\,\dot{m}_{\mathrm{in}}"
    assert 'dot(m)_("in")' in typst(stated) and "macron(h)" in typst(stated)
    assert '<mover accent="true"><mi>m</mi><mo>˙</mo></mover>' in mathml(stated)
    assert flat(symbol(mass)) == "ṁ_in"
    for wrong in (r"\dot{ab}", r"\dot", r"\dot{\mathrm{in}}"):
        with pytest.raises(derive.errors.DeclarationError, match="cannot be printed"):
            Var("z", "m", tex=wrong)
