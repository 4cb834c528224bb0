"""The library: every relation of the subject, one file each, and the catalogue that reads
quantities/.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from derive.library.content import Content, register

if TYPE_CHECKING:
    from derive.library.api import formula as formula
    from derive.library.api import library_system as library_system
    from derive.library.api import missing as missing
    from derive.library.api import optimise as optimise
    from derive.library.api import prove as prove
    from derive.library.api import sensitivity as sensitivity
    from derive.library.api import solve as solve
    from derive.library.api import subjects as subjects
    from derive.library.api import tolerances as tolerances
    from derive.library.entries import accelerator as accelerator
    from derive.library.entries import memory_tier as memory_tier
    from derive.library.entries import model as model
    from derive.library.entries import price as price
    from derive.library.entries import scaling_law as scaling_law
    from derive.library.sweeps import sweep as sweep

register(Content(nomenclature="derive.library.nomenclature", relations="derive.library.relations"))

_HOMES = {
    "derive.library.api": (
        "formula",
        "library_system",
        "missing",
        "optimise",
        "prove",
        "sensitivity",
        "solve",
        "subjects",
        "tolerances",
    ),
    "derive.library.entries": ("accelerator", "memory_tier", "model", "price", "scaling_law"),
    "derive.library.sweeps": ("sweep",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}
__all__ = sorted(_HOME_OF)


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'derive.library' has no attribute '{name}'")
    return getattr(import_module(_HOME_OF[name]), name)
