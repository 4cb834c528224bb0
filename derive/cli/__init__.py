"""The command `derive`, one file for each subcommand."""
