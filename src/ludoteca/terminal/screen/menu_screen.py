"""Choose a game, an opponent and the options before a game begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from textual import events, on
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Static

from ludoteca.core.game import Game
from ludoteca.core.game_texts import GameTexts
from ludoteca.core.options import BoolOption, ChoiceOption, IntOption, Option, Value
from ludoteca.core.registry import find_game, game_names
from ludoteca.core.translations import shared_translations
from ludoteca.terminal.play import NewGame, default_level, read_new_game
from ludoteca.terminal.screen.app import LudotecaApp, run_app
from ludoteca.terminal.screen.area import Area
from ludoteca.terminal.screen.block import Block, Region, text_block
from ludoteca.terminal.texts import game_words, language, t

Chosen = NewGame | str
"""A new game, or the code of the room to continue."""
LABEL_WIDTH = 26
PEOPLE = 0
"""The level that stands for people at this screen."""


@dataclass
class Row:
    """A line of the menu: what it says, and what it does."""

    label: str
    value: str = ""
    about: str = ""
    change: Callable[[int], None] | None = None
    choose: Callable[[], None] | None = None


class Setup:
    """A new game as it is being put together."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.players = game.seats[0]
        self.seat = game.newcomer_seat
        self.level = default_level(game) if game.levels else PEOPLE
        self.options: dict[str, Value] = dict(game.check_options(None))

    def change_level(self, step: int) -> None:
        """Take a stronger or a weaker opponent, or people."""
        levels = [PEOPLE, *(bot.level for bot in self.game.levels)]
        self.level = levels[(levels.index(self.level) + step) % len(levels)]

    def change_players(self, step: int) -> None:
        """Change how many play."""
        low, high = self.game.seats
        self.players = low + (self.players - low + step) % (high - low + 1)
        self.seat = min(self.seat, self.players - 1)

    def change_seat(self, step: int) -> None:
        """Take another seat."""
        self.seat = (self.seat + step) % self.players

    def change_option(self, option: Option, step: int) -> None:
        """Take the next value of an option."""
        values = _values(option)
        index = values.index(self.options[option.name]) if self.options[option.name] in values else 0
        self.options[option.name] = values[max(0, min(len(values) - 1, index + step))]

    def opponent(self) -> str:
        """Say who plays the other seats."""
        if self.level == PEOPLE:
            return t("menu_people")
        name = GameTexts(self.game, language()).level_name(self.game.find_bot(self.level))
        return t("menu_level", level=self.level, name=name)

    def new_game(self) -> NewGame:
        """Return what was put together."""
        seats = [seat for seat in range(self.players) if seat != self.seat]
        bots = () if self.level == PEOPLE else tuple(f"{seat + 1}={self.level}" for seat in seats)
        given: dict[str, Any] = {"bots": bots, "names": (), "clock": None, "load": None, "seed": None}
        given |= {"people": str(self.players) if not bots else None}
        if self.game.seats[0] != self.game.seats[1]:
            given["players"] = str(self.players)
        return read_new_game(self.game, self.game.check_options(self.options), given)


def _values(option: Option) -> list[Value]:
    if isinstance(option, IntOption):
        return list(range(option.low, option.high + 1, option.step))
    if isinstance(option, ChoiceOption):
        return list(option.choices)
    return [False, True]


