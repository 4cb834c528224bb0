"""derive: what it costs to train and serve large language models, as equations with units that
solve in every direction.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from derive.display import register

if TYPE_CHECKING:
    from derive.analysis.comparison import compare as compare
    from derive.analysis.comparison import compare_all as compare_all
    from derive.analysis.sweep.axes import Span as Span
    from derive.analysis.sweep.axes import span as span
    from derive.checking import check as check
    from derive.equations import AtLeast as AtLeast
    from derive.equations import AtMost as AtMost
    from derive.equations import Constraint as Constraint
    from derive.equations import Eq as Eq
    from derive.equations import Map as Map
    from derive.equations import Max as Max
    from derive.equations import Min as Min
    from derive.equations import Neglected as Neglected
    from derive.equations import OpaqueFunction as OpaqueFunction
    from derive.equations import Relation as Relation
    from derive.equations import Theorem as Theorem
    from derive.equations import Var as Var
    from derive.equations import Variant as Variant
    from derive.equations import Vocabulary as Vocabulary
    from derive.errors import DeriveError as DeriveError
    from derive.library import accelerator as accelerator
    from derive.library import formula as formula
    from derive.library import library_system as library_system
    from derive.library import memory_tier as memory_tier
    from derive.library import missing as missing
    from derive.library import model as model
    from derive.library import optimise as optimise
    from derive.library import price as price
    from derive.library import prove as prove
    from derive.library import scaling_law as scaling_law
    from derive.library import sensitivity as sensitivity
    from derive.library import solve as solve
    from derive.library import sweep as sweep
    from derive.library import tolerances as tolerances
    from derive.reporting import report as report
    from derive.results.answer import Answer as Answer
    from derive.results.optimum import Optimum as Optimum
    from derive.results.uncertainty import Spread as Spread
    from derive.solving.uncertain_givens import interval as interval
    from derive.solving.uncertain_givens import lognormal as lognormal
    from derive.solving.uncertain_givens import normal as normal
    from derive.solving.uncertain_givens import uniform as uniform
    from derive.system import System as System

__version__ = "0.1.0"

register(presenter="derive.rendering.presenter", file_writer="derive.reporting.answer_file")

# Where each public name lives; it is imported when first touched, so that `import derive` stays
# cheap.
_HOMES = {
    "derive.checking": ("check",),
    "derive.results.answer": ("Answer",),
    "derive.results.optimum": ("Optimum",),
    "derive.results.uncertainty": ("Spread",),
    "derive.equations": (
        "AtLeast",
        "AtMost",
        "Constraint",
        "Eq",
        "Map",
        "Max",
        "Min",
        "Neglected",
        "OpaqueFunction",
        "Relation",
        "Theorem",
        "Var",
        "Variant",
        "Vocabulary",
    ),
    "derive.errors": ("DeriveError",),
    "derive.library": (
        "accelerator",
        "formula",
        "library_system",
        "memory_tier",
        "missing",
        "model",
        "optimise",
        "price",
        "prove",
        "scaling_law",
        "sensitivity",
        "solve",
        "sweep",
        "tolerances",
    ),
    "derive.reporting": ("report",),
    "derive.system": ("System",),
    "derive.analysis.sweep.axes": ("Span", "span"),
    "derive.analysis.comparison": ("compare", "compare_all"),
    "derive.solving.uncertain_givens": ("interval", "lognormal", "normal", "uniform"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}
__all__ = sorted(_HOME_OF)


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'derive' has no attribute '{name}'")
    return getattr(import_module(_HOME_OF[name]), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
