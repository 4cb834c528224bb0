"""Reading of a pack: whatever goes wrong there is its fault, and what it prints is no answer."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, redirect_stdout, suppress
from pathlib import Path
from threading import current_thread, main_thread
from time import monotonic
from traceback import walk_tb
from types import FrameType, TracebackType

from derive.errors import DeriveError, PackError, shorten, visible

_HOUSE = f"{Path(__file__).parents[1]}{os.sep}"
LONG = 5.0  # seconds, above which it is told how long a pack takes
_MOST_PRINTED = 4_000  # bytes of what a pack prints
_seconds: dict[str, float] = {}  # the longest reading of each pack


class blamed:  # noqa: N801 - reads as a statement
    """Reading a pack: any fault there names it. What it prints goes to stderr, since stdout is for
    answers, also past sys.stdout.
    """

    def __init__(self, name: str) -> None:
        self.name, self._around, self._begun = name, ExitStack(), 0.0
        self._by_user = False  # an interruption, which reaches the main thread alone

    def __enter__(self) -> None:
        """Begin."""
        self._begun = monotonic()
        self._around.enter_context(_output_aside(self.name))
        handler = signal.getsignal(signal.SIGINT)
        if current_thread() is not main_thread() or handler in (signal.SIG_IGN, signal.SIG_DFL):
            return
        if handler is signal.default_int_handler:
            signal.signal(signal.SIGINT, self._interrupted)
            self._around.callback(signal.signal, signal.SIGINT, handler)
        else:  # another handler may raise what a pack may raise as well
            self._by_user = True

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Raise PackError for any error but an interruption by the user."""
        self._around.close()
        _seconds[self.name] = max(_seconds.get(self.name, 0.0), monotonic() - self._begun)
        by_user = isinstance(error, KeyboardInterrupt) and self._by_user
        if error is None or isinstance(error, PackError) or by_user:
            return
        place = _place(trace)
        if isinstance(error, DeriveError):
            raise PackError(self.name, f"{str(error).rstrip('.')}{place}") from error
        words = f": {shorten(str(error), 200)}" if str(error) else ""
        problem = f"it raises {type(error).__name__} when it is read{place}{words}"
        raise PackError(self.name, problem) from error

    def _interrupted(self, _signal: int, _frame: FrameType | None) -> None:
        """Raise KeyboardInterrupt for the signal, which a pack that raises one does not send."""
        self._by_user = True
        raise KeyboardInterrupt


def _place(trace: TracebackType | None) -> str:
    """The line of the pack's own files that an error comes from: the last line outside of derive;
    empty where there is none.
    """
    files = [(frame.f_code.co_filename, line) for frame, line in walk_tb(trace)]
    own = [(Path(file), line) for file, line in files if not file.startswith(("<", _HOUSE))]
    return f" ({'/'.join(own[-1][0].parts[-2:])}, line {own[-1][1]})" if own else ""


def tell(name: str, words: str) -> None:
    """Tell on stderr what there is to say of a pack."""
    print(f"derive: the pack {name} {visible(words)}", file=sys.stderr, flush=True)


def slowness(name: str) -> str:
    """That a pack takes long to read, as a clause; empty where it does not."""
    seconds = _seconds.get(name, 0.0)
    return f"it took {seconds:.1f} s to read" if seconds > LONG else ""


@contextmanager
def _output_aside(name: str) -> Iterator[None]:
    """Keep what is printed, also past sys.stdout, and tell on stderr which pack did it."""
    from tempfile import TemporaryFile  # takes 5 ms: only where a pack is read

    with TemporaryFile() as file:
        try:
            with (
                _descriptors_kept(),
                open(os.dup2(file.fileno(), 1), "w", encoding="utf-8", closefd=False) as stream,
                redirect_stdout(stream),
            ):
                yield
        finally:
            file.seek(0)
            if printed := file.read(_MOST_PRINTED).decode(errors="replace").strip():
                tell(name, f"prints: {printed}")


@contextmanager
def _descriptors_kept() -> Iterator[None]:
    """Those of stdout and stderr lead afterwards to where they lead now, whatever is done."""
    with ExitStack() as around:
        for descriptor in (1, 2):
            with suppress(OSError):  # it is closed
                around.callback(_restore, os.dup(descriptor), descriptor)
        _flush()
        try:
            yield
        finally:
            _flush()


def _restore(kept: int, descriptor: int) -> None:
    os.dup2(kept, descriptor)
    os.close(kept)


def _flush() -> None:
    """Write what stdout holds back, to where its descriptor leads now."""
    for stream in (sys.stdout, sys.__stdout__):
        if stream is not None:
            with suppress(OSError, ValueError):
                stream.flush()
