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
from ludoteca.terminal.option_arguments import option_parameters, read_option_texts

HELP_OPTIONS = {"help_option_names": ["-h", "--help"]}
SEED = "0"
STDIN = "-"


class SolveGroup(click.Group):
    """One subcommand per game, with the game's own options."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for name in game_names() if find_game(name).is_solvable]

    def get_command(self, ctx: click.Context, name: str) -> click.Command:
        return solve_command(find_game(name))


@click.group(cls=SolveGroup, context_settings=HELP_OPTIONS)
def solve() -> None:
    """Say how perfect play ends, and what a move costs.

    The game begins at its start or from a position in a file.

    \b
    Examples:
      ludoteca solve flooding 4
      ludoteca solve flooding --position position.json
      ludoteca solve flooding --position - --move "b1 a2" < position.json
    """


def solve_command(game: Game[Any]) -> click.Command:
    params = [
        *option_parameters(game),
        click.Option(["--position"], metavar="FILE", help="Start from a position in JSON; - is stdin."),
        click.Option(["--move"], metavar="TEXT", help="Say what this move costs."),
    ]

    def run(position: str | None, move: str | None, values: tuple[str, ...], **options: str | None) -> None:
        texts = read_option_texts(game, values, options)
        for text in solve_position(game, starting_state(game, position, texts), move):
            click.echo(game.translations.format(text))

    about = f"Say how perfect play ends in {game.title}."
    return click.Command(game.name, params=params, callback=run, help=about, context_settings=HELP_OPTIONS)


def solve_position(game: Game[Any], state: State, move: str | None) -> list[Text]:
    """Return what the game says about a state, and about a move there."""
    if not game.is_solvable:
        solvable = [name for name in game_names() if find_game(name).is_solvable]
        raise OptionError(Refusal("not_solved", {"game": game.title, "names": solvable}))
    number = None if move is None else game.read_move(state, move)
    if isinstance(number, Refusal):
        raise IllegalMove(number, game.translations)
    solution = game.solve(state, number)
    if isinstance(solution, Refusal):
        raise LudotecaError(solution, game.translations)
    return solution


def starting_state(game: Game[Any], position: str | None, given: dict[str, str]) -> State:
    """Return the position in a file, or the start of a game with these options."""
    if position is not None and given:
        raise OptionError(Refusal("position_or_options", {"names": [f"--{name}" for name in given]}))
    return begin(
        game, game.seats[0], game.read_options(given), SEED, None if position is None else read_position(position)
    )


def read_position(file: str) -> Any:
    try:
        text = sys.stdin.read() if file == STDIN else Path(file).read_text("utf-8")
        return json.loads(text)
    except OSError as error:
        raise PositionError(Refusal("file_unreadable", {"file": file, "reason": error.strerror})) from None
    except (ValueError, RecursionError) as error:
        raise PositionError(Refusal("position_not_json", {"reason": quote(str(error))})) from None
