"""The page requests no URL that contains a secret, and draws the QR code of a personal link itself.

The test makes, shows and uses a personal link; no requested URL may contain its key or a token.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from browser.conftest import browser as browser
from browser.conftest import server_folder as server_folder
from browser.conftest import url as url
from browser.conftest import visitor as visitor
from browser.page_objects import NewVisitor, Page, expect, open_menu, open_room, wait_for_turn

CELLS = re.compile(r"M(\d+) (\d+)h(\d+)v1H\1z")


def read_matrix(page: Page) -> list[list[bool]]:
    """Read the dark cells of the QR code that the page draws, without its margin."""
    picture = page.get_by_role("img", name="QR code of the link")
    expect(picture).to_be_visible()
    size = int((picture.get_attribute("viewBox") or "").split()[-1])
    rows = [[False] * size for _ in range(size)]
    for x, y, length in CELLS.findall(picture.locator("path").last.get_attribute("d") or ""):
        for index in range(int(x), int(x) + int(length)):
            rows[int(y)][index] = True
    return [row[4:-4] for row in rows[4:-4]]


MASKS: tuple[Callable[[int, int], int], ...] = (
    lambda x, y: (x + y) % 2,
    lambda x, y: y % 2,
    lambda x, y: x % 3,
    lambda x, y: (x + y) % 3,
    lambda x, y: (x // 3 + y // 2) % 2,
    lambda x, y: x * y % 2 + x * y % 3,
    lambda x, y: (x * y % 2 + x * y % 3) % 2,
    lambda x, y: ((x + y) % 2 + x * y % 3) % 2,
)


def read_qr(rows: list[list[bool]]) -> set[str]:
    """Decode a QR code of version 5-M with every mask; one of the results is the text."""
    size = len(rows)
    assert size == 37, "not version 5"
    boxes = [(0, 0, 9, 9), (size - 8, 0, 8, 9), (0, size - 8, 9, 8), (0, 6, size, 1), (6, 0, 1, size), (28, 28, 5, 5)]
    fixed = {
        (x, y) for left, top, wide, high in boxes for x in range(left, left + wide) for y in range(top, top + high)
    }
    columns = [column for column in range(size - 1, 0, -1) if column != 6][::2]
    cells = [
        (x, y)
        for turn, column in enumerate(column - (column < 7 and column % 2 == 0) for column in columns)
        for y in (range(size) if turn % 2 else reversed(range(size)))
        for x in (column, column - 1)
        if (x, y) not in fixed
    ]
    texts = set()
    for mask in MASKS:
        bits = "".join(str(int(rows[y][x] ^ (mask(x, y) == 0))) for x, y in cells)
        words = [bits[at : at + 8] for at in range(0, 86 * 8, 8)]
        data = "".join(words[0::2] + words[1::2])
        text = bytes(
            int(data[at : at + 8], 2) for at in range(12, 12 + int(data[4:12], 2) * 8, 8) if at + 8 <= len(data)
        )
        texts.add(text.decode("latin-1"))
    return texts


def test_the_page_requests_no_url_with_a_secret_in_it(visitor: NewVisitor) -> None:
    urls: list[str] = []

    def watch(page: Page) -> Page:
        page.on("request", lambda request: urls.append(request.url))
        page.on("websocket", lambda socket: urls.append(socket.url))
        return page

    ada, phone = watch(visitor()), watch(visitor())
    open_room(ada, options={"size": 4}, seats=[{"kind": "here", "name": "Ada"}, {"kind": "bot", "level": 1}])
    wait_for_turn(ada)
    open_menu(ada).get_by_text("Continue on another device").click()
    ada.get_by_role("button", name="Make the link").click()
    link = ada.get_by_role("textbox", name="Link").input_value()
    assert link in read_qr(read_matrix(ada))
    phone.goto(link)
    wait_for_turn(phone)
    ada.goto("/")
    key = link.partition("#")[2]
    assert len(key) >= 16
    tokens = [
        str(found)
        for page in (ada, phone)
        for found in re.findall(
            r'"token":"([^"]+)"', page.evaluate("JSON.stringify({...localStorage}).replaceAll('\\\\', '')")
        )
    ]
    assert tokens
    sent = [address.partition("#")[0] for address in urls]
    assert any("/socket" in address for address in sent)
    for secret in (key, *tokens):
        assert not [address for address in sent if secret in address]
