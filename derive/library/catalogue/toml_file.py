"""Data files: text read as TOML, with errors that name file and line."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from derive.data_files import is_opened, note_input
from derive.errors import DataError


@dataclass(frozen=True, slots=True)
class TomlFile:
    """`shown` is how messages name the file, `tables` what is in it."""

    shown: str
    tables: dict[str, Any]


def read_toml(path: Path, shown: str) -> TomlFile:
    """Read a TOML file. Raises DataError for one that is missing, unreadable, binary, empty or not
    TOML.
    """
    tables = toml_tables(data_text(path, shown), shown)
    if not tables:
        raise DataError(
            shown, "", "it is empty", "An entry starts with a line such as [accelerator.my_chip]."
        )
    return TomlFile(shown, tables)


def data_text(path: Path, shown: str, form: str = "A data file is TOML in UTF-8.") -> str:
    """The text of a data file of this `form`. Raises DataError for one that cannot be read."""
    try:
        if path.exists() and not (path.is_file() or path.is_dir() or is_opened(path)):
            raise DataError(shown, "", "it is not a regular file", "Save the entries in one.")
        note_input(path)
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise DataError(shown, "", "it is not text", form) from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise DataError(shown, "", f"it cannot be read: {why}") from None


def toml_tables(text: str, shown: str) -> dict[str, Any]:
    """The tables of a text in TOML. Raises DataError naming the line."""
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataError(shown, "", f"it is not TOML: {error}") from None
    except ValueError:
        raise DataError(
            shown, "", "it holds a number of thousands of digits or an impossible date"
        ) from None
    except RecursionError:
        raise DataError(shown, "", "its brackets are nested too deeply") from None
