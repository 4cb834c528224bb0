"""Modules whose functions note each statement that they run: their source is compiled with a call
before each. Tracing by coverage makes all of sympy three times as slow; this costs next to nothing.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType

NOTE = "__noted__"  # the function that a module notes a line by
BLOCKS = ("body", "orelse", "finalbody")

noted: dict[str, set[int]] = {}  # the lines that have been run of each file


class NotingLoader(SourceFileLoader):
    """A loader of modules that note their statements in `noted`."""

    def get_code(self, fullname: str) -> CodeType:
        """The code, compiled anew: none of it is kept."""
        tree = ast.parse(self.get_data(self.path))
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                _note(function)
        return compile(tree, self.path, "exec", dont_inherit=True)

    def exec_module(self, module: ModuleType) -> None:
        """Run the module, which knows where to note."""
        setattr(module, NOTE, noted.setdefault(self.path, set()).add)
        super().exec_module(module)


class NotingFinder(MetaPathFinder):
    """A finder of the modules of some packages."""

    def __init__(self, packages: Sequence[str]) -> None:
        self.packages = tuple(packages)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module as usual, with another loader."""
        if not f"{fullname}.".startswith(tuple(f"{one}." for one in self.packages)):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = NotingLoader(fullname, spec.loader.path)
        return spec


def note(packages: Sequence[str]) -> None:
    """Have the modules of packages note what they run, those that have not been imported yet."""
    sys.meta_path.insert(0, NotingFinder(packages))


def taken() -> dict[str, list[int]]:
    """The lines that have been run since the last call, by files; they are forgotten."""
    found = {file: sorted(lines) for file, lines in noted.items() if lines}
    for lines in noted.values():
        lines.clear()
    return found


def _note(function: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    """Put a call before each statement of a function, but not before its docstring, and not within
    the functions and classes in it.
    """
    documented = ast.get_docstring(function, clean=False) is not None
    first = function.body[: int(documented)]
    function.body = [*first, *_noting(function.body[len(first) :])]


def _noting(statements: list[ast.stmt]) -> Iterator[ast.stmt]:
    for one in statements:
        call = ast.Call(ast.Name(NOTE, ast.Load()), [ast.Constant(one.lineno)], [])
        yield ast.fix_missing_locations(ast.copy_location(ast.Expr(call), one))
        if not isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            for part in (one, *getattr(one, "handlers", ()), *getattr(one, "cases", ())):
                for block in BLOCKS:
                    if inner := getattr(part, block, None):
                        setattr(part, block, [*_noting(inner)])
        yield one
