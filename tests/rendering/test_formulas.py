r"""Every formula that goes into Markdown or a notebook is one that MathJax and KaTeX both set.

Two tests hold that: one by the list of commands that both know, everywhere, and one that hands the
formulas to both. For the latter, `npm install katex mathjax-full` in some folder and name its
modules: NODE_PATH=folder/node_modules pytest -m slow tests/rendering/test_formulas.py
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

import derive
from derive.library.nomenclature import vocabulary
from derive.library.system import library_system, theorems
from derive.rendering.expressions.latex import latex
from derive.rendering.expressions.latex_text import math_words, unit_letters
from derive.rendering.formats.markdown import github

ROOT = Path(__file__).parents[2]
ENGINES = Path(__file__).with_name("engines.js")
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.S)
DISPLAY = re.compile(r"\$\$\n?(.*?)\n?\$\$", re.S)
INLINE = re.compile(r"(?<![\\$])\$(?!\$)([^$\n]+?)\$(?!\$)")
COMMAND = re.compile(r"\\(?:[A-Za-z]+|.)", re.S)
ENVIRONMENTS = {"aligned", "cases", "gathered"}
# In the tables of supported commands of both, without an extension that has to be loaded.
NAMES = """
    alpha beta gamma delta epsilon varepsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma
    tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega
    ell infty partial nabla prime ast circ dots frac sqrt left right begin end text mathrm mathtt
    operatorname max min ln exp cdot times le ge lt gt ne approx to propto surd sim wedge backslash
    vert lvert rvert lceil rceil lfloor rfloor quad qquad thinspace cr star dagger hat bar
"""
BOTH = {f"\\{name}" for name in (*NAMES.split(), *r"{}$&%#_,\ ")}
WORDS = [
    "where compute_time ≥ memory_time",
    "50 % of {a} & b # c $ d ~ e ^ f < g > h | i \\ j",
    "“quoted” – ‘so’ é ü ½ ⁴ µ° 中",
]


def formulas_of(text: str) -> Iterator[tuple[str, bool]]:
    """The formulas of a Markdown text, each with whether it is displayed."""
    prose = CODE.sub("", text)
    yield from ((found, True) for found in DISPLAY.findall(prose))
    yield from ((found, False) for found in INLINE.findall(DISPLAY.sub("", prose)))


def answered() -> Iterator[str]:
    """The Markdown and LaTeX of a notebook: an answer of each kind, a closed form, a relation."""
    chip = {"hbm_capacity": "288 GB/GPU", "hbm_bandwidth": "20 TB/s/GPU"}
    results = [
        derive.solve("drain_time", chip),
        derive.solve("drain_time", {"hbm_capacity": "288 GB/GPU"}),
        derive.solve("drain_time", {**chip, "drain_time": "1 s"}),
        derive.solve("step_time", {"compute_time": "2 µs", "memory_time": "3 µs"}),
        *derive.formula("step_time", ["compute_time", "memory_time"]),
        library_system().all_relations[0],
    ]
    for result in results:
        bundle = result._repr_mimebundle_()
        yield from (bundle[kind] for kind in ("text/markdown", "text/latex") if kind in bundle)


@lru_cache(maxsize=1)
def formulas() -> dict[str, bool]:
    """All formulas: of the kept reports, the library and notebooks, and words of all signs."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(ROOT.glob("reports/*.md"))]
    found = dict(pair for text in (*texts, *answered()) for pair in formulas_of(text))
    system = library_system()
    equations = [
        *(relation.equation for relation in system.all_relations),
        *(constraint.inequality for constraint in system.all_constraints),
        *(theorem.equation for theorem in theorems()),
        *vocabulary,
    ]
    found |= {github(latex(equation)): True for equation in equations}
    found |= {math_words(words): False for words in WORDS}
    return found | {unit_letters(unit): False for unit in ("µs", "%", "°C", "kgCO2e")}


@pytest.mark.slow
def test_the_formulas_are_found() -> None:
    """Those of reports, of notebooks and of the library."""
    assert len(formulas()) > 1000
    assert r"\text{where compute}\_\text{time }\ge\text{ memory}\_\text{time}" in formulas()
    assert any("begin{aligned}" in formula for formula in formulas())


def test_every_command_of_every_formula_is_known_to_both_engines() -> None:
    """A command that one of them lacks shows as red text there."""
    used = {command for formula in formulas() for command in COMMAND.findall(formula)}
    assert used - BOTH == set()
    begun = {name for formula in formulas() for name in re.findall(r"\\begin\{(\w+)", formula)}
    assert begun <= ENVIRONMENTS


def test_no_command_stands_within_words() -> None:
    r"""MathJax shows commands within \text as they are written."""
    words = [word for formula in formulas() for word in re.findall(r"\\text\{([^}]*)", formula)]
    assert words and [word for word in words if "\\" in word] == []


def test_braces_and_fences_are_closed() -> None:
    """In every formula."""
    for formula in formulas():
        plain = formula.replace(r"\{", "").replace(r"\}", "").replace(r"\\", "")
        assert plain.count("{") == plain.count("}"), formula
        assert formula.count(r"\left") == formula.count(r"\right"), formula


def engines() -> bool:
    """Whether Node finds both engines."""
    node = shutil.which("node")
    found = [node, "-e", "require.resolve('katex');require.resolve('mathjax-full/js/mathjax.js')"]
    return bool(node) and subprocess.run(found, capture_output=True, check=False).returncode == 0


@pytest.mark.slow
def test_katex_and_mathjax_set_every_formula() -> None:
    """Both, as a reader's browser does."""
    if not engines():
        pytest.skip(
            "KaTeX and MathJax are not installed: npm install katex mathjax-full, NODE_PATH"
        )
    given = json.dumps([*formulas().items()])
    made = subprocess.run(
        ["node", str(ENGINES)], input=given, capture_output=True, text=True, check=True
    )
    assert json.loads(made.stdout) == []
