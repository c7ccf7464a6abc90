"""The command as people start it: a process, a pipe, an exit status."""

from __future__ import annotations

import hashlib
import json
import os
import pty
import select
import subprocess
import sys
from pathlib import Path

import pytest

from ludoteca.cli import arguments
from ludoteca.core.native import plain_notice

COMMAND = [sys.executable, "-c", "from ludoteca.cli import main; main()"]
NOTICE = f"{notice}\n" if (notice := plain_notice()) else ""
"""What `play` says first where nothing is compiled."""
WHOLE_GAME = "b2\nb2 c3\na1\nb1 a2\n"


def run(*arguments: str, typed: str = "", data: Path) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "LUDOTECA_DATA": str(data), "PYTHONUTF8": "1"}
    return subprocess.run([*COMMAND, *arguments], input=typed, capture_output=True, text=True, env=env, timeout=60)


def test_a_whole_game_through_a_pipe_and_its_replay(tmp_path: Path) -> None:
    target = tmp_path / "game.json"
    done = run("play", "flooding", "--size", "3", typed=f"b2\nsave {target}\n" + WHOLE_GAME[3:], data=tmp_path)
    assert (done.returncode, done.stderr) == (0, NOTICE)
    assert "The journeyman is trapped on a1 after 2 days. The weather wins." in done.stdout
    kept = next((tmp_path / "console" / "finished").glob("flooding-*.json"))
    assert json.loads(kept.read_text())["moves"] == ["b2", "b2 c3", "a1", "b1 a2"]
    shown = run("replay", str(kept), typed="\n\n\n\n", data=tmp_path)
    assert shown.returncode == 0
    assert "The weather wins." in shown.stdout
    assert "Night 1" in run("replay", "--all", str(target), data=tmp_path).stdout


def test_the_size_may_be_given_by_place(tmp_path: Path) -> None:
    assert " 20 " in run("play", "flooding", "20", data=tmp_path).stdout


def test_an_unfinished_game_is_offered_again(tmp_path: Path) -> None:
    first = run("play", "flooding", "--size", "4", "--bot", "weather=1", typed="b2\n", data=tmp_path)
    assert first.stdout.endswith("continues this game.\n")
    yes = run("play", "flooding", typed="y\nboard\n", data=tmp_path)
    assert "An unfinished game is saved: size 4, weather is bot 1, last move" in yes.stdout
    assert "Day 2 of 365." in yes.stdout
    resumed = run("play", "flooding", "--continue", data=tmp_path)
    assert "Day 2 of 365." in resumed.stdout
    no = run("play", "flooding", typed="n\nquit\n", data=tmp_path)
    assert "Day 1 of 365." in no.stdout
    script = run("play", "flooding", typed="b2\nquit\n", data=tmp_path)
    assert "Night 1 of 365." in script.stdout
    assert len(list((tmp_path / "console" / "running").glob("*.json"))) == 2
    new = run("play", "flooding", "--new", data=tmp_path)
    assert "unfinished" not in new.stdout


def test_a_broken_save_is_left_alone_and_said(tmp_path: Path) -> None:
    folder = tmp_path / "console" / "running"
    folder.mkdir(parents=True)
    (folder / "flooding-1.json").write_text("{")
    done = run("play", "flooding", typed="quit\n", data=tmp_path)
    assert "flooding-1.json cannot be continued. This is not a record" in done.stdout
    assert (folder / "flooding-1.json").read_text() == "{"


def test_a_saved_file_can_be_loaded(tmp_path: Path) -> None:
    target = tmp_path / "game.json"
    run("play", "flooding", "--size", "3", typed=f"b2\nsave {target}\n", data=tmp_path)
    loaded = run("play", "flooding", "--load", str(target), data=tmp_path)
    assert "Night 1 of 365." in loaded.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["play", "chess"], 'There is no game called "chess"; the games are: flooding'),
        (["play", "flooding", "--size", "99"], "size must be a whole number from 3 to 20, not 99."),
        (["play", "flooding", "--size", "ten"], 'size must be a whole number from 3 to 20, not "ten".'),
        (["play", "flooding", "2"], "size must be a whole number from 3 to 20, not 2."),
        (["play", "flooding", "5", "5"], "Flooding Islands takes SIZE by place, not 2 values."),
        (["play", "flooding", "--bot", "weather=7"], 'Flooding Islands has no bot "7"; its bots are: 1 (beginner)'),
        (
            ["play", "flooding", "--bot", "sun=1"],
            "--bot must be a seat (journeyman, weather), an equals sign and a level",
        ),
        (["play", "flooding", "--bot", "weather"], "--bot must be a seat"),
        (["play", "flooding", "--seed", ""], "seed must be a whole number or a text of 1 to 512 characters"),
        (["play", "flooding", "--continue"], "there is no unfinished game of Flooding Islands."),
        (["play", "flooding", "--load", "/no/such/file"], "/no/such/file cannot be read: No such file or directory."),
        (["play", "flooding", "--wrong"], "No such option"),
        (["replay", "/no/such/file"], "/no/such/file cannot be read: No such file or directory."),
        (["replay", "/"], "/ cannot be read: Is a directory."),
        (["rules", "chess"], 'There is no game called "chess"'),
        (["rules"], "Missing argument 'GAME'."),
        (["dance"], "No such command 'dance'."),
        (["serve", "--port", "99999"], "port must be a whole number from 0 to 65535, not 99999."),
        (["--port", "x"], 'port must be a whole number from 0 to 65535, not "x".'),
        (["serve", "--url", "games.example.org"], "--url must be an address that begins with http:// or https://"),
        (["serve", "--trust-proxy", "me"], '--trust-proxy must be an address or a network, not "me".'),
    ],
)
def test_what_is_wrong_is_one_sentence_and_status_2(arguments: list[str], sentence: str, tmp_path: Path) -> None:
    done = run(*arguments, data=tmp_path)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert done.stdout == ""