class MenuScreen(Screen[None]):
    """The list of games; then what can be set before one."""

    def __init__(self, unfinished: Mapping[str, str]) -> None:
        """`unfinished` describes games to continue, by the code of their room."""
        super().__init__()
        self._unfinished = unfinished
        self._setup: Setup | None = None
        self._index = 0

    def compose(self) -> ComposeResult:
        """Show a title, the rows and the keys."""
        yield Static(t("menu_title"), id="title", markup=False)
        yield Area(self._draw_menu, id="table")
        yield Static("", id="status", markup=False)
        yield Static(t("menu_keys"), id="keys", markup=False)

    def on_mount(self) -> None:
        """Let keys choose."""
        self.query_one(Area).focus()
        self._show()

    def rows(self) -> list[Row]:
        """Return the rows of the present page."""
        return self._game_rows() if self._setup is None else self._setup_rows(self._setup)

    def _game_rows(self) -> list[Row]:
        rows = [Row(text, choose=lambda code=code: self._end(code)) for code, text in self._unfinished.items()]  # type: ignore[misc]
        for name in game_names():
            game = find_game(name)
            about = GameTexts(game, language()).about
            rows.append(Row(game.title, "", about, None, lambda game=game: self._set_up(game)))  # type: ignore[misc]
        return rows

    def _setup_rows(self, setup: Setup) -> list[Row]:
        game = setup.game
        rows = [Row(t("menu_start"), choose=lambda: self._end(setup.new_game()))]
        texts = GameTexts(game, language())
        about = texts.bot_about(game.find_bot(setup.level)) if setup.level != PEOPLE else ""
        if game.levels:
            rows.append(Row(t("menu_against"), setup.opponent(), about, setup.change_level))
        if game.seats[0] != game.seats[1]:
            rows.append(Row(t("menu_players"), str(setup.players), "", setup.change_players))
        if setup.level != PEOPLE:
            rows.append(Row(t("menu_seat"), game.seat_name(setup.seat, language()), "", setup.change_seat))
        for option in game.options:
            label = texts.option_title(option)
            value = _describe(game, option, setup.options[option.name])
            about = texts.option_help(option)
            rows.append(Row(label, value, about, lambda step, option=option: setup.change_option(option, step)))  # type: ignore[misc]
        return rows

    def _draw_menu(self, width: int, height: int) -> Block:
        block, rows = Block(width, height), self.rows()
        label_width = min(LABEL_WIDTH, max((len(row.label) for row in rows if row.value), default=0) + 2)
        top = max(0, self._index * 2 - height + 4)
        y = 1 - top
        for number, row in enumerate(rows):
            is_here = number == self._index
            mark = "▸" if is_here else " "
            text = f"{mark} {row.label}" if not row.value else f"{mark} {row.label.ljust(label_width)}◂ {row.value} ▸"
            if y >= 0:
                block.write(1, y, text[: width - 2], "bold reverse" if is_here else "bold")
                block.regions.append(Region(0, y, width, 1, "button", str(number)))
            y += 1
            if row.about and (is_here or not row.value):
                about = text_block([row.about], width - 6, "" if is_here else "dim")
                if y >= 0:
                    block.place(about, 4, y)
                y += about.height
            if self._setup is None or not number:
                y += 1
        return block.crop(0, 0, width, height)

    def on_key(self, event: events.Key) -> None:
        """Move, change, choose or go back."""
        event.stop()
        event.prevent_default()
        rows = self.rows()
        row = rows[min(self._index, len(rows) - 1)]
        match event.key:
            case "up" | "down":
                self._index = (self._index + (1 if event.key == "down" else -1)) % len(rows)
            case "left" | "right" if row.change is not None:
                row.change(1 if event.key == "right" else -1)
            case "enter" | "space":
                self._choose(row)
            case "escape" if self._setup is not None:
                self._setup, self._index = None, 0
            case "escape" | "q":
                self.app.exit()
        self._show()

    def _choose(self, row: Row) -> None:
        if row.choose is not None:
            row.choose()
        elif row.change is not None:
            row.change(1)

    @on(Area.Clicked)
    def take_click(self, message: Area.Clicked) -> None:
        """Choose the row that was clicked."""
        self._index = int(message.region.value)
        self._choose(self.rows()[self._index])
        self._show()

    def _set_up(self, game: Game[Any]) -> None:
        self._setup, self._index = Setup(game), 0

    def _end(self, chosen: Chosen) -> None:
        cast(LudotecaApp[Chosen], self.app).exit(chosen)

    def _show(self) -> None:
        title = t("menu_title") if self._setup is None else self._setup.game.title
        self.query_one("#title", Static).update(title.ljust(self.size.width - 2))
        self.query_one("#keys", Static).update(t("menu_keys" if self._setup is None else "menu_setup_keys"))
        self.query_one(Area).redraw()


def _describe(game: Game[Any], option: Option, value: Value) -> str:
    if isinstance(option, BoolOption):
        return shared_translations(language()).find("yes" if value else "no") or ""
    return game_words(game).option_words(f"{option.name}_{value}", str(value))


def choose_game(unfinished: Mapping[str, str]) -> Chosen | None:
    """Let the player choose; None if they leave."""
    app: LudotecaApp[Chosen] = LudotecaApp(MenuScreen(unfinished))
    return run_app(app)
