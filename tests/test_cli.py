"""The command `ludoteca` as a process: a pipe, its output, its exit status."""

from __future__ import annotations

import hashlib
import json
import os
import pty
import select
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

import ludoteca
from ludoteca.cli import COMMANDS, cli, main, with_default_command
from ludoteca.core.native import plain_notice
from ludoteca.store.terminal_games import TerminalGames

COMMAND = [sys.executable, "-c", "from ludoteca.cli import main; main()"]
NOTICE = f"{notice}\n" if (notice := plain_notice()) else ""
"""What `play` prints first if nothing is compiled."""
WHOLE_GAME = "b2\nb2 c3\na1\nb1 a2\n"


def run(*arguments: str, typed: str = "", data: Path) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "LUDOTECA_DATA": str(data), "PYTHONUTF8": "1"}
    return subprocess.run([*COMMAND, *arguments], input=typed, capture_output=True, text=True, env=env, timeout=60)


def test_a_whole_game_through_a_pipe_and_its_replay(tmp_path: Path) -> None:
    target = tmp_path / "game.json"
    begun = tmp_path / "begun.json"
    lines = f"b2\nsave {begun}\n{WHOLE_GAME[3:]}save {target}\n"
    done = run("play", "flooding", "--size", "3", "--people", "2", typed=lines, data=tmp_path)
    assert (done.returncode, done.stderr) == (0, NOTICE)
    assert "The journeyman is trapped on a1 after 2 days. The weather wins." in done.stdout
    assert json.loads(target.read_text())["moves"] == ["b2", "b2 c3", "a1", "b1 a2"]
    code = done.stdout.split(":")[0].removeprefix("Table ")
    for one in (str(target), code):
        shown = run("replay", one, typed="\n\n\n\n", data=tmp_path)
        assert shown.returncode == 0
        assert "The weather wins." in shown.stdout
    assert "Night 1" in run("replay", "--all", str(begun), data=tmp_path).stdout


def test_the_size_may_be_given_by_position(tmp_path: Path) -> None:
    assert " 20 " in run("play", "flooding", "20", "--people", "2", data=tmp_path).stdout


def test_an_unfinished_game_is_offered_again(tmp_path: Path) -> None:
    first = run("play", "flooding", "--size", "4", "--bot", "weather=1", typed="b2\n", data=tmp_path)
    assert first.stdout.endswith("To continue this game: ludoteca play flooding\n")
    yes = run("play", "flooding", typed="y\nboard\n", data=tmp_path)
    assert "You have an unfinished game: Island: 4, Weather is a level 1 computer, 2 moves." in yes.stdout
    assert "Day 2 of 365." in yes.stdout
    resumed = run("play", "flooding", "--continue", data=tmp_path)
    assert "Day 2 of 365." in resumed.stdout
    no = run("play", "flooding", "--people", "2", typed="n\nquit\n", data=tmp_path)
    assert "Day 1 of 365." in no.stdout
    script = run("play", "flooding", "--people", "2", typed="b2\nquit\n", data=tmp_path)
    assert "Night 1 of 365." in script.stdout
    assert len(TerminalGames(tmp_path).codes()) == 3
    new = run("play", "flooding", "--new", "--people", "2", data=tmp_path)
    assert "unfinished" not in new.stdout


