"""Answers to HTTP requests that are typed like messages: replays, and moves tried in a lesson."""

from __future__ import annotations

from typing import Literal

import msgspec

from ludoteca.rooms.messages import Json, RoomInfo, Text


class Frame(msgspec.Struct):
    """The game after a move; frame 0 is the start.

    `texts` describe the move, `texts_between` what else happened before the next one. `board` is the board as text, if
    the request asked for it.
    """

    move: int
    seat: int | None
    by: Literal["person", "bot", "fallback"] | None
    at: int
    texts: list[Text]
    texts_between: list[Text]
    to_move: int | None
    turn: int
    scores: list[int]
    view: Json
    board: str | None


class Replay(msgspec.Struct):
    """A whole game from one perspective: a seat, or spectators (null).

    `own_seats` are the seats of this device, `perspectives` those from which it may see the replay.
    """

    seq: int
    room: RoomInfo
    perspective: int | None
    own_seats: list[int]
    perspectives: list[int]
    frames: list[Frame]


class TryResult(msgspec.Struct):
    """Where moves on a position lead. A move that is not allowed is not made, and `refused` says why.

    `outcome` is about a goal: whether it is reached, can still be reached, or cannot; null without a goal.
    """

    view: Json
    choices: Json
    seat: int | None
    """To move."""
    scores: list[int]
    moves: list[str]
    """The moves that were made, in their standard form."""
    texts: list[Text]
    """What the last move did, and the replies to it."""
    refused: Text | None
    done: bool
    outcome: Literal["open", "goal", "miss"] | None
    comment: Text | None
    """What the lesson says to a miss, or to a move that is not allowed."""
