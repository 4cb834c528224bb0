"""Metadata that depend on the public address: the project's links, and those of its description."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK = re.compile(r"\[((?:!\[[^\]]*\]\([^)]*\))|[^\]]*)\]\((?!https?:|#)([^)]+)\)")
_PICTURE = re.compile(r"!\[([^\]]*)\]\((?!https?:)([^)]+)\)")
_LEGEND = re.compile(r"^\[!\[.*\n\n\*.*\*\n\n", re.M)


class CustomMetadataHook(MetadataHookInterface):
    """Fills in the fields that pyproject.toml leaves dynamic."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the description and, where there is a public address, the links."""
        stated = runpy.run_path(str(Path(self.root) / "derive/version.py"))
        address, tag = stated["ADDRESS"], f"v{stated['__version__']}"
        readme = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        text = description(readme, address, tag)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        metadata["urls"] = links(address, tag)


def links(address: str, tag: str) -> dict[str, str]:
    """The links of the project; none without a public address.

    >>> links("", "v1.0")
    {}
    """
    if not address:
        return {}
    return {
        "Source": address,
        "Documentation": f"{address}/tree/{tag}/docs/guide",
        "Changelog": f"{address}/blob/{tag}/CHANGELOG.md",
        "Issues": f"{address}/issues",
    }


def description(readme: str, address: str, tag: str) -> str:
    """The README with links that hold outside of the repository: absolute ones at the tag, or none
    and no picture without a public address.

    >>> description("See [here](docs/a.md).", "", "v1.0")
    'See here.'
    >>> description("See [here](docs/a.md).", "https://e.org/derive", "v1.0")
    'See [here](https://e.org/derive/blob/v1.0/docs/a.md).'
    """
    if not address:
        return _LINK.sub(r"\1", _LEGEND.sub("", readme))
    pictures = _PICTURE.sub(rf"![\1]({address}/raw/{tag}/\2)", readme)
    return _LINK.sub(rf"[\1]({address}/blob/{tag}/\2)", pictures)
