"""Packs on the command line: --pack, DERIVE_PACKS, the list of packs, and hostile ones."""

from __future__ import annotations

import json
import re
import signal

import pytest

import derive
from derive import Eq, Pack, Relation, Var, use
from derive.cli.main import main
from derive.completion.words import candidates
from derive.errors import GivenError, PackError
from derive.packs import reading
from derive.site.build import site_files
from tests.packs.written_data import CLAIM, NOTES, ROOMS
from tests.site_check import BuiltSite

MOTION = """
from derive import Eq, Pack, Relation, Var
d, v, t = Var("d", "m", "distance"), Var("v", "m/s", "speed"), Var("t", "s", "time")
pack = Pack("motion", relations=[Relation("motion", Eq(d, v * t), "Way and time.")])
"""
HOSTILE = {
    "raising": "raise RuntimeError('never')",
    "leaving": "import sys\nsys.exit(3)",
    "breaking": "raise KeyboardInterrupt",
    "closing": "raise GeneratorExit",
    "other": "pack = 3",
    "mute": "from derive import Pack\npack = Pack('mute', variants='pack_of_mute')",
    "unmet": "from derive import Pack\npack = Pack('unmet', outputs={'Waits': ['nothing']})",
    "loose": (
        "from derive import Eq, Pack, Relation, Var\na, b = Var('a', 'm'), Var('b', 'm')\n"
        "pack = Pack('loose', relations=[Relation('r', Eq(a, b), variant=('group', 'one'))])"
    ),
    "misnamed": "from derive import Pack\npack = Pack('another')",
    "uneven": (
        "from derive import Eq, Pack, Relation, Var\n"
        "pack = Pack('uneven', relations=[Relation('r', Eq(Var('a', 'm'), Var('b', 's')))])"
    ),
}
ASKED = ("solve", "t", "-g", "d=100 m", "-g", "v=8 m/s", "--json")


def test_a_pack_is_named_before_or_behind_the_command(runner, installed) -> None:
    installed(motion=MOTION)
    for words in (("--pack", "motion", *ASKED), (*ASKED, "--pack=motion")):
        assert json.loads(runner.invoke(main, words).stdout)["value"] == 12.5
    assert runner.invoke(main, ASKED).exit_code == 2  # the library is in use again


def test_a_variable_of_a_pack_that_is_not_in_use_is_told_with_it(runner, installed) -> None:
    installed(motion=MOTION, **HOSTILE)
    told = runner.invoke(main, ("solve", "v")).stderr
    assert "no variable named “v”. The pack motion has it: derive --pack motion" in told
    assert "The pack" not in runner.invoke(main, ("solve", "velo")).stderr


def test_a_pack_that_is_not_in_use_is_not_run_for_a_name_that_it_does_not_have(
    runner, installed
) -> None:
    installed(motion=f"print('loud')\n{MOTION}")
    assert "loud" not in runner.invoke(main, ("solve", "velo")).stderr
    told = runner.invoke(main, ("solve", "v")).stderr
    assert "loud" in told and "The pack motion has it" in told


def test_what_a_pack_prints_does_not_reach_the_answer(runner, installed) -> None:
    installed(motion=f"print('loud')\n{MOTION}")
    found = runner.invoke(main, ("--pack", "llm,motion", *ASKED))
    assert json.loads(found.stdout)["value"] == 12.5 and "loud" in found.stderr
    refused = runner.invoke(main, ("--pack", "nobody", *ASKED))
    assert json.loads(refused.stdout)["error"]["kind"] == "unknown name"
    installed(raising=HOSTILE["raising"])
    refused = runner.invoke(main, ("--pack", "raising", *ASKED))
    assert json.loads(refused.stdout)["error"]["kind"] == "pack"


WRITING = "import os, subprocess\nos.write(1, b'loud')\nsubprocess.run(['echo', 'louder'])\n"


def test_what_a_pack_writes_to_the_descriptor_of_stdout_goes_to_stderr(installed, capfd) -> None:
    installed(motion=WRITING + MOTION)
    print("before")
    with use("motion"):
        print("after")
    told = capfd.readouterr()
    assert told.out == "before\nafter\n"
    assert told.err == "derive: the pack motion prints: loudlouder\n"


