"""Starting and stopping a server: the lock, the store, the workers, the listening socket, and what is said of it."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import logging
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import segno
from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from ludoteca.bots.workers import Workers
from ludoteca.core.errors import LudotecaError
from ludoteca.core.native import plain_notice
from ludoteca.core.translations import Refusal
from ludoteca.server.app import Desk
from ludoteca.server.hosts import own_names
from ludoteca.server.limits import Limits
from ludoteca.server.rooms import Rooms
from ludoteca.server.static_files import NetworkConfig
from ludoteca.store.database import FILE_NAME
from ludoteca.store.lock import Lock
from ludoteca.store.rows import Done, StoreError
from ludoteca.store.sqlite import Store

log = logging.getLogger("ludoteca.serve")

OPEN_FILES = 65_536
EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 - compared with, not listened on
SWITCH_S = 0.001


class ServeError(LudotecaError):
    """The server cannot start."""


@dataclass(frozen=True)
class Settings:
    host: str
    port: int
    data: Path
    site: NetworkConfig = field(default_factory=NetworkConfig)
    limits: Limits = field(default_factory=Limits)
    browser: bool = False
    json_logs: bool = False
    webhooks: Mapping[str, str] = field(default_factory=dict)


def serve(settings: Settings, say: Callable[[str], None]) -> None:
    """Serve until told to stop."""
    _set_up_logging(settings.json_logs)
    # Rooms live long and hold many small objects: looking through all of them for garbage often is work for nothing.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    # A replay is made in a thread: the loop must not wait for the interpreter as long as it usually does.
    sys.setswitchinterval(SWITCH_S)
    with Lock(settings.data):
        _run(_serve(settings, say))


def _run(main: Coroutine[Any, Any, None]) -> None:
    try:
        import uvloop
    except ImportError:
        asyncio.run(main)
    else:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(main)


async def _serve(settings: Settings, say: Callable[[str], None]) -> None:
    loop = asyncio.get_running_loop()
    # Before all else: whoever stops it while it starts gets a graceful end too.
    stopping = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(name, stopping.set)
    listening = _listen(settings.host, settings.port)
    port = listening.getsockname()[1]
    names = await loop.run_in_executor(None, own_names)
    site = replace(settings.site, shared_url=_shared_url(settings, port), names=names)

    def deliver(batch: list[tuple[Done, StoreError | None]]) -> None:
        """Outcomes of one commit, brought to the loop in one go."""
        with contextlib.suppress(RuntimeError):  # the loop has closed; nobody waits any more
            loop.call_soon_threadsafe(_tell_all, batch)

    store = Store(settings.data / FILE_NAME, deliver)
    workers = Workers(most_waiting=settings.limits.bot_questions)
    rooms = Rooms(store, workers, _within_files(settings.limits), webhook_targets=settings.webhooks)
    runner = Desk(rooms, site).runner(access_log=None, handle_signals=False, shutdown_timeout=3.0)
    try:
        await runner.setup()
        await workers.start()
        rooms.start()
        await web.SockSite(runner, listening).start()
        _announce(settings, port, site.shared_url, say)
        log.info("listening on %s port %s", settings.host, port)
        await stopping.wait()
        log.info("stopping")
        say("Stopping; all games are saved.")
    finally:
        await rooms.stop()
        await runner.cleanup()
        await workers.close()
        await loop.run_in_executor(None, store.close)


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0][0]
        return socket.create_server((host, port), family=family, backlog=1024, reuse_port=False)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ServeError(Refusal("cannot_listen", {"host": host, "port": port, "reason": reason})) from None


def _within_files(limits: Limits) -> Limits:
    """With fewer connections than files may be open: a quarter is left to the database, the workers and the page."""
    return replace(limits, connections=min(limits.connections, raise_open_files() * 3 // 4))


def raise_open_files(wanted: int = OPEN_FILES) -> int:
    """Let the process have as many files open as the system grants, up to a bound; how many that is."""
    if sys.platform == "win32":
        return wanted
    import resource  # not on every system

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    if soft != resource.RLIM_INFINITY and soft < most:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        except (OSError, ValueError) as error:  # macOS grants less than it says
            log.warning("open files stay limited to %s: %s", soft, error)
            return int(soft)
    return int(most)


def _tell_all(batch: list[tuple[Done, StoreError | None]]) -> None:
    for done, error in batch:
        done(error)


def _shared_url(settings: Settings, port: int) -> str | None:
    lan = lan_address() if settings.host in EVERYWHERE else None
    return settings.site.share_url or (f"http://{lan}:{port}" if lan else None)


def _announce(settings: Settings, port: int, shared: str | None, say: Callable[[str], None]) -> None:
    local = f"http://{'localhost' if settings.host in EVERYWHERE else settings.host}:{port}"
    say(f"Ludoteca is open at {local}")
    if shared:
        say(f"Others reach it at {shared}")
        say(qr_code(shared))
    say("Ctrl-C stops it; games are saved all the time.")
    if notice := plain_notice():
        say(notice)
    if settings.browser:
        webbrowser.open(local)


def lan_address() -> str | None:
    """This machine's address in its network. Connecting a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith("127.") or address == EVERYWHERE[0] else address


def qr_code(text: str) -> str:
    """A QR code as lines of half blocks: the light parts are drawn, as most terminals are dark."""
    rows = [[bool(cell) for cell in row] for row in segno.make(text, error="l").matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    blocks = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
    return "\n".join(
        "".join(blocks[pair] for pair in zip(top, bottom, strict=True))
        for top, bottom in zip(rows[::2], rows[1::2], strict=True)
    )


class _JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line)


def worth_logging(record: logging.LogRecord) -> bool:
    """What aiohttp says of requests that are no HTTP fills a log as fast as a stranger can send them."""
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, (HttpProcessingError, web.RequestPayloadError))


def _set_up_logging(json_lines: bool) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_JsonLines() if json_lines else logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    handler.addFilter(worth_logging)
    logging.basicConfig(level=logging.INFO if json_lines else logging.WARNING, handlers=[handler], force=True)
