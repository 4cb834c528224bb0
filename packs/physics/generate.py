"""Writes derive_physics/laws.py from derive's corpus of laws: those whose plain text is an equation
of products, sums, powers and roots in the symbols whose units are stated.

Run in the checkout: python packs/physics/generate.py
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import sympy

import derive

HERE = Path(__file__).parent
CORPUS = HERE.parents[1] / "tests/checking/data/physics_laws.toml"
HEAD = '''"""Laws of physics as relations, written by generate.py from derive's corpus of laws.

Each law has variables of its own, called by symbol and law, since a symbol means another thing in
another law.
"""

import sympy

from derive import Eq, Relation, Vocabulary

v = Vocabulary("physics")
laws = []
'''
_TOKEN = re.compile(r"\s*(\d+\.?\d*|[A-Za-z]\w*|[-+*/^()]|\S)")
_FUNCTIONS = {"sqrt": "sympy.sqrt", "pi": "sympy.pi"}


def plain_symbol(symbol: str) -> str:
    """A symbol of LaTeX as the plain text spells it."""
    word = re.sub(r"\\(text|mathrm|mathcal)\{([^}]*)\}", r"\2", symbol)
    return re.sub(r"[\\{}]", "", word).replace("varepsilon", "epsilon")


def python(side: str, names: dict[str, str]) -> str | None:
    """One side of an equation in Python; None where a word in it is no symbol with a unit."""
    found: list[str] = []
    for word in _TOKEN.findall(side):
        if re.fullmatch(r"\d+\.?\d*", word):
            made = f"sympy.Rational('{word}')"
        elif word in names:
            made = names[word]
        elif word in _FUNCTIONS:
            made = _FUNCTIONS[word]
        elif word in "+-*/()":
            made = word
        elif word == "^":
            made = "**"
        else:
            return None
        operand = made not in ("+", "-", "*", "/", "**", ")")
        before = found[-1] if found else "("
        if operand and before not in ("+", "-", "*", "/", "**", "(", "sympy.sqrt"):
            found.append("*")
        found.append(made)
    return "".join(found)


def law(entry: dict[str, object]) -> str | None:
    """The lines of a law; None for one that is no plain equation of its symbols."""
    text, title = str(entry.get("plain", "")), str(entry["name"])
    units = {plain_symbol(symbol): str(unit) for symbol, unit in entry["units"].items()}
    slug = re.sub(r"[^a-z0-9]+", "_", title.lower().replace("'", "")).strip("_")
    sides = text.split("=")
    applied = (f"{symbol}(" in text.replace(" (", "·(") for symbol in units)
    if len(sides) != 2 or any(applied):
        return None
    names = {symbol: f"{symbol}_of_{slug}" for symbol in units}
    made = [python(side, names) for side in sides]
    used = [symbol for symbol in units if any(names[symbol] in (side or "") for side in made)]
    if None in made or len(used) < 2:
        return None
    lines = [
        f'{names[symbol]} = v("{names[symbol]}", "{units[symbol]}", "{symbol} of: {title}",'
        f" tex={tex(symbol)!r}{signed(names[symbol], made)})"
        for symbol in used
    ]
    why, source = f"Text books print it as: {title}.", f"laws_of_physics: {title}"
    relation = (
        f'laws.append(Relation("{slug}", Eq({made[0]}, {made[1]}), {why!r}, source={source!r}))'
    )
    return "\n".join([*lines, relation])


def signed(name: str, sides: list[str | None]) -> str:
    """The range of what a law puts equal to something negative: it has a sign."""
    left, right = sides
    return ', within="(-oo, oo)"' if left == name and (right or "").startswith("-") else ""


def tex(symbol: str) -> str:
    """The symbol in print."""
    head, _, index = symbol.partition("_")
    greek = {
        "alpha", "beta", "gamma", "delta", "epsilon", "theta", "lambda", "mu", "nu", "rho",
        "sigma", "tau", "phi", "omega", "eta", "Omega", "Phi",
    }  # fmt: skip
    shown = f"\\{head}" if head in greek else head if len(head) == 1 else f"\\mathrm{{{head}}}"
    return shown + (f"_{{\\mathrm{{{index}}}}}" if index else "")


def is_a_law(lines: str) -> bool:
    """Whether the lines of a law make a relation: the corpus has identities and figures as well."""
    names = {name: getattr(derive, name) for name in ("Eq", "Relation")}
    try:
        exec(lines, names | {"sympy": sympy, "v": derive.Vocabulary("one law"), "laws": []})
    except derive.DeriveError:
        return False
    return True


def main() -> None:
    """Write the laws."""
    entries = tomllib.loads(CORPUS.read_text(encoding="utf-8"))["law"]
    found = [lines for lines in dict.fromkeys(filter(None, map(law, entries))) if is_a_law(lines)]
    text = "\n\n".join([HEAD, *found, "RELATIONS = tuple(laws)\n"])
    (HERE / "derive_physics/laws.py").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
