"""`python -m derive`: the command line."""

from derive.cli.main import main

main()
