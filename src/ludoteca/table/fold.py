"""Fold a log of events into a table. Nothing but `apply` changes a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from ludoteca.core.errors import LudotecaError
from ludoteca.core.move_text import read_move
from ludoteca.core.receipts import commit
from ludoteca.core.records import begin
from ludoteca.core.state import NOBODY, State
from ludoteca.core.translations import Refusal, quote
from ludoteca.table import events as e
from ludoteca.table.bot_names import name_bots
from ludoteca.table.clock_state import ClockState
from ludoteca.table.deal import is_complete, lowest_seats, rotate, set_ready, waits_for_nonces
from ludoteca.table.history import SPECTATOR, LogEntry, PlayedMove
from ludoteca.table.log import add_log_entry
from ludoteca.table.rules import find_rules
from ludoteca.table.table import Deal, Player, Table, TableError, TriedMove, UndoOffer


def fold(log: Iterable[tuple[int, int, e.Event]]) -> Table:
    """Return the table after a log of (seq, time, event)."""
    table = Table()
    for seq, at_ms, event in log:
        step(table, seq, at_ms, event)
    return table


def step(table: Table, seq: int, at_ms: int, event: e.Event) -> None:
    """Apply the next event of a log; raise TableError with its seq if it cannot follow."""
    if table.seq and seq != table.seq + 1:
        raise TableError(Refusal("log_move", {"seq": seq, "reason": f"{table.seq + 1} is missing"}))
    try:
        apply(table, event, seq, at_ms)
    except TableError:
        raise
    except (LudotecaError, AssertionError, AttributeError, LookupError) as error:
        reason = error.sentence if isinstance(error, LudotecaError) else quote(repr(error))
        raise TableError(Refusal("log_move", {"seq": seq, "reason": reason})) from error


def apply(table: Table, event: e.Event, seq: int, at_ms: int) -> None:
    """Apply one event to the table."""
    table.seq, table.at_ms = seq, at_ms
    changes: dict[str, Any] = {}
    match event:
        case e.Moved():
            _moved(table, event, at_ms)
            return
        case e.RoomCreated():
            _room_created(table, event)
            table.created_ms = at_ms
        case e.Seated():
            if event.seat in table.open_seats:
                table.casual = True
            table.players[event.seat] = Player(
                event.device, event.name, addresses=_addresses(event), avatar=event.avatar
            )
            set_ready(table.unready, event.device, event.ready)
            name_bots(table)
            _returned(table, event.seat)
        case e.Renamed():
            table.players[event.seat].name, table.players[event.seat].avatar = event.name, event.avatar
        case e.BotSeated():
            if not table.players[event.seat].is_free:
                _ask_again(table, table.host)
            table.players[event.seat] = Player(name=event.name, level=event.level)
            name_bots(table)
        case e.Vacated():
            table.nonces.pop(table.players[event.seat].device or "", None)
            table.players[event.seat] = Player()
            table.keys = {key: seat for key, seat in table.keys.items() if seat != event.seat}
        case e.OptionsSet():
            changes = _changes(table.options, event.options)
            table.options = dict(event.options)
            if changes:
                _ask_again(table, event.device)
        case e.SettingsSet():
            changes = _changes(msgspec.to_builtins(table.settings), msgspec.to_builtins(event.settings))
            table.settings = event.settings
            table.casual = table.starts_casual
            if changes:
                _ask_again(table, event.device)
        case e.SeatsSwapped():
            _swapped(table, event)
            _ask_again(table, event.device)
        case e.ReadySet():
            set_ready(table.unready, event.device, event.ready)
        case e.Rotated():
            _rotated(table)
        case e.NonceAdded():
            table.nonces[event.device] = event.nonce
        case e.Started():
            _started(table, event, at_ms)
        case e.UndoAsked():
            own = set(table.seats_of(table.players[event.seat].device or ""))
            table.undo_offer = UndoOffer(event.seat, event.move_count, own)
        case e.UndoAgreed():
            if table.undo_offer is not None:
                table.undo_offer.agreed |= set(table.seats_of(table.players[event.seat].device or ""))
        case e.UndoRefused():
            _undo_refused(table)
        case e.Undone():
            _undone(table, event, at_ms)
        case e.Resigned():
            _resigned(table, event, at_ms)
        case e.AbandonAsked():
            table.abandon_asked |= set(table.seats_of(table.players[event.seat].device or ""))
        case e.AbandonRefused():
            table.abandon_asked.clear()
        case e.Abandoned():
            table.abandoned = table.match_void = True
            _finish(table, event.secret, at_ms)
        case e.PlayAgainAsked():
            table.play_again_asked.add(event.seat)
        case e.Withdrawn():
            _withdrawn(table, event)
        case e.Away():
            _away(table, event)
        case e.Back():
            _returned(table, event.seat)
        case e.CalledOff():
            table.abandoned = table.match_void = True
            _finish(table, event.secret, at_ms)
        case e.Forfeited():
            table.forfeited.add(event.seat)
            _resigned(table, event, at_ms)
        case e.OpenSeatAgreed():
            holder = table.players[event.by].device or ""
            table.open_agreed.setdefault(event.seat, set()).update(table.seats_of(holder))
        case e.SeatOpened():
            table.open_seats.add(event.seat)
        case e.HintGiven():
            table.casual = True
        case e.AutoplayStarted():
            table.casual = True
            table.autoplay_turn = (event.seat, _turn(table))
        case e.Overdue():
            table.overdue = (event.seat, _turn(table))
        case e.Flagged():
            table.lost_on_time.add(event.seat)
            _resigned(table, event, at_ms)
        case e.Outage():
            table.clock_state.add_pause(event.ms)
            table.outage_until_ms = event.until_ms
        case e.KeyIssued():
            table.keys = {key: seat for key, seat in table.keys.items() if seat != event.seat}
            table.keys[event.key] = event.seat
        case e.SeatMoved():
            before, table.players[event.seat].device = table.players[event.seat].device, event.device
            table.players[event.seat].addresses += _addresses(event)
            if before == table.host and not table.seats_of(table.host):
                table.host = event.device
            table.keys = {key: seat for key, seat in table.keys.items() if seat != event.seat}
            if not table.seats_of(before or ""):
                table.nonces.pop(before or "", None)
                if before in table.unready:
                    table.unready.add(event.device)
        case e.RoomExpired():
            table.abandoned = table.match_void = True
            _finish(table, event.secret, at_ms)
            table.phase = "closed"
        case e.Interrupted():
            _interrupted(table, event, at_ms)
        case e.Closed():
            table.phase = "closed"
    table.seating_version += 1
    table.person_seats = [seat for seat, player in enumerate(table.players) if player.is_person]
    if table.phase == "playing" and isinstance(event, e.Started | e.Seated | e.SeatMoved) and table.has_shared_device:
        table.casual = True
    table.unready &= {player.device or "" for player in table.players}
    if not is_complete(table.phase, table.players, table.play_again_asked, table.unready):
        table.ready_ms = None
    elif table.ready_ms is None:
        table.ready_ms = at_ms
    add_log_entry(table, event, at_ms, changes)


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in after.items() if before.get(name) != value}


def _ask_again(table: Table, device: str) -> None:
    """Note that everybody else must agree to a change."""
    table.unready |= {player.device for player in table.players if player.device not in (None, device)}


def _swapped(table: Table, event: e.SeatsSwapped) -> None:
    swapped = {event.seat: event.other, event.other: event.seat}
    table.players = [table.players[swapped.get(seat, seat)] for seat in range(len(table.players))]
    table.keys = {key: swapped.get(seat, seat) for key, seat in table.keys.items()}


def _addresses(event: e.Seated | e.SeatMoved) -> tuple[str, ...]:
    return (event.address,) if event.address else ()


def _room_created(table: Table, event: e.RoomCreated) -> None:
    table.game = find_rules(event.game, event.rules_version)
    table.host = event.host
    table.options = dict(event.options)
    table.settings = event.settings
    table.start, table.imported = event.start, event.imported
    table.casual = table.starts_casual
    table.secret = event.secret
    table.players = [Player() for _ in range(event.seats)]
    table.totals = [0] * event.seats


def _away(table: Table, event: e.Away) -> None:
    table.away.add(event.seat)
    table.casual = True
    if event.level is not None:
        table.substitutes[event.seat] = event.level


def _returned(table: Table, seat: int) -> None:
    """Note that a person plays this seat again: the one who left, or another who took it."""
    table.away.discard(seat)
    table.substitutes.pop(seat, None)
    table.open_agreed.pop(seat, None)
    table.open_seats.discard(seat)


def _undo_refused(table: Table) -> None:
    offer, table.undo_offer = table.undo_offer, None
    if offer is not None:
        times, _ = table.undo_refused.get(offer.seat, (0, 0))
        table.undo_refused[offer.seat] = (times + 1, len(table.moves))


def _withdrawn(table: Table, event: e.Withdrawn) -> None:
    own = set(table.seats_of(table.players[event.seat].device or ""))
    match event.request:
        case "undo":
            table.undo_offer = None
        case "abandon":
            table.abandon_asked -= own
        case "play_again":
            table.play_again_asked -= own


def _turn(table: Table) -> int:
    return -1 if table.state is None else table.state.turn()


def _started(table: Table, event: e.Started, at_ms: int) -> None:
    table.game_count += 1
    table.deal = _deal(table, event)
    table.secret, table.nonces = "", {}
    table.begin_game(event.seed)
    table.state = begin(table.game, len(table.players), table.options, event.seed, table.start)
    table.add_checkpoint(table.state)
    table.phase = "playing"
    table.leg += 1
    clock = table.settings.clock
    table.clock_state = ClockState(clock, [1000 * clock.seconds] * len(table.players))
    _changed(table, at_ms)


def _deal(table: Table, event: e.Started) -> Deal | None:
    if table.imported or not waits_for_nonces(table):
        return None
    given = event.nonces
    missing = tuple(sorted(seat for seat in lowest_seats(table.players).values() if not given[seat]))
    return Deal(table.game_count, commit(table.secret), table.secret, tuple(given), missing)


def _rotated(table: Table) -> None:
    """Move everybody up one seat; after the last leg, start a new match."""
    table.start, table.imported = None, False
    table.players = rotate(table.players)
    table.totals = table.totals[-1:] + table.totals[:-1]
    table.keys = {key: (seat + 1) % len(table.players) for key, seat in table.keys.items()}
    table.match_lost = {(seat + 1) % len(table.players) for seat in table.match_lost}
    if table.leg >= table.settings.legs:
        table.leg = 0
        table.totals = [0] * len(table.players)
        table.match_lost = set()
        table.match_void = False


def _moved(table: Table, event: e.Moved, at_ms: int) -> None:
    before = table.state
    assert before is not None  # noqa: S101 - decide lets nobody move before the start
    tried = try_move(table, before, event.move)
    if isinstance(tried, Refusal):
        raise TableError(Refusal("log_move", {"seq": table.seq, "reason": table.game.translations.format(tried)}))
    table.tried = None
    move, after = tried.move, tried.after
    table.state = after
    if event.by == "fallback":
        table.casual = True
    table.moves.append(PlayedMove(event.seat, event.move, before.turn(), before.reveal_count(), event.by))
    table.add_checkpoint(after)
    table.undo_offer = None
    texts = {SPECTATOR: table.game.describe_move(before, move, after, None)}
    if table.game.curtain:
        texts |= {seat: table.game.describe_move(before, move, after, seat) for seat in range(len(table.players))}
    table.log_entries.append(LogEntry(table.seq, at_ms, event.seat, len(table.moves), texts))
    _changed(table, at_ms, event.arrived_ms)
    if after.seat() == NOBODY:
        _finish(table, event.secret, at_ms)


def try_move(table: Table, before: State, text: str) -> TriedMove | Refusal:
    """Return a move and the state after it, or why it is not legal; without trying it again if it was just decided."""
    tried = table.tried
    if tried is not None and tried.before is before and tried.text == text:
        return tried
    move = read_move(table.game.parse_move, before, text)
    return move if isinstance(move, Refusal) else TriedMove(before, text, move, played(before, move))


def played(before: State, move: int) -> State:
    """Return the state after a legal move."""
    after = before.copy()
    after.play(move)
    return after


def _undone(table: Table, event: e.Undone, at_ms: int) -> None:
    if table.state is not None and table.moves[event.move_count].reveal_count != table.state.reveal_count():
        table.casual = True
    state = table.state = _go_back(table, event.move_count)
    table.autoplay_turn = table.overdue = None
    table.clock_state.advance(state.seat(), state.turn(), at_ms, earned=False)
    _remove_log_entries(table, event.move_count)
    table.undo_offer = None
    _changed(table, at_ms)


def _go_back(table: Table, move_count: int) -> State:
    """Remove all moves but the first `move_count`, and return the state after them."""
    del table.moves[move_count:]
    table.checkpoints = {number: state for number, state in table.checkpoints.items() if number <= move_count}
    number = max(table.checkpoints)
    state, again = table.checkpoints[number], table.moves[number:]
    del table.moves[number:]
    for move in again:
        table.moves.append(move)
        state = replay(table, state, move)
    return state


def replay(table: Table, before: State, last: PlayedMove) -> State:
    """Play the last of the table's moves once more, add a checkpoint, and return the state after it."""
    move = table.game.read_move(before, last.text)
    assert isinstance(move, int)  # noqa: S101 - it was played before
    after = played(before, move)
    table.add_checkpoint(after)
    return after


