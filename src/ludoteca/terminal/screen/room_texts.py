"""What the full screen says about a room: its title, what to do, the keys that work now, and who sits there."""

from __future__ import annotations

import time
from typing import Final, NamedTuple

from ludoteca.terminal.participant import printable
from ludoteca.terminal.screen.choice import Button, Choice
from ludoteca.terminal.screen.table_drawing import Seated
from ludoteca.terminal.table_summary import TableSummary
from ludoteca.terminal.texts import game_words, language, t

SEPARATOR: Final = " · "


def is_choosing(summary: TableSummary) -> bool:
    """Return whether the player at this screen can make a move now."""
    return summary.room.phase == "playing" and summary.is_own_turn and not summary.table.you.curtain


def title(summary: TableSummary | None) -> str:
    """Name the game, and say how things stand."""
    if summary is None:
        return t("screen_title")
    board = summary.board
    words = [] if board is None else [game_words(summary.game).format(one, summary.names) for one in board.headline]
    return SEPARATOR.join([summary.game.title, *([" ".join(words)] if words else [])])


def prompt(summary: TableSummary, choice: Choice) -> str:
    """Say what to do."""
    if choice.selection is not None:
        label = game_words(summary.game).format(choice.selection.label, summary.names)
        return t("screen_select", label=label, count=len(choice.chosen), most=choice.selection.most)
    if summary.board is None or summary.board.moves is None:
        return summary.status()
    return game_words(summary.game).format(summary.board.moves.prompt, summary.names)


def preview(texts: list[str], width: int) -> str:
    """Say what a move would do. Without room for all, leave out the move itself: the board shows it."""
    whole = t("screen_preview", text=" ".join(texts))
    return t("screen_preview", text=" ".join(texts[1:])) if len(whole) > width and texts[1:] else whole


class Key(NamedTuple):
    """A key that works now, as Textual names it, and what is shown for it."""

    name: str
    text: str


def list_keys(summary: TableSummary | None, choice: Choice, width: int) -> list[Key]:
    """List the keys that work now, the game's own first; as many as there is room for."""
    keys: list[Key] = []
    if summary is not None and summary.table.you.curtain and summary.is_own_turn:
        keys.append(Key("enter", t("screen_key_curtain")))
    elif summary is not None and is_choosing(summary):
        keys += _choosing_keys(summary, choice)
    elif summary is not None and summary.room.phase == "over" and summary.own_seats:
        keys.append(Key("a", t("screen_key_again")))
    return _fitting([*keys, Key("colon", t("screen_key_command"))], Key("question_mark", t("screen_key_help")), width)


def _choosing_keys(summary: TableSummary, choice: Choice) -> list[Key]:
    keys = [Key(button.key, _button_text(summary, button)) for button in choice.buttons]
    if choice.selection is not None:
        keys += [Key("space", t("screen_key_select")), Key("enter", t("screen_key_confirm"))]
        if choice.moves.targets:
            keys.append(Key("escape", t("screen_key_back")))
    elif choice.moves.targets:
        keys.append(Key("enter", t("screen_key_play")))
        if len(choice.slots) > 1:
            keys.append(Key("tab", t("screen_key_piece")))
        if choice.turns > 1:
            keys.append(Key("r", t("screen_key_turn")))
    keys.append(Key("u", t("screen_key_undo")))
    if summary.room.hints_allowed:
        keys += [Key("h", t("screen_key_hint")), Key("m", t("screen_key_move"))]
    return keys


def _button_text(summary: TableSummary, button: Button) -> str:
    return f"{button.key} {game_words(summary.game).format(button.does.label, summary.names)}"


def _fitting(keys: list[Key], last: Key, width: int) -> list[Key]:
    """Return as many keys as there is room for, always with the last, which explains the others."""
    used, shown = len(last.text), []
    for key in keys:
        used += len(key.text) + len(SEPARATOR)
        if used > width:
            break
        shown.append(key)
    return [*shown, last]


def seated(summary: TableSummary, seat: int, clock_offset_ms: int) -> Seated:
    """Describe a player beside the board."""
    info = summary.room.seats[seat]
    role = summary.game.seat_name(seat, language()) if summary.game.roles else ""
    kind = ""
    if info.kind == "bot":
        kind = t("screen_level", level=info.level)
    elif seat in summary.own_seats:
        kind = t("seat_you")
    elif info.away:
        kind = t("screen_away")
    remark = ", ".join(word for word in (role if role != info.name else "", kind) if word)
    return Seated(printable(summary.name(seat)), remark, _clock(summary, seat, clock_offset_ms))


def _clock(summary: TableSummary, seat: int, clock_offset_ms: int) -> str:
    clock = summary.room.clock
    if clock is None:
        return ""
    left = clock.left_ms[seat]
    if clock.running == seat:
        left -= max(0, int(time.time() * 1000) + clock_offset_ms - clock.since)
    minutes, seconds = divmod(max(0, left) // 1000, 60)
    return f"{minutes}:{seconds:02d}"
