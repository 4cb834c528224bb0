"""Every example in a docstring runs."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import derive

MODULES = sorted(
    m.name
    for m in pkgutil.walk_packages(derive.__path__, "derive.")
    if not m.name.endswith("__main__")
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_hold(name: str) -> None:
    """What a docstring shows is what happens."""
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    for test in doctest.DocTestFinder().find(importlib.import_module(name)):
        if test.examples:  # running none costs a look at every file imported
            runner.run(test)
    assert not runner.failures
