"""Mutants of sources, and the list of those that no test can notice."""

from __future__ import annotations

from functools import cache
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

import pytest

from tests.mutation import statements
from tests.mutation.copies import ROOT
from tests.mutation.equivalent import Key, key, listed
from tests.mutation.mutants import Mutant, mutant_at, places

SOURCE = '''
LIMIT = 3 + 4

class Span:
    def wide(self, size: int = 2) -> bool:
        """More than 5."""
        if (
            size > 5
        ):
            return True
        zip(strict=True)
        raise ValueError(6)
'''

BRANCHING = '''
def least(sizes):
    """The least size."""
    try:
        found = min(sizes)
    except ValueError:
        found = None
    else:
        found += 0
    def told():
        return found
    return told()

BEFORE = least([])
'''


@cache
def mutants(path: Path, text: str, only: str = "") -> list[Mutant]:
    """The mutants of a source, or of one function of it."""
    wanted = [k for k, function in enumerate(places(text)) if only in ("", function)]
    return [one for k in wanted if (one := mutant_at(path, text, k)) is not None]


def test_what_functions_do_is_changed_and_nothing_else() -> None:
    found = {one.changed: [*one.lines] for one in mutants(Path("span.py"), SOURCE)}
    assert found == {
        ("def wide(self, size: int=2) -> bool:", "def wide(self, size: int=3) -> bool:"): [5],
        ("if size > 5:", "if not size > 5:"): [7, 8, 9],
        ("if size > 5:", "if size >= 5:"): [7, 8, 9],
        ("if size > 5:", "if size > 6:"): [7, 8, 9],
        ("return True", "return False"): [10],
    }


def test_a_module_notes_the_statements_that_its_functions_run(tmp_path: Path) -> None:
    """Those of importing too, each under its line, and nothing twice."""
    file = tmp_path / "branching.py"
    file.write_text(BRANCHING, "utf-8")
    loader = statements.NotingLoader("branching", str(file))
    spec = spec_from_loader("branching", loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    assert statements.taken() == {str(file): [4, 5, 7, 10, 11, 12]}
    assert module.least([3, 2]) == 2 and module.least.__doc__ == "The least size."
    assert statements.taken() == {str(file): [4, 5, 9, 10, 11, 12]}
    assert statements.taken() == {}


@pytest.mark.parametrize("entry", listed(), ids=str)
def test_an_equivalent_mutant_stands_in_its_file(entry: Key) -> None:
    """An entry goes with the text that it is about."""
    path = Path(entry[0])
    assert entry in map(key, mutants(path, (ROOT / path).read_text("utf-8"), entry[1]))
