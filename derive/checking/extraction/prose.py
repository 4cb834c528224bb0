"""Distinction between equations and sentences that contain a sign."""

from __future__ import annotations

import re

from derive.units.registry import surely_unit

_SIGN = re.compile(r":=|==|<=|>=|[=≈≥≤∝]")
_FUNCTION = r"(?:sin|cos|tan|exp|log|ln|sqrt|max|min)h?\b"
_SENTENCE = re.compile(
    rf"[─-╿]|(?:^|\s)--\w|[.!?]\s+[A-Z]|\b[Aa]\s+(?!{_FUNCTION})[a-z]{{2}}|[“”\";]|\w\w!$|!\s+[A-Za-z]\w|—|"
    r" -- |https?:|::|//|=>|\w\.\w+\(|\w['’]s\b"
)
_FOREIGN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_OPERATION = re.compile(r"[=≈≥≤∝<>+*/×·÷()−-]")
_OPERAND = re.compile(r"|\w+|\d[\d.,]*\s?(?:\w+|%)?")
_PROGRAM = re.compile(
    r"(?<!\w)\d*[^\W\d]\w*(?:\[|\.[^\W\d])|\[[^\[\]\n]*,|\w\w\([^()]*(?<![=<>:!≤≥])=(?!=)|['\"]\w+['\"]|`|\d\.\d+\.\d|(?<!\+"
    r" )(?:\.\.\.|…)"
    r"|={3}|=[~.]?/[A-Za-z]|\s\|\s|[@#&{}]|<\w+>|%\s+[a-z]+\s+[a-z]{3}"
    r"|^(?:export|import|const|let|var|def|return|print|elif|else|while|from)\s"
)
_ASIDE = re.compile(
    r"(?<![\w/.])(?:[^\W\d]|[/.])*\d[\w/.]*(?:\s[A-Za-z/]+)?\s\([A-Za-z]{2}\w*"
    r"(?:[ -][A-Za-z]\w*)*\)"
)
_SETTING = re.compile(r"(?<![\w.])(?P<name>[A-Za-z_][\w.-]*)={1,2}(?P<value>[^\s,;()=]*)")
_SETTING_NAME = re.compile(r"[A-Za-z]{2,}\w*[_.-]\w+|[a-z]{4,}")
_SETTING_VALUE = re.compile(r"(?:-?\d+(?:\.\d+)?|[A-Za-z]+\d*(?:[_:-][A-Za-z]+)*|):?")
_OPEN_END = re.compile(r"(?:[=≈≥≤∝+*/×·−^-]|\\(?:approx|leq?|geq?|sim|times|cdot))$")
_WORD = re.compile(r"[^\W\d]\w*(?:[-'’]\w+)*|\S")
_LITTLE = {
    "is", "are", "be", "the", "an", "where", "with", "and", "or", "if", "when", "at", "as", "on",
    "by", "we", "you", "it", "this", "that", "so", "then", "which", "than", "let", "set", "say",
    "gives", "means", "has", "have", "because", "since", "but", "not", "i.e", "e.g", "about",
    "roughly", "above", "below", "vs", "to", "from", "in", "during", "over", "also", "can", "will",
    "would", "should", "may", "must", "does", "do", "no", "costs", "serves", "generate",
    "generates", "needs", "takes", "requires", "uses", "gets", "fits", "makes", "runs",
    "substitute", "setting", "solving", "equate", "recall", "note", "thus", "hence", "therefore",
    "using", "for",
}  # fmt: skip
_RANGE = re.compile(r"(?<=\d)\s+to\s+(?=\d)")
_PER = re.compile(r"(?<=[a-z]) per(?= tokens?\b)")  # of a name: KV cache size per token
_LONGEST = 2_000


def is_an_equation(line: str, most_words: int = 2, *, foreign: bool = False) -> bool:
    """Whether a line is an equation rather than a sentence, setting or program: it has a sign and
    no run of more than `most_words` words. `foreign`: names may be Chinese, Japanese or Korean.

    >>> is_an_equation("t_mem = N_total / mem_bw")
    True
    >>> is_an_equation("the ratio = 300 in all chips we know")
    False
    """
    text = line.strip().rstrip(" .,;:")
    if (
        not text
        or len(text) > _LONGEST
        or not _SIGN.search(text)
        or _SIGN.match(text)
        or _OPEN_END.search(text)
    ):
        return False
    if (
        _SENTENCE.search(text)
        or (_FOREIGN.search(text) and not (foreign and _is_of_names(text)))
        or _ASIDE.search(text)
        or _is_a_program(text)
    ):
        return False
    run = 0
    for match in _WORD.finditer(_PER.sub("", _RANGE.sub("–", text))):
        word = match.group()
        if word.lower() in _LITTLE and not (
            match.start() == 0 and _SIGN.match(text[match.end() :].lstrip())
        ):
            return False
        run = run + 1 if len(word) > 2 and word.isalpha() and not surely_unit(word) else 0
        if run > most_words:
            return False
    return True


def _is_of_names(text: str) -> bool:
    """Whether what stands between the signs are single words and figures with their units."""
    return all(_OPERAND.fullmatch(part.strip()) for part in _OPERATION.split(text))


def _is_a_program(text: str) -> bool:
    """Whether a line is code, a shape or a setting (`num_workers=2`, `X[B, D]`)."""
    if "\ufffc" in text or (_PROGRAM.search(text) and "\\" not in text):
        return True
    return any(_is_a_setting(match["name"], match["value"]) for match in _SETTING.finditer(text))


def _is_a_setting(name: str, value: str) -> bool:
    if not _SETTING_VALUE.fullmatch(value):
        return False
    return _SETTING_NAME.fullmatch(name) is not None or (
        value.rstrip(":").isalpha() and len(value) > 3
    )
