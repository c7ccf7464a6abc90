"""What a browser is shown: the page built from web/, the games' own files, and the link of a room as a QR code."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from pathlib import Path

import segno
from aiohttp import web

from ludoteca.core.registry import game_package
from ludoteca.core.translations import Refusal, shared_translations
from ludoteca.server.addresses import Network
from ludoteca.server.game_info import find_page_file

PAGE = Path(__file__).parent / "page"
"""Where the build puts the page. The files in its folder `assets` have a hash of their content in the name."""
VIEWS = ("/", "/games", "/new/{game}", "/rules/{game}", "/r/{code}", "/r/{code}/replay", "/r/{code}/replay/{move}")
"""Addresses that the page itself tells apart."""
NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}")
ASK_AGAIN = "no-cache"
FOR_EVER = "public, max-age=31536000, immutable"
# Told here, as what the system would guess differs from machine to machine.
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".md": "text/markdown; charset=utf-8",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True)
class NetworkConfig:
    """How the server is reached."""

    public_urls: tuple[str, ...] = ()
    """Told by the host; browsers may come from there. The first is the one to tell others."""
    shared_url: str | None = None
    """Where others in this network reach it, as far as the server can tell."""
    trusted_proxies: tuple[Network, ...] = ()
    """Proxies whose word on a visitor's address is taken."""
    names: frozenset[str] = frozenset()
    """Names of this machine, by which browsers may come too."""
    metrics_token: str | None = None
    """Whoever has it may read /metrics from afar."""

    @property
    def share_url(self) -> str | None:
        """The address to tell others, if one is known."""
        return self.shared_url or next(iter(self.public_urls), None)


class StaticFiles:
    """The handlers of whatever is a file: of the page, or of a game."""

    def __init__(self, page: Path) -> None:
        self._page = page

    def add_to(self, router: web.UrlDispatcher) -> None:
        for view in VIEWS:
            router.add_get(view, self._view)
        router.add_get("/assets/{file}", self._asset)
        router.add_get("/games/{name}/{file}", self._of_a_game)
        router.add_get("/games/{name}/locales/{file}", self._words)
        router.add_get("/{file}", self._beside)

    async def _view(self, request: web.Request) -> web.StreamResponse:
        index = self._page / "index.html"
        return _send(index, ASK_AGAIN) if index.is_file() else _not_built()

    def missing(self, request: web.Request) -> web.StreamResponse | None:
        """For a person who comes to an address that leads nowhere: the page, which says so. None for programs."""
        index = self._page / "index.html"
        visits = request.method == "GET" and "text/html" in request.headers.get("Accept", "")
        if not visits or request.path.startswith("/api/") or not index.is_file():
            return None
        return _send(index, ASK_AGAIN, 404)

    async def _asset(self, request: web.Request) -> web.StreamResponse:
        return self._send_named(self._page / "assets", request.match_info["file"], FOR_EVER)

    async def _beside(self, request: web.Request) -> web.StreamResponse:
        """A file beside index.html, such as favicon.svg."""
        return self._send_named(self._page, request.match_info["file"], ASK_AGAIN)

    async def _of_a_game(self, request: web.Request) -> web.StreamResponse:
        return _send(find_page_file(game_package(request.match_info["name"]), request.match_info["file"]), ASK_AGAIN)

    async def _words(self, request: web.Request) -> web.StreamResponse:
        package = game_package(request.match_info["name"])
        return _send(find_page_file(package, f"locales/{request.match_info['file']}"), ASK_AGAIN)

    def _send_named(self, folder: Path, name: str, cache: str) -> web.StreamResponse:
        """A name, not a path: nothing leads out of the folder."""
        return _send(folder / name if NAME.fullmatch(name) else None, cache)


def _send(path: Path | None, cache: str, status: int = 200) -> web.StreamResponse:
    """A file, or its compressed form beside it if the browser takes that."""
    if path is None or path.suffix not in TYPES or not path.is_file():
        raise web.HTTPNotFound
    headers = {"Content-Type": TYPES[path.suffix], "Cache-Control": cache, "Vary": "Accept-Encoding"}
    return web.FileResponse(path, status=status, headers=headers)


def _not_built() -> web.Response:
    sentence = escape(shared_translations().format(Refusal("page_not_built")))
    text = f'<!doctype html>\n<html lang="en">\n<title>Ludoteca</title>\n<p>{sentence}</p>\n</html>\n'
    return web.Response(text=text, content_type="text/html", status=503, headers={"Cache-Control": "no-store"})


def qr_response(site: NetworkConfig, request: web.Request, code: str) -> web.Response:
    """The link of a room as a QR code. A personal link's is drawn in the page: its key is in no address."""
    base = site.share_url or f"{request.scheme}://{request.host}"
    body = qr_svg(f"{base}/r/{code}")
    return web.Response(body=body, content_type="image/svg+xml", headers={"Cache-Control": "no-store"})


@lru_cache(maxsize=256)
def qr_svg(text: str) -> bytes:
    """Dark on white whatever the page's colours, with the quiet zone that readers need; as large as it is shown."""
    out = io.BytesIO()
    code = segno.make(text, error="m", micro=False)
    code.save(out, kind="svg", border=4, dark="#000", light="#fff", xmldecl=False, omitsize=True, nl=False)
    return out.getvalue()
