"""The golden games replay to exactly the same text."""

from pathlib import Path

import pytest
from golden.playthrough import FOLDER, playthrough, record_of

import ludoteca

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_game_replays_to_the_same_text(file: Path) -> None:
    text = file.read_text("utf-8")
    assert playthrough(record_of(text)) == text, "if this is intended: make goldens, and read the diff"


def test_every_game_has_a_golden_game() -> None:
    assert {file.stem.split("-")[0] for file in FILES} == set(ludoteca.game_names())
