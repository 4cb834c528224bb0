"""References of documents and answers, as one cites them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from derive.display import enumeration, sentence
from derive.errors import UnknownName
from derive.library.catalogue import source
from derive.library.catalogue.sources import Source
from derive.rendering.document.document import Cite, Reference, Text, Words
from derive.rendering.document.wording import date_words
from derive.results.answer import Answer
from derive.results.known import Known

_COMMIT = re.compile(r"https://(github\.com/[^/]+/[^/]+)/blob/([0-9a-f]{7})[0-9a-f]*/(.+)")
_HELD = re.compile(r"(github\.com/[\w.-]+/[\w.-]+): (.+?)(?: @ ([0-9a-f]+))?")
_COPY = re.compile(r",? ?undated (?:stored )?(?:copy|version)$")
_NO_ADDRESS, _DEFINITION = "none", "definition"


def sources_of(answer: Answer) -> list[str]:
    """Ids of the sources of an answer's values and relations, in that order."""
    cited = [known.source for known in answer.known] + [
        cited.source for relation in answer.relations for cited in relation.citations
    ]
    cited += [
        id for route in (answer.conflict.routes if answer.conflict else ()) for id in route.sources
    ]
    return list(dict.fromkeys(id for id in cited if id))


def citation(known: Known) -> Words:
    """A blank and the citation of a value's source; nothing where the value holds by definition."""
    if not known.source or _is_definition(known.source):
        return ()
    return (Text(" "), Cite(known.source))


def _is_definition(id: str) -> bool:
    try:
        return source(id).kind == _DEFINITION
    except UnknownName:  # a source of one's own
        return False


def references(ids: Iterable[str]) -> dict[str, Reference]:
    """References by id; an unknown id is left out."""
    found: dict[str, Reference] = {}
    for id in ids:
        try:
            found[id] = _reference(id, source(id))
        except UnknownName:
            continue
    return found


def _reference(id: str, known: Source) -> Reference:
    if known.address.partition(":")[0] == _NO_ADDRESS:  # "none: and why", against "none known"
        return Reference(id, known.title, aside=known.title.partition(";")[0])
    authors = enumeration(list(known.authors)) if known.authors else ""
    return Reference(id, known.title, authors, _date(known.date), _place(known), known.url)


def _date(text: str) -> str:
    """The date in words; how a copy without a date came to us is left out."""
    if text.startswith(_NO_ADDRESS):
        return ""
    return sentence(date_words(_COPY.sub("", text) or "undated"), stop=False)


def _place(known: Source) -> str:
    """The address as one cites it: repository, file and commit, or a site without its scheme."""
    if known.address.startswith(_NO_ADDRESS):
        return ""
    linked, held = _COMMIT.fullmatch(known.url), _HELD.fullmatch(known.address)
    if held is not None:
        repository, path, commit = held.groups()
    elif linked is not None:
        repository, commit, path = linked.groups()
    else:
        shown = known.address.removeprefix("https://").removeprefix("http://")
        return shown if known.url else sentence(shown, stop=False)
    file = path.rpartition("/")[2]
    return f"{repository}, {file}" + (f" ({commit[:7]})" if commit else "")


def references_of(answers: Iterable[Answer]) -> dict[str, Reference]:
    """The references of several answers."""
    return references(id for answer in answers for id in sources_of(answer))
