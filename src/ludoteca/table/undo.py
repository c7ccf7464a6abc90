"""The undo policy.

Undo reaches back only while nothing new was revealed: at once within your own turn and against bots, otherwise with
the others' consent. In casual rooms and against bots it may go further back; then the same draws come again, and the
game is casual from there on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import mypyc_attr

from ludoteca.core.translations import Refusal
from ludoteca.table import commands as c
from ludoteca.table import events as e
from ludoteca.table.play import not_in_game, voters
from ludoteca.table.table import Table

if TYPE_CHECKING:
    from ludoteca.table.decide import Actor, Decision


MAX_DOUBLINGS = 10


@mypyc_attr(acyclic=True)
class UndoPlan:
    """What an undo would do: how many moves would remain, and whether others must agree."""

    __slots__ = ("makes_casual", "move_count", "needs_consent")

    def __init__(self, move_count: int, needs_consent: bool, makes_casual: bool) -> None:
        self.move_count = move_count
        self.needs_consent = needs_consent
        self.makes_casual = makes_casual


def plan(table: Table, seat: int) -> UndoPlan | Refusal:
    """Return the undo that a seat may ask for, or why it may not."""
    refusal = not_in_game(table, seat) or table.why_too_long()
    if refusal is not None:
        return refusal
    state, moves = table.state, table.moves
    move_count = len(moves) - 1
    while move_count >= 0 and moves[move_count].seat != seat:
        move_count -= 1
    if state is None or move_count < 0:
        return Refusal("undo_nothing")
    last = moves[move_count]
    revealed = last.reveal_count != state.reveal_count()
    if revealed and not table.deep_undo_allowed:
        return Refusal("undo_revealed")
    if last.turn == state.turn() and not revealed:
        return UndoPlan(move_count, needs_consent=False, makes_casual=False)
    needs_consent = _has_others(table, seat)
    wait = _moves_until_next(table, seat)
    if needs_consent and wait > 0:
        return Refusal("undo_later", {"moves": wait})
    return UndoPlan(move_count, needs_consent, revealed)


def _has_others(table: Table, seat: int) -> bool:
    """Return whether somebody at another device is in the game."""
    device = table.players[seat].device
    return any(other not in table.resigned and table.players[other].device != device for other in table.person_seats)


def _moves_until_next(table: Table, seat: int) -> int:
    """Return how many moves must pass before this seat may ask again; the number doubles with each refusal."""
    if seat not in table.undo_refused:
        return 0
    times, then = table.undo_refused[seat]
    return then + (1 << min(times, MAX_DOUBLINGS)) - 1 - len(table.moves)


def ask(table: Table, command: c.Undo, actor: Actor) -> Decision:
    planned = plan(table, command.seat)
    if isinstance(planned, Refusal):
        return planned
    if not planned.needs_consent:
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
