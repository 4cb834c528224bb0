"""Meanings of LaTeX commands in maths."""

from __future__ import annotations

FUNCTION, BREAK, GAP, SPELT, REFUSED, DOTS = "function", "break", "gap", "spelt", "refused", "⋯"

SIGNS = {
    "cdot": "*", "times": "*", "ast": "*", "bullet": "*", "otimes": "*", "odot": "*",
    "div": "/", "slash": "/", "pm": "±",
    "mp": "∓", "le": "≤", "leq": "≤", "leqslant": "≤", "lesssim": "≤", "ge": "≥", "geq": "≥",
    "geqslant": "≥", "gtrsim": "≥", "lt": "<", "gt": ">", "ll": "<", "gg": ">", "approx": "≈",
    "simeq": "≈", "sim": "≈", "cong": "≈", "doteq": "≈", "approxeq": "≈", "equiv": "=",
    "coloneqq": "=", "triangleq": "=", "propto": "∝", "%": "%", "$": "$", "{": "{", "}": "}",
    "lbrace": "{", "rbrace": "}", "lbrack": "[", "rbrack": "]",
}  # fmt: skip
ARROWS = {
    "Rightarrow", "implies", "Longrightarrow", "Leftrightarrow", "iff", "rightarrow", "to",
    "longrightarrow", "land", "therefore", "because", "leftrightarrow", "longleftrightarrow",
    "Longleftrightarrow", "mapsto", "longmapsto", "leadsto", "rightsquigarrow",
}  # fmt: skip
SPACES = {
    ",", ";", ":", "!", " ", ">", "thinspace", "space", "medspace", "thickspace", "enspace",
    "enskip", "displaystyle", "textstyle", "scriptstyle", "tiny", "scriptsize", "normalsize",
    "large", "Large", "limits", "nolimits", "nonumber", "notag", "centering", "small",
    "footnotesize", "relax", "allowbreak", "quad", "qquad", "checkmark", "square", "blacksquare",
    "qed", "qedhere", "Box",
}  # fmt: skip
SKIPPED_WITH_ARGUMENT = {
    "label", "tag", "hspace", "vspace", "phantom", "hphantom", "vphantom", "color", "eqref", "ref",
    "cite", "citep", "citet", "footnote",
}  # fmt: skip
SIZES = {f"{size}{side}" for size in ("big", "Big", "bigg", "Bigg") for side in ("", "l", "r", "m")}
FUNCTIONS = {
    "max": "max", "min": "min", "log": "log", "ln": "ln", "lg": "log", "exp": "exp", "sin": "sin",
    "cos": "cos", "tan": "tan", "arcsin": "asin", "arccos": "acos", "arctan": "atan",
    "sinh": "sinh", "cosh": "cosh", "tanh": "tanh", "cot": "cot", "sec": "sec", "csc": "csc",
    "coth": "coth", "sum": "sum", "prod": "prod", "lim": "lim", "sup": "max", "inf": "min",
}  # fmt: skip
INVERSES = {
    "asin": "asin", "acos": "acos", "atan": "atan", "acot": "acot", "arccot": "acot",
    "asinh": "asinh", "acosh": "acosh", "atanh": "atanh", "acoth": "acoth", "arcsinh": "asinh",
    "arccosh": "acosh", "arctanh": "atanh", "arsinh": "asinh", "arcosh": "acosh",
    "artanh": "atanh", "arcoth": "acoth",
}  # fmt: skip
FUNCTIONS_IN_WORDS = {
    **FUNCTIONS, **INVERSES, "log2": "log2", "log10": "log10", "sech": "sech",
    "csch": "csch", "sqrt": "sqrt", "tr": "mean", "erf": "erf", "erfc": "erfc",
    "sgn": "direction", "sign": "direction",
}  # fmt: skip
# Functions only before a bracket, by what they keep: the unit of their arguments, or none.
FUNCTIONS_OF_BRACKETS = {
    "relu": "cases", "gelu": "cases", "silu": "cases", "elu": "cases", "swish": "cases",
    "mean": "cases", "avg": "cases", "average": "cases", "std": "cases", "median": "cases",
    "clip": "cases", "clamp": "cases", "softmax": "direction", "sigmoid": "direction",
    "rowmax": "mean", "rowsum": "mean", "diag": "mean", "round": "cases",
}  # fmt: skip
PARTS = {"Re": "mean", "Im": "mean", "arg": "direction"}  # of a complex number
DERIVATIVES = {"grad", "div", "rot", "curl"}  # each a derivative by place
OVER_RANGE = {"sum", "prod", "lim"}
OF_A_BASE = {"2": "log2", "10": "log10", "e": "ln"}  # logarithms
BIG = {"Σ": "sum", "Π": "prod"}  # over a range, when one stands below
RAISED = {
    "log", "ln", "sin", "cos", "tan", "sinh", "cosh", "tanh", "cot", "sec", "csc", "coth", "sech",
    "csch", "asin", "acos", "atan", "acot", "asinh", "acosh", "atanh", "acoth",
}  # fmt: skip
INTEGRALS = {"int": 1, "oint": 1, "iint": 2, "iiint": 3, "oiint": 2}
DOTTED = {"dots", "ldots", "cdots", "dotsb", "dotsc", "dotsm", "dotso", "vdots", "ddots"}
CONCATENATION = "|concatenation|"  # stands before a bracket of blocks between bars
MARKS = {
    "star", "ast", "prime", "dagger", "ddagger", "circ", "ominus", "standardstate", "plimsoll",
    "perp",
    "parallel",
}  # fmt: skip
# Superscripts that are words, not powers: y^{out} is a name.
WORD_MARKS = {
    "out", "in", "ext", "int", "eff", "tot", "max", "min", "ref", "obs", "ideal", "id", "sat",
    "liq", "vap", "gas", "eq", "mix", "ex", "rev", "irr", "el", "th", "kin", "pot", "res", "net",
    "cr", "crit", "lab", "rel", "inc", "rad", "new", "old", "avg", "sol", "mol",
}  # fmt: skip
CONJUGATES = ("^*", "^star", "^ast", "^dagger")
UPRIGHT = ("\\mathsf", "\\mathrm", "\\text", "\\textsf", "\\mathtt")
DEGREES = ("\\circ", "\\degree")
FRACTIONS = {"frac", "dfrac", "tfrac", "cfrac", "sfrac", "nicefrac"}
BRACES = {"underbrace": "_", "overbrace": "^", "underbracket": "_", "overbracket": "^"}
WRAPPERS = {
    "boxed", "mathop", "mathbin", "mathrel", "mathstrut", "ensuremath", "smash", "fbox",
    "underline", "cancel",
}  # fmt: skip
LIFTED = {"overset", "underset", "stackrel"}
TEXTS = {
    "text", "textrm", "textit", "textbf", "texttt", "textsf", "textnormal", "mbox", "operatorname",
    "operatorname*", "mathrm", "mathit", "mathsf", "mathtt", "hbox", "textsc", "emph",
}  # fmt: skip
FONTS = {
    "mathbf": "bold", "boldsymbol": "bold", "bm": "bold", "pmb": "bold", "vb": "bold", "vec": "vec",
    "overrightarrow": "vec", "va": "vec", "mathcal": "cal", "mathscr": "cal", "mathfrak": "frak",
}  # fmt: skip
ACCENTS = {
    "hat": "hat", "widehat": "hat", "bar": "bar", "overline": "bar", "tilde": "tilde",
    "widetilde": "tilde", "dot": "dot", "ddot": "ddot",
}  # fmt: skip
RATES = {"dot": 1, "ddot": 2}
BLACKBOARD = {"mathbb", "mathbbm", "mathds", "Bbb"}
SWITCHES = {"rm", "bf", "it", "sf", "tt", "mathstrut"}
VECTORS = ("bold", "vec")
ACCENTED = ("_hat", "_bar", "_tilde", "_dot", "_ddot")
ROWS = {
    "aligned", "align", "alignedat", "alignat", "gather", "gathered", "split", "equation",
    "eqnarray", "multline", "displaymath", "flalign", "array",
}  # fmt: skip
MATRICES = {"matrix", "pmatrix", "bmatrix", "Bmatrix", "smallmatrix"}
CASES = {"cases", "dcases", "rcases", "cases*"}
IN_NAMES = {
    "times": "×", "ast": "*", "star": "*", "prime": "′", "_": "_", "%": "%", "neq": "≠", "ne": "≠",
    "in": "∈", "leq": "≤", "le": "≤", "lt": "<",
    "leqslant": "≤", "geq": "≥", "ge": "≥", "geqslant": "≥", "gt": ">", "to": "→", "mid": "|",
    "rightarrow": "→", "infty": "∞", "cdot": "·", "sim": "~", "|": "‖", "vert": "|",
}  # fmt: skip
_SIZED = {"vert": "abs", "Vert": "abs"}
OPENING = _SIZED | {
    "(": "(", "[": "[", "{": "{", "lbrace": "{", "lbrack": "[", "lceil": "ceil", "lfloor": "floor",
    "lvert": "abs", "lVert": "abs", "langle": "mean",
}  # fmt: skip
CLOSING = _SIZED | {
    ")": "(", "]": "[", "}": "{", "rbrace": "{", "rbrack": "[", "rceil": "ceil", "rfloor": "floor",
    "rvert": "abs", "rVert": "abs", "rangle": "mean",
}  # fmt: skip
PARTING = {
    "if", "where", "and", "otherwise", "with", "for", "when", "so", "then", "or", "else", "hence",
    "thus", "therefore", "i.e.", "since", "as", "s.t.", "subject to",
}  # fmt: skip
UNREAD = {
    "infty": "infinity", "in": "“∈”", "mid": "“|”", "forall": "“for all”",
    "ne": "“≠”", "neq": "“≠”", "oplus": "“⊕”", "circ": "“∘”", "top": "a transpose", "begin": "",
    "prime": "a prime with nothing before it",
}  # fmt: skip
