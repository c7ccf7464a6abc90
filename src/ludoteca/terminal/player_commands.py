"""The commands that a player types, in a room of this process and in one of a server alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ludoteca.core.errors import LudotecaError
from ludoteca.core.system_errors import system_reason
from ludoteca.core.translations import without_pictures
from ludoteca.rooms import incoming
from ludoteca.rooms import messages as m
from ludoteca.table import commands as c
from ludoteca.terminal.fair_deals import FairDeals
from ludoteca.terminal.files import write_file
from ludoteca.terminal.room_client import RoomClient
from ludoteca.terminal.table_summary import TableSummary
from ludoteca.terminal.texts import language, t

IMMEDIATE = (
    *("", "?", "help", "board", "who", "ready", "wait", "rules", "link", "quit"),
    *("undo", "abandon", "withdraw", "resign", "open"),
)
"""Commands from a pipe that run at once. A move waits for its turn, and an answer for its question."""
SAY, MOVES, SAVE = "say ", "moves", "save"


@dataclass(frozen=True)
class JoinOptions:
    """How to enter a room, and how to come back to it."""

    name: str = ""
    seat: str | None = None
    watch: bool = False
    key: str = ""
    """The key of a personal link, which brings its seat."""
    link: str = ""
    """The room's link; empty if no server has the room."""
    to_the_end: bool = False
    """Watch until the game is over, whatever is typed."""
    how_to_return: str = ""
    """A sentence that says how to come back to the seat."""
    own_link: str = ""
    """What opens this device's seat in a browser; empty if only a personal link does."""
    read_record: Callable[[], bytes] = lambda: b""
    """Returns the record of the present game."""


