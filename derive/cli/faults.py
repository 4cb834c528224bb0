"""Faults on the command line: a paragraph on stderr or JSON on stdout, and an exit code."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any

import click

from derive.errors import (
    DataError,
    DeclarationError,
    DeriveError,
    DimensionError,
    GivenError,
    MissingExtra,
    OutputError,
    PackError,
    TextError,
    UnknownName,
    WriteError,
    did_you_mean,
    shorten,
    visible,
)
from derive.rendering.json.text import json_text
from derive.spellings import Spellings

INTERNAL, INTERRUPTED, BROKEN_PIPE = 70, 130, 141
DEBUG = "DERIVE_DEBUG"
_LONGEST_FIELD = 400
_UNWRITABLE = (errno.ENOSPC, errno.EBADF, errno.EIO, errno.EFBIG)  # of a stream
_ELSEWHERE = "Make room, or write to a file elsewhere: -o FILE."


def exit_code_of(run: Callable[[], Any], as_json: bool) -> int:
    """Run a command; returns its exit code, or that of a fault, which is reported."""
    try:
        code = run()
        if not sys.stdout.closed:  # a server of an editor closes it
            sys.stdout.flush()
    except SystemExit:  # click and rich end so when the reader of a pipe has left
        return _pipe_closed()
    except (Exception, KeyboardInterrupt) as error:
        try:
            return _report(error, as_json)
        except BrokenPipeError:
            return _pipe_closed()
        except OSError as second:
            return _report(second, as_json=False)
    return code if isinstance(code, int) else 0


def _report(error: BaseException, as_json: bool) -> int:
    """Report a fault; returns its exit code."""
    if isinstance(error, (click.Abort, KeyboardInterrupt)):
        return INTERRUPTED
    if isinstance(error, BrokenPipeError):
        return _pipe_closed()
    if isinstance(error, OSError) and error.errno in _UNWRITABLE and error.filename is None:
        why = (error.strerror or str(error)).lower()
        error = WriteError("standard output", f"cannot be written: {why}", _ELSEWHERE)
        _silence()
        as_json = False
    if isinstance(error, DeriveError):
        if isinstance(error, UnknownName):
            _point_elsewhere(error)
        _print(error, str(error), _facts(error), as_json)
        return error.exit_code
    if isinstance(error, click.ClickException):
        _print(error, _usage_words(error), _facts(error), as_json)
        return error.exit_code
    return _unexpected(error, as_json)


def _point_elsewhere(error: UnknownName) -> None:
    """Let the fault say which packs that are not in use have such a variable, or what else has this
    name. Both modules are imported on use, which spares start-up.
    """
    if error.what == "variable":
        packs_with = import_module("derive.library.activation").packs_with
        name = next(packs_with(error.name), None)
        if name is not None:
            error.candidates, error.hint = (), f"The pack {name} has it: derive --pack {name}"
            return
    import_module("derive.search.elsewhere").point_elsewhere(error)


def _print(error: BaseException, message: str, facts: dict[str, Any], as_json: bool) -> None:
    if as_json:
        head = {"kind": kind_of(error), "type": _type_of(error), "message": message}
        click.echo(json_text({"error": {**head, **facts}}))
    else:
        click.echo(f"derive: {visible(message)}", err=True)


# The kinds of faults in JSON, by the class of the error; the first that fits counts.
KINDS: dict[type[BaseException], str] = {
    click.ClickException: "usage",
    UnknownName: "unknown name",
    TextError: "unreadable text",
    GivenError: "given",
    DeclarationError: "declaration",
    OutputError: "output",
    DimensionError: "dimensions",
    PackError: "pack",
    DataError: "data file",
    MissingExtra: "missing package",
    BaseException: "internal",
}


def kind_of(error: BaseException) -> str:
    """The kind of a fault, as JSON has it."""
    return next(kind for cls, kind in KINDS.items() if isinstance(error, cls))


def _type_of(error: BaseException) -> str:
    if isinstance(error, click.UsageError):
        return "UsageError"
    return error.label if isinstance(error, DeriveError) else type(error).__name__


def _facts(error: BaseException) -> dict[str, Any]:
    """The culprit and the fix, then the fields of the error; each may be null."""
    fields = _fields(error)
    place = [fields.get("file"), fields.get("line") or None, fields.get("key") or None]
    named = (fields.get(key) for key in ("name", "text", "where", "package", "option"))
    culprit = next((name for name in named if name), None)
    culprit = culprit or ":".join(str(part) for part in place if part is not None) or None
    return {"culprit": culprit, "mend": _mend(error, fields), **fields}


def _mend(error: BaseException, fields: dict[str, Any]) -> str | None:
    """The sentence that says what would mend a fault."""
    if isinstance(error, UnknownName):
        return f"{did_you_mean(error.candidates)} {error.hint}".strip() or None
    if isinstance(error, click.UsageError):
        return f"See: {error.ctx.command_path if error.ctx else 'derive'} --help"
    return fields.get("mend") or fields.get("fix") or None


def _fields(error: BaseException) -> dict[str, Any]:
    """The fields of an error as JSON."""
    if not isinstance(error, DeriveError):
        option = getattr(error, "option_name", None)
        return {} if option is None else {"option": option}
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
    message, hint = error.format_message(), ""
    if "extra argument" in message:
        shown = import_module("derive.library.examples").example()
        hint = f' A value with spaces goes in quotes: -g "{shown.pair}".'
        if context is not None and (over := context.params.get("over")):
            hint += f" Several axes are named one by one: --over {shorten(over[-1])} --over NAME."
    if isinstance(error, click.NoSuchOption):
        message = f"No such option {error.option_name}"
        hint = _meant_by(error)
    message = shorten(message, 300)
    stop = "" if message.endswith((".", "?")) else "."
    command = context.command_path if context is not None else "derive"
    return f"{message}{stop}{hint} See: {command} --help"


def _meant_by(error: click.NoSuchOption) -> str:
    """The sentence on what an option that does not exist may mean; empty for nothing near."""
    params = error.ctx.command.params if error.ctx is not None else []
    hint = ""
    if any(param.name == "given" for param in params):
        hint = import_module("derive.cases.case").meant_by_option(error.option_name)
    options = Spellings(option for param in params for option in param.opts)
    return hint or did_you_mean(options.closest(error.option_name, 1, alike=0.75))


def _pipe_closed() -> int:
    """Silence stdout after its reader has closed it."""
    _silence()
    return BROKEN_PIPE


def _silence() -> None:
    """Let nothing more be written to stdout, also when Python closes the stream."""
    with suppress(OSError):  # closed before it began
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _unexpected(error: BaseException, as_json: bool) -> int:
    """Report an internal error in one line, with a traceback on request."""
    if os.environ.get(DEBUG):
        import traceback

        traceback.print_exception(error)
    words = shorten(" ".join(str(error).split()), 200).rstrip(".")
    message = (
        f"internal error: {type(error).__name__}{': ' if words else ''}{words}. This is a fault of"
        f" derive's, not of your input; {DEBUG}=1 shows where."
    )
    _print(error, message, _facts(error), as_json)
    return INTERNAL
