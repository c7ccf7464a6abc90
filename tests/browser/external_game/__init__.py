"""A game from another distribution, with its own drawn board."""

from dummy_game import DummyGame


class ExternalGame(DummyGame):
    name = "external"
    title = "External Game"
