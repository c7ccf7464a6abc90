"""The base class of games: what it refuses, its defaults, and the one instance of each game."""

from __future__ import annotations

import ast
import pickle
import re
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from bots.test_workers import ODD_GAME
from dummy_game import DESCRIBED, GAME, DummyGame, DummyState

import ludoteca
from ludoteca.core import registry
from ludoteca.core.game import REQUIRED

TESTS = Path(__file__).parents[1]
PUBLIC = (
    *("new", "load", "seat", "moves", "play", "scores", "result", "view", "choices", "position", "show"),
    *("bots", "bot", "find_bot", "read_move", "check_options", "curtain", "role"),
)


@pytest.mark.parametrize("name", ludoteca.game_names())
def test_there_is_one_instance_of_a_game_and_it_pickles_by_name(name: str) -> None:
    game = ludoteca.game(name)
    assert ludoteca.game(name) is game
    pickled = pickle.dumps(game)
    assert pickle.loads(pickled) is game  # noqa: S301 - our own bytes
    assert len(pickled) < 100


def test_game_of_a_game_is_that_game() -> None:
    assert ludoteca.Game(GAME) is GAME


@pytest.mark.parametrize("name", REQUIRED)
def test_a_class_that_lacks_something_is_refused_by_name(name: str) -> None:
    parts = {key: value for key, value in vars(DummyGame).items() if key != name and not key.startswith("__")}
    incomplete = type("IncompleteGame", (ludoteca.Game,), parts)
    with pytest.raises(TypeError, match=f"^IncompleteGame lacks {name}$"):
        incomplete()


def test_a_class_that_neither_describes_nor_draws_its_board_is_refused() -> None:
    parts = {key: value for key, value in vars(DummyGame).items() if key != "render" and not key.startswith("__")}
    with pytest.raises(TypeError, match=r"^IncompleteGame lacks board or render$"):
        type("IncompleteGame", (ludoteca.Game,), parts)()
    described = type("IncompleteGame", (ludoteca.Game,), {**parts, "board": DESCRIBED.board})()
    assert described.describes_board
    assert not GAME.describes_board


def test_the_base_class_alone_is_no_game() -> None:
    with pytest.raises(TypeError, match=r"^Game lacks name, title, "):
        ludoteca.Game()


@pytest.mark.parametrize("name", PUBLIC)
def test_public_methods_are_final(name: str) -> None:
    with pytest.raises(TypeError, match=f"^CheatingGame overrides {name}, which is final$"):
        type("CheatingGame", (DummyGame,), {name: lambda *given: None})


class PlainGame(DummyGame):
    """A game without hooks of its own where there is a default."""

    fallback = ludoteca.Game.fallback


def test_by_default_choices_are_all_moves_and_any_move_is_a_fallback() -> None:
    game = PlainGame()
    state = game.new(seats=2, seed="defaults")
    assert game.choices(state, 0) == {"kind": "list", "moves": game.moves(state)}
    assert game.choices(state, 1) == game.choices(state) == {}
    assert {game.fallback(state, ludoteca.Random(str(seed))) for seed in range(60)} == set(state.moves())
    assert (game.explain(state, state.moves()[0]), game.high_scores(state)) == ([], [])
    assert game.make_final_view(state, 1) == game.view(state, 1)
    assert not game.is_solvable


def test_a_caller_that_changes_the_list_of_bots_changes_only_its_own() -> None:
    GAME.bots.clear()
    assert GAME.bots == [ludoteca.BotInfo(1, "greedy", "Plays high.", 0)]


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("dummy_game:GAME", "dummy_game:GAME is no subclass of Game"),
        ("dummy_game:DummyState", "dummy_game:DummyState is no subclass of Game"),
        ("dummy_game:OpenDummyGame", 'dummy_game:OpenDummyGame has the name "open_dummy"'),
        ("dummy_game:NoSuchGame", "module 'dummy_game' has no attribute"),
        ("ludoteca:Game", "Game lacks name, title"),
    ],
)
def test_an_entry_point_that_names_no_class_of_that_name_is_refused(
    monkeypatch: pytest.MonkeyPatch, value: str, reason: str
) -> None:
    monkeypatch.setitem(registry._entries(), "dummy", EntryPoint("dummy", value, registry.GROUP))
    with pytest.raises(ludoteca.UnknownGame, match=re.escape(reason)):
        ludoteca.game("dummy")


def imports_of(source: str) -> set[str]:
    """Return what a source imports of Ludoteca: modules, names of `ludoteca`, and attributes of `ludoteca`."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names if name.name.startswith("ludoteca.")}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "ludoteca":
            module = node.module or ""
            found |= {name.name if module == "ludoteca" else f"{module}.{name.name}" for name in node.names}
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "ludoteca":
            found.add(node.attr)
    return found


def example_games() -> dict[str, str]:
    """Return the sources of all games that an author outside of Ludoteca could have written."""
    page = (TESTS.parent / "docs" / "add-a-game.md").read_text("utf-8")
    sources = {"docs/add-a-game.md": "\n".join(re.findall(r"```python\n(.*?)```", page, re.DOTALL)), "odd": ODD_GAME}
    files = [TESTS / "dummy_game.py", TESTS / "browser" / "external_game" / "__init__.py"]
    for folder in ("examples/reversi/src", "src/ludoteca/template/files/src"):
        files += (TESTS.parent / folder).rglob("*.py")
    return sources | {str(file.relative_to(TESTS.parent)): file.read_text("utf-8") for file in files}


@pytest.mark.parametrize(("file", "source"), example_games().items())
def test_example_games_need_nothing_but_the_public_names(file: str, source: str) -> None:
    assert imports_of(source) <= set(ludoteca.__all__), file


def test_the_check_of_imports_finds_private_ones() -> None:
    private = "import ludoteca.core.game\nfrom ludoteca.core.state import State\nfrom ludoteca import core\n"
    assert imports_of(f"{private}ludoteca.cli") == {"ludoteca.core.game", "ludoteca.core.state.State", "core", "cli"}


def test_all_public_names_exist_and_unknown_ones_do_not() -> None:
    public: Any = ludoteca
    assert [name for name in public.__all__ if not hasattr(public, name)] == []
    assert public.conformance.check is not None
    with pytest.raises(AttributeError, match="module 'ludoteca' has no attribute 'nonsense'"):
        _ = public.nonsense


def test_states_keep_their_type() -> None:
    state: DummyState = GAME.play(GAME.new(seed=1), GAME.moves(GAME.new(seed=1))[0])
    assert GAME.load(GAME.position(state)).turn() == state.turn()
