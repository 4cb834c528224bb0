"""Patterns of the clauses that give symbols their units."""

from __future__ import annotations

import re

from derive.checking.extraction.markup import GONE
from derive.checking.symbols.unit_spelling import ARGUMENT

# A pattern each way of which begins with a character is sought faster than with one of several.
STOP = re.compile(r";|\?|!|\.(?=\s|$)|\n[ \t]*\n|\n\s*(?=[-*+•|>#]\s|\d+[.)]\s)|\||&|\\\\|\\end\b")
SENTENCE = re.compile(r"\?|!|\.(?=\s|$)|\n[ \t]*\n")
COPULA = (
    r"(?:(?:(?:which|that)\s+)?(?:is|are|was|were|be|being|denotes?|denoting|represents?"
    r"|representing|means?|stands?\s+for|refers?\s+to|designates?|describes?|as"
    r"|to\s+(?:represent|denote|mean|be)|for)(?![\w-])"
    r"|:=|[=:–—]|--?(?=[\s-])|\()"
)
ARTICLE = r"(?:the|an?|its|our|their|this|that|some|each|one)\b"
PHRASE = re.compile(
    rf"\s*+,?+\s*+(?P<copula>{COPULA})?+\s*+(?P<article>{ARTICLE})?+\s*+"
    rf"(?P<noun>[^=<>|&$`\\{GONE}]{{0,110}}?)\s*,?\s*"
)
LEADS_ELSEWHERE = re.compile(
    r"(?:against|versus|vs|over|at|of|for|to|from|by|on|under|between|after|before|than|with|per"
    r"|times|in|into|within|during|until|and|or|so|then|but|if|when|where|while|because|since|plus"
    r"|minus|is|are|equals)\b",
    re.IGNORECASE,
)
VERB = re.compile(
    r"\b(?:grows?|increases?|decreases?|takes?|gives?|has|have|had|was|were|can|may|will|must"
    r"|should|would|depends?|falls?|rises?|runs?|stays?|becomes?|remains?|we|it|they|i|you|follows"
    r"|holds|varies|vary|reads|relates|obeys|yields|where|with|let)\b",
    re.IGNORECASE,
)
OF_A_SET = re.compile(r"\b(?:for (?:all|every|each|any|some)|every|each|any|exists|all)\s+$")
BRACKET = re.compile(  # not a factor or an argument: m^3/(kg*s^2), N*(N-1), log₂ (N), ln(W)
    rf"(?<![/*×·])(?<![/*×·] )(?<!ln)(?<!log)(?<!log₂)(?<!ln )(?<!log )(?<!log₂ ){ARGUMENT}[(\[]\s*"
    r"(?P<in>(?:all\s+|both\s+|each\s+)?(?:(?:measured|given|expressed|stated)\s+)?in\s+|units?:?\s+(?:of\s+)?)?"
    r"(?P<unit>[^()\[\]\n]{1,40}|[^()\[\]\n]{0,30}\([^()\n]{1,30}\)[^()\[\]\n]{0,6})\s*[)\]]"
    r"(?![_₀₁₂])"  # a concentration, [A]₀
)
OF_A_FIGURE = re.compile(r"[=≈]\s*\d[\d.,]*[^\d=]{0,16}$")  # the rate at $t = 3 s$ is 1.1 m/s^3
IS_A_FIGURE = re.compile(r"\s*(?:is|was)\s+\$?[-−]?\d")
CALLED = re.compile(r"\s*=\s*[A-Za-z_][\w.]*\([A-Za-z]\)")  # V = f(A)
IN = re.compile(
    r"(?P<all>,?\s*(?:(?:is|are|being)\s+)?(?:all|both|each)\s+)?"
    r"\b(?:measured\s+|given\s+|expressed\s+|stated\s+|counted\s+)?"
    r"(?:in|(?:has|have|having|with)\s+(?:the\s+)?(?:SI\s+)?units?(?:\s+of)?)\s+"
    r"(?:(?:the\s+)?units?\s+of\s+)?(?=[A-Za-zµμΩ°$%1/(])"
)
# Parts of these patterns that are found faster.
MAY_BE_IN = re.compile(r"i(?<!\wi)n\s|u(?<=\su)nits?\s")
COMMA = re.compile(r",\s*(?P<unit>[^,;|\n]{1,40})$")
DIMENSIONLESS = re.compile(
    r"\b(?:(?:has|have|having)\s+no\s+(?:units?|dimensions?)|(?<!and the )dimensionless|unitless"
    r"|non-?dimensional|no units?|pure numbers?)\b",
    re.IGNORECASE,
)
MAY_BE_PURE = re.compile(r"(?:imension|nit|ure num)", re.IGNORECASE)
ALONE = frozenset("msghJWVAKNFHTCLΩ°")
AND = re.compile(r"\s+and\s")
AND_THE = re.compile(r"\s*,?\s*and\s+(?:the\s+)?[A-Za-z][\w -]{1,40}\s+|,\s*the\s+[\w -]{1,40}\s+")
NUMBER_OF = re.compile(r"(?:total |integer )?numbers? of ")
UNITS = re.compile(r"\bunits?:\s", re.IGNORECASE)
STANDS = re.compile(r"\b(?:stands?|writ\w+|use[ds]?|used)\b")
DENOTED = re.compile(
    r"\b(?:the\s+)?(?P<noun>(?:[\w-]+\s+){0,3}[\w-]+)\s*\(\s*denoted\s+(?:as|by|with)\s+$"
)
EACH_ITS_OWN = re.compile(r"\band\s+(?:the|its|their)\b")
ARE = re.compile(r"\s*are\b")
COUNTS = re.compile(r"(?<=\s)counts\s+(?:the\s+)?(?=[a-z]+s\b)")
VALUE = re.compile(
    r"\s*(?:is|are|=|≈|equals|of)?\s*(?:about\s+|approximately\s+|roughly\s+)?[-−]?\d[\d.,]*(?:[eE][-+]?\d+)?\s+"
    r"(?=[A-Za-zµΩ°])"
)
# The value of a product: 40% MFU = 6e18 FLOP/s, (100/20) s = 5 s.
WITHIN = re.compile(
    r"(?:[\d%×*/·+]|(?:[-+−*/×·]|\\(?:times|cdot|div))[\s$]{0,3}\d[\d.,e]*\s?\)\$?)\s*\$?$"
)
LONGEST = 220
