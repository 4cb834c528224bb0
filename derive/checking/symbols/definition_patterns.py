"""Patterns of the phrases that define a symbol."""

from __future__ import annotations

import re

_SCRIPT = (
    r"(?:_(?:\{[^{}$\n]{1,30}(?:\{[^{}$\n]{1,30}\})?\}|\\?[A-Za-z0-9]+(?:\{[^{}$\n]{1,30}\})?))?'*"
)
_SCRIPT += r"(?:\^(?:[A-Z*]|\{[A-Za-z*]{1,10}\}|\\\w{1,10}(?:\{\w{1,10}\})?))?"
LONE = (
    rf"(?:\\[A-Za-z]+\{{[^{{}}$\n]{{1,30}}\}}|\\[A-Za-z]+|[A-Za-zα-ωΑ-Ω][A-Za-z]{{0,14}}){_SCRIPT}"
)
_GREEK = "alpha|beta|gamma|delta|epsilon|eta|theta|kappa|lambda|mu|rho|sigma|tau|phi|psi|omega|pi"
_BARE = rf"(?:{_GREEK})|[A-Za-zα-ωΑ-Ω][A-Za-z]{{0,14}}_[A-Za-z0-9_]{{1,20}}|[B-HJ-Zb-zα-ωΑ-Ω]"
SYMBOL = re.compile(
    rf"\$\$?\s?(?P<dollars>{LONE})\s?(?:(?:=|\\in)[^$\n]{{1,40}})?\$\$?|\\\(\s?(?P<round>{LONE})\s?\\\)|`(?P<code>[A-Za-z]\w{{0,20}})`"
    rf"|(?=[A-Za-zα-ωΑ-Ω*_])(?<![\w$\\`'’{{}}./^=+×·*-])(?<!\d )"
    rf"(?P<marks>\*\*|__|\*|_)?(?P<bare>{_BARE})(?:(?P=marks))?(?![\w$\\`'’{{}}^]|\.\w)"
)
_DETERMINED = r"(?P<determiner>(?:the|an?|our|its|your)\s+|(?=(?:total )?number of ))?"
_WORDS = r"[A-Za-z#](?:[A-Za-z0-9#'’ -]|\n(?!\s*\n|\s*[-*+•\d\\|#])|/(?=[A-Za-z])){2,120}"
_ROUND = r"\((?:[^()\n]|\([^()\n]{1,30}\)){1,60}\)"
_UNIT_AFTER = rf"(?:,?\s?{_ROUND}|,?\s?\[[^\[\]\n$]{{1,30}}\]|,?\s+in\s+\\?\$/[A-Za-z]+)?"
_PHRASE = rf"(?P<phrase>{_WORDS}{_UNIT_AFTER})(?![\w(\[])"
VERB = re.compile(
    rf"(?!\s*\n\s*[-*+]\s)\s*(?:(?P<strong>denotes?|represents?|stands\s+for|refers\s+to|be)\s+|(?P<copula>is|are|means)\s+|(?P<mark>:=|[=:(—–\]]|--?(?=[\s-]))-?\s*){_DETERMINED}{_PHRASE}"
)
# “Let $p$ be the number of stages and $m$ the number of microbatches”; “we write $E$ for the
# energy”.
WITHOUT_VERB = re.compile(
    rf"\s+(?:for\s+|as\s+)?(?P<determiner>(?:the|an?|our|its|your)\s+|(?=number of )){_PHRASE}"
)
# An item of a list that is a symbol and a noun: “- $L$ layers”.
LISTED = re.compile(
    r"\s+(?P<phrase>[a-z][A-Za-z-]*(?: [A-Za-z-]+){0,4}),?[ \t]*(?=\n|$|,[^\x00-\x7f])"
)
BESIDE = re.compile(  # with $P$ parameters, $B$ bandwidth
    r"\s+(?P<phrase>[A-Za-z][A-Za-z-]*(?:[ /][A-Za-z-]+){0,4})(?=\s*(?:[,.;)](?:\s|$)|\band\b))"
)
TIMES = re.compile(r"\s*\$?\s*(?:×|\\times|\*)")
OPENS = re.compile(
    r"\b(?:let|denot\w+|where|with|write|use|call|given|suppose|assume|consider|if|for|by|is|are|be)\b",
    re.IGNORECASE,
)
BETWEEN = re.compile(
    r"(?:,|\b(?:and|with|where|by|call|denotes?|write|let|use))\s*$", re.IGNORECASE
)
UNIT_BEHIND = re.compile(rf"\s*(?P<unit>{_ROUND}|\[[^\[\]\n$]{{1,30}}\])")
HAS_UNIT = re.compile(
    r"\s*,?\s+(?:(?:which\s+)?(?:is|are|being)\s+)?(?:(?:measured|given|expressed|counted|stated)\s+)?"
    r"(?:in|(?:has|have|having|with)\s+(?:the\s+)?(?:units?|dimensions?)(?:\s+of)?)\s+"
    r"(?:units?\s+of\s+)?"
)
# The rest of a unit that begins in a phrase: “kg m” goes on with “^2 s^-3”, “J” with “/(kg K)”.
UNIT_GOES_ON = re.compile(
    r"[\^·*/⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹µμΩ°][^\s.,;:|(\n]*(?:\([^()\n]{1,30}\)[^\s.,;:|(\n]*)?"
    r"(?:\s[A-Za-zµ]{1,12}[\^⁻²³/·][^\s.,;:|(\n]*)*"
)
UNIT_BEHIND_COMMA = re.compile(r"\s*,\s*(?P<unit>[^,;|\n$]{1,40}?)(?=\s*(?:[;|\n&]|\.(?:\s|$)|$))")
THE_MANY = re.compile(r"\b(?:the|all|its|our|these|those|every|each|(?<!factor )of)\s+$")
_NO_NOUN = r"(?:rather|instead|only|again|alone|also|already|still|than|because|since|while|unless)"
MANY = re.compile(rf"\s+(?P<noun>(?!{_NO_NOUN}\b)[a-z][a-z-]{{2,20}})")
OF_THE_MANY = re.compile(r"\s+(?P<noun>of\s+(?:the|its|these|those|our|all)\s+[$\w]{1,30})")
HEADING = re.compile(  # the first row of a table of three columns or more
    r"[^|\n]*+(?:\|[ \t]*+[^|\s][^|\n]*+){2,}+\|?[ \t]*+\n[ \t]*+\|?[ \t]*+:?-[-:| \t]*+(?:\n|$)"
)
LINE_ENDS = re.compile(r"\)?[ \t]*[;,.]?[ \t]*(?:\n|$)")
ITEM_BEFORE = re.compile(  # an item of a list that ends in its symbol: - sequence length $s$
    r"(?:^|\n)[ \t>]*(?:[-*+•]|\d+[.)])\s+\**(?P<phrase>[A-Za-z#][^|&\n$\\:=.(]{2,60}?)"
    r"\**\s*[:(]?\s*$"
)
CODE_BEHIND = re.compile(r"\s*(?:\(|[=:]|is)\s*`(?P<name>[A-Za-z]\w*_\w+)`")  # $D$ (`d_model`)
HEADING_BEFORE = re.compile(  # the same, from its second column on
    r"[^|\n]*+(?:\|[ \t]*+[^|\s][^|\n]*+)++\|?[ \t]*+\n[ \t]*+\|?[ \t]*+:?-[-:| \t]*+(?:\n|$)"
)
CELL = re.compile(
    r"\s*(?:\||&)\s*(?P<phrase>[A-Za-z#][^|&\n$]{2,160}?)\s*"
    r"(?:\||&\s*(?P<tex>[^|&\n]{1,40}?)\s*\\\\|&|\\\\)(?:[ \t]*(?P<next>[^|&\n]{1,40}?)[ \t]*\|)?"
)
CELL_BEFORE = re.compile(
    r"(?:^|\n|\\\\|\\hline|\\midrule|\\toprule)\s*\|?\s*(?P<phrase>[A-Za-z#][^|&\n$\\]{2,80}?)\s*[|&]\s*$"
)
ITEM = re.compile(r"(?:^|\n)[\s>]*(?:(?:[-*+•]|\d+[.)]|\\item)\s*\[?|[#%]|//)?\s*(?:where\s+)?$")
ROW = re.compile(r"(?:^|\n|\\\\|\\hline|\\midrule|\\toprule)\s*\|?\s*$")
LED_BY = re.compile(
    r"(?P<phrase>(?:#|(?<![A-Za-z#])[A-Za-z])[\w'’/-]*+\s++(?:[A-Za-z#][\w'’/-]*+\s++){0,5}?)"
    r"(?:of\s+)?\(?(?:denoted\s+(?:as|by)\s+)?$"
)
# “The price of one GPU for one hour is $z$.”
LED_BY_VERB = re.compile(
    r"(?:^|[.,;:]\s|\band\s)\s*(?:[Tt]he\s+|[Aa]n?\s+|[Oo]ur\s+|[Ii]ts\s+)?"
    r"(?P<phrase>(?:[A-Za-z#][\w'’/-]*+\s++){1,9}?)(?:is|equals)\s+$"
)
LEADING_WORDS = {
    "the", "a", "an", "our", "its", "with", "and", "of", "for", "at", "where", "given", "total",
    "when", "as", "by", "in", "to", "is", "let", "fixed", "large", "model",
}  # fmt: skip
# Things that are of a quantity without being it.
OF_A_QUANTITY = {
    "center", "centre", "moment", "rate", "density", "flux", "flow", "unit", "units", "square",
    "root", "function", "derivative", "gradient", "transfer", "conservation", "law", "ratio",
}  # fmt: skip
STOPS = re.compile(r"\s*(?:[,.;)|\n]|$)")
HAS = re.compile(r"\b(?:with|has|have|having|contains?|uses?|across|over|on|comprises)\s+$")
OF_MANY = re.compile(
    r"\b(?:with|has|have|having|contains?|uses?|across|over|on|comprises|of|for|takes?|holds?|reused|generates?|processes|all|after|size|sizes)\s+$"
)
GOES_ON = re.compile(r"\s*[/*+×·^_(-]")
COUNTED_NOUN = re.compile(  # no part of a unit that goes on: m/s^2, km s$^{-1}$
    r"\s+(?P<noun>[A-Za-z](?:[A-Za-z/ -]|\n(?!\s*\n)){2,60}+)(?![\^·*⁻⁺⁰¹²³~\\]|\$\s*[\^_])"
)
OF_SEVERAL = re.compile(
    r"\s*(?:are|denote|represent|be|stand\s+for)\s+(?P<rest>[^.;$]{3,300}?)(?=[.;$]|\n\s*\n|\s\w+\s*\$|$)"
)
JOINED = re.compile(r"\s*(?:,\s*(?:and\s+)?|and\s+|/)\s*")
PARTED = re.compile(r",\s*(?:and\s+)?|\s+and\s+")
SHARED = re.compile(  # “exponents for total and active parameters”
    r"\w+s\s+(?:for|over|across|between)\s+(?:the\s+)?[\w-]+\s+and\s+(?!the\b|an?\b)"
)
PLURAL = re.compile(r"\b(time|batch size|length|dimension|width|size|bandwidth)s\b")
