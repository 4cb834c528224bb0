"""The command `derive`, a file a command."""