class PlayerCommands:
    """Carries out typed lines."""

    def __init__(
        self,
        client: RoomClient,
        deals: FairDeals,
        options: JoinOptions,
        show: Callable[[str], None],
        show_move: Callable[[str, list[str]], None],
        asks_back: bool,
    ) -> None:
        """With `asks_back`, resigning needs a second word. `show_move` shows a bot's move, and what to say about it."""
        self._client = client
        self._deals = deals
        self._options = options
        self._show = show
        self._show_move = show_move
        self._asks_back = asks_back
        self._confirm_resign = False
        self._hint: m.HintResult | None = None
        """The last hint that was given."""
        self._hint_shows_second = False
        self._connected: dict[tuple[int, str], bool] = {}
        self._written: set[Path] = set()
        self._movers: dict[int, int] = {}
        """The seats that made the moves, by the number of the move."""

    @property
    def asks_to_resign(self) -> bool:
        """Whether the player was asked if they want to resign."""
        return self._confirm_resign

    def execute(self, summary: TableSummary, line: str) -> None:
        """Carry out a line: a command for everybody, or one that only players have."""
        word, _, rest = line.strip().partition(" ")
        resigning, self._confirm_resign = self._confirm_resign, False
        match line.strip().lower():
            case "help" | "?":
                self._show(f"{t('help')}\n\n{summary.how_to_move()}")
            case "":
                self._show(summary.how_to_move())
            case "who":
                self._show(f"{summary.heading()} {self._options.link}\n{summary.seating()}\n{summary.status()}")
            case "rules":
                self._show(without_pictures(summary.game.rules_in(language())))
            case _ if word.lower() == SAVE:
                self._save(rest.strip())
            case whole if whole.startswith(SAY):
                self._client.send(incoming.Say(text=rest.strip(), name=self._options.name))
            case _ if summary.acting_seat is None:
                self._show(t("you_are_watching"))
            case _:
                self._player_command(summary, summary.acting_seat, line, resigning)

    def _player_command(self, summary: TableSummary, seat: int, line: str, resigning: bool) -> None:
        """Send a move, or a command that only players have."""
        version, word = summary.table.version, line.strip().lower()
        match word:
            case "ready" | "wait":
                self._client.send(c.SetReady(ready=word == "ready"))
            case "undo":
                self._client.send(c.Undo(seat=self._last_mover(summary, seat), version=version))
            case "abandon":
                self._client.send(c.Abandon(seat=seat, version=version))
            case "again":
                self._client.send(c.PlayAgain(seat=seat, version=version, **self._deals.answer(summary.room)))
            case "withdraw":
                request = summary.own_request
                if request is None:
                    self._show(t("asked_nothing"))
                else:
                    self._client.send(c.Withdraw(seat=seat, request=request, version=version))
            case "hint":
                self._ask_hint(seat, version)
            case "bot":
                self._client.send(c.AutoplayTurn(seat=seat, version=version))
            case "open":
                self._open_seat(summary)
            case "link":
                self._link(seat)
            case "resign" if self._asks_back and summary.room.phase == "playing":
                self._confirm_resign = True
                self._show(t("resign_sure"))
            case "resign":
                self._client.send(c.Resign(seat=seat, version=version))
            case "yes" | "no":
                self._answer_question(summary, seat, word == "yes", resigning)
            case _ if word.partition(" ")[0] == MOVES:
                self._client.send(incoming.ListMoves(seat=seat, text=line.strip()[len(MOVES) :].strip()))
            case _:
                self._client.send(c.Move(seat=seat, move=line.strip(), version=version))

    def _ask_hint(self, seat: int, version: int) -> None:
        """Ask for a hint or, for the same position again, show the other of its two moves."""
        hint = self._hint
        if hint is None or hint.advice is None or (hint.seat, hint.version) != (seat, version):
            self._client.send(c.Hint(seat=seat, version=version))
        elif hint.second is None:
            self._show_advice("hint", hint.advice, t("no_other_move"))
        else:
            self._hint_shows_second = not self._hint_shows_second
            if self._hint_shows_second:
                self._show_advice("hint_second", hint.second)
            else:
                self._show_advice("hint", hint.advice)

    def show_hint(self, hint: m.HintResult, version: int) -> None:
        """Show the best move of a hint if it is for this version of the position, and remember the second best."""
        self._hint, self._hint_shows_second = hint, False
        if hint.advice is None or hint.version != version:
            self._show(t("no_hint"))
        else:
            self._show_advice("hint", hint.advice)

    def _show_advice(self, code: str, advice: m.Advice, *further: str) -> None:
        lines = [t(code, move=advice.move), *(text.text for text in advice.explanations), *further]
        self._show_move(advice.move, lines)

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
            self._show(t("no_question"))

    def update_log(self, table: m.TableMessage) -> None:
        """Note who made the moves."""
        self._movers |= {entry.move: entry.seat for entry in table.log if entry.move and entry.seat is not None}

    def _last_mover(self, summary: TableSummary, seat: int) -> int:
        """Return which of this device's seats made the last move; `seat` if none did."""
        movers = (self._movers.get(number) for number in range(summary.room.moves, 0, -1))
        return next((mover for mover in movers if mover in summary.own_seats), seat)

    # Who is here

    def update_presence(self, summary: TableSummary, presence: m.Presence) -> list[str]:
        """Note who is connected; return a sentence for each player who has come or gone."""
        seats = enumerate(zip(summary.room.seats, presence.seats, strict=False))
        here = {(seat, info.name): there for seat, (info, there) in seats if info.kind == "person"}
        changed = [
            t("is_back" if there else "has_left", name=name)
            for (seat, name), there in here.items()
            # The log says when a substitute stops playing.
            if seat not in summary.own_seats
            and self._connected.get((seat, name), there) != there
            and not summary.room.seats[seat].away
        ]
        self._connected = here
        return changed

    def _open_seat(self, summary: TableSummary) -> None:
        absent = [seat for (seat, _), there in self._connected.items() if not there and seat not in summary.own_seats]
        if absent:
            self._client.send(c.OpenSeat(seat=absent[0]))
        else:
            self._show(t("nobody_away"))

    # Taking the game elsewhere

    def _link(self, seat: int) -> None:
        if self._options.own_link:
            self._show(self._options.own_link)
        else:
            self._client.send(c.Link(seat=seat))

    def _save(self, name: str) -> None:
        path = Path(name).expanduser()
        if not name:
            self._show(t("save_name"))
        elif path.exists() and path not in self._written:
            self._show(t("save_exists", file=path))
        else:
            try:
                write_file(path, self._options.read_record().decode())
            except LudotecaError as error:
                self._show(error.sentence_in(language()))
            except (OSError, ValueError) as error:
                self._show(t("save_fails", file=path, reason=system_reason(error)))
            else:
                self._written.add(path)
                self._show(t("saved", file=path))
