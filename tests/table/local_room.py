"""A room without a server: commands are decision, logged and applied, and what must always hold is looked at."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from ludoteca.core.receipts import commit
from ludoteca.core.registry import find_game
from ludoteca.core.translations import Refusal, Text
from ludoteca.table import commands as c
from ludoteca.table import events as e
from ludoteca.table.create_room import CreateRoom, SeatRequest, create_room
from ludoteca.table.deal import waits_for_nonces
from ludoteca.table.decide import Actor, Decision, Stale, decide
from ludoteca.table.fold import apply, fold
from ludoteca.table.settings import RoomSettings
from ludoteca.table.snapshot import read_snapshot, write_snapshot
from ludoteca.table.table import Table

ANN, BO, CY = "device-ann", "device-bo", "device-cy"
"""Ann is the host."""
SHORT = ("a2", "b2", "a1", "b1 a2")
"""A game of two days on an island of 3 x 3."""
LONG = ("b2", "-", "a2", "b2", "a1", "b1 a2")
"""A game of three days."""
SNAPSHOT_EVERY = 5


def restored(table: Table) -> Table:
    """The same table, read from a snapshot of it."""
    *_, data = write_snapshot(table, [])
    assert data is not None
    *_, found = read_snapshot(data)
    assert found is not None
    return found[0]


def secret(number: int) -> str:
    """What the server draws, told apart by number."""
    return f"{number:032x}"


def nonce(who: str) -> str:
    """What a device adds to a deal."""
    return f"{who}-adds-this"


def request_for(game: str, **fields: Any) -> CreateRoom:
    """Make a request for a room, with its settings as plain keywords."""
    settings = {name: fields.pop(name) for name in RoomSettings.__struct_fields__ if name in fields}
    return CreateRoom(game, **fields, settings=RoomSettings(**settings))


class Room:
    """A table and its log."""

    def __init__(
        self, game: str = "flooding", seats: int | list[SeatRequest] = 2, answering: bool = True, **request: Any
    ) -> None:
        """A new room of Ann's; a device of hers that holds seats answers the commitment, unless told otherwise."""
        if game == "flooding":
            request.setdefault("options", {"size": 3})
        request["seats"] = [SeatRequest() for _ in range(seats)] if isinstance(seats, int) else seats
        events = create_room(find_game(game), request_for(game, **request), ANN, secret(0))
        assert isinstance(events, list)
        self.now = 1_000_000
        self.log = [(seq, self.now, event) for seq, event in enumerate(events, start=1)]
        self.table = fold(self.log)
        self.shadow = restored(self.table)
        """Begun from a snapshot, and gone on with the events after it."""
        self.asked = 0
        self.absent: set[str] = set()
        if self.table.seats_of(ANN) and answering and waits_for_nonces(self.table):
            self.do(ANN, self.ready(ANN))

    def ask(self, who: str, command: c.Command) -> Decision | Stale:
        """Have a command decision, and carried out if it may be."""
        self.asked += 1
        before, length = fingerprint(self.table), len(self.log)
        decision = decide(self.table, command, Actor(who, secret(self.asked), self.now, frozenset(self.absent)))
        assert fingerprint(self.table) == before, "decide changed the table"
        if isinstance(decision, Refusal):
            check_text(self.table, decision)
        if not isinstance(decision, list):
            return decision
        assert decision, "a command that is allowed has an effect"
        assert getattr(command, "version", self.table.version) == self.table.version, "a stale command took effect"
        check_rights(self.table, who, decision)
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

    def do(self, who: str, command: c.Command) -> list[str]:
        """The kinds of the events of a command that must be allowed."""
        decision = self.ask(who, command)
        assert isinstance(decision, list), decision
        return [e.kind_of(event) for event in decision]

    def no(self, who: str, command: c.Command) -> str:
        """The code of the refusal of a command that must be refused."""
        return self.why(who, command).code

    def why(self, who: str, command: c.Command) -> Refusal:
        decision = self.ask(who, command)
        assert isinstance(decision, Refusal), decision
        return decision

    def sentence(self, who: str, command: c.Command) -> str:
        return self.table.game.translations.format(self.why(who, command))

    def sit(self, *people: str) -> Room:
        """These people take the seats in order; the game starts with the last of them."""
        for seat, who in enumerate(people):
            self.do(who, c.Sit(seat, who.removeprefix("device-").title(), **self.answer(who)))
        return self

    def answer(self, who: str) -> dict[str, str]:
        """What this device adds to the coming deal, where there is one."""
        if not waits_for_nonces(self.table):
            return {}
        return {"nonce": nonce(who), "commitment": commit(self.table.secret)}

    def ready(self, who: str) -> c.Ready:
        return c.Ready(**self.answer(who))

    def play_again(self, who: str) -> c.PlayAgain:
        """The request of this device for another game."""
        return c.PlayAgain(self.table.seats_of(who)[0], self.version, **self.answer(who))

    def play(self, *moves: str) -> Room:
        """Moves by whoever holds the seat that is to move, the house included; `play` and `swap` take any card."""
        for wanted in moves:
            text = self.first(wanted) if wanted in ("play", "swap") else wanted
            seat = self.table.to_move()
            if self.table.automated_by(seat) is not None:
                self.do(c.SERVER, c.AutomatedMove(seat, text, self.table.version))
            else:
                self.do(self.table.players[seat].device or "", c.Move(seat, text, self.table.version))
        return self

    def first(self, start: str = "") -> str:
        """The first legal move whose text starts like that."""
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
    """A game that has begun, with these people on its seats."""
    return Room(game, len(people), **request).sit(*people)


