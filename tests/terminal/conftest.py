"""Register the dummy game for these tests."""

from table.conftest import dummy_game_is_registered as dummy_game_is_registered
