"""The build: everything that takes long side by side, then every page with what leads to it."""

from __future__ import annotations

import html as markup
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import nullcontext
from itertools import batched
from pathlib import Path
from typing import Any, TypeVar

from derive.rendering.document.document import Document
from derive.rendering.formats.html import FONT_FILE, style
from derive.search.things import Thing
from derive.site.address import address_of, file_of, link_to, list_address
from derive.site.back_links import back_links
from derive.site.cases import standard_cases
from derive.site.contents import contents
from derive.site.equation_pages import Links
from derive.site.library_pages import page_of, with_links
from derive.site.list_pages import front_page, list_page
from derive.site.made import MadeParts, joined, make
from derive.site.search_index import search_index
from derive.site.values import LiveValues
from derive.site.writer import Page, written
