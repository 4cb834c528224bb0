"""Conversations: turns that send again all that was said before."""

from derive.library.nomenclature.vocabulary import v

conversation_turns = v(
    "conversation_turns", "1", "questions of one conversation, each with its answer",
    tex=r"n_{\mathrm{turn}}", aliases=("chat_turns", "n_turns"), whole=True,
)  # fmt: skip
turn_input = v(
    "turn_input", "token", "tokens that a turn adds to the conversation before its answer",
    tex=r"D_{\mathrm{ask}}", within="[0, oo)", aliases=("question_tokens", "message_tokens"),
)  # fmt: skip
turn_output = v(
    "turn_output", "token", "tokens of the answer of a turn",
    tex=r"D_{\mathrm{ans}}", within="[0, oo)", aliases=("reply_tokens",),
)  # fmt: skip
system_prompt = v(
    "system_prompt", "token", "tokens that stand before every turn: instructions, tools, documents",
    tex=r"D_{\mathrm{sys}}", within="[0, oo)", default="0 token", ideal=True,
)  # fmt: skip
resent_tokens = v(
    "resent_tokens", "token", "tokens that the turns of a conversation send again, summed",
    tex=r"D_{\mathrm{again}}", within="[0, oo)",
)  # fmt: skip
resent_price_ratio = v(
    "resent_price_ratio", "1",
    "price of a token that is sent again over that of a new one: 1 without the provider's cache",
    tex=r"\rho_{\mathrm{again}}", within="[0, 1]", default="1", ideal=True,
)  # fmt: skip
conversation_price = v(
    "conversation_price", "USD", "price of one conversation, all its turns together",
    tex=r"P_{\mathrm{conv}}", within="[0, oo)", aliases=("chat_price", "price_of_a_conversation"),
)  # fmt: skip
