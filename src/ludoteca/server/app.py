"""The web application: routes, sockets and middleware, put together."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from aiohttp import web

from ludoteca.server.connection_limits import ConnectionLimits
from ludoteca.server.http_protocol import LimitedRunner
from ludoteca.server.middleware import Middleware
from ludoteca.server.network_config import NetworkConfig
from ludoteca.server.replay_routes import ReplayRoutes
from ludoteca.server.rooms import Rooms
from ludoteca.server.routes import Routes
from ludoteca.server.sockets import Sockets
from ludoteca.server.static_files import PAGE, StaticFiles


def make_app(rooms: Rooms, network: NetworkConfig, limits: ConnectionLimits, page: Path = PAGE) -> web.Application:
    """Make the application that serves these rooms and the page in this folder."""
    files = StaticFiles(page)
    middleware = Middleware(rooms, network, limits, files)
    app = web.Application(middlewares=[middleware.handle], client_max_size=rooms.limits.body_bytes)
    replays = ReplayRoutes(rooms, network)
    Routes(rooms, network, limits, replays).add_to(app.router)
    Sockets(rooms, network, limits).add_to(app)
    replays.add_to(app.router)
    files.add_to(app.router)
    return app


def make_runner(rooms: Rooms, network: NetworkConfig, page: Path = PAGE, **options: Any) -> LimitedRunner:
    """Make a runner for the application that also enforces the limits on connections."""
    limits = ConnectionLimits(rooms.limits, network.trusted_proxies, rooms.seats)
    return LimitedRunner(make_app(rooms, network, limits, page), limits, **options)
