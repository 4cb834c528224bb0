"""Packs: other people's relations in every question, and the library's own where none is named."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import derive
from derive import Eq, Pack, PackError, Relation, Theorem, Var, Wording
from derive.errors import DataError, GivenError, UnknownName
from derive.library.catalogue import entry, own_data
from derive.library.content import vocabulary

MEMORY = {"hbm_capacity": "288 GB/GPU", "hbm_bandwidth": "20 TB/s/GPU"}
GIVEN = {"distance": "100 m", "speed": "8 m/s"}


def test_questions_mean_the_pack_in_use_and_the_library_again_afterwards(motion) -> None:
    with derive.use(motion) as packs:
        assert packs.names == ("motion",)
        assert derive.solve("load", GIVEN).text == "12.5 s"
        assert derive.missing("load", {"speed": "8 m/s"}).sets[0].names == ("distance",)
        with pytest.raises(UnknownName):
            derive.solve("drain_time", MEMORY)
    assert derive.solve("drain_time", MEMORY).text == "14.4 ms"


def test_a_name_that_an_earlier_pack_has_is_qualified_and_both_are_solved(motion) -> None:
    with derive.use("llm", motion):
        assert derive.solve("motion.load", GIVEN).text == "12.5 s"
        assert derive.solve("motion.load", {"motion.distance": "100 m", "speed": "8 m/s"}).number
        system = derive.library_system()
        assert system.find("load").unit.text == "1"
        assert str(system.relation("motion.wait").made) == (
            "Relation(motion.wait: distance = motion.load*speed)"
        )
        assert system.relation("wait").made.name == "wait"


def test_a_pack_uses_variables_of_the_pack_that_it_requires() -> None:
    step, share = derive.pack("llm").var("step_time"), Var("idle", "s", "time between steps")
    pack = Pack("idling", relations=[Relation("idle", Eq(share, step / 4))], requires=("llm",))
    with derive.use(pack):
        given = {"compute_time": "8 ms", "memory_time": "2 ms"}
        assert derive.solve("idle", given).text == "2 ms"
        assert derive.check("idle = step_time/4")[0].verdict == "consistent"


def test_systems_of_packs_pickle_and_stay_what_they_are(motion) -> None:
    with derive.use(motion):
        system = derive.library_system()
        copied = pickle.loads(pickle.dumps(system))
        assert copied is system
    assert system.solve("load", GIVEN).text == "12.5 s"


def test_a_system_tells_what_is_missing_compares_and_proves(motion) -> None:
    system = derive.System(motion.subject("relations").RELATIONS)
    assert system.missing("load", {"speed": "8 m/s"}).sets[0].names == ("distance",)
    slower = {**GIVEN, "speed": "4 m/s"}
    assert [c.name for c in system.compare("load", GIVEN, slower).changes] == ["speed"]
    wait = system.relations[0]
    distance, load, speed = (system.find(name) for name in ("distance", "load", "speed"))
    theorem = Theorem("duration", Eq(load, distance / speed), "It takes this long.", (wait,))
    assert list(system.prove(theorem).derivation)[-1].rule == "theorem"
    other = Relation("other", Eq(distance, 2 * speed * load))
    with pytest.raises(UnknownName, match="other"):
        system.prove(Theorem("wrong", Eq(load, distance / speed), "", (other,)))


def test_an_equation_is_checked_with_the_names_of_a_system_or_a_pack(motion) -> None:
    system = derive.System(motion.subject("relations").RELATIONS)
    for one in (system, motion):
        (found,) = derive.check("distance = speed", system=one)
        assert str(found.kinship) == "It is the library's relation wait with load left out."
        (other,) = derive.check("gpus = load", system=one)
        assert other.unknown == ("gpus",)
    with derive.use(motion):
        assert derive.check("t_c = B N_active / FLOPs", system="llm")[0].verdict == "inconsistent"
        assert derive.check("distance = speed * load")[0].verdict == "consistent"
    with pytest.raises(DataError):
        derive.check(Path("nowhere.md"), system=system)
    assert derive.check("t_c = B N_active / FLOPs")[0].verdict == "inconsistent"


PROSE = "Let $u$ be the pace, $T$ the elapsed time and $x$ the way. Then $x = u T$ and $V = u$.\n"


def test_documents_are_read_in_the_words_of_a_pack(motion, tmp_path) -> None:
    """Those of the library mean nothing beside a pack that has none of its variables."""
    said = Wording(
        names={"V": ("speed",)},
        phrases={"pace": "speed", "elapsed time": "load", "way": "distance"},
    )
    pack = Pack("worded", relations=motion.subject("relations").RELATIONS, wording=said)
    text = tmp_path / "text.md"
    text.write_text(PROSE, encoding="utf-8")
    way, same = derive.check(text, system=pack)
    assert "relation wait" in str(way.kinship) and same.verdict == "consistent"
    assert "wait" not in str(derive.check(text, system=motion)[0].kinship)
    assert derive.check("V = 3 speed", system=motion)[0].unknown == ("V",)
    with derive.use("llm", pack):
        assert derive.check("V = 3 speed")[0].verdict == "consistent"
    with pytest.raises(PackError, match="no Wording"):
        derive.use(Pack("wrong", wording="derive.errors:shorten"))


def test_a_scenario_tells_what_follows_in_a_pack(motion) -> None:
    """All of it, or what the pack names as its outputs; beside the library only what is asked."""
    own = Pack(
        "named", relations=motion.subject("relations").RELATIONS, outputs={"Way": ["distance"]}
    )
    with derive.use(motion):
        found = derive.scenario(GIVEN)
        assert [answer.text for answer in found.answers] == ["12.5 s"]
        assert list(found.groups) == ["motion"]
    with derive.use("llm", motion):
        assert list(derive.scenario({"motion.distance": "1 m", "speed": "8 m/s"}).groups) == [
            "motion"
        ]
    with derive.use(own):
        assert derive.scenario({"speed": "8 m/s", "load": "2 s"}).answer("distance").text == "16 m"
        with pytest.raises(PackError, match="not in use, and the measurements"):
            derive.validate()


@pytest.mark.slow
def test_the_librarys_own_pack_is_known_before_anything_is_asked() -> None:
    code = "import derive; print(derive.pack('llm').var('step_time').unit.text)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "s\n"


BAD = {
    "is not there": (Pack("bad", relations="nowhere.at_all"), "raises ModuleNotFoundError"),
    "is not a relation": (Pack("bad", relations=[3]), "is not a Relation"),
    "requires what is not there": (Pack("bad", requires=("nobody",)), "is not installed"),
    "reaches outside": (Pack("bad", sources="derive:../pyproject.toml"), "is outside"),
    "reaches a device": (Pack("bad", sources="derive:/dev/zero"), "is outside"),
    "names no file": (Pack("bad", data="things.toml"), "names no file of a package"),
    "takes a kind": (
        Pack("bad", entries={"accelerator": ["load"]}, requires=("llm",)),
        "of another pack already",
    ),
}


@pytest.mark.parametrize(("pack", "problem"), BAD.values(), ids=BAD)
def test_a_faulty_pack_is_named_and_changes_nothing(pack: Pack, problem: str) -> None:
    with pytest.raises(PackError, match=f"the pack bad: .*{problem}"):
        derive.use(pack)
    assert derive.solve("drain_time", MEMORY).text == "14.4 ms"


def test_packs_that_require_each_other_are_refused(installed) -> None:
    text = "from derive import Pack\npack = Pack('{}', requires=('{}',))"
    installed(one=text.format("one", "two"), two=text.format("two", "one"))
    with pytest.raises(PackError, match="requires itself"):
        derive.use("one")


@pytest.mark.parametrize("name", ["", "A", "a b", "a.b", "../a", 3])
def test_a_name_that_is_none_is_refused(name) -> None:
    with pytest.raises(PackError, match="name of a pack"):
        Pack(name)


CHIP = """
[accelerator.mine]
hbm_bandwidth = { value = "4 TB/s/GPU", source = "notes" }
[sources.notes]
title = "Notes"
address = "https://example.org/notes"
date = "2026-05-01"
kind = "first-hand"
"""


def test_a_pack_is_used_alone_beside_entries_of_another(monkeypatch, tmp_path, motion) -> None:
    """A file of one's own is for every pack; the kinds of those in use are read from it."""
    rooms = Pack(
        "rooms", relations=motion.subject("relations").RELATIONS, entries={"room": ["speed"]}
    )
    path = tmp_path / "mine.toml"
    room = '[room.hall]\nspeed = { value = "2 m/s", source = "notes" }\n'
    path.write_text(CHIP + room, encoding="utf-8")
    monkeypatch.setenv("DERIVE_DATA", str(path))
    with derive.use(rooms):
        assert entry("room", "hall").text("speed") == "2 m/s"
    assert entry("accelerator", "mine").text("hbm_bandwidth") == "4 TB/s/GPU"


