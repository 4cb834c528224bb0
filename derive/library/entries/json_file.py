"""JSON files of other projects: text read within limits, with errors that name the file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from derive.data_files import note_input
from derive.errors import DataError

MOST_BYTES = 4_000_000
_WHAT = "A model's configuration is the file config.json that is published beside its weights."


def read_json(path: Path, shown: str) -> dict[str, Any]:
    """The object in a JSON file. Raises DataError for one that is missing, huge, unreadable,
    binary, empty or no JSON object.
    """
    try:
        if not path.is_file():
            raise DataError(
                shown,
                "",
                "there is no such file",
                f"{_WHAT} Models of the catalogue have an id: derive list models.",
            )
        if path.stat().st_size > MOST_BYTES:
            raise DataError(
                shown,
                "",
                f"it has {path.stat().st_size:,} bytes, and {MOST_BYTES:,} are read at most",
                _WHAT,
            )
        note_input(path)
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise DataError(shown, "", "it is not text", _WHAT) from None
    except (OSError, ValueError) as error:
        raise DataError(
            shown, "", f"it cannot be read: {getattr(error, 'strerror', None) or error}", _WHAT
        ) from None
    return _object(text, shown)


def _object(text: str, shown: str) -> dict[str, Any]:
    try:
        found = json.loads(text, object_pairs_hook=lambda pairs: _once(pairs, shown))
    except json.JSONDecodeError as error:
        raise DataError(shown, "", f"it is not JSON: {error}", _WHAT) from None
    except ValueError:
        raise DataError(shown, "", "it holds a number of thousands of digits") from None
    except RecursionError:
        raise DataError(shown, "", "its brackets are nested too deeply") from None
    if not isinstance(found, dict):
        raise DataError(shown, "", "it holds no JSON object", _WHAT)
    return found


def _once(pairs: list[tuple[str, Any]], shown: str) -> dict[str, Any]:
    """An object whose keys are there once: of two values none may win in silence."""
    made: dict[str, Any] = {}
    for key, value in pairs:
        if key in made and made[key] != value:
            raise DataError(
                shown, key, "the key is there twice with different values", "Keep one of them."
            )
        made[key] = value
    return made
