"""This device in a room: it takes its seat, answers deals, and follows what happens there.

It is the same for a room in this process and for one on a server, and for the line console and the full screen: only
the client and the front end differ.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Protocol

from ludoteca.core.errors import OptionError
from ludoteca.core.game import Game
from ludoteca.core.registry import find_game
from ludoteca.core.text_board import Line
from ludoteca.core.translations import Refusal
from ludoteca.rooms import incoming
from ludoteca.rooms import messages as m
from ludoteca.table import commands as c
from ludoteca.terminal.fair_deals import FairDeals
from ludoteca.terminal.player_commands import JoinOptions, PlayerCommands
from ludoteca.terminal.room_client import ClientEvent, ConnectionFailed, ConnectionLost, OnEvent, RoomClient
from ludoteca.terminal.table_summary import TableSummary, list_moves
from ludoteca.terminal.texts import t

KEPT = "\n\u00a0\u202f"
"""Characters that Python does not call printable: the end of a line, and the no-break spaces of French."""


class FrontEnd(Protocol):
    """What shows a room to the player."""

    def say(self, text: str) -> None:
        """Show a sentence."""

    def show_log(self, before: TableSummary | None, summary: TableSummary, is_stale: bool) -> None:
        """Show what is new in the log; with `is_stale`, a command came too late for the table."""

    def show_table(self, before: TableSummary | None, summary: TableSummary, is_stale: bool) -> None:
        """Show a table, after the table before it."""

    def show_lines(self, lines: list[Line]) -> None:
        """Show a board that the server has drawn."""

    def show_hint(self, move: str, lines: list[str]) -> None:
        """Show a move that a bot would play, and the lines that say so and why."""

    def show_preview(self, preview: m.PreviewResult) -> None:
        """Show what a move would do."""


class Participant:
    """One stay in a room, until the player leaves or the room is closed."""

    def __init__(
        self,
        options: JoinOptions,
        connect: Callable[[OnEvent], RoomClient],
        deals: FairDeals,
        front: FrontEnd,
        on_event: OnEvent,
        asks_back: bool,
    ) -> None:
        """Make a client whose events go to `on_event`, from another thread; `handle` takes them in the player's."""
        self.options = options
        self.client = connect(on_event)
        self.deals = deals
        self.commands = PlayerCommands(self.client, deals, options, front.say, front.show_hint, asks_back)
        self.is_over = False
        self.game: Game[Any] | None = None
        self.summary: TableSummary | None = None
        self.wants_seat = not options.watch
        """A seat is still to be claimed or taken."""
        self.awaits_hint = False
        """The table has accepted a hint, which is still to come."""
        self.autoplayed: tuple[int | None, int | None] | None = None
        """The seat and the turn that a bot finishes on request."""
        self.clock_offset_ms = 0
        """How far the room's clock is ahead of this one."""
        self._front = front
        self._last_chat_number = 0
        self._chat_open = True
        self._absence: m.Absence | None = None
        self._reconnecting = False

    def handle(self, event: ClientEvent) -> None:
        """Take in what the room has sent."""
        match event:
            case ConnectionLost():
                self._reconnecting = True
                self._front.say(t("connection_lost"))
            case m.Loading():
                self._front.say(event.text)
            case m.Welcome():
                if self._reconnecting:
                    self._front.say(t("reconnected"))
                self._reconnecting = False
                self._set_clock(event.now)
            case m.ServerTime():
                self._set_clock(event.now)
            case m.TableMessage():
                self._on_table(event)
            case m.Presence():
                self._on_presence(event)
            case m.TextBoard():
                self.client.acknowledge(event.ack or "")
                self._front.show_lines([[(line, "")] for line in (event.text or "").split("\n")])
            case m.MoveList():
                command, _ = self.client.acknowledge(event.ack or "")
                self._front.say(list_moves(event, command.text if isinstance(command, incoming.ListMoves) else ""))
            case m.PreviewResult():
                self.client.acknowledge(event.ack or "")
                self._front.show_preview(event)
            case m.SeatKey():
                self.client.acknowledge(event.ack or "")
                self._front.say(t("seat_link", link=f"{self.options.link}#{event.key}"))
            case m.ChatUpdate():
                self._on_chat(event)
            case m.Accepted():
                self.client.acknowledge(event.ack)
            case m.HintResult():
                self.awaits_hint = False
                self.commands.show_hint(event, -1 if self.summary is None else self.summary.table.version)
            case m.Refused():
                self._on_refused(event)
            case Exception():
                raise event

    def _set_clock(self, now_ms: int) -> None:
        self.clock_offset_ms = now_ms - int(time.time() * 1000)

    def _on_table(self, table: m.TableMessage) -> None:
        before = self.summary
        if self.game is None:
            self.game = find_game(table.room.game)
        summary = self.summary = TableSummary(table, self.game)
        deal_text = self.deals.update(table)  # first, so that the receipt is kept before anything of the game is shown
        self.commands.update_log(table)
        acks = [(command_id, self.client.acknowledge(command_id)) for command_id in table.acks]
        is_stale = any(command_id in table.stale and not repeated for command_id, (_, repeated) in acks)
        for command in (command for command_id, (command, _) in acks if command_id not in table.stale):
            if isinstance(command, c.Hint):
                self.awaits_hint = True
            elif isinstance(command, c.AutoplayTurn):
                self.autoplayed = (summary.room.to_move, summary.room.turn)
        self._front.show_log(before, summary, is_stale)
        if table.room.phase == "closed":
            self.is_over = True
            return
        self._take_seat(summary)
        self._answer_deal(summary, deal_text)
        self._front.show_table(before, summary, is_stale)

    def _on_presence(self, presence: m.Presence) -> None:
        """Say who has connected or left. Players who sit down or change seats are in the log."""
        if self.summary is None:
            return
        for text in self.commands.update_presence(self.summary, presence):
            self._front.say(text)
        if presence.absence is not None and presence.absence != self._absence:
            self._front.say(self.summary.absence_text(presence.absence))
        self._absence = presence.absence

    def _on_chat(self, chat: m.ChatUpdate) -> None:
        for message in chat.messages:
            if message.number > self._last_chat_number:
                code = "chat_message" if message.seat is not None else "chat_watching"
                self._front.say(t(code, name=message.name, text=message.text))
        self._last_chat_number = max([self._last_chat_number, *(message.number for message in chat.messages)])
        if chat.open != self._chat_open:
            self._chat_open = chat.open
            self._front.say(t("chat_open" if chat.open else "chat_closed"))

    def _on_refused(self, refused: m.Refused) -> None:
        command, _ = self.client.acknowledge(refused.ack or "")
        if self.summary is None or refused.code in ("removed_from_room", "socket_replaced"):
            raise ConnectionFailed(Refusal("server_says", {"text": printable(refused.text)}))
        if isinstance(command, c.Claim) and self.summary.own_seats:
            self._check_seat(self.summary)
        elif isinstance(command, c.Claim) or (isinstance(command, c.Sit) and not self._may_try_another_seat(refused)):
            raise OptionError(Refusal("server_says", {"text": printable(refused.text)}))
        elif isinstance(command, c.Sit):
            self._take_seat(self.summary)
        else:
            self._front.say(refused.text)

    def _answer_deal(self, summary: TableSummary, deal_text: str | None) -> None:
        if deal_text is not None:
            self._front.say(deal_text)
        if self.client.is_idle and self.deals.needs_answer(summary.table):
            self.client.send(c.Ready(**self.deals.answer(summary.room)))

    # Taking a seat

    def _take_seat(self, summary: TableSummary) -> None:
        """Claim or take a seat, once: a player who was asked to stand up is not seated again."""
        if not self.wants_seat or not self.client.is_idle:
            return
        if self.options.key and not summary.own_seats:
            self.client.send(c.Claim(key=self.options.key))
        elif summary.own_seats:
            self._check_seat(summary)
        else:
            self._sit(summary)

    def _sit(self, summary: TableSummary) -> None:
        wanted = None if self.options.seat is None else summary.find_seat(self.options.seat)
        free = [seat for seat, info in enumerate(summary.room.seats) if info.kind == "free"]
        if wanted is not None or (free and summary.room.phase == "waiting"):
            seat, answer = free[0] if wanted is None else wanted, self.deals.answer(summary.room)
            self.client.send(c.Sit(seat=seat, name=self.options.name, **answer))
        else:
            self.wants_seat = False
            self._front.say(t("all_seats_taken"))

    def _check_seat(self, summary: TableSummary) -> None:
        self.wants_seat = False
        if self.options.seat is not None and summary.find_seat(self.options.seat) not in summary.own_seats:
            held = ", ".join(summary.full_name(seat) for seat in sorted(summary.own_seats))
            raise OptionError(Refusal("seat_other", {"field": "--seat", "held": held}))

    def _may_try_another_seat(self, refused: m.Refused) -> bool:
        """Return whether somebody else took the seat first, and any seat will do."""
        return self.options.seat is None and refused.code in ("seat_taken", "started_already")

    # Leaving

    def goodbye(self) -> str:
        """Say goodbye, and how to come back to the seat."""
        is_seated = self.summary is not None and bool(self.summary.own_seats)
        return f"{t('goodbye')} {self.options.how_to_return}".strip() if is_seated else t("goodbye")


def printable(text: str) -> str:
    """Replace control characters: a server must not be able to control this terminal."""
    return "".join(char if char.isprintable() or char in KEPT else "?" for char in text)
