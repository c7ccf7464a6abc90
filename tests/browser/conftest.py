"""A real server, a real Chromium, and visitors whose browsers must have nothing to complain about.

    def test_home(visitor: NewVisitor) -> None:
        page = visitor()                # a desktop; visitor(**PHONE) is a phone, visitor(dark=True) prefers dark
        page.goto("/")                  # addresses are those of the server of `url`

Every visitor is a browser context of its own: nothing is shared, as between people. They prefer reduced motion, which
spares the machine; visitor(reduced_motion="no-preference") does not. What the console calls an error, what a script
throws and what the content security policy refuses are collected, and there must be none at the end. A test that
provokes some says which by `ignore_errors`, a regular expression.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from browser.server_process import PAGE, serving

if TYPE_CHECKING:
    from browser.page_objects import NewVisitor
    from playwright.sync_api import Browser, BrowserContext, Page

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The quickest first: the same Chromium without windows costs a third of the time."""
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
TIMEOUT_MS = 20_000
"""How long anything is waited for; only a test that fails takes as long."""
REPORT_CSP_VIOLATIONS = """
addEventListener("securitypolicyviolation", (refusal) =>
    console.error(`policy: ${refusal.violatedDirective} refuses ${refusal.blockedURI}`));
"""


@pytest.fixture(scope="session")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server is: a process of its own, with data of its own. Tests share it, and each opens its own rooms."""
    if not PAGE.is_file():
        pytest.skip("The page is not built (make page builds it), so it is not tried in a browser.")
    with serving(tmp_path_factory.mktemp("house")) as address:
        yield address


@pytest.fixture(scope="module")  # not longer: while Playwright runs, other tests of this process could not use asyncio
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed, so the page is not tried in it.")
    sync_api = pytest.importorskip(
        "playwright.sync_api", reason="Playwright is not installed, so the page is not tried."
    )
    sync_api.expect.set_options(timeout=TIMEOUT_MS)
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield started
        started.close()


@pytest.fixture
def visitor(browser: Browser, url: str) -> Iterator[NewVisitor]:
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def visit(
        width: int = 1280, height: int = 800, *, dark: bool = False, ignore_errors: str = "", **context: Any
    ) -> Page:
        """Somebody with a browser; what `context` may hold is what Playwright's new_context takes."""

        def complain(text: str) -> None:
            if not (ignore_errors and re.search(ignore_errors, text)):
                errors.append(text)

        settings = {"base_url": url, "reduced_motion": "reduce", **context}
        settings["color_scheme"] = "dark" if dark else "light"
        made = browser.new_context(viewport={"width": width, "height": height}, **settings)
        made.set_default_timeout(TIMEOUT_MS)
        made.add_init_script(REPORT_CSP_VIOLATIONS)
        contexts.append(made)
        page = made.new_page()
        page.on("pageerror", lambda error: complain(str(error)))
        page.on("console", lambda line: complain(line.text) if line.type == "error" else None)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert errors == []
