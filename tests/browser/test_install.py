"""The page can be installed where the connection is secure, and keeps nothing of anybody's game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from browser.page_objects import NewVisitor, Page, expect, open_room
from browser.server_process import EVERYWHERE, serving

from ludoteca.server.serve import lan_address

pytestmark = pytest.mark.slow

READY = "navigator.serviceWorker.ready.then((one) => one.active.state)"
CONTROLLED = "() => navigator.serviceWorker.controller !== null"
KEPT = """async () => {
    const paths = [];
    for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys()) paths.push(new URL(request.url).pathname);
    return paths;
}"""
SWITCH_OFF = """async () => {
    await navigator.serviceWorker.register("/sw-off.js");
    while ((await navigator.serviceWorker.getRegistrations()).length) await new Promise((next) => setTimeout(next, 20));
}"""
OFFER = """() => dispatchEvent(Object.assign(new Event("beforeinstallprompt", { cancelable: true }),
    { prompt: async () => { window.asked = (window.asked ?? 0) + 1; } }))"""
WORKERS: dict[str, Any] = {"service_workers": "allow"}


def visit(page: Page, path: str = "/") -> None:
    """Visit a page until a service worker answers for it."""
    page.goto(path)
    page.evaluate(READY)
    page.wait_for_function(CONTROLLED)


def test_files_with_a_hash_and_the_empty_page_are_kept_and_nothing_else(visitor: NewVisitor) -> None:
    page = visitor(ignore_errors="409", **WORKERS)  # the record of a running game
    visit(page)
    code = open_room(page, "flooding")
    for path in (f"/r/{code}", f"/r/{code}/qr.svg", f"/api/rooms/{code}/record", "/api/info", "/rules/latice", "/"):
        page.goto(path)
    page.wait_for_load_state("networkidle")
    kept = page.evaluate(KEPT)
    assert "/" in kept
    assert len([path for path in kept if path.startswith("/assets/")]) > 5
    assert [path for path in kept if path != "/" and not path.startswith("/assets/")] == []


def test_without_a_server_the_kept_page_says_so(visitor: NewVisitor) -> None:
    page = visitor(ignore_errors="ERR_INTERNET_DISCONNECTED|Failed to fetch", **WORKERS)
    visit(page)
    page.reload()  # now the scripts come through the service worker, which keeps them
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    page.goto("/r/K7QX2M9P")
    expect(page.get_by_role("banner")).to_be_visible()
    page.context.set_offline(False)


def test_a_page_comes_from_the_server_if_there_is_one(visitor: NewVisitor) -> None:
    page = visitor(**WORKERS)
    visit(page)
    answer = page.goto("/rules/latice")
    assert answer is not None
    assert "Latice" in answer.text().partition("</title>")[0]


def test_the_switch_removes_the_service_worker_and_what_it_kept(visitor: NewVisitor) -> None:
    page = visitor(**WORKERS)
    visit(page)
    assert page.evaluate(KEPT)
    page.evaluate(SWITCH_OFF)
    assert page.evaluate(KEPT) == []


def test_the_manifest_names_icons_that_exist(visitor: NewVisitor) -> None:
    page = visitor(**WORKERS)
    page.goto("/")
    expect(page.locator("link[rel=manifest]")).to_have_count(1)
    answer = page.request.get("/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = json.loads(answer.text())
    assert {icon.get("purpose", "any") for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        found = page.request.get(icon["src"])
        assert (found.status, found.headers["content-type"]) == (200, icon["type"])


def test_an_offer_of_the_browser_becomes_a_button_that_asks_once(visitor: NewVisitor) -> None:
    page = visitor()
    page.goto("/")
    button = page.get_by_role("button", name="Install Ludoteca on this device")
    page.get_by_role("button", name="Preferences").click()
    expect(page.get_by_role("heading", name="Preferences")).to_be_visible()
    expect(button).to_have_count(0)
    page.evaluate(OFFER)
    button.click()
    expect(button).to_have_count(0)
    assert page.evaluate("window.asked") == 1


def test_over_plain_http_nothing_of_it_is_there(visitor: NewVisitor, tmp_path: Path) -> None:
    address = lan_address()
    if address is None:
        pytest.skip("This machine has no address in a network.")
    with serving(tmp_path, EVERYWHERE) as url:
        page = visitor(base_url=url.replace("localhost", address), **WORKERS)
        page.goto("/")
        expect(page.get_by_role("heading", name="Flooding Islands")).to_be_visible()
        assert page.evaluate("isSecureContext") is False
        expect(page.locator("link[rel=manifest]")).to_have_count(0)
        page.evaluate(OFFER)
        page.get_by_role("button", name="Preferences").click()
        expect(page.get_by_role("heading", name="Preferences")).to_be_visible()
        page.wait_for_load_state("networkidle")
        expect(page.get_by_role("button", name="Install Ludoteca on this device")).to_have_count(0)
