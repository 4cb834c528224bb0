from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from derive.claims import Claim, claims


@pytest.fixture
def changed() -> Callable[..., Claim]:
    """A real claim with something else in it."""
    return lambda id, **changes: replace(claims()[id], **changes)


@pytest.fixture
def made() -> Callable[..., Claim]:
    """A claim of the test's own."""

    def make(**said: Any) -> Claim:
        return Claim(
            **{
                "id": "X-01",
                "says": "",
                "source": "transcript",
                "where": "",
                "subject": "",
                "expected": "holds",
                **said,
            }
        )

    return make
