"""A room on a server: a WebSocket that reconnects, and one callback for everything that arrives."""

from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import dataclass
from threading import Event, Thread, Timer
from urllib.parse import urlsplit

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.frames import CloseCode
from websockets.http11 import Response
from websockets.sync.client import ClientConnection, connect

from ludoteca.core.errors import LudotecaError, OptionError
from ludoteca.core.system_errors import system_reason
from ludoteca.core.translations import Refusal, quote
from ludoteca.rooms import incoming
from ludoteca.rooms import messages as m
from ludoteca.rooms.codes import read_code
from ludoteca.table.commands import Command
from ludoteca.terminal.room_client import ConnectionFailed, ConnectionLost, OnEvent, Unanswered
from ludoteca.terminal.texts import language

FIRST_RETRY_S = 0.5
MAX_RETRY_S = 15.0
GIVE_UP_S = 300.0
"""After this long without an answer the server counts as gone."""
TOO_FAST_RETRY_S = 0.5
TOO_FAST_RETRIES = 5
"""How often a command that the server dropped as too fast is sent again, with doubling delays."""
PING_S, PONG_S = 7.0, 5.0
"""Detects a dead connection as quickly as the server does."""
MAX_MESSAGE_BYTES = 1 << 24
LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1")
PERMANENT_STATUSES = (400, 404)
"""The server has no such room; asking again does not help."""
RETRY_HEADER = "Retry-After"
"""In the response of a server that cannot serve the room at the moment, though another node may."""

_read = msgspec.json.Decoder(m.Outgoing).decode
_write = msgspec.json.Encoder().encode


@dataclass(frozen=True)
class Address:
    """Where a room is, with the key of a personal link if there is one."""

    server: str
    code: str
    key: str = ""

    @property
    def url(self) -> str:
        """The link to share, without the key."""
        return f"{self.server}/r/{self.code}"

    @property
    def socket(self) -> str:
        return f"ws{self.server.removeprefix('http')}/api/rooms/{self.code}/socket"


def read_address(text: str, server: str) -> Address:
    """Parse a room's link, `http://host:port/r/CODE` with or without `#KEY`, or its code on `server`."""
    link, _, key = text.strip().partition("#")
    base, _, code = link.rstrip("/").rpartition("/r/") if "/" in link else ("", "", link)
    found = read_server(base or server)
    if found is None and not base:
        raise OptionError(Refusal("url", {"field": "--server", "value": quote(server)}))
    known = read_code(code)
    if found is None or known is None:
        raise OptionError(Refusal("room_link", {"value": quote(text)}))
    return Address(found, known, key)


def read_server(url: str) -> str | None:
    """Normalise a server's URL; None if it is not valid."""
    try:
        parts = urlsplit(url.strip().rstrip("/"))
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # an invalid port
        return None
    return f"{parts.scheme}://{parts.netloc.lower()}{parts.path}" if usable else None


def is_same_server(one: str, other: str) -> bool:
    """Return whether two URLs name the same server; this machine has several names."""
    parts = [urlsplit(url) for url in (one, other)]
    names = ["loopback" if part.hostname in LOOPBACK_NAMES else part.hostname for part in parts]
    return names[0] == names[1] and parts[0].port == parts[1].port


