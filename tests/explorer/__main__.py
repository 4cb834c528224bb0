"""Pages in browsers: `python -m tests.explorer --cases 500` makes each page of
tests/program/pages.py, opens the file in Chromium and Firefox and compares its reader's answers
with Python's; a few questions go through the address and are read from what the page shows.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from math import isclose
from pathlib import Path
from typing import Any
from urllib.parse import quote

import derive
from derive.explorer.contents import PageContents
from derive.library.choices import system_for
from derive.results.known import Known, Origin
from derive.results.status import Status
from derive.solving.givens import read_givens
from tests.explorer.browser import browser
from tests.explorer.firefox import firefox
from tests.program.agreement import Agreement, Case
from tests.program.agreement import random_cases as drawn
from tests.program.pages import PAGES, Page, given_of

_BROWSERS = {"chromium": browser, "firefox": firefox}
_ANSWERS = Path(__file__).parents[1].joinpath("program", "answers.js").read_text(encoding="utf-8")
_UNPACKED = """
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
for (let n = 0; typeof PROGRAMS === "undefined" && n < 500; n++) await wait(20);
"""
_PORTION = 5  # a script of a browser may take half a minute, also where much else runs
_SHOWN = """
location.hash = arguments[0];
const open = () => document.querySelector(".row.open");
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const name = () => open().querySelector("[type=radio]").value;
return (async () => {
  for (let n = 0; n < 50 && (await wait(200), name() !== arguments[1]); n++);
  await wait(600);
  const box = open().querySelector(".box").value;
  const q = DATA.quantities.find((q) => q.name === name());
  const unit = q.units[open().querySelector(".unit").value];
  const x = Number(box.replace(/,/g, "").replace("−", "-")) * unit;
  return [name(), document.querySelector(".badge").textContent, Number.isFinite(x) ? x : null];
})();
"""


def made_page(name: str, folder: Path) -> tuple[Page, str]:
    """A page with all its directions, and the address of its file."""
    asked = PAGES[name]
    given = given_of(asked)
    system = system_for(given, asked.variants)
    known, _ = read_givens(given, system.vocabulary)
    target = system.find(asked.target)
    contents = PageContents(system, known, [target], [], name)
    path = folder / f"{name}.html"
    path.write_text(contents.written(), encoding="utf-8")
    programs = tuple(contents.bundle.programs)
    slots = [program.slots for program in programs]
    targets = tuple(system.find(p.slots[p.header.target].name) for p in programs)
    moved = tuple(
        tuple(system.find(own[k].name) for k in p.header.givens)
        for p, own in zip(programs, slots, strict=True)
    )
    start = {target: Known(target, contents.outputs[target], Origin.GIVEN, 1e-9)}
    stated = {**contents.known, **start}
    made = Page(system, stated, targets, moved, programs, contents.bundle, contents.printed)
    return made, path.as_uri()


def read(window: Any, cases: Sequence[Case]) -> list[Any]:
    """What the page's own reader answers."""
    found = []
    for first in range(0, len(cases), _PORTION):
        script = f"{_ANSWERS}return answers(PROGRAMS, arguments[0]);"
        found += window.run(script, cases[first : first + _PORTION])
    return found


def shown(window: Any, made: Page, cases: Sequence[Case]) -> list[str]:
    """Where what the page shows of questions in its address is not what Python answers."""
    units = window.run("return DATA.quantities.map((q) => [q.name, q.unit, q.units[q.unit]])")
    written, wrong = {name: (unit, factor) for name, unit, factor in units}, []
    for question, values in cases:
        moved = zip(made.moved[question], values, strict=True)
        if not all(var.admits(x) for var, x in moved):
            continue  # a page takes no value out of range
        target, pairs = made.targets[question].name, []
        for var, x in zip(made.moved[question], values, strict=True):
            unit, factor = written[var.name]
            pairs.append(f"{var.name}={quote(f'{x / factor!r} {unit}'.strip())}")
        name, badge, value = window.run(_SHOWN, "&".join([f"solve={target}", *pairs]), target)
        answer = made.answer(question, values)
        own = None if answer.status == Status.CONTRADICTION else answer.number
        same = (
            value is None
            if own is None
            else value is not None and isclose(value, own, rel_tol=1e-3)
        )
        if name != target or not badge.startswith(str(answer.status)) or not same:
            wrong.append(f"{target} at {values}: {badge} {value}, in Python {answer.status} {own}")
    return wrong


def main() -> int:
    """Ask and print; the exit status is 1 if anything disagrees."""
    parser = argparse.ArgumentParser(prog="python -m tests.explorer", description=__doc__)
    parser.add_argument("--cases", type=int, default=42, help="questions a page")
    parser.add_argument("--shown", type=int, default=4, help="questions in the address of a page")
    parser.add_argument("--page", choices=PAGES, action="append", help="all, unless named")
    parser.add_argument("--browser", choices=_BROWSERS, action="append", help="both, unless named")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    options = parser.parse_args()
    print(f"seed {options.seed}, derive {derive.__version__}", flush=True)
    faults = 0
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        kinds = options.browser or _BROWSERS
        windows = {kind: stack.enter_context(_BROWSERS[kind]()) for kind in kinds}
        for name in options.page or PAGES:
            made, address = made_page(name, folder)
            cases = drawn(made, options.cases, random.Random(f"{options.seed} {name}"))
            for kind, window in windows.items():
                window.open(address)
                window.run(_UNPACKED)
                found = Agreement()
                found.compare(made, cases, read(window, cases))
                wrong = found.wrong + shown(window, made, cases[: options.shown])
                faults += len(wrong)
                print(*wrong, f"{name} in {kind}: {len(cases)} questions, {len(wrong)} disagree",
                      sep="\n", flush=True)  # fmt: skip
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
