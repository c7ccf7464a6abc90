"""The line console of a room: print what happens there, and send what the player types."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from queue import Empty, SimpleQueue

from ludoteca.core.text_board import Line, draw_view
from ludoteca.rooms import incoming
from ludoteca.rooms import messages as m
from ludoteca.terminal.completion import complete
from ludoteca.terminal.fair_deals import FairDeals
from ludoteca.terminal.participant import Participant, printable
from ludoteca.terminal.player_commands import IMMEDIATE, SAY, JoinOptions
from ludoteca.terminal.prompt import PROMPT, Prompt
from ludoteca.terminal.room_client import ClientEvent, OnEvent, RoomClient
from ludoteca.terminal.table_summary import TableSummary
from ludoteca.terminal.texts import language, t

WAKE_S = 0.5
"""Some systems notice Ctrl-C only between two waits."""


class Conversation:
    """One stay in a room, until the player leaves or the room is closed."""

    def __init__(
        self, options: JoinOptions, connect: Callable[[OnEvent], RoomClient], prompt: Prompt, deals: FairDeals
    ) -> None:
        self._options = options
        self._prompt = prompt
        self._events: SimpleQueue[ClientEvent | str | None] = SimpleQueue()
        self._room = Participant(options, connect, deals, self, self._events.put, prompt.interactive)
        self._client = self._room.client
        self._typed: deque[str | None] = deque()
        self._first_seq = 0
        """The seq of the first table."""
        self._shown_seq: dict[int | None, int] = {}
        """The seq up to which the log was shown; with a curtain, to each player at this terminal."""
        self._hand_on_screen = False
        """With a curtain: a hand was shown since the screen was cleared."""

    def run(self) -> None:
        try:
            self._client.start()
            self._prompt.listen(self._events.put, self._complete)
            while not self._room.is_over:
                try:
                    event = self._events.get(timeout=WAKE_S)
                except Empty:
                    continue
                if event is None or isinstance(event, str):
                    self._typed.append(event)
                else:
                    self._room.handle(event)
                while self._typed and not self._room.is_over and self._is_ready_for(self._typed[0]):
                    self._execute(self._typed.popleft())
        except KeyboardInterrupt:
            self._quit()
            raise
        finally:
            self._prompt.restore()
            self._client.close()

    def _complete(self, line: str) -> list[str]:
        """Return what a typed line may become."""
        return complete(self._room.summary, line)

    # What the room shows

    def say(self, text: str) -> None:
        """Print a sentence."""
        if text:
            self._prompt.print(printable(text))

    def show_log(self, before: TableSummary | None, summary: TableSummary, is_stale: bool) -> None:
        """Print what is new; to somebody who has just come, what is played and who sits where."""
        if is_stale:
            self.say(t("table_changed"))
        if before is None:
            self._print_welcome(summary)
        else:
            self._print_log(summary)

    def show_table(self, before: TableSummary | None, summary: TableSummary, is_stale: bool) -> None:
        """Print the board, or only whose turn it is."""
        if before is not None and before.room.phase != "playing" == summary.room.phase:
            self._print_setting(before, summary)
        if summary.table.you.curtain and summary.is_own_turn:
            self._lower_curtain(before, summary)
        elif self._should_draw(before, summary) or is_stale:
            self._draw_board(summary)
        elif (before is None or before.status() != summary.status()) and not summary.starts_by_itself:
            self.say(summary.status())
        self._print_question(before, summary)

    def show_lines(self, lines: list[Line]) -> None:
        """Print a board and whose turn it is."""
        self._prompt.print_lines([[(printable(text), style) for text, style in line] for line in lines])
        summary = self._room.summary
        if summary is not None:
            self._hand_on_screen = self._hand_on_screen or summary.table.you.seat is not None
            if summary.room.phase == "over":
                self.say("\n".join(summary.ranking()))
            self.say(summary.status())
            self._room.is_over = self._room.is_over or (self._options.to_the_end and summary.room.phase == "over")

    def show_hint(self, move: str, lines: list[str]) -> None:
        """Print the move that a bot would make."""
        self.say("\n".join(lines))

    def show_preview(self, preview: m.PreviewResult) -> None:
        """Print nothing: only the full screen asks for previews."""

    def _print_welcome(self, summary: TableSummary) -> None:
        self._first_seq = summary.table.seq
        self.say(f"{summary.heading()} {self._options.link}\n{summary.seating()}")
        if summary.room.phase == "closed":
            self.say(t("table_ended"))
        moves = [entry for entry in summary.table.log if entry.move]
        for line in moves[-1].texts if moves else []:
            self.say(line.text)

    def _print_setting(self, before: TableSummary, summary: TableSummary) -> None:
        """Print what is played and who sits where, if that has changed."""
        setting = f"{summary.heading()}\n{summary.seating()}"
        if setting != f"{before.heading()}\n{before.seating()}":
            self.say(setting)

    def _print_log(self, summary: TableSummary) -> None:
        """Print what is new. Behind a curtain, each player reads what happened since their own last turn."""
        reader = summary.table.you.seat if summary.shares_screen else None
        shown, is_first_turn = self._shown_seq.get(reader, self._first_seq), reader not in self._shown_seq
        for entry in summary.table.log:
            # What everybody has read before the first turn is not repeated, except moves.
            if entry.seq > shown and (entry.move or reader is None or not is_first_turn):
                self.say("\n".join(line.text for line in entry.texts))
        self._shown_seq[reader] = summary.table.seq

    def _should_draw(self, before: TableSummary | None, summary: TableSummary) -> bool:
        """Return whether the position changed, except between moves of others, and before a bot's move."""
        if summary.room.phase == "waiting":
            return False
        if before is None or before.room.phase != summary.room.phase or before.table.you != summary.table.you:
            return True
        if before.table.version == summary.table.version or (summary.awaits_bot and summary.own_seats):
            return False
        involved = before.is_own_turn or summary.is_own_turn or not summary.own_seats
        return involved or summary.room.moves <= before.room.moves

    def _print_question(self, before: TableSummary | None, summary: TableSummary) -> None:
        if summary.question is None or (before is not None and before.question == summary.question):
            return
        if before is None:
            self.say(summary.question_text())
        self.say(t("type_again" if summary.question == "again" else "type_yes_or_no"))

    def _draw_board(self, summary: TableSummary) -> None:
        """Draw the view of this client; a server of another version may send one that only it can draw."""
        view, prompt = summary.table.view, self._prompt
        if view is None:
            return
        try:
            lines = draw_view(
                summary.game, view, summary.names, width=prompt.width, symbols=prompt.symbols, language=language()
            )
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            self._client.send(incoming.ShowBoard())
        else:
            self.show_lines(lines)

    # The curtain between several players at this terminal

    def _lower_curtain(self, before: TableSummary | None, summary: TableSummary) -> None:
        """Say whose turn it is. A script has nobody to hide hands from."""
        if not self._prompt.interactive:
            self._client.send(incoming.SetPerspective(seat=summary.room.to_move))
        elif before is None or (before.table.you, before.room.to_move) != (summary.table.you, summary.room.to_move):
            self.say(self._curtain_text(summary))

    def _curtain_text(self, summary: TableSummary) -> str:
        name = summary.name(summary.room.to_move or 0)
        return t("curtain_pass" if self._hand_on_screen else "curtain_only", name=name)

    def _lift_curtain(self, summary: TableSummary) -> None:
        """On Enter: clear what the last player saw; on the next, show the next player's board."""
        if self._hand_on_screen:
            self._clear()
            self.say(self._curtain_text(summary))
        else:
            self._client.send(incoming.SetPerspective(seat=summary.room.to_move))

    def _clear(self) -> None:
        self._prompt.clear()
        self._hand_on_screen = False

    # Typed lines

    def _is_ready_for(self, line: str | None) -> bool:
        """Return whether to execute a line now. At a terminal that is always; a line from a pipe may have to wait."""
        summary, room = self._room.summary, self._room
        if summary is None or self._prompt.interactive:
            return summary is not None
        if not self._client.is_idle or room.wants_seat or room.awaits_hint:
            return False
        if self._options.to_the_end and summary.room.phase != "over":
            return line is not None
        is_autoplayed = room.autoplayed == (summary.room.to_move, summary.room.turn)
        if summary.own_seats and (summary.awaits_bot or (is_autoplayed and summary.room.phase == "playing")):
            return False
        word = None if line is None else line.strip().lower()
        if not summary.own_seats or (word is not None and (word in IMMEDIATE or word.startswith(SAY))):
            return True
        if summary.room.phase == "over":
            # Otherwise it is for the next game.
            return word is None or not summary.own_seats & set(summary.room.offers.play_again)
        if word is None:
            return True
        if word in ("yes", "no"):
            return summary.question in ("undo", "abandon")
        return summary.is_own_turn and not summary.table.you.curtain and word != "again"

    def _execute(self, line: str | None) -> None:
        if line is None:
            self._quit()
            return
        if not self._prompt.interactive:
            self.say(f"{PROMPT}{line}")
        summary, word = self._room.summary, line.strip().lower()
        assert summary is not None  # noqa: S101 - lines wait for the first table
        if word == "quit":
            self._quit()
        elif word == "board":
            self._draw_board(summary)
        elif not word and summary.table.you.curtain and summary.is_own_turn:
            self._lift_curtain(summary)
        else:
            self._room.commands.execute(summary, line)

    def _quit(self) -> None:
        self._room.is_over = True
        if self._room.summary is not None and self._room.summary.shares_screen:
            self._clear()
        self.say(self._room.goodbye())
