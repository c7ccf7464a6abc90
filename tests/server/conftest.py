"""The rooms here may play the dummy game, as the tables do."""

from table.conftest import dummy_game_is_registered as dummy_game_is_registered
