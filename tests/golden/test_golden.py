"""The golden games replay to the letter."""

from pathlib import Path

import pytest
from golden.playthrough import FOLDER, playthrough, record_of

import ludoteca

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_game_is_the_same_to_the_letter(file: Path) -> None:
    text = file.read_text("utf-8")
    assert playthrough(record_of(text)) == text, "if this is meant: make goldens, and read the difference"


def test_every_game_has_a_golden_game() -> None:
    assert {file.stem.split("-")[0] for file in FILES} == set(ludoteca.game_names())
