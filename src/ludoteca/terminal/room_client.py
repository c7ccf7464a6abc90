"""The line to a room: one socket, opened again whenever it is lost. What comes over it is handed to one listener."""

from __future__ import annotations

import random
import secrets
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event, Lock, Thread, Timer
from urllib.parse import urlsplit

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.http11 import Response
from websockets.sync.client import ClientConnection, connect

from ludoteca.core.errors import LudotecaError, OptionError
from ludoteca.core.translations import Refusal, quote
from ludoteca.server import incoming
from ludoteca.server import messages as m
from ludoteca.server.codes import read_code
from ludoteca.table.commands import Command

FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 15.0
GIVE_UP_S = 300.0
"""A server that has not answered for so long is gone for good."""
TOO_FAST_PAUSE_S = 0.5
TOO_FAST_TRIES = 5
"""How often a command that the server dropped for haste is sent again, after pauses that double."""
PING_S, PONG_S = 7.0, 5.0
"""A dead line is noticed as quickly as the server notices it."""
LARGEST = 1 << 24
FINAL = (400, 404)
"""Statuses that say that there is no such room, and will say so again."""

_read = msgspec.json.Decoder(m.Outgoing).decode
_write = msgspec.json.Encoder().encode


class ConnectionFailed(LudotecaError):
    """There is no line to the room, and there will be none."""


class ConnectionLost:
    """The line has broken; it is being tried again."""


ClientEvent = m.Outgoing | ConnectionLost | LudotecaError


@dataclass(frozen=True)
class Address:
    """Where a room is, and the key of a personal link to it, if there is one."""

    server: str
    code: str
    key: str = ""

    @property
    def url(self) -> str:
        """The link that everybody may have."""
        return f"{self.server}/r/{self.code}"

    @property
    def socket(self) -> str:
        return f"ws{self.server.removeprefix('http')}/api/rooms/{self.code}/socket"


def read_address(text: str, server: str) -> Address:
    """A room's link, `http://host:port/r/CODE` with or without `#KEY`; or its code, at the server."""
    place, _, key = text.strip().partition("#")
    base, _, code = place.rstrip("/").rpartition("/r/") if "/" in place else ("", "", place)
    found = read_server(base or server)
    if found is None and not base:
        raise OptionError(Refusal("url", {"field": "--server", "value": quote(server)}))
    known = read_code(code)
    if found is None or known is None:
        raise OptionError(Refusal("room_link", {"value": quote(text)}))
    return Address(found, known, key)


def read_server(url: str) -> str | None:
    """A server's address in its usual form; None when it cannot be one."""
    try:
        parts = urlsplit(url.strip().rstrip("/"))
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is none
        return None
    return f"{parts.scheme}://{parts.netloc.lower()}{parts.path}" if usable else None


