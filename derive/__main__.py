"""`python -m derive` and the command `derive`: the command line, or what a shell asks of it while
one types, which needs neither click nor the engine, or the answer to a question that is kept.
"""

import atexit
import gc
import os
import sys
from importlib import import_module

_COMPLETE = "_DERIVE_COMPLETE"  # names the shell that asks


def main() -> None:
    """Run the command line, or reply to a shell.

    At its end nothing is looked through for garbage: that takes a fifth of a cold command.
    """
    atexit.register(gc.freeze)
    if sys.stdout is None or sys.stderr is None:
        import_module("derive.cli.closed_streams").replace_closed()
    if os.environ.get(_COMPLETE):
        shells = import_module("derive.completion.shells")
        if os.environ[_COMPLETE] in shells.SHELLS:
            reply = shells.reply(os.environ[_COMPLETE], sys.argv[1:])
            sys.stdout.buffer.write(reply.encode())
            return
    text = _kept(sys.argv[1:])
    if text is None:
        import_module("derive.cli.main").main()
    else:
        sys.exit(_printed(text))


def _kept(words: list[str]) -> str | None:
    """The output of `derive solve` for a question that is kept; None for any other command."""
    encoding = (getattr(sys.stdout, "encoding", "") or "").lower()
    if words[:1] != ["solve"] or "--json" not in words or encoding not in ("utf-8", "utf8"):
        return None
    text: str | None = import_module("derive.kept.reader").answer_text(words)
    return text


def _printed(text: str) -> int:
    """Print a text; the exit code, which is that of a fault where it cannot be written."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        fault = error

        def failed() -> None:
            raise fault

        code: int = import_module("derive.cli.faults").exit_code_of(failed, as_json=True)
        return code
    return 0


if __name__ == "__main__":  # a process that it starts imports this file under another name
    main()
