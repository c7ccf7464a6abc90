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
from ludoteca.server.compression import ENCODING, compressed_file, is_compressible
from ludoteca.server.game_info import find_page_file
from ludoteca.server.request_context import request_language

PAGE = Path(__file__).parent / "page"
"""The built page. Files in its folder `assets` have a hash of their content in the name."""
PREVIEWS = "previews"
"""The folder of the pictures for link previews, and their path."""
KIT = "kit/1"
"""The folder of the board kit, and its path. A change that breaks boards gets another number, beside this one."""
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
    ".ts": "text/plain; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}


class StaticFiles:
    """Handlers that send files of the page or of a game."""

    def __init__(self, page: Path, service_worker: bool = True) -> None:
        self._page = page
        self._service_worker = "sw.js" if service_worker else "sw-off.js"

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Register all handlers."""
        router.add_get(f"/{PREVIEWS}/{{file}}", self._preview)
        router.add_get("/assets/{file}", self._asset)
        router.add_get(f"/{KIT}/{{file}}", self._kit_file)
        router.add_get("/games/{name}/{file}", self._game_file)
        router.add_get("/games/{name}/locales/{file}", self._locale)
        router.add_get("/sw.js", self._send_service_worker)
        router.add_get("/{file}", self._root_file)

    async def _preview(self, request: web.Request) -> web.StreamResponse:
        return await self._send_named(request, self._page / PREVIEWS, REVALIDATE)

    async def not_found_page(self, request: web.Request) -> web.StreamResponse | None:
        """Return the page, which says that nothing is here, to browsers; None to programs."""
        index = self._page / "index.html"
        is_browser = request.method == "GET" and "text/html" in request.headers.get("Accept", "")
        if not is_browser or request.path.startswith("/api/") or not index.is_file():
            return None
        return await _send(request, index, REVALIDATE, 404)

    async def _asset(self, request: web.Request) -> web.StreamResponse:
        return await self._send_named(request, self._page / "assets", IMMUTABLE)

    async def _kit_file(self, request: web.Request) -> web.StreamResponse:
        """Send the board kit for boards of other distributions, or its types."""
        return await self._send_named(request, self._page / KIT, REVALIDATE)

    async def _root_file(self, request: web.Request) -> web.StreamResponse:
        """Send a file beside index.html, such as favicon.svg."""
        return await self._send_named(request, self._page, REVALIDATE)

    async def _send_service_worker(self, request: web.Request) -> web.StreamResponse:
        """Send the service worker, or one that removes it. Browsers ask at every visit whether it has changed."""
        return await _send(request, self._page / self._service_worker, REVALIDATE)

    async def _game_file(self, request: web.Request) -> web.StreamResponse:
        path = find_page_file(game_package(request.match_info["name"]), request.match_info["file"])
        return await _send(request, path, REVALIDATE)

    async def _locale(self, request: web.Request) -> web.StreamResponse:
        path = find_page_file(game_package(request.match_info["name"]), f"locales/{request.match_info['file']}")
        return await _send(request, path, REVALIDATE)

    async def _send_named(self, request: web.Request, folder: Path, cache: str) -> web.StreamResponse:
        """Send a file of a folder. Only plain names are allowed, so nothing outside can be reached."""
        name = request.match_info["file"]
        return await _send(request, folder / name if FILE_NAME.fullmatch(name) else None, cache)


async def _send(request: web.Request, path: Path | None, cache: str, status: int = 200) -> web.StreamResponse:
    """Send a file, compressed if the client accepts that: a compressed copy beside it, else one made here."""
    if path is None or path.suffix not in CONTENT_TYPES or not path.is_file():
        raise web.HTTPNotFound
    headers = {"Content-Type": CONTENT_TYPES[path.suffix], "Cache-Control": cache, "Vary": "Accept-Encoding"}
    if is_compressible(headers["Content-Type"]) and not Path(f"{path}.gz").is_file():
        compressed = await compressed_file(request, path)
        if compressed is not None:
            return _send_compressed(request, *compressed, headers, status)
    return web.FileResponse(path, status=status, headers=headers)


def _send_compressed(
    request: web.Request, body: bytes, tag: str, headers: dict[str, str], status: int
) -> web.StreamResponse:
    known = request.if_none_match or ()
    headers = {**headers, "ETag": f'"{tag}"'}
    if status == web.HTTPOk.status_code and any(etag.value in (tag, "*") for etag in known):
        del headers["Content-Type"]
        return web.Response(status=web.HTTPNotModified.status_code, headers=headers)
    return web.Response(body=body, status=status, headers={**headers, "Content-Encoding": ENCODING})


def not_built() -> web.Response:
    """Make the response of a server whose page was not built."""
    language = request_language()
    sentence = escape(shared_translations(language).format(Refusal("page_not_built")))
    text = f'<!doctype html>\n<html lang="{language}">\n<title>Ludoteca</title>\n<p>{sentence}</p>\n</html>\n'
    return web.Response(text=text, content_type="text/html", status=503, headers={"Cache-Control": "no-store"})


@lru_cache(maxsize=256)
def qr_svg(text: str) -> bytes:
    """Draw a QR code: always dark on white, with the quiet zone that scanners need; it scales to any size."""
    out = io.BytesIO()
    code = segno.make(text, error="m", micro=False)
    code.save(out, kind="svg", border=4, dark="#000", light="#fff", xmldecl=False, omitsize=True, nl=False)
    return out.getvalue()
