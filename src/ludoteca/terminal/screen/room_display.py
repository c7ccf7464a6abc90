"""A room on the full screen: the table, a line that says what to do, the keys, and a command line.

What keys and clicks do is in room_screen.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from textual import events, on
from textual.app import ComposeResult
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from ludoteca.core.errors import LudotecaError
from ludoteca.core.text_board import Line, draw_view
from ludoteca.rooms import incoming
from ludoteca.rooms import messages as m
from ludoteca.table import commands as c
from ludoteca.terminal.completion import complete
from ludoteca.terminal.fair_deals import FairDeals
from ludoteca.terminal.participant import Participant, printable
from ludoteca.terminal.player_commands import JoinOptions
from ludoteca.terminal.room_client import ClientEvent, OnEvent, RoomClient
from ludoteca.terminal.screen.app import MIN_HEIGHT, MIN_WIDTH, LudotecaApp
from ludoteca.terminal.screen.area import Area
from ludoteca.terminal.screen.block import Block, text_block
from ludoteca.terminal.screen.choice import Choice
from ludoteca.terminal.screen.command_line import CommandLine
from ludoteca.terminal.screen.room_texts import SEPARATOR, Key, is_choosing, list_keys, preview, prompt, seated, title
from ludoteca.terminal.screen.rules_text import RulesText
from ludoteca.terminal.screen.table_drawing import Shown, draw_table
from ludoteca.terminal.screen.text_screen import TextScreen
from ludoteca.terminal.table_summary import TableSummary
from ludoteca.terminal.texts import game_words, language, t

if TYPE_CHECKING:
    from textual.timer import Timer

MAX_LOG = 500
LONG_TEXT = 4
"""Lines of an answer that get a screen of their own."""
TALL_WINDOW = 30
"""Lines of a window that has room for two lines of what to do."""


class RoomEvent(Message):
    """Something that the room's client has received, from its thread."""

    def __init__(self, event: ClientEvent) -> None:
        super().__init__()
        self.event = event


