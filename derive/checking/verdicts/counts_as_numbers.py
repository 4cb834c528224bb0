"""Finding for an equation in units of the author's whose counts are pure numbers."""

from __future__ import annotations

from derive.checking.disambiguation.interpretation import Interpretation, interpret
from derive.checking.grammar.tree import adds_a_number
from derive.checking.habits.agreeing import put_back
from derive.checking.habits.possible_dimensions import options
from derive.checking.matching.match import Match
from derive.checking.spelling.canonical import canonical
from derive.checking.symbols.counted import without_count
from derive.checking.symbols.names import Names
from derive.checking.verdicts.conditional import finding_if
from derive.checking.verdicts.finding import Finding
from derive.checking.verdicts.levels import Outcome
from derive.display import enumeration
from derive.equations.dimensions import Mismatch
from derive.equations.var import Var
from derive.units.dimension import Dimension

_GPU, _SEQUENCE, _TOKEN = (Dimension({name: 1}) for name in ("device", "sequence", "token"))
COUNTS = frozenset({"device", "sequence"})
_RATES = (Dimension({"computation": 1, "time": -1}), Dimension({"information": 1, "time": -1}))
_NUMBERS = ("is counted without a unit", "are counted without a unit")


def counts_as_numbers(
    found: Interpretation, names: Names, position: int | None, match: Match | None
) -> Finding | None:
    """The finding for an equation in units of the author's that balances once a number of GPUs or
    of sequences, or the N tokens of (N - 1), is a pure number and the library's figures of one
    GPU are those of all; None for any other. Beside (P - 1), and with a batch, a conversion may be
    left out by habit, too.
    """
    reading = found.reading
    if all(var.vocabulary is not None for var in reading.values()):
        return None
    counts = {word for word, var in reading.items() if var.unit.dimension in (_GPU, _SEQUENCE)}
    theirs = {word for word, var in reading.items() if canonical(word) not in names.own}
    lengths = {word for word, var in reading.items() if var.unit.dimension == _TOKEN}
    added_to = {word for word in lengths if _is_added_to(word, found)}
    less_one = added_to & _lacking_a_token(found) if added_to else added_to
    bare = {word: without_count(reading[word], COUNTS) for word in counts | theirs}
    bare |= {word: without_count(reading[word], COUNTS | {"token"}) for word in less_one}
    other = interpret(found.passage, found.statement, {**reading, **bare})
    added = any(_is_added_to(word, found) for word in counts)
    batch = any(reading[word].unit.dimension == _SEQUENCE for word in counts)
    rated = any(map(_is_a_rate, reading.values())) and counts
    habitual = added or batch or rated
    conversions = () if other.balances else put_back(other.pairs) if habitual else None
    if conversions is None:
        return None
    words = [word for word in reading if bare.get(word, reading[word]) != reading[word]]
    said = [f"{enumeration(words)} {_NUMBERS[len(words) > 1]}", *map(str, conversions)]
    mend = "write the unit for each, or check with --count GPU,sequence"
    outcome = Outcome.HABIT if conversions else Outcome.USUAL_HABIT
    return finding_if(found, names, outcome, position, enumeration(said), mend, match)


def _lacking_a_token(found: Interpretation) -> frozenset[str]:
    """All names of an equation that lacks one token: TPOT = t/(N - 1) in seconds; else none."""
    try:
        ways = [(options(left), options(right)) for left, right in found.pairs]
    except Mismatch:
        return frozenset()
    gaps = (
        one * gap in there for here, there in ways for one in here for gap in (_TOKEN, _TOKEN**-1)
    )
    return frozenset(found.reading if any(gaps) else ())


def _is_added_to(word: str, found: Interpretation) -> bool:
    return any(adds_a_number(node, {word}) for node in found.statement.nodes)


def _is_a_rate(var: Var) -> bool:
    """Whether a variable is a rate of operations or bytes, perhaps of one GPU: FLOP/s, byte/s."""
    return var.unit.dimension in _RATES
