"""Fixtures for tests with a real server and a real Chromium.

    def test_home(visitor: NewVisitor) -> None:
        page = visitor()                # a desktop; visitor(**PHONE) is a phone, visitor(dark=True) prefers dark
        page.goto("/")                  # paths are relative to the server at `url`

Every visitor is a separate browser context, like a separate person. Visitors prefer reduced motion, which saves time;
visitor(reduced_motion="no-preference") does not. A test fails if a page logs an error, throws an exception or violates
the content security policy. A test that provokes errors names them in `ignore_errors`, a regular expression.
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
"""Fastest first: the headless shell takes a third of the time."""
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
"""The timeout of every action and expectation."""
REPORT_CSP_VIOLATIONS = """
addEventListener("securitypolicyviolation", (violation) =>
    console.error(`policy: ${violation.violatedDirective} blocks ${violation.blockedURI}`));
"""


@pytest.fixture(scope="session")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a server for all tests and yield its URL; every test opens its own rooms."""
    if not PAGE.is_file():
        pytest.skip("The page is not built; run make page.")
    with serving(tmp_path_factory.mktemp("server")) as address:
        yield address


@pytest.fixture(scope="module")  # not longer: while Playwright runs, other tests cannot use asyncio
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed.")
    sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed.")
    sync_api.expect.set_options(timeout=TIMEOUT_MS)
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield started
        started.close()


@pytest.fixture
def visitor(browser: Browser, url: str) -> Iterator[NewVisitor]:
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def new_visitor(
        width: int = 1280, height: int = 800, *, dark: bool = False, ignore_errors: str = "", **context: Any
    ) -> Page:
        """Open a page in a new context; `context` goes to Playwright's new_context."""

        def report(text: str) -> None:
            if not (ignore_errors and re.search(ignore_errors, text)):
                errors.append(text)

        settings = {"base_url": url, "reduced_motion": "reduce", **context}
        settings["color_scheme"] = "dark" if dark else "light"
        made = browser.new_context(viewport={"width": width, "height": height}, **settings)
        made.set_default_timeout(TIMEOUT_MS)
        made.add_init_script(REPORT_CSP_VIOLATIONS)
        contexts.append(made)
        page = made.new_page()
        page.on("pageerror", lambda error: report(str(error)))
        page.on("console", lambda message: report(message.text) if message.type == "error" else None)
        return page

    yield new_visitor
    for context in contexts:
        context.close()
    assert errors == []