def test_a_fault_in_ones_own_entries_is_no_fault_of_a_pack(monkeypatch, tmp_path, motion) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[rooom.hall]", encoding="utf-8")
    monkeypatch.setenv("DERIVE_DATA", str(path))
    with derive.use(motion):
        assert derive.solve("load", GIVEN).text == "12.5 s"
        with pytest.raises(DataError, match=r"mine\.toml.*there is no such kind of entry"):
            own_data.store()


def test_an_alias_of_variables_of_two_packs_is_refused_with_the_names_of_both() -> None:
    """A name of its own beats an alias; in the library alone its alias means what it did."""
    arrivals = Var("arrivals", "1/s", "calls in a second", aliases=("arrival_rate", "throughput"))
    calls = Var("calls", "1", "calls in an hour")
    stated = Relation("hour_of_calls", Eq(calls, arrivals * Var("hours", "s", "time")), "Calls.")
    calling = Pack("calling", relations=[stated])
    assert vocabulary().find("arrival_rate").name == "request_rate"
    with derive.use("llm", calling):
        with pytest.raises(
            GivenError, match=r"name of request_rate \(sequence/s\) and of arrivals"
        ):
            derive.solve("calls", {"arrival_rate": "3 1/s"})
        assert vocabulary().find("throughput").unit.text == "token/s"
