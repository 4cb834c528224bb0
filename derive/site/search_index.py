"""Index of the search on the pages: what can be found, and how it is ranked, as a script."""

from __future__ import annotations

import json

from derive.search.hits import BEFORE, INNER, LATE, UNTOLD, USUAL, WEIGHTS, figures, phrases, weight
from derive.site.address import address_of
from derive.site.contents import contents, title_of


def search_index() -> str:
    """The script that holds the index."""
    found = contents().found
    index = {
        "kinds": {kind: title_of(kind) for kind in dict.fromkeys(thing.kind for thing in found)},
        "usual": USUAL,
        "late": LATE,
        "inner": INNER,
        "before": BEFORE,
        "phrases": phrases(),
        "figures": figures(),
        "untold": UNTOLD,
        "weights": WEIGHTS,
        "rows": [
            [t.kind, t.name, t.aliases, t.meaning, address_of(t.kind, t.name), round(weight(t), 9)]
            for t in found
        ],
    }
    text = json.dumps(index, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return f"window.deriveIndex={text};\n"
