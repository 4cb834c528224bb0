"""Variables named in words: “number of attention heads”, “peak FLOP/s of one chip”."""

from __future__ import annotations

import re

from derive.checking.symbols.common_names import PHRASES
from derive.equations.vocabulary import Vocabulary

_ENDS = re.compile(
    r"\s+(?:and|in the|in a|in our|of the|of our|used|as|with|is|are|we|so|processed|per"
    r" step)\b|\s*[(\[,;:.]|\s*$"
)
_COUNT_OF = re.compile(r"^(?:total )?(?:number of |amount of |# of )?")
_SHARED = re.compile(r"\b(?:per|each|every|one|single)\b")
_ONE_GPU = re.compile(
    r"(?:of (?:one|an?|each|every|a single)|per) (?:gpu|chip|accelerator|device|tpu)\b"
)
# Figures of one GPU or of the domain: the document decides.
_OF_ONE_OR_ALL = ("FLOPs", "mem_bw", "capacity")


def variable_named(phrase: str, vocabulary: Vocabulary, *, whole: bool = False) -> str | None:
    """The variable that a phrase, or unless `whole` its longest beginning, names by its own name,
    an alias or a usual wording.
    """
    words = re.sub(r"[-/]", " ", phrase.lower().replace("(in tokens)", "in tokens")).split()
    while words and words[0] in ("the", "a", "an", "our", "its", "your"):
        words = words[1:]
    for count in range(min(len(words), 8), 0, -1):
        rest = " ".join(words[count:])
        start = " ".join(words[:count])
        if not whole and PHRASES.get(start) in _OF_ONE_OR_ALL and _ONE_GPU.match(rest):
            return PHRASES[start]
        if rest and (
            whole or not _ENDS.match(" " + rest) or _SHARED.search(rest.partition("(")[0])
        ):
            continue
        if (
            start in ("batch", "batch size", "batch dimension", "global batch size")
            and "tokens" in rest
        ):
            return "training_batch_tokens"
        for wording in (
            start,
            _COUNT_OF.sub("", start),
            start.removesuffix(" count"),
            start.removesuffix(" dimension"),
        ):
            if wording in PHRASES:
                return PHRASES[wording]
        joined = "_".join(words[:count])
        if len(joined) > 4 and joined in vocabulary.named:
            return joined
    return None
