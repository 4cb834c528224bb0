"""Claims in a report: verdicts, tables, tallies, clashes."""

from __future__ import annotations

from collections.abc import Sequence

from derive.claims import Claim, Trial, answer_to, claim, claims, try_claim
from derive.claims.claim import ClaimKind, Standing
from derive.claims.rows import statement_of
from derive.claims.verdicts import ClaimVerdict
from derive.display import sentence
from derive.errors import UnknownName
from derive.rendering.document.document import (
    Cite,
    Code,
    DocumentBlock,
    Equation,
    Heading,
    Paragraph,
    Strong,
    Table,
    Text,
    Words,
)
from derive.rendering.document.unit_words import counted
from derive.reporting.names_in_words import listed_as_words, with_names
from derive.reporting.report_context import Shown
from derive.reporting.theorem_blocks import relation_named
from derive.reporting.verdict_sentences import found_words, verdict_sentence
from derive.results.derivation import Step
from derive.results.known import Origin

STANDS, EVALUATE = (ClaimVerdict.HOLDS, ClaimVerdict.DIRECTION), "evaluate"
NEARLY = (ClaimVerdict.ROUNDED, ClaimVerdict.BINARY)
GRADES = ("stand", "nearly stand", "stand in part", "fall", "cannot be tried")
STATEMENTS = "statements"


# --- within a line ---


def claim_words(shown: Shown, kind: str, rest: str) -> Words | None:
    """The verdict on a claim, its finding, or the number of claims; None for another placeholder.
    Raises UnknownName.
    """
    if kind == "verdict":
        return (Strong(_verdict(_tried(shown, rest))),)
    if kind == "found":
        return found_words(_tried(shown, rest))
    if kind == "count":
        wanted, _, noun = f" {rest}".partition(" as ")
        number = _number(shown, wanted.strip())
        return (Text(counted(number, noun.strip()) if noun else str(number)),)
    return None


def _number(shown: Shown, wanted: str) -> int:
    """The number of statements, of claims with a verdict, or of all claims."""
    if wanted == STATEMENTS:
        return len(dict.fromkeys(map(statement_of, claims())))
    return len(_chosen(shown, f"verdict {wanted}" if wanted else "all"))


def _tried(shown: Shown, id: str) -> Trial:
    trial = try_claim(claim(id))
    shown.book.trials[trial.claim.id] = trial
    return trial


# --- tables ---


def claims_table(shown: Shown, rest: str) -> tuple[DocumentBlock, ...]:
    """The table of claims and findings: of named claims, of a subject or of a verdict. Raises
    UnknownName, and DataError without any.
    """
    rows = tuple(_row(trial) for trial in _chosen(shown, rest))
    return (Table(("", "What is claimed", "What the engine finds", "Verdict"), rows, "llll"),)


def _row(trial: Trial) -> tuple[Words, ...]:
    tried = trial.claim
    return (
        (Text(tried.id),),
        (Text(f"{tried.says} "), Cite(tried.source), *_standing(tried)),
        verdict_sentence(trial),
        (Strong(_verdict(trial)),),
    )


def _standing(tried: Claim) -> Words:
    """The stance of the source, unless it states the claim."""
    return () if tried.standing == Standing.STATED else (Text(f", {tried.standing}"),)


def _verdict(trial: Trial) -> str:
    return "direction holds" if trial.verdict == ClaimVerdict.DIRECTION else trial.verdict


def _chosen(shown: Shown, rest: str) -> list[Trial]:
    by, _, words = rest.partition(" ")
    if by == "subject":
        subjects = dict.fromkeys(known.subject for known in claims().values())
        _require("subject of a claim", words, subjects)
        return [_tried(shown, known.id) for known in claims().values() if known.subject == words]
    if by == "verdict":
        _require("verdict", words, tuple(ClaimVerdict))
        return [trial for trial in _all(shown) if trial.verdict == words]
    if not rest:
        fix = "Write ids, or subject or verdict and its words."
        raise shown.book.fault("claims", "names no claim", fix)
    return _all(shown) if rest == "all" else [_tried(shown, id) for id in rest.split()]


def _all(shown: Shown) -> list[Trial]:
    return [_tried(shown, id) for id in claims()]


def _require(kind: str, word: str, known: Sequence[str] | dict[str, None]) -> None:
    """Raises UnknownName for a word that is not among the known ones."""
    if word not in known:
        raise UnknownName(kind, word, list(known), f"There are: {', '.join(known)}.")


