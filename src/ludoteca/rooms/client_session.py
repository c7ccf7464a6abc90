"""One client's session in a room: its perspective, its commands, and what it is sent. It knows no socket."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import msgspec
from mypy_extensions import mypyc_attr

from ludoteca.bots.workers import Advice, Hint, MoveList
from ludoteca.core.languages import ENGLISH
from ludoteca.core.translations import Refusal, Translations, quote
from ludoteca.rooms import incoming
from ludoteca.rooms import messages as m
from ludoteca.rooms.chat import Sender
from ludoteca.rooms.chat_room import ShownChat
from ludoteca.rooms.command_keys import MAX_ID_LENGTH, is_valid_id
from ludoteca.rooms.limits import Bucket
from ludoteca.rooms.notifier import why_not_webhook
from ludoteca.rooms.outbox import Outbox
from ludoteca.rooms.results import CommandResult
from ludoteca.rooms.room import Room
from ludoteca.rooms.table_messages import encode_you, refused_message, wire_text, wire_texts
from ludoteca.table import commands as c
from ludoteca.table.decide import Actor
from ludoteca.table.events import kind_of
from ludoteca.table.play import why_not_now
from ludoteca.table.preview import preview_move
from ludoteca.table.settings import change_settings
from ludoteca.table.table import Table

_numbers = count()


class ClientSession:
    """A client in a room. It has one perspective at a time: a seat, or spectator."""

    def __init__(self, room: Room, device: str, outbox: Outbox, address: str = "", language: str = ENGLISH) -> None:
        self.number = next(_numbers)
        self.language = language
        self.device = device
        self.address = address
        self.sender = Sender(device, room.services.hash_address(room.code, address))
        self.on_seat: Callable[[], None] = lambda: None
        """Called when the client has taken a seat."""
        self.is_closing = False
        self._room = room
        self._services = room.services
        self.outbox = outbox
        outbox.next_update = self._next_update
        self._limits = room.services.limits
        self._command_counts = room.services.metrics.commands
        self._bucket = Bucket(self._limits.messages)
        self._revealed: tuple[int, int] | None = None
        """At one screen: the seat for which the curtain is lifted, and the turn."""
        self._since = 0
        """The seq of the last table sent from the present perspective."""
        self._since_elsewhere: dict[int | None, int] = {}
        """The same for other perspectives."""
        self._shown_you = m.You([], None, False, False)
        self._shown_you_part = b""
        """The last one, encoded."""
        self._you_table: Table | None = None
        self._you_seating = 0
        """For which table and seating it holds."""
        self._epoch = 0
        """Of the last welcome; it rises when the store has lost events."""
        self._table_due = True
        self._presence_due = True
        self._chat_shown: ShownChat | None = None
        self._pause_s = 0.0
        """How long not to read after this message."""
        self._acks: list[str] = []
        self._stale: list[str] = []
        self._pending = 0

    @property
    def is_member(self) -> bool:
        """Whether this device holds a seat or is the host."""
        return self._room.is_member(self.device)

    @property
    def _translations(self) -> Translations:
        return self._room.table.game.translations.to(self.language)

    def join(self, welcome: m.Welcome) -> None:
        """Enter the room: the client gets the welcome, then the table, presence and chat."""
        self._welcome = welcome
        self.outbox.append(self._make_welcome())
        self._room.join(self)
        self._room.chat.load()

    def _make_welcome(self) -> bytes:
        """Make a welcome; what the client was sent before another epoch may never have happened."""
        self._epoch = self._room.table.epoch
        self._since = 0
        self._since_elsewhere.clear()
        now = self._services.clock.now_ms()
        return m.write_message(msgspec.structs.replace(self._welcome, now=now, epoch=self._epoch))

    def leave(self) -> None:
        """Leave the room."""
        self._room.leave(self)

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
        if self.is_closing:
            return None
        if self._table_due:
            return self._table() if self._epoch == self._room.table.epoch else self._make_welcome()
        room = self._room
        if self._presence_due:
            self._presence_due = False
            return m.write_message(m.Presence(room.connected_seats(), room.spectators(), room.absence()))
        self._chat_shown, data = room.chat.update_for(self.device, self._chat_shown)
        return data

    def _table(self) -> bytes:
        you, room = self._you(), self._room
        since, acks, stale = self._since, self._acks, self._stale
        self._table_due, self._since = False, room.table.seq
        if acks:
            self._acks, self._stale = [], []
        return room.messages.message(you.seat, since, acks, stale, self._shown_you_part, self.language)

    def _you(self) -> m.You:
        """Return what this client is at the table now; if its perspective has changed, continue with the new one."""
        table = self._room.table
        if self._you_table is table and self._you_seating == table.seating_version:
            return self._shown_you
        seats = table.seats_of(self.device)
        seat, curtain = self._perspective(seats)
        you, before = m.You(seats, seat, curtain, self.device == table.host), self._shown_you
        if seat != before.seat:
            self._since_elsewhere[before.seat] = self._since
            self._since = self._since_elsewhere.pop(seat, 0)
        self._shown_you, self._shown_you_part = you, encode_you(you)
        # While it has less than two seats, no move changes it.
        self._you_table, self._you_seating = table if len(seats) < 2 else None, table.seating_version
        return you

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
        """Close the session with a sentence; ignore what the client still sends."""
        if not self.is_closing:
            self.is_closing = True
            self._refuse(None, why)
            self.outbox.close()

    def send_elsewhere(self) -> None:
        """Close the session so that the client connects again, perhaps to another node."""
        if not self.is_closing:
            self.is_closing = True
            self.outbox.close(comes_again=True)

    # Receiving

    def receive(self, text: str | bytes) -> float:
        """Handle one message, whatever it is. Return how many seconds not to read from this client."""
        self._pause_s = 0.0
        if not self.is_closing:
            self._receive(text)
        return self._pause_s

    def _receive(self, text: str | bytes) -> None:
        limits = self._limits
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
        if not is_valid_id(message.id):
            self._refuse(None, Refusal("id_too_long", {"field": "id", "high": MAX_ID_LENGTH}))
        elif type(message) is c.Move:  # most messages are moves
            self._submit(message)
        elif isinstance(message, incoming.Ping):
            self.reply(m.Pong(message.id or None))
        elif isinstance(message, incoming.SetPerspective):
            self._set_perspective(message)
        elif isinstance(message, incoming.Preview):
            self._preview(message)
        elif isinstance(message, incoming.ListMoves):
            self._list_moves(message)
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
        actor = self._room.actor(self.device, self.sender.address if self.address else "")
        self._room.submit(command, actor, _Answer(self, command, actor))

    def answer(self, command: c.Command, actor: Actor, result: CommandResult) -> None:
        """Tell the client what has become of a command; what it changed comes with the next table."""
        self._pending -= 1
        self._count(kind_of(type(command)), result)
        if isinstance(result, Refusal):
            self._refuse(command.id, result)
            return
        if command.id:
            self._acks.append(command.id)
            if result is not None:
                self._stale.append(command.id)
        if type(command) is not c.Move:
            self._follow_up(command, actor, result is None)
        if result is not None:
            self.send_table()

    def _follow_up(self, command: c.Command, actor: Actor, is_new: bool) -> None:
        """Do what a command asks for beside its events, unless it was stale or repeated."""
        if isinstance(command, (c.Sit, c.Claim)):
            self.on_seat()
        elif is_new and isinstance(command, c.Link):
            self.reply(m.SeatKey(command.id or None, command.seat, actor.new_secret))
        elif is_new and isinstance(command, c.Hint):
            self._room.automation.hint(command.seat, lambda hint: self._send_hint(command, hint))

    def _why_not(self, command: c.Command) -> Refusal | None:
        """Return a refusal for reasons that the table does not know: limits, curtain, webhooks, a hint under way."""
        if self._pending >= self._limits.pending_commands:
            return Refusal("too_fast", {"high": self._limits.pending_commands})
        if type(command) is c.Move:
            return Refusal("curtain") if self._is_hidden(command.seat) else None
        if isinstance(command, (c.Hint, c.AutoplayTurn)) and self._is_hidden(command.seat):
            return Refusal("curtain")
        if isinstance(command, c.SetSettings):
            settings = self._room.table.settings
            changed = change_settings(settings, command.settings)
            if isinstance(changed, Refusal):
                return changed
            if changed.public and not settings.public and not self._services.lobby.has_room(self.address):
                return Refusal("too_many_listed", {"high": self._limits.listed_per_address})
            return why_not_webhook(self._services.webhooks, changed.webhook)
        return Refusal("hint_busy") if isinstance(command, c.Hint) and self._room.automation.is_hinting else None

    def _submit_chat(self, command: incoming.ChatCommand) -> None:
        kind = kind_of(type(command))

        def done(refusal: Refusal | None) -> None:
            self._count(kind, refusal)
            if refusal is None and command.id:
                self.reply(m.Accepted(command.id))
            elif refusal is not None:
                self._refuse(command.id, refusal)
                if not self._room.table.seats_of(self.device):
                    self._pause_s = self._limits.chat_pause_s

        self._room.chat.submit(command, self.sender, done)

    def _send_hint(self, command: c.Hint, hint: Hint | None) -> None:
        best: m.Advice | None = None
        second: m.Advice | None = None
        if hint is not None and self._room.table.version == command.version:
            best = self._wire_advice(hint.best)
            second = None if hint.second is None else self._wire_advice(hint.second)
        self.reply(m.HintResult(command.id or None, command.seat, command.version, best, second))

    def _wire_advice(self, advice: Advice) -> m.Advice | None:
        """Return an advice for the present position with its texts; None if no game is played."""
        table = self._room.table
        if table.state is None:
            return None
        translations, names = self._translations, table.names(self.language)
        move = table.game.read_move(table.state, advice.move)
        texts = [] if isinstance(move, Refusal) else preview_move(table.game, table.state, move).texts
        return m.Advice(
            advice.move, wire_texts(translations, texts, names), wire_texts(translations, advice.explanations, names)
        )

    def _is_hidden(self, seat: int) -> bool:
        """Return whether the curtain hides this seat's view, so that nobody may move for it yet."""
        you = self._you()
        return you.curtain and seat in you.seats and seat == self._room.table.to_move()

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
        text, spans, moves = self._room.messages.board(perspective, self.language)
        self.reply(m.TextBoard(command.id or None, table.seq, text, spans, moves))

    def _why_not_ask(self, seat: int) -> Refusal | None:
        """Return why this client may not ask about the moves of a seat."""
        table = self._room.table
        if seat not in table.seats_of(self.device) or self._is_hidden(seat):
            return Refusal("seat_not_held")
        return why_not_now(table, seat)

    def _list_moves(self, command: incoming.ListMoves) -> None:
        refusal, automation = self._why_not_ask(command.seat), self._room.automation
        if refusal is not None or automation.is_hinting:
            self._refuse(command.id, refusal or Refusal("hint_busy"))
            return

        def done(found: MoveList | None) -> None:
            moves, count, total = (None, 0, 0) if found is None else (found.moves, found.found, found.total)
            self.reply(m.MoveList(command.id or None, moves, count, total))

        automation.list_moves(command.seat, command.text, done)

    def _preview(self, command: incoming.Preview) -> None:
        """Reply with what a move would do, as far as its player may know that beforehand."""
        table = self._room.table
        texts: list[m.Text] | None = None
        refusal = self._why_not_ask(command.seat)
        state = table.state
        if refusal is None and state is not None:
            move = table.game.read_move(state, command.move)
            if isinstance(move, Refusal):
                refusal = move
            else:
                preview = preview_move(table.game, state, move)
                texts = wire_texts(self._translations, preview.texts, table.names(self.language))
        why = None if refusal is None else wire_text(self._translations, refusal)
        self.reply(m.PreviewResult(command.id or None, why, texts))

    def _refuse(self, command_id: str | None, refusal: Refusal) -> None:
        self.reply(refused_message(self._translations, refusal, command_id or None))

    def _count(self, kind: str, result: CommandResult) -> None:
        outcome = "done" if result is None else "refused" if isinstance(result, Refusal) else "stale"
        self._command_counts[kind, outcome] = self._command_counts.get((kind, outcome), 0) + 1


@mypyc_attr(acyclic=True)
class _Answer:
    """Answers a command; a closure would be two objects that the garbage collector looks at."""

    __slots__ = ("actor", "command", "session")

    def __init__(self, session: ClientSession, command: c.Command, actor: Actor) -> None:
        self.session = session
        self.command = command
        self.actor = actor

    def __call__(self, result: CommandResult) -> None:
        self.session.answer(self.command, self.actor, result)
