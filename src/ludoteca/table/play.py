"""Commands during a game: move, resign, abandon; and the next game after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca.core.state import NOBODY
from ludoteca.core.translations import Refusal
from ludoteca.table import commands as c
from ludoteca.table import deal
from ludoteca.table import events as e
from ludoteca.table.fold import try_move
from ludoteca.table.table import Table

if TYPE_CHECKING:
    from ludoteca.table.decide import Actor, Decision


def move(table: Table, command: c.Move, actor: Actor) -> Decision:
    refusal = why_not_now(table, command.seat)
    if refusal is not None:
        return refusal
    events = _play(table, command.seat, command.move, "person", actor, actor.now_ms)
    if isinstance(events, list) and command.seat in table.away:
        return [e.Back(command.seat), *events]
    return events


def why_not_now(table: Table, seat: int) -> Refusal | None:
    """Say why this seat may not move now, whatever the move."""
    refusal = not_playing(table)
    if refusal is not None:
        return refusal
    to_move = table.to_move()
    if to_move != seat:
        return Refusal("not_your_turn", {"role": table.game.role(to_move)})
    return Refusal("resigned_already") if seat in table.resigned else None


def automated_move(table: Table, command: c.AutomatedMove, actor: Actor) -> Decision:
    refusal = why_not_now(table, command.seat) if command.seat not in table.resigned else not_playing(table)
    if refusal is not None:
        return refusal
    by = table.automated_by(command.seat)
    if by is None or table.to_move() != command.seat:
        return Refusal("not_your_seat", {"role": table.game.role(command.seat)})
    return _play(table, command.seat, command.move, by, actor)


def _play(table: Table, seat: int, text: str, by: str, actor: Actor, arrived_ms: int | None = None) -> Decision:
    state = table.state
    assert state is not None  # noqa: S101 - a game is being played
    tried = try_move(table, state, text)
    if isinstance(tried, Refusal):
        return tried
    tried.text = table.game.write_move(state, tried.move)
    table.tried = tried
    event = e.Moved(seat, tried.text, by, arrived_ms)
    if tried.after.seat() == NOBODY:
        event.secret = actor.new_secret
    return [event]


def resign(table: Table, command: c.Resign, actor: Actor) -> Decision:
    return not_in_game(table, command.seat) or [e.Resigned(command.seat, next_secret(table, actor))]


def next_secret(table: Table, actor: Actor) -> str:
    """Return the secret of the next game if this game ends when one more player leaves; "" otherwise."""
    return actor.new_secret if len(table.resigned) + 1 >= len(table.players) - 1 else ""


def abandon(table: Table, command: c.Abandon, actor: Actor) -> Decision:
    refusal = not_in_game(table, command.seat)
    if refusal is not None:
        return refusal
    if not command.yes:
        return [e.AbandonRefused(command.seat)] if table.abandon_asked else Refusal("nothing_asked")
    asked = e.AbandonAsked(command.seat)
    # Asking twice makes a difference if the one player who had not agreed has left the game since.
    if voters(table) <= table.abandon_asked | set(table.seats_of(actor.device)):
        return [asked, e.Abandoned(actor.new_secret)]
    return Refusal("asked_already") if command.seat in table.abandon_asked else [asked]


def play_again(table: Table, command: c.PlayAgain, actor: Actor) -> Decision:
    if table.phase != "over":
        return Refusal("not_over")
    own = set(table.seats_of(actor.device))
    if own <= table.play_again_asked:
        return Refusal("asked_already")
    added = deal.check_nonce(table, command, actor.device)
    if isinstance(added, Refusal):
        return added
    return deal.start_if_complete(
        table, [*(e.PlayAgainAsked(seat) for seat in sorted(own - table.play_again_asked)), *added]
    )


def withdraw(table: Table, command: c.Withdraw, actor: Actor) -> Decision:
    own = set(table.seats_of(actor.device))
    offer = table.undo_offer
    asked = {
        "undo": set() if offer is None else {offer.seat},
        "abandon": table.abandon_asked,
        "play_again": table.play_again_asked if table.phase == "over" else set(),
    }
    return [e.Withdrawn(command.seat, command.request)] if own & asked[command.request] else Refusal("nothing_asked")


def not_playing(table: Table) -> Refusal | None:
    if table.phase == "waiting":
        return Refusal("not_started")
    return Refusal("game_over") if table.phase != "playing" else None


def not_in_game(table: Table, seat: int) -> Refusal | None:
    """Say why this seat has no say: no game is being played, or it has resigned."""
    return not_playing(table) or (Refusal("resigned_already") if seat in table.resigned else None)


def voters(table: Table) -> set[int]:
    """Return the seats whose consent counts: all people in the game, absent ones too."""
    return {seat for seat in table.person_seats if seat not in table.resigned}
