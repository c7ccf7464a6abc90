"""A room without a server: it decides, logs and applies commands, and checks the invariants."""

from __future__ import annotations

import dataclasses
from functools import partial
from typing import Any

import msgspec

from ludoteca.core.receipts import commit
from ludoteca.core.registry import find_game
from ludoteca.core.translations import Refusal, Text
from ludoteca.table import commands as c
from ludoteca.table import deal
from ludoteca.table import events as e
from ludoteca.table.create_room import CreateRoom, SeatRequest, create_room
from ludoteca.table.deal import begins_at_ms, waits_for_nonces
from ludoteca.table.decide import Actor, Decision, Stale, decide
from ludoteca.table.fold import apply, fold
from ludoteca.table.settings import RoomSettings
from ludoteca.table.snapshot import read_snapshot, write_snapshot
from ludoteca.table.table import Table, fields_of

ANN, BO, CY = "device-ann", "device-bo", "device-cy"
"""Ann is the host."""
SHORT = ("a2", "b2", "a1", "b1 a2")
"""The moves of a game of two days on an island of 3 x 3."""
LONG = ("b2", "-", "a2", "b2", "a1", "b1 a2")
"""The moves of a game of three days."""
SNAPSHOT_EVERY = 5


def restored(table: Table) -> Table:
    """Return the table after writing and reading a snapshot."""
    *_, data = write_snapshot(table, b"")
    assert data is not None
    *_, found = read_snapshot(data)
    assert found is not None
    return found[0]


def secret(number: int) -> str:
    """Return the secret of a number."""
    return f"{number:032x}"


def nonce(device: str) -> str:
    """Return the nonce that a device adds to a deal."""
    return f"{device}-adds-this"


def request_for(game: str, **fields: Any) -> CreateRoom:
    """Make a request for a room, with its settings as plain keywords."""
    settings = {name: fields.pop(name) for name in RoomSettings.__struct_fields__ if name in fields}
    return CreateRoom(game, **fields, settings=RoomSettings(**settings))


