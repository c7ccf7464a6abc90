"""The policy of undo.

It reaches back only while nothing new was revealed: at once within one's own turn and where no other person is
concerned, otherwise with the others' consent. A friendly table may go further back; then the same draws come again and
the game is not scored.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludoteca.core.translations import Refusal
from ludoteca.table import commands as c
from ludoteca.table import events as e
from ludoteca.table.play import not_in_game, voters
from ludoteca.table.table import Table

if TYPE_CHECKING:
    from ludoteca.table.decide import Actor, Decision


NOBODY_ELSE: frozenset[int] = frozenset()
MAX_DOUBLINGS = 10


@dataclass(slots=True)
class UndoPlan:
    """What an undo would do: how many moves would stand, and which seats must agree."""

    move_count: int
    must_agree: frozenset[int]
    makes_casual: bool


def plan(table: Table, seat: int) -> UndoPlan | Refusal:
    """The undo that is open to a seat, or why none is."""
    refusal = not_in_game(table, seat) or table.why_too_long()
    if refusal is not None:
        return refusal
    state = table.state
    length = next((index for index in range(len(table.moves) - 1, -1, -1) if table.moves[index].seat == seat), -1)
    if state is None or length < 0:
        return Refusal("undo_nothing")
    revealed = table.moves[length].reveal_count != state.reveal_count()
    if revealed and not table.deep_undo_allowed:
        return Refusal("undo_revealed")
    if table.moves[length].turn == state.turn() and not revealed:
        return UndoPlan(length, NOBODY_ELSE, makes_casual=False)
    others = voters(table) - set(table.seats_of(table.players[seat].device or ""))
    later = _later(table, seat)
    if others and later > 0:
        return Refusal("undo_later", {"moves": later})
    return UndoPlan(length, frozenset(others), revealed)


def _later(table: Table, seat: int) -> int:
    """How many moves must pass before others may be asked again: after each refusal about twice as many."""
    times, then = table.undo_refused.get(seat, (0, 0))
    return then + 2 ** min(times, MAX_DOUBLINGS) - 1 - len(table.moves) if times else 0


def ask(table: Table, command: c.Undo, actor: Actor) -> Decision:
    planned = plan(table, command.seat)
    if isinstance(planned, Refusal):
        return planned
    if not planned.must_agree:
        return [e.Undone(command.seat, planned.move_count)]
    if table.undo_offer is not None:
        return Refusal("asked_already")
    return [e.UndoAsked(command.seat, planned.move_count)]


def answer(table: Table, command: c.AnswerUndo, actor: Actor) -> Decision:
    offer = table.undo_offer
    if offer is None:
        return Refusal("nothing_asked")
    if command.seat in table.resigned:
        return Refusal("resigned_already")
    if command.seat in offer.agreed:
        return Refusal("undo_own")
    if not command.yes:
        return [e.UndoRefused(command.seat)]
    agreed = e.UndoAgreed(command.seat)
    waiting = voters(table) - offer.agreed - set(table.seats_of(actor.device))
    return [agreed] if waiting else [agreed, e.Undone(offer.seat, offer.move_count)]