def test_an_interruption_by_the_user_is_no_fault_of_a_pack(installed, monkeypatch) -> None:
    """Ctrl-C is a signal; what a pack raises itself is not."""
    installed(motion=f"import signal\nsignal.raise_signal(signal.SIGINT)\n{MOTION}")
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in the background
    try:
        with pytest.raises(KeyboardInterrupt):
            use("motion")
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_pack_that_takes_long_to_read_is_named(runner, installed, monkeypatch) -> None:
    monkeypatch.setattr(reading, "LONG", 0.05)
    installed(motion=f"import time\ntime.sleep(0.1)\n{MOTION}")
    found = runner.invoke(main, ("--pack", "motion", *ASKED))
    assert json.loads(found.stdout)["value"] == 12.5
    assert re.fullmatch(r"derive: the pack motion: it took \d\.\d s to read\.\n", found.stderr)
    rows = json.loads(runner.invoke(main, ["list", "packs", "--json"]).stdout)
    assert ["it took" in row["about"] for row in rows if row["name"] == "motion"] == [True]


def test_an_error_in_a_pack_has_its_file_and_line(runner, installed) -> None:
    installed(odd="from derive import Pack\n\npack = Pack('odd', hole=3)")
    found = runner.invoke(main, ("--pack", "odd", *ASKED[:-1]))
    assert "(pack_of_odd/__init__.py, line 3): " in found.stderr


def test_what_is_found_is_shown_too(runner, tmp_path) -> None:
    """Claims with an id of any form, and reports."""
    d, v, t = Var("d", "m"), Var("v", "m/s"), Var("t", "s")
    (tmp_path / "claims.toml").write_text(CLAIM, encoding="utf-8")
    (tmp_path / "sources.toml").write_text(NOTES, encoding="utf-8")
    (tmp_path / "walk_report.md").write_text('+++\ntitle = "A walk"\n+++\nIt.', encoding="utf-8")
    parts = {name: tmp_path / f"{name}.toml" for name in ("claims", "sources")}
    laws = [Relation("motion", Eq(d, v * t))]
    with use(Pack("walks", relations=laws, reports=tmp_path, **parts)):
        for name, told in (("walk-01", "12.5 s"), ("walk_report", "A walk")):
            found = runner.invoke(main, ["show", name])
            assert found.exit_code == 0 and told in found.stdout, found.stderr


def test_an_entry_of_a_pack_is_looked_up_in_python(tmp_path) -> None:
    """The advice for its option among the givens is a call that works."""
    d, v, t = Var("d", "m"), Var("v", "m/s"), Var("t", "s")
    parts = {"data": tmp_path / "rooms.toml", "sources": tmp_path / "sources.toml"}
    parts["data"].write_text(ROOMS, encoding="utf-8")
    parts["sources"].write_text(NOTES, encoding="utf-8")
    laws = [Relation("motion", Eq(d, v * t))]
    with use(Pack("rooms", relations=laws, entries={"room": ["d"]}, **parts)):
        with pytest.raises(GivenError, match=r'derive\.entry_values\("room", "hall"\)'):
            derive.solve("t", {"v": "8 m/s", "room": "hall"})
        given = {"v": "8 m/s", **derive.entry_values("room", "hall")}
        assert derive.solve("t", given).text == "12.5 s"


IN_CABINETS = """
from pathlib import Path
from derive import Pack
pack = Pack("{name}", units=Path(__file__).with_name("units.txt"), relations={laws!r})
"""


def test_units_of_one_pack_make_no_other_faulty(runner, installed, tmp_path) -> None:
    """Each is tried by itself; together, a unit of two sizes is told with both places."""
    base = "zqcabinet = [zqcabinet]\n"
    sizes = {"broken": f"{base}zqload = 1 * kW", "one": base, "two": f"{base}zqload = 3 * kW"}
    sizes["three"] = "zqload = 5 * kW"
    laws = {name: "nowhere.laws" if name == "broken" else () for name in sizes}
    installed(**{name: IN_CABINETS.format(name=name, laws=laws[name]) for name in sizes})
    for name, lines in sizes.items():
        (tmp_path / f"pack_of_{name}" / "units.txt").write_text(lines, encoding="utf-8")
    rows = json.loads(runner.invoke(main, ["list", "packs", "--json"]).stdout)
    states = {row["name"]: row["state"] for row in rows if row["name"] in sizes}
    assert states == {"broken": "faulty", "one": "ready", "two": "ready", "three": "ready"}
    with pytest.raises(PackError, match=r"pack three: .*is 3000 .*in .*pack_of_two"):
        use("one", "two", "three")


