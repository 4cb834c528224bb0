"""Regimes in words: what takes the time, and how the two sides of a comparison stand."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from derive.equations.var import Var

_WORDS = {
    "kv": "KV", "hbm": "HBM", "gpu": "GPU", "gpus": "GPUs", "mfu": "MFU", "pue": "PUE",
    "tdp": "TDP", "rl": "RL", "n": "number of", "param": "parameter", "params": "parameters",
    "dim": "dimension",
}  # fmt: skip
_SIGNS = {">": "above", "<": "below", "≥": "at least", "≤": "at most"}
_COMPARED = re.compile(r"(?P<won>[^≥≤]+) [≥≤] (?P<others>[^≥≤]+)")
_NAME = re.compile(r"[A-Za-z]\w*")


def telling(regime: str) -> str:
    """A regime without conditions that what is counted is not negative, which tell a reader nothing
    while they hold.

    >>> telling("t_a ≥ t_b and length - one_token/one_sequence ≥ 0"), telling("0 ≥ length - 2")
    ('t_a ≥ t_b', '0 ≥ length - 2')
    """
    return " and ".join(part for part in regime.split(" and ") if not part.endswith(" ≥ 0"))


def regime_in_words(text: str, variables: Mapping[str, Var]) -> str:
    """A regime by what takes the time or sets the rate in it, where that has words, else by the
    comparison that holds; several with commas between them.

    >>> regime_in_words("t_a ≥ t_b", {"t_a": Var("t_a", "s", activity="reading"),
    ...                               "t_b": Var("t_b", "s", activity="computing")})
    'reading binds'
    >>> regime_in_words("kv_tokens > free_tokens", {})
    'KV tokens above free tokens'
    """
    return ", ".join(dict.fromkeys(_condition(part, variables) for part in text.split(" and ")))


def _condition(text: str, variables: Mapping[str, Var]) -> str:
    """One condition in words."""
    found = _COMPARED.fullmatch(text)
    if found:
        won, others = found["won"].split(" = "), found["others"].split(", ")
        told = [variables[name].activity if name in variables else "" for name in (*won, *others)]
        if all(told):
            verb = "binds" if len(won) == 1 else "bind"
            return f"{' and '.join(told[: len(won)])} {verb}"
    return compared_in_words(text, variables)


def compared_in_words(text: str, variables: Mapping[str, Var]) -> str:
    """A comparison in words: "prompt length above tier threshold"."""
    return re.sub("|".join(_SIGNS), lambda sign: _SIGNS[sign[0]], side_in_words(text, variables))


def side_in_words(text: str, variables: Mapping[str, Var]) -> str:
    """One side of a comparison in words: what a variable times, its name, or an expression."""
    if text in variables:
        return variables[text].activity or words(text)
    return spelled(text, [name for name, var in variables.items() if _is_one(var)])


def _is_one(var: Var) -> bool:
    """Whether a variable stands for one thing of a kind, as its symbol says, and only turns a
    number of them into a pure count.
    """
    return var.tex.startswith("1_") and var.convention is not None and var.convention.value == 1.0


def words(name: str) -> str:
    """A name in words."""
    return " ".join(_WORDS.get(word, word) for word in name.split("_"))


def spelled(text: str, dropped: Collection[str] = ()) -> str:
    """An expression in words, without factors that are `dropped`, such as those between units.

    >>> spelled("one_token*load_time/(passes*one_sequence)", ["one_token", "one_sequence"])
    'load time / passes'
    >>> spelled("kv_time*passes - sqrt(one_token)", ["one_token"])
    'KV time · passes − sqrt(one token)'
    """
    factor = "|".join(map(re.escape, dropped)) or "(?!)"
    text = re.sub(rf"\b(?:{factor})\*", "", text)
    text = re.sub(r"(?<!\w)\((\w+)\)", r"\1", text)
    text = re.sub(rf"[*/](?:{factor})\b(?!\^)", "", text)
    text = re.sub(r"(?<!\w)\((\w+)\)", r"\1", text)
    text = _NAME.sub(lambda name: words(name[0]), text)
    return text.replace(" - ", " − ").replace("/", " / ").replace("*", " · ")
