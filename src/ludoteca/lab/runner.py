"""Run the command `ludoteca arena`: read its options, play with a progress bar, print the report."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from tempfile import mkstemp
from typing import Any, Final

import click

from ludoteca.bots.workers import cores
from ludoteca.core.errors import OptionError
from ludoteca.core.game import PLAIN_SLOWDOWN, Game, Json
from ludoteca.core.native import COMPILED
from ludoteca.core.options import INTEGER, IntOption, Options
from ludoteca.core.registry import find_game
from ludoteca.core.seeds import read_seed
from ludoteca.core.translations import Refusal, quote
from ludoteca.lab.arena import Arena, Matchup, round_robin_pairs
from ludoteca.lab.pairings import Contest, Measure
from ludoteca.lab.players import all_players, player_name, read_player
from ludoteca.lab.report import Report
from ludoteca.lab.results import ResultsFile, make_header

GAMES: Final = IntOption("--games", default=100, low=1, high=1_000_000, help="")
PROCESSES: Final = IntOption("--processes", default=1, low=1, high=1024, help="")
INTERRUPTED: Final = 130


def run_arena(given: Json) -> None:
    """Play the contest given on the command line and print the report; after Ctrl-C, say how to continue."""
    game = find_game(given["game"])
    seats: str = given["seats"]
    contest = Contest(
        game.name,
        _read_options(game, given["options"]),
        game.check_seats(int(seats) if INTEGER.fullmatch(seats) else seats),
        read_seed(given["seed"]),
    )
    deals = -(-GAMES.read(given["games"]) // contest.seats)
    measure: Measure = given["measure"] or ("scores" if game.roles else "games")
    stop_at = _read_share(given["stop_at"])
    processes = cores() if given["processes"] is None else PROCESSES.read(given["processes"])
    round_robin: bool = given["round_robin"]
    players = _read_list(game, contest, given) if round_robin else _read_two(game, given)
    pairs = round_robin_pairs(players, given["neighbours"]) if round_robin else [(players[0], players[1])]
    arena = Arena(contest, [Matchup(a, b, deals, measure, stop_at) for a, b in pairs])
    started = time.monotonic()
    _play(arena, players, processes, given["results"])
    report = Report(arena, players, round_robin, stop_at, processes, time.monotonic() - started)
    click.echo(json.dumps(report.json()) if given["as_json"] else report.text())
    if not report.complete:
        _explain_how_to_continue(arena, players, given["results"])
        raise click.exceptions.Exit(INTERRUPTED)


def _play(arena: Arena, players: list[str], processes: int, results_path: Path | None) -> None:
    game = find_game(arena.contest.game)
    file = nullcontext() if results_path is None else ResultsFile(results_path, make_header(arena.contest, players))
    if not COMPILED and any(read_player(game, player).simulations for player in players):
        click.echo(f"Plain Python is about {PLAIN_SLOWDOWN} times slower; `make native` compiles.", err=True)
    try:
        with file as results, _progress_bar(arena) as on_progress:
            arena.run(processes, results, on_progress)
    except KeyboardInterrupt:
        pass


@contextmanager
def _progress_bar(arena: Arena) -> Iterator[Callable[[Matchup], None]]:
    """Show a progress bar with the share so far, in a terminal."""
    if not sys.stderr.isatty():
        yield lambda matchup: None
        return
    total = sum(matchup.deals for matchup in arena.matchups)
    shown: Any = click.progressbar(length=total, file=sys.stderr, item_show_func=lambda text: text)
    with shown as bar:

        def on_progress(matchup: Matchup) -> None:
            done = sum(each.deals if each.done else len(each.counted) for each in arena.matchups)
            text = f"{matchup.a} has {100 * matchup.share():.1f} % against {matchup.b}" if matchup.counted else None
            bar.update(done - bar.pos, text)

        yield on_progress


def _explain_how_to_continue(arena: Arena, players: list[str], results_path: Path | None) -> None:
    """Say where the played deals are kept; without --results, write them to a temporary file first."""
    played = [entry for matchup in arena.matchups for entry in matchup.played()]
    sentence = f"Interrupted after {len(played)} of {sum(matchup.deals for matchup in arena.matchups)} deals"
    if results_path is not None:
        sentence += f", kept in {results_path}; run the same command to continue"
    elif played:
        number, name = mkstemp(".jsonl", f"ludoteca-arena-{arena.contest.game}-")
        os.close(number)
        with ResultsFile(Path(name), make_header(arena.contest, players)) as results:
            for pairing, deal in played:
                results.add(pairing, deal)
        sentence += f", kept in {name}; run the same command with --results {name} to continue"
    click.echo(f"{sentence}.", err=True)


def _read_two(game: Game[Any], given: Json) -> list[str]:
    for field in ("players", "neighbours"):
        if given[field]:
            raise OptionError(Refusal("arena_round_robin", {"field": f"--{field}"}))
    if given["b"] is None:
        raise OptionError(Refusal("arena_players"))
    return _names(game, [given["a"], given["b"]])


def _read_list(game: Game[Any], contest: Contest, given: Json) -> list[str]:
    if given["a"] is not None:
        raise OptionError(Refusal("arena_round_robin_players"))
    if contest.seats != 2:
        raise OptionError(Refusal("arena_round_robin_seats", {"value": contest.seats}))
    players: str | None = given["players"]
    names = all_players(game) if players is None else _names(game, players.split(","))
    if len(names) < 2 or len(set(names)) < len(names):
        raise OptionError(Refusal("arena_list", {"field": "--players", "value": quote(players)}))
    return names


def _names(game: Game[Any], texts: list[str]) -> list[str]:
    return [player_name(game, read_player(game, text)) for text in texts]


def _read_options(game: Game[Any], texts: tuple[str, ...]) -> Options:
    given = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionError(Refusal("arena_option", {"field": "--option", "value": quote(text)}))
        given[name.strip().replace("-", "_")] = value
    return game.read_options(given)


def _read_share(text: str | None) -> float | None:
    if text is None:
        return None
    try:
        share = float(text)
    except ValueError:
        share = 0.0
    if not 0 < share < 1:
        raise OptionError(Refusal("arena_share", {"field": "--stop-at", "value": quote(text)}))
    return share
