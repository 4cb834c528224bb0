"""Mathematics without units: formulas of learning machines, of which no dimension says anything."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from derive.checking.extraction.passage import Passage

REASON = "mathematics without units"
_SEVERAL = 2
_FONT = r"\\(?:text|mathrm|mathbf|mathit|mathsf|mathtt|textbf|textit|operatorname\*?)\s*\{\s*"
_FUNCTIONS = (
    r"(?:[Ss]oft[mM]ax|log[-_ ]?softmax|arg\\?,?\s?(?:max|min)|(?:[Ll]eaky)?ReLU|[GE]ELU|SiLU"
    r"|Swish|SwiGLU|GeGLU|[Ss]igmoid|[Ss]oft[Pp]lus|LayerNorm|RMSNorm|BatchNorm|LN|FFN|MLP"
    r"|MHA|MultiHead(?:Attention)?|Attention|attention|Attn|Concat|Embed|Dropout|[Ll]ogits?|Expert"
    r"|KL|clip|TopK|KeepTopK|one[-_ ]?hot|[Rr]ow[-_ ]?(?:max|sum)|diag)"
)
_APPLIED = (
    r"\}?\s*(?:_\s*(?:\{[^{}]{0,20}\}|\w))?\s*(?:\\!|\\,)?(?:\\(?:left|[bB]igg?l?))?\s*[(\[|]"
)
# What only such mathematics has: an activation or the like applied to something, an expectation
# over a distribution, a gradient by parameters, a policy, a normal distribution.
_SURE = re.compile(
    rf"(?<![_\w{{]){_FONT}{_FUNCTIONS}{_APPLIED}|(?<![_\w{{\\]){_FUNCTIONS}\s*\("
    r"|\\mathbb\s*\{?\s*E\s*\}?\s*_\s*\{[^{}]{0,60}\\sim"
    r"|\\nabla\s*_\s*\{?\s*(?:\\(?:mathbf|bm|boldsymbol)\s*\{?\s*)?"
    r"(?:\\(?:theta|phi|psi|omega)\b|[wWX]\b)"
    r"|\\nabla\s*(?:\\mathcal\s*\{?\s*)?L\b"
    r"|\\pi\s*_\s*\{?\s*\\(?:theta|text|mathrm)\b|\\sim\s*\\mathcal\s*\{?\s*N\b"
    r"|\\log\s*(?:\\hat|\\widehat)?\s*\{?\s*[pP]\b\}?\s*\([^()]*(?:\||\\mid|\\vert)"
)
# What such mathematics has too, beside formulas that surely are.
_LIKELY = re.compile(
    r"\bW\s*_\s*\{?\s*(?:[QKVOEUq-vk1-9]|\\)|(?<=\w)\s*\^\s*\{?\s*(?:T|\\(?:top|intercal|mathsf))\b"
    r"|\\begin\s*\{[pbvB]matrix\}"
    r"|\\(?:odot|otimes|oplus)\b|\\mathcal\s*\{?\s*[LD]\b|\\(?:mathbf|boldsymbol|bm)\s*\{?\s*\\?[A-Za-z]+\s*\}"
    r"|\bP\s*\([^()=]*(?:\||\\mid|\\vert)|\\partial\b|\\(?:wide)?hat\s*\{?\s*[xygApwm]\b"
    r"|\\exp\b|(?<![A-Za-z\\])e\s*\^\s*\{\s*[A-Za-z]"
    r"|[A-Za-z]\s*\^\s*\{\s*\([a-z](?:[-+]\d)?\)\s*\}"  # m^{(j-1)}
)
# A product of matrices: C = A^T B, and beside such formulas C = A B.
_TRANSPOSED = r"\s*\^\s*\{?\s*(?:T|\\(?:top|intercal))(?![A-Za-z])\s*\}?"
_MATRIX = rf"[A-Z](?:_(?:\w|\{{\w{{1,4}}\}}))?(?:{_TRANSPOSED})?"
_OF_MATRICES = re.compile(
    rf"\s*{_MATRIX}\s*=\s*(?:{_MATRIX}\s*(?:\\(?:times|cdot)\s*)?){{2,4}}[.,]?\s*"
)
_A_TRANSPOSE = re.compile(_TRANSPOSED)
# A quantity: then its dimension says something.
_MEASURED = re.compile(
    r"(?i:flop|bytes?\b|\bgpus?\b|tokens?\b|memory|latency|throughput|bandwidth|cost|params?\b|time"
    r"|num_|dim\b|seq|size\b)"
    r"|\b[kKMGTP]i?B\b|\\\$"
    r"|\d\s*(?:\\[,;: ]|~|\s)*(?:\\(?:text|mathrm)\s*\{\s*)?(?:[mnµ]?s|[kKMGT]B)\b"
)


def without_units(passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """The passages, formulas of mathematics without units with that reason to skip them.

    A formula is skipped if a function, an expectation or a gradient of learning machines is in it;
    beside such formulas also one with weights, transposes, losses or vectors. So are products of
    capital letters where one of them is transposed. A formula that speaks of bytes, times, tokens
    or any other quantity stays.
    """
    passages = _without_matrices(passages)
    sure = [bool(_SURE.search(passage.text)) and _may_be(passage) for passage in passages]
    if not any(sure):
        return tuple(passages)
    return tuple(
        replace(passage, skipped=REASON)
        if certain or (passage.latex and _LIKELY.search(passage.text) and _may_be(passage))
        else passage
        for passage, certain in zip(passages, sure, strict=True)
    )


def _without_matrices(passages: Sequence[Passage]) -> Sequence[Passage]:
    """The passages, products of matrices with the reason to skip them."""
    products = [
        passage.latex and bool(_OF_MATRICES.fullmatch(passage.text)) and _may_be(passage)
        for passage in passages
    ]
    found = [passage for passage, product in zip(passages, products, strict=True) if product]
    if len(found) < _SEVERAL or not any(_A_TRANSPOSE.search(passage.text) for passage in found):
        return passages
    return [
        replace(passage, skipped=REASON) if product else passage
        for passage, product in zip(passages, products, strict=True)
    ]


def _may_be(passage: Passage) -> bool:
    """Whether a passage is a formula that names no quantity."""
    return not passage.skipped and not _MEASURED.search(passage.text)
