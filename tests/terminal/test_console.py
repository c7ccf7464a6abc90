"""The console, driven by scripted input."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import dummy_game
import pytest

from ludoteca.core.game import Game
from ludoteca.core.records import Record, Seat, parse_record
from ludoteca.games.flooding import GAME as FLOODING
from ludoteca.terminal.console import Console
from ludoteca.terminal.local_game import LocalGame
from ludoteca.terminal.save_files import SaveFile
from ludoteca.terminal.terminal import Terminal

WHOLE_GAME = ["b2", "c3", "a1", "b1 a2"]
"""On 3x3: the journeyman walks back into the corner after b2 is flooded under him."""


def record_of(game: Game[Any] = FLOODING, bots: tuple[int | None, ...] = (None, None), **options: Any) -> Record:
    seats = tuple(Seat(game.role(seat), bot) for seat, bot in enumerate(bots))
    return Record(game, game.check_options(options), "console", seats, ())


def play(lines: list[str], folder: Path, record: Record) -> str:
    output = StringIO()
    Console(
        LocalGame(record), SaveFile(folder), Terminal(StringIO("".join(f"{line}\n" for line in lines)), output)
    ).run()
    return output.getvalue()


def saved(folder: Path, kind: str) -> list[Path]:
    return list((folder / kind).glob("*.json"))


def test_two_people_play_to_the_end(tmp_path: Path) -> None:
    out = play(["b2", "b2 c3", "a1", "b1 a2"], tmp_path, record_of(size=3))
    assert "Night 1: the weather floods b2, c3." in out
    assert out.count("The weather wins.") == 2
    assert f"ludoteca replay {saved(tmp_path, 'finished')[0]}" in out
    assert saved(tmp_path, "running") == []
    assert json.loads(saved(tmp_path, "finished")[0].read_text())["moves"] == ["b2", "b2 c3", "a1", "b1 a2"]


def test_the_end_of_input_ends_politely_and_saves(tmp_path: Path) -> None:
    out = play(["b2", "c3"], tmp_path, record_of(size=3))
    assert out.endswith("Goodbye. To continue this game: ludoteca play flooding\n")
    record = parse_record(saved(tmp_path, "running")[0].read_text())
    assert record.moves == ("b2", "c3")
    again = SaveFile(tmp_path).load_latest("flooding", pytest.fail)
    assert again == record


def test_a_game_not_begun_is_not_saved(tmp_path: Path) -> None:
    assert play(["help", "quit"], tmp_path, record_of()).endswith("Goodbye.\n")
    assert not (tmp_path / "running").exists()


def test_an_illegal_move_is_explained_and_asked_for_again(tmp_path: Path) -> None:
    out = play(["c3", "nonsense", "", "b2"], tmp_path, record_of(size=3))
    assert "c3 is not next to a1, where the journeyman stands." in out
    assert '"nonsense" is not a field of this island' in out
    assert "Walk to a dry neighbouring field" in out
    assert "Day 1: the journeyman walks to b2." in out


def test_undo_takes_back_one_move_between_people(tmp_path: Path) -> None:
    out = play(["undo", "b2", "c3", "undo", "undo", "undo", "b1"], tmp_path, record_of(size=3))
    assert out.count("Taken back.") == 2
    assert out.count("There is no move to take back.") == 2
    assert parse_record(saved(tmp_path, "running")[0].read_text()).moves == ("b1",)


def test_undo_takes_the_bots_reply_back_too(tmp_path: Path) -> None:
    play(["b2", "undo", "b1", "quit"], tmp_path, record_of(bots=(None, 2), size=5))
    moves = parse_record(saved(tmp_path, "running")[0].read_text()).moves
    assert len(moves) == 2
    assert moves[0] == "b1"


def test_undo_has_nothing_to_take_back_before_the_first_own_move(tmp_path: Path) -> None:
    out = play(["undo", "quit"], tmp_path, record_of(bots=(1, None), size=5))
    assert "There is no move to take back." in out


def test_a_bot_plays_its_seat_by_itself(tmp_path: Path) -> None:
    out = play(["b2", "quit"], tmp_path, record_of(bots=(None, 2), size=5))
    assert "Flooding Islands: Journeyman, Weather (bot 2)." in out
    assert "Night 1: the weather floods" in out
    assert "weather>" not in out


def test_two_bots_play_a_whole_game_without_a_line(tmp_path: Path) -> None:
    out = play([], tmp_path, record_of(bots=(1, 5), size=4))
    assert "The weather wins." in out


def test_moves_are_listed_filtered_and_cut(tmp_path: Path) -> None:
    out = play(["moves", "b2", "moves", "moves a1", "moves xyz"], tmp_path, record_of(size=6))
    assert "b1   a2   b2" in out
    assert "... 667 moves in all. `moves TEXT` lists those that contain TEXT." in out
    assert "a1 b1   a1 c1" in out
    assert 'None of the 667 legal moves contains "xyz".' in out


def test_saving_to_a_file(tmp_path: Path) -> None:
    target = tmp_path / "mine.json"
    out = play(["b2", f"save {target}", "c3", f"save {target}", "save"], tmp_path, record_of(size=3))
    assert out.count(f"Saved to {target}.") == 2
    assert "Give a file name: save FILE." in out
    assert parse_record(target.read_text()).moves == ("b2", "c3")


def test_saving_never_overwrites_a_strangers_file_and_says_what_fails(tmp_path: Path) -> None:
    target = tmp_path / "theirs.txt"
    target.write_text("precious")
    out = play([f"save {target}", f"save {tmp_path}/no/such/place", "save \0"], tmp_path, record_of(size=3))
    assert f"{target} exists already; choose another name." in out
    assert "place cannot be written: No such file or directory." in out
    assert "cannot be written" in out.split("save \0")[1]
    assert target.read_text() == "precious"


def test_a_folder_that_cannot_be_written_does_not_stop_the_game(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    out = play(["b2", "b2 c3", "a1", "b1 a2"], blocked, record_of(size=3))
    assert out.count("The game cannot be saved") == 1
    assert "The weather wins." in out


def test_commands_and_rules(tmp_path: Path) -> None:
    out = play(["HELP", "rules", "board", "quit"], tmp_path, record_of(size=3))
    assert "undo          take back your last move" in out
    assert "# Flooding Islands" in out
    assert out.count("Day 1 of 365.") == 2


def test_a_person_alone_sees_only_his_own_hand(tmp_path: Path) -> None:
    record = record_of(dummy_game.GAME, (None, 1))
    other = record.begin().hands[1]  # type: ignore[attr-defined]
    out = play(["moves", "quit"], tmp_path, record)
    assert "player 2: 2 ?" in out
    assert str(other) not in out


class ScriptedTerminal(Terminal):
    """An interactive terminal at which these lines are typed."""

    def __init__(self, lines: list[str]) -> None:
        self.output = StringIO()
        super().__init__(StringIO("".join(f"{line}\n" for line in lines)), self.output)
        self.interactive = True

    def ask(self, prompt: str) -> str | None:
        self.interactive = False
        try:
            return super().ask(prompt)
        finally:
            self.interactive = True


def test_the_curtain_stays_up_while_a_player_goes_on(tmp_path: Path) -> None:
    record = record_of(dummy_game.GAME, (None, None))
    card = record.begin().moves()[0]
    terminal = ScriptedTerminal(["", "", f"play {card}", "board", "end", "", "", "quit"])
    Console(LocalGame(record), SaveFile(tmp_path), terminal).run()
    shown = terminal.output.getvalue()
    assert shown.count("pass the screen to Player 1") == 1
    assert shown.count("pass the screen to Player 2") == 1


def test_at_one_screen_a_curtain_falls_between_the_players(tmp_path: Path) -> None:
    record = record_of(dummy_game.GAME, (None, None))
    start = record.begin()
    first, second = (str(hand) for hand in start.hands)  # type: ignore[attr-defined]
    card = start.moves()[0]
    terminal = ScriptedTerminal(["", "", f"swap {card}", "", "", "quit"])
    Console(LocalGame(record), SaveFile(tmp_path), terminal).run()
    screens = terminal.output.getvalue().split("\x1b[2J\x1b[3J\x1b[H")
    assert len(screens) == 4
    before, one, two, afterwards = screens
    assert first not in afterwards
    assert second not in afterwards
    assert first not in before
    assert second not in before
    assert first in one
    assert second not in one
    assert f"You swap {card}" in one
    assert second in two
    assert first not in two
    assert "Player 1 swaps a card." in two
    assert f"swap {card}" not in two


def test_a_hint_names_a_move_and_makes_the_game_casual(tmp_path: Path) -> None:
    local = LocalGame(record_of(size=3))
    output = StringIO()
    Console(local, SaveFile(tmp_path), Terminal(StringIO("hint\nquit\n"), output)).run()
    hinted = output.getvalue().partition("I would play: ")[2].splitlines()[0]
    assert isinstance(local.game.read_move(local.state, hinted), int)
    assert local.casual
    assert local.record.moves == ()


def test_the_bot_plays_the_rest_of_the_turn(tmp_path: Path) -> None:
    local = LocalGame(record_of(size=3))
    output = StringIO()
    Console(local, SaveFile(tmp_path), Terminal(StringIO("bot\nquit\n"), output)).run()
    assert output.getvalue().count("The bot plays: ") == 1
    assert (len(local.record.moves), local.state.seat(), local.casual) == (1, 1, True)
