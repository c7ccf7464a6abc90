"""Script time of a move on the largest island, drawn by the page in Chromium.

    python -m bench.drawing [--days 20]

Opens a table of Flooding Islands, 20 x 20, with both players on one screen, plays it by mouse and key, and measures how
long scripts run from the end of a turn until the board is at rest: sending the move, reading the answer and drawing it.
The browser itself counts the processor time of scripts (`ScriptDuration`); that of style and layout is printed too.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from statistics import median
from typing import TYPE_CHECKING, Any

from ludoteca.server.static_files import PAGE

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page

SIZE = 20
TARGET_MS = 16.0
REST_S = 1.2
"""Longer than every animation of a move."""
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
SEATS = [{"kind": "here", "name": "Ada"}, {"kind": "here", "name": "Bo"}]
CENTRES = """() => Object.fromEntries([...document.querySelectorAll("[data-cell]")].map((cell) => {
    const { x, y, width, height } = cell.getBoundingClientRect();
    return [cell.dataset.cell, [x + width / 2, y + height / 2]];
}))"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--days", type=int, default=20)
    args = parser.parse_args()
    chromium = next(filter(None, map(shutil.which, BROWSERS)), None)
    if find_spec("playwright") is None or chromium is None:
        print("Drawing is not measured: it needs Playwright and Chromium.")
        return
    if not (PAGE / "index.html").is_file():
        print("Drawing is not measured: the page is not built; run `make page`.")
        return
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "bench.unlimited_server", "0", folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout  # noqa: S101 - a pipe, as requested
                url = server.stdout.readline().rsplit(" ", 1)[1].strip()
                report(*measure(chromium, url, args.days))
            finally:
                server.terminate()
                server.communicate()


def measure(chromium: str, url: str, days: int) -> tuple[list[float], list[float]]:
    """Play, and return the milliseconds of every move: script, then style and layout."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(base_url=url, viewport={"width": 1280, "height": 800})
        open_table(page)
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        centres = page.evaluate(CENTRES)
        floods = iter([f"{column}{row}" for row in range(SIZE, 4, -1) for column in "abcdefghijklmnopqrst"])
        script, layout = [], []
        for day in range(days):
            for fields in (["b2" if day % 2 == 0 else "a1"], [next(floods), next(floods)]):
                for field in fields:
                    page.mouse.click(*centres[field])
                time.sleep(REST_S / 4)
                before = counters(session)
                page.keyboard.press("Control+Enter")
                time.sleep(REST_S)
                after = counters(session)
                script.append(1000 * (after["ScriptDuration"] - before["ScriptDuration"]))
                parts = ("LayoutDuration", "RecalcStyleDuration")
                layout.append(1000 * sum(after[part] - before[part] for part in parts))
        status = page.locator("header h1").inner_text()
        browser.close()
    if f"Day {days + 1}" not in status:
        sys.exit(f"The game did not go on as planned: {status}.")
    return script, layout


def open_table(page: Page) -> None:
    page.goto("/")
    request: dict[str, Any] = {"game": "flooding", "options": {"size": SIZE}, "seats": SEATS}
    room = page.request.post("/api/rooms", data=request).json()
    page.evaluate(
        "({ code, token }) => localStorage.setItem('ludoteca.rooms',"
        " JSON.stringify({ [code]: { token, game: 'flooding', at: Date.now() } }))",
        room,
    )
    page.goto(f"/r/{room['code']}")
    page.locator("[data-cell]").last.wait_for()
    time.sleep(REST_S)


def counters(session: CDPSession) -> dict[str, float]:
    return {entry["name"]: entry["value"] for entry in session.send("Performance.getMetrics")["metrics"]}


def report(script: list[float], layout: list[float]) -> None:
    verdict = "within" if median(script) < TARGET_MS else "above"
    print(
        f"Drawing a move on a {SIZE} x {SIZE} island takes {median(script):.1f} ms of script in the median,"
        f" {max(script):.1f} ms at most ({len(script)} moves): {verdict} the {TARGET_MS:.0f} ms of a frame."
        f" Style and layout take {median(layout):.1f} ms more."
    )


if __name__ == "__main__":
    main()
