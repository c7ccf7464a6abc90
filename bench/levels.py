"""How strong the bots are: each level against the one below, in matches of two legs with the seats swapped.

python -m bench.levels flooding --matches 100 --option size=6
"""

from __future__ import annotations

import argparse

import ludoteca


def leg(game: ludoteca.Game, options: dict[str, int], levels: tuple[int, int], seed: str) -> list[int]:
    """The scores of one game between two levels."""
    bots = [game.bot(level, seed=f"{seed}/{seat}") for seat, level in enumerate(levels)]
    state = game.new(seats=2, seed=seed, options=options)
    while (seat := game.seat(state)) is not None:
        state = game.play(state, bots[seat].move(state))
    return game.scores(state)


def match(game: ludoteca.Game, options: dict[str, int], upper: int, lower: int, seed: str) -> int:
    """By how many points the upper level wins two legs on the same deal."""
    home = leg(game, options, (upper, lower), seed)
    away = leg(game, options, (lower, upper), seed)
    return home[0] - home[1] + away[1] - away[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=ludoteca.game_names())
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=NUMBER")
    args = parser.parse_args()
    game = ludoteca.game(args.game)
    options = {name: int(value) for name, value in (option.split("=") for option in args.option)}
    for lower, upper in zip(game.bots, game.bots[1:], strict=False):
        margins = [match(game, options, upper.level, lower.level, f"match {i}") for i in range(args.matches)]
        won, drawn = sum(margin > 0 for margin in margins), sum(margin == 0 for margin in margins)
        print(
            f"level {upper.level} ({upper.name}) wins {won} and draws {drawn} of {len(margins)} against",
            end=" ",
        )
        print(f"level {lower.level} ({lower.name}); mean margin {sum(margins) / len(margins):.1f}")


if __name__ == "__main__":
    main()
