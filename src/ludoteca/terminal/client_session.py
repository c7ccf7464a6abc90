"""A session in a room of a server: print what the server sends, and send what the player types."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from ludoteca.core.errors import OptionError
from ludoteca.core.game import Game
from ludoteca.core.registry import find_game
from ludoteca.core.translations import Refusal
from ludoteca.server import incoming
from ludoteca.server import messages as m
from ludoteca.table import commands as c
from ludoteca.terminal.fair_deals import FairDeals
from ludoteca.terminal.prompt import PROMPT, Prompt
from ludoteca.terminal.room_client import Address, ClientEvent, ConnectionFailed, ConnectionLost, RoomClient
from ludoteca.terminal.table_summary import TableSummary

WAKE_S = 0.5
"""Some systems notice Ctrl-C only between two waits."""

HELP = """Type a move, or one of these:
  board         show the board again
  who           show who sits where
  say TEXT      send a chat message
  hint          show what the best bot would play, if the table allows hints
  bot           let the best bot finish this turn, if the table allows hints
  undo          take back your last move; the others may have to agree
  yes, no       answer a question
  abandon       offer to end the game without a result
  resign        resign the game
  open          agree that another person may take an absent player's seat
  again         ask for another game after the end
  rules         show the rules
  help          show this list
  quit          leave; you keep your seat"""
IMMEDIATE = ("", "help", "board", "who", "undo", "abandon", "resign", "open", "rules", "look", "quit")
"""Commands from a pipe that run at once. A move waits for its turn, and an answer for its question."""
SAY = "say "


@dataclass(frozen=True)
class JoinOptions:
    """How to join a room: as a player or as a spectator."""

    address: Address
    name: str
    seat: str | None = None
    watch: bool = False
    has_saved_token: bool = True
    """Whether the next session will have the same token, and with it the seat."""
    receipts: Path | None = None
    """The folder for receipts of deals."""


class ClientSession:
    """One session in a room, until the player leaves or the room is closed."""

    def __init__(self, options: JoinOptions, token: str, prompt: Prompt) -> None:
        self._options = options
        self._prompt = prompt
        self._events: SimpleQueue[ClientEvent | str | None] = SimpleQueue()
        self._client = RoomClient(options.address, token, self._events.put)
        self._deals = FairDeals(options.receipts)
        self._typed: deque[str | None] = deque()
        self._is_over = False
        self._game: Game[Any] | None = None
        self._summary: TableSummary | None = None
        self._wants_seat = not options.watch
        """A seat is still to be claimed or taken."""
        self._last_log_seq = 0
        self._last_chat_number = 0
        """The number of the last chat message that was shown."""
        self._chat_open = True
        self._connected: dict[tuple[int, str], bool] = {}
        self._absence: m.Absence | None = None
        self._reconnecting = False
        self._confirm_resign = False

    def run(self) -> None:
        try:
            self._client.start()
            self._prompt.listen(self._events.put)
            while not self._is_over:
                try:
                    self._handle(self._events.get(timeout=WAKE_S))
                except Empty:
                    continue
                while self._typed and not self._is_over and self._is_ready_for(self._typed[0]):
                    self._execute(self._typed.popleft())
        except KeyboardInterrupt:
            self._quit()
            raise
        finally:
            self._prompt.restore()
            self._client.close()

    def _handle(self, event: ClientEvent | str | None) -> None:
        match event:
            case None | str():
                self._typed.append(event)
            case ConnectionLost():
                self._reconnecting = True
                self._print("Connection lost. Reconnecting.")
            case m.Loading():
                self._print(event.text)
            case m.Welcome():
                if self._reconnecting:
                    self._print("Reconnected.")
                self._reconnecting = False
            case m.TableMessage():
                self._on_table(event)
            case m.Presence():
                self._on_presence(event)
            case m.TextBoard():
                self._client.acknowledge(event.ack or "")
                self._print_board(event.text)
            case m.ChatUpdate():
                self._on_chat(event)
            case m.Accepted():
                self._client.acknowledge(event.ack)
            case m.HintResult():
                self._on_hint(event)
            case m.Refused():
                self._on_refused(event)
            case Exception():
                raise event

    # Messages from the server

    def _on_table(self, table: m.TableMessage) -> None:
        before = self._summary
        if self._game is None:
            self._game = find_game(table.room.game)
        summary = self._summary = TableSummary(table, self._game)
        deal_text = self._deals.update(table)  # first, so that the receipt is kept before anything of the game is shown
        if before is not None and before.shares_screen and before.table.you.seat not in (None, table.you.seat):
            self._prompt.clear()
        acks = [(command_id, self._client.acknowledge(command_id)) for command_id in table.acks]
        stale = any(command_id in table.stale and not repeated for command_id, (_, repeated) in acks)
        if stale:
            self._print("The table has changed in the meantime:")
        if before is None:
            self._print_welcome(summary)
        else:
            self._print_log(summary)
        if table.room.phase == "closed":
            self._is_over = True
            return
        self._take_seat(summary)
        self._answer_deal(summary, deal_text)
        if before is not None and before.room.phase != "playing" == summary.room.phase:
            self._print(f"{summary.heading()}\n{summary.seating()}")
        if self._should_draw(before, summary) or stale:
            self._client.send(incoming.ShowBoard())
        elif before is None:
            self._print(summary.status())
        self._print_question(before, summary)

    def _print_welcome(self, summary: TableSummary) -> None:
        self._last_log_seq = summary.table.seq
        self._print(f"{summary.heading()} {self._options.address.url}\n{summary.seating()}")
        if summary.room.phase == "closed":
            self._print("This room is closed.")
        moves = [entry for entry in summary.table.log if entry.move]
        for line in moves[-1].texts if moves else []:
            self._print(line.text)

    def _print_log(self, summary: TableSummary) -> None:
        for entry in summary.table.log:
            if entry.seq > self._last_log_seq:
                self._print("\n".join(line.text for line in entry.texts))
        self._last_log_seq = max(self._last_log_seq, summary.table.seq)

    def _should_draw(self, before: TableSummary | None, summary: TableSummary) -> bool:
        """Return whether the position changed, except between the moves of two other players."""
        if summary.room.phase == "waiting":
            return False
        if before is None or before.room.phase != summary.room.phase or before.table.you != summary.table.you:
            return True
        if before.table.version == summary.table.version:
            return False
        involved = before.is_own_turn or summary.is_own_turn or not summary.own_seats
        return involved or summary.room.moves <= before.room.moves

    def _print_question(self, before: TableSummary | None, summary: TableSummary) -> None:
        if summary.question is None or (before is not None and before.question == summary.question):
            return
        if before is None:
            self._print(summary.question_text())
        self._print("Type `again` to agree." if summary.question == "again" else "Type `yes` or `no`.")

    def _print_board(self, board: str | None) -> None:
        if board is not None and self._game is not None and self._summary is not None:
            self._prompt.print_board(_printable(board), self._game.colours)
            self._print(self._summary.status())

    def _on_presence(self, presence: m.Presence) -> None:
        """Print who has connected or left. Players who sit down or change seats are in the log."""
        if self._summary is None:
            return
        seats = enumerate(zip(self._summary.room.seats, presence.seats, strict=False))
        here = {(seat, info.name): there for seat, (info, there) in seats if info.kind == "person"}
        for (seat, name), there in here.items():
            away = self._summary.room.seats[seat].away  # the log says when a substitute stops playing
            if seat not in self._summary.own_seats and self._connected.get((seat, name), there) != there and not away:
                self._print(f"{name} is back." if there else f"{name} has left.")
        self._connected = here
        if presence.absence is not None and presence.absence != self._absence:
            self._print(self._summary.absence_text(presence.absence))
        self._absence = presence.absence

    def _on_chat(self, chat: m.ChatUpdate) -> None:
        for message in chat.messages:
            if message.number > self._last_chat_number:
                self._print(f"{message.name}{'' if message.seat is not None else ' (watching)'}: {message.text}")
        self._last_chat_number = max([self._last_chat_number, *(message.number for message in chat.messages)])
        if chat.open != self._chat_open:
            self._chat_open = chat.open
            self._print("The chat is open again." if chat.open else "The host has closed the chat.")

    def _on_hint(self, hint: m.HintResult) -> None:
        if hint.advice is None:
            self._print("The bot has no suggestion.")
        else:
            reasons = [text.text for text in hint.advice.explanations]
            self._print("\n".join([f"I would play: {hint.advice.move}", *reasons]))

    def _on_refused(self, refused: m.Refused) -> None:
        command, _ = self._client.acknowledge(refused.ack or "")
        if self._summary is None or refused.code in ("removed_from_room", "socket_replaced"):
            raise ConnectionFailed(Refusal("server_says", {"text": _printable(refused.text)}))
        if isinstance(command, c.Claim) and self._summary.own_seats:
            self._check_seat(self._summary)
        elif isinstance(command, c.Claim) or (isinstance(command, c.Sit) and not self._may_try_another_seat(refused)):
            raise OptionError(Refusal("server_says", {"text": _printable(refused.text)}))
        elif isinstance(command, c.Sit):
            self._take_seat(self._summary)
        else:
            self._print(refused.text)

    def _answer_deal(self, summary: TableSummary, deal_text: str | None) -> None:
        if deal_text is not None:
            self._print(deal_text)
        if self._client.is_idle and self._deals.needs_answer(summary.table):
            self._client.send(c.Ready(**self._deals.answer(summary.room)))

    # Taking a seat

    def _take_seat(self, summary: TableSummary) -> None:
        """Claim or take a seat, once: a player who was asked to stand up is not seated again."""
        if not self._wants_seat or not self._client.is_idle:
            return
        if self._options.address.key and not summary.own_seats:
            self._client.send(c.Claim(key=self._options.address.key))
        elif summary.own_seats:
            self._check_seat(summary)
        else:
            self._sit(summary)

    def _sit(self, summary: TableSummary) -> None:
        wanted = None if self._options.seat is None else summary.find_seat(self._options.seat)
        free = [seat for seat, info in enumerate(summary.room.seats) if info.kind == "free"]
        if wanted is not None or (free and summary.room.phase == "waiting"):
            seat, answer = free[0] if wanted is None else wanted, self._deals.answer(summary.room)
            self._client.send(c.Sit(seat=seat, name=self._options.name, **answer))
        else:
            self._wants_seat = False
            self._print("All seats are taken, so you are watching.")

    def _check_seat(self, summary: TableSummary) -> None:
        self._wants_seat = False
        if self._options.seat is not None and summary.find_seat(self._options.seat) not in summary.own_seats:
            held = ", ".join(summary.full_name(seat) for seat in sorted(summary.own_seats))
            raise OptionError(Refusal("seat_other", {"field": "--seat", "held": held}))

    def _may_try_another_seat(self, refused: m.Refused) -> bool:
        """Return whether somebody else took the seat first, and any seat will do."""
        return self._options.seat is None and refused.code in ("seat_taken", "started_already")

    # Typed lines

    def _is_ready_for(self, line: str | None) -> bool:
        """Return whether to execute a line now. At a terminal that is always; a line from a pipe may have to wait."""
        summary = self._summary
        if summary is None or self._prompt.interactive:
            return summary is not None
        if not self._client.is_idle or self._wants_seat:
            return False
        word = None if line is None else line.strip().lower()
        if word is None or word in IMMEDIATE or word.startswith(SAY) or not summary.own_seats:
            return True
        if summary.room.phase == "over":
            return not summary.own_seats & set(summary.room.offers.play_again)  # otherwise it is for the next game
        if word in ("yes", "no"):
            return summary.question in ("undo", "abandon")
        return summary.is_own_turn and word != "again"

    def _execute(self, line: str | None) -> None:
        if line is None:
            self._quit()
            return
        if not self._prompt.interactive:
            self._print(f"{PROMPT}{line}")
        summary, word = self._summary, line.strip().lower()
        assert summary is not None and self._game is not None  # noqa: S101, PT018 - lines wait for the first table
        resigning, self._confirm_resign = self._confirm_resign, False
        match word:
            case "quit":
                self._quit()
            case "help":
                self._print(f"{HELP}\n\n{self._how_to_move(summary)}")
            case "":
                self._print(self._how_to_move(summary))
            case "board":
                self._client.send(incoming.ShowBoard())
            case "who":
                self._print(f"{summary.heading()} {self._options.address.url}\n{summary.seating()}\n{summary.status()}")
            case "rules":
                self._print(self._game.rules())
            case _ if word.startswith(SAY):
                self._client.send(incoming.Say(text=line.strip()[len(SAY) :], name=self._options.name))
            case _ if summary.acting_seat is None:
                self._print("You are watching. Only players at the table can do that.")
            case _:
                self._player_command(summary, summary.acting_seat, line, resigning)

    def _player_command(self, summary: TableSummary, seat: int, line: str, resigning: bool) -> None:
        """Send a move, or a command that only players have."""
        version = summary.table.version
        match line.strip().lower():
            case "undo":
                self._client.send(c.Undo(seat=seat, version=version))
            case "abandon":
                self._client.send(c.Abandon(seat=seat, version=version))
            case "again":
                self._client.send(c.PlayAgain(seat=seat, version=version, **self._deals.answer(summary.room)))
            case "hint":
                self._client.send(c.Hint(seat=seat, version=version))
            case "bot":
                self._client.send(c.AutoplayTurn(seat=seat, version=version))
            case "open":
                absent = [seat for (seat, _), there in self._connected.items() if not there]
                others = [seat for seat in absent if seat not in summary.own_seats]
                if others:
                    self._client.send(c.OpenSeat(seat=others[0]))
                else:
                    self._print("Nobody is away.")
            case "look":
                self._client.send(incoming.SetPerspective(seat=summary.room.to_move if summary.is_own_turn else seat))
            case "resign" if self._prompt.interactive and summary.room.phase == "playing":
                self._confirm_resign = True
                self._print("Resign this game? Type `yes` or `no`.")
            case "resign":
                self._client.send(c.Resign(seat=seat, version=version))
            case "yes" | "no" as word:
                self._answer_question(summary, seat, word == "yes", resigning)
            case _:
                self._client.send(c.Move(seat=seat, move=line.strip(), version=version))

    def _answer_question(self, summary: TableSummary, seat: int, yes: bool, resigning: bool) -> None:
        version = summary.table.version
        if resigning:
            if yes:
                self._client.send(c.Resign(seat=seat, version=version))
        elif summary.question == "undo":
            self._client.send(c.AnswerUndo(seat=seat, yes=yes, version=version))
        elif summary.question == "abandon":
            self._client.send(c.Abandon(seat=seat, version=version, yes=yes))
        elif summary.question == "again" and yes:
            self._client.send(c.PlayAgain(seat=seat, version=version, **self._deals.answer(summary.room)))
        else:
            self._print("There is no question to answer.")

    def _how_to_move(self, summary: TableSummary) -> str:
        if self._game is None or summary.acting_seat is None:
            return ""
        translations = self._game.translations
        return translations.find(f"how_{self._game.role(summary.acting_seat)}") or translations.find("how") or ""

    def _quit(self) -> None:
        self._is_over = True
        if self._summary is not None and self._summary.shares_screen:
            self._prompt.clear()
        is_seated = self._summary is not None and self._summary.own_seats and self._options.has_saved_token
        back = f" To return to your seat: ludoteca join {self._options.address.url}" if is_seated else ""
        self._print(f"Goodbye.{back}")

    def _print(self, text: str) -> None:
        if text:
            self._prompt.print(_printable(text))


def _printable(text: str) -> str:
    """Replace control characters: a server must not be able to control this terminal."""
    return "".join(char if char.isprintable() or char == "\n" else "?" for char in text)
