"""Names of packs, and the index of those that a line names: of these nothing is kept, so that the
engine is asked.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from typing import Any

from derive.library.activation import use_faultless
from derive.library.index import index_text
from derive.packs.in_use import packs_in_use
from derive.packs.registry import pack_names


def names_of_packs() -> dict[str, str]:
    """The packs that there are, each with where it comes from."""
    return dict(pack_names())


def index_of_packs(packs: Sequence[str]) -> Mapping[str, Any]:
    """The names that these packs, and those that they require, state; faulty ones are left out."""
    found: dict[str, dict[str, Any]] = {"variables": {}, "rows": {}}
    with redirect_stdout(sys.stderr):
        use_faultless(packs)
        for one in packs_in_use():
            stated = json.loads(index_text(one))
            found["variables"] = stated["variables"] | found["variables"]
            rows = {f"{one.name} {file}": parts for file, parts in stated["rows"].items()}
            found["rows"] |= rows
    return found
