"""One client in a room: its commands go to the room, and the room's updates come back through its outbox."""

from __future__ import annotations

import asyncio
from itertools import count
from typing import TYPE_CHECKING

import msgspec
from aiohttp import WSCloseCode, WSMsgType, web

from ludoteca.bots.workers import Advice
from ludoteca.core.translations import Refusal, quote
from ludoteca.server import incoming
from ludoteca.server import messages as m
from ludoteca.server.chat import Sender
from ludoteca.server.chat_room import ShownChat
from ludoteca.server.limits import Bucket
from ludoteca.server.outbox import Outbox
from ludoteca.server.room import CommandResult, Room
from ludoteca.server.table_messages import refused_message, wire_text, wire_texts
from ludoteca.table import commands as c
from ludoteca.table.play import why_not_now
from ludoteca.table.preview import preview_move
from ludoteca.table.settings import change_settings

if TYPE_CHECKING:
    from ludoteca.server.rooms import Rooms


NEED_SECRET = (c.Link, c.Move, c.Resign, c.Abandon, c.Close)
"""Commands that may need a new secret: for the next game if they end this one, or as the key of a link."""
CLOSE_TIMEOUT_S = 2.0
"""How long a removed client has to read why."""


_numbers = count()


class Connection:
    """A socket in a room. It has one perspective at a time: a seat, or spectator."""

    def __init__(
        self,
        socket: web.WebSocketResponse,
        room: Room,
        device: str,
        rooms: Rooms,
        transport: asyncio.Transport | None,
        address: str = "",
    ) -> None:
        self.number = next(_numbers)
        """Later connections have larger numbers."""
        self.device = device
        self.address = address
        self.sender = Sender(device, rooms.hash_address(room.code, address))
        self.outbox = Outbox(socket, transport, self._next_update)
        self._socket = socket
        self._room = room
        self._rooms = rooms
        self._bucket = Bucket(rooms.limits.messages)
        self._revealed: tuple[int, int] | None = None
        """At one screen: the seat for which the curtain is lifted, and the turn."""
        self._sent_seq: dict[int | None, int] = {}
        """Per perspective, the seq of the last table sent."""
        self._table_due = True
        self._presence_due = True
        self._chat_shown: ShownChat | None = None
        self._pause_s = 0.0
        """How long not to read after this message."""
        self._closing: asyncio.Future[None] | None = None
        self._acks: list[str] = []
        self._stale: list[str] = []
        self._pending = 0

    @property
    def is_member(self) -> bool:
        """Whether this device holds a seat or is the host."""
        return self._room.is_member(self.device)

    @property
    def is_closing(self) -> bool:
        """Whether the server is closing this connection."""
        return self._closing is not None

    # Sending

    def flush(self) -> None:
        """Send what is due."""
        self.outbox.flush()

    def send_table(self) -> None:
        """Send the present table as soon as the client can take it."""
        self._table_due = True
        self.outbox.flush()

    def send_presence(self) -> None:
        """Send who is connected as soon as the client can take it."""
        self._presence_due = True
        self.outbox.flush()

    def reply(self, message: m.Outgoing) -> None:
        """Send a message, after all earlier replies."""
        self.outbox.append(m.write_message(message))

    def _next_update(self) -> bytes | None:
        """Return what is due next: the table, then presence, then chat, which never delays a table."""
        if self._closing is not None:
            return None
        if self._table_due:
            return self._table()
        room = self._room
        if self._presence_due:
            self._presence_due = False
            return m.write_message(m.Presence(room.connected_seats(), room.spectators(), room.absence()))
        self._chat_shown, data = room.chat.update_for(self.device, self._chat_shown)
        return data

    def _table(self) -> bytes:
        you = self._you()
        since = self._sent_seq.get(you.seat, 0)
        acks, stale = self._acks, self._stale
        self._acks, self._stale, self._table_due = [], [], False
        self._sent_seq[you.seat] = self._room.table.seq
        return self._room.messages.message(you, since, acks, stale)

    def _you(self) -> m.You:
        table = self._room.table
        seats = table.seats_of(self.device)
        seat, curtain = self._perspective(seats)
        return m.You(seats, seat, curtain, self.device == table.host)

    def _perspective(self, seats: list[int]) -> tuple[int | None, bool]:
        """Return the seat whose view this socket gets, and whether the curtain is down.

        The curtain hides what the other players at this screen must not see.
        """
        table = self._room.table
        if len(seats) < 2:
            return (seats[0] if seats else None), False
        to_move = table.to_move()
        if not table.game.curtain or table.state is None:
            return (to_move if to_move in seats else seats[0]), False
        if self._revealed is not None and self._revealed == (to_move, table.state.turn()) and to_move in seats:
            return to_move, False
        return None, True

    def close(self, why: Refusal) -> None:
        """Close the connection with a sentence; ignore what the client still sends."""
        if self._closing is None:
            self._closing = asyncio.ensure_future(self._close())
            self._refuse(None, why)

    async def _close(self) -> None:
        try:
            await asyncio.wait_for(self._socket.close(code=WSCloseCode.POLICY_VIOLATION), CLOSE_TIMEOUT_S)
        except (ConnectionError, RuntimeError, TimeoutError):
            self.outbox.drop()

    # Receiving

    async def listen(self) -> None:
        """Read messages until the connection ends. After each, other tasks get their turn."""
        self._room.chat.load()
        async for message in self._socket:
            if message.type in (WSMsgType.TEXT, WSMsgType.BINARY) and self._closing is None:
                self.receive(message.data)
                await asyncio.sleep(self._pause_s)
                self._pause_s = 0.0
        if self._closing is not None:
            await self._closing

    def receive(self, text: str | bytes) -> None:
        """Handle one message, whatever it is."""
        limits = self._rooms.limits
        if len(self.outbox) + len(self._acks) >= limits.unread_replies:
            self.outbox.drop()
            return
        if not self._bucket.take(limits.messages):
            self._refuse(incoming.read_id(text), Refusal("too_fast", {"high": limits.messages.burst}))
            self._pause_s = limits.too_fast_pause_s
            return
        try:
            message = incoming.read_message(text)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            self._refuse(incoming.read_id(text), Refusal("message_unreadable", {"reason": quote(str(error))}))
            return
        if not incoming.is_valid_id(message.id):
            self._refuse(None, Refusal("id_too_long", {"field": "id", "high": incoming.MAX_ID_LENGTH}))
        elif isinstance(message, incoming.Ping):
            self.reply(m.Pong(message.id or None))
        elif isinstance(message, incoming.SetPerspective):
            self._set_perspective(message)
        elif isinstance(message, incoming.Preview):
            self._preview(message)
        elif isinstance(message, incoming.ShowBoard):
            self._show_board(message)
        elif isinstance(message, incoming.Hello):
            self._refuse(message.id, Refusal("hello_once"))
        elif isinstance(message, incoming.ChatCommand):
            self._submit_chat(message)
        else:
            self._submit(message)

    def _submit(self, command: c.Command) -> None:
        refusal = self._why_not(command)
        if refusal is not None:
            self._refuse(command.id, refusal)
            return
        self._pending += 1
        secret = self._rooms.new_secret() if type(command) in NEED_SECRET else ""
        actor = self._room.actor(self.device, secret, self.address)
        kind = str(command.__struct_config__.tag)

        def done(result: CommandResult) -> None:
            self._pending -= 1
            self._count(kind, result)
            if isinstance(result, Refusal):
                self._refuse(command.id, result)
                return
            if isinstance(command, (c.Sit, c.Claim)):
                self._rooms.seats.remember(self.address, self._room.code)
            if command.id:
                self._acks.append(command.id)
                if result is not None:
                    self._stale.append(command.id)
            if result is not None:
                self.send_table()
            elif isinstance(command, c.Link):
                self.reply(m.SeatKey(command.id or None, command.seat, secret))
            elif isinstance(command, c.Hint):
                self._room.automation.hint(command.seat, lambda advice: self._send_hint(command, advice))

        self._room.submit(command, actor, done)

    def _why_not(self, command: c.Command) -> Refusal | None:
        """Return a refusal for reasons that the table does not know: limits, curtain, webhooks, a hint under way."""
        if self._pending >= self._rooms.limits.pending_commands:
            return Refusal("too_fast", {"high": self._rooms.limits.pending_commands})
        if isinstance(command, (c.Move, c.Hint, c.AutoplayTurn)) and self._is_hidden(command.seat):
            return Refusal("curtain")
        if isinstance(command, c.SetSettings):
            settings = self._room.table.settings
            changed = change_settings(settings, command.settings)
            if isinstance(changed, Refusal):
                return changed
            if changed.public and not settings.public and not self._rooms.lobby.has_room(self.address):
                return Refusal("too_many_listed", {"high": self._rooms.limits.listed_per_address})
            return self._rooms.webhooks.unknown(changed.webhook)
        return Refusal("hint_busy") if isinstance(command, c.Hint) and self._room.automation.is_hinting else None

    def _submit_chat(self, command: incoming.ChatCommand) -> None:
        kind = str(command.__struct_config__.tag)

        def done(refusal: Refusal | None) -> None:
            self._count(kind, refusal)
            if refusal is None and command.id:
                self.reply(m.Accepted(command.id))
            elif refusal is not None:
                self._refuse(command.id, refusal)
                if not self._room.table.seats_of(self.device):
                    self._pause_s = self._rooms.limits.chat_pause_s

        self._room.chat.submit(command, self.sender, done)

    def _send_hint(self, command: c.Hint, advice: Advice | None) -> None:
        table = self._room.table
        given: m.Advice | None = None
        if advice is not None and table.state is not None and table.version == command.version:
            translations, names = table.game.translations, table.names()
            move = table.game.read_move(table.state, advice.move)
            texts = [] if isinstance(move, Refusal) else preview_move(table.game, table.state, move).texts
            given = m.Advice(
                advice.move,
                wire_texts(translations, texts, names),
                wire_texts(translations, advice.explanations, names),
            )
        self.reply(m.HintResult(command.id or None, command.seat, command.version, given))

    def _is_hidden(self, seat: int) -> bool:
        """Return whether the curtain hides this seat's view, so that nobody may move for it yet."""
        seats = self._room.table.seats_of(self.device)
        return seat in seats and self._perspective(seats)[1] and seat == self._room.table.to_move()

    def _set_perspective(self, command: incoming.SetPerspective) -> None:
        table = self._room.table
        if command.seat is None:
            self._revealed = None
        else:
            if command.seat not in table.seats_of(self.device):
                self._refuse(command.id, Refusal("seat_not_held"))
                return
            if table.state is None or command.seat != table.to_move():
                self._refuse(command.id, Refusal("perspective_later"))
                return
            self._revealed = (command.seat, table.state.turn())
        if command.id:
            self._acks.append(command.id)
        self.send_table()

    def _show_board(self, command: incoming.ShowBoard) -> None:
        table = self._room.table
        perspective = self._perspective(table.seats_of(self.device))[0]
        self.reply(m.TextBoard(command.id or None, table.seq, self._room.messages.board(perspective)))

    def _preview(self, command: incoming.Preview) -> None:
        """Reply with what a move would do, as far as its player may know that beforehand."""
        table = self._room.table
        refusal: Refusal | None = None
        texts: list[m.Text] | None = None
        if command.seat not in table.seats_of(self.device) or self._is_hidden(command.seat):
            refusal = Refusal("seat_not_held")
        else:
            refusal = why_not_now(table, command.seat)
        state = table.state
        if refusal is None and state is not None:
            move = table.game.read_move(state, command.move)
            if isinstance(move, Refusal):
                refusal = move
            else:
                preview = preview_move(table.game, state, move)
                if not preview.reveals:
                    texts = wire_texts(table.game.translations, preview.texts, table.names())
        why = None if refusal is None else wire_text(table.game.translations, refusal)
        self.reply(m.PreviewResult(command.id or None, why, texts))

    def _refuse(self, command_id: str | None, refusal: Refusal) -> None:
        self.reply(refused_message(self._room.table.game.translations, refusal, command_id or None))

    def _count(self, kind: str, result: CommandResult) -> None:
        outcome = "done" if result is None else "refused" if isinstance(result, Refusal) else "stale"
        self._rooms.metrics.count_command(kind, outcome)
