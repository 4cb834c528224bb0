"""Pictures within an HTML page: SVG files without scripts, in the colours of the page."""

from __future__ import annotations

import re
from pathlib import Path

from derive.errors import OutputError
from derive.rendering.formats.html_prose import escape

_ACTIVE = re.compile(
    r"<script|<foreignObject|\son\w+\s*=|href\s*=\s*[\"'](?!#)", re.IGNORECASE
)  # scripts and requests
_COLOUR = re.compile(r"\b((?:fill|stroke|stop-color)(?:: |=\"))(#[0-9a-f]{6})\b")
_BOX = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
_DECLARED = re.compile(r"--(\w+): (#[0-9a-f]{6})\b")  # a colour of a style
_OWN_DARK = re.compile(r"\s*<style>@media \(prefers-color-scheme: dark\).*?</style>", re.DOTALL)
# Colours of figures as those of the page, which are other ones in the dark and on paper.
_PALETTE = {
    colour: f"var(--{name})"
    for name, colours in {
        "paper": "#ffffff", "ink": "#000000 #111827 #222222 #374151", "line": "#e5e7eb",
        "soft": "#4b5563 #555555 #6b6b6b #777777 #8a8a8a", "band": "#f3f4f6",
        "one": "#1f3fbf #1f5fa8", "two": "#c2410c #c65d00 #a86400", "three": "#0f766e #2d7a33",
        "four": "#6d28d9", "warn": "#b00020",
    }.items()
    for colour in colours.split()
}  # fmt: skip


def picture(path: Path, alt: str) -> str:
    """An SVG file as an element of the page, labelled by its alternative text.

    Raises OutputError for one that cannot be read, or does anything.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise OutputError(str(path), f"the figure cannot be read: {error}") from error
    start = text.find("<svg")
    if start < 0 or _ACTIVE.search(text):
        problem = "it is not an SVG that a page without scripts and requests can hold"
        raise OutputError(str(path), problem, "Draw it with matplotlib.")
    own = re.sub(r"\W", "-", path.stem)  # makes the ids of several pictures unique in the page
    inner = re.sub(
        r'(\bid="|href="#|url\(#)', rf"\g<1>{own}-", _OWN_DARK.sub("", text[start + 4 :]).rstrip()
    )
    coloured = _COLOUR.sub(lambda m: f"{m[1]}{_PALETTE.get(m[2], m[2])}", inner)
    return f'<svg role="img" aria-label="{escape(alt)}"{coloured}'


def upright(svg: str) -> bool:
    """Whether a picture is much higher than wide; on paper it may take more of a page than others.

    >>> upright('<svg viewBox="0 0 441.5 667.4">'), upright('<svg viewBox="0 0 432 374.4">')
    (True, False)
    """
    box = _BOX.search(svg)
    return box is not None and float(box[2]) > 1.2 * float(box[1])


def adaptive(text: str, style: str) -> str:
    """An SVG file with the dark colours that the `style` of pages begins with, beside its own,
    which programs keep that read no style sheets.
    """
    colours = style[style.index("prefers-color-scheme: dark") : style.index("\n* {")]
    dark = dict(_DECLARED.findall(colours))
    rules = [f"svg {{ color-scheme: light dark; fill: {dark['ink']}; }}"]
    for kind, colour in sorted(set(_COLOUR.findall(text))):
        key, name = kind.rstrip(': ="'), _PALETTE.get(colour, "")[6:-1]
        place = f'[style*="{kind}{colour}"]' if kind.endswith(" ") else f'[{kind}{colour}"]'
        if name in dark:
            rules.append(f"{place} {{ {key}: {dark[name]} !important; }}")
    scheme = "\n".join(["@media (prefers-color-scheme: dark) {", *rules, "}"])
    start = text.index(">", text.index("<svg")) + 1
    return f"{text[:start]}\n <style>{scheme}</style>{text[start:]}"
