"""A room at the terminal: what is said of it, and what is typed into it. The server judges; nothing is known here."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from ludoteca.core.errors import OptionError
from ludoteca.core.game import Game
from ludoteca.core.registry import find_game
from ludoteca.core.translations import Refusal, quote
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
  board         the board again
  who           who sits where
  say TEXT      say something to all at the table
  hint          what the best bot would play, where the table allows it
  bot           let the best bot play the rest of this turn, likewise
  undo          take back your last move; the others may have to agree
  yes, no       answer what was asked
  abandon       offer to end the game without a result
  resign        give the game up
  open          agree that somebody else may take the seat of a player who is away
  again         after the end: the next game, once everybody has asked
  rules         the rules of the game
  help          this
  quit          leave; your seat stays yours"""
AT_ONCE = ("", "help", "board", "who", "undo", "abandon", "resign", "open", "rules", "look", "quit")
SAY = "say "
"""From a pipe, all else waits until it can be meant: a move for our turn, an answer for its question."""


@dataclass(frozen=True)
class JoinOptions:
    """How somebody comes to a room: to sit down there, or only to watch."""

    address: Address
    name: str
    seat: str | None = None
    watch: bool = False
    returns: bool = True
    """The next visit will be known by the same token."""
    receipts: Path | None = None
    """Where receipts of deals are kept."""


