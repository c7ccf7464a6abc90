"""index.html for every route of the page, in the reader's language: title, link preview, and the other languages."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from aiohttp import web

from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game
from ludoteca.core.game_texts import GameTexts
from ludoteca.core.languages import PSEUDO, format_list
from ludoteca.core.registry import find_game, game_package, known_languages
from ludoteca.core.translations import Text, shared_translations
from ludoteca.server.game_info import find_page_file
from ludoteca.server.network_config import NetworkConfig
from ludoteca.server.request_context import LANGUAGE_PARAMETER, client_address, request_language, share_url
from ludoteca.server.room_finder import RoomFinder
from ludoteca.server.static_files import CONTENT_TYPES, PREVIEWS, REVALIDATE, not_built
from ludoteca.table.table import Table

PAGE_ROUTES = ("/", "/games", "/stats", "/credits", "/new/{game}", "/rules/{game}", "/learn/{game}")
ROOM_ROUTES = ("/r/{code}", "/r/{code}/replay", "/r/{code}/replay/{move}")
"""All of these get index.html; the page does the routing."""
HTML_LANG = '<html lang="en"'
BEGIN, END = "<!--preview-->", "<!--/preview-->"
"""What stands between them in index.html is replaced."""
PICTURE_SIZE = (1200, 630)
PREVIEW_FILE = "preview.png"
"""The picture that a game of another package brings."""


class Preview(NamedTuple):
    """What a messenger shows of a link."""

    title: str
    description: str
    picture: str
    """Its path on this server; "" without one."""


class IndexPage:
    """The handler of all routes of the page."""

    def __init__(self, finder: RoomFinder, network: NetworkConfig, page: Path) -> None:
        self._finder = finder
        self._network = network
        self._page = page

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Register the handlers."""
        for route in PAGE_ROUTES:
            router.add_get(route, self._show_page)
        for route in ROOM_ROUTES:
            router.add_get(route, self._show_room)

    async def _show_page(self, request: web.Request) -> web.StreamResponse:
        return self._respond(request, self._game_preview(request.match_info.get("game", "")))

    async def _show_room(self, request: web.Request) -> web.StreamResponse:
        """Describe a room without loading, waking or visiting it."""
        address = client_address(request, self._network.trusted_proxies)
        table = await self._finder.peek(request.match_info["code"], address)
        return self._respond(request, self._game_preview("") if table is None else self._room_preview(table))

    def _respond(self, request: web.Request, preview: Preview) -> web.StreamResponse:
        index = self._page / "index.html"
        try:
            before, written, after = _read_index(index, index.stat().st_mtime_ns)
        except OSError:
            return not_built()
        language = request_language()
        tags = _tags(preview, share_url(request, self._network), request.path, language) if written else ""
        body = f"{before.replace(HTML_LANG, _html_lang(language), 1)}{tags}{after}".encode()
        # Weak, since the middleware may compress the body.
        tag = sha256(body).hexdigest()[:32]
        headers = {"Cache-Control": REVALIDATE, "Vary": "Accept-Encoding, Accept-Language", "ETag": f'W/"{tag}"'}
        if any(known.value in (tag, "*") for known in request.if_none_match or ()):
            return web.Response(status=web.HTTPNotModified.status_code, headers=headers)
        return web.Response(body=body, headers={**headers, "Content-Type": CONTENT_TYPES[".html"]})

    def _game_preview(self, name: str) -> Preview:
        """Return the preview of a game, or of the whole page."""
        try:
            game = find_game(name) if name else None
        except LudotecaError:
            game = None
        if game is None:
            return Preview("Ludoteca", _text("preview_about"), self._picture(None))
        return Preview(_text("preview_game", game=game.title), _about(game), self._picture(game))

    def _room_preview(self, table: Table) -> Preview:
        game, picture = table.game, self._picture(table.game)
        names = table.names(request_language())
        if table.phase == "waiting" and not table.is_full:
            seats = table.seats_of(table.host)
            if not seats:
                return Preview(_text("preview_invited", game=game.title), _about(game), picture)
            return Preview(_text("preview_invites", name=names[seats[0]], game=game.title), _about(game), picture)
        joined = format_list(request_language(), names)
        return Preview(_text("preview_play", names=joined, game=game.title), _about(game), picture)

    def _picture(self, game: Game[Any] | None) -> str:
        """Return the path of a picture: drawn with the page, brought by the game's package, or the general one."""
        if game is not None and (self._page / PREVIEWS / f"{game.name}.png").is_file():
            return f"/{PREVIEWS}/{game.name}.png"
        own = None if game is None else find_page_file(game_package(game.name), PREVIEW_FILE)
        if game is not None and own is not None and own.is_file():
            return f"/games/{game.name}/{PREVIEW_FILE}"
        return f"/{PREVIEWS}/ludoteca.png" if (self._page / PREVIEWS / "ludoteca.png").is_file() else ""


@lru_cache(maxsize=4)
def _read_index(path: Path, changed_ns: int) -> tuple[str, str, str]:
    """Return index.html before the preview, what stands in its place, and the rest.

    `changed_ns` makes a new build replace the old one.
    """
    before, _, rest = path.read_text("utf-8").partition(BEGIN)
    written, _, after = rest.partition(END)
    return before, written, after


def _tags(preview: Preview, base: str, path: str, language: str) -> str:
    """Write the tags. Names are the players' own words, so everything is escaped."""
    address = f"{base}{path}"
    languages = sorted(known_languages() - {PSEUDO})
    alternates = {one: f"{address}?{LANGUAGE_PARAMETER}={one}" for one in languages} | {"x-default": address}
    properties = {
        "og:locale": language.replace("-", "_"),
        "og:type": "website",
        "og:site_name": "Ludoteca",
        "og:title": preview.title,
        "og:description": preview.description,
        "og:url": address,
    }
    if preview.picture:
        width, height = PICTURE_SIZE
        properties |= {
            "og:image": f"{base}{preview.picture}",
            "og:image:width": str(width),
            "og:image:height": str(height),
        }
    names = {"description": preview.description, "twitter:card": "summary_large_image"}
    return "\n    ".join(
        [
            f"<title>{escape(preview.title)}</title>",
            *(f'<meta name="{name}" content="{escape(value)}" />' for name, value in names.items()),
            *(f'<meta property="{name}" content="{escape(value)}" />' for name, value in properties.items()),
            *(f'<link rel="alternate" hreflang="{one}" href="{escape(url)}" />' for one, url in alternates.items()),
        ]
    )


def _text(code: str, **params: object) -> str:
    return shared_translations(request_language()).format(Text(code, params))


def _about(game: Game[Any]) -> str:
    return GameTexts(game, request_language()).about


def _html_lang(language: str) -> str:
    return f'<html lang="{escape(language)}"'
