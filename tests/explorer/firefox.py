"""A Firefox driven through its own WebDriver BiDi, over a web socket (RFC 6455) of this file."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
_OPENING = (
    "GET /session HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
_TEXT, _CLOSE = 1, 8
_MASK = b"\1\1\1\1"


class WebSocket:
    """Texts sent and received."""

    def __init__(self, port: int) -> None:
        self.stream = socket.create_connection(("127.0.0.1", port), timeout=300).makefile("rwb")
        self.stream.write(_OPENING.format(port).encode())
        self.stream.flush()
        while self.stream.readline().strip():
            pass

    def send(self, text: str) -> None:
        """Send one text."""
        data = text.encode()
        masked = bytes(byte ^ _MASK[0] for byte in data)
        digits = 0 if len(data) < 126 else 2 if len(data) < 1 << 16 else 8
        first = {0: len(data), 2: 126, 8: 127}[digits]
        size = len(data).to_bytes(digits, "big") if digits else b""
        self.stream.write(bytes([0x80 | _TEXT, 0x80 | first]) + size + _MASK + masked)
        self.stream.flush()

    def receive(self) -> str:
        """The next text, of one frame or several."""
        parts, last = b"", False
        while not last:
            first, size = self.stream.read(2)
            if size > 125:
                size = int.from_bytes(self.stream.read(2 if size == 126 else 8), "big")
            data = self.stream.read(size)
            assert first & 15 != _CLOSE, "Firefox closed the connection"
            if first & 15 <= _TEXT:  # no ping
                parts, last = parts + data, bool(first & 0x80)
        return parts.decode()


@dataclass
class Window:
    """One window."""

    socket: WebSocket
    context: str = ""
    sent: int = 0

    def do(self, method: str, **values: Any) -> Any:
        """A command of the protocol, with what it returns."""
        self.sent += 1
        self.socket.send(json.dumps({"id": self.sent, "method": method, "params": values}))
        while True:
            reply = json.loads(self.socket.receive())
            if reply.get("id") == self.sent:
                assert reply["type"] == "success", reply
                return reply["result"]

    def open(self, address: str) -> None:
        """Go to an address, and wait until its script is through."""
        self.do("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def run(self, script: str, *values: Any) -> Any:
        """What a function body returns, a promise as what it comes to."""
        body = (
            f"async (given) => JSON.stringify(await (async function () {{{script}}})"
            ".apply(null, JSON.parse(given)))"
        )
        found = self.do(
            "script.callFunction",
            functionDeclaration=body,
            arguments=[{"type": "string", "value": json.dumps(values)}],
            target={"context": self.context},
            awaitPromise=True,
        )
        assert found["type"] == "success", found
        return json.loads(found["result"].get("value", "null"))


def _port(path: Path) -> int:
    """The port that a starting Firefox writes to its profile."""
    for _ in range(600):
        if path.exists() and path.stat().st_size:
            return int(json.loads(path.read_text(encoding="utf-8"))["ws_port"])
        time.sleep(0.1)
    raise AssertionError("Firefox did not start")


@contextmanager
def firefox() -> Iterator[Window]:
    """A Firefox for as long as it is needed, with a profile of its own."""
    assert FIREFOX is not None
    with tempfile.TemporaryDirectory() as folder:
        command = [FIREFOX, "--headless", "--remote-debugging-port=0", "-profile", folder]
        environment = {**os.environ, "HOME": folder}
        quiet = subprocess.DEVNULL
        process = subprocess.Popen(command, stdout=quiet, stderr=quiet, env=environment)
        try:
            window = Window(WebSocket(_port(Path(folder, "WebDriverBiDiServer.json"))))
            window.do("session.new", capabilities={})
            window.context = window.do("browsingContext.getTree")["contexts"][0]["context"]
            yield window
        finally:
            process.terminate()
            process.wait()
