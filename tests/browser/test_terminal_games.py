"""Games begun in the terminal: a link brings them under My games, where they go on, and back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from browser.page_objects import NewVisitor, Page, expect, log, play_turn, wait_for_turn
from terminal.terminal_process import TerminalProcess

pytestmark = pytest.mark.slow

Play = Callable[..., TerminalProcess]


@pytest.fixture
def play(server_folder: Path, url: str) -> Iterator[Play]:
    """Start `ludoteca play` in the data folder of the server, which it then joins."""
    started: list[TerminalProcess] = []

    def start(*arguments: str) -> TerminalProcess:
        started.append(TerminalProcess("play", "flooding", *arguments, data=server_folder))
        return started[-1]

    yield start
    for terminal in started:
        terminal.close()


def link_of(terminal: TerminalProcess) -> str:
    """Ask a terminal for its link, and return the path with the fragment."""
    terminal.type("link")
    terminal.until("it holds your seat.\n")
    parts = urlsplit(terminal.until("\n").strip())
    return f"{parts.path}#{parts.fragment}"


def tables(page: Page) -> list[str]:
    """Return the codes of the games in the list."""
    page.goto("/games")
    links = page.locator("main a[href^='/r/'], [role=main] a[href^='/r/']")
    expect(links.first).to_be_visible()
    return [str(link.get_attribute("href")).split("/")[2] for link in links.all()]


def test_a_game_of_the_terminal_goes_on_in_the_browser_and_back(visitor: NewVisitor, play: Play) -> None:
    terminal = play("5", "--new", "--name", "Ada", "--name", "Bo")
    terminal.until("Your turn, Ada (Journeyman).")
    terminal.type("b2")
    terminal.until("Your turn, Bo (Weather).")
    path = link_of(terminal)
    page = visitor()
    page.goto(path)
    wait_for_turn(page)
    assert "#" not in page.url, "the token stays in no history"
    play_turn(page, "d4", "e5")
    terminal.until("Night 1: the weather floods d4, e5.")
    terminal.until("Your turn, Ada (Journeyman).")
    terminal.type("b3")
    expect(log(page, "walked to b3")).to_be_visible()
    terminal.type("quit")
    assert terminal.end() == 0
    play_turn(page, "a1")
    again = play("--continue")
    assert "the weather floods a1." in again.until("Your turn, Ada (Journeyman).")
    # Later games of the same terminal appear without another link.
    later = play("4", "--new", "--bot", "2=1")
    later.until("Your turn, Guest (Journeyman).")
    later.type("b2")
    later.until("Your turn, Guest (Journeyman).")
    code = path.split("/")[2].partition("#")[0]
    assert len(tables(page)) >= 2
    assert code in tables(page)


def test_a_link_with_a_strangers_token_changes_nothing(visitor: NewVisitor, play: Play) -> None:
    """Somebody else's token must not make this browser play for them, nor lose its own seat."""
    terminal = play("3", "--new", "--bot", "2=1", "--name", "Ada")
    terminal.until("Your turn, Ada (Journeyman).")
    path = link_of(terminal)
    code = path.split("/")[2].partition("#")[0]
    page = visitor(ignore_errors="403")
    page.goto(f"/r/{code}#terminal=a-token-of-somebody-else")
    expect(page.locator("header h1")).to_be_visible()
    assert "#" not in page.url
    stored = page.evaluate("() => JSON.stringify({...localStorage})")
    assert "a-token-of-somebody-else" not in stored
