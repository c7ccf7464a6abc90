"""One socket: what it says is judged by its room, and one sender brings it what is new, at the speed it can take."""

from __future__ import annotations

import asyncio
from collections import deque
from itertools import count
from typing import TYPE_CHECKING

import msgspec
from aiohttp import ClientConnectionResetError, WSCloseCode, WSMsgType, web

from ludoteca.bots.workers import Advice
from ludoteca.core.translations import Refusal, quote
from ludoteca.server import incoming
from ludoteca.server import messages as m
from ludoteca.server.chat import Sender
from ludoteca.server.chat_room import Shown
from ludoteca.server.limits import Bucket
from ludoteca.server.outbox import start
from ludoteca.server.perspective import refused, said
from ludoteca.server.room import CommandResult, Room
from ludoteca.table import commands as c
from ludoteca.table.play import why_not_now
from ludoteca.table.preview import preview_move
from ludoteca.table.settings import change_settings

if TYPE_CHECKING:
    from ludoteca.server.rooms import Rooms


NEED_SECRET = (c.Link, c.Move, c.Resign, c.Abandon, c.Close)
"""Commands that may need a secret: for the game after one that ends, or as the key of a link."""
DISMISSED_S = 2.0
"""One that is sent away has so long to read why."""
STALLED_S = 30.0
"""A line that takes nothing for so long is dropped, even if somebody pings over it."""


_numbers = count()


