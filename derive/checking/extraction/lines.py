"""Lines and table cells that are equations, continued lines included."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from derive.checking.extraction.columns import PLAIN_SIGN, columns, without_remarks
from derive.checking.extraction.figure_ends import wrapped_end
from derive.checking.extraction.markup import without_asides
from derive.checking.extraction.passage import Passage
from derive.checking.extraction.prose import is_an_equation
from derive.checking.extraction.sentences import equations_within
from derive.checking.extraction.skipped import is_a_label, is_no_code, reason
from derive.checking.extraction.tex import has_command, placed

_LEAD = re.compile(
    r"^[\s>]*(?:[-*+•·–→⇒▪▸►■◦‣✅✓✔]\s+(?:\[[ xX]\]\s+)?"
    r"|\(?(?:\d+[.)]|[a-z]\))\s+|\d{1,2}:\s+|#+\s+)?"
    r"\*{0,2}(?=[^\s*]|$)"
)
_LABEL = re.compile(
    r"^\s*(?:[A-Za-z]|(?=[^:\n]*[A-Za-z]{3})[\d$])[\w ,()/'’.%$~–—-]{0,60}:\s+(?=\S)"
)
_SENTENCE_ENDS = re.compile(r"[\w)%]\.\s+[\dA-Z$~(]")
_NUMBERED = re.compile(r"\s+\(\d{1,3}(?:\.\d{1,3})?\)$")
_CONTINUES = re.compile(r"\s*[=≈≥≤∝]|\s{2,}[+×·/−–]\s")
_CONTINUES_PLAIN = re.compile(r"\s*[=≈≥≤∝]|\s{2,}[-+×·*/−–]\s")
_GOES_ON = re.compile(r"(?:[-+/×·−=≈≥≤(]|(?<![A-Za-z])\*)\s*$")  # not behind a name D*
_WITH_SIGN = re.compile(r"^[^\n=≈≥≤∝]*+[=≈≥≤∝][^\n]*", re.MULTILINE)
_BEGINS = re.compile(r"\s*(?::=|[=≈≥≤∝])")
# What is said of a result behind it: “= 2.05 s (91% faster!)”, “= 10.7× faster”.
_SAID_BEHIND = re.compile(
    r"(?<=[\w%×✓✔✅❌✗✘])\s+\((?=[^()]*[a-z]{4})[^()=*/+_^\n]{4,60}\)$"
    r"|(?<=\d)(?<![A-Za-z_]\d)(?<![A-Za-z_]\d\d)\s*[×x]\s+[A-Za-z]{4,}(?:\s+[a-z]{3,}){0,2}$"
    r"|(?<=[A-Za-z])\s+\([~≈]?\s?\d[\d.,]*\s?[A-Za-zµ]{1,6}\)$"  # 17,157,252,600 bytes (17GB)
    r"|(?:(?<=\d[,_]\d{3})|(?<=\d{5}))\s+\([~≈=]?\s?\d[\d.,]*\s?[kKMGTP]?i?[A-Za-z]{1,6}\)$"
    r"|(?<=\w)\s+\([A-Za-z][^()=*/:\n]{3,40}:\s[^()=\n]{1,80}\)$"  # (Adam: master + m + v)
    r"|\s+[←⬅][^=≈]*$"
)
_TOLD = re.compile(r"\s*[^\W\d_]{3,}[^\d=≈≥≤∝()+*/×·÷^_\n]{0,80}\s\(")
# Words of a sentence before a computation with figures: “Eight hold 8 × 80 GB = 640 GB”, “A 5 cm³
# block weighs 5 cm³ × 11.3 g/cm³ = 56.5 g”.
_SENTENCE = re.compile(
    r"\s*(?:[^\W\d_]{2,}(?:\s[^\W\d_]{2,}){0,3}|An? \d[\d.,]*\s?[A-Za-z]+[²³]?\s[a-z]+)"
    r"\s[a-z]{3,}\s(?=[-−]?[$€£]?\d[\d.,]*(?:\s?[A-Za-z%]+[²³]?)?\s*[*×·/+]|\([\d.\s*×·/+]+\)\s)"
)
_OF_OR_PER = re.compile(r"[A-Za-z]\s+(?:of|per)\s+[A-Za-z]")
_CLAUSE = re.compile(r"(?:[a-z]{3,}, |(?:[a-z]{3,}|,) [a-z]{3,} )(?=[$€£(]?\d)")
_CLOSING = " \t.,;:*×✓✔✅❌✗✘⚠️🚀🎉🎯🔥⭐👍!"
_ASKED = re.compile(r"(?<=[\w)%])\?$")  # not the unknown of “a = b * ?”
_WHERE = re.compile(r"(?:[,;.]|(?<![\s,;.]))\s+(?:where|in which|with)\s")
_OPERATES = re.compile(r"(?:[a-z] \d[\d.,]* ?[x/-]|[\d)] *[×*·+−]|\d%? (?:times|plus|minus|of)) *$")
_MEASURED = re.compile(r"[a-z] \d[\d.,]* ?([A-Za-z]{1,6})[ \t]*$")
_FIGURE = re.compile(r"\d[\d.,]* ?([A-Za-z]{1,6})\s*=")
_MOST_LINES = 12
_LONGEST = 2_000


def line_passages(
    text: str, file: str, begin: int, end: int, *, prose: bool, code: bool = False
) -> Iterator[tuple[int, Passage]]:
    """The equations in the lines from `begin` to `end`, each with its position; in `prose` also
    within sentences, in `code` only what is none. Passages that are not equations for a known
    reason are among them, with it.
    """
    done, text = begin, without_asides(text)
    for line in _WITH_SIGN.finditer(text, begin, end):
        if line.start() < done:
            continue
        wrapped = wrapped_end(text, *line.span()) if prose else line.end()
        cells = [*without_remarks(text, _cells(text, line.start(), wrapped))]
        cells = cells if prose else [*columns(text, cells)]
        for first, last in cells:
            if not PLAIN_SIGN.search(text, first, last) or _is_cut_off(text, first):
                continue
            if first == cells[0][0] and _BEGINS.match(text, first, last):
                first = _before(text, done, line.start())
                if _BEGINS.match(text, first, last):
                    continue
            stops = _stops(text, first, last, end, prose)
            if code and not is_no_code(text[line.start() : last]):
                yield first, _skipped(text, first, last, file, "an assignment in code")
                continue
            several = prose and _has_sentences(text, first, last)
            stop = 0 if several else _last_stop(text, first, stops, foreign=not prose)
            if stop:
                done = line.end() if stop == wrapped else stop
                why = "a setting" if is_a_label(text[first:stop]) else ""
                first, last = _told(text, first, stop)
                why = why or reason(text[first:last])
                yield (
                    first,
                    _skipped(text, first, last, file, why)
                    if why
                    else _equation(text, first, last, file),
                )
            elif not prose and (why := reason(text[first:last])):
                yield first, _skipped(text, first, last, file, why)
            else:
                begin = max(first, line.start())
                yield from _within(text, begin, last, file, figures=not prose)


def _is_cut_off(text: str, first: int) -> bool:
    """Whether a line goes on with a computation that the line above it begins: only 16 x / 255."""
    end = text.rfind("\n", max(first - _LONGEST, 0), first)
    begin = text.rfind("\n", max(end - _LONGEST, 0), max(end, 0)) + 1
    if end < 0 or text[end + 1 : first].strip() not in ("", "-", "+"):
        return False
    if text[end + 1 : first].strip():
        above, here = _MEASURED.search(text, begin, end), _FIGURE.match(text, first)
        return above is not None and here is not None and above[1] == here[1]
    return _OPERATES.search(text, begin, end) is not None and text[first] in "(0123456789"


def _has_sentences(text: str, first: int, last: int) -> bool:
    """Whether a sentence ends between the first and the last sign of a line."""
    sign = PLAIN_SIGN.search(text, first, last)
    beyond = max(text.rfind(each, first, last) for each in "=≈")
    return sign is not None and _SENTENCE_ENDS.search(text, sign.end(), beyond) is not None


def _last_stop(text: str, first: int, stops: Iterable[int], *, foreign: bool) -> int:
    """The last of some stops up to which a text is an equation; 0 if it is at none."""
    whole = (stop for stop in stops if is_an_equation(text[first:stop], foreign=foreign))
    return max(whole, default=0)


def _equation(text: str, first: int, last: int, file: str) -> Passage:
    latex = has_command(text[first:last])
    return placed(text, first, _trimmed(text, first, last), file, latex=latex)


def _told(text: str, first: int, last: int) -> tuple[int, int]:
    """The equation behind words that say what it is about, in brackets, `Effect (1.4 × 1.2 ≈ 1.7)`,
    or of figures; else all.
    """
    if last - first > _LONGEST:
        return first, last
    if computed := _computed(text, first, last):
        return computed
    if said := _SENTENCE.match(text, first, last):
        return said.end(), last
    if (match := _TOLD.match(text, first, last)) is None:
        return first, last
    depth = 0
    for index in range(match.end() - 1, last):
        depth += (text[index] == "(") - (text[index] == ")")
        if not depth:
            whole = PLAIN_SIGN.search(text, match.end(), index) and not text[
                index + 1 : last
            ].strip(_CLOSING)
            return (match.end(), index) if whole else (first, last)
    return first, last


def _computed(text: str, first: int, last: int) -> tuple[int, int] | None:
    """The computation that is all that a line states, before “of” or “per”, or behind words."""
    line = text[first:last]
    if not (_OF_OR_PER.search(line) or _CLAUSE.search(line)) or "\n" in line:
        return None
    found = list(equations_within(line, figures=True))
    if len(found) != 1 or PLAIN_SIGN.search(line[: found[0][0]] + line[found[0][1] :]):
        return None
    begin, end = found[0]
    told = _OF_OR_PER.match(line, end - 1) or begin in (one.end() for one in _CLAUSE.finditer(line))
    return (first + begin, first + end) if told else None


def _skipped(text: str, first: int, last: int, file: str, why: str) -> Passage:
    return replace(placed(text, first, last, file, latex=False), skipped=why)


def _within(
    text: str, first: int, last: int, file: str, *, figures: bool
) -> Iterator[tuple[int, Passage]]:
    """The equations within a sentence of one line; with `figures` only computations."""
    ends = text[last : last + 1] == "\n"
    following = text[last + 1 : last + 80].partition("\n")[0] if ends else ""
    for start, stop in equations_within(text[first:last], following, figures=figures):
        why = reason(text[first + start : first + stop])
        yield first + start, _skipped(text, first + start, first + stop, file, why)


def _stops(text: str, first: int, last: int, end: int, prose: bool) -> Iterator[int]:
    """Possible ends of an equation: its line, and the next lines as long as they continue it."""
    yield last
    if (where := _WHERE.search(text, first, last)) and has_command(text[first : where.start()]):
        yield where.start()
    continues = _CONTINUES if prose else _CONTINUES_PLAIN
    if text[last : last + 1] != "\n":
        return
    lead = text[text.rfind("\n", 0, first) + 1 : first].split()  # of an item, as the next may be
    mark = lead[0] if lead else ""
    for _ in range(_MOST_LINES):
        stop = text.find("\n", last + 1, end)
        stop = end if stop < 0 else stop
        if (
            stop <= last + 1
            or stop - first > _LONGEST
            or (mark in ("-", "+") and text[last + 1 : stop].lstrip().startswith(f"{mark} "))
            or not (continues.match(text, last + 1, stop) or _GOES_ON.search(text, first, last))
        ):
            return
        yield stop
        last = stop


def _before(text: str, least: int, begin: int) -> int:
    """The beginning of the previous line, without its bullet and label."""
    above = max(least, text.rfind("\n", least, max(begin - 1, least)) + 1)
    if begin - above > _LONGEST or not text[above:begin].strip():
        return begin
    return next(first for first, _ in _cells(text, above, max(begin - 1, above)))


def _cells(text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    """Begin and end of the cells of a row, or of a line without its bullet, behind labels."""
    line = text[begin:end]
    if line.lstrip().startswith("|"):
        begin += line.index("|") + 1
        for cell in text[begin:end].split("|"):
            yield _behind_label(text, begin, begin + len(cell)), begin + len(cell)
            begin += len(cell) + 1
        return
    lead = _LEAD.match(line)
    yield _behind_label(text, begin + (lead.end() if lead else 0), end), end


def _behind_label(text: str, begin: int, end: int) -> int:
    """The beginning of a cell without its label."""
    label = _LABEL.match(text[begin:end]) if end - begin <= _LONGEST else None
    return begin + label.end() if label and not PLAIN_SIGN.search(label.group()) else begin


def _trimmed(text: str, begin: int, end: int) -> int:
    """The end of a formula without its number, punctuation and emphasis."""
    number = _NUMBERED.search(text, begin, end) if end - begin <= _LONGEST else None
    end = number.start() if number else end
    if _ASKED.search(text, begin, end):
        end -= 1
    unopened = text.count(")", begin, end) > text.count("(", begin, end)
    while end > begin and text[end - 1] in (f"{_CLOSING})" if unopened else _CLOSING):
        unopened = unopened and text[end - 1] != ")"
        end -= 1
    if end - begin <= _LONGEST and (said := _SAID_BEHIND.search(text, begin, end)):
        return _trimmed(text, begin, said.start())
    return end
