"""`python -m derive` and the command `derive`: the command line, or what a shell asks of it while
one types, which needs neither click nor the engine.
"""

import os
import sys
from importlib import import_module

from derive.completion.shells import SHELLS, VARIABLE, reply


def main() -> None:
    """Run the command line, or reply to a shell."""
    shell = os.environ.get(VARIABLE, "")
    if shell in SHELLS:
        sys.stdout.buffer.write(reply(shell, sys.argv[1:]).encode())
    else:
        import_module("derive.cli.main").main()


if __name__ == "__main__":  # a process that it starts imports this file under another name
    main()
