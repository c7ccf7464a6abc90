"""Random commands from several people, sensible and not: whatever is asked, the invariants hold.

`Room.ask` looks at most of them: judging changes nothing, nobody acts for another, the table is the fold of its log,
what is refused has a sentence and no effect.
"""

from __future__ import annotations

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace
from table.local_room import ANN, BO, CY, Room, check_text, nonce, secret

from ludoteca.core.generator import Random
from ludoteca.core.receipts import commit
from ludoteca.core.state import NOBODY
from ludoteca.core.translations import Refusal
from ludoteca.table import commands as c
from ludoteca.table import events as e
from ludoteca.table.deadlines import next_deadline
from ludoteca.table.deal import begins_at_ms, waits_for_nonces
from ludoteca.table.undo import plan

STRANGER = "device-dee"
people = st.sampled_from([ANN, BO, CY, STRANGER, c.SERVER])
devices = st.sampled_from([ANN, BO, CY, STRANGER])
seats = st.sampled_from([0, 1, 2])
numbers = st.integers(0, 10_000)
rarely = st.sampled_from([False, False, True])
companies = st.sampled_from([(ANN, BO, CY), (BO, CY, ANN), (ANN, ANN, BO), (CY, BO, BO), (ANN, ANN, ANN)])
values = st.one_of(st.integers(-1, 30), st.booleans(), st.sampled_from(["wild", "calm", "", "\ud800"]))
options = st.dictionaries(st.sampled_from(["size", "cards", "open", "mood", "width"]), values, max_size=2)
texts = st.sampled_from(["a2", "b2", "-", "end", "play 3", "swap 9", "", "rubbish", "\ud800", "a2 b2 c3"])
settings_of_a_table = st.builds(
    c.SetSettings,
    st.fixed_dictionaries(
        {},
        optional={
            "legs": st.integers(0, 3),
            "absence_timeout_s": st.sampled_from([0, 30, 3600, 10**30, None]),
            "casual": st.booleans(),
            "unknown": st.none(),
        },
    ),
)

# Any command at all; `version` is relative to the present one.
any_seat = st.sampled_from([0, 1, 0, 1, 2, -1, 3])
requests = st.sampled_from(["undo", "abandon", "play_again"])
any_version = st.sampled_from([0, 0, 0, -1, 1, -100])
nonces = st.sampled_from(["", nonce(ANN), nonce(BO), "short", "with a blank in it", "\ud800", "x" * 65])
commitments = st.sampled_from(["", "0" * 64, commit(secret(0)), "\ud800"])
names = st.sampled_from(["Ann", " Cy  Lee ", "", "x" * 25, "a\x00b", "\ud800"])
commands = st.one_of(
    st.builds(c.Sit, any_seat, names, nonce=nonces, commitment=commitments),
    st.builds(c.Ready, nonce=nonces, commitment=commitments),
    st.builds(c.Stand, any_seat),
    st.builds(c.SeatBot, any_seat, st.integers(-1, 3)),
    st.builds(c.SetOptions, options),
    st.builds(c.SetReady, st.booleans()),
    st.builds(c.SwapSeats, any_seat, any_seat),
    settings_of_a_table,
    st.builds(c.Move, any_seat, texts, any_version),
    st.builds(c.AutomatedMove, any_seat, texts, any_version),
    st.builds(c.Undo, any_seat, any_version),
    st.builds(c.AnswerUndo, any_seat, st.booleans(), any_version),
    st.builds(c.Resign, any_seat, any_version),
    st.builds(c.Abandon, any_seat, any_version, st.booleans()),
    st.builds(c.PlayAgain, any_seat, any_version, nonce=nonces, commitment=commitments),
    st.builds(c.Withdraw, any_seat, requests, any_version),
    st.builds(c.Link, any_seat),
    st.builds(c.Claim, st.sampled_from(["", secret(1), "made up", "\ud800"])),
    st.builds(c.AbsenceTimeout, any_seat),
    st.builds(c.OpenSeat, any_seat),
    st.builds(c.Return, any_seat),
    st.builds(c.Begin),
)


