"""A pack of motion, and what puts the usual packs back in use."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint

import pytest

import derive
from derive import Eq, Pack, Relation, Var
from derive.completion.names import ask_packs
from derive.packs import registry


@pytest.fixture(autouse=True)
def _usual_packs() -> Iterator[None]:
    """Each test begins and ends with the packs that come with derive."""
    known = dict(registry._given)
    registry._given.clear()
    yield
    derive.use()
    ask_packs(())
    registry._given.clear()
    registry._given.update(known)


@pytest.fixture
def motion() -> Pack:
    """A pack of one relation, with two names that the LLM library has too."""
    distance, speed = Var("distance", "m", "way"), Var("speed", "m/s", "speed of it")
    load = Var("load", "s", "time that it takes")
    return Pack("motion", relations=[Relation("wait", Eq(distance, speed * load), "Way and time.")])


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path):
    """Installs packs for a test: `installed(name="the text of a module")` makes entry points. Their
    modules are forgotten after it, so that another test may give the same names to others.
    """

    def install(**modules: str) -> None:
        points = {}
        for name, text in modules.items():
            folder = tmp_path / f"pack_of_{name}"
            folder.mkdir(exist_ok=True)
            (folder / "__init__.py").write_text(text, encoding="utf-8")
            points[name] = EntryPoint(name, f"pack_of_{name}:pack", registry.GROUP)
        monkeypatch.syspath_prepend(str(tmp_path))
        monkeypatch.setattr(registry, "_entry_points", lambda: points)

    yield install
    for name in [name for name in sys.modules if name.startswith("pack_of_")]:
        del sys.modules[name]
