"""Starts and stops a server: lock, store, workers, listening socket, logging."""

from __future__ import annotations

import asyncio
import contextlib
import gc
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

from ludoteca.core.errors import LudotecaError
from ludoteca.core.native import plain_notice
from ludoteca.core.translations import Refusal
from ludoteca.rooms.limits import Limits
from ludoteca.rooms.nodes import Nodes
from ludoteca.rooms.running import running_rooms
from ludoteca.server.app import make_runner
from ludoteca.server.hosts import own_names
from ludoteca.server.http_protocol import LimitedRunner
from ludoteca.server.logs import set_up_logging
from ludoteca.server.network_config import NetworkConfig
from ludoteca.server.prometheus import PrometheusMetrics
from ludoteca.server.sockets import SOCKETS
from ludoteca.server.webhooks import HttpWebhooks
from ludoteca.store.lock import Lock
from ludoteca.store.server_address import publish_address, withdraw_address
from ludoteca.store.terminal_games import TerminalGames

log = logging.getLogger("ludoteca.serve")

OPEN_FILES = 65_536
ALL_INTERFACES = ("0.0.0.0", "::", "")  # noqa: S104 - compared with, not listened on
CLOSE_SHARE = 2.0
"""Sockets are closed over so many times the time in which a node is not ready."""
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
    store: str | None = None
    """The address of a database server; None for the file in the data folder."""
    node: str | None = None
    drain_s: float = 0.0
    """How long a node that is to stop is not ready but still serves."""


def serve(settings: ServeSettings, say: Callable[[str], None]) -> None:
    """Serve until a signal stops it."""
    set_up_logging(settings.json_logs)
    # Rooms hold many small, long-lived objects; frequent garbage collections would scan them for nothing.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    # Threads make replays; the event loop must not wait long for the GIL.
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    if settings.store is not None:
        _run(_serve(settings, say))
        return
    with Lock(settings.data):
        withdraw_address(settings.data)  # of a process that was killed
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
    stopping, at_once = asyncio.Event(), asyncio.Event()

    def stop() -> None:
        (at_once if stopping.is_set() else stopping).set()

    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(name, stop)
    listening = _listen(settings.host, settings.port)
    port = listening.getsockname()[1]
    host_names = await loop.run_in_executor(None, own_names)
    network = replace(settings.network, detected_url=_lan_url(settings.host, port), host_names=host_names)
    limits = _limit_to_open_files(settings.limits)
    address, node = settings.store or settings.data, settings.node or f"{socket.gethostname()}:{port}"
    metrics, webhooks = PrometheusMetrics(node if settings.store else ""), HttpWebhooks(settings.webhooks)
    async with running_rooms(address, limits, metrics, webhooks, node) as rooms:
        # Terminals use the data folder, and so do their games.
        terminal = None if settings.store else TerminalGames(settings.data)
        runner = make_runner(
            rooms, network, terminal=terminal, access_log=None, handle_signals=False, shutdown_timeout=3.0
        )
        try:
            await runner.setup()
            site = web.SockSite(runner, listening)
            await site.start()
            if terminal is not None:
                publish_address(settings.data, local_url(settings.host, port))
            _announce(settings, port, network.share_url, terminal, say)
            log.info("listening on %s port %s", settings.host, port)
            await stopping.wait()
            log.info("stopping")
            if rooms.services.nodes is not None:
                await _drain(rooms.services.nodes, runner, site, settings.drain_s, at_once)
            say("Stopping; all games are saved.")
        finally:
            if terminal is not None:
                withdraw_address(settings.data)
            await runner.cleanup()


async def _drain(
    nodes: Nodes, runner: LimitedRunner, site: web.SockSite, drain_s: float, at_once: asyncio.Event
) -> None:
    """Send clients to other nodes: be not ready for a while, then refuse connections and close sockets one by one."""
    nodes.begin_drain()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(drain_s):
            await at_once.wait()
    await nodes.drain()
    await site.stop()
    await runner.app[SOCKETS].close_gradually(0.0 if at_once.is_set() else CLOSE_SHARE * drain_s)


def local_url(host: str, port: int) -> str:
    """Return the URL under which this machine reaches the server."""
    name = "localhost" if host in ALL_INTERFACES else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}"


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


def _lan_url(host: str, port: int) -> str | None:
    address = lan_address() if host in ALL_INTERFACES else None
    return f"http://{address}:{port}" if address else None


def _announce(
    settings: ServeSettings,
    port: int,
    share_url: str | None,
    terminal: TerminalGames | None,
    say: Callable[[str], None],
) -> None:
    local = local_url(settings.host, port)
    say(f"Ludoteca is open at {local}")
    if share_url:
        say(f"Others can join at {share_url}")
        say(qr_code(share_url))
    # A link that holds a seat is for the owner's eyes, not for a log.
    if terminal is not None and terminal.codes() and sys.stdout.isatty():
        say(f"Games begun in this terminal: {local}/#terminal={terminal.token()}")
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
