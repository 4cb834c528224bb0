"""A Chromium driven through chromedriver, by its HTTP protocol (W3C WebDriver)."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.request import Request, urlopen

import pytest

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
IN_A_BROWSER = [
    pytest.mark.slow,
    pytest.mark.skipif(
        CHROMIUM is None or DRIVER is None,
        reason="chromium and chromedriver are not installed: no page is opened",
    ),
    pytest.mark.xdist_group("browser"),
]
_FLAGS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")
_SOON = (  # a page's delays pass ten times as fast
    "{ const usual = setTimeout; window.setTimeout = (work, delay, ...rest) =>"
    " usual(work, delay < 100 ? delay : delay / 10, ...rest); }"
)
TAB, ENTER, ESCAPE = "\ue004", "\ue007", "\ue00c"
LEFT, UP, RIGHT, DOWN = "\ue012", "\ue013", "\ue014", "\ue015"


@dataclass
class Browser:
    """One window."""

    session: str

    def do(self, command: str, **values: Any) -> Any:
        """A command of the protocol, with what it returns."""
        data = json.dumps(values).encode()
        request = Request(
            f"{self.session}/{command}".rstrip("/"), data, {"Content-Type": "application/json"}
        )
        with urlopen(request, timeout=60) as reply:
            return json.load(reply)["value"]

    def run(self, script: str, *values: Any) -> Any:
        """What a function body returns."""
        return self.do("execute/sync", script=script, args=list(values))

    def chromium(self, method: str, **values: Any) -> Any:
        """A command of the browser's own protocol."""
        return self.do("goog/cdp/execute", cmd=method, params=values)

    def open(self, address: str) -> None:
        """Go to an address, and wait until its script is through."""
        self.do("url", url=address)
        for _ in range(200):
            if self.run("return document.body && document.body.dataset.ready"):
                return
        raise AssertionError("the page's script did not come to its end")

    def settle(self, milliseconds: int = 1000) -> None:
        """Wait for what a page does a while after the last change, so many milliseconds of its own
        clock, until it is done with it.
        """
        script = (
            "const done = arguments[arguments.length - 1], end = performance.now() + 20000;"
            "const look = () => 'busy' in document.body.dataset && performance.now() < end"
            " ? setTimeout(look, 20) : done();"
            "setTimeout(look, arguments[0])"
        )
        self.do("execute/async", script=script, args=[milliseconds])

    def press(self, keys: str) -> None:
        """Press keys one after the other, wherever the focus is."""
        steps = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.do("actions", actions=[{"type": "key", "id": "keys", "actions": steps}])

    def size(self, width: int, height: int) -> None:
        """The size of the page as shown."""
        self.chromium(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=False,
        )  # fmt: skip

    def dark(self, dark: bool) -> None:
        """Whether the system prefers a dark scheme."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.chromium("Emulation.setEmulatedMedia", features=[scheme])


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser for as long as it is needed."""
    assert CHROMIUM is not None and DRIVER is not None
    with subprocess.Popen([DRIVER, "--port=0"], stdout=subprocess.PIPE, text=True) as driver:
        try:
            assert driver.stdout is not None
            port = next(
                m[1]
                for line in driver.stdout
                if (m := re.search(r"successfully on port (\d+)", line))
            )
            base = f"http://127.0.0.1:{port}/session"
            options = {"binary": CHROMIUM, "args": list(_FLAGS)}
            wanted = {
                "alwaysMatch": {
                    "goog:chromeOptions": options,
                    "goog:loggingPrefs": {"browser": "ALL"},
                }
            }
            made = Browser(base).do("", capabilities=wanted)
            window = Browser(f"{base}/{made['sessionId']}")
            window.chromium("Page.addScriptToEvaluateOnNewDocument", source=_SOON)
            try:
                yield window
            finally:
                urlopen(Request(window.session, method="DELETE"), timeout=60).close()
        finally:
            driver.terminate()
