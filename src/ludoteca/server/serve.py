"""Starts and stops a server: lock, store, workers, listening socket, logging."""

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
from ludoteca.server.app import make_runner
from ludoteca.server.hosts import own_names
from ludoteca.server.limits import Limits
from ludoteca.server.network_config import NetworkConfig
from ludoteca.server.rooms import Rooms
from ludoteca.store.database import FILE_NAME
from ludoteca.store.lock import Lock
from ludoteca.store.rows import Done, StoreError
from ludoteca.store.sqlite import Store

log = logging.getLogger("ludoteca.serve")

OPEN_FILES = 65_536
ALL_INTERFACES = ("0.0.0.0", "::", "")  # noqa: S104 - compared with, not listened on
SWITCH_INTERVAL_S = 0.001


class ServeError(LudotecaError):
    """The server cannot start."""


@dataclass(frozen=True)
class ServeSettings:
    """The options of `ludoteca serve`."""

    host: str
    port: int
    data: Path
    network: NetworkConfig = field(default_factory=NetworkConfig)
    limits: Limits = field(default_factory=Limits)
    open_browser: bool = False
    json_logs: bool = False
    webhooks: Mapping[str, str] = field(default_factory=dict)


def serve(settings: ServeSettings, say: Callable[[str], None]) -> None:
    """Serve until a signal stops it."""
    _set_up_logging(settings.json_logs)
    # Rooms hold many small, long-lived objects; frequent garbage collections would scan them for nothing.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    # Threads make replays; the event loop must not wait long for the GIL.
    sys.setswitchinterval(SWITCH_INTERVAL_S)
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


async def _serve(settings: ServeSettings, say: Callable[[str], None]) -> None:
    loop = asyncio.get_running_loop()
    # First of all, so that a signal during the start also ends gracefully.
    stopping = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(name, stopping.set)
    listening = _listen(settings.host, settings.port)
    port = listening.getsockname()[1]
    host_names = await loop.run_in_executor(None, own_names)
    network = replace(settings.network, detected_url=_lan_url(settings.host, port), host_names=host_names)

    def deliver(batch: list[tuple[Done, StoreError | None]]) -> None:
        """Hand the results of one commit to the event loop together."""
        with contextlib.suppress(RuntimeError):  # the loop is closed; nobody is waiting
            loop.call_soon_threadsafe(_call_all, batch)

    store = Store(settings.data / FILE_NAME, deliver)
    workers = Workers(most_waiting=settings.limits.bot_questions)
    rooms = Rooms(store, workers, _limit_to_open_files(settings.limits), webhook_targets=settings.webhooks)
    runner = make_runner(rooms, network, access_log=None, handle_signals=False, shutdown_timeout=3.0)
    try:
        await runner.setup()
        await workers.start()
        rooms.start()
        await web.SockSite(runner, listening).start()
        _announce(settings, port, network.share_url, say)
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


def _limit_to_open_files(limits: Limits) -> Limits:
    """Lower the connection limit to three quarters of the open files that the system allows."""
    return replace(limits, connections=min(limits.connections, raise_open_files() * 3 // 4))


def raise_open_files(wanted: int = OPEN_FILES) -> int:
    """Raise the limit on open files as far as the system allows, up to `wanted`, and return it."""
    if sys.platform == "win32":
        return wanted
    import resource  # not on every system

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    target = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    if soft != resource.RLIM_INFINITY and soft < target:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (target, hard))
        except (OSError, ValueError) as error:  # macOS grants less than it says
            log.warning("open files stay limited to %s: %s", soft, error)
            return int(soft)
    return int(target)


def _call_all(batch: list[tuple[Done, StoreError | None]]) -> None:
    for done, error in batch:
        done(error)


def _lan_url(host: str, port: int) -> str | None:
    address = lan_address() if host in ALL_INTERFACES else None
    return f"http://{address}:{port}" if address else None


def _announce(settings: ServeSettings, port: int, share_url: str | None, say: Callable[[str], None]) -> None:
    local = f"http://{'localhost' if settings.host in ALL_INTERFACES else settings.host}:{port}"
    say(f"Ludoteca is open at {local}")
    if share_url:
        say(f"Others can join at {share_url}")
        say(qr_code(share_url))
    say("Press Ctrl-C to stop. Games are always saved.")
    if notice := plain_notice():
        say(notice)
    if settings.open_browser:
        webbrowser.open(local)


def lan_address() -> str | None:
    """Return this machine's address in its network. Connecting a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith("127.") or address == ALL_INTERFACES[0] else address


def qr_code(text: str) -> str:
    """Draw a QR code in half blocks. The light parts are drawn, since target terminals are dark."""
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


def is_worth_logging(record: logging.LogRecord) -> bool:
    """Return False for malformed requests, with which a stranger could fill the log."""
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, (HttpProcessingError, web.RequestPayloadError))


def _set_up_logging(json_lines: bool) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_JsonLines() if json_lines else logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    handler.addFilter(is_worth_logging)
    logging.basicConfig(level=logging.INFO if json_lines else logging.WARNING, handlers=[handler], force=True)
