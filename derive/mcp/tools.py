"""The tools: what each is for, its arguments, the schema of its result and the function behind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from derive.mcp.arguments import ToolArgument, catalogue, choice, count, flag, schema_of, table
from derive.mcp.arguments import text as worded
from derive.mcp.arguments import texts as several
from derive.mcp.schemas import (
    ANSWER,
    COMPARISON,
    FINDINGS,
    FORMULA,
    FOUND,
    MISSING,
    SENSITIVITY,
)

INSTRUCTIONS = """\
derive answers questions about what it costs to train and serve large language models: step times, \
throughput, memory, cost, balance points, scaling, networks. Every answer follows from verified \
equations with checked units.

- Compute no such number yourself, and convert no units: ask solve, and quote its text.
- Quote the status and the sense: a lower bound is not the value, an estimate may be off. Any \
status but solved is an answer too: say what is missing, what disagrees, or what can be reached.
- State every value as text with its unit: "72 GPU", "3.35 TB/s/GPU", "4096 token/sequence". A \
FLOP, token, sequence, parameter, byte, GPU and dollar are different things, and rates are per GPU.
- Name variables, chips and models as find names them. Take a chip by accelerator and precision, \
and a model by model, rather than figures from memory.
- Tell the assumptions that matter and every caution.
- An error names the culprit and what mends it: mend that, and ask again."""

_TARGET = worded(
    "target",
    "The variable that is asked for, by name or alias: find knows them.",
    '"step_time"',
    required=True,
)
_GIVEN = table(
    "given",
    "Known values by variable, each as text with its unit. A value may be uncertain in solve:"
    ' "2 to 3 USD/hour/GPU".',
    '{"gpus": "72 GPU", "batch_size": "256 sequence"}',
)
_VARIANTS = table(
    "variants",
    'Another way to state a relation, by group: {"step time": "none"} reads and computes in turn.',
    '{"step time": "none"}',
)
_DETAIL = choice(
    "detail",
    "derivation adds every verified line as Markdown; it is long.",
    ("answer", "derivation"),
)


@dataclass(frozen=True, slots=True)
class AssistantTool:
    """A tool by name; `run` is the name of its function in `questions`."""

    name: str
    title: str
    help: str
    arguments: tuple[ToolArgument, ...]
    result: Mapping[str, Any]

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of its arguments."""
        return schema_of(self.arguments)


def tools() -> dict[str, AssistantTool]:
    """The tools by name, in the order in which they are listed."""
    asked = (_TARGET, _GIVEN, *catalogue(), _VARIANTS)
    return {
        tool.name: tool
        for tool in (*_of_one_question(asked), *_of_changed_values(asked), *_of_words())
    }


def _of_one_question(asked: tuple[ToolArgument, ...]) -> tuple[AssistantTool, ...]:
    return (
        AssistantTool(
            "solve",
            "Solve for a variable",
            "The value of a variable from what is known, with status, sense, regime, what binds,"
            " assumptions and cautions. Works in every direction: give step_time and ask for"
            " batch_size.",
            (*asked, *_SOLVE),
            ANSWER,
        ),
        AssistantTool(
            "formula",
            "Closed form",
            "A variable as a formula of others, names only: one form per regime.",
            (_TARGET, *_FORMULA),
            FORMULA,
        ),
        AssistantTool(
            "missing",
            "What is missing",
            "What else a question needs: every small set of values that would settle it, and the"
            " given values that do not act.",
            asked,
            MISSING,
        ),
    )


def _of_changed_values(asked: tuple[ToolArgument, ...]) -> tuple[AssistantTool, ...]:
    return (
        AssistantTool(
            "compare",
            "Compare two cases",
            "What flips between two cases, and by which factor each changed input moves the"
            " target.",
            (*asked, _OTHERWISE),
            COMPARISON,
        ),
        AssistantTool(
            "sensitivity",
            "Sensitivity",
            "The known values by their effect on the target, and the nearest change of regime or"
            " limit.",
            asked,
            SENSITIVITY,
        ),
    )


def _of_words() -> tuple[AssistantTool, ...]:
    return (
        AssistantTool(
            "check",
            "Check equations",
            "Whether equations agree in dimensions and figures, with the mend where they do not:"
            " plain text or LaTeX, one a line.",
            _CHECK,
            FINDINGS,
        ),
        AssistantTool(
            "find",
            "Find names",
            "Variables, relations, chips, models, prices and claims by words or meaning, best"
            " first.",
            _FIND,
            FOUND,
        ),
    )


_SOLVE = (
    worded("unit", "The unit of the answer, if not the declared one.", '"ms"'),
    choice(
        "efficiency",
        "measured turns the bound of a step into an estimate: the share of it that published"
        " measurements reach.",
        ("measured",),
    ),
    _DETAIL,
)
_FORMULA = (
    several("known", "The variables that it may contain.", '["kv_bytes_per_token"]', required=True),
    _VARIANTS,
    _DETAIL,
)
_CHECK = (
    worded("text", "The equations.", '"t_c = B N_active / FLOPs"', required=True),
    table(
        "bind",
        "What names of the text stand for: a variable, a unit or a quantity.",
        '{"k": "kv_bytes_per_token", "V": "GB"}',
    ),
    flag("strict", "Refuse what is right only with something left unsaid."),
    flag("only_mine", "Read no letter as the library's: only what is bound or spelt out."),
)
_OTHERWISE = table(
    "otherwise",
    "What is otherwise in the second case: values, catalogue arguments and variants by name.",
    '{"accelerator": "b200", "batch_size": "512 sequence"}',
    required=True,
)
_FIND = (
    worded("words", "What is looked for.", '"time to first token"', required=True),
    worded(
        "kind",
        "Of one kind alone: variable, relation, accelerator, model, price, claim, ...",
        '"variable"',
    ),
    count("most", "How many to list.", 8),
)
