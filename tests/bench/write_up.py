"""Documents of the field to check: prose, definitions, displays, chains and figures, of which no
two have the same names and numbers.
"""

from __future__ import annotations

from random import Random

_PROSE = (
    "The cluster waits for memory most of a step; a larger batch spreads that over more requests.",
    "Measured numbers stay below these bounds: kernels start late, and experts are unbalanced.",
    "As the context grows, reading the cache outweighs reading the weights.",
    "Note that some vendors quote the rate of a link in one direction, others the sum of both.",
)
_WORDS = ("step", "decode", "prefill", "cache", "fetch", "send", "gather", "reduce", "spill")


def write_up(size: int, seed: int) -> str:
    """Markdown of about `size` characters, an equation or figure in every 250 of them."""
    random = Random(seed)
    parts: list[str] = []
    length = 0
    while length < size:
        said = " ".join(random.sample(_PROSE, 2))
        parts += [said, random.choice(_SECTIONS)(random)]
        length += sum(map(len, parts[-2:])) + 4
    return "\n\n".join(parts) + "\n"


def _name(random: Random, letter: str) -> str:
    return f"{letter}_{{\\text{{{random.choice(_WORDS)}{random.randrange(100)}}}}}"


def _value(random: Random) -> float:
    return float(f"{10 ** random.uniform(0, 3):.3g}")


def _shown(formula: str) -> str:
    return f"\n\n$$\n{formula}\n$$\n\n"


def _link(random: Random) -> str:
    w, volume, t = (_name(random, letter) for letter in "wVt")
    sides = ((t, f"{volume} / {w}"), (t, f"\\frac{{{volume}}}{{{w}}}"), (volume, f"{w} {t}"))
    a, b = _value(random), _value(random)
    return (
        f"Let ${w}$ be the rate of the link [GB/s], ${volume}$ the volume sent [GB] and ${t}$ the"
        f" time it takes [s].{_shown(' = '.join(random.choice(sides)))}At the rate measured,"
        f" ${a:g} \\text{{ GB}} / {b:g} \\text{{ GB/s}} = {a / b:.4g} \\text{{ s}}$."
    )


def _training(random: Random) -> str:
    n, d, c = (_name(random, letter) for letter in "NDC")
    a, b = _value(random), _value(random)
    return (
        f"We let ${n}$ denote the number of model parameters, ${d}$ the number of training tokens"
        f" and ${c}$ the compute in FLOPs.{_shown(f'{c} = 6 {n} {d}')}"
        f"The run took $6 \\times {a:g} \\times 10^{{9}} \\times {b:g} \\times 10^{{12}} ="
        f" {6 * a * b:.4g} \\times 10^{{21}}$ FLOPs."
    )


def _roofline(random: Random) -> str:
    k = random.randrange(2, 64)
    sides = (
        f"t_{{\\text{{mem}}}} = \\frac{{{k} N_{{\\text{{total}}}}}}{{\\text{{hbm\\_bandwidth}}}}",
        f"t_{{\\text{{compute}}}} = \\frac{{2 B N_{{\\text{{active}}}}}}{{{k} \\text{{FLOPs}}}}",
        f"T = \\max(t_{{\\text{{compute}}}}, {k} t_{{\\text{{mem}}}})",
    )
    return f"Here $B$ is the batch size.{_shown(random.choice(sides))}"


def _queue(random: Random) -> str:
    rate, waiting, wait = (_name(random, letter) for letter in ("\\lambda", "L", "\\tau"))
    a, b = random.randrange(2, 96), _value(random)
    return (
        f"Requests arrive at ${rate}$ [1/s], ${waiting}$ of them wait, each for ${wait}$ seconds:"
        f"{_shown(f'{waiting} = {rate} {wait}')}${a} \\times {b:g} \\text{{ ms}} = {a * b:.4g}"
        " \\text{ ms}$."
    )


def _heuristic(random: Random) -> str:
    p, q, r = (_name(random, letter) for letter in ("\\phi", "q", "\\rho"))
    return f"A heuristic weighs both.{_shown(f'{p} = {q} (1 - {r}) + epsilon')}"


_SECTIONS = (_link, _training, _roofline, _queue, _heuristic)