class RoomClient:
    """Commands are sent now or, if the line is down, once it is back; the server knows a repeated one by its id."""

    def __init__(self, address: Address, token: str, hear: Callable[[ClientEvent], None]) -> None:
        self._address = address
        self._hello = incoming.Hello(token=token)
        self._hear = hear
        self._lock = Lock()
        self._socket: ClientConnection | None = None
        self._unanswered: dict[str, Command] = {}
        self._repeated: set[str] = set()
        self._dropped: Counter[str] = Counter()
        """How often a command has been dropped for haste."""
        self._left = Event()
        self._welcomed = False
        self._down_since: float | None = None
        self._pause_s = FIRST_PAUSE_S

    def open(self) -> None:
        Thread(target=self._stay, name="line", daemon=True).start()

    def leave(self) -> None:
        self._left.set()
        with self._lock:
            socket, self._socket = self._socket, None
        if socket is not None:
            socket.close()

    @property
    def idle(self) -> bool:
        """Nothing that was sent still waits for its answer."""
        return not self._unanswered

    def send(self, command: Command) -> None:
        command.id = secrets.token_hex(12)
        with self._lock:
            self._unanswered[command.id] = command
            self._put(command)

    def settle(self, name: str) -> tuple[Command | None, bool]:
        """The command that has been answered, and whether it may have been sent twice."""
        with self._lock:
            command = self._unanswered.pop(name, None)
            repeated = name in self._repeated
            self._repeated.discard(name)
            self._dropped.pop(name, None)
        return command, repeated

    def _put(self, command: Command) -> None:
        if self._socket is not None:
            try:
                self._socket.send(_write(command).decode())
            except (ConnectionClosed, OSError):
                self._socket = None  # the reading side notices too, and opens the line again

    def _stay(self) -> None:
        while not self._left.is_set():
            try:
                self._converse()
                why = Refusal("server_silent", {"server": self._address.server})
            except InvalidStatus as error:
                why = _told(error.response) or Refusal("server_other", {"server": self._address.server})
                if error.response.status_code in FINAL:
                    self._hear(ConnectionFailed(why))
                    return
            except WebSocketException:
                why = Refusal("server_other", {"server": self._address.server})
            except (OSError, ValueError) as error:  # the latter: a name that cannot be one of a host
                reason = getattr(error, "strerror", None) or "no answer"
                why = Refusal("server_unreachable", {"server": self._address.server, "reason": reason})
            if not self._left.is_set() and not self._wait():
                self._hear(ConnectionFailed(why))
                return

    def _converse(self) -> None:
        """One socket from its opening to its end."""
        with connect(
            self._address.socket,
            compression=None,
            proxy=None,
            ping_interval=PING_S,
            ping_timeout=PONG_S,
            close_timeout=2.0,
            max_size=LARGEST,
        ) as socket:
            try:
                socket.send(_write(self._hello).decode())
                for text in socket:
                    self._receive(socket, text)
            except ConnectionClosed:
                return

    def _receive(self, socket: ClientConnection, text: str | bytes) -> None:
        try:
            message = _read(text)
        except msgspec.MsgspecError:  # from a server that knows more kinds
            return
        if isinstance(message, m.Refused) and message.code == "too_fast" and self._send_later(message.ack or ""):
            return
        self._hear(message)
        if isinstance(message, m.Welcome):
            with self._lock:
                self._socket, self._welcomed = socket, True
                self._down_since, self._pause_s = None, FIRST_PAUSE_S
                for name, command in self._unanswered.items():
                    self._repeated.add(name)
                    self._put(command)

    def _send_later(self, name: str) -> bool:
        """Send a dropped command again in a while; False when it is to be given up."""
        with self._lock:
            command = self._unanswered.get(name)
            tries = self._dropped[name]
            if command is None or isinstance(command, incoming.SetPerspective) or tries == TOO_FAST_TRIES:
                return False
            self._dropped[name] += 1
        again = Timer(TOO_FAST_PAUSE_S * 2**tries * random.uniform(0.75, 1.25), self._send_again, (name,))
        again.daemon = True
        again.start()
        return True

    def _send_again(self, name: str) -> None:
        with self._lock:
            command = self._unanswered.get(name)
            if command is not None:
                self._put(command)

    def _wait(self) -> bool:
        """Pause before the next try; False when there should be none."""
        with self._lock:
            self._socket = None
            # A curtain is lifted when it is asked for, or not at all.
            looks = [name for name, command in self._unanswered.items() if isinstance(command, incoming.SetPerspective)]
            for name in looks:
                del self._unanswered[name]
        if not self._welcomed:
            return False
        now = time.monotonic()
        if self._down_since is None:
            self._down_since = now
            self._hear(ConnectionLost())
        if now - self._down_since > GIVE_UP_S:
            return False
        self._left.wait(self._pause_s * random.uniform(0.75, 1.25))
        self._pause_s = min(LONGEST_PAUSE_S, self._pause_s * 2)
        return True


def _told(response: Response) -> Refusal | None:
    """The sentence with which a server of ours refuses."""
    try:
        said = msgspec.json.decode(response.body or b"", type=m.Text)
    except msgspec.MsgspecError:
        return None
    return Refusal("server_says", {"text": said.text})
