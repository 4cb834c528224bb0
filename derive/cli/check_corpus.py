"""The corpus of derive check: the options --corpus, --workers, --limit and those beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from importlib import import_module
from typing import Any

import click

from derive.cli.options import refuse_options
from derive.cli.output import Output, say
from derive.cli.progress import progress
from derive.corpora.settings import LIMIT, MEMORY
from derive.errors import GivenError
from derive.rendering.formats.data_formats import TABLE_FORMATS
from derive.rendering.json.corpus import corpus_json

_CORPUS = "derive.corpora.corpus"  # imported on use
_SINGLE = ("sarif", "github", "suggest_bindings", "fail_on")  # options of single documents
_LONG = 100  # documents before progress is shown


@dataclass(frozen=True, slots=True)
class CorpusQuestion:
    """A corpus, and how its documents are checked."""

    corpus: str
    how: Mapping[str, Any]

    def check(
        self,
        texts: tuple[str, ...],
        own: Mapping[str, str],
        options: Mapping[str, Any],
        output: Output,
    ) -> None:
        """Check the corpus, write its shards, and say what was done.

        Raises click.UsageError for texts beside it, GivenError without a folder for the shards.
        """
        if texts:
            raise click.UsageError("--corpus names the documents: leave out the others.")
        if output.path is None:
            raise GivenError("corpus", "its findings go to a folder of shards", "Add -o shards.")
        with progress("documents", _LONG) as report:
            run = import_module(_CORPUS).check_corpus(
                self.corpus,
                output.path,
                own,
                force=output.force,
                report=report,
                **self.how,
                **options,
            )
        if output.as_json:
            Output().json(corpus_json(run))
        else:
            say(str(run))


_OPTIONS = (
    click.option(
        "--corpus",
        metavar="DIR|LIST",
        help="Check the documents in a folder, or those that a file lists, in processes, and write"
        " a row for each finding to shards in the folder of -o; derive census counts them.",
    ),
    click.option("--workers", type=int, metavar="N", help="So many processes, for --corpus."),
    click.option(
        "--limit",
        default=LIMIT,
        metavar="TIME",
        help=f"Give up a document of the corpus after this time ({LIMIT}).",
    ),
    click.option(
        "--memory",
        default=MEMORY,
        metavar="SIZE",
        help=f"Give up a document of the corpus that takes more memory ({MEMORY}).",
    ),
    click.option(
        "--scheduler",
        default="",
        metavar="WHERE",
        help="Check the corpus on a dask cluster: tcp://HOST:PORT.",
    ),
    click.option(
        "--format",
        "shard_format",
        type=click.Choice(list(TABLE_FORMATS)),
        metavar="FORMAT",
        help=f"The format of the shards: {', '.join(TABLE_FORMATS)}; the first where pyarrow is"
        " installed, else the second.",
    ),
    click.option(
        "--resume", is_flag=True, help="Leave out documents that the shards have already."
    ),
)


def corpus_options(command: Any) -> Callable[..., Any]:
    """The options of a corpus, which the command gets as its `corpus`, None without one."""

    @wraps(command)
    def with_corpus(*given: Any, corpus: str | None, **rest: Any) -> Any:
        ctx = click.get_current_context()
        names = ("workers", "limit", "memory", "scheduler", "shard_format", "resume")
        how = {name.removeprefix("shard_"): rest.pop(name) for name in names}
        how["format"] = how["format"] or ""
        usual = click.core.ParameterSource.DEFAULT
        stated = [name for name in names if ctx.get_parameter_source(name) is not usual]
        if corpus is None and stated:
            option = f"--{stated[0].removeprefix('shard_')}"
            raise click.UsageError(f"{option} is for a corpus: add --corpus DIR -o shards.")
        if corpus is not None:
            refuse_options(ctx, _SINGLE, "is for single documents: leave it out, or --corpus.")
        question = None if corpus is None else CorpusQuestion(corpus, how)
        return command(*given, corpus=question, **rest)

    for option in reversed(_OPTIONS):
        with_corpus = option(with_corpus)
    return with_corpus
