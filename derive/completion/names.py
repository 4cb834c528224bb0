"""Names of variables, relations and catalogue entries, read from the index and the data files as
text: neither the engine nor a parser of TOML has to be imported.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from derive.data_files import shipped

Named = dict[str, str]  # each name with what is said of it
# The data file of each kind of entry; sources have no kind in their headings.
_FILES = {
    "accelerator": "accelerators",
    "model": "models",
    "tier": "memory_tiers",
    "price": "prices",
    "scaling_law": "scaling_laws",
    "deployment": "models",
    "price_rule": "prices",
    "measured": "measured",
    "claim": "claims",
    "source": "sources",
}
_HEADING = re.compile(r"^\[([\w.-]+)\]$", re.MULTILINE)
_TOLD = re.compile(r'^(?:name|says|title) = "([^"\n]*)"', re.MULTILINE)
_PEAKS = re.compile(r"^\[accelerator\.([\w-]+)\.peak_flops\]\n((?:\w+ = .*\n?)*)", re.MULTILINE)
ENTRY_KINDS = tuple(_FILES)


_asked: list[str] = []  # the packs that the line names; none for the library
_PACKS = "derive.completion.pack_names"  # imported for packs alone: it brings the engine


def ask_packs(packs: Iterable[str]) -> None:
    """Offer from now on the names of these packs; those of the library for none."""
    _asked[:] = packs


def packs() -> Named:
    """The packs that there are."""
    found: Named = import_module(_PACKS).names_of_packs()
    return found


def _index() -> Mapping[str, Any]:
    return _index_of(tuple(_asked))


@lru_cache(maxsize=2)
def _index_of(packs: tuple[str, ...]) -> Mapping[str, Any]:
    if packs:
        of_packs: Mapping[str, Any] = import_module(_PACKS).index_of_packs(packs)
        return of_packs
    path = Path(__file__).parents[1] / "library" / "index.json"
    index: Mapping[str, Any] = json.loads(path.read_bytes())
    return index


def variables() -> Named:
    """The variables, each with its unit and meaning."""
    return {
        name: f"{'' if unit == '1' else f'{unit}, '}{meaning}"
        for name, (unit, meaning, *_) in _index()["variables"].items()
    }


def unit_of(name: str) -> str:
    """The unit of a variable, by its name or an alias; empty for any other name."""
    rows = _index()["variables"]
    found = rows.get(name) or next((row for row in rows.values() if name in row[2:]), [""])
    return str(found[0])


def stated(part: str) -> Named:
    """The relations, theorems or constraints, each with its subject."""
    rows = _index()["rows"]
    return {row[0]: file.replace("_", " ") for file, parts in rows.items() for row in parts[part]}


def variants() -> dict[str, list[str]]:
    """The groups of variants, each with its choices."""
    found: dict[str, list[str]] = {}
    for parts in _index()["rows"].values():
        for row in (*parts["relations"], *parts["constraints"]):
            variant = row[3]
            while variant:
                group, choice, _, *others = variant
                choices = [choice] if isinstance(choice, str) else choice
                found.setdefault(group, []).extend(choices)
                variant = others[0] if others else None
    return {group: list(dict.fromkeys(choices)) for group, choices in sorted(found.items())}


def entries(kind: str, own: Iterable[str] = ()) -> Named:
    """The ids of the catalogue's entries of a kind and of those in one's own files, each with its
    name.
    """
    texts = [(kind, shipped(f"quantities/{_FILES[kind]}.toml").read_text(encoding="utf-8"))]
    texts += [(f"{kind}s" if kind == "source" else kind, text) for text in _own_texts(own)]
    return {
        id: name
        for where, text in texts
        for id, name in _headed(text, "" if (where, kind) == ("source", "source") else where)
    }


def precisions(chip: str, own: Iterable[str] = ()) -> Named:
    """The precisions at which a chip computes; those of all chips, without one."""
    path = shipped(f"quantities/{_FILES['accelerator']}.toml")
    found: Named = {}
    for text in (path.read_text(encoding="utf-8"), *_own_texts(own)):
        for id, rates in _PEAKS.findall(text):
            if not chip or id == chip:
                found |= dict.fromkeys(re.findall(r"^(\w+) =", rates, re.MULTILINE), "")
    return found


def reports() -> Named:
    """The reports of the library, each with its title."""
    title = re.compile(r'^title = "([^"\n]*)"', re.MULTILINE)
    paths = sorted(shipped("reports/source").glob("*.md"))
    told = {path.stem: title.search(path.read_text(encoding="utf-8")) for path in paths}
    return {name: match[1] if match else "" for name, match in told.items()}


def _headed(text: str, kind: str) -> Iterator[tuple[str, str]]:
    """The ids under the headings of a kind, with their names; [ID] without a kind."""
    headings = [*_HEADING.finditer(text)]
    ends = [*(heading.start() for heading in headings[1:]), len(text)]
    for heading, end in zip(headings, ends, strict=False):
        parts = heading[1].split(".")
        if len(parts) == 1 + bool(kind) and (not kind or parts[0] == kind):
            told = _TOLD.search(text, heading.end(), end)
            yield parts[-1], told[1] if told else ""


def _own_texts(files: Iterable[str]) -> Iterator[str]:
    """The texts of one's own data files, those of DERIVE_DATA first; what cannot be read is left
    out.
    """
    for file in (*os.environ.get("DERIVE_DATA", "").split(os.pathsep), *files):
        try:
            yield Path(file).read_text(encoding="utf-8") if file.strip() else ""
        except (OSError, UnicodeDecodeError):
            continue
