"""Pages in other languages: opening them, and finding English words and text that does not fit."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from browser.page_objects import AGAINST_BOT, NewVisitor, Page, expect, headline, open_room
from browser.shown_text import NOTATION, SHOWN
from english_words import find_english, find_untranslatable
from late_positions import late_position

from ludoteca.core.languages import PSEUDO, pseudo_translate

LANGUAGES = ("de", "fi", "fr")
GAMES = ("flooding", "latice", "rowsandcols", "waffe", "wege")
LOCALES = Path(__file__).parents[2] / "web" / "src" / "locales"

CLIPPED = """() => {
    const found = new Set();
    const tooWide = document.documentElement.scrollWidth - innerWidth;
    if (tooWide > 1) found.add(`the page is ${tooWide} px too wide`);
    const open = document.querySelector("dialog[open]");
    const walker = document.createTreeWalker(open ?? document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    // Pictures show a part of a board; the line of folded options ends in dots, and unfolds.
    const skipped = "script, style, noscript, svg, option, pre, .visually-hidden, .skip, [data-notation],"
        + " [data-picture], .agreed";
    while (walker.nextNode()) {
        const node = walker.currentNode;
        const element = node.parentElement;
        if (!node.data.trim() || element.closest(skipped)) continue;
        if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        if (getComputedStyle(element).clipPath !== "none") continue;
        for (const word of element.closest("code") ? [] : node.data.matchAll(/\\p{L}{2,}/gu)) {
            range.setStart(node, word.index);
            range.setEnd(node, word.index + word[0].length);
            const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
            if (tops.size > 1) found.add(`${JSON.stringify(word[0])} is broken in two`);
        }
        range.selectNodeContents(node);
        for (const rect of range.getClientRects()) {
            if (rect.width < 2) continue;
            const button = element.closest("button, a.button, [role=tab]");
            const above = document.elementFromPoint(rect.right - 3, rect.top + rect.height / 2);
            const other = above?.closest("button, a.button");
            if (button && other && other !== button && button.parentElement.parentElement.contains(other))
                found.add(`${JSON.stringify(node.data.trim())} is covered by ${above.tagName}.${above.className}`);
            for (let box = element; box && box !== document.body; box = box.parentElement) {
                const { overflowX, overflowY, display } = getComputedStyle(box);
                if (/auto|scroll/.test(overflowX + overflowY)) break;
                const holds = box.matches("button, a.button, [role=tab], label.chip, th, td, legend");
                if (display === "inline" || (overflowX === "visible" && !holds)) continue;
                const area = box.getBoundingClientRect();
                if (area.width < 2 || area.height < 2) break;
                const beside = Math.max(rect.right - area.right, area.left - rect.left);
                const below = overflowY === "visible" ? 0 : rect.bottom - area.bottom - rect.height / 3;
                if (beside > 2 || below > 2) {
                    found.add(`${JSON.stringify(node.data.trim())} leaves ${box.tagName}.${box.className}`
                        + ` by ${Math.round(Math.max(beside, below))} px`);
                }
            }
        }
    }
    return [...found];
}"""
"""Text that runs out of its button, is cut off, or breaks within a word; parts that scroll are not looked into."""


@cache
def words(language: str) -> dict[str, str]:
    """Return the texts of the page in a language."""
    english: dict[str, str] = json.loads((LOCALES / "en.json").read_text("utf-8"))
    if language == PSEUDO:
        return {code: pseudo_translate(sentence) for code, sentence in english.items()}
    own: dict[str, str] = json.loads((LOCALES / f"{language}.json").read_text("utf-8"))
    return english | own


def reader(visitor: NewVisitor, language: str, **context: Any) -> Page:
    """Open a browser in a language; the pseudo-language is no browser's, so it is chosen as in the preferences."""
    page = visitor(**context) if language == PSEUDO else visitor(locale=language, **context)
    if language == PSEUDO:
        page.add_init_script(f"""localStorage.setItem("ludoteca.language", '"{PSEUDO}"')""")
    return page


def shown_texts(page: Page) -> list[str]:
    found: list[str] = page.evaluate(SHOWN, NOTATION)
    return found


def english_texts(page: Page) -> list[str]:
    """Return what is shown in English."""
    return [text for text in shown_texts(page) if find_english(text)]


def untranslatable_texts(page: Page) -> list[str]:
    """Return what is shown as it is in the pseudo-language."""
    return [f"{found} in {text}" for text in shown_texts(page) if (found := find_untranslatable(text))]


def clipped_texts(page: Page) -> list[str]:
    """Return what does not fit where it stands."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    found: list[str] = page.evaluate(CLIPPED)
    return found


def open_page(page: Page, path: str) -> None:
    """Go to a page, and wait until it is drawn."""
    page.goto(path)
    expect(headline(page).first).to_be_visible()
    expect(page.locator(".loading")).to_have_count(0)
    page.wait_for_load_state("networkidle")


def open_late_game(page: Page, game: str) -> str:
    """Go to a table against the computer at which the game is nearly over, and return its code."""
    return open_room(page, game, seats=AGAINST_BOT, start=late_position(game, 4))