def test_a_saved_file_can_be_loaded(tmp_path: Path) -> None:
    target = tmp_path / "game.json"
    run("play", "flooding", "--size", "3", "--people", "2", typed=f"b2\nsave {target}\n", data=tmp_path)
    loaded = run("play", "flooding", "--load", str(target), data=tmp_path)
    assert "Night 1 of 365." in loaded.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["play", "chess"], 'There is no game called "chess"; the games are: flooding'),
        (["play", "flooding", "--size", "99"], "size must be a whole number from 3 to 20, not 99."),
        (["play", "flooding", "--size", "ten"], 'size must be a whole number from 3 to 20, not "ten".'),
        (["play", "flooding", "2"], "size must be a whole number from 3 to 20, not 2."),
        (["play", "flooding", "5", "5"], "Flooding Islands takes SIZE in this order; got 2 values."),
        (["play", "flooding", "--bot", "weather=7"], 'Flooding Islands has no bot "7"; its bots are: 1 (beginner)'),
        (
            ["play", "flooding", "--bot", "sun=1"],
            "--bot must be a seat (journeyman, weather, 1, 2), an equals sign and a level",
        ),
        (["play", "flooding", "--bot", "weather"], "--bot must be a seat"),
        (["play", "flooding", "--seed", ""], "seed must be a whole number or a text of 1 to 512 characters"),
        (["play", "flooding", "--continue"], "you have no unfinished game of Flooding Islands."),
        (["play", "flooding", "--load", "/no/such/file"], "/no/such/file cannot be read: No such file or directory."),
        (["play", "flooding", "--wrong"], "No such option"),
        (["play", "flooding", "--clock", "5"], "--clock must be turn=SECONDS"),
        (["play", "flooding", "--clock", "turn=5"], "--clock must be a whole number from 10 to 1209600, not 5."),
        (["play", "flooding", "--clock", "turn=60", "--seed", "x"], "--clock cannot be combined with --seed"),
        (["play", "flooding", "--name", "x" * 30], "name"),
        (["solve", "flooding", "2"], "size must be a whole number from 3 to 20, not 2."),
        (["solve", "flooding", "3", "3"], "Flooding Islands takes SIZE in this order; got 2 values."),
        (["replay", "AAAAAAAA"], "There is no table AAAAAAAA."),
        (["replay", "/no/such/file"], "/no/such/file cannot be read: No such file or directory."),
        (["replay", "/"], "/ cannot be read: Is a directory."),
        (["rules", "chess"], 'There is no game called "chess"'),
        (["rules"], "Missing argument 'GAME'."),
        (["dance"], "No such command 'dance'."),
        (["serve", "--port", "99999"], "port must be a whole number from 0 to 65535, not 99999."),
        (["--port", "x"], 'port must be a whole number from 0 to 65535, not "x".'),
        (["serve", "--url", "games.example.org"], "--url must be an address that begins with http:// or https://"),
        (
            ["serve", "--store", "postgresql://127.0.0.1:1/x", "--port", "0"],
            "postgresql://127.0.0.1:1/x cannot be opened for writing: connection failed",
        ),
        (["worker"], "Missing option '--store'."),
        (["worker", "--store", "games.db"], "The address of the store cannot be read."),
        (
            ["worker", "--store", "postgresql://127.0.0.1:1/x"],
            "postgresql://127.0.0.1:1/x cannot be read: connection failed",
        ),
        (
            ["worker", "--store", "postgresql://x/x", "--processes", "0"],
            "--processes must be a whole number from 1 to 512, not 0.",
        ),
        (["serve", "--trust-proxy", "me"], '--trust-proxy must be an address or a network, not "me".'),
    ],
)
def test_bad_input_gives_one_sentence_and_status_2(arguments: list[str], sentence: str, tmp_path: Path) -> None:
    done = run(*arguments, data=tmp_path)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert done.stdout == ""


def test_help_has_examples(tmp_path: Path) -> None:
    assert "ludoteca play flooding --size 6 --bot weather=2" in run("--help", data=tmp_path).stdout
    of_play = run("play", "flooding", "--help", data=tmp_path).stdout
    assert "3 to 20; default: 10" in " ".join(of_play.split())
    assert "1 beginner, 2 easy" in " ".join(of_play.split())


def test_games_rules_and_version(tmp_path: Path) -> None:
    assert run("games", data=tmp_path).stdout.startswith("flooding     Flooding Islands, 2 players.")
    assert run("rules", "flooding", data=tmp_path).stdout.startswith("# Flooding Islands\n")
    assert run("--version", data=tmp_path).stdout.startswith("ludoteca 0.")


def test_bytes_that_are_not_text_do_not_stop_it(tmp_path: Path) -> None:
    env = {**os.environ, "LUDOTECA_DATA": str(tmp_path)}
    command = [*COMMAND, "play", "flooding", "3", "--people", "2"]
    done = subprocess.run(command, input=b"\xff\xfe\nb2\n\x00\n", capture_output=True, env=env, timeout=60)
    assert done.returncode == 0
    assert b"is not a field of this island" in done.stdout
    assert b"Night 1" in done.stdout


def test_a_reader_that_leaves_early_causes_no_error(tmp_path: Path) -> None:
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
    """Read what a program writes to a terminal, up to and including `wanted`."""
    seen = b""
    while wanted not in seen:
        assert select.select([terminal], [], [], 30)[0], seen
        seen += os.read(terminal, 1000)
    return seen


def test_at_a_real_terminal_with_ctrl_d(tmp_path: Path) -> None:
    env = {**os.environ, "LUDOTECA_DATA": str(tmp_path), "TERM": "dumb"}
    parent, child = pty.openpty()
    command = [*COMMAND, "play", "flooding", "3", "--people", "2"]
    with subprocess.Popen(command, stdin=child, stdout=child, stderr=child, env=env) as process:
        os.close(child)
        try:
            read_until(parent, b"Your turn, Guest (Journeyman).")
            os.write(parent, b"b2\n")
            assert b"Night 1 of 365." in read_until(parent, b"Your turn, Guest 2 (Weather).")
            os.write(parent, b"\x04")
            read_until(parent, b"To continue this game")
            assert process.wait(60) == 0
        finally:
            process.kill()
            os.close(parent)


SECRET = "0123456789abcdef" * 2
NONCES = ["a-nonce-of-22-letters_", ""]
RECEIPT = {
    "room": "K7QX2M",
    "game": 1,
    "commitment": hashlib.sha256(SECRET.encode()).hexdigest(),
    "nonces": NONCES,
    "own": NONCES[0],
}


Verify = Callable[..., tuple[int, str, str]]


