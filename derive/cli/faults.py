"""Faults on the command line: a paragraph on stderr or JSON on stdout, and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

import click

from derive.errors import DeriveError, shorten, visible
from derive.rendering.json.text import json_text

INTERNAL, INTERRUPTED, BROKEN_PIPE = 70, 130, 141
DEBUG = "DERIVE_DEBUG"
_LONGEST_FIELD = 400


def exit_code_of(run: Callable[[], Any], as_json: bool) -> int:
    """Run a command; returns its exit code, or that of a fault, which is reported."""
    try:
        code = run()
        sys.stdout.flush()
    except SystemExit:  # click and rich end so when the reader of a pipe has left
        return _pipe_closed()
    except (Exception, KeyboardInterrupt) as error:
        try:
            return _report(error, as_json)
        except BrokenPipeError:
            return _pipe_closed()
    return code if isinstance(code, int) else 0


def _report(error: BaseException, as_json: bool) -> int:
    """Report a fault; returns its exit code."""
    if isinstance(error, (click.Abort, KeyboardInterrupt)):
        return INTERRUPTED
    if isinstance(error, BrokenPipeError):
        return _pipe_closed()
    if isinstance(error, DeriveError):
        _print(error.label, str(error), _fields(error), as_json)
        return error.exit_code
    if isinstance(error, click.ClickException):
        kind = "UsageError" if isinstance(error, click.UsageError) else type(error).__name__
        _print(kind, _usage_words(error), {}, as_json)
        return error.exit_code
    return _unexpected(error, as_json)


def _print(kind: str, message: str, fields: dict[str, Any], as_json: bool) -> None:
    if as_json:
        fault = {"error": {"type": kind, "message": message, **fields}}
        click.echo(json_text(fault))
    else:
        click.echo(f"derive: {visible(message)}", err=True)


def _fields(error: DeriveError) -> dict[str, Any]:
    """The fields of an error as JSON."""
    return {
        name: _plain(value)
        for name, value in vars(error).items()
        if name != "args" and not name.startswith("_")
    }


def _plain(value: object) -> Any:
    if isinstance(value, (int, float)) or value is None:
        return value
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return shorten(str(value), _LONGEST_FIELD)


def _usage_words(error: click.ClickException) -> str:
    """The message of a usage error, with the command whose help to read."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    message = shorten(error.format_message(), 300)
    stop = "" if message.endswith((".", "?")) else "."
    hint = ""
    if "extra argument" in message:
        hint = ' A value with spaces goes in quotes: -g "batch_size=256 sequence".'
    command = context.command_path if context is not None else "derive"
    return f"{message}{stop}{hint} See: {command} --help"


def _pipe_closed() -> int:
    """Silence stdout after its reader has closed it, also when Python closes the stream."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return BROKEN_PIPE


def _unexpected(error: BaseException, as_json: bool) -> int:
    """Report an internal error in one line, with a traceback on request."""
    if os.environ.get(DEBUG):
        import traceback

        traceback.print_exception(error)
    words = shorten(" ".join(str(error).split()), 200)
    message = (
        f"internal error: {type(error).__name__}{': ' if words else ''}{words}. This is a fault of"
        f" derive's, not of your input; {DEBUG}=1 shows where."
    )
    _print(type(error).__name__, message, {}, as_json)
    return INTERNAL
