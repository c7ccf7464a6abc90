"""Fixtures for tests with a real server and a real Chromium.

    def test_home(visitor: NewVisitor) -> None:
        page = visitor()                # a desktop; visitor(**PHONE) is a phone, visitor(dark=True) prefers dark
        page.goto("/")                  # paths are relative to the server at `url`

Every visitor is a separate browser context, like a separate person. Visitors prefer reduced motion, which saves time;
visitor(reduced_motion="no-preference") does not. A test fails if a page logs an error, throws an exception or violates
the content security policy. A test that provokes errors names them in `ignore_errors`, a regular expression.

Deals and bots depend on the test's name alone: a test meets the same game whenever it runs.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from browser.requirements import missing
from browser.server_process import PAGE, name_test, serving

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


FIXED_NONCES = """{
    const fill = crypto.getRandomValues.bind(crypto);
    crypto.getRandomValues = (bytes) => (bytes.length === 16 ? bytes.fill(VISITOR) : fill(bytes));
}"""
"""A visitor's share of every deal is a constant, so that equal secrets of the server give equal deals."""


@pytest.fixture(scope="session")
def server_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("server")


@pytest.fixture(scope="session")
def url(server_folder: Path) -> Iterator[str]:
    """Run a server for all tests and yield its URL; every test opens its own rooms."""
    if not PAGE.is_file():
        missing("The page is not built; run make page.")
    with serving(server_folder) as address:
        yield address


@pytest.fixture(scope="module")  # not longer: while Playwright runs, other tests cannot use asyncio
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        missing("Chromium is not installed.")
    from playwright import sync_api

    sync_api.expect.set_options(timeout=TIMEOUT_MS)
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield started
        started.close()


@pytest.fixture
def visitor(request: pytest.FixtureRequest, browser: Browser, server_folder: Path, url: str) -> Iterator[NewVisitor]:
    name_test(server_folder, request.node.nodeid)
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def new_visitor(
        width: int = 1280, height: int = 800, *, dark: bool = False, ignore_errors: str = "", **context: Any
    ) -> Page:
        """Open a page in a new context; `context` goes to Playwright's new_context."""

        def report(text: str) -> None:
            if not (ignore_errors and re.search(ignore_errors, text)):
                errors.append(text)

        # A service worker would answer requests that tests hold back; tests/browser/test_install.py is about it.
        settings = {"base_url": url, "reduced_motion": "reduce", "service_workers": "block", **context}
        settings["color_scheme"] = "dark" if dark else "light"
        made = browser.new_context(viewport={"width": width, "height": height}, **settings)
        made.set_default_timeout(TIMEOUT_MS)
        made.add_init_script(REPORT_CSP_VIOLATIONS)
        made.add_init_script(FIXED_NONCES.replace("VISITOR", str(len(contexts))))
        contexts.append(made)
        page = made.new_page()
        page.on("pageerror", lambda error: report(str(error)))
        page.on("console", lambda message: report(message.text) if message.type == "error" else None)
        return page

    yield new_visitor
    for context in contexts:
        context.close()
    assert errors == []