class Connection:
    """A socket in a room, with the one perspective it has at a time."""

    def __init__(
        self,
        socket: web.WebSocketResponse,
        room: Room,
        who: str,
        rooms: Rooms,
        transport: asyncio.Transport | None,
        address: str = "",
    ) -> None:
        self.number = next(_numbers)
        """Larger than that of every connection before."""
        self.device = who
        self.address = address
        self.sender = Sender(who, rooms.hash_address(room.code, address))
        self._socket = socket
        self._transport = transport
        self._room = room
        self._rooms = rooms
        self._bucket = Bucket(rooms.limits.messages)
        self._looking: tuple[int, int] | None = None
        """At one screen: the seat that looks, and the turn it may look in."""
        self._seen: dict[int | None, int] = {}
        """Per perspective, the seq of the last table sent."""
        self._sending: asyncio.Future[None] | None = None
        """A frame that the line did not take at once."""
        self._patience: asyncio.TimerHandle | None = None
        self._table_due = True
        self._presence_due = True
        self._chat_shown: Shown | None = None
        self._pause_s = 0.0
        """How long not to listen after the present message."""
        self._closing: asyncio.Future[None] | None = None
        self._answered: list[str] = []
        self._stale: list[str] = []
        self._replies: deque[bytes] = deque()
        self._pending = 0

    @property
    def seated(self) -> bool:
        return self._room.is_member(self.device)

    @property
    def dismissed(self) -> bool:
        return self._closing is not None

    # Out

    def flush(self) -> None:
        """Send what is due. While a slow reader is waited for tables pass it by; then it gets the present one."""
        while self._sending is None and (data := self._next()) is not None:
            try:
                left = start(self._socket.send_frame(data, WSMsgType.TEXT))
            except (ClientConnectionResetError, ConnectionError):
                return  # the reading side notices too, and leaves
            if left is not None:
                self._sending = asyncio.ensure_future(left)
                self._sending.add_done_callback(self._sent)
                self._patience = asyncio.get_running_loop().call_later(STALLED_S, self._drop)

    def _sent(self, sending: asyncio.Future[None]) -> None:
        if self._patience is not None:
            self._patience.cancel()
        if sending.cancelled() or sending.exception() is not None:
            return
        self._sending = None
        self.flush()

    def _next(self) -> bytes | None:
        if self._replies:
            return self._replies.popleft()
        if self._closing is not None:
            return None
        if self._table_due:
            return self._table()
        if self._presence_due:
            self._presence_due = False
            return m.write_message(
                m.Presence(self._room.connected_seats(), self._room.spectators(), self._room.absence())
            )
        return self._chat()

    def _chat(self) -> bytes | None:
        """What is new in the chat. It comes last: a table never waits for it."""
        self._chat_shown, data = self._room.chat.news(self.device, self._chat_shown)
        return data

    def stop(self) -> None:
        if self._sending is not None:
            self._sending.cancel()
            self._drop()

    def turn_away(self, why: Refusal) -> None:
        """Close the line with a sentence; what still comes over it is not heard."""
        if self._closing is None:
            self._closing = asyncio.ensure_future(self._close())
            self._refuse(None, why)

    async def _close(self) -> None:
        try:
            await asyncio.wait_for(self._socket.close(code=WSCloseCode.POLICY_VIOLATION), DISMISSED_S)
        except (ConnectionError, RuntimeError, TimeoutError):
            self._drop()

    def _drop(self) -> None:
        """End the line at once; closing it would wait for a reader that may never read."""
        if self._transport is not None:
            self._transport.abort()

    def _table(self) -> bytes:
        you = self._you()
        since = self._seen.get(you.seat, 0)
        re, stale = self._answered, self._stale
        self._answered, self._stale, self._table_due = [], [], False
        self._seen[you.seat] = self._room.table.seq
        return self._room.perspectives.message(you, since, re, stale)

    def show(self) -> None:
        self._table_due = True
        self.flush()

    def show_presence(self) -> None:
        self._presence_due = True
        self.flush()

    def reply(self, message: m.Outgoing) -> None:
        self._replies.append(m.write_message(message))
        self.flush()

    def _you(self) -> m.You:
        table = self._room.table
        seats = table.seats_of(self.device)
        seat, curtain = self._eyes(seats)
        return m.You(seats, seat, curtain, self.device == table.host)

    def _eyes(self, seats: list[int]) -> tuple[int | None, bool]:
        """The seat this socket looks with, and whether a curtain hides what others at this screen must not see."""
        table = self._room.table
        if len(seats) < 2:
            return (seats[0] if seats else None), False
        to_move = table.to_move()
        if not table.game.curtain or table.state is None:
            return (to_move if to_move in seats else seats[0]), False
        if self._looking is not None and self._looking == (to_move, table.state.turn()) and to_move in seats:
            return to_move, False
        return None, True

    # In

    async def listen(self) -> None:
        """Take messages one by one until the line ends. In between all others have their turn, however much comes."""
        self._room.chat.load()
        async for message in self._socket:
            if message.type in (WSMsgType.TEXT, WSMsgType.BINARY) and self._closing is None:
                self.receive(message.data)
                await asyncio.sleep(self._pause_s)
                self._pause_s = 0.0
        if self._closing is not None:
            await self._closing

    def receive(self, text: str | bytes) -> None:
        """One message. Whatever it is, it is answered and harms nobody."""
        if len(self._replies) + len(self._answered) >= self._rooms.limits.unread_replies:
            self._drop()
            return
        if not self._bucket.take(self._rooms.limits.messages):
            self._refuse(incoming.read_id(text), Refusal("too_fast", {"high": self._rooms.limits.messages.burst}))
            self._pause_s = self._rooms.limits.too_fast_pause_s
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
            self._look(message)
        elif isinstance(message, incoming.Preview):
            self._try(message)
        elif isinstance(message, incoming.ShowBoard):
            self._show_board(message)
        elif isinstance(message, incoming.Hello):
            self._refuse(message.id, Refusal("hello_once"))
        elif isinstance(message, incoming.ChatCommand):
            self._submit_chat(message)
        else:
            self._submit(message)

    def _submit(self, command: c.Command) -> None:
        if self._pending >= self._rooms.limits.pending_commands:
            self._refuse(command.id, Refusal("too_fast", {"high": self._rooms.limits.pending_commands}))
            return
        if isinstance(command, (c.Move, c.Hint, c.AutoplayTurn)) and self._hidden(command.seat):
            self._refuse(command.id, Refusal("curtain"))
            return
        refusal = self._not_here(command)
        if refusal is not None:
            self._refuse(command.id, refusal)
            return
        self._pending += 1
        new_secret = self._rooms.new_secret() if type(command) in NEED_SECRET else ""
        actor = self._room.actor(self.device, new_secret, self.address)
        kind = str(command.__struct_config__.tag)

        def done(outcome: CommandResult) -> None:
            self._pending -= 1
            self._count(kind, outcome)
            if isinstance(outcome, Refusal):
                self._refuse(command.id, outcome)
                return
            if isinstance(command, (c.Sit, c.Claim)):
                self._rooms.seats.remember(self.address, self._room.code)
            if command.id:
                self._answered.append(command.id)
                if outcome is not None:
                    self._stale.append(command.id)
            if outcome is not None:
                self.show()
            elif isinstance(command, c.Link):
                self.reply(m.SeatKey(command.id or None, command.seat, actor.new_secret))
            elif isinstance(command, c.Hint):
                self._room.automation.hint(command.seat, lambda advice: self._hinted(command, advice))

        self._room.submit(command, actor, done)

    def _submit_chat(self, command: incoming.ChatCommand) -> None:
        """The chat has no line to stand in: what is not refused is done at once."""
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

    def _not_here(self, command: c.Command) -> Refusal | None:
        """What the table knows nothing of: targets of this server, and a house that thinks of a hint already."""
        if isinstance(command, c.SetSettings):
            settings = self._room.table.settings
            changed = change_settings(settings, command.settings)
            if isinstance(changed, Refusal):
                return changed
            if changed.public and not settings.public and not self._rooms.lobby.has_room(self.address):
                return Refusal("too_many_listed", {"high": self._rooms.limits.listed_per_address})
            return self._rooms.webhooks.unknown(changed.webhook)
        return Refusal("hint_busy") if isinstance(command, c.Hint) and self._room.automation.is_hinting else None

    def _hinted(self, command: c.Hint, advice: Advice | None) -> None:
        table = self._room.table
        if advice is None or table.state is None or table.version != command.version:
            self.reply(m.HintResult(command.id or None, command.seat, command.version, None))
            return
        translations, names = table.game.translations, [table.name(seat) for seat in range(len(table.players))]
        move = table.game.read_move(table.state, advice.move)
        preview = [] if isinstance(move, Refusal) else preview_move(table.game, table.state, move).texts
        texts = [said(translations, text, names) for text in preview]
        explanations = [said(translations, line, names) for line in advice.explanations]
        given = m.Advice(advice.move, texts, explanations)
        self.reply(m.HintResult(command.id or None, command.seat, command.version, given))

    def _hidden(self, seat: int) -> bool:
        """A curtain is down before this seat's eyes: what it cannot see it cannot move."""
        seats = self._room.table.seats_of(self.device)
        return seat in seats and self._eyes(seats)[1] and seat == self._room.table.to_move()

    def _look(self, command: incoming.SetPerspective) -> None:
        table = self._room.table
        if command.seat is None:
            self._looking = None
        else:
            if command.seat not in table.seats_of(self.device):
                self._refuse(command.id, Refusal("seat_not_held"))
                return
            if table.state is None or command.seat != table.to_move():
                self._refuse(command.id, Refusal("perspective_later"))
                return
            self._looking = (command.seat, table.state.turn())
        if command.id:
            self._answered.append(command.id)
        self.show()

    def _show_board(self, command: incoming.ShowBoard) -> None:
        table = self._room.table
        eyes = self._eyes(table.seats_of(self.device))[0]
        self.reply(m.TextBoard(command.id or None, table.seq, self._room.perspectives.board(eyes)))

    def _try(self, command: incoming.Preview) -> None:
        """What a move would do, told only as far as the mover may know it beforehand."""
        table = self._room.table
        refusal: Refusal | None = None
        news: list[m.Text] | None = None
        if command.seat not in table.seats_of(self.device) or self._hidden(command.seat):
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
                    names = [table.name(seat) for seat in range(len(table.players))]
                    news = [said(table.game.translations, text, names) for text in preview.texts]
        why = None if refusal is None else said(table.game.translations, refusal)
        self.reply(m.PreviewResult(command.id or None, why, news))

    def _refuse(self, re: str | None, refusal: Refusal) -> None:
        self.reply(refused(self._room.table.game.translations, refusal, re or None))

    def _count(self, kind: str, outcome: CommandResult) -> None:
        became = "done" if outcome is None else "refused" if isinstance(outcome, Refusal) else "stale"
        self._rooms.metrics.count_command(kind, became)
