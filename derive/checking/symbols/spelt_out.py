"""Names spelt out in words, which are their own definitions: comms_time, GPU_memory_bandwidth."""

from __future__ import annotations

import re

from derive.checking.symbols.foreign_terms import term_in_english
from derive.checking.symbols.phrase_meanings import meaning_of
from derive.checking.symbols.unit_phrases import unit_named
from derive.checking.symbols.unit_spelling import unit_of
from derive.equations.vocabulary import Vocabulary

_WORDS = re.compile(r"[A-Za-z]{2,20}(?:_[A-Za-z]{2,20}){1,6}")
_REMARK = re.compile(r"(?<=\w)_\([^()]+\)$")  # Peak_FLOPs_(FLOPS)
_COUNT = re.compile(r"^(?:num|nr|no) ")
_SIZED = ("batch", "parallel")
_SIZE_OF = re.compile(r"(?<=_cache)_(?:size|memory|footprint)(?=_per_)", re.IGNORECASE)
_ALL_OF_IT = ("total", "all", "input", "output")
_BRACKETED = re.compile(r"\(([A-Za-z_-]+)\)")
_NUMBERED = re.compile(r"^(?:No\._|Number_of_|#_|N_|n_(?=[a-z]{4}))(?=[A-Za-z]{2,}s$)")
_OF_EACH = re.compile(r"per_(?:device|gpu|rank|chip)_(?P<thing>[a-z]+(?:_[a-z]+)*)")
_COUNTED = re.compile(r"([a-z]+)_(?:num|count)|([A-Z]+)_(?:NUM|COUNT|num|count)")


def in_words(name: str) -> str:
    """A name as its plain words: a bracket around it left out, its numbers as num.

    >>> [in_words(name) for name in ("No._GPUs", "(Tensor-Parallel-Size)", "gpu_num", "n_params")]
    ['num_GPUs', 'Tensor_Parallel_Size', 'num_gpus', 'num_params']
    """
    if bracketed := _BRACKETED.fullmatch(name):
        name = bracketed[1].replace("-", "_")
    if counted := _COUNTED.fullmatch(name):
        return f"num_{(counted[1] or counted[2]).lower().removesuffix('s')}s"
    return _NUMBERED.sub("num_", name)


def without_size(name: str) -> str:
    """A name without the word that says that a cache per something is a size.

    >>> without_size("KV_cache_size_per_token"), without_size("KV_cache_size")
    ('KV_cache_per_token', 'KV_cache_size')
    """
    return _SIZE_OF.sub("", name)


def spelt_out(name: str, vocabulary: Vocabulary) -> str | None:
    """The variable or unit that the words of a name mean; None for other names and words.

    >>> from derive.library.content import vocabulary as library
    >>> [spelt_out(name, library()) for name in ("comms_time", "num_tokens", "T_comm", "my_way")]
    ['s', 'token or token/sequence or 1', None, None]
    """
    if said := term_in_english(name):
        return meaning_of(said, vocabulary)
    if each := _OF_EACH.fullmatch(name):
        return _of_each(spelt_out(each["thing"], vocabulary), vocabulary)
    name = in_words(_REMARK.sub("", name))
    words = name.split("_")
    if not _WORDS.fullmatch(name) or _is_a_size(*words[-2:]):
        return None  # the size of a model: its parameters, or its bytes
    if words[-1].lower() == "data" and words[0].lower() in _ALL_OF_IT:
        return "byte or token"  # moved or trained on
    phrase = _COUNT.sub("number of ", " ".join(words))
    if words[0].lower() in ("per", "hourly") or (unit_of(phrase) and "per" not in words):
        return None
    return meaning_of(phrase, vocabulary, whole=True) or unit_named(phrase)


def _of_each(meaning: str | None, vocabulary: Vocabulary) -> str | None:
    """The units of what each device has: a batch per_device, in sequences per GPU or as it is."""
    parts = meaning.split(" or ") if meaning else []
    units = [vocabulary.find(part).unit.text if part in vocabulary else part for part in parts]
    return " or ".join([f"{unit or 1}/GPU" for unit in units] + units) or None


def _is_a_size(before: str, last: str) -> bool:
    """Whether the last words of a name are a size that may be of several things."""
    return last.lower() == "size" and before.lower() not in _SIZED