class Room:
    """A table and its log."""

    def __init__(
        self,
        game: str = "flooding",
        seats: int | list[SeatRequest] = 2,
        answering: bool = True,
        slowly: bool = False,
        **request: Any,
    ) -> None:
        """Create a room of Ann's. If her device holds seats, it adds its nonce, unless `answering` is false.

        `do` passes over the countdown before the first game, unless `slowly` is true.
        """
        self.slowly = slowly
        if game == "flooding":
            request.setdefault("options", {"size": 3})
        request["seats"] = [SeatRequest() for _ in range(seats)] if isinstance(seats, int) else seats
        events = create_room(find_game(game), request_for(game, **request), ANN, secret(0))
        assert isinstance(events, list)
        self.now = 1_000_000
        self.log = [(seq, self.now, event) for seq, event in enumerate(events, start=1)]
        self.table = fold(self.log)
        self.shadow = restored(self.table)
        """Restored from a snapshot now and then, and kept up to date by the events."""
        self.asked = 0
        self.absent: set[str] = set()
        if self.table.seats_of(ANN) and answering and waits_for_nonces(self.table):
            self.do(ANN, self.ready(ANN))

    def ask(self, device: str, command: c.Command) -> Decision | Stale:
        """Decide a command, and apply its events."""
        self.asked += 1
        before, length = fingerprint(self.table), len(self.log)
        decision = decide(
            self.table, command, Actor(device, partial(secret, self.asked), self.now, frozenset(self.absent))
        )
        assert fingerprint(self.table) == before, "decide changed the table"
        if isinstance(decision, Refusal):
            check_text(self.table, decision)
        if not isinstance(decision, list):
            return decision
        assert decision, "a command that is allowed has an effect"
        assert getattr(command, "version", self.table.version) == self.table.version, "a stale command took effect"
        check_rights(self.table, device, decision)
        self.log += [(seq, self.now, event) for seq, event in enumerate(decision, start=self.table.seq + 1)]
        version = self.table.version
        # Applied to the live table, through the text that the log keeps.
        for seq, at_ms, event in self.log[length:]:
            again = e.read_event(e.write_event(event))
            assert again == event
            apply(self.table, again, seq, at_ms)
            apply(self.shadow, again, seq, at_ms)
        assert self.table.seq == len(self.log)
        assert version <= self.table.version <= self.table.seq
        assert fingerprint(self.table) == fingerprint(fold(self.log)), "the table is not the fold of its log"
        assert fingerprint(self.table) == fingerprint(self.shadow), "a snapshot makes a difference"
        if self.asked % SNAPSHOT_EVERY == 0:
            self.shadow = restored(self.table)
        return decision

    def do(self, device: str, command: c.Command) -> list[str]:
        """Send a command that must be allowed; return the kinds of its events."""
        decision = self.ask(device, command)
        assert isinstance(decision, list), decision
        kinds = [e.kind_of(type(event)) for event in decision]
        due_ms = begins_at_ms(self.table)
        counted = self.table.ready_ms is not None and due_ms == self.table.ready_ms + deal.COUNTDOWN_MS
        return [*kinds, *self.count_down()] if counted and not self.slowly else kinds

    def no(self, device: str, command: c.Command) -> str:
        """Send a command that must be refused; return the code of the refusal."""
        return self.why(device, command).code

    def why(self, device: str, command: c.Command) -> Refusal:
        decision = self.ask(device, command)
        assert isinstance(decision, Refusal), decision
        return decision

    def sentence(self, device: str, command: c.Command) -> str:
        return self.table.game.translations.format(self.why(device, command))

    def sit(self, *people: str) -> Room:
        """Seat these people in order; the game starts with the last of them."""
        for seat, device in enumerate(people):
            self.do(device, c.Sit(seat, device.removeprefix("device-").title(), **self.answer(device)))
        return self

    def count_down(self) -> list[str]:
        """Let the server start the game when it is due; return the kinds of the events."""
        due_ms = begins_at_ms(self.table)
        assert due_ms is not None
        self.now = max(self.now, due_ms)
        return self.do(c.SERVER, c.Begin())

    def answer(self, device: str) -> c.NonceFields:
        """Return what this device adds to the next deal, if there is one."""
        if not waits_for_nonces(self.table):
            return {}
        return {"nonce": nonce(device), "commitment": commit(self.table.secret)}

    def ready(self, device: str) -> c.Ready:
        return c.Ready(**self.answer(device))

    def play_again(self, device: str) -> c.PlayAgain:
        """Return this device's request for another game."""
        return c.PlayAgain(self.table.seats_of(device)[0], self.version, **self.answer(device))

    def play(self, *moves: str) -> Room:
        """Play moves for the seat to move, person or bot; `play` and `swap` take any card."""
        for wanted in moves:
            text = self.first(wanted) if wanted in ("play", "swap") else wanted
            seat = self.table.to_move()
            if self.table.automated_by(seat) is not None:
                self.do(c.SERVER, c.AutomatedMove(seat, text, self.table.version))
            else:
                self.do(self.table.players[seat].device or "", c.Move(seat, text, self.table.version))
        return self

    def first(self, start: str = "") -> str:
        """Return the first legal move whose text starts like this."""
        state = self.table.state
        assert state is not None
        return next(text for text in map(self.write, state.moves()) if text.startswith(start))

    def write(self, move: int) -> str:
        return self.table.game.write_move(self.table.state, move)

    @property
    def version(self) -> int:
        return self.table.version

    @property
    def position(self) -> Any:
        return self.table.game.write_position(self.table.state)

    @property
    def names(self) -> list[str]:
        return [player.name for player in self.table.players]


def started(*people: str, game: str = "flooding", **request: Any) -> Room:
    """Start a game with these people on its seats."""
    return Room(game, len(people), **request).sit(*people)


def with_bot(game: str = "flooding", bot_seat: int = 1, **request: Any) -> Room:
    """Start a game of Ann against a bot."""
    seats = [SeatRequest("here", "Ann"), SeatRequest("here", "Ann")]
    seats[bot_seat] = SeatRequest("bot", level=1)
    return Room(game, seats, **request)


def finish(room: Room) -> Room:
    """Resign for everybody but the last player."""
    for seat in range(len(room.table.players) - 1):
        room.do(room.table.players[seat].device or "", c.Resign(seat, room.version))
    return room