@pytest.fixture
def verify(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Verify:
    """Run `ludoteca verify` on a short game in this process; return exit status, output and errors."""

    def verify(receipt: dict[str, Any] | str, **changed: Any) -> tuple[int, str, str]:
        record = ludoteca.record("waffe", ["pass"], seed="/".join([SECRET, *NONCES]))
        files = [tmp_path / "game.json", tmp_path / "receipt.json"]
        files[0].write_text(json.dumps({**record, **changed}))
        files[1].write_text(receipt if isinstance(receipt, str) else json.dumps(receipt))
        monkeypatch.setattr(sys, "argv", ["ludoteca", "verify", *map(str, files)])
        with pytest.raises(SystemExit) as left:
            main()
        return int(left.value.code or 0), *capsys.readouterr()

    return verify


def test_verify_accepts_a_game_that_matches_its_receipt(verify: Verify) -> None:
    status, output, errors = verify(RECEIPT)
    assert (status, errors) == (0, "")
    assert "the deal of game 1 in room K7QX2M: the secret matches the commitment" in output
    assert "all 2 nonces are in the seed, and all 1 moves are legal" in output


@pytest.mark.parametrize(
    ("receipt", "changed", "sentence"),
    [
        ({"commitment": "0" * 64}, {}, "SHA-256 of the record's secret is"),
        ({"nonces": ["another-nonce-of-22-le", ""]}, {}, "the nonce of seat 1 is another"),
        ({"nonces": [NONCES[0], "", ""]}, {}, "seed has 2 nonces, the receipt 3"),
        ({"own": "never-in-the-seed-at-all"}, {}, "your own nonce is not in its seed"),
        ({}, {"seed": SECRET}, "seed has 0 nonces, the receipt 2"),
        ({}, {"moves": ["play 7s 7s"]}, "Move 1"),
    ],
)
def test_verify_says_what_does_not_match(
    verify: Verify, receipt: dict[str, Any], changed: dict[str, Any], sentence: str
) -> None:
    status, output, _ = verify({**RECEIPT, **receipt}, **changed)
    assert status == 1
    assert sentence in output


@pytest.mark.parametrize(
    "receipt",
    ["", "[]", "{}", {**RECEIPT, "more": 1}, {**RECEIPT, "commitment": "x"}, {**RECEIPT, "nonces": []},
     {**RECEIPT, "nonces": ["a/b"]}, {**RECEIPT, "game": 0}, {**RECEIPT, "own": None}],
)  # fmt: skip
def test_verify_refuses_a_file_that_is_not_a_receipt(verify: Verify, receipt: dict[str, Any] | str) -> None:
    status, _, errors = verify(receipt)
    assert status == 2
    assert errors.startswith("ludoteca: ")
    assert errors.count("\n") == 1


def test_the_bare_command_starts_the_server() -> None:
    assert with_default_command([]) == ["serve"]
    assert with_default_command(["--port", "0"]) == ["serve", "--port", "0"]
    assert with_default_command(["--help"]) == ["--help"]
    assert with_default_command(["games"]) == ["games"]


def test_help_lists_every_command_with_the_first_sentence_of_its_own_help() -> None:
    context = click.Context(cli)
    loaded = {name: cli.get_command(context, name) for name in cli.list_commands(context)}
    shown = " ".join(cli.get_help(context).split())
    assert COMMANDS.keys() <= loaded.keys()
    for name, command in loaded.items():
        assert command is not None
        assert f"{name} {command.get_short_help_str(limit=200)}" in shown


@pytest.mark.parametrize(
    ("code", "slow"),
    [
        ("import ludoteca", ["ludoteca.core.game", "importlib.metadata", "importlib.resources", "msgspec"]),
        (
            "from ludoteca.cli import cli; cli.main(['--help'], standalone_mode=False)",
            ["ludoteca.core.game", "importlib.metadata", "aiohttp", "msgspec", "asyncio", "sqlite3"],
        ),
        (
            "import sys; sys.argv = ['', '--help', '--language', 'fi']\nfrom ludoteca.cli import main\n"
            "try: main()\nexcept SystemExit: pass",
            ["ludoteca.core.game", "importlib.metadata", "importlib.resources", "babel", "asyncio", "sqlite3"],
        ),
    ],
)
def test_import_and_help_load_nothing_that_they_do_not_need(code: str, slow: list[str]) -> None:
    script = f"{code}\nimport sys; print('loaded:', *(name for name in {slow!r} if name in sys.modules))"
    # Coverage would load modules of its own.
    env = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, env=env)
    assert done.stdout.endswith("loaded:\n"), done


def test_games_and_high_scores_are_listed_in_other_languages(tmp_path: Path) -> None:
    listed = run("--language", "fr", "games", data=tmp_path).stdout
    assert "2 joueurs. " in listed
    assert "players" not in listed
    assert run("--language", "fi", "highscores", data=tmp_path).stdout == "Ennätyksiä ei vielä ole.\n"