def with_bot(game: str = "flooding", bot_seat: int = 1, **request: Any) -> Room:
    """Ann against a bot."""
    seats = [SeatRequest("here", "Ann"), SeatRequest("here", "Ann")]
    seats[bot_seat] = SeatRequest("bot", level=1)
    return Room(game, seats, **request)


def fingerprint(table: Table) -> dict[str, Any]:
    """Everything about a table, as it is now; what was worked out of a move still to come is not of it."""
    apart = ("game", "state", "resolved_move", "checkpoints")
    parts = {name: deepcopy(value) for name, value in vars(table).items() if name not in apart}
    state = table.state
    if state is not None:
        random = state.random.copy() if hasattr(state, "random") else None
        parts["position"] = table.game.write_position(state)
        parts["chance"] = random and [random.below(2**30) for _ in range(5)]
        parts["numbers"] = (state.seat(), state.turn(), state.reveal_count(), state.scores())
    return {**parts, "game": table.game.name, "result": table.result(), "match": table.match_result()}


def check_text(table: Table, saying: Text) -> None:
    assert table.game.translations.find(saying.code), f"no sentence for {saying.code}"
    assert "{" not in table.game.translations.format(saying)


def check_rights(table: Table, who: str, events: list[e.Event]) -> None:
    """Whoever sent the command may cause these events at this table. Says again, in other words, who may do what."""
    agreed = {seat for event in events if isinstance(event, e.UndoAgreed) for seat in table.seats_of(who)}
    for event in events:
        seat = getattr(event, "seat", None)
        player = table.players[seat] if seat is not None else None
        host, house, holder = who == table.host, who == c.SERVER, player is not None and player.device == who
        match event:
            case e.Seated():
                free = player is not None and (player.is_free or seat in table.open_seats)
                right = event.device == who and free
            case e.BotSeated():
                right = host and player is not None and not player.is_person
            case e.Vacated():
                right = host or holder
            case e.OptionsSet():
                right = (host or bool(table.seats_of(who))) and table.phase == "waiting"
            case e.SettingsSet():
                right = host and table.phase == "waiting"
            case e.Closed():
                right = host
            case e.OpenSeatAgreed():
                right = not holder and not table.game.curtain and table.players[event.by].device == who
            case e.SeatOpened():
                others = {one for one in concerned(table) if player and table.players[one].device != player.device}
                agreed_to_open = table.open_agreed.get(event.seat, set()) | set(table.seats_of(who))
                right = not holder and not table.game.curtain and others <= agreed_to_open
            case e.CalledOff() | e.Forfeited():
                right = house and player is not None and player.is_person
            case e.Overdue() | e.Flagged() | e.Outage():
                right = house
            case e.Moved(by="person"):
                right = holder and table.to_move() == seat and seat not in table.resigned
            case e.Moved():
                right = house and table.to_move() == seat and table.automated_by(event.seat) == event.by
            case e.Away():
                right = house and player is not None and player.is_person
            case e.Back():
                right = house or holder
            case e.SeatMoved():
                right = event.device == who and seat in table.keys.values()
            case e.Undone():
                right = (holder or bool(agreed)) and may_undo(table, event, agreed)
            case e.Abandoned() if isinstance(events[-1], e.Closed):
                right = host
            case e.Abandoned():
                right = {*table.abandon_asked, *table.seats_of(who)} >= concerned(table)
            case e.Rotated() | e.Started():
                right = not house or table.ready_ms is not None
            case e.NonceAdded():
                right = event.device == who
            case _:
                right = holder
        assert right, f"{who} may not cause {event}"


def concerned(table: Table) -> set[int]:
    """The seats of people who play on."""
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