class RemoteRoomClient:
    """Sends commands now or, while disconnected, after reconnecting; the server recognises repeats by their id."""

    def __init__(self, address: Address, token: str, on_event: OnEvent) -> None:
        self._address = address
        self._hello = incoming.Hello(token=token, language=language())
        self._on_event = on_event
        self._unanswered = Unanswered()
        self._lock = self._unanswered.lock
        self._socket: ClientConnection | None = None
        self._repeated: set[str] = set()
        self._drop_counts: Counter[str] = Counter()
        """By command id, how often the server dropped it as too fast."""
        self._closed = Event()
        self._welcomed = False
        self._down_since: float | None = None
        self._retry_s = FIRST_RETRY_S

    def start(self) -> None:
        Thread(target=self._run, name="room client", daemon=True).start()

    def close(self) -> None:
        self._closed.set()
        with self._lock:
            socket, self._socket = self._socket, None
        if socket is not None:
            socket.close()

    @property
    def is_idle(self) -> bool:
        """Whether every command sent has been answered."""
        return not self._unanswered.commands

    def send(self, command: Command) -> None:
        with self._lock:
            self._unanswered.add(command)
            self._send_now(command)

    def acknowledge(self, command_id: str) -> tuple[Command | None, bool]:
        """Note that a command was answered; return it, and whether it may have been sent twice."""
        with self._lock:
            command = self._unanswered.pop(command_id)
            repeated = command_id in self._repeated
            self._repeated.discard(command_id)
            self._drop_counts.pop(command_id, None)
        return command, repeated

    def _send_now(self, command: Command) -> None:
        if self._socket is not None:
            try:
                self._socket.send(_write(command).decode())
            except (ConnectionClosed, OSError):
                self._socket = None  # the reading thread notices too, and reconnects

    def _run(self) -> None:
        while not self._closed.is_set():
            is_invited = False
            try:
                is_invited = self._read_messages() == CloseCode.SERVICE_RESTART
                why = Refusal("server_silent", {"server": self._address.server})
            except InvalidStatus as error:
                why = _read_refusal(error.response) or Refusal("server_other", {"server": self._address.server})
                if error.response.status_code in PERMANENT_STATUSES:
                    self._on_event(ConnectionFailed(why))
                    return
                is_invited = RETRY_HEADER in error.response.headers
            except WebSocketException:
                why = Refusal("server_other", {"server": self._address.server})
            except (OSError, ValueError) as error:  # ValueError: an impossible host name
                reason = system_reason(error, "reason_no_answer")
                why = Refusal("server_unreachable", {"server": self._address.server, "reason": reason})
            if not self._closed.is_set() and not self._wait_to_retry(why, is_invited):
                self._on_event(ConnectionFailed(why))
                return

    def _read_messages(self) -> int | None:
        """Open a socket and read from it until it closes; return the server's close code."""
        with connect(
            self._address.socket,
            compression=None,
            proxy=None,
            ping_interval=PING_S,
            ping_timeout=PONG_S,
            close_timeout=2.0,
            max_size=MAX_MESSAGE_BYTES,
        ) as socket:
            try:
                socket.send(_write(self._hello).decode())
                for text in socket:
                    self._receive(socket, text)
            except ConnectionClosed:
                pass
            return socket.close_code

    def _receive(self, socket: ClientConnection, text: str | bytes) -> None:
        try:
            message = _read(text)
        except msgspec.MsgspecError:  # a newer server may send kinds that are unknown here
            return
        if isinstance(message, m.Refused) and message.code == "too_fast" and self._send_later(message.ack or ""):
            return
        self._on_event(message)
        if isinstance(message, m.Welcome):
            with self._lock:
                self._socket, self._welcomed = socket, True
                self._down_since, self._retry_s = None, FIRST_RETRY_S
                for command_id, command in self._unanswered.commands.items():
                    self._repeated.add(command_id)
                    self._send_now(command)

    def _send_later(self, command_id: str) -> bool:
        """Schedule a dropped command to be sent again; False once it has been dropped too often."""
        with self._lock:
            command = self._unanswered.commands.get(command_id)
            drops = self._drop_counts[command_id]
            if command is None or isinstance(command, incoming.SetPerspective) or drops == TOO_FAST_RETRIES:
                return False
            self._drop_counts[command_id] += 1
        delay_s = TOO_FAST_RETRY_S * 2**drops * random.uniform(0.75, 1.25)
        retry = Timer(delay_s, self._send_again, (command_id,))
        retry.daemon = True
        retry.start()
        return True

    def _send_again(self, command_id: str) -> None:
        with self._lock:
            command = self._unanswered.commands.get(command_id)
            if command is not None:
                self._send_now(command)

    def _wait_to_retry(self, why: Refusal, is_invited: bool) -> bool:
        """Wait before reconnecting; False if there is no point in trying again.

        A server that has not answered yet is asked again only if it says so.
        """
        with self._lock:
            self._socket = None
            # A curtain must not lift by itself later: drop requests to change the perspective.
            self._unanswered.commands = {
                command_id: command
                for command_id, command in self._unanswered.commands.items()
                if not isinstance(command, incoming.SetPerspective)
            }
        if not self._welcomed and not is_invited:
            return False
        now = time.monotonic()
        if self._down_since is None:
            self._down_since = now
            told = LudotecaError(why).sentence_in(language())
            self._on_event(ConnectionLost() if self._welcomed else m.Loading(told))
        if now - self._down_since > GIVE_UP_S:
            return False
        self._closed.wait(self._retry_s * random.uniform(0.75, 1.25))
        self._retry_s = min(MAX_RETRY_S, self._retry_s * 2)
        return True


def _read_refusal(response: Response) -> Refusal | None:
    """Return the sentence in an error response of a Ludoteca server; None for any other response."""
    try:
        refused = msgspec.json.decode(response.body or b"", type=m.Text)
    except msgspec.MsgspecError:
        return None
    return Refusal("server_says", {"text": refused.text})
