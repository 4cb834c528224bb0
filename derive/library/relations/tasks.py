"""Tasks: thought and several tries cost tokens, and buy a better chance that the task is solved."""

from derive.equations import Direction, Eq, Neglected, Relation, Theorem
from derive.library.nomenclature.conversions import ONE_SEQUENCE
from derive.library.nomenclature.decode import cost_per_token
from derive.library.nomenclature.prefill import prompt_length
from derive.library.nomenclature.prices import input_cost_per_token
from derive.library.nomenclature.serving import output_length
from derive.library.nomenclature.tasks import (
    answer_length,
    cost_per_solved_task,
    samples,
    solved_chance,
    success_chance,
    task_cost,
    thought_length,
)

thought_and_answer = Relation(
    "thought_and_answer",
    Eq(output_length, thought_length + answer_length),
    "Thought is output like the answer, and paid for alike.",
    source="own-derivation: definition of the two parts of an output",
)
cost_of_a_task = Relation(
    "cost_of_a_task",
    Eq(
        task_cost,
        ONE_SEQUENCE
        * (prompt_length * input_cost_per_token + samples * output_length * cost_per_token),
    ),
    "The prompt is read once for all tries, and every try produces an output of its own.",
    source="own-derivation: from input_rent and cost, for the tokens of a task",
    holds="the tries share the prompt's KV cache",
)
one_try_suffices = Relation(
    "one_try_suffices",
    Eq(solved_chance, 1 - (1 - success_chance) ** samples),
    "A task stays unsolved only if every try fails.",
    source="own-derivation: tries that fail independently of each other",
    holds="tries are independent, and a right answer is recognised",
    neglects=(
        Neglected(
            "that tries at one task are alike, or that the answer is picked blindly",
            1 - success_chance / solved_chance,
            Direction.LOWERS,
            most=True,
        ),
    ),
)
cost_of_a_solution = Relation(
    "cost_of_a_solution",
    Eq(cost_per_solved_task, task_cost / solved_chance),
    "Tasks that stay unsolved cost as much as those that are solved.",
    source="own-derivation: cost of many tasks over the share that is solved",
)

_prompt_is_free = Relation(
    "prompt_is_free",
    Eq(input_cost_per_token, 0),
    "Reading the prompt costs nothing.",
    source="own-derivation: the case considered",
)
_one_try = Relation(
    "one_try",
    Eq(samples, 1),
    "There is one try.",
    source="own-derivation: the case considered",
)
a_try_costs_its_chance = Theorem(
    "a_try_costs_its_chance",
    Eq(cost_per_solved_task, ONE_SEQUENCE * output_length * cost_per_token / success_chance),
    "With one try and a short prompt, a solution costs an output over its chance to be right.",
    follows_from=(
        cost_of_a_task,
        one_try_suffices,
        cost_of_a_solution,
        _prompt_is_free,
        _one_try,
    ),
    source="own-derivation: from cost_of_a_task, one_try_suffices and cost_of_a_solution",
    holds="the prompt is cheap beside the output",
)
RELATIONS = (thought_and_answer, cost_of_a_task, one_try_suffices, cost_of_a_solution)
CONSTRAINTS = ()
THEOREMS = (a_try_costs_its_chance,)
