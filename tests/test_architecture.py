"""The house: who may import whom, and what an import costs."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import derive

HOUSE = Path(derive.__file__).parent
# Floors from the ground up; nobody imports from above, nor from a neighbour on the same floor.
FLOORS = (
    ("errors", "shipped"),
    ("units",),
    ("equations",),
    ("structure",),
    ("derivation",),
    ("solving",),
    ("library", "rendering"),
    ("checking",),
    ("claims",),
    ("reporting",),
    ("cli",),
    ("__main__",),
)
FLOOR = {part: floor for floor, parts in enumerate(FLOORS) for part in parts}
# What is shown asks the printers when it is shown: inside display methods only.
SHOWS_ITSELF = {
    "derivation/answer.py", "derivation/comparison.py", "derivation/derivation.py",
    "derivation/form.py", "derivation/missing.py", "derivation/optimum.py", "equations/relation.py",
    "solving/sensing/sensitivity.py",
}  # fmt: skip
FILES = sorted(
    path for path in HOUSE.rglob("*.py") if path.parent != HOUSE or path.stem != "__init__"
)


def imported(tree: ast.AST) -> set[str]:
    """The parts of the house that stand in import statements under `tree`."""
    found = set()
    for node in ast.walk(tree):
        names = (
            [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else []
        )
        found |= {name.split(".")[1] for name in names if name.startswith("derive.")}
    return found


def displays(tree: ast.Module) -> set[str]:
    """The parts imported inside functions whose names say that they display something."""
    shown = (
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        and (node.name.startswith("_repr_") or node.name in ("__str__", "report"))
    )
    return {part for node in shown for part in imported(node)}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(HOUSE)))
def test_imports_go_downwards_only(path: Path) -> None:
    """Each part imports from the floors below it; what shows itself may ask the printers, in its
    display methods.
    """
    name = path.relative_to(HOUSE)
    part = name.parts[0].removesuffix(".py")
    tree = ast.parse(path.read_text(encoding="utf-8"))
    allowed = {part} | {other for other, floor in FLOOR.items() if floor < FLOOR[part]}
    outside = imported(tree) - allowed
    if str(name.as_posix()) in SHOWS_ITSELF:
        at_top = {
            part
            for node in tree.body
            for part in imported(node)
            if not isinstance(node, (ast.ClassDef, ast.FunctionDef))
        }
        assert at_top <= allowed
        outside -= displays(tree) & {"rendering", "reporting"}
    assert not outside


def test_every_part_of_the_house_has_its_floor() -> None:
    """A new package is placed before it is built."""
    parts = {path.relative_to(HOUSE).parts[0].removesuffix(".py") for path in FILES}
    assert parts - {"quantities", "reports"} <= set(FLOOR)


@pytest.mark.parametrize(
    "statement",
    [
        "import derive",
        "import derive; dir(derive); derive.__version__",
        "import derive.errors",
        "import derive.cli",
    ],
)
def test_importing_derive_loads_nothing_heavy(statement: str) -> None:
    """sympy, pint, networkx, numpy and the like come in when they are first needed."""
    heavy = "{'sympy', 'pint', 'networkx', 'numpy', 'mpmath', 'matplotlib', 'typst', 'rich'}"
    code = f"{statement}; import sys; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=HOUSE.parent
    )
    assert done.stdout.strip() == "[]"


def test_the_package_says_that_it_is_typed() -> None:
    """Type checkers read a package's annotations only beside the marker of PEP 561."""
    assert (HOUSE / "py.typed").is_file()


def test_every_public_name_is_where_it_is_said_to_be() -> None:
    """Each name of `derive.__all__` can be had, and no other."""
    for name in derive.__all__:
        assert getattr(derive, name) is not None
    with pytest.raises(AttributeError):
        _ = derive.slove


def test_no_text_of_a_user_reaches_a_parser_that_executes_it() -> None:
    """eval, exec, parse_expr, parse_latex, lambdify and sympify without strict=True stand nowhere
    in the house.
    """
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = (
                    node.func.attr
                    if isinstance(node.func, ast.Attribute)
                    else getattr(node.func, "id", "")
                )
                strict = any(
                    keyword.arg == "strict" and getattr(keyword.value, "value", None) is True
                    for keyword in node.keywords
                )
                assert name not in {
                    "eval",
                    "exec",
                    "parse_expr",
                    "parse_latex",
                    "parse_units",
                    "parse_expression",
                    "lambdify",
                }, path
                assert name not in {"sympify", "S"} or strict, path
