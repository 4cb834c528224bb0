"""The language server, driven by a real client over stdin and stdout."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.lsp.client import LanguageClient

ROOT = Path(__file__).parents[2]
URI = "file:///work/page.md"
TEXT = r"""# 𝕎eights

The link has a rate $w$ [GB/s]; a copy of $V$ [GB] takes $t$ [s].

𝕎e find $t = V w$ here.

$92 \text{ GB} / 7 = 15 \text{ GB}$

$2 V_q + V = w t$
"""


class Editor:
    """A client with one open document."""

    def __init__(self, client: LanguageClient) -> None:
        self.client = client
        self.found: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()

        @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def _published(params: types.PublishDiagnosticsParams) -> None:
            self.found.put_nowait(params)

    async def diagnostics(self) -> list[types.Diagnostic]:
        found = await asyncio.wait_for(self.found.get(), 60)
        return list(found.diagnostics)

    def open(self, text: str = TEXT, uri: str = URI, language: str = "markdown") -> None:
        item = types.TextDocumentItem(uri, language, 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def change(self, edits: list[types.TextEdit], version: int = 2) -> None:
        changed = types.VersionedTextDocumentIdentifier(version=version, uri=URI)
        events: list[types.TextDocumentContentChangeEvent] = [
            types.TextDocumentContentChangePartial(edit.range, edit.new_text) for edit in edits
        ]
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(changed, events))

    async def actions(self, line: int) -> dict[str, types.CodeAction]:
        here = types.Range(types.Position(line, 0), types.Position(line, 0))
        params = types.CodeActionParams(
            types.TextDocumentIdentifier(URI), here, types.CodeActionContext([])
        )
        found = await self.client.text_document_code_action_async(params)
        return {each.title: each for each in found or [] if isinstance(each, types.CodeAction)}

    async def hover(self, line: int, character: int) -> str:
        params = types.HoverParams(
            types.TextDocumentIdentifier(URI), types.Position(line, character)
        )
        found = await self.client.text_document_hover_async(params)
        if found is None:
            return ""
        assert isinstance(found.contents, types.MarkupContent)
        return found.contents.value


def with_server(work: Callable[[Editor], Awaitable[None]]) -> None:
    async def run() -> None:
        client = LanguageClient("editor", "1")
        editor = Editor(client)
        environment = os.environ | {"PYTHONPATH": str(ROOT)}
        await client.start_io(sys.executable, "-m", "derive", "lsp", env=environment)
        await client.initialize_async(types.InitializeParams(types.ClientCapabilities()))
        client.initialized(types.InitializedParams())
        await work(editor)
        await client.shutdown_async(None)
        client.exit(None)
        await client.stop()

    asyncio.run(asyncio.wait_for(run(), 120))


def edits_of(action: types.CodeAction) -> list[types.TextEdit]:
    assert action.edit is not None and action.edit.changes is not None
    return list(action.edit.changes[URI])


def test_a_server_that_is_told_to_exit_ends_without_a_fault() -> None:
    """With exit code 0 and an empty stderr, once the editor has asked it to shut down."""

    def message(fields: dict[str, Any]) -> bytes:
        body = json.dumps({"jsonrpc": "2.0", **fields}).encode()
        return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)

    start = {"processId": None, "rootUri": None, "capabilities": {}}
    sent = (
        {"id": 1, "method": "initialize", "params": start},
        {"method": "initialized", "params": {}},
        {"id": 2, "method": "shutdown"},
        {"method": "exit"},
    )
    done = subprocess.run(
        [sys.executable, "-m", "derive", "lsp"],
        input=b"".join(map(message, sent)), capture_output=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.slow
def test_an_editor_gets_findings_readings_and_changes_that_mend_them() -> None:
    """Columns are those of the editor, which counts in UTF-16; a mend applied leaves no error."""

    async def work(editor: Editor) -> None:
        editor.open()
        first, second, third = await editor.diagnostics()
        assert (first.code, first.severity) == ("dimensions", types.DiagnosticSeverity.Error)
        assert first.range.start == types.Position(4, 14)
        assert (second.code, second.severity) == ("figures", types.DiagnosticSeverity.Error)
        assert third.severity == types.DiagnosticSeverity.Information and "V_q" in third.message

        assert "`w` is read in **GB/s**" in await editor.hover(4, 16)
        assert "binding does" in await editor.hover(4, 16)
        assert await editor.hover(0, 3) == ""
        assert "`V_q` is not known" in await editor.hover(8, 4)

        mend = (await editor.actions(6))["Write 13.14 GB"]
        assert mend.is_preferred
        editor.change(edits_of(mend))
        assert [each.code for each in await editor.diagnostics()] == ["dimensions", "dimensions"]

        bind = await editor.actions(8)
        forced = next(title for title in bind if "as its equation has it" in title)
        editor.change(edits_of(bind[forced]), 3)
        assert [each.severity for each in await editor.diagnostics()] == [
            types.DiagnosticSeverity.Error
        ]

        editor.open("$$t_w = \\frac{V}{W}$$", "file:///work/a.tex", "latex")
        assert await editor.diagnostics() != []
        closed = types.TextDocumentIdentifier(URI)
        editor.client.text_document_did_close(types.DidCloseTextDocumentParams(closed))
        assert await editor.diagnostics() == []

    with_server(work)
