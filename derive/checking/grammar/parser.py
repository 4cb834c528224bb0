"""Statements of a text, each in its usual reading and in every other possible one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice, pairwise

from derive.checking.grammar.matrices import entries
from derive.checking.grammar.pratt import terms_of
from derive.checking.grammar.statement import read_statement
from derive.checking.grammar.terms import RELATION_SIGNS
from derive.checking.grammar.tree import Node, StatementNode, UnitNode, nodes
from derive.checking.grammar.units_behind import with_units_restated
from derive.checking.latex.formula import Pieces, latex_pieces
from derive.checking.spelling.latex_commands import REFUSED
from derive.checking.symbols.names import Names
from derive.checking.symbols.unknown import unknown_names
from derive.checking.tokens.counting_nouns import pairing
from derive.checking.tokens.crosses import without_last_cross
from derive.checking.tokens.differentials import small_changes
from derive.checking.tokens.glued_letters import in_doubt, without_upright
from derive.checking.tokens.names_of_words import names_of_words
from derive.checking.tokens.normal import normalised
from derive.checking.tokens.parts import parts
from derive.checking.tokens.pieces import named
from derive.checking.tokens.plain_figures import sides_of, ways_of_bytes, ways_of_flops
from derive.checking.tokens.rates import with_rates
from derive.checking.tokens.reading_options import AS_USUAL, WIDE, ReadingOptions, other_ways
from derive.checking.tokens.remarks import without_remarks
from derive.checking.tokens.transposes import without_transposes
from derive.checking.tokens.unit_fractions import ways_of_fractions
from derive.checking.tokens.wording import without_counts, words_aside
from derive.errors import TextError
from derive.units.lexer import Token, tokens
from derive.units.multipliers import MULTIPLIERS, is_counted_word

_MOST_WAYS = 16


def parse(text: str, names: Names) -> StatementNode:
    """The tree of `text`, "t_c = 2 B N / FLOPs". Raises TextError, also for an unknown name."""
    statement = statements(text, names)[0]
    if statement.unknown:
        raise unknown_names(text, list(statement.unknown), names)
    return statement


def statements(
    text: str, names: Names, *, latex: bool = False, macros: Mapping[str, str] | None = None
) -> list[StatementNode]:
    """All statements of a text. Raises TextError at the first unreadable one."""
    found = stated(text, names, latex=latex, macros=macros)
    for statement in found:
        if isinstance(statement, TextError):
            raise statement
    return [statement for statement in found if isinstance(statement, StatementNode)]


def stated(
    text: str,
    names: Names,
    *,
    latex: bool = False,
    macros: Mapping[str, str] | None = None,
    typst: bool = False,
) -> list[StatementNode | TextError]:
    """All statements of a text, such as the ends of an arrow or the rows of a display; an
    unreadable one is its error. A formula of `typst` is `latex` too: it means the same.

    Unknown names stay in the trees. Raises TextError if no part of the text can be read.
    """
    end = Token("end", "", len(text), False)
    cut = latex_pieces(text, names, macros, typst=typst) if latex else Pieces(tokens(text)[:-1])
    found: list[StatementNode | TextError] = []
    for part in (*parts(text, cut.pieces, tuple(RELATION_SIGNS)), *cut.claims):
        if isinstance(part, TextError):
            found.append(part)
            continue
        lost = next((cut.refused[piece.position] for piece in part if piece.kind == REFUSED), None)
        found += [lost] if lost else _entries(text, _statement(text, [*part, end], names, latex))
    return found


def _entries(
    text: str, statement: StatementNode | TextError
) -> Sequence[StatementNode | TextError]:
    """The statements on the entries of matrices, if there are any."""
    try:
        return [statement] if isinstance(statement, TextError) else entries(text, statement)
    except TextError as error:
        return [error]


def _statement(
    text: str, pieces: list[Token], names: Names, latex: bool
) -> StatementNode | TextError:
    """One statement with its other readings, or the error of reading it."""
    try:
        usual = normalised(_between_signs(text, pieces))
    except TextError as error:
        return error
    ways = ways_of_flops(usual, names)
    first, *others = (each for way in ways for each in ways_of_fractions(way, names))
    found = _in_figures(text, first, names, latex)
    for other in others:
        read = _in_figures(text, other, names, latex)
        if isinstance(found, TextError):
            found = read
        elif isinstance(read, StatementNode):
            found = replace(found, instead=(*found.instead, read))
    return found if isinstance(found, TextError) else with_units_restated(found, text)


def _in_figures(
    text: str, usual: list[Token], names: Names, latex: bool
) -> StatementNode | TextError:
    """One statement, perhaps of figures with words beside them."""
    if latex:
        names = without_upright(text, usual, names)
    else:
        usual = names_of_words(without_transposes(without_remarks(usual, names), names), names)
        usual = with_rates(usual, names)
        counted = without_counts(usual, names)
        figures = _read(text, counted, names, latex) if counted != usual else None
        if isinstance(figures, StatementNode) and not figures.words:
            return figures
    found = _read(text, usual, names, latex)
    if not isinstance(found, TextError) and not found.words:
        return found
    kept, said = words_aside(usual, names)
    figures = _read(text, kept, names, latex) if said else None
    if not isinstance(figures, StatementNode):
        return found
    words = tuple(noun.words for noun in said)
    paired = pairing(said, [*map(_is_periodic, figures.sides)])
    ways = [one for one in (figures, *figures.instead) if _is_of_figures(one)]
    if not ways:
        return found
    figures, *others = (replace(one, aside=words, paired=paired) for one in ways)
    figures = replace(figures, instead=tuple(others))
    if isinstance(found, TextError):
        return figures
    return replace(found, instead=(*found.instead, figures))


def _is_periodic(side: Node) -> bool:
    """Whether a side has a frequency."""
    return any(isinstance(node, UnitNode) and node.word.endswith("Hz") for node in nodes(side))


def _is_of_figures(statement: StatementNode) -> bool:
    """Whether no name of a statement is known."""
    return {*statement.words} <= {token.text for token in statement.unknown}


def _read(text: str, usual: list[Token], names: Names, latex: bool) -> StatementNode | TextError:
    """One statement with a letter behind a figure as a name or as a power of ten."""
    found = _in_words(text, usual, names, latex)
    if not in_doubt(usual, names):
        return found
    powers = _read_so(text, usual, names, latex, ReadingOptions(letter=WIDE))
    if powers is None:
        return found
    if powers == found:
        return found if any(powers.words) else _or_bytes(text, usual, names, latex, powers)
    figures = not any(powers.words)
    if isinstance(found, TextError):  # the letter can be a name as well as a power
        sized = figures or names.disowned or _computes_with_sizes(usual, powers)
        return _or_bytes(text, usual, names, latex, powers) if sized else found
    if not figures:
        return replace(found, instead=(*found.instead, powers))
    known = all(names.taken(word) for word in found.words)
    return replace(powers, instead=(found,)) if known else powers


def _computes_with_sizes(pieces: list[Token], powers: StatementNode) -> bool:
    """Whether every figure with a letter glued to it is computed with, in one of several sides of
    figures: gradients = 7B × 2 bytes = 14 GB.
    """
    lone = any(
        last - begin == 2 and pieces[last - 1].text in MULTIPLIERS
        for begin, last in sides_of(pieces)
    )
    return not lone and sum(not words for words in powers.words_of_sides) > 1


def _or_bytes(
    text: str, usual: list[Token], names: Names, latex: bool, powers: StatementNode
) -> StatementNode:
    """The statement of figures with a B behind one as a billion, or as good with it as a byte,
    unless billions are counted in it: 20 × 7B = 140B tokens.
    """
    if any(b.text == "B" and is_counted_word(after.text) for b, after in pairwise(usual)):
        return powers
    wide = ReadingOptions(letter=WIDE)
    others = (_read_so(text, way, names, latex, wide) for way in ways_of_bytes(usual))
    return replace(powers, instead=(*powers.instead, *filter(None, others)))


def _between_signs(text: str, pieces: list[Token]) -> list[Token]:
    """The tokens without a sign of equality before the first side of several, which goes on from
    the display before, and without a cross behind the last figure.
    """
    signs = [k for k, piece in enumerate(pieces) if piece.text in RELATION_SIGNS]
    return without_last_cross(text, pieces[int(len(signs) > 1 and signs[0] == 0) :])


def _in_words(
    text: str, usual: list[Token], names: Names, latex: bool
) -> StatementNode | TextError:
    """One statement as its letters are usually read, with its other readings."""
    unknown: list[Token] = []
    try:
        known, unknown = named(text, usual, names, latex=latex)
        terms = terms_of(text, [*known], names, AS_USUAL, latex)
        statement = read_statement(terms, tuple(unknown))
    except TextError as error:  # an unknown word is the likelier reason
        return unknown_names(text, unknown, names) if unknown else error
    forks = [*small_changes(usual, names), *terms.forks]
    if not forks:
        return statement
    every = list(islice(other_ways(forks), _MOST_WAYS))
    if len(every) == _MOST_WAYS:
        problem = f"it can be read in more than {_MOST_WAYS} ways: {forks[0].words}, and so on"
        many = TextError(text, forks[0].position, problem, "Check it in parts.")
        return unknown_names(text, unknown, names) if unknown else many
    each = (_read_so(text, usual, names, latex, ways, (known, unknown)) for ways in every)
    others = tuple(filter(None, each))
    spots = tuple((fork.position, fork.words) for fork in forks)
    instead = others if len(others) == 1 and all(fork.either for fork in forks) else ()
    return replace(statement, spots=(*statement.spots, *spots), others=others, instead=instead)


def _read_so(
    text: str,
    pieces: list[Token],
    names: Names,
    latex: bool,
    ways: ReadingOptions,
    plain: tuple[list[Token], list[Token]] | None = None,
) -> StatementNode | None:
    """The statement under other options, of `plain` words where these are; None if unreadable."""
    try:
        if plain is None or ways.of_words:
            plain = named(text, pieces, names, latex=latex, ways=ways)
        return read_statement(terms_of(text, [*plain[0]], names, ways, latex), tuple(plain[1]))
    except TextError:
        return None
