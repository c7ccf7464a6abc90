"""A game from another distribution whose board has a hand, drawn by the board kit."""

from dummy_game import DummyGame


class KitGame(DummyGame):
    name = "kit_game"
    title = "Kit Game"
