"""Claims: statements of sources, as data to be tried. They carry their own inputs; an entry of the
catalogue is used only where a claim names it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from derive.claims.findings import Finding
from derive.claims.keys import (
    ClaimLocation,
    claimed_value,
    one_or_several,
    required_text,
    suspected_factors,
    table_of_texts,
)
from derive.claims.verdicts import ClaimVerdict
from derive.display import Label
from derive.errors import DataError, UnknownName
from derive.library.catalogue.location import collected
from derive.library.catalogue.lookups import axis_lookups
from derive.library.catalogue.table import Field, read_table
from derive.library.catalogue.toml_file import read_toml
from derive.packs.in_use import of_all_packs, per_packs
from derive.packs.pack import Pack
from derive.packs.reading import tell
from derive.packs.registry import is_own

FILE = "quantities/claims.toml"


class Standing(Label):
    """Stance of a source towards a claim."""

    STATED = "stated"
    ASKED = "asked"
    REJECTED = "rejected"
    CORRECTED = "corrected"
    DERIVED = "derived"


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

    `source` and `where` are its source and place, `standing` how that source stands to it: it may
    ask, reject or correct what is said, or leave it to be derived; `also` are further sources that
    state it, `otherwise` those that say otherwise. `kind` is how it is tried: a *value* by the
    answer to `ask` from `given`; an *equation* by its dimensions and `relation`; a *direction* by
    the change of `ask` as `by` grows; a *status* by the status of the answer; a *formula* by the
    form of `ask` in terms of the `known` names; a *note* not at all, for the reason in `note`.
    `claimed` is the source's value (text, or two texts for a range), `expected` the verdict.
    `suspected` are the factors that it may have dropped, by name, each with the known values that
    drop it.
    """

    id: str
    says: str
    source: str
    where: str
    subject: str
    kind: ClaimKind
    expected: ClaimVerdict
    standing: Standing = Standing.STATED
    also: Mapping[str, str] = field(default_factory=dict)
    otherwise: Mapping[str, str] = field(default_factory=dict)
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
    suspected: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    note: str = ""

    @property
    def sources(self) -> tuple[str, ...]:
        """The sources that state it: none where the one it stands in asks it, or has it derived."""
        first = (self.source,) if self.standing == Standing.STATED else ()
        return (*first, *self.also)

    @property
    def cited(self) -> tuple[str, ...]:
        """All sources in which it stands, also those that say otherwise."""
        return (self.source, *self.also, *self.otherwise)


@dataclass(frozen=True, slots=True)
class Trial:
    """The verdict on a claim, the engine's own finding, the reason in a sentence, the names of the
    relations that the finding rests on, and the finding as values (None for a note).
    """

    claim: Claim
    verdict: ClaimVerdict
    found: str
    why: str
    relations: tuple[str, ...] = ()
    finding: Finding | None = field(default=None, compare=False, repr=False)


_NEEDS = {
    ClaimKind.VALUE: ("ask", "claimed"),
    ClaimKind.EQUATION: ("equation",),
    ClaimKind.DIRECTION: ("ask", "by", "claimed"),
    ClaimKind.STATUS: ("ask", "claimed"),
    ClaimKind.FORMULA: ("ask", "known", "claimed"),
    ClaimKind.NOTE: ("note",),
}


@per_packs
def claims() -> dict[str, Claim]:
    """All claims of the packs in use by id, in the files' order. Those of a pack are left out where
    one of them is faulty, and the pack is named on stderr. Raises PackError.
    """
    return of_all_packs("a claim", _faultless_claims)


def _faultless_claims(pack: Pack) -> dict[str, Claim]:
    try:
        return claims_of(pack)
    except DataError as error:
        if is_own(pack):
            raise
        tell(pack.name, f"has a fault: its claims are left out.\n{error}")
        return {}


def claims_of(pack: Pack) -> dict[str, Claim]:
    """The claims of one pack by id. Raises DataError, PackError."""
    read = (read_claims(read_toml(f.path, f.shown).tables, f.shown) for f in pack.files("claims"))
    return {id: claim for claims in read for id, claim in claims.items()}


def read_claims(tables: Mapping[str, Any], file: str) -> dict[str, Claim]:
    """The claims of a file by id. Raises DataError naming file, claim and key, for all that are
    faulty.
    """
    rows = tables.get("claim", {}).items()
    return collected((id, partial(_claim, file, id, table)) for id, table in rows)


def claim(id: str) -> Claim:
    """The claim of that id, case-blind. Raises UnknownName with candidates."""
    known = {name.lower(): found for name, found in claims().items()}
    found = known.get(id.strip().lower())
    if found is None:
        raise UnknownName("claim", id, claims(), "List them with: derive list claims")
    return found


def _claim(file: str, id: str, table: object) -> Claim:
    place = ClaimLocation(file, f"claim.{id}", keyed=True)
    if not isinstance(table, dict):
        raise place.fault("a claim is a table", f"Start it with the line [claim.{id}].")
    read = read_table(table, _fields(), place, "key of a claim")
    for key in _NEEDS[read["kind"]]:
        if not read.get(key):
            raise place.of(key).fault(
                f"a claim of the kind {read['kind']} needs it", f"Add {key} = ..."
            )
    if read.get("suspected") and read["kind"] != ClaimKind.VALUE:
        raise place.of("suspected").fault("only a value can hide a factor", "Leave it out.")
    read |= {"kind": ClaimKind(read["kind"]), "expected": ClaimVerdict(read["expected"])}
    read["standing"] = Standing(read.get("standing", Standing.STATED))
    for cited in (read["source"], *read.get("also", {}), *read.get("otherwise", {})):
        place.of("source").source(cited)
    return Claim(id, entries={key: read.pop(key) for key in axis_lookups() if key in read}, **read)


def _fields() -> list[Field]:
    """The keys of a claim, in the order in which messages name them."""
    words = {"kind": ("kind", tuple(ClaimKind)), "expected": ("verdict", tuple(ClaimVerdict))}
    required = ("says", "source", "where", "subject", "kind", "expected")
    tables = ("also", "otherwise", "given", "bindings", "variants")
    return [
        *(required_text(key, *words.get(key, ("", ()))) for key in required),
        *(table_of_texts(key) for key in tables),
        Field(
            "standing",
            words=tuple(Standing),
            noun="standing of a source",
            problem="it is not text",
            fix='Write standing = "rejected".',
        ),
        Field("suspected", suspected_factors),
        Field("ask", object),
        Field("claimed", claimed_value),
        Field("by", object),
        Field("known", one_or_several),
        Field("equation", object),
        Field("relation", one_or_several),
        Field("note", object),
        *(Field(key, object) for key in axis_lookups()),
    ]
