"""Work of the process behind the server: jobs as plain data, replies as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from derive.cases.resolve import load_user_files
from derive.errors import DeriveError, InternalError
from derive.mcp import questions, resources
from derive.mcp.size import MOST_ASKED, MOST_BYTES, fitted
from derive.mcp.wording import INTERNAL, for_assistant

_FIRST = {"target": "step_time", "given": {"compute_time": "2 ms", "memory_time": "3 ms"}}


def warm_up(data: tuple[str, ...] = (), units: tuple[str, ...] = ()) -> None:
    """Read the user's files and the library, so that the first question does not wait for it."""
    load_user_files(data, units)
    done({"tool": "solve", "arguments": _FIRST})
    done({"tool": "find", "arguments": {"words": "step time"}})


def done(job: Mapping[str, Any]) -> dict[str, Any]:
    """The reply to a job: its `result`, or an `error` that names the culprit and the mend. A fault
    of derive's own is an error without details.
    """
    try:
        return {"result": _result(job)}
    except InternalError:
        return {"error": INTERNAL}
    except DeriveError as error:
        return {"error": for_assistant(str(error))}
    except Exception:
        return {"error": INTERNAL}


def _result(job: Mapping[str, Any]) -> Any:
    if "uri" in job:
        return resources.described(job["uri"])
    if "start" in job:
        return resources.listed(job["start"])
    name, arguments = job["tool"], job["arguments"]
    most = MOST_ASKED if arguments.get("detail") == questions.DERIVATION else MOST_BYTES
    return fitted(getattr(questions, name)(arguments), most)
