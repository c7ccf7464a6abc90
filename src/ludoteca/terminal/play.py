"""The command `ludoteca play`: find or create the room of a game, and start the conversation in it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import click

from ludoteca.core.errors import OptionError, RecordError
from ludoteca.core.game import Game
from ludoteca.core.game_texts import describe_options
from ludoteca.core.native import plain_notice
from ludoteca.core.options import IntOption, Options
from ludoteca.core.records import Record, Seat
from ludoteca.core.registry import find_game, game_names
from ludoteca.core.seeds import read_or_draw_seed
from ludoteca.core.translations import Refusal, quote
from ludoteca.rooms.summaries import RoomSummary
from ludoteca.store.terminal_games import TerminalGames
from ludoteca.table.clock import BOUNDS, MAX_INCREMENT_S, NO_CLOCK, Clock
from ludoteca.table.create_room import CreateRoom, SeatRequest
from ludoteca.table.names import read_name
from ludoteca.table.settings import RoomSettings
from ludoteca.terminal.conversation import Conversation
from ludoteca.terminal.fair_deals import FairDeals
from ludoteca.terminal.files import read_file
from ludoteca.terminal.game_host import GameHost, open_host
from ludoteca.terminal.local_host import LOCAL_LIMITS
from ludoteca.terminal.mode import opens_full_screen
from ludoteca.terminal.player_commands import JoinOptions
from ludoteca.terminal.prompt import Prompt
from ludoteca.terminal.texts import language, t

DEFAULT_URL = "http://localhost:8321"
"""Where `ludoteca` serves by default."""
BATCH = 5
"""Rooms to look through at a time for an unfinished game."""


@dataclass(frozen=True)
class NewGame:
    """A game as the command line describes it: a request for a room, or a record to continue.

    A game of bots alone is a record too: rooms on request begin only with a person.
    """

    request: CreateRoom
    record: Record | None = None

    @property
    def is_of_bots(self) -> bool:
        """Whether nobody but bots plays."""
        return self.record is not None and all(seat.bot is not None for seat in self.record.seats)

    def create(self, host: GameHost, token: str) -> str:
        """Create the room and return its code."""
        return host.create(self.request, token) if self.record is None else host.import_record(self.record, token)


def play_game(game: Game[Any], new: NewGame, folder: Path, asks: bool, resume: bool, plain: bool) -> None:
    """Play a game in a room of the data folder. With `asks`, offer an unfinished one first."""
    prompt = Prompt()
    # A pause before a bot's move is for somebody who watches.
    limits = LOCAL_LIMITS if prompt.interactive else replace(LOCAL_LIMITS, bot_pause_s=0.0)
    host = open_host(folder, limits)
    try:
        games = TerminalGames(folder)
        unfinished = _offer_unfinished(game, host, games, resume, prompt) if asks or resume else None
        _play(game, host, games, unfinished, new, prompt, plain)
    finally:
        host.close()


def choose_and_play(folder: Path) -> None:
    """Let the player choose a game on the full screen, and play it there."""
    # Imported late: only the full screen waits for Textual.
    from ludoteca.terminal.screen.menu_screen import choose_game

    host = open_host(folder)
    try:
        games = TerminalGames(folder)
        found = [_find_unfinished(find_game(name), host, games) for name in game_names()]
        chosen = choose_game({one.code: _continue_text(find_game(one.game), one) for one in found if one})
        if chosen is None:
            return
        if isinstance(chosen, str):
            game = next(find_game(one.game) for one in found if one and one.code == chosen)
            _play(game, host, games, chosen, None, Prompt(), plain=False)
        else:
            _play(find_game(chosen.request.game), host, games, None, chosen, Prompt(), plain=False)
    finally:
        host.close()


def _play(
    game: Game[Any],
    host: GameHost,
    games: TerminalGames,
    unfinished: str | None,
    new: NewGame | None,
    prompt: Prompt,
    plain: bool,
) -> None:
    """Play an unfinished game or a new one, on the full screen or line by line."""
    token = games.token()
    code = unfinished or (new.create(host, token) if new is not None else "")
    games.add(code)
    full_screen = opens_full_screen(plain)
    if (notice := plain_notice(language())) and not full_screen:
        click.echo(notice, err=True)
    only_bots = unfinished is None and new is not None and new.is_of_bots
    options = join_options(game, host, code, token, only_bots=only_bots)
    connect, deals = partial(host.client, code, token), FairDeals(None, quiet=True)
    if full_screen:
        from ludoteca.terminal.screen.run import run_room

        run_room(options, connect, deals)
    else:
        Conversation(options, connect, prompt, deals).run()


def join_options(game: Game[Any], host: GameHost, code: str, token: str, only_bots: bool) -> JoinOptions:
    """Say how to come back to a game of this data folder, here and in the browser."""
    link = f"{host.url or DEFAULT_URL}/r/{code}#terminal={token}"
    return JoinOptions(
        watch=only_bots,
        to_the_end=only_bots,
        link="" if host.url is None else f"{host.url}/r/{code}",
        how_to_return=t("to_continue", command=f"ludoteca play {game.name}"),
        own_link=t("own_link_open" if host.url else "own_link_later", link=link),
        read_record=partial(host.record, code),
    )


def _offer_unfinished(
    game: Game[Any], host: GameHost, games: TerminalGames, resume: bool, prompt: Prompt
) -> str | None:
    """Return the room of the unfinished game to continue, if there is one and the player wants it."""
    found = _find_unfinished(game, host, games)
    if found is None and resume:
        raise OptionError(Refusal("nothing_to_continue", {"field": "--continue", "game": game.title}))
    if found is None or resume:
        return None if found is None else found.code
    prompt.print(t("unfinished", game=_describe_unfinished(game, found)))
    answer = prompt.ask(t("continue") + " ")
    if answer is None:
        raise click.exceptions.Exit(0)
    if answer.strip().lower() in ("", "y", "yes"):
        return found.code
    if answer.strip().lower() not in ("n", "no"):
        # A script, or a player who types a move at once: the line is the first of a new game.
        prompt.put_back(answer)
    return None


def _describe_unfinished(game: Game[Any], found: RoomSummary) -> str:
    levels = [(seat, info.level) for seat, info in enumerate(found.seats) if info.level is not None]
    bots = [t("unfinished_bot", seat=game.seat_name(seat, language()), level=level) for seat, level in levels]
    return ", ".join(
        [*describe_options(game, found.options, language()), *bots, t("unfinished_moves", count=found.moves)]
    )


def _continue_text(game: Game[Any], found: RoomSummary) -> str:
    return t("menu_continue", game=game.title, what=_describe_unfinished(game, found))


def _find_unfinished(game: Game[Any], host: GameHost, games: TerminalGames) -> RoomSummary | None:
    codes, token = games.codes(), games.token()
    for start in range(0, len(codes), BATCH):
        batch = codes[start : start + BATCH]
        found = host.summaries(batch, token)
        for code in batch:
            one = found.get(code)
            if one is not None and one.game == game.name and one.phase == "playing" and not one.untouched:
                return one
    return None


def read_new_game(game: Game[Any], options: Options, given: dict[str, Any]) -> NewGame:
    """Read a new game from the command line. A chosen seed or a file makes it casual."""
    players = given.get("players")
    count = game.check_seats(game.seats[0] if players is None else _int_or_text(players))
    levels = dict(read_bot(game, count, text) for text in given["bots"])
    if given["load"] is None:
        levels |= _default_bots(game, count, levels, given)
    names = iter(_read_player_name(name) for name in given["names"])
    seats = [
        SeatRequest("bot", level=levels[seat]) if seat in levels else SeatRequest("here", next(names, ""))
        for seat in range(count)
    ]
    if next(names, None) is not None:
        raise OptionError(Refusal("too_many_names", {"field": "--name", "high": count - len(levels)}))
    clock = read_clock(given["clock"])
    request = CreateRoom(game.name, dict(options), seats, RoomSettings(clock=clock))
    if given["load"] is None and given["seed"] is None and len(levels) < count:
        return NewGame(request)
    if clock != NO_CLOCK:
        raise OptionError(Refusal("clock_alone", {"field": "--clock"}))
    if given["load"] is not None:
        return NewGame(request, _load_record(game, given["load"]))
    players_of = tuple(Seat(seat.name, seat.level if seat.kind == "bot" else None) for seat in seats)
    seed = read_or_draw_seed(given["seed"])
    return NewGame(request, Record(game, options, seed, players_of, ()))


def _default_bots(game: Game[Any], count: int, levels: dict[int, int], given: dict[str, Any]) -> dict[int, int]:
    """Return the seats that the computer plays because nobody else does, and its level.

    Without `--people` and `--bot` one person plays, or one for each name: the computer takes the other seats.
    """
    free, people = [seat for seat in range(count) if seat not in levels], given.get("people")
    if people is None and levels:
        return {}
    if people is None:
        number = min(len(free), max(1, len(given["names"])))
    else:
        number = IntOption("--people", default=1, low=1, high=max(1, len(free)), help="").read(people)
    own = [game.newcomer_seat] if number == 1 and game.newcomer_seat in free else free[:number]
    return {seat: default_level(game) for seat in free if seat not in own} if game.levels else {}


def default_level(game: Game[Any]) -> int:
    """Return the level of the computer where nobody chooses one: in the middle, as on the page."""
    return game.levels[len(game.levels) // 2].level


def read_bot(game: Game[Any], seats: int, text: str) -> tuple[int, int]:
    """Read a seat, by role or number, and a level, as in `weather=2` or `2=2`."""
    seat, _, level = text.partition("=")
    roles, numbers = [game.role(number) for number in range(seats)], [str(number + 1) for number in range(seats)]
    wanted = seat.strip().lower()
    if wanted not in (*roles, *numbers) or not level:
        names = roles if roles == numbers else [*roles, *numbers]
        raise OptionError(Refusal("bot_form", {"field": "--bot", "names": names, "value": quote(text)}))
    return roles.index(wanted) if wanted in roles else numbers.index(wanted), game.find_bot(level).level


def read_clock(text: str | None) -> Clock:
    """Read a clock: `turn=60`, `game=300`, or `game=300+5` with an increment after each turn."""
    if text is None:
        return NO_CLOCK
    per, _, rest = text.strip().lower().partition("=")
    seconds, plus, increment = rest.partition("+")
    if per not in ("turn", "game") or not seconds or (plus and per == "turn"):
        raise OptionError(Refusal("clock_form", {"field": "--clock", "value": quote(text)}))
    low, high = BOUNDS[per]
    return Clock(
        "turn" if per == "turn" else "game",
        IntOption("--clock", default=low, low=low, high=high, help="").read(seconds),
        IntOption("--clock", default=0, low=0, high=MAX_INCREMENT_S, help="").read(increment) if plus else 0,
    )


def _load_record(game: Game[Any], path: Path) -> Record:
    record = read_file(path)
    if record.game.name != game.name:
        raise RecordError(Refusal("file_other_game", {"file": str(path), "game": record.game.title}))
    return record


def _read_player_name(name: str) -> str:
    read = read_name(name)
    if isinstance(read, Refusal):
        raise OptionError(read)
    return read


def _int_or_text(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else text
