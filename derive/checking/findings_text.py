"""Findings as text: at length, a line each, or as the verdict on the whole library."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator

from derive.checking.check import usual_names
from derive.checking.summary_text import summary_text
from derive.checking.symbols.names import Names
from derive.checking.verdicts.finding import Finding, FindingVerdict, shown
from derive.checking.verdicts.levels import Level
from derive.checking.verdicts.suggested_bindings import names_a_quantity
from derive.errors import one_line

Style = Callable[[str, Finding], str]  # the heading of a finding, in colour for instance
_MOST_BOUND = 3  # names in the command that binds them


def heading(finding: Finding) -> str:
    """The verdict, its level before it where it has one: "error: inconsistent"."""
    level = "" if finding.level == Level.NONE else f"{finding.level}: "
    return f"{level}{finding.verdict}"


def _heading(finding: Finding, style: Style) -> str:
    return style(heading(finding), finding)


def _rule(finding: Finding) -> str:
    """The rule of a finding that has a level, in brackets behind its message."""
    return "" if finding.level == Level.NONE else f" [{finding.rule}]"


def findings_text(findings: list[Finding], style: Style) -> str:
    """Each finding at length, its verdict first."""
    lines = []
    for finding in map(shown, findings):
        lines.append(f"{_heading(finding, style)}{_rule(finding)}\n{finding.message}")
        if (
            finding.verdict == FindingVerdict.NOT_JUDGED
            and "no variable is named" in finding.message
        ):
            lines.append(
                "On the command line a name is bound to a variable or a unit:"
                f" {_binding_command(finding.text, [finding])}"
            )
    return "\n".join(lines) + "\n"


def listing_text(findings: list[Finding], style: Style) -> str:
    """One line a finding, as editors read it, then the counts, the meanings taken for ambiguous
    names, and the unknown names.
    """
    if not findings:
        return "No equation was found.\n"
    findings = list(map(shown, findings))
    lines = [
        f"{finding.file}:{finding.line}:{finding.column}: {_heading(finding, style)}:"
        f" {finding.brief}{_rule(finding)}"
        for finding in findings
    ]
    return "\n".join([*lines, *_counts(findings), *_meanings(findings), *_unknown(findings)]) + "\n"


def _counts(findings: list[Finding]) -> Iterator[str]:
    yield summary_text(findings)
    differ = sum(bool(finding.kinship and finding.kinship.contradicts) for finding in findings)
    if differ:
        yield f"{differ} of them contradict{'s' * (differ == 1)} a relation of the library."


def _meanings(findings: list[Finding]) -> Iterator[str]:
    """The meanings taken for ambiguous names, a line for each file."""
    names = usual_names()
    for file in dict.fromkeys(finding.file for finding in findings):
        taken: dict[str, dict[str, None]] = {}
        for finding in findings:
            for word, meaning in finding.bindings.items() if finding.file == file else ():
                taken.setdefault(word, {})[meaning] = None
        stated = [
            f"{word} as {' or '.join(told)}"
            for word, meanings in taken.items()
            if (told := [one for one in meanings if _is_ambiguous(word, one, names)])
        ]
        if stated:
            yield f"Read throughout {file}: {', '.join(stated)}."


def _unknown(findings: list[Finding]) -> Iterator[str]:
    """The unknown names, each with the variables it may stand for."""
    names = usual_names()
    for word in dict.fromkeys(word for finding in findings for word in _asked_for(finding)):
        users = sum(word in finding.unknown for finding in findings)
        offers = names.offers(word)
        perhaps = f": perhaps {' or '.join(offers)}" if offers else ""
        yield f"Unknown name {word} in {users} equation{'s' * (users > 1)}{perhaps}."
    asking = [finding for finding in findings if _asked_for(finding)]
    if asking:
        file = asking[0].file
        check = f"derive check {shlex.quote(file)}"
        if len({word for finding in asking for word in _asked_for(finding)}) <= _MOST_BOUND:
            command = _binding_command(file, [one for one in asking if one.file == file])
            yield f"Bind each name to a variable or a unit: {command}"
        yield (
            f"The names in a file to complete: {check} --suggest-bindings -o names.txt, then"
            f" {check} --bindings names.txt"
        )


def _asked_for(finding: Finding) -> list[str]:
    """The unknown words of a finding that may be bound: none that is a unit or of a sentence."""
    return [word for word in finding.unknown if names_a_quantity(word)]


def _binding_command(checked: str, findings: Iterable[Finding]) -> str:
    """The command that binds the unknown names of a document or an equation, each to the variable
    whose symbol it is in the library's documents or to the unit that its equations give it, and the
    letters guessed beside them, which are guessed no more then.
    """
    units: dict[str, str] = {}
    names = usual_names()
    for finding in findings:
        for word in _asked_for(finding):
            symbol = names.symbol_only(word) if len(word) > 1 else None
            meant = symbol.readings[0][0].name if symbol else finding.forced.get(word, "")
            units[word] = units.get(word) or meant
        units |= {word: finding.bindings[word] for word in finding.guessed}
    bound = (f"{word}={unit or 'UNIT'}" for word, unit in units.items())
    options = " ".join(f"--bind {shlex.quote(one_line(one))}" for one in bound)
    return f"derive check {shlex.quote(one_line(checked))} {options}"


def _is_ambiguous(word: str, meaning: str, names: Names) -> bool:
    """Whether the meaning taken for a name is worth stating: the name has others, or the library
    has another name for it.
    """
    choice = names.find(word)
    return (
        choice is None
        or choice.scoped
        or len(choice.readings) > 1
        or choice.readings[0][0].name != meaning
    )


def library_text(findings: list[Finding], style: Style) -> str:
    """The verdict on each relation, constraint and theorem of the library, and on each formula of
    the reports that is not consistent; counts for the rest.
    """
    findings = list(map(shown, findings))
    stated = [finding for finding in findings if not finding.file]
    lines = [_stated(finding, style) for finding in stated]
    lines.append(
        f"{_good(stated)} of {len(stated)} relations, constraints and theorems of the library are"
        " consistent."
    )
    printed = [finding for finding in findings if finding.file]
    for file in dict.fromkeys(finding.file for finding in printed):
        here = [finding for finding in printed if finding.file == file]
        lines += [
            _stated(finding, style)
            for finding in here
            if finding.verdict != FindingVerdict.CONSISTENT
        ]
        lines.append(
            f"{file.removesuffix('.md')}: {_good(here)} of {len(here)} formulas are consistent."
        )
    lines.append(f"{_good(printed)} of {len(printed)} formulas of the reports are consistent.")
    return "\n".join(lines) + "\n"


def _good(findings: list[Finding]) -> int:
    return sum(finding.verdict == FindingVerdict.CONSISTENT for finding in findings)


def _stated(finding: Finding, style: Style) -> str:
    place = f"{finding.file}:{finding.line}:{finding.column}: " if finding.file else ""
    if finding.verdict != FindingVerdict.CONSISTENT:
        return f"{_heading(finding, style)}  {place}\n{finding.message}"
    return f"{_heading(finding, style)}  {place}{' '.join(finding.text.split())}"
