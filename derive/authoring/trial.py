"""Trial of a pack: all that it states, by the rules that the library itself keeps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from derive.authoring.directions import faulty_directions
from derive.authoring.statements import (
    PARTS,
    faulty_equation,
    faulty_proof,
    faulty_variables,
    faulty_words,
    says_where_it_holds,
    stated_by,
)
from derive.checking.verdicts.finding import FindingVerdict
from derive.claims.claim import Claim, claims_of
from derive.claims.trial import try_claim
from derive.equations.var import Var
from derive.errors import DataError, DeriveError
from derive.library.activation import use
from derive.library.catalogue import entries, entry, entry_kinds
from derive.library.content import vocabulary
from derive.packs.pack import Pack
from derive.packs.registry import pack as pack_of
from derive.packs.wording import NUMBER
from derive.reporting.answers import AnswerBook
from derive.reporting.composing import report_document
from derive.reporting.self_check import judge_document
from derive.reporting.source import read, sources_of_pack
from derive.results.pack_trial import PackFault, PackTrial
from derive.units.text import is_unit

Told = Callable[[str], object]
_MOST_FINDINGS = 3  # of one report


def try_pack(pack: str | Pack, told: Told = lambda _: None) -> PackTrial:
    """Try all that a pack states, by the rules that the library itself keeps.

    Both sides of every relation have one dimension; each of its variables is found again from the
    others, and what is found, put back, leaves less than 1e-9 between the sides; relations,
    constraints and theorems say why they hold and cite a place in a known source; theorems are
    proved; variables have a meaning, a use, and a name and symbol of their own; entries have a
    source for each value; claims get the verdict that they expect; reports are composed, and their
    formulas are consistent. `told` is called with what is tried next.

    Raises UnknownName for a pack that is not there, PackError for one that cannot be used.

    >>> from derive import Eq, Pack, Relation, Var, try_pack
    >>> d, v, t = (Var(n, u, w) for n, u, w in [("d", "m", "way"), ("v", "m/s", "speed"),
    ...                                         ("t", "s", "time")])
    >>> trial = try_pack(Pack("motion", relations=[Relation("motion", Eq(d, v * t), "Speed.")]))
    >>> print(trial)
    motion: relation motion: its reason is not a sentence. Write why="Work comes before it
    is done.".
    motion: relation motion: it cites no source. Write source="my_notes: page 3".
    motion: 2 faults in 3 variables, 1 relation.
    """
    with use(pack):
        one = pack if isinstance(pack, Pack) else pack_of(pack)
        tried: dict[str, int] = {}
        faults = [fault for part in _PARTS for fault in part(one, tried, told)]
    return PackTrial(one.name, tried, tuple(faults))


def _variables(pack: Pack, tried: dict[str, int], _told: Told) -> Iterator[PackFault]:
    tried["variables"] = len(pack.variables)
    yield from faulty_variables(pack, _given_by_entries(pack))


def _given_by_entries(pack: Pack) -> set[Var]:
    kinds = entry_kinds()
    return {var for kind in pack.kinds for var in kinds[kind].variables}


def _statements(pack: Pack, tried: dict[str, int], told: Told) -> Iterator[PackFault]:
    for part in PARTS:
        stated = stated_by(pack, part)
        tried[f"{part}s"] = len(stated)
        for one in stated:
            told(one.name)
            yield from faulty_equation(part, one)
            yield from faulty_words(part, getattr(one, "statement", one))
            if part == "theorem":
                yield from faulty_proof(one)
            if part == "relation":
                for problem, mend in faulty_directions(one):
                    yield PackFault(part, one.name, problem, mend)
    holding = sum(map(says_where_it_holds, stated_by(pack, "relation")))
    tried["validity conditions"] = holding


def _entries(pack: Pack, tried: dict[str, int], told: Told) -> Iterator[PackFault]:
    for kind in pack.kinds:
        ids = entries(kind)
        tried[f"{kind.replace('_', ' ')}s"] = len(ids)
        for id in ids:
            told(id)
            try:
                entry(kind, id)
            except DeriveError as error:
                yield PackFault(kind, id, str(error), "")


def _wording(pack: Pack, tried: dict[str, int], _told: Told) -> Iterator[PackFault]:
    """A name of its wording that is no variable in use; a phrase may also mean a unit, or a name
    that the wording explains.
    """
    said = pack.wording
    tried["wordings"] = len(said.names) + len(said.phrases)
    tables = (said.names, said.letters, said.offered, said.wholes, said.special)
    keys = {*said.wholes, *said.special, *said.loosely, *said.bare}
    for name in dict.fromkeys(each for part in (*tables, keys) for each in _words_of(part)):
        if name not in vocabulary() and name != NUMBER:
            mend = "List them with: derive list variables"
            yield PackFault("wording", name, "there is no variable of that name", mend)
    for phrase, name in said.phrases.items():
        if name not in vocabulary() and name not in said.names and not is_unit(name):
            problem = f"“{name}” is neither a variable nor a unit"
            yield PackFault("wording", phrase, problem, "List them with: derive list variables")


def _words_of(stated: Any) -> Iterator[str]:
    """The words in the values of a table, however deep they are."""
    if isinstance(stated, str):
        yield stated
        return
    for each in stated.values() if isinstance(stated, Mapping) else stated:
        yield from _words_of(each)


def _claims(pack: Pack, tried: dict[str, int], told: Told) -> Iterator[PackFault]:
    try:
        stated = claims_of(pack)
    except DataError as error:
        for words in getattr(error, "each", (str(error),)):
            yield PackFault("file", "of claims", words, "")
        return
    tried["claims"] = len(stated)
    for id, claim in stated.items():
        told(id)
        yield from faulty_claim(claim)


def faulty_claim(claim: Claim) -> Iterator[PackFault]:
    """A claim that gets another verdict than it expects, or none, or one without a reason."""
    try:
        trial = try_claim(claim)
    except DeriveError as error:
        yield PackFault("claim", claim.id, str(error), "")
        return
    if trial.verdict != claim.expected:
        problem = f"it was expected to be {claim.expected}, and is {trial.verdict}: {trial.why}"
        mend = f'Correct it, or write expected = "{trial.verdict}".'
        yield PackFault("claim", claim.id, problem, mend)
    elif not trial.why:
        yield PackFault("claim", claim.id, "its verdict has no reason", "")


def _reports(pack: Pack, tried: dict[str, int], told: Told) -> Iterator[PackFault]:
    sources = sources_of_pack(pack)
    tried["reports"] = len(sources)
    for name, path in sources.items():
        told(name)
        try:
            found = judge_document(report_document(AnswerBook(read(path))), name)
        except DeriveError as error:
            yield PackFault("report", name, str(error), "")
            continue
        wrong = [one for one in found if one.verdict != FindingVerdict.CONSISTENT]
        for finding in wrong[:_MOST_FINDINGS]:
            problem = f"line {finding.line} of it is {finding.verdict}: {finding.brief}"
            mend = f"Write it: derive --pack {pack.name} report {name} --format md"
            yield PackFault("report", name, problem, mend)


_PARTS = (_variables, _statements, _entries, _wording, _claims, _reports)
