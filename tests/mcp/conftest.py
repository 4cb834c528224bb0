"""A client of the server in this process: it speaks the protocol over streams in memory."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

import anyio
import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolResult

from derive.mcp import work
from derive.mcp.server import make_server
from derive.mcp.worker import Worker

Made = TypeVar("Made")
Session = Callable[[Callable[[Client], Awaitable[Made]]], Made]
Call = Callable[..., CallToolResult]


class HereWorker(Worker):
    """Answers in this process, where the library is read already."""

    def start(self) -> None:
        pass

    def ask(self, job: Mapping[str, Any]) -> dict[str, Any]:
        return work.done(job)


@pytest.fixture(scope="session")
def session() -> Session[Any]:
    """`session(work)` is what the work gets from a client that is connected."""

    def run(asked: Callable[[Client], Awaitable[Made]]) -> Made:
        async def connected() -> Made | MCPError:
            async with Client(make_server(HereWorker()), mode="legacy") as client:
                try:
                    return await asked(client)
                except MCPError as error:  # raised here, it would arrive in a group of errors
                    return error

        found = anyio.run(connected)
        if isinstance(found, MCPError):
            raise found
        return found

    return run


@pytest.fixture(scope="session")
def call(session: Session[Any]) -> Call:
    """`call("solve", target="step_time")` is what the client gets from a tool."""

    def called(tool: str, **arguments: Any) -> CallToolResult:
        result = session(lambda client: client.call_tool(tool, arguments))
        assert isinstance(result, CallToolResult)
        return result

    return called


@pytest.fixture(scope="session")
def told(call: Call) -> Callable[..., dict[str, Any]]:
    """The same, where the call succeeds: its record."""

    def record(tool: str, **arguments: Any) -> dict[str, Any]:
        result = call(tool, **arguments)
        assert not result.is_error, result.content
        found: dict[str, Any] = result.structured_content
        return found

    return record


@pytest.fixture(scope="session")
def refused(call: Call) -> Callable[..., str]:
    """The same, where the call is refused: the words."""

    def words(tool: str, **arguments: Any) -> str:
        result = call(tool, **arguments)
        assert result.is_error, result.structured_content
        (content,) = result.content
        return str(content.text)

    return words
