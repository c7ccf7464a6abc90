"""How strong the bots are: each level against the one below, in matches of two legs with the seats swapped.

python -m bench.levels latice --matches 200
python -m bench.levels flooding --matches 100 --option size=6
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import ludoteca

Options = dict[str, int]


@dataclass
class Match:
    """Two legs on the same deal, seen by the upper level: by how many points it won, and its share of the two games."""

    margin: int
    share: float


def leg(
    game: ludoteca.Game, options: dict[str, int], levels: tuple[int, int], seed: str
) -> tuple[list[int], list[float]]:
    """The scores and the result of one game between two levels."""
    bots = [game.bot(level, seed=f"{seed}/{seat}") for seat, level in enumerate(levels)]
    state = game.new(seats=2, seed=seed, options=options)
    while (seat := game.seat(state)) is not None:
        state = game.play(state, bots[seat].move(state))
    return game.scores(state), game.result(state) or []


def match(game: ludoteca.Game, options: Options, upper: int, lower: int, seed: str) -> Match:
    home, home_result = leg(game, options, (upper, lower), seed)
    away, away_result = leg(game, options, (lower, upper), seed)
    return Match(home[0] - home[1] + away[1] - away[0], (home_result[0] + away_result[1]) / 2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=ludoteca.game_names())
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=NUMBER")
    args = parser.parse_args()
    game = ludoteca.game(args.game)
    options = {name: int(value) for name, value in (option.split("=") for option in args.option)}
    for lower, upper in zip(game.bots, game.bots[1:], strict=False):
        played = [match(game, options, upper.level, lower.level, f"match {i}") for i in range(args.matches)]
        won = sum(one.margin > 0 for one in played)
        games = sum(one.share for one in played) / len(played)
        margin = sum(one.margin for one in played) / len(played)
        print(
            f"level {upper.level} ({upper.name}) against level {lower.level} ({lower.name}), {len(played)} matches:",
            end=" ",
        )
        print(f"{games:.1%} of the games, {won} matches won by points, mean margin {margin:.1f}")


if __name__ == "__main__":
    main()
