"""Texts with a sign of equality that are not equations: einsum, slices, ranges, settings, code."""

from __future__ import annotations

import re

from derive.units.registry import resolve

_EINSUM = re.compile(
    r"\beinsum\b|(?<!\w)[A-Za-z]{1,8}(?:\s*,\s*[A-Za-z]{1,8}){1,4}\s*->\s*[A-Za-z]{0,8}"
)
_SLICE = re.compile(r"\w\[[^\[\]\n=]{0,40}:[^\[\]\n=]{0,40}\]")
_DOTS = r"(?:\.\.\.?|…|\\[lc]?dots[bcmo]?|\\cdots)"
_NUMBER = r"[-+]?\d[\d.,_]*(?:[eE][-+]?\d+)?[KMBTkb%]?"
_END = r"[-+\w\\{}]{1,12}"
_NAME = r"\\?[A-Za-z][\w\\{}^.-]{0,40}"
_RANGE = re.compile(
    rf"\(?{_NAME}\s*=\s*{_END}(?:\s*(?:,|\\,)\s*{_END}){{0,3}}\s*,?\s*{_DOTS}\s*,?\s*{_END}\)?"
)
_SETTING = re.compile(rf"[A-Za-z][\w.-]{{0,40}}={{1,2}}(?:{_NUMBER}|[A-Za-z][\w.:-]{{0,40}})")
_SETTINGS = re.compile(
    rf"\(\s*{_NAME}\s*=\s*{_NUMBER}(?:\s*,(?:\\[,; ])?\s*{_NAME}\s*=\s*{_NUMBER})+\s*\)"
)
_SIDE_BY_SIDE = re.compile(  # b=2 s=1024; x = 4   a = 2.5   b = 5.3
    rf"{_NAME}={_NUMBER}(?:[ \t]+{_NAME}={_NUMBER})+"
    rf"|{_NAME}\s*=\s*{_NUMBER}(?:\s{{2,}}{_NAME}\s*=\s*{_NUMBER}){{2,}}"
)
# “Original (bs=32)”, “Batch=93 Speedup”, “Baseline (bs=4, eager): 50,164 tok/s”
_LABELLED = re.compile(
    rf"[A-Z][\w +-]{{0,40}}\((?:[\w ]+,\s*)*[A-Za-z]\w*={_NUMBER}(?:,[^()=]*)?\)(?:\s*:.*)?"
    rf"|[A-Z]\w*={_NUMBER}\s+[A-Z][a-z]+"
)
_VALUES = re.compile(  # p=8/4/2, N=1=27.95, N=4=14.3, TP=2 + compile, mode='max-autotune'
    rf"{_NAME}=(?:\d+=\d.*|\d+(?:/\d+){{2,}}|\d+(?:\s*\+\s*[A-Za-z][\w-]*(?:=\d+)?)+|'[^']*'|\"[^\"]*\")"
)
# What is said of a setting: k=2 more stable.
_SETTING_SAID = re.compile(rf"[A-Za-z]\w{{0,11}}={_NUMBER}(?P<words>(?:[ ][a-z]{{3,}}){{2,4}})")
_WORD = r"[A-Za-z_][\w.]*"
_ASSIGNED = re.compile(
    rf"{_WORD}(?:\[\w+\])?\s*(?:[-+*/]|//|\*\*)=\s.*|{_WORD}\s*==\s*{_WORD}"
    rf"|{_WORD}\s*(?::?=|<-|←)\s*(?:None|NULL|null|True|False|true|false|nil|\[\]|\{{\}}|\(\))"
    rf"|(?P<step>{_WORD})\s*=\s*(?P=step)\s*[-+]\s*1"
)
_ORDER = (
    r"(?:(?:\\(?:mathcal|tilde|mathrm)\s*\{?\s*|\\tilde\{\\mathcal\{)?[OΘΩ]\}{0,2}"
    r"|\\(?:Theta|Omega))"
)
_GROWTH = re.compile(rf"[^=]{{1,200}}=\s*{_ORDER}\s*(?:\\left\s*|\\[bB]igg?l?\s*)?\([^=]*\)")
_LAW = (
    r"(?:(?:\\mathcal\s*\{?\s*)?[NUDBGP]\}?|\\(?:text|mathrm|operatorname)\{\w+\}|[A-Z]\w{3,}"
    r"|p(?:_\S+)?)"
)
_DISTRIBUTED = re.compile(rf"[^=≈<>]{{1,80}}(?:\\sim|∼|~)\s*{_LAW}\s*(?:\\left)?\s*(?:\([^=≈]*\))?")
_FIGURE = r"[-+]?\d[\d.,]*\s*(?:\\?%|[A-Za-z]{1,3})?"
_ABOUT = re.compile(rf"(?:{_NAME}\s*=\s*)?{_FIGURE}\s*(?:\\sim|[∼~])\s*{_FIGURE}")
# A figure with a word behind it, or a sign that no programming language has.
_NO_CODE = re.compile(
    r"(?<![\w.\"'])\d[\d.,]*(?:[eE][-+]?\d+)?\s+"
    r"(?!(?:if|else|and|or|in|is|not|for|then|do|AND|OR|to|as)\b)[A-Za-zµμΩ°][A-Za-z/]*"
    r"|[×÷·≈²³]"
)
_SHELL = re.compile(r"[A-Za-z_]\w*=.*\$(?:\(\(|\{\w+\}|[A-Z][A-Z_]{2,}).*")  # A=$(($B*$C))
_CALLED = re.compile(  # NGPU=8 MODULE=x ./run.sh; (EngineCore_DP0 pid=76)
    r"(?:[A-Z][A-Z\d_]{2,}=\S+\s+){2,}\S.*|\([A-Za-z]\w* pid=\d+\).*"
)
_FACTORS = re.compile(  # DP=16 × TP=8 = 128 GPUs
    rf"{_NAME}=\d{{1,6}}(?:\s?[×x*·]\s?{_NAME}=\d{{1,6}})+(?:\s?=\s?[^=]*)?"
)
_IN_CODE = re.compile(r"[^=≈<>]{1,80}=\s*0[xb][0-9A-Fa-f]{1,16}\b[^=≈]*")  # 101 = 0x05
_SAMPLED = re.compile(r"[\d.,/\s±–-]+\(n=\d+\)\W*")  # 1.45 / 4.34 / 10.07 (n=185)
_COMPARED = re.compile(r"(?:\w+\s*%\s*\w+\s*==\s*\w+(?:\s*(?:,|and|&&)\s*)?)+")
_CONTINUED = re.compile(r"(?:&\s*)?=[^=≈<>≤≥]*")
# N = GPUs, B = bytes, W = egress bandwidth
_SAID = r"[A-Za-z]\w{0,3}\s*=\s*[A-Za-z]{3,}(?: [a-z]{2,}){0,4}"
_DEFINED = re.compile(rf"{_SAID}(?:,\s*(?:and\s+)?{_SAID})+")
_SHAPES = (
    (_DEFINED, "definitions of letters"),
    (_COMPARED, "a comparison in code"),
    (_ASSIGNED, "an assignment in code"),
    (_SHELL, "an assignment in code"),
    (_CALLED, "a setting"),
    (_SAMPLED, "values"),
    (_GROWTH, "how a thing grows"),
    (_ABOUT, "a range"),
    (_DISTRIBUTED, "a distribution"),
)
_EDGES = re.compile(r"\w{1,2}[-–]\w{1,2}=\d+(?:,\s*\w{1,2}[-–]\w{1,2}=\d+)+")  # 1-2=4, 1-4=6
_VALUE = r"\s*[-+−]?\d[\d.]*\s*"
# Vectors among figures, (1 - t)[1, 0] + t[0, 1]; counts of a log, +1 -0 ~1; a multiple that labels
# what it costs, 10x = $40; the cells of a diagram.
_VECTOR = re.compile(
    rf"(?:^|[-=+*·×)\d]|\\cdot|\\times)\s*(?:\\left)?\[(?:{_VALUE},)+{_VALUE}(?:\\right)?\]"
)
_LOG = re.compile(r"[+-]\d+\s+[+-]\d+\s+~\d")
_MULTIPLE = re.compile(r"~?\d[\d.,]*\s?[x×]\s*(?:[a-z]+\s*)?=")
_CELLS = re.compile(r"\]\s{2,}\[|\d\]\s+=\s+\[\d")
_COLUMNS = re.compile(r"(?:[\w)%]\s{4,}[\w(~≈<$][^\n]*?){3}")  # of a table of fixed widths
_COMMENT = re.compile(r"\s*(?:#|//|--|;|\*|%|/\*|<!--|REM\b)")
_LONGEST = 300