class ClientSession:
    """One visit to a room, until it is left or closed."""

    def __init__(self, wish: JoinOptions, token: str, talk: Prompt) -> None:
        self._wish = wish
        self._talk = talk
        self._events: SimpleQueue[ClientEvent | str | None] = SimpleQueue()
        self._line = RoomClient(wish.address, token, self._events.put)
        self._deals = FairDeals(wish.receipts)
        self._typed: deque[str | None] = deque()
        self._over = False
        self._game: Game[Any] | None = None
        self._people: TableSummary | None = None
        self._arriving = not wish.watch
        """A seat is still to be claimed or taken."""
        self._told = 0
        self._heard = 0
        """The number of the last chat message that was shown."""
        self._chat_open = True
        self._here: dict[tuple[int, str], bool] = {}
        self._absence: m.Absence | None = None
        self._lost = False
        self._resigning = False

    def run(self) -> None:
        try:
            self._line.open()
            self._talk.listen(self._events.put)
            while not self._over:
                try:
                    self._hear(self._events.get(timeout=WAKE_S))
                except Empty:
                    continue
                while self._typed and not self._over and self._can_be_meant(self._typed[0]):
                    self._read(self._typed.popleft())
        except KeyboardInterrupt:
            self._say_goodbye()
            raise
        finally:
            self._talk.rest()
            self._line.leave()

    def _hear(self, event: ClientEvent | str | None) -> None:
        match event:
            case None | str():
                self._typed.append(event)
            case ConnectionLost():
                self._lost = True
                self._say("The line is lost; trying again.")
            case m.Loading():
                self._say(event.text)
            case m.Welcome():
                if self._lost:
                    self._say("The line is back.")
                self._lost = False
            case m.TableMessage():
                self._take(event)
            case m.Presence():
                self._tell_presence(event)
            case m.TextBoard():
                self._line.settle(event.ack or "")
                self._draw(event.text)
            case m.ChatUpdate():
                self._tell_chat(event)
            case m.Accepted():
                self._line.settle(event.ack)
            case m.HintResult():
                self._tell_hint(event)
            case m.Refused():
                self._refused(event)
            case Exception():
                raise event

    # What the server says

    def _take(self, table: m.TableMessage) -> None:
        before = self._people
        if self._game is None:
            self._game = find_game(table.room.game)
        now = self._people = TableSummary(table, self._game)
        of_deal = self._deals.look(table)  # first of all: the receipt is kept before anything is told of the game
        if before is not None and before.shares_screen and before.table.you.seat not in (None, table.you.seat):
            self._talk.clear()
        late = [name for name in table.acks if not self._line.settle(name)[1] and name in table.stale]
        if late:
            self._say("The table had changed meanwhile; here it is as it stands.")
        if before is None:
            self._greet(now)
        else:
            self._tell_news(now)
        if table.room.phase == "closed":
            self._over = True
            return
        self._arrive(now)
        self._deal(now, of_deal)
        if before is not None and before.room.phase != "playing" == now.room.phase:
            self._say(f"{now.heading()}\n{now.seating()}")
        if self._worth_a_board(before, now) or late:
            self._line.send(incoming.ShowBoard())
        elif before is None:
            self._say(now.headline())
        self._tell_question(before, now)

    def _greet(self, now: TableSummary) -> None:
        self._told = now.table.seq
        self._say(f"{now.heading()} {self._wish.address.url}\n{now.seating()}")
        if now.room.phase == "closed":
            self._say("This room has been closed.")
        moves = [entry for entry in now.table.log if entry.move]
        for line in moves[-1].texts if moves else []:
            self._say(line.text)

    def _tell_news(self, now: TableSummary) -> None:
        for entry in now.table.log:
            if entry.seq > self._told:
                self._say("\n".join(line.text for line in entry.texts))
        self._told = max(self._told, now.table.seq)

    def _worth_a_board(self, before: TableSummary | None, now: TableSummary) -> bool:
        """The position changed, and not only from one of several others to the next."""
        if now.room.phase == "waiting":
            return False
        if before is None or before.room.phase != now.room.phase or before.table.you != now.table.you:
            return True
        if before.table.version == now.table.version:
            return False
        return before.my_turn or now.my_turn or not now.mine or now.room.moves <= before.room.moves

    def _tell_question(self, before: TableSummary | None, now: TableSummary) -> None:
        if now.question is None or (before is not None and before.question == now.question):
            return
        if before is None:
            self._say(now.asked())
        self._say("`again` agrees." if now.question == "again" else "Type `yes` or `no`.")

    def _draw(self, board: str | None) -> None:
        if board is not None and self._game is not None and self._people is not None:
            self._talk.draw(_printable(board), self._game.colours)
            self._say(self._people.headline())

    def _tell_presence(self, presence: m.Presence) -> None:
        """Who has come or gone since the last time; whoever sat down or changed seats in between is news of its own."""
        if self._people is None:
            return
        seats = enumerate(zip(self._people.room.seats, presence.seats, strict=False))
        here = {(seat, info.name): there for seat, (info, there) in seats if info.kind == "person"}
        for (seat, name), there in here.items():
            away = self._people.room.seats[seat].away  # the table itself tells when the house stops playing for them
            if seat not in self._people.mine and self._here.get((seat, name), there) != there and not away:
                self._say(f"{name} is back." if there else f"{name} has left.")
        self._here = here
        if presence.absence is not None and presence.absence != self._absence:
            self._say(self._people.absence(presence.absence))
        self._absence = presence.absence

    def _tell_chat(self, chat: m.ChatUpdate) -> None:
        for message in chat.messages:
            if message.number > self._heard:
                self._say(f"{message.name}{'' if message.seat is not None else ' (watching)'}: {message.text}")
        self._heard = max([self._heard, *(message.number for message in chat.messages)])
        if chat.open != self._chat_open:
            self._chat_open = chat.open
            self._say("The chat is open again." if chat.open else "The host has closed the chat.")

    def _tell_hint(self, hinted: m.HintResult) -> None:
        if hinted.advice is None:
            self._say("No bot has an idea just now.")
        else:
            explanations = [line.text for line in hinted.advice.explanations]
            self._say("\n".join([f"I would play: {hinted.advice.move}", *explanations]))

    def _refused(self, refused: m.Refused) -> None:
        command, _ = self._line.settle(refused.ack or "")
        if self._people is None or refused.code in ("removed_from_room", "socket_replaced"):
            raise ConnectionFailed(Refusal("server_says", {"text": _printable(refused.text)}))
        if isinstance(command, c.Claim) and self._people.mine:
            self._settled(self._people)
        elif isinstance(command, c.Claim) or (isinstance(command, c.Sit) and not self._may_sit_elsewhere(refused)):
            raise OptionError(Refusal("server_says", {"text": _printable(refused.text)}))
        elif isinstance(command, c.Sit):
            self._arrive(self._people)
        else:
            self._say(refused.text)

    def _deal(self, now: TableSummary, told: str | None) -> None:
        if told is not None:
            self._say(told)
        if self._line.idle and self._deals.unanswered(now.table):
            self._line.send(c.Ready(**self._deals.answer(now.room)))

    # Coming in

    def _arrive(self, now: TableSummary) -> None:
        """Claim or take a seat, once: whoever is asked to stand up again does not sit down by itself."""
        if not self._arriving or not self._line.idle:
            return
        if self._wish.address.key and not now.mine:
            self._line.send(c.Claim(key=self._wish.address.key))
        elif now.mine:
            self._settled(now)
        else:
            self._sit(now)

    def _sit(self, now: TableSummary) -> None:
        wanted = None if self._wish.seat is None else self._find_seat(now, self._wish.seat)
        free = [seat for seat, info in enumerate(now.room.seats) if info.kind == "free"]
        if wanted is not None or (free and now.room.phase == "waiting"):
            seat, answer = free[0] if wanted is None else wanted, self._deals.answer(now.room)
            self._line.send(c.Sit(seat=seat, name=self._wish.name, **answer))
        else:
            self._arriving = False
            self._say("All seats are taken; you are watching.")

    def _settled(self, now: TableSummary) -> None:
        self._arriving = False
        if self._wish.seat is not None and self._find_seat(now, self._wish.seat) not in now.mine:
            held = ", ".join(now.full(seat) for seat in sorted(now.mine))
            raise OptionError(Refusal("seat_other", {"field": "--seat", "held": held}))

    def _may_sit_elsewhere(self, refused: m.Refused) -> bool:
        """Somebody was quicker, and any seat would do."""
        return self._wish.seat is None and refused.code in ("seat_taken", "started_already")

    def _find_seat(self, now: TableSummary, wanted: str) -> int:
        """A seat by its role or by its number."""
        names = [info.role for info in now.room.seats]
        numbers = [str(seat + 1) for seat in range(len(names))]
        plain = wanted.strip().lower()
        if plain not in names + numbers:
            named = numbers if names == numbers else [*names, *numbers]
            raise OptionError(Refusal("option_choice", {"field": "--seat", "choices": named, "value": quote(wanted)}))
        return names.index(plain) if plain in names else numbers.index(plain)

    # What is typed

    def _can_be_meant(self, line: str | None) -> bool:
        """At a terminal everything is read at once; from a pipe a line waits for its moment."""
        now = self._people
        if now is None or self._talk.interactive:
            return now is not None
        if not self._line.idle or self._arriving:
            return False
        word = None if line is None else line.strip().lower()
        if word is None or word in AT_ONCE or word.startswith(SAY) or not now.mine:
            return True
        if now.room.phase == "over":
            return not now.mine & set(now.room.offers.play_again)  # else it is meant for the next game
        return now.question in ("undo", "abandon") if word in ("yes", "no") else now.my_turn and word != "again"

    def _read(self, line: str | None) -> None:
        if line is None:
            self._say_goodbye()
            return
        if not self._talk.interactive:
            self._say(f"{PROMPT}{line}")
        now, word = self._people, line.strip().lower()
        assert now is not None and self._game is not None  # noqa: S101, PT018 - lines wait for the first table
        resigning, self._resigning = self._resigning, False
        match word:
            case "quit":
                self._say_goodbye()
            case "help":
                self._say(f"{HELP}\n\n{self._how(now)}")
            case "":
                self._say(self._how(now))
            case "board":
                self._line.send(incoming.ShowBoard())
            case "who":
                self._say(f"{now.heading()} {self._wish.address.url}\n{now.seating()}\n{now.headline()}")
            case "rules":
                self._say(self._game.rules())
            case _ if word.startswith(SAY):
                self._line.send(incoming.Say(text=line.strip()[len(SAY) :], name=self._wish.name))
            case _ if now.speaker is None:
                self._say("You are watching; only those who sit at the table play.")
            case _:
                self._act(now, now.speaker, line, resigning)

    def _act(self, now: TableSummary, seat: int, line: str, resigning: bool) -> None:
        """A move, or what only a player may ask for."""
        version = now.table.version
        match line.strip().lower():
            case "undo":
                self._line.send(c.Undo(seat=seat, version=version))
            case "abandon":
                self._line.send(c.Abandon(seat=seat, version=version))
            case "again":
                self._line.send(c.PlayAgain(seat=seat, version=version, **self._deals.answer(now.room)))
            case "hint":
                self._line.send(c.Hint(seat=seat, version=version))
            case "bot":
                self._line.send(c.AutoplayTurn(seat=seat, version=version))
            case "open":
                gone = next((one for (one, _), there in self._here.items() if not there and one not in now.mine), None)
                if gone is None:
                    self._say("Nobody is away.")
                else:
                    self._line.send(c.OpenSeat(seat=gone))
            case "look":
                self._line.send(incoming.SetPerspective(seat=now.room.to_move if now.my_turn else seat))
            case "resign" if self._talk.interactive and now.room.phase == "playing":
                self._resigning = True
                self._say("Really resign? Type `yes` or `no`.")
            case "resign":
                self._line.send(c.Resign(seat=seat, version=version))
            case "yes" | "no" as word:
                self._answer(now, seat, word == "yes", resigning)
            case _:
                self._line.send(c.Move(seat=seat, move=line.strip(), version=version))

    def _answer(self, now: TableSummary, seat: int, yes: bool, resigning: bool) -> None:
        version = now.table.version
        if resigning:
            if yes:
                self._line.send(c.Resign(seat=seat, version=version))
        elif now.question == "undo":
            self._line.send(c.AnswerUndo(seat=seat, yes=yes, version=version))
        elif now.question == "abandon":
            self._line.send(c.Abandon(seat=seat, version=version, yes=yes))
        elif now.question == "again" and yes:
            self._line.send(c.PlayAgain(seat=seat, version=version, **self._deals.answer(now.room)))
        else:
            self._say("Nobody has asked for that.")

    def _how(self, now: TableSummary) -> str:
        if self._game is None or now.speaker is None:
            return ""
        translations = self._game.translations
        return translations.find(f"how_{self._game.role(now.speaker)}") or translations.find("how") or ""

    def _say_goodbye(self) -> None:
        self._over = True
        if self._people is not None and self._people.shares_screen:
            self._talk.clear()
        seated = self._people is not None and self._people.mine and self._wish.returns
        back = f" `ludoteca join {self._wish.address.url}` brings you back to your seat." if seated else ""
        self._say(f"Goodbye.{back}")

    def _say(self, text: str) -> None:
        if text:
            self._talk.say(_printable(text))


def _printable(text: str) -> str:
    """What somebody else's server says must not steer this terminal."""
    return "".join(sign if sign.isprintable() or sign == "\n" else "?" for sign in text)
