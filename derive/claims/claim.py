"""Claims: statements of a source as data, with inputs of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from derive.claims.verdicts import ClaimVerdict
from derive.data_files import shipped
from derive.display import Label
from derive.equations.var import normal
from derive.errors import DataError, UnknownName, closest
from derive.library.catalogue.own_data import store
from derive.library.catalogue.toml_file import read_toml

FILE = "quantities/claims.toml"


class ClaimKind(Label):
    """Kind of a claim, by how it is tried."""

    VALUE = "value"
    EQUATION = "equation"
    DIRECTION = "direction"
    STATUS = "status"
    FORMULA = "formula"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement of a source, in our words.

    `source` and `where` are its source and place; `also` are further sources. `kind` is how it is
    tried: a *value* by the answer to `ask` from `given`; an *equation* by its dimensions and
    `relation`; a *direction* by the change of `ask` as `by` grows; a *status* by the status of the
    answer; a *formula* by the form of `ask` in terms of the `known` names; a *note* not at all, for
    the reason in `note`. `claimed` is the source's value (text, or two texts for a range),
    `expected` the verdict.
    """

    id: str
    says: str
    source: str
    where: str
    subject: str
    kind: ClaimKind
    expected: ClaimVerdict
    also: Mapping[str, str] = field(default_factory=dict)
    ask: str = ""
    given: Mapping[str, Any] = field(default_factory=dict)
    claimed: str | tuple[str, str] = ""
    by: str = ""
    known: tuple[str, ...] = ()
    equation: str = ""
    bindings: Mapping[str, str] = field(default_factory=dict)
    relation: tuple[str, ...] = ()
    variants: Mapping[str, str] = field(default_factory=dict)
    entries: Mapping[str, Any] = field(default_factory=dict)
    note: str = ""

    @property
    def sources(self) -> tuple[str, ...]:
        """All sources that state it."""
        return (self.source, *self.also)


@dataclass(frozen=True, slots=True)
class Trial:
    """The verdict on a claim, the engine's own finding, and the reason in a sentence."""

    claim: Claim
    verdict: ClaimVerdict
    found: str
    why: str


# Verdict, finding and reason of a trial.
Outcome = tuple[ClaimVerdict, str, str]
_TEXTS = ("says", "source", "where", "subject", "kind", "expected")
_NEEDS = {
    ClaimKind.VALUE: ("ask", "claimed"),
    ClaimKind.EQUATION: ("equation",),
    ClaimKind.DIRECTION: ("ask", "by", "claimed"),
    ClaimKind.STATUS: ("ask", "claimed"),
    ClaimKind.FORMULA: ("ask", "known", "claimed"),
    ClaimKind.NOTE: ("note",),
}
_ENTRIES = (
    "accelerator", "precision", "compute_precision", "kv_precision", "sparse", "rental", "model",
    "tier",
)  # fmt: skip
_TABLES = ("also", "given", "bindings", "variants")
_KEYS = (
    *_TEXTS, *_TABLES, "ask", "claimed", "by", "known", "equation", "relation", "note", *_ENTRIES,
)  # fmt: skip


@lru_cache(maxsize=1)
def claims() -> dict[str, Claim]:
    """All claims by id, in the file's order. Raises DataError with the claim and its fault."""
    return read_claims(read_toml(shipped(FILE), FILE).tables, FILE)


def read_claims(tables: Mapping[str, Any], file: str) -> dict[str, Claim]:
    """The claims of a file by id. Raises DataError with file, claim and key."""
    return {id: _claim(file, id, table) for id, table in tables.get("claim", {}).items()}


def claim(id: str) -> Claim:
    """The claim of an id, in any case. Raises UnknownName with candidates."""
    known = {name.lower(): found for name, found in claims().items()}
    found = known.get(id.strip().lower())
    if found is None:
        raise UnknownName("claim", id, claims(), "List them with: derive list claims")
    return found


def _claim(file: str, id: str, table: Mapping[str, Any]) -> Claim:
    _check(file, id, table)
    fields = {key: value for key, value in table.items() if key not in _ENTRIES}
    claimed, relation = table.get("claimed", ""), table.get("relation", ())
    fields |= {
        "kind": ClaimKind(table["kind"]),
        "expected": ClaimVerdict(table["expected"]),
        "claimed": tuple(claimed) if isinstance(claimed, list) else claimed,
        "relation": (relation,) if isinstance(relation, str) else tuple(relation),
        "known": tuple(table.get("known", ())),
    }
    return Claim(id, entries={key: table[key] for key in _ENTRIES if key in table}, **fields)


def _check(file: str, id: str, table: Mapping[str, Any]) -> None:
    """Raise DataError for a claim that lacks a key, has an unknown one, or a value of the wrong
    kind.
    """
    if not isinstance(table, Mapping):
        fix = f"Start it with the line [claim.{id}]."
        raise DataError(file, f"claim.{id}", "a claim is a table", fix)
    for key, problem, fix in _faults(table):
        raise DataError(file, f"claim.{id}.{key}", problem, fix)


def _faults(table: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Each fault of a claim's table as key, problem and fix."""
    for key in table:
        if key not in _KEYS:
            yield key, _no("key of a claim", key, _KEYS), _among(_KEYS)
    for key in _TEXTS:
        if not isinstance(table.get(key), str) or not table[key].strip():
            yield key, "it is missing", f'Add {key} = "...".'
    for key in _TABLES:
        if not isinstance(table.get(key, {}), Mapping):
            yield key, "it is a table of names and texts", f'Write {key} = {{ name = "..." }}.'
    for key, noun, words in (
        ("kind", "kind", tuple(ClaimKind)),
        ("expected", "verdict", tuple(ClaimVerdict)),
    ):
        if table[key] not in words:
            yield key, _no(noun, table[key], words), _among(words)
    for key in _NEEDS[table["kind"]]:
        if not table.get(key):
            yield key, f"a claim of the kind {table['kind']} needs it", f"Add {key} = ..."
    sources = store().sources()
    for key in (table["source"], *table.get("also", {})):
        if normal(key) not in sources:
            yield "source", _no("source", key, sources), "Add it to quantities/sources.toml."
    if not _is_text_or_range(table.get("claimed", "")):
        problem = "it is neither a text nor two texts for a range"
        yield "claimed", problem, 'Write claimed = "20 ms" or claimed = ["15 ms", "20 ms"].'


def _is_text_or_range(claimed: object) -> bool:
    ends = claimed if isinstance(claimed, list) and len(claimed) == 2 else [claimed]
    return all(isinstance(end, str) for end in ends)


def _no(noun: str, word: str, known: Iterable[str]) -> str:
    candidates = closest(word, known)
    meant = f" (did you mean {' or '.join(candidates)}?)" if candidates else ""
    return f"“{word}” is no {noun}{meant}"


def _among(words: Iterable[str]) -> str:
    return f"There are: {', '.join(words)}."
