"""A seat belongs to its player: no lost connection, no host and no stranger takes it away.

What happens to an absent player is set before the start and happens by itself; nobody decides it during the game.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from server.live_server import NO_LIMITS, Client, Server, run
from table.local_room import ANN, BO, CY, Room, secret, started

from ludoteca.table import commands as c
from ludoteca.table.deadlines import Deadline, next_deadline

BOTH_STORES = "slow"

SOON = replace(NO_LIMITS, absent_after_s=0.0)
"""Let absence begin at once, so that tests need not wait a minute."""


async def leave(client: Client, other: Client) -> None:
    """Disconnect one client, and wait until the other sees it."""
    await client.socket.close()
    while False not in other.presence.get("seats", []):
        await other.next("presence")


def absence_timeout_now(server: Server, code: str) -> None:
    """Let the absence timeout run out now."""
    room = server.rooms.loaded[code]
    wanted = next_deadline(room.table, room.absent)
    assert wanted is not None
    assert wanted.action == "absence_timeout"
    room.automation._act(wanted)


# Lost connections


@pytest.mark.parametrize("game", ["latice", "flooding"])
def test_a_lost_connection_gives_nobody_power_over_the_seat(tmp_path: Path, game: str) -> None:
    async def test(server: Server) -> None:
        ada, bo = await server.two_players(game=game)
        await leave(bo, ada)
        for command in ("substitute", "release"):
            await ada.say({"type": command, "seat": 1, "level": 1})
            assert (await ada.next("refused"))["code"] == "message_unreadable", "there is no such command"
        refusal = await ada.refused({"type": "open_seat", "seat": 1})
        assert refusal == ("hidden_pieces" if game == "latice" else "not_absent")
        assert await ada.refused({"type": "sit", "seat": 1, "name": "Ada"}) == "started_already"
        stranger = await server.join(ada.code)
        assert await stranger.refused({"type": "sit", "seat": 1, "name": "Eve"}) == "started_already"
        assert await stranger.refused({"type": "open_seat", "seat": 1}) == "not_yours_to_open"
        bo = await server.join(ada.code, bo.token)
        assert bo.table["you"]["seats"] == [1]

    run(test, tmp_path)


def test_absence_begins_a_minute_after_the_last_connection_is_lost(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ada, bo = await server.two_players(absence_timeout_s=30)
        await ada.move("a2")
        second = await server.join(ada.code, bo.token)
        room = server.rooms.loaded[ada.code]
        await bo.socket.close()
        while len(room.sessions) > 2:
            await asyncio.sleep(0.01)
        assert not room.absent, "another device of the same player is here"
        await leave(second, ada)
        (begins,) = room.absent.values()
        now = server.rooms.services.clock.now_ms()
        assert now + 50_000 < begins <= now + 60_000
        assert next_deadline(room.table, room.absent) == Deadline(begins + 30_000, "absence_timeout", 1)
        while ada.presence["absence"] is None:
            await ada.next("presence")
        assert ada.presence["absence"] == {"seat": 1, "at": begins + 30_000}, "and everybody sees until when"

    run(test, tmp_path)


# The absence rule


@pytest.mark.parametrize("agreed", ["substitute", "call_off", "win"])
def test_the_absence_rule_is_set_before_the_start_and_shown_to_all(tmp_path: Path, agreed: str) -> None:
    async def test(server: Server) -> None:
        code, token = await server.open(on_absence=agreed, substitute_level=1)
        guest = await server.join(code)
        room = guest.table["room"]
        assert (room["phase"], room["settings"]["on_absence"], room["settings"]["substitute_level"]) == (
            "waiting",
            agreed,
            1,
        )
        assert await guest.refused({"type": "set_settings", "settings": {"on_absence": "win"}}) == "only_host"
        host = await server.join(code, token)
        await host.done({"type": "sit", "seat": 0, "name": "Ada"})
        await guest.done({"type": "sit", "seat": 1, "name": "Bo"})
        await host.until(lambda table: table["room"]["phase"] == "playing")
        assert await host.refused({"type": "set_settings", "settings": {"on_absence": "win"}}) == "started_already"

    run(test, tmp_path)


def test_a_substitute_plays_until_the_player_returns(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ada, bo = await server.two_players(on_absence="substitute", substitute_level=1)
        await ada.move("b2")
        await leave(bo, ada)
        absence_timeout_now(server, ada.code)
        await ada.until(lambda table: table["room"]["moves"] == 2)
        assert ada.table["room"]["seats"][1]["substitute"] == 1
        assert ada.table["room"]["casual"]
        bo = await server.join(ada.code, bo.token)
        await ada.until(lambda table: not table["room"]["seats"][1]["away"])
        await ada.move(ada.table["choices"]["fields"][0] if ada.table["choices"] else "-")
        await bo.until(lambda table: table["room"]["to_move"] == 1)
        await bo.move("-")

    run(test, tmp_path)


@pytest.mark.parametrize(("agreed", "result"), [("call_off", None), ("win", [1.0, 0.0])])
def test_the_absence_rule_applies_by_itself(tmp_path: Path, agreed: str, result: Any) -> None:
    async def test(server: Server) -> None:
        ada, bo = await server.two_players(on_absence=agreed)
        await ada.move("b2")
        await leave(bo, ada)
        absence_timeout_now(server, ada.code)
        await ada.until(lambda table: table["room"]["phase"] == "over")
        assert ada.table["room"]["result"] == result
        assert ada.table["room"]["seats"][1]["forfeited"] is (agreed == "win")

    run(test, tmp_path)


def test_a_player_who_returns_at_the_last_moment_does_not_lose(tmp_path: Path) -> None:
    """The deadline waits behind other commands; a player who is connected by then is not absent."""

    async def test(server: Server) -> None:
        ada, bo = await server.two_players(on_absence="win")
        await ada.move("b2")
        await leave(bo, ada)
        room = server.rooms.loaded[ada.code]
        wanted = next_deadline(room.table, room.absent)
        assert wanted is not None
        bo = await server.join(ada.code, bo.token)
        room.automation._act(wanted)
        await bo.move("-")
        assert bo.table["room"]["phase"] == "playing"

    run(test, tmp_path)


def test_nobody_wins_by_absence_in_an_empty_room() -> None:
    room = started(ANN, BO, on_absence="win", absence_timeout_s=30)
    assert next_deadline(room.table, {ANN: 0, BO: 0}) is None
    assert next_deadline(room.table, {ANN: 0}) == Deadline(room.now + 30_000, "absence_timeout", 0)


# Another person on the seat


@pytest.mark.parametrize("game", ["latice", "waffe", "rowsandcols"])
def test_a_seat_with_hidden_pieces_passes_on_only_through_its_owners_link(game: str) -> None:
    room = started(ANN, BO, game=game)
    room.absent = {BO}
    assert room.no(ANN, c.OpenSeat(1)) == "hidden_pieces"
    room.do(c.SERVER, c.AbsenceTimeout(1))
    assert room.no(ANN, c.OpenSeat(1)) == "hidden_pieces"
    assert room.no(CY, c.Sit(1, "Cy")) == "started_already"
    assert room.no(CY, c.Claim("a guess")) == "link_used"
    room.do(BO, c.Link(1))
    room.do(CY, c.Claim(secret(room.asked)))
    assert room.table.players[1].device == CY


def test_without_hidden_pieces_all_the_others_must_agree_to_open_a_seat() -> None:
    room = started(ANN, BO, CY, game="open_dummy")
    room.absent = {CY}
    assert room.do(ANN, c.OpenSeat(2)) == ["open_agreed"]
    assert room.no("eve", c.Sit(2, "Eve")) == "started_already"
    assert room.no(ANN, c.OpenSeat(2)) == "asked_already"
    assert room.do(BO, c.OpenSeat(2)) == ["open_agreed", "seat_opened"]
    assert room.no(ANN, c.Sit(2, "Ann")) == "open_for_others"
    room.do("eve", c.Sit(2, "Eve"))
    assert (room.table.players[2].device, room.table.casual) == ("eve", True)


def test_the_owners_return_closes_an_open_seat(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ada, bo = await server.two_players()
        await leave(bo, ada)
        await ada.done({"type": "open_seat", "seat": 1})
        assert ada.table["room"]["seats"][1]["open"]
        bo = await server.join(ada.code, bo.token)
        await ada.until(lambda table: not table["room"]["seats"][1]["open"])
        stranger = await server.join(ada.code)
        assert await stranger.refused({"type": "sit", "seat": 1, "name": "Eve"}) == "started_already"

    run(test, tmp_path, SOON)


# Leaving to avoid a loss


@pytest.mark.parametrize("absent", [set(), {BO}])
def test_closing_a_running_game_against_people_loses_it(absent: set[str]) -> None:
    room = started(ANN, BO)
    room.absent = absent
    assert room.do(ANN, c.Close()) == ["resigned", "closed"]
    assert room.table.result() == [0.0, 1.0]


def test_a_host_cannot_end_a_game_that_others_play_on() -> None:
    room = started(ANN, BO, CY, game="dummy")
    room.absent = {BO, CY}
    assert room.no(ANN, c.Close()) == "game_running"
    room.do(ANN, c.Resign(0, room.version))
    assert room.no(ANN, c.Close()) == "game_running"
    watching = started(BO, CY)
    watching.absent = {BO, CY}
    assert watching.no(ANN, c.Close()) == "game_running", "a host who does not play"


def test_absent_players_keep_their_say_in_abandoning_and_undo() -> None:
    room = started(ANN, BO).play("b2")
    room.do(c.SERVER, c.AbsenceTimeout(1))
    assert room.do(ANN, c.Abandon(0, room.version)) == ["abandon_asked"]
    assert room.do(ANN, c.Undo(0, room.version)) == ["undo_asked"]
    assert room.table.phase == "playing"


def test_a_rematch_waits_for_an_absent_player() -> None:
    room = started(ANN, BO, on_absence="win").play("b2")
    room.absent = {BO}
    room.do(c.SERVER, c.AbsenceTimeout(1))
    assert room.do(ANN, c.PlayAgain(0, room.version)) == ["play_again_asked"]
    assert (room.table.phase, room.table.players[1].device) == ("over", BO)


def test_the_hosts_seat_is_as_safe_as_any() -> None:
    room = started(ANN, BO)
    room.absent = {ANN}
    assert room.no(BO, c.Close()) == "only_host"
    assert room.do(BO, c.OpenSeat(0)) == ["open_agreed", "seat_opened"]
    room.do(c.SERVER, c.Return(0))
    room.do(ANN, c.Link(0))
    room.do(CY, c.Claim(secret(room.asked)))
    assert (room.table.host, room.table.players[0].device) == (CY, CY)


def test_the_host_can_clear_a_seat_before_the_start() -> None:
    room = Room()
    room.do(BO, c.Sit(1, "Bo"))
    room.do(ANN, c.Stand(1))
    assert room.table.players[1].is_free
