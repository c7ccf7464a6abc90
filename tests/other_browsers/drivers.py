"""Firefox and WebKit, driven as they are on a user's machine: by WebDriver BiDi and by WebDriver.

Both are small clients of their protocols: Playwright has patched builds of these browsers, not those of a distribution.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol
from urllib.request import Request, urlopen

from websockets.sync.client import ClientConnection, connect

LIMIT_S = 60.0
WEBKIT_BROWSER = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"


class Driver(Protocol):
    """A page of a browser."""

    def resize(self, width: int, height: int) -> None: ...

    def goto(self, url: str) -> None: ...

    def evaluate(self, expression: str) -> Any:
        """Return the value of a JavaScript expression that is JSON."""

    def click(self, x: float, y: float) -> None:
        """Press the main button of the pointer at a point of the window."""


def press_at(x: float, y: float) -> list[dict[str, Any]]:
    """Return the actions of a click, which both protocols write alike."""
    steps: list[dict[str, Any]] = [
        {"type": "pointerMove", "x": round(x), "y": round(y), "origin": "viewport"},
        {"type": "pointerDown", "button": 0},
        {"type": "pause", "duration": 30},
        {"type": "pointerUp", "button": 0},
    ]
    return [{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}]


class Firefox:
    """Firefox by WebDriver BiDi, over its own socket."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._ids = itertools.count(1)
        self._send("session.new", {"capabilities": {}})
        self._context = self._send("browsingContext.getTree", {})["contexts"][0]["context"]

    def _send(self, method: str, params: dict[str, Any]) -> Any:
        number = next(self._ids)
        self._connection.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._connection.recv(LIMIT_S))
            if answer.get("id") == number:
                assert answer["type"] == "success", answer
                return answer["result"]

    def resize(self, width: int, height: int) -> None:
        viewport = {"width": width, "height": height}
        self._send("browsingContext.setViewport", {"context": self._context, "viewport": viewport})

    def goto(self, url: str) -> None:
        self._send("browsingContext.navigate", {"context": self._context, "url": url, "wait": "complete"})

    def evaluate(self, expression: str) -> Any:
        target = {"context": self._context}
        params = {"expression": f"JSON.stringify({expression})", "target": target, "awaitPromise": True}
        answer = self._send("script.evaluate", params)
        assert answer["type"] == "success", answer
        return json.loads(answer["result"].get("value", "null"))

    def click(self, x: float, y: float) -> None:
        self._send("input.performActions", {"context": self._context, "actions": press_at(x, y)})


class WebKit:
    """WebKitGTK's small browser by WebDriver, over HTTP."""

    def __init__(self, url: str, browser: str) -> None:
        self._url = url
        options = {"binary": browser, "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        self._url += f"/session/{self._send('POST', '/session', wanted)['sessionId']}"

    def _send(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = Request(self._url + path, data, {"Content-Type": "application/json"}, method=method)  # noqa: S310
        with urlopen(request, timeout=LIMIT_S) as answer:  # noqa: S310 - our own driver
            return json.load(answer)["value"]

    def resize(self, width: int, height: int) -> None:
        """Make the page as large as this: the window also has a tool bar."""
        self._send("POST", "/window/rect", {"width": width, "height": height})
        for _ in range(20):
            inner = self.evaluate("[innerWidth, innerHeight]")
            if inner == [width, height]:
                return
            now = self._send("GET", "/window/rect")
            wider, higher = now["width"] + width - inner[0], now["height"] + height - inner[1]
            self._send("POST", "/window/rect", {"width": wider, "height": higher})
            time.sleep(0.1)
        raise AssertionError(f"The page is {inner}, not {width} x {height}.")

    def goto(self, url: str) -> None:
        self._send("POST", "/url", {"url": url})

    def evaluate(self, expression: str) -> Any:
        script = {"script": f"return JSON.stringify({expression})", "args": []}
        return json.loads(self._send("POST", "/execute/sync", script) or "null")

    def click(self, x: float, y: float) -> None:
        self._send("POST", "/actions", {"actions": press_at(x, y)})

    def close(self) -> None:
        self._send("DELETE", "")


# Processes


def find_firefox() -> str | None:
    return shutil.which("firefox-esr") or shutil.which("firefox")


def find_webkit() -> tuple[str, str, str] | None:
    """Return driver, browser and X server."""
    browsers = sorted(Path("/").glob(WEBKIT_BROWSER[1:]))
    driver, server = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    return (driver, str(browsers[-1]), server) if driver and browsers and server else None


@contextlib.contextmanager
def running(command: list[str], **options: Any) -> Iterator[subprocess.Popen[str]]:
    """Run a process in a group of its own, and end the whole group."""
    with subprocess.Popen(command, text=True, start_new_session=True, **options) as process:
        try:
            yield process
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, 15)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, 9)


@contextlib.contextmanager
def firefox(program: str) -> Iterator[Driver]:
    with tempfile.TemporaryDirectory(prefix="ludoteca-") as home:
        Path(home, "user.js").write_text('user_pref("datareporting.policy.dataSubmissionEnabled", false);\n')
        command = [
            program,
            "--headless",
            "--no-remote",
            "--profile",
            home,
            "--remote-debugging-port",
            "0",
            "about:blank",
        ]
        environment = {**os.environ, "HOME": home, "MOZ_CRASHREPORTER_DISABLE": "1"}
        pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
        with running(command, env=environment, **pipes) as process:
            address = ""
            for line in process.stderr or ():
                if found := re.search(r"WebDriver BiDi listening on (ws://\S+)", line):
                    address = found[1]
                    break
            assert address, "Firefox has ended."
            with connect(f"{address}/session", proxy=None, max_size=None) as connection:
                yield Firefox(connection)


@contextlib.contextmanager
def webkit(driver: str, browser: str, server: str) -> Iterator[Driver]:
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with tempfile.TemporaryDirectory(prefix="ludoteca-") as home, contextlib.ExitStack() as stack:
        reading, writing = os.pipe()
        screen = [server, "-displayfd", str(writing), "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]
        stack.enter_context(running(screen, pass_fds=[writing], **quiet))
        os.close(writing)
        with open(reading) as pipe:
            display = pipe.readline().strip()
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        environment = {
            **os.environ,
            "DISPLAY": f":{display}",
            "HOME": home,
            "GDK_BACKEND": "x11",
            "LIBGL_ALWAYS_SOFTWARE": "1",
        }
        environment["WEBKIT_DISABLE_DMABUF_RENDERER"] = "1"
        stack.enter_context(running([driver, f"--port={port}"], env=environment, **quiet))
        wait_for(port)
        page = WebKit(f"http://127.0.0.1:{port}", browser)
        try:
            yield page
        finally:
            page.close()


def wait_for(port: int) -> None:
    end = time.monotonic() + LIMIT_S
    while True:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        assert time.monotonic() < end, "The driver does not answer."
        time.sleep(0.05)