def playing(machine: Tables) -> bool:
    return machine.room.table.phase == "playing"


def over(machine: Tables) -> bool:
    return machine.room.table.phase == "over"


def waiting(machine: Tables) -> bool:
    return machine.room.table.phase == "waiting"


class Tables(RuleBasedStateMachine):
    """One room. Most rules do what is allowed, so that games make progress; `anything` does not care."""

    @initialize(
        kind=st.sampled_from([("flooding", 2), ("dummy", 2), ("dummy", 3)]),
        casual=st.booleans(),
        legs=st.integers(1, 2),
        company=companies,
        bots=rarely,
        waiting=rarely,
        silent=rarely,
    )
    def open(
        self,
        kind: tuple[str, int],
        casual: bool,
        legs: int,
        company: tuple[str, ...],
        bots: bool,
        waiting: bool,
        silent: bool,
    ) -> None:
        game, count = kind
        self.silent = silent
        self.room = Room(game, count, casual=casual, legs=legs if count == 2 else 1)
        self.keys: list[str] = ["made up"]
        self.absent: dict[str, int] = {}
        if not waiting:
            self.fill(company, bots)

    def ask(self, device: str, command: c.Command) -> None:
        self.room.now += 500
        length, version, table = len(self.room.log), self.room.version, self.room.table
        decision = self.room.ask(device, command)
        new = [event for _, _, event in self.room.log[length:]]
        assert new == (decision if isinstance(decision, list) else [])
        changes = (e.Started, e.Moved, e.Undone, e.Resigned, e.Abandoned)
        assert (table.version != version) == any(isinstance(event, changes) for event in new)
        if any(isinstance(event, e.KeyIssued) for event in new):
            self.keys.append(secret(self.room.asked))
        for entry in table.log_entries[-len(new) :] if new else []:
            for seat in (None, *range(len(table.players))):
                for line in entry.texts_for(seat):
                    check_text(table, line)

    def for_seat(self, command: c.Command) -> None:
        """Send a command from the player on its seat, if there is one."""
        seat: int = getattr(command, "seat", 0)
        device = self.room.table.players[seat].device if seat < len(self.room.table.players) else None
        if device is not None:
            self.ask(device, command)

    @rule(device=people, command=commands)
    def anything(self, device: str, command: c.Command) -> None:
        version = getattr(command, "version", None)
        # The server has no seat and sends only its own commands.
        if (
            device != c.SERVER
            or version is not None
            or isinstance(command, c.AbsenceTimeout | c.Return | c.Stand | c.Begin)
        ):
            self.ask(device, command if version is None else replace(command, version=self.room.version + version))

    # Before the start

    def fill(self, company: tuple[str, ...], bots: bool) -> None:
        """Seat everybody, so that there is a game."""
        for seat, player in enumerate(self.room.table.players):
            if player.is_free and waiting(self):
                device, bot = company[seat], bots and seat > 0
                self.ask(
                    self.room.table.host if bot else device,
                    c.SeatBot(seat, 1) if bot else c.Sit(seat, device, **self.adds(device)),
                )

    def adds(self, device: str) -> c.NonceFields:
        """Return the nonce that most devices add at once."""
        return {} if self.silent else self.room.answer(device)

    @precondition(lambda machine: waits_for_nonces(machine.room.table))
    @rule(device=devices)
    def ready(self, device: str) -> None:
        self.ask(device, self.room.ready(device))

    @precondition(waiting)
    @rule(company=companies, bots=rarely)
    def everybody_sits(self, company: tuple[str, ...], bots: bool) -> None:
        self.fill(company, bots)

    @precondition(waiting)
    @rule(device=devices, seat=seats)
    def sit_down_or_up(self, device: str, seat: int) -> None:
        free = seat >= len(self.room.table.players) or self.room.table.players[seat].is_free
        self.ask(device, c.Sit(seat, "Ann") if free else c.Stand(seat))

    @precondition(waiting)
    @rule(command=st.one_of(st.builds(c.SetOptions, options), settings_of_a_table))
    def set_the_table(self, command: c.Command) -> None:
        self.ask(self.room.table.host, command)

    @precondition(waiting)
    @rule(device=devices, command=st.one_of(st.builds(c.SetReady, st.booleans()), st.builds(c.SwapSeats, seats, seats)))
    def agree_or_swap(self, device: str, command: c.Command) -> None:
        self.ask(device, command)

    @precondition(lambda machine: machine.room.table.unready)
    @rule()
    def everybody_agrees(self) -> None:
        """Press Ready on every device, and let the countdown end."""
        for device in list(self.room.table.unready):
            self.ask(device, c.SetReady(ready=True))
        due_ms = begins_at_ms(self.room.table)
        if due_ms is not None:
            self.room.now = max(self.room.now, due_ms)
            self.ask(c.SERVER, c.Begin())

    # The game

    @precondition(playing)
    @rule(picks=st.lists(numbers, min_size=1, max_size=8))
    def play_on(self, picks: list[int]) -> None:
        """Play a few legal moves."""
        for pick in picks:
            state, table = self.room.table.state, self.room.table
            if state is None or table.to_move() == NOBODY:
                return
            moves, seat = state.moves(), table.to_move()
            text = self.room.write(moves[pick % len(moves)])
            if table.automated_by(seat) is None or (seat in table.away - table.resigned and pick % 2):
                self.ask(table.players[seat].device or "", c.Move(seat, text, table.version))
            else:
                self.ask(c.SERVER, c.AutomatedMove(seat, text, table.version))

    @precondition(playing)
    @rule(seat=seats)
    def undo(self, seat: int) -> None:
        self.for_seat(c.Undo(seat, self.room.version))

    @precondition(lambda machine: machine.room.table.undo_offer is not None)
    @rule(seat=seats, yes=st.booleans())
    def answer(self, seat: int, yes: bool) -> None:
        self.for_seat(c.AnswerUndo(seat, yes, self.room.version))

    @precondition(playing)
    @rule(seat=seats)
    def undo_and_agree(self, seat: int) -> None:
        """Ask for an undo, and agree on the devices that must."""
        self.undo(seat)
        for other in range(len(self.room.table.players)):
            if self.room.table.undo_offer is not None:
                self.answer(other, True)

    @rule(seat=seats, request=requests)
    def withdraw(self, seat: int, request: e.Request) -> None:
        self.for_seat(c.Withdraw(seat, request, self.room.version))

    @precondition(playing)
    @rule(seat=seats, sure=rarely)
    def resign(self, seat: int, sure: bool) -> None:
        if sure:
            self.for_seat(c.Resign(seat, self.room.version))

    @precondition(playing)
    @rule(seat=seats, yes=st.booleans())
    def abandon(self, seat: int, yes: bool) -> None:
        self.for_seat(c.Abandon(seat, self.room.version, yes))

    @precondition(over)
    @rule(everybody=st.booleans())
    def again(self, everybody: bool) -> None:
        for seat in list(self.room.table.person_seats)[: None if everybody else 1]:
            if over(self):
                device = self.room.table.players[seat].device or ""
                self.for_seat(c.PlayAgain(seat, self.room.version, **self.adds(device)))

    # Links, absence, the end

    @rule(seat=seats)
    def link(self, seat: int) -> None:
        self.for_seat(c.Link(seat))

    @rule(device=devices, number=numbers)
    def claim(self, device: str, number: int) -> None:
        self.ask(device, c.Claim(self.keys[-1 - number % len(self.keys)]))

    @rule(device=devices)
    def go(self, device: str) -> None:
        """Disconnect a device; presence is not in the log."""
        self.absent[device] = self.room.now

    @rule(device=devices)
    def come(self, device: str) -> None:
        """Reconnect a device; it gets its seats back."""
        self.absent.pop(device, None)
        for seat in self.room.table.seats_of(device):
            if seat in self.room.table.away and self.room.table.phase != "closed":
                self.ask(c.SERVER, c.Return(seat))

    @rule(times=st.integers(1, 6))
    def do_what_is_due(self, times: int) -> None:
        """Act on the next deadline as the server does; it is never refused."""
        for _ in range(times):
            table = self.room.table
            wanted, length = next_deadline(table, self.absent), len(self.room.log)
            if wanted is None:
                return
            self.room.now = max(self.room.now, wanted.at_ms)
            if wanted.action == "absence_timeout":
                self.ask(c.SERVER, c.AbsenceTimeout(wanted.seat))
            elif wanted.action == "begin":
                self.ask(c.SERVER, c.Begin())
            else:
                choose = table.game.fallback if wanted.action == "fallback" else table.game.levels[0].move
                text = self.room.write(choose(table.state, Random(str(length))))
                self.ask(c.SERVER, c.AutomatedMove(wanted.seat, text, table.version))
            assert len(self.room.log) > length

    @precondition(over)
    @rule(device=devices, sure=rarely)
    def close(self, device: str, sure: bool) -> None:
        if sure:
            self.ask(device, c.Close())

    # Invariants

    @invariant()
    def deadlines_are_for_the_one_who_moves(self) -> None:
        wanted = next_deadline(self.room.table, self.absent)
        if wanted is not None and wanted.action == "begin":
            assert self.room.table.ready_ms is not None
            assert wanted.at_ms >= self.room.table.ready_ms
        elif wanted is not None:
            player = self.room.table.players[wanted.seat]
            assert wanted.seat == self.room.table.to_move()
            assert wanted.at_ms >= self.room.table.changed_ms
            assert wanted.action != "absence_timeout" or player.device in self.absent
            seated = player.level is not None or wanted.seat in self.room.table.substitutes
            assert (wanted.action == "bot") <= seated

    @invariant()
    def shares_add_up_to_one(self) -> None:
        table = self.room.table
        for shares in (table.result(), table.match_result()):
            if shares is not None:
                assert len(shares) == len(table.players)
                assert abs(sum(shares) - 1) < 1e-9
                assert min(shares) >= 0
                assert table.phase in ("over", "closed")
        result = table.result()
        assert result is None or all(result[seat] == 0 for seat in table.resigned)

    @invariant()
    def the_record_replays_to_the_state(self) -> None:
        table = self.room.table
        if table.state is not None:
            assert table.game.write_position(table.record().end()) == table.game.write_position(table.state)

    @invariant()
    def a_game_is_played_by_a_full_table(self) -> None:
        table = self.room.table
        assert table.person_seats == [seat for seat, player in enumerate(table.players) if player.is_person]
        assert table.phase not in ("playing", "over") or (table.is_full and table.person_seats)
        assert (table.phase == "waiting") <= (table.state is None)
        assert (table.to_move() == NOBODY) == (table.phase != "playing")
        assert set(table.keys.values()) <= set(table.person_seats)

    @invariant()
    def every_game_has_a_secret_of_its_own(self) -> None:
        """The secret is drawn with the room or at the end of the game before, never replaced, and part of the seed."""
        drawn = [secret for _, _, event in self.room.log if (secret := getattr(event, "secret", ""))]
        assert len(set(drawn)) == len(drawn)
        seeds = [event.seed.split("/")[0] for _, _, event in self.room.log if isinstance(event, e.Started)]
        assert seeds == drawn[: len(seeds)]
        assert len(drawn) - len(seeds) == (self.room.table.phase != "playing")
        assert self.room.table.secret == ("" if self.room.table.phase == "playing" else drawn[-1])

    @invariant()
    def what_undo_promises_it_keeps(self) -> None:
        for seat in self.room.table.person_seats:
            planned = plan(self.room.table, seat)
            if isinstance(planned, Refusal):
                check_text(self.room.table, planned)
            else:
                assert self.room.table.moves[planned.move_count].seat == seat
                assert not planned.makes_casual or self.room.table.deep_undo_allowed


TestTables = Tables.TestCase
TestTables.settings = settings(
    max_examples=60,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
