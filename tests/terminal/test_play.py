"""`ludoteca play`: a conversation with a room of this process, by scripted lines."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from terminal.scripted import play

from ludoteca.core.errors import OptionError
from ludoteca.core.game import Game
from ludoteca.core.records import Record, Seat, parse_record
from ludoteca.core.registry import find_game
from ludoteca.table.clock import Clock
from ludoteca.terminal.play import NewGame, read_bot, read_clock, read_new_game

FLOODING = find_game("flooding")
WHOLE_GAME = ["b2", "b2 c3", "a1", "b1 a2"]
"""On 3x3: the journeyman walks back into the corner after b2 is flooded under him."""


def record_of(game: Game[Any] = FLOODING, bots: tuple[int | None, ...] = (None, None), **options: Any) -> Record:
    seats = tuple(Seat(game.role(seat), bot) for seat, bot in enumerate(bots))
    return Record(game, game.check_options(options), "console", seats, ())


def given(**more: Any) -> dict[str, Any]:
    """Return what the command line gives without options, and more."""
    return {"bots": (), "names": (), "clock": None, "load": None, "seed": None, **more}


def new_game(name: str = "flooding", options: dict[str, Any] | None = None, **more: Any) -> NewGame:
    game = find_game(name)
    if not more.keys() & {"bots", "names", "people"}:
        more["people"] = "2"
    return read_new_game(game, game.check_options(options or {}), given(**more))


def test_two_people_play_to_the_end(tmp_path: Path) -> None:
    out, table = play(WHOLE_GAME, tmp_path, new_game(options={"size": 3}, names=("Ada", "Bo")))
    assert "Night 1: the weather floods b2, c3." in out
    assert "Bo (Weather) wins. Type `again` for another game, or `quit`." in out
    assert [move.text for move in table.moves] == WHOLE_GAME
    assert (table.phase, table.names()) == ("over", ["Ada", "Bo"])


def test_the_end_of_input_ends_politely_and_the_game_is_kept(tmp_path: Path) -> None:
    out, table = play(["b2", "c3"], tmp_path, new_game(options={"size": 3}))
    assert out.endswith("Goodbye. To continue this game: ludoteca play flooding\n")
    assert [move.text for move in table.moves] == ["b2", "c3"]


def test_an_illegal_move_is_explained_and_asked_for_again(tmp_path: Path) -> None:
    out, _ = play(["c3", "nonsense", "", "b2"], tmp_path, record_of(size=3))
    assert "c3 is not next to a1, where the journeyman stands." in out
    assert '"nonsense" is not a field of this island' in out
    assert "Walk to a dry neighbouring field" in out
    assert "Day 1: the journeyman walks to b2." in out


def test_undo_takes_back_one_move_between_people(tmp_path: Path) -> None:
    out, table = play(["undo", "b2", "c3", "undo", "undo", "undo", "b1"], tmp_path, record_of(size=3))
    assert out.count("undid the last move.") == 2
    assert out.count("Nothing to undo.") == 2
    assert [move.text for move in table.moves] == ["b1"]


def test_undo_takes_the_bots_reply_back_too(tmp_path: Path) -> None:
    _, table = play(["b2", "undo", "b1", "quit"], tmp_path, record_of(bots=(None, 2), size=5))
    assert len(table.moves) == 2
    assert table.moves[0].text == "b1"


def test_a_bot_plays_its_seat_by_itself(tmp_path: Path) -> None:
    out, _ = play(["b2", "quit"], tmp_path, record_of(bots=(None, 2), size=5))
    assert "(computer, level 2)" in out
    assert "Night 1: the weather floods" in out


def test_two_bots_play_a_whole_game_without_a_line(tmp_path: Path) -> None:
    out, table = play([], tmp_path, new_game(options={"size": 4}, bots=("journeyman=1", "2=5")))
    assert "The weather wins." in out
    assert table.phase == "over"


def test_moves_are_listed_filtered_and_cut(tmp_path: Path) -> None:
    out, _ = play(["moves", "b2", "moves", "moves a1", "MOVES xyz"], tmp_path, record_of(size=6))
    assert "b1   a2   b2" in out
    assert "... 667 moves in all. `moves TEXT` lists those that contain TEXT." in out
    assert "a1 b1   a1 c1" in out
    assert 'None of the 667 legal moves contains "xyz".' in out


def test_saving_to_a_file(tmp_path: Path) -> None:
    target = tmp_path / "mine.json"
    out, _ = play(["b2", f"save {target}", "c3", f"save {target}", "save"], tmp_path, record_of(size=3))
    assert out.count(f"Saved to {target}.") == 2
    assert "Give a file name: save FILE." in out
    assert parse_record(target.read_text()).moves == ("b2", "c3")


def test_a_game_of_chance_is_saved_only_when_it_is_over(tmp_path: Path) -> None:
    target = tmp_path / "mine.json"
    out, _ = play([f"save {target}", "resign", f"save {target}"], tmp_path, new_game("latice", bots=("2=1",)))
    assert "Games with chance" in out or "over" in out.split(f"save {target}")[1]
    assert out.count(f"Saved to {target}.") == 1
    assert parse_record(target.read_text()).game.name == "latice"


def test_saving_never_overwrites_a_strangers_file_and_says_what_fails(tmp_path: Path) -> None:
    target = tmp_path / "theirs.txt"
    target.write_text("precious")
    out, _ = play([f"save {target}", f"save {tmp_path}/no/such/place", "save \0"], tmp_path, record_of(size=3))
    assert f"{target} exists already; choose another name." in out
    assert "place cannot be written: No such file or directory." in out
    assert "cannot be written" in out.split("save ?")[1]
    assert target.read_text() == "precious"


def test_commands_and_rules(tmp_path: Path) -> None:
    out, _ = play(["HELP", "?", "rules", "board", "who", "quit"], tmp_path, record_of(size=3))
    assert out.count("undo          take back your last move") == 2
    assert "# Flooding Islands" in out
    assert out.count("Day 1 of 365.") == 2


def test_a_person_alone_sees_only_their_own_hand(tmp_path: Path) -> None:
    record = record_of(find_game("dummy"), (None, 1))
    other = record.begin().hands[1]  # type: ignore[attr-defined]
    out, _ = play(["board", "quit"], tmp_path, record)
    assert "player 2: 2 ?" in out
    assert str(other) not in out


def test_a_hint_names_a_move_and_makes_the_game_casual(tmp_path: Path) -> None:
    out, table = play(["hint", "quit"], tmp_path, new_game(options={"size": 3}, bots=("2=1",)))
    hinted = out.partition("I would play: ")[2].splitlines()[0]
    assert table.state is not None
    assert isinstance(table.game.read_move(table.state, hinted), int)
    assert table.casual
    assert table.moves == []


def test_a_second_hint_is_the_second_best_move_and_a_third_the_best_again(tmp_path: Path) -> None:
    out, _ = play(["hint", "hint", "hint", "quit"], tmp_path, new_game(options={"size": 3}, bots=("2=1",)))
    best = [line.partition(": ")[2] for line in out.splitlines() if line.startswith("I would play: ")]
    second = [line.partition(": ")[2] for line in out.splitlines() if line.startswith("Second best: ")]
    assert len(best) == 2
    assert len(set(best)) == 1
    assert len(second) == 1
    assert {best[0], second[0]} < {"b1", "a2", "b2"}


def test_a_hint_for_an_only_move_says_so_when_it_is_asked_again(tmp_path: Path) -> None:
    cornered = ["a2", "a1 b1", "a3", "b2 b3"]
    out, _ = play([*cornered, "hint", "hint", "quit"], tmp_path, new_game(options={"size": 3}, names=("Ada", "Bo")))
    assert out.count("I would play: a2") == 2
    assert "No other move is possible." in out


def test_the_bot_plays_the_rest_of_the_turn(tmp_path: Path) -> None:
    _, table = play(["bot", "quit"], tmp_path, new_game(options={"size": 3}))
    assert (len(table.moves), table.to_move(), table.casual) == (1, 1, True)


def test_a_chosen_seed_deals_the_same_and_makes_the_game_casual(tmp_path: Path) -> None:
    hands = []
    for number in range(2):
        _, table = play(["quit"], tmp_path / str(number), new_game("waffe", seed="mine"))
        assert table.casual
        assert table.state is not None
        hands.append(table.game.write_position(table.state)["hands"])
    assert hands[0] == hands[1]


def test_a_game_from_a_position_is_casual(tmp_path: Path) -> None:
    begun = record_of(bots=(None, 1), size=3)
    position = begun.game.write_position(begun.begin())
    _, table = play(["b2", "quit"], tmp_path, replace(begun, start=position))
    assert (table.casual, table.origin, len(table.moves)) == (True, "record", 2)


def test_seats_of_bots_are_named_by_role_or_by_number() -> None:
    assert read_bot(FLOODING, 2, "2=3") == read_bot(FLOODING, 2, "Weather=3") == (1, 3)
    with pytest.raises(OptionError) as refused:
        read_bot(FLOODING, 2, "3=3")
    assert "--bot must be a seat (journeyman, weather, 1, 2), an equals sign and a level" in refused.value.sentence


def test_clocks_are_read_and_their_bounds_named() -> None:
    assert read_clock("turn=60") == Clock("turn", 60)
    assert read_clock("game=300+5") == Clock("game", 300, 5)
    for text in ("60", "turn=", "turn=60+5", "day=1"):
        with pytest.raises(OptionError, match="--clock must be turn=SECONDS"):
            read_clock(text)
    with pytest.raises(OptionError, match="from 10 to 1209600"):
        read_clock("turn=5")


def test_more_names_than_people_are_refused() -> None:
    with pytest.raises(OptionError, match="at most 1 players"):
        new_game(bots=("2=1",), names=("Ada", "Bo"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "options"),
    [("latice", {"turns": 8}), ("rowsandcols", {}), ("waffe", {"hand": 5}), ("wege", {"rows": 3, "cols": 3})],
)
def test_every_game_is_played_to_its_end_and_has_a_ranking(name: str, options: dict[str, Any], tmp_path: Path) -> None:
    out, table = play(["bot"] * 80, tmp_path, new_game(name, options, bots=("2=1",), names=("Ada",)))
    assert table.phase == "over"
    ranking = [line for line in out.splitlines() if line.startswith(("1. ", "2. "))]
    assert len(ranking) == 2
    assert any("Ada" in line for line in ranking)


def test_without_names_or_bots_the_computer_plays_the_other_seats() -> None:
    def kinds(**more: Any) -> list[str]:
        game = find_game("rowsandcols")
        request = read_new_game(game, game.check_options({}), given(players="4", **more)).request
        return [seat.kind for seat in request.seats or ()]

    assert kinds() == ["here", "bot", "bot", "bot"]
    assert kinds(names=("Ada", "Bo")) == ["here", "here", "bot", "bot"]
    assert kinds(people="4") == ["here"] * 4
    assert kinds(people="2", bots=("1=2",)) == ["bot", "here", "here", "bot"]
    assert kinds(bots=("1=2",)) == ["bot", "here", "here", "here"]
    with pytest.raises(OptionError, match="--people must be a whole number from 1 to 4, not 5"):
        kinds(people="5")