def _remove_log_entries(table: Table, move_count: int) -> None:
    """Remove the log entries of all moves but the first `move_count`."""
    index = len(table.log_entries)
    while index and table.log_entries[index - 1].move != move_count + 1:
        index -= 1
    first = max(0, index - 1)
    table.log_entries[first:] = [entry for entry in table.log_entries[first:] if not entry.move]


def _resigned(table: Table, event: e.Resigned | e.Flagged | e.Forfeited, at_ms: int) -> None:
    table.resigned.add(event.seat)
    table.match_lost.add(event.seat)
    table.undo_offer = None
    _changed(table, at_ms)
    if len(table.resigned) >= len(table.players) - 1:
        _finish(table, event.secret, at_ms)


def _finish(table: Table, secret: str, at_ms: int) -> None:
    """End the game, and keep the secret of the next."""
    table.phase = "over"
    table.secret = secret
    table.undo_offer = None
    _changed(table, at_ms)
    if table.state is not None and not table.abandoned:
        scores = table.state.scores()
        table.totals = [total + score for total, score in zip(table.totals, scores, strict=True)]


def _interrupted(table: Table, event: e.Interrupted, at_ms: int) -> None:
    """End a running game without a result, and take a new secret: what happened with the old one is not in the log."""
    table.epoch += 1
    table.nonces = {}
    if table.phase == "playing":
        table.abandoned = table.match_void = True
        _finish(table, event.secret, at_ms)
    elif table.secret:
        table.secret = event.secret


def _changed(table: Table, at_ms: int, arrived_ms: int | None = None) -> None:
    table.version, table.changed_ms = table.seq, at_ms
    table.clock_state.advance(table.to_move(), _turn(table), at_ms, arrived_ms=arrived_ms)