def reason(text: str, *, maths: bool = False) -> str:
    """The reason that a text with a sign is not an equation; "" for one that may be. In `maths` p=8
    is a value.

    >>> reason("i = 0..7"), reason("lr=3e-4"), reason("t = N / W")
    ('a range', 'a setting', '')
    """
    text = text.strip().strip("$").strip().rstrip(".,;")
    if len(text) > _LONGEST:
        return ""
    if ("->" in text or "einsum" in text) and _EINSUM.search(text):
        return "the signature of an einsum"
    bracketed = "[" in text
    if bracketed and _SLICE.search(text) and "\\" not in text:
        return "a slice"
    if bracketed and _VECTOR.search(text):
        return "vectors"
    if _COLUMNS.search(text) or (bracketed and _CELLS.search(text)):
        return "no equation"
    if ("~" in text and _LOG.search(text)) or _MULTIPLE.match(text):
        return "no equation"
    if _RANGE.fullmatch(text):
        return "a range"
    if (not maths and _SETTING.fullmatch(text)) or _SETTINGS.fullmatch(text):
        return "a setting"
    if any(shape.fullmatch(text) for shape in (_VALUES, _SIDE_BY_SIDE, _FACTORS, _EDGES)):
        return "a setting"
    said = _SETTING_SAID.fullmatch(text)
    if said and not any(map(resolve, said["words"].split())):
        return "a setting"
    if not maths and _IN_CODE.fullmatch(text):
        return "a number in code"
    if maths and _CONTINUED.fullmatch(text):
        return "the rest of a formula above"
    return next((why for shape, why in _SHAPES if shape.fullmatch(text)), "")


def is_a_label(text: str) -> bool:
    """Whether a line or cell names a case by its settings and states no equation.

    >>> is_a_label("Original (bs=32): 91,878 tok/s"), is_a_label("t = N / W")
    (True, False)
    """
    return len(text) <= _LONGEST and _LABELLED.fullmatch(text.strip()) is not None


def is_no_code(line: str) -> bool:
    """Whether a line in a fence of some language is certainly none of its code.

    >>> is_no_code("96 GB / 8 = 11 GB"), is_no_code("t = B / W"), is_no_code("# 96 GB / 8 = 12 GB")
    (True, False, False)
    """
    return _COMMENT.match(line) is None and _NO_CODE.search(line) is not None
