"""The web application: routes, sockets and middleware, put together."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from aiohttp import web

from ludoteca.rooms.rooms import Rooms
from ludoteca.server import lesson_routes
from ludoteca.server.connection_limits import ConnectionLimits
from ludoteca.server.http_protocol import LimitedRunner
from ludoteca.server.index_page import IndexPage
from ludoteca.server.middleware import Middleware
from ludoteca.server.network_config import NetworkConfig
from ludoteca.server.replay_routes import ReplayRoutes
from ludoteca.server.request_limits import RequestLimits
from ludoteca.server.room_finder import RoomFinder
from ludoteca.server.routes import Routes
from ludoteca.server.sockets import Sockets
from ludoteca.server.static_files import PAGE, StaticFiles
from ludoteca.server.terminal_route import TerminalRoute
from ludoteca.store.terminal_games import TerminalGames


def make_app(
    rooms: Rooms,
    network: NetworkConfig,
    limits: ConnectionLimits,
    request_limits: RequestLimits,
    terminal: TerminalGames | None,
    page: Path,
) -> web.Application:
    """Make the application that serves these rooms and the page in this folder."""
    files, finder = StaticFiles(page, network.service_worker), RoomFinder(rooms, request_limits)
    middleware = Middleware(rooms.services, network, limits, request_limits, files)
    app = web.Application(middlewares=[middleware.handle], client_max_size=rooms.services.limits.body_bytes)
    replays = ReplayRoutes(rooms, network, request_limits, finder)
    Routes(rooms, network, limits, request_limits, finder, replays).add_to(app.router)
    Sockets(rooms, network, limits, request_limits.seats, finder).add_to(app)
    replays.add_to(app.router)
    IndexPage(finder, network, page).add_to(app.router)
    TerminalRoute(terminal, network, request_limits).add_to(app.router)
    lesson_routes.add_to(app.router)
    files.add_to(app.router)
    return app


def make_runner(
    rooms: Rooms,
    network: NetworkConfig,
    page: Path = PAGE,
    terminal: TerminalGames | None = None,
    **options: Any,
) -> LimitedRunner:
    """Make a runner for the application that also enforces the limits on connections.

    `terminal` are the games begun in the terminal of the same data folder.
    """
    services = rooms.services
    request_limits = RequestLimits(services.limits, services.clock, services.node_count)
    limits = ConnectionLimits(services.limits, network.trusted_proxies, request_limits.seats)
    rooms.on_maintenance.append(request_limits.forget)
    app = make_app(rooms, network, limits, request_limits, terminal, page)
    return LimitedRunner(app, limits, **options)
