"""`ludoteca replay` steps through a record."""

from __future__ import annotations

from io import StringIO

import pytest

import ludoteca
from ludoteca.core.records import read_record
from ludoteca.terminal.replay import Replay, ReplayConsole
from ludoteca.terminal.terminal import Terminal

MOVES = ["b2", "b2 c3", "a1", "b1 a2"]
RECORD = ludoteca.record("flooding", MOVES, seed="r", options={"size": 3})


def replay(*lines: str) -> str:
    output = StringIO()
    terminal = Terminal(StringIO("".join(f"{line}\n" for line in lines)), output)
    ReplayConsole(Replay(read_record(RECORD)), terminal).run()
    return output.getvalue()


def test_enter_steps_on_to_the_end_and_no_further() -> None:
    out = replay("", "", "", "", "", "quit")
    assert "0/4> " in out
    assert out.count("The weather wins.") == 2
    assert "Give a number from 0 to 4." in out


def test_going_back_and_to_a_number() -> None:
    out = replay("end", "back", "1", "start", "99", "what")
    prompts = [line.split("/")[0] for line in out.splitlines() if "/4> " in line]
    assert prompts == ["0", "4", "3", "1", "0", "0", "0"]
    assert "Enter: next move" in out.splitlines()[-2]


def test_the_end_of_input_ends() -> None:
    assert replay().endswith("0/4> \n")


def test_all_at_once() -> None:
    output = StringIO()
    ReplayConsole(Replay(read_record(RECORD)), Terminal(StringIO(), output)).print_all()
    assert output.getvalue().count("     a  b  c") == 5


def test_a_bad_record_is_refused_before_anything_is_shown() -> None:
    with pytest.raises(ludoteca.RecordError, match='Move 2, "zz"'):
        Replay(read_record({**RECORD, "moves": ["b2", "zz"]}))
