"""The code in the documentation runs."""

import re
from pathlib import Path
from typing import Any

import ludoteca

DOCS = Path(__file__).parents[1] / "docs"


def test_the_game_of_add_a_game_conforms_and_plays() -> None:
    blocks = re.findall(r"```python\n(.*?)```", (DOCS / "add-a-game.md").read_text("utf-8"), re.DOTALL)
    assert len(blocks) == 3
    space: dict[str, Any] = {}
    exec("\n".join(blocks), space)  # noqa: S102 - our own documentation
    game = ludoteca.Game(space["GAME"])
    state = game.new(options={"heap": 3})
    assert game.result(game.play(state, "3")) == [1.0, 0.0]


def test_links_between_pages_lead_somewhere() -> None:
    for page in [
        *DOCS.parent.glob("*.md"),
        *DOCS.glob("*.md"),
    ]:
        for target in re.findall(r"\]\(([^)#]+)", re.sub(r"`[^`\n]*`", "", page.read_text("utf-8"))):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_every_promise_of_security_names_a_test_that_exists_and_every_such_test_is_named() -> None:
    tests = Path(__file__).parent
    named = set(re.findall(r"`((?:tests/)?[a-z_/]*test_[a-z_]+\.py)`", (DOCS / "security.md").read_text("utf-8")))
    files = {tests.parent / name if name.startswith("tests/") else tests / "security" / name for name in named}
    assert sorted(file for file in files if not file.is_file()) == []
    assert set((tests / "security").glob("test_*.py")) <= files


def test_every_term_of_the_architecture_is_in_the_file_that_it_names() -> None:
    page = (DOCS / "architecture.md").read_text("utf-8")
    terms = dict(re.findall(r"^\| ([^|`]+) \| `([^`]+)` \|$", page, re.MULTILINE))
    assert len(terms) >= 40
    missing = [(term, file) for term, file in terms.items() if not (DOCS.parent / file).is_file()]
    assert missing == []
    unsaid = [(term, file) for term, file in terms.items() if not says(DOCS.parent / file, term)]
    assert unsaid == []


def says(file: Path, term: str) -> bool:
    """Return whether a file contains a term: in prose, or as an identifier."""
    text = re.sub(r"[\s#*/]+", " ", file.read_text("utf-8"))
    words = term.split()
    return re.search(r"[\s_-]?".join(map(re.escape, words)), text, re.IGNORECASE) is not None
