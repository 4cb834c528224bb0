"""Bundles: variables that are looked up together."""

from __future__ import annotations

from dataclasses import dataclass

from derive.equations.var import Var


@dataclass(frozen=True)
class Bundle:
    """Variables looked up together, such as an accelerator's; `say` is the option that does so."""

    name: str
    variables: tuple[Var, ...]
    say: str = ""
