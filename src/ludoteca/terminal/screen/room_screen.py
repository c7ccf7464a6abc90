"""What keys, clicks and typed lines do in a room on the full screen."""

from __future__ import annotations

from typing import Final

from textual import events, on
from textual.widgets import Input

from ludoteca.core.board import Selection
from ludoteca.rooms import incoming
from ludoteca.terminal.screen.area import Area
from ludoteca.terminal.screen.choice import Button
from ludoteca.terminal.screen.command_line import CommandLine
from ludoteca.terminal.screen.room_display import RoomDisplay
from ludoteca.terminal.screen.room_texts import SEPARATOR, is_choosing
from ludoteca.terminal.table_summary import TableSummary
from ludoteca.terminal.texts import game_words, t

ARROWS: Final = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
COMMAND_KEYS: Final = {"h": "hint", "m": "bot", "u": "undo"}


class RoomScreen(RoomDisplay):
    """One stay in a room."""

    # Keys

    async def on_key(self, event: events.Key) -> None:
        """Do what a key stands for; while a line is typed, keys belong to it."""
        command = self.query_one(CommandLine)
        if self.focused is command:
            event.stop()
            event.prevent_default()
            if event.key == "escape":
                self._close_command()
            else:
                await command.type_ahead(event)
            return
        summary = self.room.summary
        if summary is None:
            return
        event.stop()
        event.prevent_default()
        self._notice, question = "", self._question
        self._question = None
        if question is not None and event.key in ("y", "n"):
            if event.key == "y":
                question[1]()
        elif event.key in ("colon", "slash"):
            self._open_command()
        elif event.key == "question_mark":
            self._read(t("screen_help_title"), t("screen_help").split("\n"))
        elif event.key == "f1":
            self.show_rules()
        elif event.key == "l":
            lines = [line for text in self._logs.get(self._reader, []) for line in text.split("\n")]
            self._read(t("screen_log"), lines, at_end=True)
        elif event.key in ("y", "n") and self._answers(summary):
            self._execute("yes" if event.key == "y" else "no")
        elif event.key in COMMAND_KEYS:
            self._execute(COMMAND_KEYS[event.key])
        elif event.key == "a" and summary.room.phase == "over" and summary.own_seats:
            self._execute("again")
        elif event.key == "enter" and summary.table.you.curtain and summary.is_own_turn:
            self.room.client.send(incoming.SetPerspective(seat=summary.room.to_move))
        else:
            self._choose(event, summary)
        self.redraw()

    def _answers(self, summary: TableSummary) -> bool:
        return summary.question is not None or self.room.commands.asks_to_resign

    def _choose(self, event: events.Key, summary: TableSummary) -> None:
        """Move the cursor, choose or play. The cursor moves in everybody's turn."""
        choice, key = self.choice, event.key
        buttons = {button.key: button for button in choice.buttons}
        if key in ARROWS:
            choice.step(*ARROWS[key])
        elif key in ("tab", "shift+tab"):
            choice.take_next(1 if key == "tab" else -1)
        elif event.character in ("n", "N"):
            choice.next_target(1 if event.character == "n" else -1)
        elif event.character is not None and event.character in "123456789":
            choice.take(int(event.character) - 1)
        elif key == "r":
            choice.turn()
        elif key == "escape":
            choice.begin(None)
            choice.chosen = []
        elif not is_choosing(summary):
            return
        elif key == "space":
            if choice.selection is None:
                choice.next_target(1)
            elif not choice.toggle():
                self._notice = t("screen_not_selectable")
        elif key == "enter":
            self._confirm()
        elif key in buttons:
            self._press(buttons[key], summary)
        self._ask_preview()

    @on(Area.Clicked)
    def take_click(self, message: Area.Clicked) -> None:
        """Choose what was clicked; a second click on the same cell plays."""
        summary, choice, region = self.room.summary, self.choice, message.region
        if summary is None:
            return
        self._notice = ""
        self.query_one(Area).focus()
        if message.turns:
            choice.turn()
        elif region.kind == "rotation":
            choice.rotation = int(region.value)
        elif region.kind == "slot":
            choice.take(int(region.value))
            if choice.selection is not None and is_choosing(summary):
                choice.toggle()
        elif region.kind == "cell":
            was_clicked, self._clicked = self._clicked == region.value, region.value
            choice.go_to(region.value)
            if is_choosing(summary) and choice.selection is not None:
                choice.toggle()
            elif is_choosing(summary) and was_clicked:
                self._confirm()
        self._ask_preview()
        self.redraw()

    @on(events.Click, "#keys")
    def click_keys(self, event: events.Click) -> None:
        """Press the key whose name was clicked."""
        start = 1
        for key in self._shown_keys():
            if start <= event.x < start + len(key.text):
                self.app.simulate_key(key.name)
            start += len(key.text) + len(SEPARATOR)

    def _press(self, button: Button, summary: TableSummary) -> None:
        """Make the move of a button, after its question if it has one; or begin its selection."""
        does = button.does
        if isinstance(does, Selection):
            self.choice.begin(does)
        elif does.question is None:
            self._play([does.move])
        else:
            question = game_words(summary.game).format(does.question, summary.names)
            self._question = (question, lambda: self._play([does.move]))

    def _confirm(self) -> None:
        choice = self.choice
        preview = self._preview
        if preview is not None and self._preview_of == choice.move and preview.refused is not None:
            self.say(preview.refused.text)  # a narrow window cuts it below the board, but not in the log
            return
        moves = choice.confirm()
        if moves:
            self._play(moves)
        elif choice.selection is None:
            self._notice = t("screen_no_target")

    # The command line

    @on(Input.Submitted)
    def take_line(self, message: Input.Submitted) -> None:
        """Carry out a typed line."""
        line = message.value.strip()
        self.query_one(CommandLine).remember(line)
        self._close_command()
        self._notice = ""
        if line:
            self._execute(line)
        self.redraw()

    def _execute(self, line: str) -> None:
        summary, word = self.room.summary, line.lower()
        if summary is None:
            return
        if word == "quit":
            self.app.exit()
        elif word == "rules":
            self.show_rules()
        elif word == "board":
            self.redraw()
        elif word == "bot" and self.room.autoplayed == (summary.room.to_move, summary.room.turn):
            self._notice = t("screen_autoplaying")
        elif word and summary.table.you.curtain and summary.is_own_turn and word not in ("who", "undo", "help", "?"):
            self._notice = t("curtain_only", name=summary.name(summary.room.to_move or 0))
        else:
            self.room.commands.execute(summary, line)
