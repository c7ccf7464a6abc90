"""The loudness of music and effects, measured on samples that Chromium renders offline with the page's own engine."""

from __future__ import annotations

import re
from typing import Any

import pytest
from browser.page_objects import AGAINST_BOT, NewVisitor, Page, expect, open_room, wait_for_turn

pytestmark = pytest.mark.slow

GAMES = ("flooding", "latice", "rowsandcols", "waffe", "wege")
EFFECTS = (
    "pick", "place", "unpick", "flip", "splash", "dry", "step", "card",
    "buy", "turn", "refuse", "win", "lose", "draw", "join", "chat", "hint", "undo", "tick",
)  # fmt: skip
MUSIC_LUFS = -24.0
MUSIC_TOLERANCE = 1.5
PEAK_DBFS = -12.0
SMALL = {"pick", "unpick", "chat", "tick"}
"""Effects that are heard often; they peak 3 dB lower."""
PEAK_TOLERANCE = 1.5
DEFAULTS = {"muted": False, "effects": 0.7, "music": 0.5}

RENDER = """
window.AudioContext = class extends OfflineAudioContext {
    constructor() {
        super(2, window.renderSeconds * 48000, 48000);
        window.rendered = this;
    }
    get state() { return "running"; }
    async resume() {}
};
/** Render what an engine plays: `start` sets it up, `at` is called half a second later. */
window.render = async (seconds, settings, start, at) => {
    const [{ name }] = performance.getEntriesByType("resource").filter(({ name }) => /engine-.*js$/.test(name));
    const { SoundEngine, parsePiece } = await import(name);
    window.renderSeconds = seconds;
    const ticks = [];
    const original = window.setInterval;
    window.setInterval = (tick) => ticks.push(tick);
    const engine = new SoundEngine({ hidden: false, addEventListener: () => undefined });
    engine.configure(settings);
    engine.unlock();
    start?.(engine, parsePiece);
    window.setInterval = original;
    const resume = Object.getPrototypeOf(AudioContext.prototype).resume.bind(window.rendered);
    for (let time = 0.1; time < seconds - 0.1; time += 0.1) {
        void window.rendered.suspend(time).then(() => {
            if (Math.abs(time - 0.5) < 0.01) at?.(engine);
            for (const tick of ticks) tick();
            void resume();
        });
    }
    const buffer = await window.rendered.startRendering();
    return [buffer.getChannelData(0), buffer.getChannelData(1)];
};
/** The gated loudness of ITU-R BS.1770 at 48 kHz. */
window.lufs = (channels) => {
    const filter = (data, [b0, b1, b2], [a1, a2]) => {
        const out = new Float64Array(data.length);
        for (let i = 0, x1 = 0, x2 = 0, y1 = 0, y2 = 0; i < data.length; i++) {
            const y = b0 * data[i] + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
            [x2, x1, y2, y1] = [x1, data[i], y1, y];
            out[i] = y;
        }
        return out;
    };
    const shelf = [[1.53512485958697, -2.69169618940638, 1.19839281085285], [-1.69065929318241, 0.73248077421585]];
    const pass = [[1, -2, 1], [-1.99004745483398, 0.99007225036621]];
    const weighted = channels.map((data) => filter(filter(data, ...shelf), ...pass));
    const blocks = [];
    for (let start = 0; start + 19200 <= weighted[0].length; start += 4800) {
        let sum = 0;
        for (const data of weighted) for (let i = start; i < start + 19200; i++) sum += data[i] * data[i];
        blocks.push(sum / 19200);
    }
    const mean = (all) => all.reduce((a, b) => a + b, 0) / all.length;
    const level = (power) => -0.691 + 10 * Math.log10(power);
    const loud = blocks.filter((power) => level(power) > -70);
    const gate = level(mean(loud)) - 10;
    return level(mean(loud.filter((power) => level(power) > gate)));
};
window.peak = (channels) => {
    let most = 0;
    for (const data of channels) for (const sample of data) most = Math.max(most, Math.abs(sample));
    return 20 * Math.log10(most);
};
"""


def silent_page(visitor: NewVisitor) -> Page:
    """Open a page whose audio context renders offline."""
    page = visitor()
    page.goto("/")
    with page.expect_response("**/assets/engine-*.js"):
        page.get_by_role("heading", level=1).click()
    page.evaluate(f"{RENDER};undefined")
    return page


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_music_is_soft_at_the_default_volume(visitor: NewVisitor, game: str) -> None:
    page = silent_page(visitor)
    loudness = page.evaluate(
        """async ([game, settings]) => {
            const piece = await (await fetch(`/games/${game}/music.json`)).json();
            return lufs(await render(30, settings, (engine, parse) => engine.startMusic(parse(piece))));
        }""",
        [game, DEFAULTS],
    )
    assert abs(loudness - MUSIC_LUFS) <= MUSIC_TOLERANCE, f"{game}: {loudness:.1f} LUFS"


def test_effects_peak_alike_at_the_default_volume(visitor: NewVisitor) -> None:
    page = silent_page(visitor)
    peaks: dict[str, Any] = page.evaluate(
        """async ([names, settings]) => {
            const peaks = {};
            for (const name of names)
                peaks[name] = peak(await render(3.5, settings, null, (engine) => engine.play(name)));
            return peaks;
        }""",
        [EFFECTS, DEFAULTS],
    )
    wanted = {name: PEAK_DBFS - 3 * (name in SMALL) for name in EFFECTS}
    wrong = {name: round(level, 1) for name, level in peaks.items() if abs(level - wanted[name]) > PEAK_TOLERANCE}
    assert not wrong


COUNT_TONES = """
AudioContext.prototype.createOscillator = new Proxy(AudioContext.prototype.createOscillator, {
    apply(create, context, all) {
        document.documentElement.dataset.tones = Number(document.documentElement.dataset.tones ?? 0) + 1;
        return Reflect.apply(create, context, all);
    },
});
"""


def test_music_starts_with_the_first_click(visitor: NewVisitor) -> None:
    page = visitor()
    page.add_init_script(COUNT_TONES)
    open_room(page, "latice", seats=AGAINST_BOT)
    wait_for_turn(page)
    root = page.locator("html")
    assert root.get_attribute("data-tones") is None
    page.get_by_role("heading", level=1).click()
    expect(root).to_have_attribute("data-tones", re.compile("[0-9]"))
