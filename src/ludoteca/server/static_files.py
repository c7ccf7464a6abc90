"""Static files: the page built from web/, and the files of the games. Also draws QR codes."""

from __future__ import annotations

import io
import re
from functools import lru_cache
from html import escape
from pathlib import Path

import segno
from aiohttp import web

from ludoteca.core.registry import game_package
from ludoteca.core.translations import Refusal, shared_translations
from ludoteca.server.game_info import find_page_file

PAGE = Path(__file__).parent / "page"
"""The built page. Files in its folder `assets` have a hash of their content in the name."""
PAGE_ROUTES = (
    "/",
    "/games",
    "/new/{game}",
    "/rules/{game}",
    "/r/{code}",
    "/r/{code}/replay",
    "/r/{code}/replay/{move}",
)
"""All of these get index.html; the page does the routing."""
FILE_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}")
REVALIDATE = "no-cache"
IMMUTABLE = "public, max-age=31536000, immutable"
# Python guesses from system files, which differ from machine to machine.
CONTENT_TYPES = {
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


class StaticFiles:
    """Handlers that send files of the page or of a game."""

    def __init__(self, page: Path) -> None:
        self._page = page

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Register all handlers."""
        for route in PAGE_ROUTES:
            router.add_get(route, self._index)
        router.add_get("/assets/{file}", self._asset)
        router.add_get("/games/{name}/{file}", self._game_file)
        router.add_get("/games/{name}/locales/{file}", self._locale)
        router.add_get("/{file}", self._root_file)

    async def _index(self, request: web.Request) -> web.StreamResponse:
        index = self._page / "index.html"
        return _send(index, REVALIDATE) if index.is_file() else _not_built()

    def not_found_page(self, request: web.Request) -> web.StreamResponse | None:
        """Return the page, which says that nothing is here, to browsers; None to programs."""
        index = self._page / "index.html"
        is_browser = request.method == "GET" and "text/html" in request.headers.get("Accept", "")
        if not is_browser or request.path.startswith("/api/") or not index.is_file():
            return None
        return _send(index, REVALIDATE, 404)

    async def _asset(self, request: web.Request) -> web.StreamResponse:
        return self._send_named(self._page / "assets", request.match_info["file"], IMMUTABLE)

    async def _root_file(self, request: web.Request) -> web.StreamResponse:
        """Send a file beside index.html, such as favicon.svg."""
        return self._send_named(self._page, request.match_info["file"], REVALIDATE)

    async def _game_file(self, request: web.Request) -> web.StreamResponse:
        return _send(find_page_file(game_package(request.match_info["name"]), request.match_info["file"]), REVALIDATE)

    async def _locale(self, request: web.Request) -> web.StreamResponse:
        package = game_package(request.match_info["name"])
        return _send(find_page_file(package, f"locales/{request.match_info['file']}"), REVALIDATE)

    def _send_named(self, folder: Path, name: str, cache: str) -> web.StreamResponse:
        """Send a file of a folder. Only plain names are allowed, so nothing outside can be reached."""
        return _send(folder / name if FILE_NAME.fullmatch(name) else None, cache)


def _send(path: Path | None, cache: str, status: int = 200) -> web.StreamResponse:
    """Send a file, compressed if the browser accepts that and a compressed copy exists."""
    if path is None or path.suffix not in CONTENT_TYPES or not path.is_file():
        raise web.HTTPNotFound
    headers = {"Content-Type": CONTENT_TYPES[path.suffix], "Cache-Control": cache, "Vary": "Accept-Encoding"}
    return web.FileResponse(path, status=status, headers=headers)


def _not_built() -> web.Response:
    sentence = escape(shared_translations().format(Refusal("page_not_built")))
    text = f'<!doctype html>\n<html lang="en">\n<title>Ludoteca</title>\n<p>{sentence}</p>\n</html>\n'
    return web.Response(text=text, content_type="text/html", status=503, headers={"Cache-Control": "no-store"})


@lru_cache(maxsize=256)
def qr_svg(text: str) -> bytes:
    """Draw a QR code: always dark on white, with the quiet zone that scanners need; it scales to any size."""
    out = io.BytesIO()
    code = segno.make(text, error="m", micro=False)
    code.save(out, kind="svg", border=4, dark="#000", light="#fff", xmldecl=False, omitsize=True, nl=False)
    return out.getvalue()
