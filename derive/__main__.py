"""`python -m derive`: the command line."""

from derive.cli.main import main

if __name__ == "__main__":  # a process that it starts imports this file under another name
    main()
