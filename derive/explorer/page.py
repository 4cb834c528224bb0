"""The explorer page of a question: one file without server and requests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from derive.equations.var import Var
from derive.errors import UnknownName
from derive.explorer.contents import PageContents
from derive.library.choices import system_for
from derive.rendering.formats.registry import FORMATS, fence_of
from derive.reporting.files import check_place, write_files
from derive.reporting.stamp import stamped
from derive.results.answer import Answer
from derive.solving.givens import read_givens

MOST_BYTES = 300_000  # of a page that opens at once
_SUFFIXES = tuple(f".{suffix}" for suffix in FORMATS["html"].suffixes)


def page(
    target: str | Var,
    given: Mapping[Any, Any] | None = None,
    *,
    move: Sequence[str | Var] = (),
    outputs: Sequence[str | Var] = (),
    variants: Mapping[str, str] | None = None,
    title: str = "",
    path: str | Path | None = None,
    force: bool = False,
) -> str:
    """The explorer page of a question: `target` and further `outputs` from what is given, of which
    the values named in `move` have sliders (all that the answer rests on, unless said otherwise),
    and any of these from the answer. Written to `path`, if one is given; returns the page.

    `given` and `variants` are as in `solve`. Raises what `solve` raises, GivenError for a question
    without one value, OutputError for a file that may not be written.

    >>> import derive
    >>> chip = {"hbm_capacity": "288 GB/GPU", "hbm_bandwidth": "20 TB/s/GPU"}
    >>> derive.page("drain_time", chip).startswith("<!DOCTYPE html>")
    True
    """
    place = None if path is None else _html(Path(path), force)
    system = system_for(given, variants, (target, *outputs))
    known, _ = read_givens(dict(given or {}), system.vocabulary)
    wanted = [system.find(name) for name in (target, *outputs)]
    named = [system.find(name) for name in move]
    text = PageContents(system, known, wanted, named, title).written()
    if place is not None:
        fence = fence_of(place)
        assert fence is not None
        write_files({place: stamped(text, fence)}, force=force)
    return text


def _html(path: Path, force: bool) -> Path:
    """The path of a page. Raises UnknownName for another suffix, OutputError for a file that may
    not be replaced.
    """
    if path.suffix not in _SUFFIXES:
        hint = f"There are: {', '.join(_SUFFIXES)}."
        raise UnknownName("format of a page", path.suffix or path.name, (), hint)
    check_place(path, force)
    return path


def of_answer(answer: Answer, title: str = "") -> str:
    """The explorer page of an answer's question."""
    stated = {known.var: known for known in answer.known if known.stated}
    return page(answer.target, stated, variants=answer.variants, title=title)


def write(answer: Answer, path: str | Path, *, title: str = "", force: bool = False) -> Path:
    """Write the explorer page of an answer's question."""
    stated = {known.var: known for known in answer.known if known.stated}
    page(answer.target, stated, variants=answer.variants, title=title, path=path, force=force)
    return Path(path)
