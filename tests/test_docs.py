"""The code in the documentation runs, its links lead somewhere, and its pictures are those of the rules."""

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

import ludoteca
from ludoteca.core.translations import PICTURE

DOCS = Path(__file__).parents[1] / "docs"
ROOT = DOCS.parent
PAGES = sorted(
    page
    for page in [*ROOT.glob("*.md"), *DOCS.rglob("*.md")]
    if page.parent.name not in ("games", "project")  # copies that the build of the site makes
)


def python_code(page: Path) -> list[str]:
    """Return the Python examples of a page, in order."""
    return re.findall(r"^```python\n(.*?)^```", page.read_text("utf-8"), re.DOTALL | re.MULTILINE)


WITH_SERVER = "protocol.md"
"""Its client needs a server: tests/server/test_wire.py runs it."""
EXAMPLES = [page for page in PAGES if python_code(page) and page.name != WITH_SERVER]


@pytest.mark.parametrize("page", EXAMPLES, ids=lambda page: str(page.name))
def test_the_python_examples_of_a_page_run_one_after_the_other(page: Path) -> None:
    exec("\n".join(python_code(page)), {"__name__": "example"})  # noqa: S102 - our own documentation


def test_the_sessions_of_all_pages_print_what_they_show() -> None:
    sessions = [page for page in PAGES if ">>>" in page.read_text("utf-8")]
    assert ROOT / "README.md" in sessions
    for page in sessions:
        result = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
        assert (result.failed, result.attempted > 0) == (0, True), page


def test_the_game_of_add_a_game_conforms_and_plays() -> None:
    blocks = python_code(DOCS / "add-a-game.md")
    assert len(blocks) == 4
    space: dict[str, Any] = {}
    exec("\n".join(blocks), space)  # noqa: S102 - our own documentation
    game = ludoteca.Game(space["NimGame"]())
    state = game.new(options={"heap": 3})
    assert game.result(game.play(state, "3")) == [1.0, 0.0]


def test_every_public_name_is_in_the_api_reference_or_a_page_that_it_names() -> None:
    page = (DOCS / "api.md").read_text("utf-8")
    elsewhere = {"NOBODY", "Options", "Random", "RandomSource"}  # a constant, a dict, and generators that games get
    missing = [name for name in ludoteca.__all__ if not re.search(rf"\b(ludoteca\.|conformance\.){name}\b", page)]
    assert set(missing) <= elsewhere | {"conformance"}


@pytest.mark.parametrize("name", ludoteca.game_names())
def test_every_picture_of_the_rules_is_in_the_documentation(name: str) -> None:
    rules = (ROOT / "src" / "ludoteca" / "games" / name / "page" / "rules.md").read_text("utf-8")
    wanted = {f"{name}-{number}.png" for number in range(1, len(PICTURE.findall(rules)) + 1)}
    assert wanted
    assert {file.name for file in (DOCS / "pictures").glob(f"{name}-*.png")} == wanted, "run make pictures"


def test_links_between_pages_lead_somewhere() -> None:
    for page in PAGES:
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
