"""The command `ludoteca solve`: perfect play, for games that can be solved."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from ludoteca.core.errors import IllegalMove, LudotecaError, OptionError, PositionError
from ludoteca.core.game import Game
from ludoteca.core.records import begin
from ludoteca.core.registry import find_game, game_names
from ludoteca.core.state import State
from ludoteca.core.translations import Refusal, Text, quote

HELP_OPTIONS = {"help_option_names": ["-h", "--help"]}
SEED = "0"
STDIN = "-"


class SolveGroup(click.Group):
    """One subcommand per game, with the game's own options."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for name in game_names() if find_game(name).solve is not None]

    def get_command(self, ctx: click.Context, name: str) -> click.Command:
        return solve_command(find_game(name))


@click.group(cls=SolveGroup, context_settings=HELP_OPTIONS)
def solve() -> None:
    """Say how perfect play ends, from the start or from a position, and what a move costs.

    \b
    Examples:
      ludoteca solve flooding --size 4
      ludoteca solve flooding --position position.json
      ludoteca solve flooding --position - --move "b1 a2" < position.json
    """


def solve_command(game: Game[Any]) -> click.Command:
    params: list[click.Parameter] = []
    for option in game.options:
        about = f"{option.help} {option.bounds.capitalize()}; default {str(option.default).lower()}."
        params.append(click.Option([f"--{option.name.replace('_', '-')}", option.name], metavar="VALUE", help=about))
    params += [
        click.Option(["--position"], metavar="FILE", help="Start from a position in JSON; - is stdin."),
        click.Option(["--move"], metavar="TEXT", help="Say what this move costs."),
    ]

    def run(position: str | None, move: str | None, **options: str | None) -> None:
        for text in solve_position(game, starting_state(game, position, options), move):
            click.echo(game.translations.format(text))

    about = f"Say how perfect play ends in {game.title}."
    return click.Command(game.name, params=params, callback=run, help=about, context_settings=HELP_OPTIONS)


def solve_position(game: Game[Any], state: State, move: str | None) -> list[Text]:
    """Return what the game says about a state, and about a move there."""
    if game.solve is None:
        solvable = [name for name in game_names() if find_game(name).solve is not None]
        raise OptionError(Refusal("not_solved", {"game": game.title, "names": solvable}))
    number = None if move is None else game.read_move(state, move)
    if isinstance(number, Refusal):
        raise IllegalMove(number, game.translations)
    solution = game.solve(state, number)
    if isinstance(solution, Refusal):
        raise LudotecaError(solution, game.translations)
    return solution


def starting_state(game: Game[Any], position: str | None, options: dict[str, str | None]) -> State:
    """Return the position in a file, or the start of a game with these options."""
    given = {name: text for name, text in options.items() if text is not None}
    if position is not None and given:
        raise OptionError(Refusal("position_or_options", {"names": [f"--{name}" for name in given]}))
    declared = {option.name: option for option in game.options}
    checked = game.check_options({name: declared[name].read(text) for name, text in given.items()})
    return begin(game, game.seats[0], checked, SEED, None if position is None else read_position(position))


def read_position(file: str) -> Any:
    try:
        text = sys.stdin.read() if file == STDIN else Path(file).read_text("utf-8")
        return json.loads(text)
    except OSError as error:
        raise PositionError(Refusal("file_unreadable", {"file": file, "reason": error.strerror})) from None
    except (ValueError, RecursionError) as error:
        raise PositionError(Refusal("position_not_json", {"reason": quote(str(error))})) from None
