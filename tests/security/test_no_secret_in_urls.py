"""No URL contains a secret. Proxies, logs and histories keep URLs, so keys travel in the fragment.

No route takes a secret as a parameter, and a request with one in its query is refused. For the requests of the page see
test_no_secret_in_page_requests.py. (A room's code is an address, not a secret.)
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from server.live_server import Server, run, status

from ludoteca.server.app import make_runner
from ludoteca.server.middleware import SECRET_PARAMETERS
from ludoteca.server.network_config import NetworkConfig

ROUTE_PARAMETERS = {"code", "file", "game", "move", "name"}
"""None of these is secret."""


def test_no_route_takes_a_secret_as_a_parameter(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        paths = [
            str(route.resource.canonical)
            for route in make_runner(server.rooms, NetworkConfig()).app.router.routes()
            if route.resource is not None
        ]
        assert len(paths) > 15
        assert {name for path in paths for name in re.findall(r"{(\w+)}", path)} <= ROUTE_PARAMETERS

    run(test, tmp_path)


@pytest.mark.parametrize("secret", sorted(SECRET_PARAMETERS))
def test_a_secret_in_a_query_is_refused(tmp_path: Path, secret: str) -> None:
    async def test(server: Server) -> None:
        code, _ = await server.open()
        paths = (
            "/",
            f"/r/{code}",
            f"/r/{code}/qr.svg",
            f"/api/rooms/{code}",
            f"/api/rooms/{code}/replay",
            "/api/lobby",
        )
        for path in paths:
            assert await status(server, f"{path}?{secret}=0123456789abcdef") == (400, "secret_in_address"), path

    run(test, tmp_path)
