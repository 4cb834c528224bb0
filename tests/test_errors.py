"""Errors as values: what every error keeps when it is pickled or copied."""

from __future__ import annotations

import copy
import difflib
import inspect
import pickle
import random
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import pytest

import derive
from derive import Var
from derive.errors import DeriveError, UnknownName
from derive.spellings import closest, similarity
from derive.units.dimension import Dimension

# An argument for each annotation that a constructor of an error may have.
ARGUMENTS = {
    "object": "a text",
    "str": "batch",
    "int": 2,
    "bool": True,
    "Iterable[str]": ["batch_size", "gpus"],
    "tuple[str, ...]": ("batch_size", "gpus"),
    "Dimension": Dimension({"time": 1}),
    "Any": Var("x", "s"),
}


def kinds_of(kind: type[DeriveError]) -> Iterator[type[DeriveError]]:
    """An error class and every class derived from it."""
    yield kind
    for narrower in kind.__subclasses__():
        yield from kinds_of(narrower)


def made(kind: type[DeriveError]) -> DeriveError:
    """An error with an argument for every parameter of its constructor."""
    positional: list[Any] = []
    named: dict[str, Any] = {}
    for parameter in inspect.signature(kind).parameters.values():
        argument = ARGUMENTS[parameter.annotation]
        if parameter.kind is parameter.KEYWORD_ONLY:
            named[parameter.name] = argument
        else:
            positional.append(argument)
    return kind(*positional, **named)


for module in walk_packages(derive.__path__, "derive."):
    if module.name != "derive.__main__":
        with suppress(ImportError):  # the package of an optional output is not installed
            import_module(module.name)


@pytest.mark.parametrize("kind", sorted({*kinds_of(DeriveError)}, key=lambda kind: kind.__name__))
@pytest.mark.parametrize(
    "again", [lambda e: pickle.loads(pickle.dumps(e)), copy.deepcopy, copy.copy]
)
def test_an_error_keeps_type_arguments_and_fields(kind: type[DeriveError], again: Any) -> None:
    """Pickled, deep-copied or copied it is the same error, so it can cross a process border."""
    error = made(kind)
    other = again(error)
    assert type(other) is kind
    assert (other.args, vars(other), str(other)) == (error.args, vars(error), str(error))


def test_a_restored_error_keeps_its_candidates() -> None:
    """The names it compared are gone, the similar ones it found are fields."""
    error = UnknownName("variable", "batch_sise", ["batch_size", "gpus"])
    assert pickle.loads(pickle.dumps(error)).candidates == ("batch_size",)


def test_similar_names_are_those_of_difflib():
    """Shared letters only rule out; letters beyond Greek and more than four of one are counted."""
    words = [
        "batch_size",
        "batch_sizes",
        "bach_siez",
        "λ_step",
        "λ_steps",
        "批量",
        "批量大",
        "eeeeee",
    ]
    for word in (*words, "x", "step_λ", "eeeeeeee", "tokens", ""):
        for alike in (0.3, 0.6, 0.75):
            expected = difflib.get_close_matches(word, words, 3, alike)
            assert closest(word, [*words, *words], alike=alike) == tuple(expected)


def test_the_similarity_of_two_words_is_the_ratio_of_difflib() -> None:
    source = random.Random(1)
    for letters in ("ab_c", "abcdefghij_", "λστ_x"):
        for _ in range(2000):
            first, second = (
                "".join(source.choices(letters, k=source.randrange(14))) for _ in range(2)
            )
            ratio = difflib.SequenceMatcher(None, first, second).ratio()
            assert similarity(first, second) == ratio


def test_one_of_a_thing_that_is_counted_is_offered_first() -> None:
    assert UnknownName("variable", "gpu", ["one_gpu", "gpus", "throughput_per_gpu"]).candidates == (
        "gpus", "one_gpu", "throughput_per_gpu",
    )  # fmt: skip
    assert UnknownName("variable", "steps", ["step", "steps_left"]).candidates[0] == "step"
