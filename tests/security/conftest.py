"""The rooms here may play the dummy game, as the tables do, and start without a countdown."""

from server.conftest import nobody_counts_down as nobody_counts_down
from server.conftest import pytest_generate_tests as pytest_generate_tests
from server.conftest import store_kind as store_kind
from table.conftest import dummy_game_is_registered as dummy_game_is_registered
