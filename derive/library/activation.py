"""Activation: which packs are in use, each tried when it is put in use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from types import TracebackType

from derive.errors import DeriveError, PackError, UnknownName
from derive.library.catalogue.kinds import entry_kinds
from derive.library.catalogue.location import collected
from derive.library.catalogue.lookups import lookups
from derive.library.catalogue.own_data import store_of_packs
from derive.library.content import content
from derive.library.system import LibrarySystem, library_system
from derive.packs.in_use import activate, active, packs_in_use
from derive.packs.pack import Pack
from derive.packs.reading import blamed
from derive.packs.registry import LIST, hand_over, is_own, may_name, pack_names
from derive.packs.registry import pack as pack  # public, and the library among those known
from derive.system import System
from derive.units.registry import add_units, withdrawing_units

_units_read: set[Pack] = set()


@dataclass(frozen=True, slots=True)
class PacksInUse:
    """The packs in use, by name; left as a context manager, those before it are in use again."""

    names: tuple[str, ...]
    before: tuple[Pack, ...]

    @property
    def qualified(self) -> Iterator[tuple[str, list[str]]]:
        """The names that carry their pack's, since an earlier one has them: by pack."""
        return content().qualified

    def __enter__(self) -> PacksInUse:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _t: TracebackType | None,
    ) -> None:
        activate(self.before)


def use(*packs: str | Pack) -> PacksInUse:
    """Put packs in use: from now on `derive.solve` and all other questions mean their relations,
    and those of the packs that they require. Without a name, the LLM library again.

    A pack is named by its entry point, or handed over. As a context manager, it ends with the
    block. Units of a pack stay known. Raises UnknownName for a pack that is not installed,
    PackError for one that cannot be used; then nothing changes.

    >>> from derive import Eq, Pack, Relation, Var, solve, use
    >>> d, v, t = Var("d", "m", "distance"), Var("v", "m/s", "speed"), Var("t", "s", "time")
    >>> with use(Pack("motion", relations=[Relation("motion", Eq(d, v * t), "Speed.")])):
    ...     print(solve("t", {"d": "100 m", "v": "8 m/s"}).text)
    12.5 s
    """
    before = active()
    try:
        _put_in_use(packs, None)
    except DeriveError:
        activate(before)
        raise
    return PacksInUse(tuple(one.name for one in packs_in_use()), before)


@contextmanager
def in_place_of_those_in_use(what: System | Pack | str) -> Iterator[None]:
    """A pack, or the relations of a system, in place of the packs in use. Raises UnknownName,
    PackError.
    """
    if isinstance(what, System):
        before = active()
        activate(what.packs.packs if isinstance(what, LibrarySystem) else (_pack_of(what),))
        try:
            yield
        finally:
            activate(before)
    else:
        with use(what):
            yield


@lru_cache(maxsize=8)
def _pack_of(system: System) -> Pack:
    """The relations of a system of one's own as a pack."""
    return Pack(
        "system",
        variables=system.vocabulary,
        relations=[relation.made for relation in system.all_relations],
        constraints=system.all_constraints,
    )


def use_faultless(names: Sequence[str]) -> list[DeriveError]:
    """Put those of the named packs in use that can be; what is wrong with the others. The usual
    packs stay in use where none can be.
    """
    faults: list[DeriveError] = []
    _put_in_use(names, faults)
    return faults


def fault_of(name: str, also: Callable[[Pack], object] = lambda _: None) -> DeriveError | None:
    """The fault of a pack, if any: it is put in use for a moment, in place of the present ones, and
    also read so.
    """
    before, read = active(), set(_units_read)
    try:
        with withdrawing_units(always=True):
            _put_in_use([name], None)
            also(pack(name))
    except DeriveError as error:
        return error
    finally:
        activate(before)
        _units_read.intersection_update(read)
    return None


def packs_with(variable: str) -> Iterator[str]:
    """The packs there are, but not in use, that have a variable of this name."""
    in_use = {one.name for one in packs_in_use()}
    for name in sorted(dict(pack_names()).keys() - in_use):
        if (
            may_name(name, variable) and fault_of(name) is None
        ):  # with its units, which its variables may be in
            with suppress(UnknownName):
                pack(name).var(variable)
                yield name


def _put_in_use(packs: Iterable[str | Pack], faults: list[DeriveError] | None) -> None:
    """Put packs in use one by one. A fault is raised, or added to `faults` if there is a list."""
    wanted: list[Pack] = []
    for one in packs:
        try:
            found = _with_required(one, ())
            _try([*wanted, *found])
        except DeriveError as error:
            if faults is None:
                raise
            faults.append(error)
        else:
            wanted += found
    activate(wanted)


def _with_required(one: str | Pack, on_the_way: tuple[str, ...]) -> list[Pack]:
    """A pack after those that it requires. Raises PackError where one requires itself."""
    made = hand_over(one) if isinstance(one, Pack) else pack(one)
    if made.name in on_the_way:
        raise PackError(made.name, f"it requires itself, through {' and '.join(on_the_way)}")
    needed: list[Pack] = []
    for name in made.requires:
        try:
            needed += _with_required(name, (*on_the_way, made.name))
        except UnknownName as error:
            problem = f"it requires the pack {name}, which is not installed"
            raise PackError(made.name, problem, LIST) from error
    return [*needed, made]


def _try(packs: Sequence[Pack]) -> None:
    """Read what the last of these packs states, in use with the others. Raises PackError. The
    user's own entries are no part of it: a fault in them is not the pack's.
    """
    last = packs[-1]
    if all(map(is_own, packs)):
        activate(packs)
        return
    new = [one for one in packs if one not in _units_read]
    with withdrawing_units():
        for one in new:
            with blamed(one.name):
                if one.units is not None:
                    add_units(one.units.path)
        _read(last, packs)
    _units_read.update(new)


def _read(last: Pack, packs: Sequence[Pack]) -> None:
    """Read what a pack states, in use as the last of these."""
    with blamed(last.name):
        activate(packs)
        library_system()
        _ = entry_kinds(), lookups()
        parts = ("reports", "wording", "sayings", "site")
        readers: list[tuple[str, Callable[[], object]]] = [
            *((part, partial(last.files, part)) for part in ("sources", "data", "claims")),
            *((part, partial(getattr, last, part)) for part in parts),
            *((name, partial(content().variable, last, name)) for name in _named_by(last)),
            ("entries", store_of_packs),
        ]
        collected(readers)


def _named_by(pack: Pack) -> Iterator[str]:
    """The variables that the outputs and the example of a pack name."""
    yield from (name for names in pack.outputs.values() for name in names)
    for target, given in pack.example.items():
        yield from (target, *given)
