"""The rooms of a server, over HTTP."""

from __future__ import annotations

from typing import TypeVar
from urllib.error import HTTPError, URLError
from urllib.request import ProxyHandler, Request, build_opener

import msgspec

from ludoteca.core.errors import LudotecaError
from ludoteca.core.records import Record
from ludoteca.core.system_errors import system_reason
from ludoteca.core.translations import Refusal
from ludoteca.rooms import messages as m
from ludoteca.rooms.summaries import RoomSummary
from ludoteca.table.create_room import CreateRoom
from ludoteca.terminal.remote_client import Address, RemoteRoomClient
from ludoteca.terminal.room_client import ConnectionFailed, OnEvent, RoomClient
from ludoteca.terminal.texts import language

T = TypeVar("T")

TIMEOUT_S = 30.0
MAX_BYTES = 1 << 24
# A server on this network or machine is reached directly, as `RemoteRoomClient` does.
_open = build_opener(ProxyHandler({})).open


class _Created(msgspec.Struct):
    code: str


class ServerHost:
    """The rooms of a server. Nothing has to be closed."""

    def __init__(self, url: str) -> None:
        self.url: str | None = url
        self._url = url

    def create(self, request: CreateRoom, token: str) -> str:
        """Create a room and return its code."""
        body = msgspec.json.encode(msgspec.structs.replace(request, token=token))
        return self._request("/api/rooms", _Created, body).code

    def import_record(self, record: Record, token: str) -> str:
        """Create a room that continues a record, and return its code."""
        return self._request("/api/records", _Created, record.text().encode(), token).code

    def summaries(self, codes: list[str], token: str) -> dict[str, RoomSummary]:
        """Describe those of the rooms that exist and in which the token holds a seat."""
        body = msgspec.json.encode({"rooms": dict.fromkeys(codes, token)})
        return self._request("/api/rooms/known", dict[str, RoomSummary], body)

    def record(self, code: str) -> bytes:
        """Return the record of a room's present game; refused while it would reveal something."""
        return self._read(Request(f"{self._url}/api/rooms/{code}/record", headers=_reader()))  # noqa: S310 - the server's own address

    def client(self, code: str, token: str, on_event: OnEvent) -> RoomClient:
        """Make a client for a room."""
        return RemoteRoomClient(Address(self._url, code), token, on_event)

    def close(self) -> None:
        """Do nothing: the server goes on."""

    def _request(self, path: str, kind: type[T], body: bytes, token: str = "") -> T:
        headers = {**_reader(), "Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        answer = self._read(Request(f"{self._url}{path}", body, headers))  # noqa: S310 - as above
        try:
            return msgspec.json.decode(answer, type=kind)
        except msgspec.MsgspecError:
            raise ConnectionFailed(Refusal("server_other", {"server": self._url})) from None

    def _read(self, request: Request) -> bytes:
        try:
            with _open(request, timeout=TIMEOUT_S) as answer:
                return bytes(answer.read(MAX_BYTES))
        except HTTPError as error:
            raise _refusal(error.read(MAX_BYTES), self._url) from None
        except (URLError, OSError) as error:
            cause = getattr(error, "reason", error)
            reason = system_reason(cause if isinstance(cause, OSError) else OSError(), "reason_no_answer")
            raise ConnectionFailed(Refusal("server_unreachable", {"server": self._url, "reason": reason})) from None


def _refusal(body: bytes, server: str) -> LudotecaError:
    """Return the sentence in an error response of a Ludoteca server."""
    try:
        refused = msgspec.json.decode(body, type=m.Text)
    except msgspec.MsgspecError:
        return ConnectionFailed(Refusal("server_other", {"server": server}))
    return LudotecaError(Refusal("server_says", {"text": refused.text}))


def _reader() -> dict[str, str]:
    """Return the header that says in which language this terminal reads."""
    return {"Accept-Language": language()}