def plain(value: Any) -> Any:
    """Return a copy of a field in plain types; what is compiled cannot be copied."""
    if isinstance(value, Text):
        return [type(value), value.code, dict(value.params)]
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if isinstance(value, set):
        return set(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return [type(value), *(plain(getattr(value, field.name)) for field in dataclasses.fields(value))]
    if isinstance(value, msgspec.Struct):
        return [type(value), *(plain(getattr(value, name)) for name in value.__struct_fields__)]
    assert value is None or isinstance(value, bool | int | float | str), value
    return value


def fingerprint(table: Table) -> dict[str, Any]:
    """Return everything about a table, except caches."""
    left_out = ("game", "state", "checkpoints", "tried")
    parts = {name: plain(value) for name, value in fields_of(table).items() if name not in left_out}
    state = table.state
    if state is not None:
        random = state.random.copy() if hasattr(state, "random") else None
        parts["position"] = table.game.write_position(state)
        parts["chance"] = random and [random.below(2**30) for _ in range(5)]
        parts["numbers"] = (state.seat(), state.turn(), state.reveal_count(), state.scores())
    return {**parts, "game": table.game.name, "result": table.result(), "match": table.match_result()}


def check_text(table: Table, text: Text) -> None:
    """Check that a text has a sentence, and all its parameters."""
    assert table.game.translations.find(text.code), f"no sentence for {text.code}"
    assert "{" not in table.game.translations.format(text)


def may_change(table: Table, device: str) -> bool:
    """Return whether the device may change what all players agree on."""
    return table.phase == "waiting" and (device == table.host or bool(table.seats_of(device)))


def differs(table: Table, event: e.SettingsSet, name: str) -> bool:
    return bool(getattr(table.settings, name) != getattr(event.settings, name))


def check_rights(table: Table, device: str, events: list[e.Event]) -> None:
    """Check that this device may cause these events: the rights of `decide`, written a second time."""
    agreed = {seat for event in events if isinstance(event, e.UndoAgreed) for seat in table.seats_of(device)}
    for event in events:
        seat = getattr(event, "seat", None)
        player = table.players[seat] if seat is not None else None
        host, server, holder = device == table.host, device == c.SERVER, player is not None and player.device == device
        match event:
            case e.Seated():
                free = player is not None and (player.is_free or seat in table.open_seats)
                right = event.device == device and free
            case e.BotSeated():
                right = host and player is not None and not player.is_person
            case e.Vacated():
                right = host or holder
            case e.OptionsSet() | e.SeatsSwapped() | e.ReadySet():
                right = event.device == device and may_change(table, device)
            case e.SettingsSet():
                shared = {"legs", "clock", "casual"}
                own = set(RoomSettings.__struct_fields__) - shared
                right = may_change(table, device) and (host or not any(differs(table, event, name) for name in own))
            case e.Closed():
                right = host
            case e.OpenSeatAgreed():
                right = not holder and not table.game.curtain and table.players[event.by].device == device
            case e.SeatOpened():
                others = {one for one in concerned(table) if player and table.players[one].device != player.device}
                agreed_to_open = table.open_agreed.get(event.seat, set()) | set(table.seats_of(device))
                right = not holder and not table.game.curtain and others <= agreed_to_open
            case e.CalledOff() | e.Forfeited():
                right = server and player is not None and player.is_person
            case e.Overdue() | e.Flagged() | e.Outage() | e.Interrupted():
                right = server
            case e.Moved(by="person"):
                right = holder and table.to_move() == seat and seat not in table.resigned
            case e.Moved():
                right = server and table.to_move() == seat and table.automated_by(event.seat) == event.by
            case e.Away():
                right = server and player is not None and player.is_person
            case e.Back():
                right = server or holder
            case e.SeatMoved():
                right = event.device == device and seat in table.keys.values()
            case e.Undone():
                right = (holder or bool(agreed)) and may_undo(table, event, agreed)
            case e.Abandoned() if isinstance(events[-1], e.Closed):
                right = host
            case e.Abandoned():
                right = {*table.abandon_asked, *table.seats_of(device)} >= concerned(table)
            case e.Rotated() | e.Started():
                right = not server or table.ready_ms is not None
            case e.NonceAdded():
                right = event.device == device
            case _:
                right = holder
        assert right, f"{device} may not cause {event}"


def concerned(table: Table) -> set[int]:
    """Return the seats of people who have not resigned."""
    return {seat for seat in table.person_seats if seat not in table.resigned}


def may_undo(table: Table, event: e.Undone, agreed: set[int]) -> bool:
    assert table.state is not None
    back_to = table.moves[event.move_count]
    revealed = back_to.reveal_count != table.state.reveal_count()
    if back_to.seat != event.seat or (revealed and not table.deep_undo_allowed):
        return False
    if back_to.turn == table.state.turn() and not revealed:
        return True
    offer = table.undo_offer
    agreed = agreed | set(table.seats_of(table.players[event.seat].device or "")) | (offer.agreed if offer else set())
    return concerned(table) <= agreed
