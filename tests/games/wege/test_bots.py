"""The first levels of Wege."""

from __future__ import annotations

from games.wege.parks import GAME, park

from ludoteca.core.generator import Random
from ludoteca.games.wege import GAME as CORE
from ludoteca.lab.legs import play_deal


def test_greedy_beats_random() -> None:
    """200 games, each deal from both sides; a draw counts half."""
    greedy, random, options = CORE.bot("greedy"), CORE.bot("random"), CORE.check_options({})
    shares = [play_deal(CORE, greedy, random, options, f"seed {number}").share for number in range(100)]
    assert sum(shares) / len(shares) >= 0.8


def test_greedy_takes_the_best_provisional_score() -> None:
    pond = GAME.load(park("ll. l.. ...", top_left="water"))
    gnomes = GAME.load(park("P.. ... ...", hand="U", half_turned=["a1"]))
    for seed in range(5):
        assert GAME.bot(2, seed=seed).move(pond) in ("b2/1", "b2/3")
        assert GAME.bot("greedy", seed=seed).move(gnomes) in ("b1/2", "a2/0")


def test_the_fallback_never_swaps() -> None:
    state = CORE.load(park("lll lll ll.", hand="b"), Random("0"))
    for seed in range(20):
        assert CORE.write(state, CORE.fallback(state, Random(str(seed)))) in ("c3/0", "c3/2")
