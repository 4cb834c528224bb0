"""Canonical spelling of a name: Greek letters as letters, subscripts after `_`."""

from __future__ import annotations

import re
from functools import lru_cache

_WORDS = (
    "alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta θ iota ι"
    " kappa κ lambda λ mu μ nu ν xi ξ pi π rho ρ varrho ρ sigma σ tau τ upsilon υ phi φ varphi φ"
    " chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ"
    " Omega Ω ell ℓ hbar ħ"
)
GREEK = dict(zip(_WORDS.split()[::2], _WORDS.split()[1::2], strict=True))
_SAME = str.maketrans("µϕϵϑϱℏ", "μφεθρħ")
_LOW = "₀₁₂₃₄₅₆₇₈₉ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ"
_LOWERED = re.compile(f"_?([{_LOW}]+)")
_LOWER = str.maketrans(_LOW, "0123456789aehijklmnoprstuvx")


def is_a_letter(symbol: str) -> bool:
    """Whether a symbol in canonical spelling is one letter, perhaps with a script or a prime."""
    return len(symbol.partition("_")[0].rstrip("′'")) == 1


def without_index(name: str) -> str:
    """The part of a name before letters that are raised as an index; empty for a name without any.

    >>> without_index("d_h^rope"), without_index("x^*"), without_index("n^per_gpu")
    ('d_h', '', '')
    """
    base, _, raised = name.partition("^")
    return base if raised.isidentifier() and not raised.startswith("per_") else ""


@lru_cache(maxsize=8192)
def canonical(word: str) -> str:
    """The common spelling of `rho_0`, `\\rho_0` and `ρ₀`: `ρ_0`.

    >>> canonical("rho_0"), canonical("ρ₀"), canonical("batch size")
    ('ρ_0', 'ρ_0', 'batch_size')
    """
    word = "_".join(word.replace("\\", "").split()).translate(_SAME)
    word = word.replace("'", "′")
    if "′" in word:  # x′_1 and x_1′ are one name
        bare = word.replace("^′", "").replace("′", "")
        word = bare + "′" * word.count("′")
    word = _LOWERED.sub(lambda match: "_" + match[1].translate(_LOWER), word)
    return "_".join(GREEK.get(part, part) for part in word.split("_"))