def test_help_has_examples(tmp_path: Path) -> None:
    assert "ludoteca play flooding --size 6 --bot weather=2" in run("--help", data=tmp_path).stdout
    of_play = run("play", "flooding", "--help", data=tmp_path).stdout
    assert "3 to 20; 10 when not given" in " ".join(of_play.split())
    assert "1 beginner, 2 easy" in " ".join(of_play.split())


def test_games_rules_and_version(tmp_path: Path) -> None:
    assert run("games", data=tmp_path).stdout.startswith("flooding     Flooding Islands, 2 players.")
    assert run("rules", "flooding", data=tmp_path).stdout.startswith("# Flooding Islands\n")
    assert run("--version", data=tmp_path).stdout.startswith("ludoteca 0.")


def test_bytes_that_are_no_text_do_not_stop_it(tmp_path: Path) -> None:
    env = {**os.environ, "LUDOTECA_DATA": str(tmp_path)}
    command = [*COMMAND, "play", "flooding", "3"]
    done = subprocess.run(command, input=b"\xff\xfe\nb2\n\x00\n", capture_output=True, env=env, timeout=60)
    assert done.returncode == 0
    assert b"is no field of this island" in done.stdout
    assert b"Night 1" in done.stdout


def test_a_reader_that_leaves_early_is_nothing_to_complain_of(tmp_path: Path) -> None:
    env = {**os.environ, "LUDOTECA_DATA": str(tmp_path)}
    with subprocess.Popen(
        [*COMMAND, "play", "flooding", "3", "--bot", "journeyman=2", "--bot", "weather=1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        env=env,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read().decode() == NOTICE
        process.wait(60)


def read_until(terminal: int, wanted: bytes) -> bytes:
    """What a program writes to a terminal, up to something it is waited for."""
    seen = b""
    while wanted not in seen:
        assert select.select([terminal], [], [], 30)[0], seen
        seen += os.read(terminal, 1000)
    return seen


def test_at_a_real_terminal_with_ctrl_d(tmp_path: Path) -> None:
    env = {**os.environ, "LUDOTECA_DATA": str(tmp_path), "TERM": "dumb"}
    parent, child = pty.openpty()
    command = [*COMMAND, "play", "flooding", "3"]
    with subprocess.Popen(command, stdin=child, stdout=child, stderr=child, env=env) as process:
        os.close(child)
        try:
            read_until(parent, b"journeyman> ")
            os.write(parent, b"b2\n")
            assert b"Night 1 of 365." in read_until(parent, b"weather> ")
            os.write(parent, b"\x04")
            read_until(parent, b"continues this game.")
            assert process.wait(60) == 0
        finally:
            process.kill()
            os.close(parent)


def test_verify_checks_moves_and_shuffle(tmp_path: Path) -> None:
    target = tmp_path / "game.json"
    run("play", "flooding", "3", "--seed", "abc", typed=f"b2\nsave {target}\n", data=tmp_path)
    digest = hashlib.sha256(b"abc").hexdigest()
    done = run("verify", str(target), digest.upper(), data=tmp_path)
    assert done.returncode == 0
    assert f"All 1 moves are legal. SHA-256 of the seed: {digest}" in done.stdout
    assert "The shuffle is the one that was announced." in done.stdout
    wrong = run("verify", str(target), "0" * 64, data=tmp_path)
    assert wrong.returncode == 2
    assert "The shuffle was not the one announced" in wrong.stderr
    assert run("verify", str(target), "xyz", data=tmp_path).returncode == 2
    target.write_text(target.read_text().replace("b2", "c3"))
    assert "Move 1" in run("verify", str(target), data=tmp_path).stderr


def test_the_house_is_opened_by_the_bare_command() -> None:
    assert arguments([]) == ["serve"]
    assert arguments(["--port", "0"]) == ["serve", "--port", "0"]
    assert arguments(["--help"]) == ["--help"]
    assert arguments(["games"]) == ["games"]
