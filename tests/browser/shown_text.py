"""What a page shows or reads out, and which of it no person should meet: codes, hashes, keys and raw values."""

from __future__ import annotations

import re

from browser.page_objects import Page

CODES = re.compile(r"@[a-i]\d|/[0-3]\b|[0-9a-f]{16}|@-?\d|-?\d+,-?\d+|\b[2-9TJQKA][CDHS]\b")
"""Moves and hashes as the server writes them."""
RAW_VALUES = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b|\b(?:true|false|null|undefined|NaN)\b|\{\w+\}|\[object")
"""Option keys, values of JavaScript, and parameters that nobody filled in."""
OUR_WORDS = re.compile(r"\b(?:(?<!waiting )rooms?|bots?)\b", re.IGNORECASE)
"""Words of the code. The page says table and computer."""
NOTATION = "[data-notation], code, kbd, pre"
"""Parts that show notation on purpose: the text board with its field for moves, Fair play, keys, examples in rules."""
SHOWN = """(notation) => {
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
        if (node instanceof Text) return NodeFilter.FILTER_ACCEPT;
        const hidden = node.matches(notation) || node.matches("script, style, noscript") || !node.checkVisibility();
        return hidden ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT;
    });
    while (walker.nextNode()) {
        const node = walker.currentNode;
        if (node instanceof Text) texts.push(node.data);
        else {
            for (const name of ["aria-label", "title", "placeholder", "alt", "aria-valuetext", "aria-description"])
                texts.push(node.getAttribute(name) ?? "");
            if (node.matches("input:not([type=radio], [type=checkbox])")) texts.push(node.value);
        }
    }
    return [document.title, ...texts].map((text) => text.trim()).filter(Boolean);
}"""


def raw_texts(page: Page) -> list[str]:
    """Return what is shown and should not be, each with the text around it."""
    shown = page.evaluate(SHOWN, NOTATION)
    return [
        f"{found[0]} in {text}"
        for text in shown
        for pattern in (CODES, RAW_VALUES, OUR_WORDS)
        if (found := pattern.search(text))
    ]
