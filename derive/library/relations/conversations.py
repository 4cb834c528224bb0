"""Conversations: a model remembers nothing between two turns, so each turn sends again all that was
said before it, and is billed for it.
"""

from derive.equations import Eq, Relation
from derive.library.nomenclature.conversations import (
    conversation_price,
    conversation_turns,
    resent_price_ratio,
    resent_tokens,
    system_prompt,
    turn_input,
    turn_output,
)
from derive.library.nomenclature.prices import input_price, output_price

history_is_sent_again = Relation(
    "history_is_sent_again",
    Eq(
        resent_tokens,
        (turn_input + turn_output) * conversation_turns * (conversation_turns - 1) / 2
        + system_prompt * (conversation_turns - 1),
    ),
    "The second turn sends one turn again, the third two, and so on; each but the first also what"
    " stands before them.",
    source="own-derivation: sum of 1 to n - 1, times the tokens of a turn",
    holds="turns are alike, and nothing is dropped or summed up",
)
conversation_is_billed = Relation(
    "conversation_is_billed",
    Eq(
        conversation_price,
        input_price
        * (system_prompt + conversation_turns * turn_input + resent_price_ratio * resent_tokens)
        + output_price * conversation_turns * turn_output,
    ),
    "New questions, all that is sent again, and the answers are paid for.",
    source="own-derivation: from the meaning of a price of a token, for all turns",
)
RELATIONS = (history_is_sent_again, conversation_is_billed)
CONSTRAINTS = ()
THEOREMS = ()
