"""A recorded game on the full screen: step with the arrow keys, let it play, and look at it from any seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Static

from ludoteca.core.board import Board
from ludoteca.core.text_board import draw_view
from ludoteca.terminal.replay import Replay
from ludoteca.terminal.screen.app import MIN_HEIGHT, MIN_WIDTH, LudotecaApp, run_app
from ludoteca.terminal.screen.area import Area
from ludoteca.terminal.screen.block import Block, text_block
from ludoteca.terminal.screen.choice import Choice
from ludoteca.terminal.screen.rules_text import RulesText
from ludoteca.terminal.screen.table_drawing import Seated, Shown, draw_table
from ludoteca.terminal.screen.text_screen import TextScreen
from ludoteca.terminal.texts import game_words, language, t

if TYPE_CHECKING:
    from textual.timer import Timer

STEP_S = 1.0
MOVER = -1
"""The view of whoever is to move."""
MAX_LOG = 60


class ReplayScreen(Screen[None]):
    """Shows one position of a replay at a time."""

    def __init__(self, replay: Replay) -> None:
        super().__init__()
        self._replay = replay
        self.number = 0
        self._perspectives = [MOVER, *range(len(replay.record.seats)), None]
        self._perspective: int | None = MOVER
        self._timer: Timer | None = None
        self._choice = Choice()
        self._choice.shows_cursor = False

    def compose(self) -> ComposeResult:
        """Lay out the parts from top to bottom."""
        yield Static("", id="title", markup=False)
        yield Area(self._draw_position, id="table")
        yield Static("", id="status", markup=False)
        yield Static(t("replay_keys"), id="keys", markup=False)

    def on_mount(self) -> None:
        """Show the first position."""
        self.query_one(Area).focus()
        self._timer = self.set_interval(STEP_S, self._play_on, pause=True)
        self._show()

    @property
    def is_playing(self) -> bool:
        """Whether the replay goes on by itself."""
        return self._timer is not None and self._timer._active.is_set()

    def on_key(self, event: events.Key) -> None:
        """Step, play, pause, change the view or leave."""
        event.stop()
        event.prevent_default()
        last = self._replay.last
        targets = {"left": self.number - 1, "right": self.number + 1, "home": 0, "end": last}
        targets |= {
            "up": self.number - 10,
            "down": self.number + 10,
            "pageup": self.number - 10,
            "pagedown": self.number + 10,
        }
        if event.key in targets:
            self._pause()
            self.number = max(0, min(last, targets[event.key]))
        elif event.key == "space" and self._timer is not None:
            if self.is_playing:
                self._pause()
            else:
                self.number = 0 if self.number == last else self.number
                self._timer.resume()
        elif event.key == "v":
            index = self._perspectives.index(self._perspective)
            self._perspective = self._perspectives[(index + 1) % len(self._perspectives)]
        elif event.key == "f1":
            rules = RulesText(self._replay.game, cast(LudotecaApp[None], self.app).look)
            self.app.push_screen(TextScreen(self._replay.game.title, rules.lines))
        elif event.key in ("q", "escape"):
            self.app.exit()
        self._show()

    def _pause(self) -> None:
        if self._timer is not None:
            self._timer.pause()

    def _play_on(self) -> None:
        self.number = min(self._replay.last, self.number + 1)
        if self.number == self._replay.last:
            self._pause()
        self._show()

    def _seat(self) -> int | None:
        return self._replay.to_move(self.number) if self._perspective == MOVER else self._perspective

    def _view_name(self) -> str:
        if self._perspective == MOVER:
            return t("replay_mover")
        return t("replay_spectator") if self._perspective is None else self._replay.names[self._perspective]

    def _board(self) -> Board | None:
        game = self._replay.game
        return game.board(self._replay.view(self.number, self._seat()), {}) if game.describes_board else None

    def _show(self) -> None:
        replay, board = self._replay, self._board()
        headline = (
            [] if board is None else [game_words(replay.game).format(text, replay.names) for text in board.headline]
        )
        self.query_one("#title", Static).update(" · ".join([replay.game.title, *headline]).ljust(self.size.width - 2))
        parts = [t("replay_position", number=self.number, last=replay.last), t("replay_view", name=self._view_name())]
        if self.is_playing:
            parts.append(t("replay_playing"))
        self.query_one("#status", Static).update(" · ".join(parts))
        self.query_one(Area).redraw()

    def _draw_position(self, width: int, height: int) -> Block:
        if self.size.width < MIN_WIDTH or self.size.height < MIN_HEIGHT:
            size = {"width": self.size.width, "height": self.size.height}
            return text_block([t("screen_small", **size, least=f"{MIN_WIDTH}x{MIN_HEIGHT}")], width)
        replay, board, seat = self._replay, self._board(), self._seat()
        first = max(1, self.number - MAX_LOG)
        log = [line for number in range(first, self.number + 1) for line in replay.describe_move(number, seat)]
        view = replay.view(self.number, seat)
        self._choice.update(board, seat)
        before = self._cells(self.number - 1, seat) if self.number and board is not None else {}
        cells = self._cells(self.number, seat) if board is not None else {}
        changed = frozenset(name for name, cell in cells.items() if before and before.get(name) != cell)
        self._choice.go_to(min(changed, default=""))  # keeps the move in sight on a large board
        shown = Shown(
            game_words(replay.game),
            [Seated(name) for name in replay.names],
            board,
            [] if board is not None else draw_view(replay.game, view, replay.names, language=language()),
            seat,
            replay.to_move(self.number),
            log,
            changed,
            self._choice,
        )
        return draw_table(shown, width, height, cast(LudotecaApp[None], self.app).look)

    def _cells(self, number: int, seat: int | None) -> dict[str, tuple[object, str]]:
        """Return what lies in each cell of a position."""
        board = self._replay.game.board(self._replay.view(number, seat), {})
        return {} if board.grid is None else {cell.name: (cell.piece, cell.text) for cell in board.grid.cells}


def run_replay(replay: Replay) -> None:
    """Show a replay until the reader leaves."""
    run_app(LudotecaApp(ReplayScreen(replay)))