def test_an_environment_variable_names_packs(runner, installed) -> None:
    installed(motion=MOTION)
    found = runner.invoke(main, ASKED, env={"DERIVE_PACKS": "llm,motion"})
    assert json.loads(found.stdout)["value"] == 12.5


def test_the_names_of_a_pack_are_completed(installed) -> None:
    installed(motion=MOTION)

    def values(*words: str) -> list[str]:
        return [found.value for found in candidates(words[:-1], words[-1])[0]]

    assert values("--pack", "motion", "solve", "") == ["d", "t", "v"]
    assert values("solve", "d", "--pack=llm,motion", "-g", "step_tim") == ["step_time="]
    assert values("--pack", "llm,mo") == ["llm,motion"]


def test_hostile_packs_are_named_and_the_others_go_on(runner, installed) -> None:
    installed(motion=MOTION, **HOSTILE)
    found = runner.invoke(main, ASKED, env={"DERIVE_PACKS": ",".join([*HOSTILE, "motion"])})
    assert json.loads(found.stdout)["value"] == 12.5
    told = found.stderr.splitlines()
    assert all(any(f"the pack {name}:" in line for line in told) for name in HOSTILE)
    assert not any("AttributeError" in line for line in told)
    rows = json.loads(runner.invoke(main, ["list", "packs", "--json"]).stdout)
    states = {row["name"]: row["state"] for row in rows}
    wanted = {"llm": "in use", "motion": "ready"} | dict.fromkeys(HOSTILE, "faulty")
    assert {name: states.get(name) for name in wanted} == wanted


def test_a_pack_that_nobody_has_is_an_error_with_those_there_are(runner, installed) -> None:
    installed(motion=MOTION)
    found = runner.invoke(main, ["--pack", "motoin", *ASKED])
    assert found.exit_code == 2
    assert "motion" in found.stdout + found.stderr


def test_showing_finding_and_listing_are_of_the_pack(runner, installed) -> None:
    installed(motion=MOTION)
    for words, told in (
        (("show", "motion"), "Way and time."),
        (("find", "speed"), "m/s"),
        (("list", "relations"), "motion"),
        (("missing", "t", "-g", "d=1 m"), "v"),
        (("formula", "t", "d", "v"), "d/v"),
        (("check", "d = v * t"), "consistent"),
    ):
        found = runner.invoke(main, ["--pack", "motion", *words])
        assert (found.exit_code in (0, 3)) and told in found.stdout, (words, found.stderr)


def test_the_server_for_assistants_answers_with_the_packs_in_use(
    runner, installed, monkeypatch
) -> None:
    """The server names them to the process that answers."""
    pytest.importorskip("mcp")
    from derive.mcp import server, work

    installed(motion=MOTION)
    served = []
    monkeypatch.setattr(server, "serve", served.append)
    assert runner.invoke(main, ["--pack", "motion", "mcp"]).exit_code == 0
    assert served[0]._setting == ((), (), ("motion",))
    work.warm_up(*served[0]._setting)
    asked = {"target": "t", "given": {"d": "100 m", "v": "8 m/s"}}
    assert work.done({"tool": "solve", "arguments": asked})["result"]["value"] == 12.5
    refused = work.done({"tool": "solve", "arguments": {"target": "step_time", "given": {}}})
    assert "there is no variable" in refused["error"]


SITE = """
[case.walk]
title = "A walk"
says = "8 m/s for 100 m"
given = { d = "100 m", v = "8 m/s" }
"""


@pytest.mark.slow
def test_the_site_of_a_pack_alone_has_no_link_to_the_library(tmp_path) -> None:
    """Addresses tell t from T and η from μ; a standard case of the pack shows its values."""
    d, v = Var("d", "m"), Var("v", "m/s")
    t, T, eta, mu = (Var(name, "s") for name in "tTημ")
    (tmp_path / "site.toml").write_text(SITE, encoding="utf-8")
    laws = [Relation("motion", Eq(d, v * t)), Relation("sum", Eq(T, t + eta + mu))]
    with use(Pack("walks", relations=laws, site=tmp_path / "site.toml")):
        files = site_files(lambda address: not address.startswith(("guide", "python")), jobs=1)
    built = BuiltSite(files)
    led = {path for _, path in built.broken() if "guide" not in path and "python" not in path}
    assert led == set()
    assert {"variable/t/index.html", "variable/-t/index.html"} <= set(built.pages)
    assert "12.5\u00a0s".encode() in built.files["variable/t/index.html"]
    assert b"A walk" in built.files["index.html"]