def tally(shown: Shown, by: str) -> tuple[DocumentBlock, ...]:
    """The numbers of statements that stand, in part or not at all, by subject; a statement that is
    tried several times counts once, under the subject of its first part. Raises UnknownName.
    """
    _require("way to count claims", by, ("subject",))
    parts: dict[str, list[Trial]] = {}
    for trial in _all(shown):
        parts.setdefault(statement_of(trial.claim.id), []).append(trial)
    subjects: dict[str, list[str]] = {}
    for trials in parts.values():
        grade = _grade([trial.verdict for trial in trials])
        subjects.setdefault(trials[0].claim.subject, []).append(grade)
    rows = [_counted(subject, grades) for subject, grades in subjects.items()]
    total = _counted("all", [grade for grades in subjects.values() for grade in grades])
    return (Table((by, STATEMENTS, *GRADES), (*rows, total), "l" + "r" * (len(GRADES) + 1)),)


def _grade(verdicts: Sequence[str]) -> str:
    """The grade of a statement by the verdicts on its parts."""
    tried = [verdict for verdict in verdicts if verdict != ClaimVerdict.NOT_CHECKABLE]
    stand, nearly, in_part, fall, untried = GRADES
    if not tried:
        return untried
    good = [verdict for verdict in tried if verdict in (*STANDS, *NEARLY)]
    if len(good) < len(tried):
        return in_part if good else fall
    return stand if set(good) <= set(STANDS) else nearly


def _counted(label: str, grades: Sequence[str]) -> tuple[Words, ...]:
    numbers = (len(grades), *(grades.count(grade) for grade in GRADES))
    return ((Text(label),), *((Text(str(number)),) for number in numbers))


# --- clashes ---


def clash(shown: Shown, ids: str) -> tuple[DocumentBlock, ...]:
    """Contradicting claims: statements with sources, the relations and numbers that settle them,
    the verdict; under the title that follows the ids, if one does.
    """
    ids, _, title = ids.partition(":")
    if not ids.strip():
        fix = "Write the id of one: {{clash I-13}}, or {{clash I-13: its title}}."
        raise shown.book.fault("clash", "names no claim", fix)
    each = [_clash(shown, _tried(shown, id)) for id in ids.split()]
    if not title.strip():
        return tuple(block for blocks in each for block in blocks)
    named = (
        block
        for id, (_, *blocks) in zip(ids.split(), each, strict=True)
        for block in (Paragraph((Strong(id), *_words(blocks[0]))), *blocks[1:])
    )
    return (Heading(2, title.strip()), *named)


def _words(block: DocumentBlock) -> Words:
    return (Text(": "), *block.words) if isinstance(block, Paragraph) else ()


def _clash(shown: Shown, trial: Trial) -> tuple[DocumentBlock, ...]:
    tried = trial.claim
    others = tuple(
        part for id, where in tried.also.items() for part in (Text(" "), Cite(id, where))
    )
    statement = (Text(f"{tried.says} "), Cite(tried.source, tried.where), *others)
    return (
        Heading(2, tried.id),
        Paragraph(statement),
        *_working(shown, tried),
        Paragraph((Strong(sentence(_verdict(trial))), Text(" "), *_sentences(trial))),
    )


def _sentences(trial: Trial) -> Words:
    """The finding of the engine, and the note on the claim."""
    note = trial.claim.note
    more = with_names(f" {sentence(note)}") if note and note != trial.why else ()
    return (*verdict_sentence(trial), *more)


def _working(shown: Shown, tried: Claim) -> tuple[DocumentBlock, ...]:
    """The lines that settle a claim: the relations it is compared with, or the last two evaluations
    of an answer.
    """
    if tried.kind == ClaimKind.NOTE:
        return ()
    if tried.kind == ClaimKind.EQUATION:
        return (
            Paragraph((Text("As written: "), Code(tried.equation))),
            *(_stated(name) for name in tried.relation),
        )
    lines = answer_to(tried).derivation
    evaluated = [k for k, step in enumerate(lines) if step.rule == EVALUATE and _computes(step)]
    return tuple(_evaluated(lines.steps, k) for k in evaluated[-2:])


def _stated(name: str) -> Equation:
    relation = relation_named(name)
    return Equation(relation.equation, rule=f"relation, {name}")


def _computes(step: Step) -> bool:
    """Whether a line has several values, not all of them defaults."""
    return len(step.values) > 1 and any(known.origin != Origin.DEFAULT for known in step.values)


def _evaluated(steps: Sequence[Step], k: int) -> Equation:
    """A line with its numbers and its relations, which are those since the evaluation before."""
    start = max((j for j in range(k) if steps[j].rule == EVALUATE), default=-1) + 1
    names = [step.relation for step in steps[start:k] if step.relation]
    reason = (Text("By "), *listed_as_words(names), Text(":"))
    step = steps[k]
    return Equation(
        step.equation, reason=reason, verdict=step.verdict, values=step.values, result=step.result
    )