class RoomDisplay(Screen[None]):
    """Shows one stay in a room."""

    AUTO_FOCUS = None

    def __init__(self, options: JoinOptions, connect: Callable[[OnEvent], RoomClient], deals: FairDeals) -> None:
        super().__init__()
        self.room = Participant(options, connect, deals, self, self._receive, asks_back=True)
        self.choice = Choice()
        self._lines: list[Line] = []
        """The board of a game that draws itself."""
        self._logs: dict[int | None, list[str]] = {}
        """What happened, as each perspective at this screen may know it."""
        self._logged: dict[int | None, int] = {}
        """The last event in each log."""
        self._changed: frozenset[str] = frozenset()
        self._notice = ""
        """Said until the next key."""
        self._question: tuple[str, Callable[[], None]] | None = None
        """What to ask before an action, and what to do on yes."""
        self._queue: tuple[int, list[str]] | None = None
        """Moves to make after the one that was sent, and the version that it was made for."""
        self._clicked = ""
        """The cell of the last click: a second one plays."""
        self._preview_of = ""
        self._preview: m.PreviewResult | None = None
        self._timer: Timer | None = None

    # Textual

    def compose(self) -> ComposeResult:
        """Lay out the parts from top to bottom."""
        yield Static("", id="title", markup=False)
        yield Area(self._draw_table, id="table")
        yield Static("", id="status", markup=False)
        yield Static("", id="keys", markup=False)
        yield CommandLine(lambda line: complete(self.room.summary, line), id="command")

    def on_mount(self) -> None:
        """Enter the room."""
        self.set_focus(self.query_one(Area))
        self.room.client.start()
        self._timer = self.set_interval(1.0, self._tick)

    def _receive(self, event: ClientEvent) -> None:
        self.post_message(RoomEvent(event))  # safe from another thread

    @on(RoomEvent)
    def take_event(self, message: RoomEvent) -> None:
        """Take in what the room has sent; an error ends the stay."""
        try:
            self.room.handle(message.event)
        except LudotecaError as error:
            cast(LudotecaApp[None], self.app).fail(error)
            return
        if self.room.is_over:
            self.app.exit()
        self.redraw()

    def on_resize(self, event: events.Resize) -> None:
        """Use the room of a tall window."""
        self.set_class(event.size.height >= TALL_WINDOW, "tall")
        self.redraw()

    def _tick(self) -> None:
        if self.room.summary is not None and self.room.summary.room.clock is not None:
            self.query_one(Area).redraw()

    # What the room shows

    @property
    def _reader(self) -> int | None:
        summary = self.room.summary
        return summary.table.you.seat if summary is not None and summary.shares_screen else None

    def say(self, text: str) -> None:
        """Show a sentence, and keep it in the log; long ones get a screen of their own."""
        text = printable(text).strip()
        if text.count("\n") >= LONG_TEXT:
            self._read(t("screen_answer"), text.split("\n"))
        elif text:
            self._notice = " ".join(text.split("\n"))
            self._log(text)
        self.redraw()

    def _log(self, text: str) -> None:
        lines = self._logs.setdefault(self._reader, [])
        lines.append(text)
        del lines[:-MAX_LOG]

    def show_log(self, before: TableSummary | None, summary: TableSummary, is_stale: bool) -> None:
        """Add what is new to the log."""
        if before is None and self.room.options.link:
            self._log(f"{summary.heading()} {self.room.options.link}")
        logged = self._logged.get(self._reader, 0)  # the whole log comes again when one sits down or reconnects
        for entry in summary.table.log:
            if entry.seq > logged or summary.table.seq < logged:  # the latter if the server has lost events
                for line in entry.texts:
                    self._log(printable(line.text))
        self._logged[self._reader] = summary.table.seq
        if is_stale:
            self._notice = t("screen_stale")
        if summary.room.phase == "closed":
            self._log(t("table_ended"))

    def show_table(self, before: TableSummary | None, summary: TableSummary, is_stale: bool) -> None:
        """Show a table: mark what has changed, and let the player choose."""
        old = None if before is None else before.board
        board = summary.board
        if before is not None and before.table.you.seat != summary.table.you.seat:
            self.query_one(CommandLine).forget()
        if old is not None and board is not None and old.grid is not None and board.grid is not None:
            cells = {cell.name: cell for cell in old.grid.cells}
            changed = {
                cell.name
                for cell in board.grid.cells
                if (cell.piece, cell.text) != ((was := cells.get(cell.name)) and (was.piece, was.text))
                and (was is not None or cell.piece is not None)
            }
            self._changed = frozenset(changed) or self._changed
        if before is None or before.table.version != summary.table.version or before.table.you != summary.table.you:
            self.choice.update(board, summary.table.you.seat)
            self._question, self._preview, self._preview_of, self._clicked = None, None, "", ""
            if not is_stale and before is not None:
                self._notice = ""
            self._draw_own_board(summary)
            self._send_next(before, summary)
            self._ask_preview()
        if summary.room.phase == "over" and (before is None or before.room.phase != "over"):
            for line in [*summary.ranking(), summary.outcome(summary.room.result)]:
                self._log(line)
        self.redraw()

    def _draw_own_board(self, summary: TableSummary) -> None:
        """Draw the board of a game without a description; a server of another version draws it itself."""
        if summary.table.view is None or summary.board is not None:
            return
        if summary.game.describes_board:
            self.room.client.send(incoming.ShowBoard())
        else:
            self._lines = draw_view(summary.game, summary.table.view, summary.names, language=language())
        self._open_command()

    def show_lines(self, lines: list[Line]) -> None:
        """Show a board that the server has drawn."""
        self._lines = [[(printable(text), style) for text, style in line] for line in lines]
        self.redraw()

    def show_hint(self, move: str, lines: list[str]) -> None:
        """Mark the move of a hint on the board, and say why it is good."""
        self.choice.show_hint(move)
        self.say(SEPARATOR.join(filter(None, [lines[0], " ".join(lines[1:])])))

    def show_preview(self, preview: m.PreviewResult) -> None:
        """Keep what the chosen move would do, unless another was chosen in the meantime."""
        if self._preview_of == self.choice.move:
            self._preview = preview
        else:
            self._ask_preview()
        self.redraw()

    def _ask_preview(self) -> None:
        """Ask what the chosen move would do, one question at a time."""
        summary, move = self.room.summary, self.choice.move
        self._preview = None
        if not move or summary is None or summary.acting_seat is None or not self.room.client.is_idle:
            return
        if self.choice.target is not None and self.choice.target.after:
            return  # another move comes first, so this one is not legal yet
        if is_choosing(summary):
            self._preview_of = move
            self.room.client.send(incoming.Preview(seat=summary.acting_seat, move=move))

    # Drawing

    def redraw(self) -> None:
        """Draw everything that may have changed."""
        if not self.is_mounted:
            return
        summary = self.room.summary
        self.query_one("#title", Static).update(title(summary).ljust(self.size.width - 2))
        self.query_one("#status", Static).update(self._status(summary))
        self.query_one("#keys", Static).update(SEPARATOR.join(key.text for key in self._shown_keys()))
        self.query_one(Area).redraw()

    def _status(self, summary: TableSummary | None) -> str:
        """Say what to do: the most urgent thing first."""
        if self._question is not None:
            return f"{self._question[0]} {t('screen_yes_or_no')}"
        if self._notice:
            return self._notice
        if summary is None:
            return t("screen_entering")
        if summary.question is not None:
            return f"{summary.question_text()} {t('screen_yes_or_no')}"
        if summary.table.you.curtain and summary.is_own_turn:
            return t("curtain_only", name=summary.name(summary.room.to_move or 0))
        if not is_choosing(summary):
            return summary.status()
        if self._preview is not None and self._preview_of == self.choice.move:
            if self._preview.refused is not None:
                return self._preview.refused.text
            texts = [text.text for text in self._preview.texts or ()]
            return preview(texts, self._status_room()) if texts else prompt(summary, self.choice)
        return prompt(summary, self.choice)

    def _status_room(self) -> int:
        """Return how many characters the status can have; a tall window has two lines for it."""
        size = self.query_one("#status").size
        return size.width * size.height or self.size.width - 2

    def _shown_keys(self) -> list[Key]:
        return list_keys(self.room.summary, self.choice, self.size.width - 1)

    def _draw_table(self, width: int, height: int) -> Block:
        if self.size.width < MIN_WIDTH or self.size.height < MIN_HEIGHT:
            size = {"width": self.size.width, "height": self.size.height}
            return text_block([t("screen_small", **size, least=f"{MIN_WIDTH}x{MIN_HEIGHT}")], width)
        summary = self.room.summary
        if summary is None:
            return Block()
        if summary.table.view is None:
            lines = [summary.heading(), *summary.seating().split("\n"), self.room.options.link]
            return text_block(lines, width - 2)
        look = cast(LudotecaApp[None], self.app).look
        shown = Shown(
            game_words(summary.game),
            [seated(summary, seat, self.room.clock_offset_ms) for seat in range(len(summary.room.seats))],
            summary.board,
            self._lines,
            summary.table.you.seat,
            summary.room.to_move,
            self._logs.get(self._reader, []),
            self._changed,
            self.choice,
        )
        return draw_table(shown, width, height, look)

    # Moves

    def _play(self, moves: list[str]) -> None:
        summary = self.room.summary
        if summary is not None and summary.acting_seat is not None:
            version = summary.table.version
            self._queue = (version, moves[1:])
            self.room.client.send(c.Move(seat=summary.acting_seat, move=moves[0], version=version))

    def _send_next(self, before: TableSummary | None, summary: TableSummary) -> None:
        """Make the move that the last one was made for, if nothing else has happened."""
        queue, self._queue = self._queue, None
        is_next = queue is not None and before is not None and before.table.version == queue[0]
        if queue is not None and is_next and queue[1] and is_choosing(summary):
            self._play(queue[1])

    # The command line

    def _open_command(self) -> None:
        command = self.query_one(CommandLine)
        command.styles.display = "block"
        self.query_one("#keys").styles.display = "none"
        self.set_focus(command)

    def _close_command(self) -> None:
        command = self.query_one(CommandLine)
        command.value = ""
        summary = self.room.summary
        if summary is not None and summary.table.view is not None and summary.board is None:
            return  # such a game is played by text
        command.styles.display = "none"
        self.query_one("#keys").styles.display = "block"
        self.set_focus(self.query_one(Area))

    # Texts

    def show_rules(self) -> None:
        """Open the rules of the game."""
        if self.room.game is not None:
            rules = RulesText(self.room.game, cast(LudotecaApp[None], self.app).look)
            self.app.push_screen(TextScreen(self.room.game.title, rules.lines))

    def _read(self, title: str, lines: list[str], at_end: bool = False) -> None:
        def write(width: int) -> list[Line]:
            wrapped: list[Line] = []
            for line in lines:
                block = text_block([line], width) if len(line) > width else None
                wrapped += [[(line, "")]] if block is None else block.lines(block.height)
            return wrapped

        self.app.push_screen(TextScreen(title, write, at_end))
